//! Playouts allocate nothing: thinking ten times as long takes hardly more allocations.
#![allow(unsafe_code, reason = "a global allocator")]

mod common;

use std::alloc::{GlobalAlloc, Layout, System};
use std::sync::atomic::{AtomicU64, Ordering};

use common::{ardor, delve, heed, positions, ranks, twelves};
use fracas_kernel::{Rules, Whim};
use fracas_minds::{Brain, think};

struct Counting;

static COUNT: AtomicU64 = AtomicU64::new(0);

// SAFETY: every call is handed on to the system's allocator.
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        COUNT.fetch_add(1, Ordering::Relaxed);
        unsafe { System.alloc(layout) }
    }

    unsafe fn dealloc(&self, pointer: *mut u8, layout: Layout) {
        unsafe { System.dealloc(pointer, layout) }
    }
}

#[global_allocator]
static ALLOCATOR: Counting = Counting;

fn playouts_allocate_nothing<R: Rules>(rules: &R, few: u32, many: u32) {
    let state = &positions(rules, 3, 15, 1)[0];
    let asked = rules.ask(state).asked();
    let taken = |count: u32| {
        let before = COUNT.load(Ordering::Relaxed);
        let thought = think(&Brain::playouts(count), rules, state, asked, &mut Whim::new(1));
        (COUNT.load(Ordering::Relaxed) - before, thought.playouts)
    };
    let ((short, some), (long, more)) = (taken(few), taken(many));
    assert!(more > some + u64::from(many - few) / 4, "{more} and {some} playouts");
    // A few more rounds of halving, each with a list or two of its own.
    assert!(long <= short + 120, "{}: {long} allocations in {more} playouts, {short} in {some}", R::SYSTEM);
}

// One test in one process: nothing else may allocate meanwhile.
#[test]
fn thinking_longer_allocates_no_more() {
    playouts_allocate_nothing(&delve("last-stand"), 200, 2000);
    playouts_allocate_nothing(&heed("hexers-mill"), 200, 2000);
    playouts_allocate_nothing(&ardor("the-heron-bridge"), 200, 2000);
    playouts_allocate_nothing(&twelves("kiln-yard"), 200, 2000);
    playouts_allocate_nothing(&ranks("toll-bridge"), 60, 400);
}

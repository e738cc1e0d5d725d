//! A fight by instinct allocates nothing once its state is there.

#[path = "../benches/common/mod.rs"]
mod common;
mod duel;

use std::alloc::{GlobalAlloc, Layout, System};
use std::cell::Cell;

use common::{ardor, delve, heed, made, twelves};
use fracas_ardor::Ardor;
use fracas_delve::Delve;
use fracas_heed::Heed;
use fracas_kernel::{Null, Rules, fight};
use fracas_lab::Plan;
use fracas_twelves::Twelves;

thread_local! {
    static ALLOCATIONS: Cell<u64> = const { Cell::new(0) };
}

/// Counts by thread, so that tests beside this one do not matter.
struct Counting;

fn count() {
    // A thread that is being torn down has nothing left to count.
    let _ = ALLOCATIONS.try_with(|count| count.set(count.get() + 1));
}

#[allow(unsafe_code, reason = "an allocator is unsafe by nature; this one passes everything on")]
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        count();
        unsafe { System.alloc(layout) }
    }

    unsafe fn dealloc(&self, memory: *mut u8, layout: Layout) {
        unsafe { System.dealloc(memory, layout) }
    }

    unsafe fn realloc(&self, memory: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        count();
        unsafe { System.realloc(memory, layout, size) }
    }
}

#[global_allocator]
static ALLOCATOR: Counting = Counting;

fn allocations(work: impl FnOnce()) -> u64 {
    let before = ALLOCATIONS.get();
    work();
    ALLOCATIONS.get() - before
}

fn allocates_nothing<R: Rules>(name: &str, rules: &R) {
    let plan = Plan::new(200, 1);
    let mut ended = 0;
    let counted = allocations(|| {
        for number in 0..plan.fights {
            let (mut dice, mut whim) = (plan.dice(number), plan.whim(number));
            let fought = fight(rules, &mut rules.start(), &mut dice, &mut whim, &mut Null, plan.cap);
            ended += u64::from(fought.outcome.is_some());
        }
    });
    assert_eq!((counted, ended), (0, plan.fights), "{name}: allocations, and fights that ended");
}

#[test]
fn the_counter_counts() {
    assert_eq!(allocations(|| drop(Vec::<u8>::with_capacity(10))), 1);
    assert_eq!(allocations(|| drop(vec![1; 3].into_iter().chain(0..100).collect::<Vec<_>>())), 2);
    assert_eq!(allocations(|| ()), 0);
}

#[test]
fn fights_allocate_nothing() {
    allocates_nothing("duel", &duel::Duel { each: 4, health: 9, harm: 6 });
    allocates_nothing("ardor", &made(ardor::FOUR_AGAINST_FOUR, Ardor::load));
    allocates_nothing("delve", &made(delve::FOUR_AGAINST_FOUR, Delve::load));
    allocates_nothing("heed", &made(heed::FOUR_AGAINST_FOUR, Heed::load));
    allocates_nothing("twelves", &made(twelves::FOUR_AGAINST_FOUR, Twelves::load));
}

//! A fight by instinct allocates nothing once its state is there.

#[path = "../benches/common/mod.rs"]
mod common;
mod duel;

use std::alloc::{GlobalAlloc, Layout, System};
use std::cell::Cell;

use fracas_content::{Bundle, scenarios};
use fracas_delve::Delve;
use fracas_kernel::{Null, Rules, fight};
use fracas_lab::Plan;

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
    allocates_nothing("four against four", &common::four_against_four());
    allocates_nothing("twelves, four against four", &common::twelves::four_against_four());
    for (id, rules) in common::twelves::built_in() {
        allocates_nothing(&id, &rules);
    }
    allocates_nothing("ardor, four against four", &common::ardor::four_against_four());
    for (id, rules) in common::ardor::built_in() {
        allocates_nothing(&format!("ardor, {id}"), &rules);
    }
    allocates_nothing("heed, four against four", &common::heed::four_against_four());
    for (id, rules) in common::heed::built_in() {
        allocates_nothing(&id, &rules);
    }
    for (id, rules) in common::ranks::built_in() {
        allocates_nothing(&format!("ranks, {id}"), &rules);
    }
    for built_in in scenarios().filter(|scenario| scenario.system == Delve::SYSTEM) {
        let bundle = Bundle::new(built_in.source).expect("a built-in scenario names its system");
        allocates_nothing(&built_in.id, &Delve::load(&bundle).expect("a built-in scenario loads"));
    }
}

//! A whole adventure by instinct allocates nothing once its state is there.

use std::alloc::{GlobalAlloc, Layout, System};
use std::cell::Cell;

use fracas_adventure::Adventure;
use fracas_content::{Bundle, adventures};
use fracas_delve::Trek;
use fracas_kernel::{Null, Rules, Whim, checks, fight};

thread_local! {
    static ALLOCATIONS: Cell<u64> = const { Cell::new(0) };
}

/// Counts by thread, so that the test harness does not matter.
struct Counting;

#[allow(unsafe_code, reason = "an allocator is unsafe by nature; this one passes everything on")]
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        // A thread that is being torn down has nothing left to count.
        let _ = ALLOCATIONS.try_with(|count| count.set(count.get() + 1));
        unsafe { System.alloc(layout) }
    }

    unsafe fn dealloc(&self, memory: *mut u8, layout: Layout) {
        unsafe { System.dealloc(memory, layout) }
    }
}

#[global_allocator]
static ALLOCATOR: Counting = Counting;

#[test]
fn an_adventure_allocates_nothing() {
    for adventure in adventures().filter(|adventure| adventure.system == Trek::SYSTEM) {
        let bundle = Bundle::new(adventure.source).expect("a built-in adventure names its system");
        let rules = Adventure(Trek::load(&bundle).expect("a built-in adventure loads"));
        let before = ALLOCATIONS.get();
        let mut ended = 0;
        for run in 0..200 {
            let (mut dice, mut whim) = (Whim::stream(5, run), Whim::stream(6, run));
            let fought = fight(&rules, &mut rules.start(), &mut dice, &mut whim, &mut Null, checks::CAP);
            ended += u64::from(fought.outcome.is_some());
        }
        assert_eq!((ALLOCATIONS.get() - before, ended), (0, 200), "{}", adventure.id);
    }
    let before = ALLOCATIONS.get();
    drop(Vec::<u8>::with_capacity(10));
    assert_eq!(ALLOCATIONS.get() - before, 1, "the counter counts");
}

//! A fight or a whole adventure by instinct allocates nothing once its state is there, in any system. What rules work out
//! once for all fights, such as sight with this door shut and that one open, has been worked out before.

use std::alloc::{GlobalAlloc, Layout, System};
use std::cell::Cell;

use fracas_content::{Bundle, adventures, scenarios};
use fracas_kernel::{Null, Rules, Whim, checks, fight};
use fracas_systems::{Visit, bundle_for, visit};

const RUNS: u64 = 100;

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

struct Playing;

impl Visit for Playing {
    type Out = (u64, u64);

    /// How often it allocated, and how many came to an end.
    fn visit<R: Rules>(self, rules: R, _bundle: Bundle) -> (u64, u64) {
        let ended = |run: u64| {
            let (mut dice, mut whim) = (Whim::stream(5, run), Whim::stream(6, run));
            let fought = fight(&rules, &mut rules.start(), &mut dice, &mut whim, &mut Null, checks::CAP);
            u64::from(fought.outcome.is_some())
        };
        let _: u64 = (0..RUNS).map(ended).sum();
        let before = ALLOCATIONS.get();
        let ended = (0..RUNS).map(ended).sum();
        (ALLOCATIONS.get() - before, ended)
    }
}

#[test]
fn what_ships_allocates_nothing() {
    for built_in in scenarios().chain(adventures()) {
        let bundle = bundle_for(built_in.source).expect("what is built in names its system");
        let seen = visit(bundle, Playing).expect("what is built in loads");
        assert_eq!(seen, (0, RUNS), "{}", built_in.id);
    }
    let before = ALLOCATIONS.get();
    drop(Vec::<u8>::with_capacity(10));
    assert_eq!(ALLOCATIONS.get() - before, 1, "the counter counts");
}

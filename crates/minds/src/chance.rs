//! Who will win from here if everybody acts by instinct: playouts from what a seat knows, until that is known well enough.

use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};
use std::time::{Duration, Instant};

use fracas_dice::Seeded;
use fracas_kernel::{Null, Outcome, Rules, Side, Whim, fight};

use crate::CAP;

/// The heroes' chance to win; a draw is half of it.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Chance {
    pub heroes: f64,
    /// Half the width of the 95 % interval.
    pub error: f64,
    pub playouts: u64,
}

/// Good enough for a bar that people look at.
pub const PRECISE: f64 = 0.02;
/// How many playouts stand between two looks at the clock.
const LOT: u64 = 16;
/// When the first estimate is told, and at the latest the last.
const SOON: Duration = Duration::from_millis(60);
const LATEST: Duration = Duration::from_secs(2);

/// How playouts ended.
#[derive(Clone, Copy, Default)]
struct Ends {
    playouts: u64,
    /// A win is two halves, a draw is one.
    halves: u64,
    squares: u64,
}

impl Ends {
    fn add(&mut self, half: u64) {
        *self = Ends {
            playouts: self.playouts + 1,
            halves: self.halves + half,
            squares: self.squares + half * half,
        };
    }

    fn join(&mut self, other: Ends) {
        *self = Ends {
            playouts: self.playouts + other.playouts,
            halves: self.halves + other.halves,
            squares: self.squares + other.squares,
        };
    }

    fn chance(self) -> Chance {
        let count = self.playouts as f64;
        let heroes = self.halves as f64 / 2.0 / count;
        let variance = (self.squares as f64 / 4.0 / count - heroes * heroes).max(0.0);
        // Even where all went one way, one more may not: as if one had.
        let error = 1.96 * (variance / count).sqrt() + 1.5 / count;
        Chance { heroes, error, playouts: self.playouts }
    }
}

/// Estimates the chance on `threads` threads, telling it as soon as there is something to tell, whenever the error has halved,
/// and when it is small enough. `tell` says whether to go on. `side` is whose knowledge `known` is; none: all is known.
pub fn chance<R: Rules>(
    rules: &R,
    known: &R::State,
    side: Option<Side>,
    seed: u64,
    threads: usize,
    tell: &mut dyn FnMut(Chance) -> bool,
) {
    let (next, done, ends) = (AtomicU64::new(0), AtomicBool::new(false), Mutex::new(Ends::default()));
    // All that have ended so far, with one more lot.
    let a_lot_more = || {
        let first = LOT * next.fetch_add(1, Relaxed);
        let mut lot = Ends::default();
        (first..first + LOT).for_each(|nth| lot.add(playout(rules, known, side, seed, nth)));
        let mut ends = ends.lock().unwrap_or_else(|poisoned| poisoned.into_inner());
        ends.join(lot);
        *ends
    };
    std::thread::scope(|scope| {
        for _ in 1..threads {
            scope.spawn(|| {
                while !done.load(Relaxed) {
                    a_lot_more();
                }
            });
        }
        let (began, mut due) = (Instant::now(), SOON);
        while !done.load(Relaxed) {
            let found = a_lot_more().chance();
            let last = found.error <= PRECISE || began.elapsed() >= LATEST;
            if last || began.elapsed() >= due {
                done.store(!tell(found) || last, Relaxed);
                due = 4 * began.elapsed();
            }
        }
    });
}

/// One fight to its end: 2 if the heroes win, 1 if nobody does.
fn playout<R: Rules>(rules: &R, known: &R::State, side: Option<Side>, seed: u64, nth: u64) -> u64 {
    let mut whim = Whim::stream(seed, 2 * nth + 1);
    let mut dice = Seeded::stream(seed, 2 * nth);
    let mut state = match side {
        Some(side) => rules.suppose(known, side, &mut whim),
        None => known.clone(),
    };
    match fight(rules, &mut state, &mut dice, &mut whim, &mut Null, CAP).outcome {
        Some(Outcome::Won(Side::Heroes)) => 2,
        Some(Outcome::Won(Side::Monsters)) => 0,
        _ => 1,
    }
}

#[cfg(test)]
mod tests {
    use fracas_content::{Bundle, library, scenario};
    use fracas_delve::Delve;
    use fracas_kernel::{Know, Play, Seat};

    use super::*;

    /// As often as heroes win when fights are simply played, and the last estimate is a good one.
    #[test]
    fn a_chance_is_the_share_of_fights_that_are_won() {
        let source = scenario("delve/goblins-at-the-ford").unwrap().source;
        let rules =
            Delve::load(&Bundle { scenario: source, library: library("delve"), party: None }).unwrap();
        let state = rules.start();
        let mut told = Vec::new();
        chance(&rules, &state, None, 5, 2, &mut |chance| {
            told.push(chance);
            true
        });
        let last = *told.last().unwrap();
        assert!(last.error <= PRECISE && last.playouts > 1000, "{told:?}");
        let fights = 3000;
        let won = (0..fights).filter(|&nth| {
            let (mut dice, mut whim) = (Seeded::stream(9, nth), Whim::stream(8, nth));
            let mut state = state;
            fight(&rules, &mut state, &mut dice, &mut whim, &mut Null, CAP).outcome
                == Some(Outcome::Won(Side::Heroes))
        });
        let share = won.count() as f64 / fights as f64;
        assert!((share - last.heroes).abs() < 0.05, "{share} and {last:?}");
        // Whoever has seen enough is not told more.
        let mut once = 0;
        chance(&rules, &rules.known(&state, Seat::Watcher), Some(Side::Heroes), 5, 1, &mut |_| {
            once += 1;
            false
        });
        assert_eq!(once, 1);
    }
}

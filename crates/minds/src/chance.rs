//! Who will win from here if everybody acts by instinct: playouts from what a seat knows, until that is known well enough.

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
const PRECISE: f64 = 0.02;
/// How many playouts stand between two looks at the clock.
const LOT: u64 = 16;
/// When the first estimate is told, and at the latest the last.
const SOON: Duration = Duration::from_millis(60);
const LATEST: Duration = Duration::from_secs(2);

/// Estimates the chance, telling it as soon as there is something to tell, whenever the error has halved, and when it is
/// small enough. `tell` says whether to go on. `side` is whose knowledge `known` is; none: all is known.
pub fn chance<R: Rules>(
    rules: &R,
    known: &R::State,
    side: Option<Side>,
    seed: u64,
    tell: &mut dyn FnMut(Chance) -> bool,
) {
    let (began, mut due) = (Instant::now(), SOON);
    let (mut halves, mut squares, mut playouts) = (0_u64, 0_u64, 0_u64);
    loop {
        for _ in 0..LOT {
            let mut whim = Whim::stream(seed, 2 * playouts + 1);
            let mut dice = Seeded::stream(seed, 2 * playouts);
            let mut state = match side {
                Some(side) => rules.suppose(known, side, &mut whim),
                None => known.clone(),
            };
            let half = match fight(rules, &mut state, &mut dice, &mut whim, &mut Null, CAP).outcome {
                Some(Outcome::Won(Side::Heroes)) => 2,
                Some(Outcome::Won(Side::Monsters)) => 0,
                _ => 1,
            };
            (halves, squares, playouts) = (halves + half, squares + half * half, playouts + 1);
        }
        let count = playouts as f64;
        let heroes = halves as f64 / 2.0 / count;
        let variance = (squares as f64 / 4.0 / count - heroes * heroes).max(0.0);
        // Even where all went one way, one more may not: as if one had.
        let error = 1.96 * (variance / count).sqrt() + 1.5 / count;
        let done = error <= PRECISE || began.elapsed() >= LATEST;
        if done || began.elapsed() >= due {
            if !tell(Chance { heroes, error, playouts }) || done {
                return;
            }
            due = 4 * began.elapsed();
        }
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
        chance(&rules, &state, None, 5, &mut |chance| {
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
        chance(&rules, &rules.known(&state, Seat::Watcher), Some(Side::Heroes), 5, &mut |_| {
            once += 1;
            false
        });
        assert_eq!(once, 1);
    }
}

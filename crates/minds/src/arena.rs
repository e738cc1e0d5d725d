//! One scenario as a place to try minds in, without its rules in the type.

use std::sync::Arc;
use std::time::Duration;

use fracas_dice::Seeded;
use fracas_kernel::{Ask, Null, Rules, Whim};

use crate::audit::{Audit, audit};
use crate::puzzle::{Answer, Puzzle, Search, Stale, mine, renew, sift, solve};
use crate::tournament::{Bout, Ring, bout};
use crate::{Brain, Tempers, think};

/// A scenario in which minds can be tried.
pub trait Arena: Ring {
    /// What was idle, pacing or clearly losing in one fight in which this mind chose for both sides. Every `step`th
    /// choice is looked at.
    fn audit(&self, brain: &Brain, seed: u64, nth: u64, step: u32) -> Audit;
    /// How many playouts a mind makes for the first choice that has to be weighed, and how long that takes.
    fn pace(&self, brain: &Brain) -> (u64, Duration);
    /// What a mind answers to a puzzle.
    fn solve(&self, puzzle: &Puzzle, brain: &Brain, seed: u64) -> Result<Answer, Stale>;
    /// Looks for puzzles in a fight that was played: see [`sift`].
    fn sift(
        &self,
        steps: &[String],
        suspects: &[usize],
        judge: &Brain,
        seed: u64,
    ) -> Result<Vec<(usize, Puzzle)>, Stale>;
    /// A puzzle as it is today: see [`renew`].
    fn renew(&self, puzzle: &Puzzle, judge: &Brain, seed: u64) -> Result<Option<Puzzle>, Stale>;
    /// Looks for puzzles in one fight: see [`mine`].
    fn mine(&self, search: &Search, seed: u64, nth: u64, have: &mut [usize; 2]) -> Vec<Puzzle>;
}

/// The scenario of one system.
#[derive(Debug)]
pub struct Hall<R> {
    rules: Arc<R>,
    name: String,
    tempers: Tempers,
}

impl<R: Rules> Hall<R> {
    /// `file` is what the scenario was read from; it gives the name.
    pub fn new(rules: R, file: &str) -> Hall<R> {
        let stem = std::path::Path::new(file).file_stem();
        Hall {
            rules: Arc::new(rules),
            name: stem.map_or_else(String::new, |stem| stem.to_string_lossy().into_owned()),
            tempers: Tempers::default(),
        }
    }

    /// The same with what its scenario says about who is minded how.
    #[must_use]
    pub fn with_tempers(self, tempers: &Tempers) -> Hall<R> {
        Hall { tempers: tempers.clone(), ..self }
    }
}

impl<R: Rules> Ring for Hall<R> {
    fn system(&self) -> &str {
        R::SYSTEM
    }

    fn name(&self) -> &str {
        &self.name
    }

    fn bout(&self, brains: [&Brain; 2], seed: u64, nth: u64) -> Bout {
        let brains = brains.map(|brain| brain.clone().with_tempers(&self.tempers));
        bout(&*self.rules, [&brains[0], &brains[1]], seed, nth)
    }
}

impl<R: Rules> Arena for Hall<R> {
    fn audit(&self, brain: &Brain, seed: u64, nth: u64, step: u32) -> Audit {
        audit(&*self.rules, &brain.clone().with_tempers(&self.tempers), seed, nth, step)
    }

    fn pace(&self, brain: &Brain) -> (u64, Duration) {
        let (mut state, mut dice, mut whim) = (self.rules.start(), Seeded::new(1), Whim::new(2));
        loop {
            let Ask::Decide(asked) = self.rules.ask(&state) else { return (0, Duration::ZERO) };
            let thought = think(brain, &*self.rules, &state, asked, &mut whim);
            if thought.playouts > 0 {
                return (thought.playouts, thought.took);
            }
            self.rules.apply(&mut state, thought.choice, &mut dice, &mut Null);
        }
    }

    fn solve(&self, puzzle: &Puzzle, brain: &Brain, seed: u64) -> Result<Answer, Stale> {
        solve(&self.rules, puzzle, brain, seed)
    }

    fn sift(
        &self,
        steps: &[String],
        suspects: &[usize],
        judge: &Brain,
        seed: u64,
    ) -> Result<Vec<(usize, Puzzle)>, Stale> {
        sift(&self.rules, steps, suspects, judge, seed)
    }

    fn renew(&self, puzzle: &Puzzle, judge: &Brain, seed: u64) -> Result<Option<Puzzle>, Stale> {
        renew(&self.rules, puzzle, judge, seed)
    }

    fn mine(&self, search: &Search, seed: u64, nth: u64, have: &mut [usize; 2]) -> Vec<Puzzle> {
        mine(&self.rules, search, seed, nth, have)
    }
}

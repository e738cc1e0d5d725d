//! How good a fight looks to somebody: one choice is made, instinct plays on for everybody, and what comes of it is weighed.
//! The one loop of every mind here that looks ahead; it allocates nothing.

use fracas_dice::Seeded;
use fracas_kernel::{Ask, Crowd, Made, Null, Outcome, Rules, Side, Whim, Who};

use crate::temper::Weights;

/// Scores are whole numbers in ten-thousandths, so that sums do not depend on the order in which they are made.
pub(crate) const UNIT: f32 = 10_000.0;
/// In how many ways hidden things are made up.
const WAYS: u64 = 24;
/// What is left at the end counts beside winning or losing.
const LEFT: f32 = 0.5;

/// What is tried: a choice, and whether its maker then leaves it at that for this turn.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) struct Line<C> {
    pub choice: C,
    pub then_rests: bool,
}

impl<C> Line<C> {
    pub(crate) fn of(choice: C) -> Line<C> {
        Line { choice, then_rests: false }
    }
}

/// A position as one side knows it, and what somebody of that side cares about.
#[derive(Debug)]
pub(crate) struct Outlook<'a, R: Rules> {
    rules: &'a R,
    side: Side,
    weights: Weights,
    everyone: Crowd,
    /// Ways in which the table may be; playout *i* begins with way *i*.
    ways: Vec<R::State>,
    /// The seed of the mind's own dice.
    seed: u64,
    standing: u32,
    /// All that there is on both sides.
    total: f32,
}

/// How a playout went.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Seen {
    pub score: i64,
    /// 2 won, 1 drawn, 0 lost; `None` where it did not come to an end.
    pub result: Option<u8>,
    pub standing: Crowd,
}

impl<'a, R: Rules> Outlook<'a, R> {
    pub(crate) fn new(rules: &'a R, known: &R::State, side: Side, weights: Weights, whim: &mut Whim) -> Self {
        let seed = whim.below(u64::MAX);
        let ways: Vec<R::State> =
            (0..WAYS).map(|nth| rules.suppose(known, side, &mut Whim::stream(seed, nth))).collect();
        let everyone = rules.everyone(known);
        let total: f32 = everyone.map(|who| rules.worth(&ways[0], who)).sum();
        Outlook {
            rules,
            side,
            weights,
            everyone,
            ways,
            seed,
            standing: rules.standing(known).len() as u32,
            total: total.max(1e-3),
        }
    }

    /// How many choices make a look of this many turns for everybody, about: most turns are two choices long.
    pub(crate) fn turns(&self, turns: u32) -> u32 {
        (2 * turns * self.standing).max(8)
    }

    /// How many choices make a quick look.
    pub(crate) fn soon(&self) -> u32 {
        self.turns(self.rules.foresight())
    }

    pub(crate) fn everyone(&self) -> Crowd {
        self.everyone
    }

    /// Plays a line once, and on by instinct: to the end, or for a number of choices. Playout *nth* of every line has the same
    /// dice.
    pub(crate) fn look(&self, line: Line<R::Choice>, nth: u64, far: u32) -> Seen {
        let from = &self.ways[(nth % WAYS) as usize];
        let mut dice = Seeded::stream(self.seed, WAYS + 2 * nth);
        let mut whim = Whim::stream(self.seed, WAYS + 2 * nth + 1);
        let mut state = from.clone();
        let rules = self.rules;
        let who = line.choice.who();
        rules.apply(&mut state, line.choice, &mut dice, &mut Null);
        if line.then_rests
            && rules.ask(&state).asked().has(who)
            && let Some(rest) = rules.rest(&state, who)
        {
            rules.apply(&mut state, rest, &mut dice, &mut Null);
        }
        for _ in 0..far {
            let asked = match rules.ask(&state) {
                Ask::Over(_) => break,
                ask => ask.asked(),
            };
            if rules.is_far_enough(from, &state) {
                break;
            }
            rules.follow_instinct(&mut state, asked, &mut whim, &mut dice, &mut Null);
        }
        self.weigh(&state, who)
    }

    fn weigh(&self, state: &R::State, me: Who) -> Seen {
        let Weights { win, me: own, friends, foes, .. } = self.weights;
        let mut left = 0.0;
        for who in self.everyone {
            let weight = match self.rules.side(state, who) == self.side {
                true if who == me => own,
                true => friends,
                false => -foes,
            };
            left += weight * self.rules.worth(state, who);
        }
        let near = self.rules.progress(state) * self.total;
        left += if self.side == Side::Heroes { near } else { -near };
        let result = match self.rules.ask(state) {
            Ask::Over(Outcome::Won(side)) => Some(if side == self.side { 2 } else { 0 }),
            Ask::Over(Outcome::Draw) => Some(1),
            _ => None,
        };
        let end = result.map_or(0.0, |result| f32::from(result) - 1.0);
        let score = win * end + LEFT * left / self.total;
        Seen { score: (score * UNIT) as i64, result, standing: self.rules.standing(state) }
    }
}

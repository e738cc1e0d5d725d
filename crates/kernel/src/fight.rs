//! A fight in which minds make every choice: the one loop that simulation, search and checks run millions of times.

use fracas_dice::Dice;

use crate::{Ask, Crowd, Log, Outcome, Play, Think, Whim};

/// Somebody who chooses for those who are asked, with a generator of their own and knowing what their side knows.
pub trait Mind<R: Play>: Sync {
    fn choose(&self, rules: &R, state: &R::State, asked: Crowd, whim: &mut Whim) -> R::Choice;

    /// Chooses, and does it.
    #[inline(always)]
    fn act(
        &self,
        rules: &R,
        state: &mut R::State,
        asked: Crowd,
        whim: &mut Whim,
        dice: &mut impl Dice,
        log: &mut impl Log<R::Event>,
    ) {
        let choice = self.choose(rules, state, asked, whim);
        rules.apply(state, choice, dice, log);
    }
}

/// The mind that every system brings along.
#[derive(Clone, Copy, Debug)]
pub struct Instinct;

impl<R: Think> Mind<R> for Instinct {
    #[inline(always)]
    fn choose(&self, rules: &R, state: &R::State, asked: Crowd, whim: &mut Whim) -> R::Choice {
        rules.instinct(state, asked, whim)
    }

    #[inline(always)]
    fn act(
        &self,
        rules: &R,
        state: &mut R::State,
        asked: Crowd,
        whim: &mut Whim,
        dice: &mut impl Dice,
        log: &mut impl Log<R::Event>,
    ) {
        rules.follow_instinct(state, asked, whim, dice, log);
    }
}

/// How a fight went.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Fought {
    /// `None` if the cap was hit.
    pub outcome: Option<Outcome>,
    pub choices: u32,
}

/// Lets `turn` make one choice after the other, for one of those who are asked, until it is over or `cap` choices were
/// made.
#[inline(always)]
pub fn playout<R: Play>(
    rules: &R,
    state: &mut R::State,
    cap: u32,
    mut turn: impl FnMut(&mut R::State, Crowd),
) -> Fought {
    for choices in 0..cap {
        let asked = match rules.ask(state) {
            Ask::Over(outcome) => return Fought { outcome: Some(outcome), choices },
            ask => ask.asked(),
        };
        turn(state, asked);
    }
    Fought { outcome: None, choices: cap }
}

/// Plays from `state` by instinct until it is over, or until `cap` choices were made.
#[inline]
pub fn fight<R: Think>(
    rules: &R,
    state: &mut R::State,
    dice: &mut impl Dice,
    whim: &mut Whim,
    log: &mut impl Log<R::Event>,
    cap: u32,
) -> Fought {
    playout(rules, state, cap, |state, asked| rules.follow_instinct(state, asked, whim, dice, log))
}

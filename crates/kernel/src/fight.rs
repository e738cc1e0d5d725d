//! A fight in which minds make every choice: the loop that simulation runs millions of times.

use fracas_dice::Dice;

use crate::{Ask, Log, Outcome, Rules, Whim};

/// How a fight went.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Fought {
    /// `None` if the cap was hit.
    pub outcome: Option<Outcome>,
    pub choices: u32,
}

/// Plays from `state` by instinct until it is over, or until `cap` choices were made.
#[inline]
pub fn fight<R: Rules>(
    rules: &R,
    state: &mut R::State,
    dice: &mut impl Dice,
    whim: &mut Whim,
    log: &mut impl Log<R::Event>,
    cap: u32,
) -> Fought {
    for choices in 0..cap {
        let asked = match rules.ask(state) {
            Ask::Over(outcome) => return Fought { outcome: Some(outcome), choices },
            ask => ask.asked(),
        };
        rules.follow_instinct(state, asked, whim, dice, log);
    }
    Fought { outcome: None, choices: cap }
}

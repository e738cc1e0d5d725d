//! What happens in a fight, as data. Words are made of it in `lines`.

use fracas_dice::{Check, Throw};
use fracas_kernel::{Outcome, Side, Who};

use crate::choices::Target;
use crate::data::Condition;

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Event {
    /// A side that did not know of the other: success means that it was not surprised.
    Surprise {
        side: Side,
        check: Check,
    },
    BothSurprised,
    FreeRound {
        side: Side,
    },
    Round {
        number: u16,
    },
    Initiative {
        heroes: Throw,
        monsters: Throw,
        first: Option<Side>,
    },
    Moved {
        who: Who,
        from: u8,
        to: u8,
        far: bool,
    },
    Left {
        who: Who,
    },
    /// A shot into a melee found somebody at random.
    Stray {
        who: Who,
        meant: Who,
        found: Who,
    },
    Attacked {
        who: Who,
        with: u8,
        target: Who,
        check: Check,
    },
    Cast {
        who: Who,
        spell: u8,
        target: Target,
    },
    /// A save that was forced on somebody.
    Saved {
        who: Who,
        check: Check,
    },
    /// `by` is none for what comes of itself, such as poison; `hp` is what is left, or would be, if it takes effect
    /// `later`.
    Hurt {
        who: Who,
        by: Option<Who>,
        throw: Throw,
        amount: i16,
        hp: i16,
        later: bool,
    },
    Healed {
        who: Who,
        throw: Throw,
        amount: i16,
        hp: i16,
        later: bool,
    },
    Slumber {
        throw: Throw,
    },
    Afflicted {
        who: Who,
        condition: Condition,
        later: bool,
    },
    /// A condition ended.
    Relieved {
        who: Who,
        condition: Condition,
    },
    Woken {
        who: Who,
    },
    Down {
        who: Who,
    },
    Dead {
        who: Who,
    },
    /// Conscious again.
    Up {
        who: Who,
    },
    /// All results of a simultaneous round take effect.
    AtOnce,
    Passed {
        who: Who,
    },
    Over {
        outcome: Outcome,
    },
}

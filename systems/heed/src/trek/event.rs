//! What happens on a trek by the heed rules alone, as data. Words are made of it in `lines`.

use fracas_adventure::{Numbers, Trap};
use fracas_dice::{Check, Throw};
use fracas_kernel::Who;

use super::meeting::Answer;
use super::state::Chore;

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Event {
    /// By the rules of a combat around this zone, where nobody fights.
    There {
        at: u8,
        event: crate::Event,
    },
    /// Somebody will do this in the try, or stand by.
    Chose {
        who: Who,
        chore: Chore,
    },
    /// A candle-end is lit, or put out.
    Candle {
        who: Who,
        lit: bool,
    },
    Handled {
        who: Who,
        how: Handling,
        kind: u8,
    },
    /// Things are handed over.
    Gave {
        who: Who,
        to: Who,
        kind: u8,
    },
    /// Things are left where the party is.
    Packed {
        who: Who,
        count: u8,
    },
    /// How somebody is met, and how it went.
    Answered {
        who: Who,
        answer: Answer,
        check: Check,
    },
    Began {
        who: Who,
        trys: u8,
    },
    Works {
        who: Who,
        chore: Chore,
    },
    /// A task that needs luck.
    Tried {
        who: Who,
        chore: Chore,
        check: Check,
    },
    Found {
        ways: Numbers,
        caches: Numbers,
    },
    FoundNothing,
    Opened {
        way: u8,
    },
    /// A trap that was known is taken apart.
    Disarmed {
        who: Who,
        trap: Trap,
    },
    Heard {
        zone: u8,
        somebody: bool,
    },
    Healed {
        who: Who,
        by: Who,
        wounds: u8,
        left: u8,
    },
    Made {
        who: Who,
        kind: u8,
    },
    /// What a task needed was not there any more.
    CameToNothing {
        who: Who,
        chore: Chore,
    },
    /// The d10s at the end of a task, the lowest of which counts; `faces` of them bring an encounter.
    Rolled {
        throw: Throw,
        trys: u8,
        faces: u8,
    },
    /// An encounter, by the sense that brought it, if it was one.
    Stirred {
        sense: Option<u8>,
    },
    Drawn {
        throw: Throw,
    },
}

/// What somebody does with an item on a trek.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Handling {
    /// From a slot into a hand.
    Draw,
    /// From a hand into a slot.
    Stow,
    /// From the floor into an empty slot or a hand.
    PickUp,
}

impl Handling {
    pub const ALL: [Handling; 3] = [Handling::Draw, Handling::Stow, Handling::PickUp];

    pub const fn word(self) -> &'static str {
        match self {
            Handling::Draw => "draw",
            Handling::Stow => "stow",
            Handling::PickUp => "pick-up",
        }
    }
}

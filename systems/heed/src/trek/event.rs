//! What happens on a trek by the heed rules alone, as data. Words are made of it in `lines`.

use fracas_adventure::{Found, Trap};
use fracas_dice::{Check, Throw};
use fracas_kernel::Who;

use super::Deed;
use super::meeting::Answer;
use super::state::Chore;

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Event {
    // --- of somebody ---
    // As it was chosen: what somebody will do in the try, or has done with light and gear.
    Did(Deed),
    // This many things are left where the party is.
    Packed(u8),
    Works(Chore),
    // A task that needs luck.
    Tried(Check),
    Healed { by: Who, wounds: u8, left: u8 },
    // A thing of this kind.
    Made(u8),
    Disarmed(Trap),
    // What a task needed was not there any more.
    CameToNothing(Chore),
    // --- of all ---
    // How somebody is met, who goes first, and how it went.
    Answered { who: Who, answer: Answer, check: Check },
    // A task of this many trys.
    Began(u8),
    Found(Found),
    // A way.
    Opened(u8),
    Heard { zone: u8, somebody: bool },
    // The d10s at the end of a task, the lowest of which counts; `faces` of them bring an encounter.
    Rolled { throw: Throw, trys: u8, faces: u8 },
    // An encounter, by the sense that brought it, if it was one.
    Stirred(Option<u8>),
    // Who it is.
    Drawn(Throw),
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

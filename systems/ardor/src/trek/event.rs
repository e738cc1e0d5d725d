//! What happens on a journey, as data. Words are made of it in `story`.

use fracas_dice::Throw;
use fracas_kernel::{Outcome, Who};

use super::state::Foes;
use crate::data::Condition;

/// A d20 against a Challenge Score.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Try {
    pub throw: Throw,
    pub challenge: i16,
    pub success: bool,
    /// A natural 20.
    pub inspired: bool,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Event {
    Led {
        who: Who,
    },
    /// `first` if nobody was there before.
    Went {
        to: u8,
        first: bool,
    },
    Sneaked {
        who: Who,
        to: u8,
        careful: bool,
        roll: Try,
    },
    Crossed {
        who: Who,
        way: u8,
        to: u8,
        careful: bool,
        roll: Try,
    },
    /// The score was below the limit; `way` is none for a slip of somebody who went unseen to `to`.
    Fumbled {
        who: Who,
        way: Option<u8>,
        to: u8,
        below: i16,
    },
    Mishap {
        who: Who,
        throw: Throw,
        amount: i16,
    },
    ArdorLost {
        who: Who,
        amount: u8,
    },
    Afflicted {
        who: Who,
        condition: Condition,
        rounds: u8,
    },
    /// At the end of its strength, and brought round.
    Collapsed {
        who: Who,
    },
    /// Those who live near are seen from afar, or unseen.
    Seen {
        foes: Foes,
    },
    Passed {
        foes: Foes,
    },
    Met {
        foes: Foes,
        unaware: bool,
    },
    Paused,
    Mended {
        who: Who,
    },
    Slept {
        eaten: u8,
    },
    /// Something turned up in the night.
    Roused {
        foes: Foes,
    },
    /// No days if it was before the adventure.
    Lingered {
        days: u8,
    },
    /// It was no comfort to this one.
    IllAtEase {
        who: Who,
    },
    Eased {
        who: Who,
    },
    Waited,
    Searched {
        who: Who,
        roll: Try,
        found: bool,
    },
    FoundWay {
        way: u8,
    },
    FoundCache {
        cache: u8,
    },
    Forced {
        who: Who,
        way: u8,
        roll: Try,
    },
    Unlocked {
        way: u8,
    },
    /// Lifted under the eyes of those who live there.
    Filched {
        who: Who,
        cache: u8,
        roll: Try,
    },
    Took {
        who: Who,
        cache: u8,
    },
    /// Experience for everybody who is there.
    Earned {
        xp: u8,
    },
    Discovered {
        who: Who,
        which: u8,
        enough: bool,
    },
    Noted {
        who: Who,
        which: u8,
    },
    /// At once, or trained at an Extended Rest.
    Learned {
        who: Who,
        which: u8,
        price: u8,
    },
    Toughened {
        who: Who,
        most: i16,
    },
    Worked {
        who: Who,
        pursuit: u8,
        filled: u8,
    },
    /// A deed brought it forward.
    Furthered {
        pursuit: u8,
        filled: u8,
    },
    Completed {
        pursuit: u8,
    },
    /// What presses has come so far.
    Pressed {
        filled: u8,
    },
    Settled,
    CameToPass,
    Beaten {
        foes: Foes,
    },
    /// An encounter that ended without a victor.
    Parted {
        foes: Foes,
    },
    Woke {
        who: Who,
    },
    LeftBehind {
        who: Who,
    },
    Freed {
        who: Who,
    },
    GotAway {
        to: u8,
    },
    Achieved,
    Left,
    TimeUp,
    Over {
        outcome: Outcome,
    },
}

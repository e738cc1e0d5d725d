//! What happens on a trek by the ardor rules alone, as data. Words are made of it in `lines`.

use fracas_adventure::{Foes, Test};
use fracas_dice::Throw;
use fracas_kernel::Who;

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

impl From<Try> for Test {
    fn from(roll: Try) -> Test {
        let Try { throw, challenge, success, .. } = roll;
        Test { throw, against: "Challenge Score", value: challenge.into(), under: false, success }
    }
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Event {
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
    Paused,
    Mended {
        who: Who,
    },
    Slept {
        eaten: u16,
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
    /// Lifted under the eyes of those who live there.
    Filched {
        who: Who,
        cache: u8,
        roll: Try,
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
    /// What presses has come this far.
    Pressed {
        filled: u8,
    },
    Settled,
    CameToPass,
    /// An encounter that ended without a victor.
    Parted {
        foes: Foes,
    },
    Freed {
        who: Who,
    },
    Achieved,
}

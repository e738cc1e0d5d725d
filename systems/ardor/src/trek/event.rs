//! What happens on a trek by the ardor rules alone, as data. Words are made of it in `lines`.

use fracas_adventure::{Foes, Test};
use fracas_dice::Throw;

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
    // --- of somebody ---
    Sneaked { to: u8, careful: bool, roll: Try },
    Crossed { way: u8, to: u8, careful: bool, roll: Try },
    // The score was below the limit, of the place or of the judge's; `way` is none for a slip of somebody who went unseen
    // to `to`.
    Fumbled { way: Option<u8>, to: u8, below: i16, judged: bool },
    Mishap(Throw),
    ArdorLost(u8),
    Afflicted(Condition),
    // At the end of its strength, and brought round.
    Collapsed,
    Mended,
    // It was no comfort to this one.
    IllAtEase,
    Eased,
    // Lifted under the eyes of those who live there.
    Filched { cache: u8, roll: Try },
    // An ability by its place on the sheet, and whether there is enough experience to learn it at once.
    Discovered(u8, bool),
    Noted(u8),
    // At once, or trained at an Extended Rest; and for how much.
    Learned(u8, u8),
    Toughened,
    // On a pursuit, of which this much is full now.
    Worked(u8, u8),
    Freed,
    // --- of all ---
    // Those who live near are seen from afar, or unseen.
    Seen(Foes),
    Passed(Foes),
    Paused,
    // And this many rations were eaten.
    Slept(u16),
    // For how many days; none if it was before the adventure.
    Lingered(u8),
    Waited,
    // Experience for everybody who is there.
    Earned(u8),
    // A deed brought a pursuit this far.
    Furthered(u8, u8),
    Completed(u8),
    // What presses has come this far.
    Pressed(u8),
    Settled,
    CameToPass,
    // An encounter that ended without a victor.
    Parted(Foes),
    Achieved,
}

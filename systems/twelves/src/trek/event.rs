//! What happens between fights, as data. Words are made of it in `words`.

use fracas_kernel::{Outcome, Who};

use crate::event::Test;

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Event {
    Went {
        to: u8,
        first: bool,
    },
    /// Something about the place, by the rules of a fight in this area.
    There {
        area: u8,
        event: crate::Event,
    },
    Searched {
        who: Who,
        test: Test,
        ways: u64,
        caches: u64,
    },
    Listened {
        who: Who,
        way: u8,
        test: Test,
        heard: bool,
    },
    /// Tried to: by might or by wits.
    Opened {
        who: Who,
        way: u8,
        test: Test,
    },
    Took {
        who: Who,
        cache: u8,
        /// The weapon in it too, if there is one.
        armed: bool,
    },
    Tended {
        who: Who,
        target: Who,
        test: Test,
    },
    Salved {
        who: Who,
        target: Who,
        left: u8,
    },
    Watched {
        who: Who,
    },
    Leads {
        who: Who,
    },
    Rested,
    Recovered {
        who: Who,
        left: u8,
    },
    /// A rest is broken, or ten minutes were too many.
    Stirred,
    /// Nothing is left that could turn up.
    Nothing,
    Met {
        encounter: u8,
        turned_up: bool,
    },
    MetStrays,
    Won,
    GotAway {
        to: u8,
    },
    Died {
        who: Who,
    },
    Darkness,
    Left,
    TimeIsUp,
    Over {
        outcome: Outcome,
    },
}

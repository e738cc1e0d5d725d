//! What happens between fights, as data. Words are made of it in `words`.

use fracas_dice::Check;
use fracas_kernel::{Outcome, Who};

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Event {
    Went {
        to: u8,
        first: bool,
    },
    Searched {
        who: Who,
        check: Check,
        ways: u64,
        caches: u64,
    },
    /// Tried to, by force or by skill.
    Opened {
        who: Who,
        way: u8,
        check: Check,
        force: bool,
    },
    /// What was in a cache; `left` if not all of it could be carried.
    Emptied {
        who: Who,
        cache: u8,
        left: bool,
    },
    Took {
        who: Who,
        item: u8,
    },
    Gave {
        who: Who,
        to: Who,
        item: u8,
    },
    Dropped {
        who: Who,
        item: u8,
    },
    Equipped {
        who: Who,
        item: u8,
    },
    Unequipped {
        who: Who,
        item: u8,
    },
    Tended {
        who: Who,
        target: Who,
        wounds: u8,
    },
    Woke {
        who: Who,
    },
    Waited {
        who: Who,
    },
    Leads {
        who: Who,
    },
    /// Damage and conditions are over.
    Breathed,
    Rested,
    Recovered {
        who: Who,
        wounds: u8,
    },
    Stirred,
    Nothing,
    Met {
        encounter: u8,
        turned_up: bool,
    },
    MetStrays,
    /// The field is theirs, with so much lying on it.
    Won {
        lying: u8,
    },
    GotAway {
        to: u8,
    },
    Died {
        who: Who,
    },
    Left,
    TimeIsUp,
    Over {
        outcome: Outcome,
    },
}

//! What happens on a trek, as data. Words are made of it in `lines`.

use fracas_dice::{Check, Throw};
use fracas_kernel::{Outcome, Who};

use crate::{Foes, Numbers, Trap};

/// What is tried with dice.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Attempt {
    Search,
    Listen { way: u8 },
    Force { way: u8 },
    Pick { way: u8 },
    Disarm { trap: Trap },
}

/// How it went.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Test {
    pub throw: Throw,
    /// What it was held against: its name, if it has one, and the number.
    pub against: &'static str,
    pub value: i32,
    /// Had the dice to stay at or below it?
    pub under: bool,
    pub success: bool,
}

impl From<Check> for Test {
    fn from(check: Check) -> Test {
        let Check { throw, target: value, success } = check;
        Test { throw, against: "", value, under: false, success }
    }
}

/// `E` is what happens in one system alone, `F` what happens in its fights.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Event<E, F> {
    Went {
        to: u8,
        first: bool,
    },
    Searched {
        who: Who,
        test: Test,
        ways: Numbers,
        caches: Numbers,
    },
    Listened {
        who: Who,
        way: u8,
        test: Test,
        /// Who was heard.
        heard: Option<Foes>,
    },
    /// Tried to open a door, by force or by skill.
    Opened {
        who: Who,
        way: u8,
        test: Test,
        force: bool,
    },
    Took {
        who: Who,
        cache: u8,
        /// All that was in it; otherwise something of it was left lying.
        all: bool,
    },
    /// Something that was taken is the key to it.
    Unlocked {
        way: u8,
    },
    /// A trap has gone off; `what` is its number in the system.
    Sprung {
        trap: Trap,
        what: u8,
    },
    /// Somebody has found the signs of a trap.
    Spied {
        who: Who,
    },
    Disarmed {
        who: Who,
        trap: Trap,
        test: Test,
    },
    /// Something that was found is taken up, or put away.
    Equipped {
        who: Who,
        gear: u8,
        up: bool,
    },
    /// On those who were beaten.
    Plundered {
        gear: u8,
    },
    Stayed {
        who: Who,
    },
    Leads {
        who: Who,
    },
    Rested,
    RestBroken,
    /// Nothing is left that could turn up.
    Nothing,
    Met {
        foes: Foes,
        turned_up: bool,
    },
    GotAway {
        to: u8,
    },
    /// Brought round, or on its feet again.
    Woke {
        who: Who,
    },
    LeftBehind {
        who: Who,
    },
    Died {
        who: Who,
    },
    Left,
    TimeIsUp,
    Over {
        outcome: Outcome,
    },
    /// By the rules of a fight around this zone, where nobody fights.
    There {
        at: u8,
        event: F,
    },
    /// Of this system alone, and about `who` if it is about somebody.
    Own {
        who: Option<Who>,
        what: E,
    },
}

impl<E, F> Event<E, F> {
    /// Something of the system's own that is about somebody.
    pub fn of(who: Who, what: E) -> Event<E, F> {
        Event::Own { who: Some(who), what }
    }
}

impl<E, F> From<E> for Event<E, F> {
    fn from(what: E) -> Event<E, F> {
        Event::Own { who: None, what }
    }
}

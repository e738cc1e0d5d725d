//! What happens in a fight, as data. Words are made of it in `lines`.

use fracas_dice::Throw;
use fracas_kernel::plot::Happening;
use fracas_kernel::{Door, Handle, Outcome, Side, Who};

use crate::data::Attribute;

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Event {
    Round {
        number: u16,
    },
    Turn {
        side: Side,
    },
    /// Who need not make the agility check of the first round.
    Ready {
        who: Who,
    },
    /// The agility check of the first round.
    Agility {
        who: Who,
        test: Test,
    },
    LosesTurn {
        who: Who,
    },
    Attacked {
        who: Who,
        with: u8,
        target: Who,
        how: How,
        number: Number,
        throw: Throw,
        left: u8,
    },
    /// Whom the second weapon takes when the first has felled its target.
    Turned {
        who: Who,
        target: Who,
    },
    Moved {
        who: Who,
        from: u8,
        to: u8,
    },
    /// An opportunity attack kept somebody from moving.
    Stopped {
        who: Who,
        by: Who,
    },
    Fled {
        who: Who,
    },
    Grappled {
        who: Who,
        target: Who,
        test: Test,
    },
    Shoved {
        who: Who,
        target: Who,
        to: u8,
        test: Test,
    },
    BrokeFree {
        who: Who,
        test: Test,
    },
    LetGo {
        who: Who,
        target: Who,
    },
    /// A hold ended by what happened to one of the two.
    Loose {
        who: Who,
    },
    Used {
        who: Who,
        feature: u8,
        target: Option<Who>,
        test: Test,
    },
    /// Who enters a hazard may be spared by a check.
    Braved {
        who: Who,
        by: Source,
        test: Test,
    },
    /// By a hazard or a feature. `throw` is none where the hits are fixed.
    Harmed {
        who: Who,
        by: Source,
        number: Option<Number>,
        throw: Option<Throw>,
        hits: u8,
        left: u8,
    },
    Healed {
        who: Who,
        hits: u8,
        left: u8,
    },
    /// Put into another zone by a feature.
    Carried {
        who: Who,
        to: u8,
    },
    Held {
        who: Who,
        by: Source,
    },
    /// Hit with what holds, by this one.
    Caught {
        who: Who,
        by: Who,
    },
    /// Hits that came back with the new round.
    Regrown {
        who: Who,
        hits: u8,
        left: u8,
    },
    Dazed {
        who: Who,
    },
    Covered {
        zone: u8,
        cover: u8,
    },
    /// Somebody does something with a door; a check where others stand against it, or it is fast.
    Handled {
        who: Who,
        door: u8,
        what: Handle,
        test: Option<Test>,
    },
    /// A door is like this from now on, because somebody walked through or something worked it.
    Door {
        door: u8,
        now: Door,
    },
    Hazard {
        zone: u8,
        active: bool,
    },
    Defeated {
        who: Who,
    },
    Passed {
        who: Who,
    },
    /// Of the goals and events of this fight.
    Plot {
        happening: Happening,
    },
    Over {
        outcome: Outcome,
    },
}

impl Event {
    /// Whom it is about: who does it, and to whom.
    pub(crate) fn people(&self) -> [Option<Who>; 2] {
        match *self {
            Event::Ready { who }
            | Event::Agility { who, .. }
            | Event::LosesTurn { who }
            | Event::Moved { who, .. }
            | Event::Fled { who }
            | Event::BrokeFree { who, .. }
            | Event::Loose { who }
            | Event::Braved { who, .. }
            | Event::Harmed { who, .. }
            | Event::Healed { who, .. }
            | Event::Carried { who, .. }
            | Event::Held { who, .. }
            | Event::Regrown { who, .. }
            | Event::Dazed { who }
            | Event::Handled { who, .. }
            | Event::Defeated { who }
            | Event::Passed { who } => [Some(who), None],
            Event::Plot { happening } => happening.people(),
            Event::Attacked { who, target, .. }
            | Event::Turned { who, target }
            | Event::Grappled { who, target, .. }
            | Event::Shoved { who, target, .. }
            | Event::LetGo { who, target }
            | Event::Caught { who, by: target }
            | Event::Stopped { who, by: target } => [Some(who), Some(target)],
            Event::Used { who, target, .. } => [Some(who), target],
            Event::Round { .. }
            | Event::Turn { .. }
            | Event::Covered { .. }
            | Event::Door { .. }
            | Event::Hazard { .. }
            | Event::Over { .. } => [None, None],
        }
    }
}

/// An attribute check: the die, and what it had to stay at or under.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Test {
    pub attribute: Attribute,
    pub value: u8,
    pub throw: Throw,
    pub success: bool,
}

/// What each die of an attack had to reach: the target's TH, with what was added to it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Number {
    pub th: u8,
    pub cover: u8,
    /// The penalty of a second weapon, which is the same as a higher TH.
    pub penalty: u8,
}

impl Number {
    #[inline]
    pub fn total(self) -> u16 {
        u16::from(self.th) + u16::from(self.cover) + u16::from(self.penalty)
    }
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum How {
    First,
    Second,
    Opportunity,
}

/// Where harm comes from.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Source {
    Feature(u8),
    /// Of this zone.
    Hazard(u8),
    /// Between fights.
    Trap(u8),
}

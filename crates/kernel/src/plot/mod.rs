//! What a fight is about beside the last side standing, and what happens of itself: goals, losses, incidents and prizes. A
//! scenario says so once ([`Plot`]); how far it has come is plain data in the state ([`Course`]); [`unfold`] plays it. It knows
//! no system: a system that is [`Plotted`] says where people are, and carries out what happens.
//!
//! Content calls an incident an `[[event]]`; in code an event is something that was told.

mod carry;
mod course;
mod errand;
mod show;
mod unfold;

pub use carry::{can_take, carry, carry_text, describe_carry, why_not_drop, why_not_take};
pub use course::{Course, Lies, Vantage};
pub use errand::{Errand, errand, prey, progress};
pub use show::{dress, line_of};
pub use unfold::{Plotted, Tick, unfold, verdict};

use crate::{Set, Side, Who, ZoneSet};

/// Incidents of a plot, by number.
pub type Incidents = Set<u8, u32>;
/// Goals of a plot and then its losses, by number.
pub type Aims = Set<u8, u8>;

/// The most incidents that a fight can have.
pub const MAX_INCIDENTS: usize = 32;
/// The most goals and losses together.
pub const MAX_AIMS: usize = 8;
/// The most things to carry.
pub const MAX_PRIZES: usize = 3;

/// All that a scenario says of goals and events; empty for most fights.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Plot {
    /// What the heroes must achieve, all of it.
    pub goals: Vec<Goal>,
    /// What must not happen: any of it is enough for the monsters.
    pub losses: Vec<Goal>,
    pub incidents: Vec<Incident>,
    pub prizes: Vec<Prize>,
    /// Who comes with which incident.
    pub comers: Vec<(Who, u8)>,
    /// The places that it can speak of, by number: zones, or areas of a grid.
    pub places: Vec<Spot>,
    /// How incidents call the doors, by number.
    pub doors: Vec<String>,
    /// How incidents call the hazards, by number.
    pub hazards: Vec<String>,
}

/// A place, as people and choices call it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Spot {
    pub id: String,
    pub name: String,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Goal {
    pub aim: Aim,
    /// In the author's words, if there are any.
    pub text: Option<String>,
}

/// What somebody wants to achieve. Of a goal these are the heroes, of a loss the monsters.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Aim {
    /// This many rounds have gone by.
    Hold {
        rounds: u16,
    },
    /// A number of them are in a place at the same time, or one who is named.
    Reach {
        place: u8,
        by: By,
    },
    /// Something is brought to a place, or off the field.
    Carry {
        prize: u8,
        to: Option<u8>,
    },
    /// Somebody comes to a place, or off the field.
    Bring {
        who: Who,
        to: Option<u8>,
    },
    /// Somebody is alive when it is over.
    Protect {
        who: Who,
    },
    Kill {
        who: Who,
    },
    /// Nobody is left on the field, and this many have got away.
    Leave {
        count: u8,
    },
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum By {
    Any(u8),
    One(Who),
}

/// Something that happens once, of itself.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Incident {
    pub id: String,
    pub cue: Cue,
    /// Read to the table.
    pub text: Option<String>,
    /// A place that becomes dangerous, and by which of the system's hazards.
    pub hazard: Option<(u8, u8)>,
    /// A door that opens (true) or shuts.
    pub door: Option<(u8, bool)>,
    /// Where it can be perceived; everywhere if there is none.
    pub shows: ZoneSet,
}

/// What an incident waits for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Cue {
    /// The beginning of a round.
    Round(u16),
    /// Somebody is down, dead or gone.
    Falls(Who),
    /// A side has no more than this many on their feet.
    DownTo {
        side: Side,
        count: u8,
    },
    Enters {
        place: u8,
        side: Side,
    },
    Opens {
        door: u8,
    },
    Taken {
        prize: u8,
    },
}

/// Something that can be carried.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Prize {
    pub id: String,
    pub name: String,
    pub about: String,
    /// Where it lies at first.
    pub at: u8,
    /// Which sides can pick it up.
    pub takers: [bool; 2],
}

/// Something of the plot that happened, for the log.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Happening {
    Read {
        incident: u8,
    },
    Came {
        who: Who,
    },
    Rose {
        incident: u8,
    },
    Door {
        incident: u8,
    },
    Took {
        who: Who,
        prize: u8,
    },
    Dropped {
        who: Who,
        prize: u8,
    },
    Away {
        who: Who,
        prize: u8,
    },
    /// One of several goals.
    Met {
        goal: u8,
    },
}

impl Happening {
    /// Whom it is about.
    pub fn people(self) -> [Option<Who>; 2] {
        match self {
            Happening::Came { who }
            | Happening::Took { who, .. }
            | Happening::Dropped { who, .. }
            | Happening::Away { who, .. } => [Some(who), None],
            _ => [None, None],
        }
    }
}

impl Plot {
    /// Most fights have none, and pay one branch for that.
    #[inline(always)]
    pub fn is_empty(&self) -> bool {
        self.goals.is_empty() && self.losses.is_empty() && self.incidents.is_empty()
    }

    /// Goals, then losses, with their numbers and the side that wants them.
    pub fn aims(&self) -> impl Iterator<Item = (u8, Side, Aim)> + '_ {
        let of = |side| move |goal: &Goal| (side, goal.aim);
        let all = self.goals.iter().map(of(Side::Heroes)).chain(self.losses.iter().map(of(Side::Monsters)));
        (0_u8..).zip(all).map(|(number, (side, aim))| (number, side, aim))
    }

    /// Those who come later.
    pub fn comers(&self) -> crate::Crowd {
        self.comers.iter().map(|&(who, _)| who).collect()
    }

    /// The hazard that has come to a place, if any.
    #[inline]
    pub fn hazard_at(&self, course: &Course, place: u8) -> Option<u8> {
        let of = |incident: u8| self.incidents.get(usize::from(incident)).and_then(|one| one.hazard);
        course.risen.filter_map(of).find(|&(at, _)| at == place).map(|(_, hazard)| hazard)
    }

    /// The places to which a hazard has come.
    pub fn risen(&self, course: &Course) -> ZoneSet {
        let of = |incident: u8| self.incidents.get(usize::from(incident)).and_then(|one| one.hazard);
        course.risen.filter_map(of).map(|(place, _)| place).collect()
    }

    pub(crate) fn incident(&self, number: u8) -> Option<&Incident> {
        self.incidents.get(usize::from(number))
    }

    pub fn prize(&self, number: u8) -> Option<&Prize> {
        self.prizes.get(usize::from(number))
    }
}

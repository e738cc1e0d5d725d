//! How far a plot has come: plain data, a part of a fight's state.

use serde::{Deserialize, Serialize};

use super::{Aims, Incidents, MAX_PRIZES, Plot};
use crate::{Crowd, Side, Who, ZoneSet};

#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Course {
    /// Who is still to come.
    pub away: Crowd,
    /// Incidents that have happened. Whoever does not know what is to come takes all of them for past.
    pub past: Incidents,
    /// Of those, the hazards that are there now.
    pub risen: Incidents,
    /// What was reached once and for all.
    pub met: Aims,
    /// By number of prize.
    pub prizes: [Lies; MAX_PRIZES],
}

const _: () = assert!(size_of::<Course>() <= 32);

/// Where a prize is.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Lies {
    /// Nobody knows where, or there is none of that number.
    #[default]
    Nowhere,
    At(u8),
    With(Who),
    /// Off the field, with somebody of this side.
    Out(Side),
}

/// What somebody can perceive.
#[derive(Clone, Copy, Debug)]
pub struct Vantage {
    /// Whom they do not perceive.
    pub hidden: Crowd,
    /// The places that they see now.
    pub watched: ZoneSet,
    /// The places that they know.
    pub seen: ZoneSet,
}

impl Vantage {
    /// Of somebody from whom nothing on the field is hidden.
    pub const ALL: Vantage = Vantage { hidden: Crowd::NONE, watched: ZoneSet::ALL, seen: ZoneSet::ALL };
}

impl Course {
    /// Of a fight without a plot.
    pub const NONE: Course = Course {
        away: Crowd::NONE,
        past: Incidents::NONE,
        risen: Incidents::NONE,
        met: Aims::NONE,
        prizes: [Lies::Nowhere; MAX_PRIZES],
    };

    /// Before anything has happened.
    pub fn new(plot: &Plot) -> Course {
        let mut course = Course { away: plot.comers(), ..Course::NONE };
        for (lies, prize) in course.prizes.iter_mut().zip(&plot.prizes) {
            *lies = Lies::At(prize.at);
        }
        course
    }

    /// As it is known to those who see so much of the field: nobody foresees what is to come.
    pub fn known(&self, plot: &Plot, vantage: Vantage) -> Course {
        let seen = |incident: &u8| {
            plot.incident(*incident).and_then(|one| one.hazard).is_some_and(|(at, _)| vantage.seen.has(at))
        };
        let mut known = Course {
            away: self.away | (plot.comers() & vantage.hidden),
            past: Incidents::first_few(plot.incidents.len()),
            risen: self.risen.filter(seen).collect(),
            ..*self
        };
        for (lies, prize) in known.prizes.iter_mut().zip(&plot.prizes) {
            let perceived = match *lies {
                Lies::At(place) => vantage.watched.has(place),
                Lies::With(who) => !vantage.hidden.has(who),
                Lies::Out(_) | Lies::Nowhere => true,
            };
            if !perceived {
                let supposed = if vantage.watched.has(prize.at) { Lies::Nowhere } else { Lies::At(prize.at) };
                *lies = supposed;
            }
        }
        known
    }

    /// What somebody carries.
    pub fn carried(&self, who: Who) -> Option<u8> {
        self.prizes.iter().position(|&lies| lies == Lies::With(who)).map(|number| number as u8)
    }

    pub fn lies(&self, prize: u8) -> Lies {
        self.prizes.get(usize::from(prize)).copied().unwrap_or_default()
    }

    /// Puts a prize somewhere.
    pub fn lay(&mut self, prize: u8, lies: Lies) {
        if let Some(place) = self.prizes.get_mut(usize::from(prize)) {
            *place = lies;
        }
    }
}

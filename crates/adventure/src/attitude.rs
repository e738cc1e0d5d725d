//! How those who are met take to the party, and what is kept of it. What follows from it is a system's business.

use fracas_kernel::By;
use serde::{Deserialize, Serialize};

use crate::{Foes, Numbers};

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Attitude {
    Hostile,
    Unfriendly,
    #[default]
    Neutral,
    Indifferent,
    Friendly,
}

impl Attitude {
    pub const ALL: [(&'static str, Attitude); 5] = [
        ("hostile", Attitude::Hostile),
        ("unfriendly", Attitude::Unfriendly),
        ("neutral", Attitude::Neutral),
        ("indifferent", Attitude::Indifferent),
        ("friendly", Attitude::Friendly),
    ];

    pub fn name(self) -> &'static str {
        Attitude::ALL[self as usize].0
    }

    pub fn named(name: &str) -> Option<Attitude> {
        Attitude::ALL.into_iter().find(|(known, _)| *known == name).map(|(_, attitude)| attitude)
    }
}

/// The attitudes of all bands of a place, as far as they are settled.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Attitudes {
    /// Bands that the party has met, by number.
    pub met: Numbers,
    each: By<u8, Attitude, { Foes::MAX }>,
}

impl Attitudes {
    pub fn of(&self, foes: Foes) -> Option<Attitude> {
        self.met.has(foes.number()).then(|| self.each[foes.number()])
    }

    pub fn settle(&mut self, foes: Foes, attitude: Attitude) {
        self.met.insert(foes.number());
        self.each[foes.number()] = attitude;
    }

    pub fn forget(&mut self, foes: Foes) {
        self.met.remove(foes.number());
    }
}

//! Who is at the table: combatants by number, sets of them, and the two sides.

use serde::{Deserialize, Serialize};

/// A combatant, by its place in the state's arrays.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(try_from = "u8", into = "u8")]
#[cfg_attr(feature = "types", derive(ts_rs::TS), ts(type = "number"))]
pub struct Who(pub u8);

impl TryFrom<u8> for Who {
    type Error = String;

    fn try_from(number: u8) -> Result<Who, String> {
        if usize::from(number) < Crowd::MOST {
            Ok(Who(number))
        } else {
            Err(format!("a combatant's number is from 0 to {}, not {number}", Crowd::MOST - 1))
        }
    }
}

impl From<Who> for u8 {
    fn from(who: Who) -> u8 {
        who.0
    }
}

impl Who {
    #[inline]
    pub const fn index(self) -> usize {
        self.0 as usize
    }
}

/// The two sides of an encounter.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
pub enum Side {
    Heroes,
    Monsters,
}

impl Side {
    pub const BOTH: [Side; 2] = [Side::Heroes, Side::Monsters];

    #[inline]
    pub const fn other(self) -> Side {
        match self {
            Side::Heroes => Side::Monsters,
            Side::Monsters => Side::Heroes,
        }
    }

    #[inline]
    pub const fn index(self) -> usize {
        self as usize
    }

    pub const fn name(self) -> &'static str {
        match self {
            Side::Heroes => "heroes",
            Side::Monsters => "monsters",
        }
    }
}

/// A set of combatants. A number from [`Crowd::MOST`] on is in none.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default, Serialize, Deserialize)]
#[serde(from = "Vec<Who>", into = "Vec<Who>")]
#[cfg_attr(feature = "types", derive(ts_rs::TS), ts(type = "number[]"))]
pub struct Crowd(pub u128);

impl Crowd {
    pub const NONE: Crowd = Crowd(0);
    pub const ALL: Crowd = Crowd(u128::MAX);
    /// So many fit.
    pub const MOST: usize = 128;

    #[inline]
    pub const fn one(who: Who) -> Crowd {
        match 1_u128.checked_shl(who.0 as u32) {
            Some(bit) => Crowd(bit),
            None => Crowd::NONE,
        }
    }

    #[inline]
    pub const fn has(self, who: Who) -> bool {
        self.0 & Crowd::one(who).0 != 0
    }

    #[inline]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    #[inline]
    pub const fn len(self) -> usize {
        self.0.count_ones() as usize
    }

    #[inline]
    pub const fn first(self) -> Option<Who> {
        if self.0 == 0 { None } else { Some(Who(self.0.trailing_zeros() as u8)) }
    }

    #[inline]
    #[must_use]
    pub const fn and(self, other: Crowd) -> Crowd {
        Crowd(self.0 & other.0)
    }

    #[inline]
    #[must_use]
    pub const fn or(self, other: Crowd) -> Crowd {
        Crowd(self.0 | other.0)
    }

    #[inline]
    #[must_use]
    pub const fn without(self, other: Crowd) -> Crowd {
        Crowd(self.0 & !other.0)
    }

    #[inline]
    pub fn insert(&mut self, who: Who) {
        self.0 |= Crowd::one(who).0;
    }

    #[inline]
    pub fn remove(&mut self, who: Who) {
        self.0 &= !Crowd::one(who).0;
    }
}

impl Iterator for Crowd {
    type Item = Who;

    #[inline]
    fn next(&mut self) -> Option<Who> {
        let first = self.first()?;
        self.0 &= self.0 - 1;
        Some(first)
    }
}

impl FromIterator<Who> for Crowd {
    fn from_iter<I: IntoIterator<Item = Who>>(all: I) -> Crowd {
        all.into_iter().fold(Crowd::NONE, |crowd, who| crowd.or(Crowd::one(who)))
    }
}

impl From<Vec<Who>> for Crowd {
    fn from(all: Vec<Who>) -> Crowd {
        all.into_iter().collect()
    }
}

impl From<Crowd> for Vec<Who> {
    fn from(crowd: Crowd) -> Vec<Who> {
        crowd.collect()
    }
}

impl std::fmt::Debug for Crowd {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_set().entries(self.map(|who| who.0)).finish()
    }
}

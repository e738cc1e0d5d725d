//! Who is at the table: combatants by number, sets of them, and the two sides.

use serde::{Deserialize, Serialize};

use crate::{Choice, Numbered, Set};

/// A combatant, by its place in the state's arrays.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(try_from = "u8", into = "u8")]
#[cfg_attr(feature = "types", derive(ts_rs::TS), ts(type = "number"))]
pub struct Who(pub u8);

impl TryFrom<u8> for Who {
    type Error = String;

    fn try_from(number: u8) -> Result<Who, String> {
        if usize::from(number) < Crowd::WIDTH {
            Ok(Who(number))
        } else {
            Err(format!("a combatant's number is from 0 to {}, not {number}", Crowd::WIDTH - 1))
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

    /// The choice of this one to do something.
    #[inline]
    pub const fn does<D>(self, deed: D) -> Choice<D> {
        Choice { who: self, deed }
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

impl Numbered for Who {
    #[inline(always)]
    fn number(self) -> usize {
        self.index()
    }

    #[inline(always)]
    fn numbered(number: usize) -> Who {
        Who(number as u8)
    }
}

/// A set of combatants, as wide as a table can be.
pub type Crowd = Set<Who, u128>;

//! Checks that the judge calls for, and what people want to try that no choice stands for.

use fracas_dice::{Dice, Roll, Why};
use serde::Serialize;

use crate::{Record, Rolled, Who};

/// A check as a system makes it: what is rolled, and what it is held against.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Demand {
    pub why: Why,
    pub roll: Roll,
    pub target: i32,
    /// Must the roll stay at or below the target, instead of reaching it?
    pub under: bool,
    /// What the target is called ("might", "AC").
    pub against: String,
    /// The rule by which it is made.
    pub rule: Option<&'static str>,
}

impl Demand {
    /// A roll that must reach a number.
    pub fn reaching(why: Why, roll: Roll, against: impl Into<String>, target: i32) -> Demand {
        Demand { why, roll, target, under: false, against: against.into(), rule: None }
    }

    /// A roll that must stay at or below a number.
    pub fn staying_under(why: Why, roll: Roll, against: impl Into<String>, target: i32) -> Demand {
        Demand { under: true, ..Demand::reaching(why.wanted_low(), roll, against, target) }
    }

    #[must_use]
    pub fn by(self, rule: &'static str) -> Demand {
        Demand { rule: Some(rule), ..self }
    }

    /// Rolls, and says whether it came off.
    pub(crate) fn make(&self, dice: &mut impl Dice) -> bool {
        match self.under {
            true => !dice.check(self.why, self.roll, self.target.saturating_add(1)).success,
            false => dice.check(self.why, self.roll, self.target).success,
        }
    }

    /// As it was rolled.
    pub(crate) fn rolled(&self, record: &Record) -> Rolled {
        let rolled = record.rolled();
        let against = self.against.clone();
        if self.under { rolled.under(against, self.target) } else { rolled.against(against, self.target) }
    }
}

/// Something that a player wants to try, in their own words, until the judge has answered it with
/// [`crate::Judgement::Attempt`] or [`crate::Judgement::Decline`].
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
pub struct Proposal {
    pub who: Who,
    pub tries: String,
}

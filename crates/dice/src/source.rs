//! The one door through which every die comes.

use crate::Roll;

/// What a roll is for: how it is named at the table, and whose it is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Why {
    pub label: &'static str,
    /// The index of the combatant that rolls; [`Why::NOBODY`] for the table's own rolls.
    pub roller: u8,
    /// Whoever rolls wants it low: what favours a roll then makes it lower.
    pub low: bool,
}

impl Why {
    pub const NOBODY: u8 = u8::MAX;

    #[inline]
    pub const fn new(label: &'static str, roller: u8) -> Why {
        Why { label, roller, low: false }
    }

    #[inline]
    pub const fn table(label: &'static str) -> Why {
        Why { label, roller: Why::NOBODY, low: false }
    }

    /// The same where a low roll is the good one.
    #[inline]
    pub const fn wanted_low(self) -> Why {
        Why { low: true, ..self }
    }
}

/// A roll and its result.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Throw {
    /// As it was rolled: a judge may have changed what was asked for.
    pub roll: Roll,
    pub value: i32,
    /// Which roll of the step this was, for sources that keep the faces.
    pub nth: u16,
}

/// A roll against a number.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Check {
    pub throw: Throw,
    pub target: i32,
    pub success: bool,
}

/// Two rolls against each other.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Versus {
    pub mine: Throw,
    pub theirs: Throw,
    pub result: std::cmp::Ordering,
}

/// Where results come from.
///
/// Rules ask for no more than they need: a rule that only wants to know whether a number is reached asks for a
/// [`Dice::check`], and must not let anything but its success change the state. Enumerating the outcomes then takes two
/// branches instead of one for each face.
pub trait Dice {
    fn roll(&mut self, why: Why, roll: Roll) -> Throw;

    /// Does the roll reach the target?
    #[inline(always)]
    fn check(&mut self, why: Why, roll: Roll, target: i32) -> Check {
        let throw = self.roll(why, roll);
        Check { throw, target, success: throw.value >= target }
    }

    /// A check, and on success a roll that it leads to, such as to hit and then for damage. If the check fails, nothing
    /// more is rolled, and the throw means nothing.
    #[inline(always)]
    fn check_then(
        &mut self,
        why: Why,
        roll: Roll,
        target: i32,
        then_why: Why,
        then: &Roll,
    ) -> (Check, Throw) {
        let check = self.check(why, roll, target);
        let none = Throw { roll: *then, value: 0, nth: 0 };
        (check, if check.success { self.roll(then_why, *then) } else { none })
    }

    /// Does the roll come to exactly the target? As with a check, nothing else may change the state.
    #[inline(always)]
    fn exactly(&mut self, why: Why, roll: Roll, target: i32) -> Check {
        let throw = self.roll(why, roll);
        Check { throw, target, success: throw.value == target }
    }

    /// Which of two rolls is higher?
    #[inline(always)]
    fn versus(&mut self, why: Why, mine: Roll, other: Why, theirs: Roll) -> Versus {
        let mine = self.roll(why, mine);
        let theirs = self.roll(other, theirs);
        Versus { mine, theirs, result: mine.value.cmp(&theirs.value) }
    }

    /// How much the judge favours this roll, for one whose dice are neither high nor low but look something up: above 0 is
    /// for the roller, below against. The rules then see to it themselves, and the judge's word is spent.
    #[inline(always)]
    fn favour(&mut self, _why: Why) -> i32 {
        0
    }

    /// One of `n` things, evenly.
    #[inline]
    fn pick(&mut self, why: Why, n: usize) -> usize {
        if n < 2 {
            return 0;
        }
        (self.roll(why, Roll::d(n as u16)).value - 1) as usize
    }
}

impl<D: Dice + ?Sized> Dice for &mut D {
    fn roll(&mut self, why: Why, roll: Roll) -> Throw {
        (**self).roll(why, roll)
    }

    fn check(&mut self, why: Why, roll: Roll, target: i32) -> Check {
        (**self).check(why, roll, target)
    }

    fn check_then(
        &mut self,
        why: Why,
        roll: Roll,
        target: i32,
        then_why: Why,
        then: &Roll,
    ) -> (Check, Throw) {
        (**self).check_then(why, roll, target, then_why, then)
    }

    fn exactly(&mut self, why: Why, roll: Roll, target: i32) -> Check {
        (**self).exactly(why, roll, target)
    }

    fn favour(&mut self, why: Why) -> i32 {
        (**self).favour(why)
    }

    fn versus(&mut self, why: Why, mine: Roll, other: Why, theirs: Roll) -> Versus {
        (**self).versus(why, mine, other, theirs)
    }

    fn pick(&mut self, why: Why, n: usize) -> usize {
        (**self).pick(why, n)
    }
}

//! From one fight into the next on the same day, where nobody explores anything in between.

use fracas_dice::Dice;
use fracas_kernel::{Play, Who};

/// A fight that can come after another.
pub trait Onward: Play {
    /// This fight at its start, with the heroes as they come out of one that they have won: hurt, without what they
    /// have used up, without their dead; and with what the rules give for nothing while nobody fights, short of a
    /// night's rest. Those who fled are back. `before` are the rules of that fight and `ended` is its end; `heroes`
    /// says who is who, then and now.
    fn onward(
        &self,
        before: &Self,
        ended: &Self::State,
        heroes: &[(Who, Who)],
        dice: &mut impl Dice,
    ) -> Self::State;
}

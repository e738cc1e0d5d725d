//! From one fight into the next on the same day, where nobody explores anything in between.

use fracas_dice::Dice;
use fracas_kernel::{Play, Who};

/// A fight that can come after another. Those who fled are back.
pub trait Onward: Play {
    /// What the rules give for nothing when a fight is won and nobody fights, short of a night's rest.
    fn breathe(&self, _ended: &mut Self::State, _heroes: &[(Who, Who)], _dice: &mut impl Dice) {}

    /// A hero comes into this fight as it came out of the one before: hurt, without what was used up, or dead. It was
    /// number `then` in that, by its rules `before`, and is number `now` in this.
    fn carry_over(&self, fight: &mut Self::State, now: Who, then: Who, ended: &Self::State, before: &Self);

    /// Everybody is there.
    fn begin(&self, _fight: &mut Self::State) {}
}

/// The fight by `rules` at its start, with the heroes as they come out of one that they have won. `before` are the rules of
/// that fight and `ended` is its end; `heroes` says who is who, then and now.
pub fn onward<R: Onward>(
    rules: &R,
    before: &R,
    ended: &R::State,
    heroes: &[(Who, Who)],
    dice: &mut impl Dice,
) -> R::State {
    let (mut ended, mut fight) = (ended.clone(), rules.start());
    before.breathe(&mut ended, heroes, dice);
    for &(then, now) in heroes {
        rules.carry_over(&mut fight, now, then, &ended, before);
    }
    rules.begin(&mut fight);
    fight
}

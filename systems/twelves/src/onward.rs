//! From one fight straight into the next.

use fracas_adventure::Onward;
use fracas_dice::{Dice, Roll, Why};
use fracas_kernel::Who;

use crate::data::{Attribute, Twelves};
use crate::state::State;

/// On to the next fight when the defeated have been seen to.
impl Onward for Twelves {
    fn breathe(&self, ended: &mut State, heroes: &[(Who, Who)], dice: &mut impl Dice) {
        for &(fallen, _) in heroes {
            // TWELVES-J7: each can try once, those who have just been helped up too.
            for &(friend, _) in heroes {
                if ended.hits[fallen] == 0 && ended.hits[friend] > 0 {
                    let wits = self.attribute(ended, friend, Attribute::Wits, 0, 0);
                    let check =
                        dice.check(Why::new("tend", friend.0).wanted_low(), Roll::d(12), i32::from(wits) + 1);
                    ended.hits[fallen] = (!check.success).into();
                }
            }
        }
    }

    fn carry_over(&self, fight: &mut State, now: Who, then: Who, ended: &State, _before: &Twelves) {
        fight.hits[now] = ended.hits[then].min(fight.max_hits[now]);
        if ended.hits[then] == 0 {
            fight.standing.remove(now);
            fight.gone.insert(now);
            fight.take_off(now);
        }
    }

    fn begin(&self, fight: &mut State) {
        fight.open_fight();
    }
}

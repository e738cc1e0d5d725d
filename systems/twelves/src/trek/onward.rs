//! On to the next fight when the defeated have been seen to.

use fracas_adventure::Onward;
use fracas_dice::{Dice, Roll, Why};
use fracas_kernel::{Play, Who};

use crate::data::{Attribute, Twelves};
use crate::state::State;

impl Onward for Twelves {
    fn onward(&self, before: &Twelves, ended: &State, heroes: &[(Who, Who)], dice: &mut impl Dice) -> State {
        let mut hits = ended.hits;
        for &(fallen, _) in heroes.iter().filter(|(then, _)| ended.hits[*then] == 0) {
            // TWELVES-J7: each can try once, those who have just been helped up too.
            for &(friend, _) in heroes {
                if hits[fallen] == 0 && hits[friend] > 0 {
                    let wits = before.attribute(ended, friend, Attribute::Wits, 0, 0);
                    let check =
                        dice.check(Why::new("tend", friend.0).wanted_low(), Roll::d(12), i32::from(wits) + 1);
                    hits[fallen] = (!check.success).into();
                }
            }
        }
        let mut fight = self.start();
        for &(then, now) in heroes {
            fight.hits[now] = hits[then].min(fight.max_hits[now]);
            if hits[then] == 0 {
                fight.standing.remove(now);
                fight.gone.insert(now);
                fight.take_off(now);
            }
        }
        fight.open_fight();
        fight
    }
}

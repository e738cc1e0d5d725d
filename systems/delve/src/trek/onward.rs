//! Straight on to the next fight: wounds, spent spells and venom go along.

use fracas_adventure::Onward;
use fracas_dice::Dice;
use fracas_kernel::{Play, Who};

use crate::conditions::Condition;
use crate::data::{Delve, Lasts};
use crate::state::State;

impl Onward for Delve {
    fn onward(&self, before: &Delve, ended: &State, heroes: &[(Who, Who)], _dice: &mut impl Dice) -> State {
        let mut fight = self.start();
        for &(then, now) in heroes {
            fight.set_hit_points(now, ended.hp[then]);
            fight.slots[now] = ended.slots[then];
            if ended.dead.has(then) {
                fight.standing.remove(now);
                fight.dead.insert(now);
                fight.take_off(now);
                continue;
            }
            // DELVE-D1: who is unconscious is carried along, and lies there.
            if ended.hp[then] <= 0 {
                fight.standing.remove(now);
            }
            // DELVE-R17: counted from 1, because 0 is none.
            let venom =
                usize::from(ended.poison[then]).checked_sub(1).and_then(|venom| before.hazards.get(venom));
            if let Some(known) =
                venom.and_then(|venom| self.hazards.iter().position(|own| own.id == venom.id))
            {
                self.set_condition(&mut fight, now, Condition::Poisoned, Lasts::UntilSave.code());
                fight.poison[now] = known as u8 + 1;
            }
        }
        fight.open();
        fight
    }
}

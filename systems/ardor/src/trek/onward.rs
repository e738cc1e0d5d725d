//! On to the next fight after a Break: Ardor is back, and health, surges and Trauma are as they were.

use fracas_adventure::Onward;
use fracas_dice::Dice;
use fracas_kernel::{Play, Who};

use crate::data::Ardor;
use crate::state::State;

impl Onward for Ardor {
    fn onward(&self, before: &Ardor, ended: &State, heroes: &[(Who, Who)], _dice: &mut impl Dice) -> State {
        let mut fight = self.start();
        let ids =
            |rules: &Ardor| rules.abilities.iter().map(|ability| ability.id.clone()).collect::<Vec<_>>();
        let same_lore = ids(before) == ids(self);
        for &(then, now) in heroes {
            fight.most[now] = ended.most[then];
            // Whoever lies there is brought round. ARDOR-B1: Ardor comes back with a Break, as it is at the start.
            fight.set_health(now, ended.health[then].max(1));
            // Whom the next fight would find on the ground comes on their own feet.
            fight.standing.insert(now);
            fight.down.remove(now);
            fight.timer[now] = 0;
            fight.surges[now] = ended.surges[then];
            fight.trauma[now] = ended.trauma[then];
            fight.xp[now] = ended.xp[then];
            // ARDOR-S7
            if same_lore {
                fight.learned[now] = ended.learned[then];
                fight.noted[now] = ended.noted[then];
            }
        }
        fight.asked = (fight.side[0] & fight.standing).lowest();
        fight
    }
}

//! From one fight straight into the next.

use fracas_adventure::Onward;
use fracas_kernel::Who;

use crate::data::{Ability, Ardor};
use crate::state::State;

/// On to the next fight after a Break: Ardor is back, and health, surges and Trauma are as they were.
impl Onward for Ardor {
    fn carry_over(&self, fight: &mut State, now: Who, then: Who, ended: &State, before: &Ardor) {
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
        let of_same_id = |(own, other): (&Ability, &Ability)| own.id == other.id;
        let same = self.abilities.len() == before.abilities.len();
        if same && self.abilities.iter().zip(&before.abilities).all(of_same_id) {
            fight.learned[now] = ended.learned[then];
            fight.noted[now] = ended.noted[then];
        }
    }

    fn begin(&self, fight: &mut State) {
        fight.asked = (fight.side[0] & fight.standing).lowest();
    }
}

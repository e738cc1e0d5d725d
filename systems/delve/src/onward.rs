//! From one fight straight into the next.

use fracas_adventure::Onward;
use fracas_kernel::Who;

use crate::conditions::Condition;
use crate::data::{Delve, Lasts};
use crate::state::State;

/// Straight on to the next fight: wounds, spent spells and venom go along.
impl Onward for Delve {
    fn carry_over(&self, fight: &mut State, now: Who, then: Who, ended: &State, before: &Delve) {
        fight.set_hit_points(now, ended.hp[then]);
        fight.slots[now] = ended.slots[then];
        if ended.dead.has(then) {
            fight.standing.remove(now);
            fight.dead.insert(now);
            fight.take_off(now);
            return;
        }
        // DELVE-D1: who is unconscious is carried along, and lies there.
        if ended.hp[then] <= 0 {
            fight.standing.remove(now);
        }
        // DELVE-R17: counted from 1, because 0 is none.
        let venom =
            usize::from(ended.poison[then]).checked_sub(1).and_then(|venom| before.hazards.get(venom));
        if let Some(known) = venom.and_then(|venom| self.hazards.iter().position(|own| own.id == venom.id)) {
            self.set_condition(fight, now, Condition::Poisoned, Lasts::UntilSave.code());
            fight.poison[now] = known as u8 + 1;
        }
    }

    fn begin(&self, fight: &mut State) {
        fight.open();
    }
}

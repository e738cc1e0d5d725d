//! From one fight straight into the next.

use fracas_adventure::Onward;
use fracas_kernel::Who;
use fracas_kernel::grid::Square;

use crate::data::Ranks;
use crate::state::{NOTHING, State};

/// On to the next fight when everybody has caught their breath: wounds and gear go along, Damage and conditions do not.
impl Onward for Ranks {
    fn carry_over(&self, fight: &mut State, now: Who, then: Who, ended: &State, before: &Ranks) {
        // Fights may know other things besides those of the library.
        let here = |item: u8| {
            let item = before.items.get(usize::from(item)).filter(|_| item != NOTHING)?;
            self.items.iter().position(|own| own.id == item.id).map(|at| at as u8)
        };
        let (items, equipped) = (ended.items[then].map(here), ended.equipped[then]);
        fight.items[now] = items.map(|item| item.unwrap_or(NOTHING));
        fight.equipped[now] = equipped.filter(|&place| items[usize::from(place)].is_some()).collect();
        // RANKS-J5: ten minutes end Damage and conditions.
        fight.wounds[now] = ended.wounds[then];
        self.refresh(fight, now);
        if ended.dead.has(then) {
            fight.take_off(now);
            fight.at[now] = Square::NOWHERE;
            fight.up.remove(now);
            fight.dead.insert(now);
        } else if ended.unconscious.has(then) {
            // RANKS-J5: who is unconscious is carried along, and lies there.
            fight.up.remove(now);
            fight.unconscious.insert(now);
        }
    }
}

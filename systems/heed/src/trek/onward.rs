//! Straight on to the next fight: wounds and gear go along, and what is only in the mind does not.

use fracas_adventure::Onward;
use fracas_dice::Dice;
use fracas_kernel::{Play, Who};

use super::fights::kept;
use crate::data::{Heed, NOTHING};
use crate::items::is_item;
use crate::state::State;

impl Onward for Heed {
    fn onward(&self, before: &Heed, ended: &State, heroes: &[(Who, Who)], _dice: &mut impl Dice) -> State {
        // Fights may know other things besides those of the library.
        let here = |kind: u8| {
            let of = |kind: u8| before.items.get(usize::from(kind)).filter(|_| is_item(kind));
            match of(kind) {
                Some(item) => {
                    self.items.iter().position(|own| own.id == item.id).map_or(NOTHING, |at| at as u8)
                }
                None => kind,
            }
        };
        let mut fight = self.start();
        for &(then, now) in heroes {
            fight.equip(self, now, &kept(&ended.one(then).slots).map(here));
            let one = fight.one(now);
            // The fallen are carried along, and lie there.
            if one.wounds.len() >= usize::from(one.grit) {
                fight.standing.remove(now);
            }
        }
        fight.begin(self, fight.course);
        fight
    }
}

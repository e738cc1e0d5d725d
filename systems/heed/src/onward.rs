//! From one fight straight into the next.

use fracas_adventure::Onward;
use fracas_kernel::Who;

use crate::data::{Heed, NOTHING};
use crate::items::{is_item, kept};
use crate::state::State;

/// Straight on to the next fight: wounds and gear go along, and what is only in the mind does not.
impl Onward for Heed {
    fn carry_over(&self, fight: &mut State, now: Who, then: Who, ended: &State, before: &Heed) {
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
        fight.equip(self, now, &kept(&ended.one(then).slots).map(here));
        let one = fight.one(now);
        // The fallen are carried along, and lie there.
        if one.wounds.len() >= usize::from(one.grit) {
            fight.standing.remove(now);
        }
    }

    fn begin(&self, fight: &mut State) {
        fight.begin(self, fight.course);
    }
}

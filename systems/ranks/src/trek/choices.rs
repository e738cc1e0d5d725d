//! What heroes do on a trek by the ranks rules alone.

use fracas_adventure::Options;
use fracas_kernel::Who;

use super::{Lore, State};
use crate::state::MAX_ITEMS;

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Deed {
    // Ten minutes for all, until everybody has caught breath.
    Pause,
    Tend(Who),
    // From hand to hand, a few of them in ten minutes.
    // By its place in the list of what lies about.
    Take(u8),
    // By the place of the item among those carried.
    Equip(u8),
    Unequip(u8),
    Give { place: u8, to: Who },
    Drop(u8),
}

const _: () = assert!(size_of::<fracas_adventure::Choice<Deed>>() <= 4);

impl Deed {
    /// Does it only move things from hand to hand?
    pub(crate) fn handles(self) -> bool {
        !matches!(self, Deed::Pause | Deed::Tend(_))
    }
}

impl Options for Lore {
    fn conceive(&self, state: &State, who: Who, out: &mut Vec<Deed>) {
        let all = self.setting.everyone();
        out.push(Deed::Pause);
        out.extend(all.map(Deed::Tend));
        out.extend(self.lying_here(state).map(|(lying, _)| Deed::Take(lying)));
        for place in (0..MAX_ITEMS as u8).filter(|&place| state.own.item(who, place).is_some()) {
            out.extend([Deed::Equip(place), Deed::Unequip(place), Deed::Drop(place)]);
            out.extend(all.map(|to| Deed::Give { place, to }));
        }
    }
}

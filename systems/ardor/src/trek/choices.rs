//! What heroes do on a trek by the ardor rules alone.

use fracas_adventure::Options;
use fracas_kernel::Who;

use super::{Lore, State};

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Deed {
    // Of the leader, for all.
    // Over a dangerous way, carefully.
    GoCarefully(u8),
    Sneak { to: u8, careful: bool },
    // Falls upon those who have not noticed anybody.
    Attack,
    Break,
    // An Extended Rest.
    Linger,
    Wait,
    // Of anybody.
    Kit,
    // An ability, by its place on the sheet.
    Train(u8),
    Toughen,
    // On a pursuit.
    Work(u8),
    // A discovered ability, at once or at a rest.
    Learn(u8),
    Later(u8),
}

const _: () = assert!(size_of::<fracas_adventure::Choice<Deed>>() <= 6);

impl Options for Lore {
    fn conceive(&self, state: &State, who: Who, out: &mut Vec<Deed>) {
        let (place, here) = (&self.setting.place, &state.here);
        let beyond = place.ways_from(here, here.at).filter_map(|way| place.beyond(way, here.at));
        for to in beyond {
            out.push(Deed::GoCarefully(to));
            out.extend([false, true].map(|careful| Deed::Sneak { to, careful }));
        }
        out.extend([Deed::Attack, Deed::Break, Deed::Linger, Deed::Wait, Deed::Kit, Deed::Toughen]);
        for which in 0..self.sheet(who).abilities.len() as u8 {
            out.extend([Deed::Train(which), Deed::Learn(which), Deed::Later(which)]);
        }
        out.extend((0..self.pursuits.len() as u8).map(Deed::Work));
    }
}

//! What heroes do on a trek by the twelves rules alone.

use fracas_adventure::{Lookup, Options};
use fracas_kernel::Who;

use super::{Lore, State};

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Deed {
    Tend(Who),
    Salve(Who),
    // Out of what holds somebody, or oneself.
    Free(Who),
    // A feature of the zone, by its number on the field.
    Use { feature: u8, target: Option<Who> },
}

const _: () = assert!(size_of::<fracas_adventure::Choice<Deed>>() <= 6);

impl Options for Lore {
    fn conceive(&self, state: &State, _who: Who, out: &mut Vec<Deed>) {
        for target in self.setting.everyone() {
            out.extend([Deed::Tend(target), Deed::Salve(target), Deed::Free(target)]);
        }
        let (rules, _, here) = self.spot(state);
        let offers = (0..).zip(&rules.features);
        for (feature, offer) in offers.filter(|(_, offer)| offer.zone == here) {
            match offer.aimed() {
                Some(_) => {
                    let all = self.setting.everyone();
                    out.extend(all.map(|one| Deed::Use { feature, target: Some(one) }));
                }
                None => out.push(Deed::Use { feature, target: None }),
            }
        }
    }
}

//! What can be chosen on a trek by the delve rules alone.

use fracas_adventure::{Attitude, Options};
use fracas_kernel::Who;

use super::data::{Ware, is_healing};
use super::state::Stage;
use super::{Lore, State};

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Deed {
    // The turn passes for everybody.
    Wait,
    // `spell` is the place of the spell on the sheet; on everybody if it is on nobody.
    Cast { spell: u8, on: Option<Who> },
    Use { ware: Ware, on: Who },
    // Sees how those take to the party who have just come into sight.
    Meet,
    // Those who are faced, or else who lives here and has let the party be.
    Attack,
    Pay,
    Withdraw,
    Lure { to: u8 },
    Pass,
    AskHeal { on: Who },
    AskWay,
    Buy { ware: Ware },
    BuyGear { good: u8 },
    // After a fight.
    Gather,
}

impl Deed {
    /// Is it about those whom the party faces?
    pub(crate) fn stage(self) -> Option<Stage> {
        match self {
            Deed::Wait | Deed::Cast { .. } | Deed::Use { .. } => None,
            Deed::Meet => Some(Stage::Sighted),
            Deed::Gather => Some(Stage::Aftermath),
            _ => Some(Stage::Parley),
        }
    }
}

impl Options for Lore {
    fn conceive(&self, state: &State, who: Who, out: &mut Vec<Deed>) {
        let (place, here) = (&self.setting.place, &state.here);
        let heroes = self.setting.everyone();
        out.push(Deed::Wait);
        for spell in 0..self.sheet(who).spells.len() as u8 {
            // Whoever wonders about a spell for fights is told so once.
            match self.spell_of(who, spell).is_some_and(|cast| is_healing(cast) && !cast.area) {
                true => out.extend(heroes.map(|on| Deed::Cast { spell, on: Some(on) })),
                false => out.push(Deed::Cast { spell, on: None }),
            }
        }
        for ware in [Ware::Salves, Ware::Tinctures] {
            out.extend(heroes.map(|on| Deed::Use { ware, on }));
        }
        if state.meeting.is_none() {
            return out.push(Deed::Attack);
        }
        out.extend([Deed::Meet, Deed::Gather, Deed::Pay, Deed::Pass]);
        out.extend(heroes.map(|on| Deed::AskHeal { on }));
        out.push(Deed::AskWay);
        out.extend(Ware::ALL.map(|ware| Deed::Buy { ware }));
        // Only friends show what they have.
        let friends = state.meeting.filter(|&foes| state.own.attitudes.of(foes) == Some(Attitude::Friendly));
        let goods = friends.into_iter().flat_map(|foes| place.treasure.offers(&state.pack, foes));
        out.extend(goods.map(|(good, _)| Deed::BuyGear { good }));
        out.push(Deed::Withdraw);
        let beyond = place.ways_from(here, here.at).filter_map(|way| place.beyond(way, here.at));
        out.extend(beyond.map(|to| Deed::Lure { to }));
        out.push(Deed::Attack);
    }
}

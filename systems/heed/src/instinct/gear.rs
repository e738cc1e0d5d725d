//! What a quick mind does with its gear: which weapon to strike with, what to draw, whom to bandage, when to drink.

use fracas_kernel::Who;

use super::nearly_down;
use crate::choices::{Deed, Manage, Pay, Target};
use crate::data::{Does, FISTS, Heed, NOTHING, Quality, Sheet};
use crate::items::is_item;
use crate::state::{One, State};

impl Heed {
    /// The best thing to strike with: what is in hand, or what nature gave.
    pub(crate) fn striking(&self, one: &One, sheet: &Sheet) -> Option<u8> {
        let worth = |kind: u8| [Quality::Heavy, Quality::Melee, Quality::Tripping].map(|q| self.is(kind, q));
        let [right, left] = one.hands;
        let hand = if worth(left) > worth(right) { left } else { right };
        let nature = sheet.natural.first().copied().unwrap_or(FISTS);
        let usable = nature != FISTS || one.hands.contains(&NOTHING);
        if usable && nature != FISTS && self.is(nature, Quality::Melee) && worth(nature) >= worth(hand) {
            return Some(nature);
        }
        if is_item(hand) && (self.is(hand, Quality::Melee) || !usable) {
            return Some(hand);
        }
        (usable && self.is(nature, Quality::Melee)).then_some(nature)
    }

    fn is_weapon(&self, kind: u8) -> bool {
        self.qualities(kind).meets(Quality::WEAPON)
    }

    pub(super) fn is_armed(&self, one: &One) -> bool {
        one.hands.into_iter().any(|kind| self.is_weapon(kind))
    }

    /// Draws a weapon where none is at hand, or picks one up.
    pub(super) fn wield(&self, state: &State, who: Who) -> Option<Deed> {
        let one = state.one(who);
        let grown = self.sheet(state, who).natural.iter().any(|&kind| kind != FISTS);
        if self.is_armed(one) || grown || !state.one_item.has(who) {
            return None;
        }
        let fits = |&kind: &u8| self.is_weapon(kind) && one.free_hands() >= self.hands_for(kind);
        let worth = |&kind: &u8| [Quality::Heavy, Quality::Throwing, Quality::Shot].map(|q| self.is(kind, q));
        let drawn = one.slots.into_iter().filter(fits).max_by_key(worth);
        let what = match drawn {
            Some(kind) => Manage::Draw(kind),
            None => Manage::PickUp(state.floor.kinds(one.zone).find(fits)?),
        };
        Some(Deed::Manage { what, pay: Pay::Free })
    }

    /// Bandages for the fallen, a healing draught for one who is nearly down.
    pub(super) fn tend(&self, state: &State, who: Who) -> Option<Deed> {
        let one = state.one(who);
        let here = state.in_zone(one.zone);
        let fallen = (state.friends(who) & here & state.present()) - state.standing;
        let saved = |&patient: &Who| state.one(patient).wound_count() <= state.one(patient).grit;
        let bandage = |target| {
            if self.bandages(state, who) > 0 {
                return Some(Deed::Treat { target, twice: false });
            }
            self.reach_for(state, who, |kind| self.is(kind, Quality::Bandage))
        };
        if let Some(deed) = fallen.find(saved).and_then(bandage) {
            return Some(deed);
        }
        if !nearly_down(one) || one.grit <= 1 {
            return None;
        }
        let draught = one.hands.into_iter().find(|&kind| self.heals(kind));
        let alone = (state.foes(who) & here & state.standing).is_empty();
        draught
            .map(|kind| Deed::Use { kind, target: Target::One(who) })
            .or_else(|| self.reach_for(state, who, |kind| self.heals(kind)))
            .or_else(|| alone.then(|| bandage(who)).flatten())
    }

    /// Gets something out of a slot; makes a hand free for it if need be.
    fn reach_for(&self, state: &State, who: Who, wanted: impl Fn(u8) -> bool) -> Option<Deed> {
        let one = state.one(who);
        let kind = one.slots.into_iter().find(|&kind| wanted(kind))?;
        let (what, items) = if one.hands.contains(&NOTHING) {
            (Manage::Draw(kind), 1)
        } else {
            let off = one.hands.into_iter().rev().find(|&kind| is_item(kind))?;
            (if one.empty.is_empty() { Manage::Drop(off) } else { Manage::Stow(off) }, 2)
        };
        (state.items_left(who) >= items).then_some(Deed::Manage { what, pay: Pay::Free })
    }

    fn heals(&self, kind: u8) -> bool {
        let power = self.items.get(kind as usize).and_then(|item| item.power);
        power.is_some_and(|power| matches!(power.does, Does::Heal(_)) && !power.area)
    }
}

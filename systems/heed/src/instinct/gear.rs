//! What a quick mind does with its gear: which weapon to strike with, what to draw, whom to bandage, when to drink.

use fracas_kernel::{Whim, Who, by_lot};

use super::nearly_down;
use crate::choices::{Deed, Manage, Pay, Target};
use crate::data::{Does, FISTS, Heed, NOTHING, Quality, Sheet};
use crate::items::is_item;
use crate::state::{Band, HANDS, One, State};

impl Heed {
    /// The best thing to strike with: what is in hand, or what nature gave.
    pub(crate) fn striking(&self, one: &One, sheet: &Sheet) -> Option<u8> {
        let worth = |kind: u8| [Quality::Heavy, Quality::Melee, Quality::Tripping].map(|q| self.is(kind, q));
        let [right, left] = one.hands();
        let hand = if worth(left) > worth(right) { left } else { right };
        let nature = sheet.natural.first().copied().unwrap_or(FISTS);
        if nature != FISTS && self.is(nature, Quality::Melee) && worth(nature) >= worth(hand) {
            return Some(nature);
        }
        if is_item(hand) && self.is(hand, Quality::Melee) {
            return Some(hand);
        }
        self.is(nature, Quality::Melee).then_some(nature)
    }

    pub(super) fn is_weapon(&self, one: &One, kind: u8) -> bool {
        let needed = self.needed(kind);
        self.qualities(kind).meets(Quality::WEAPON) && (needed == NOTHING || one.carries(needed))
    }

    pub(crate) fn is_armed(&self, one: &One) -> bool {
        one.hands().into_iter().any(|kind| self.is_weapon(one, kind))
    }

    /// Draws a weapon where none is at hand, or picks one up; makes a hand free for it if need be.
    pub(super) fn wield(&self, state: &State, who: Who) -> Option<Deed> {
        let one = state.one(who);
        let grown = self.sheet(state, who).natural.iter().any(|&kind| kind != FISTS);
        if self.is_armed(one) || grown || !state.one_item.has(who) {
            return None;
        }
        let whole = 2 - (one.wounds & HANDS).len();
        let could = |&kind: &u8| self.is_weapon(one, kind) && whole >= self.hands_for(kind);
        let fits = |&kind: &u8| could(&kind) && one.free_hands().len() >= self.hands_for(kind);
        let worth = |&kind: &u8| [Quality::Heavy, Quality::Throwing, Quality::Shot].map(|q| self.is(kind, q));
        let slots = one.slots.into_iter().skip(2);
        let what = match slots.clone().filter(fits).max_by_key(worth) {
            Some(kind) => Manage::Draw(kind),
            None => match state.floor.kinds(one.zone).find(fits) {
                Some(kind) => Manage::PickUp(kind),
                None => {
                    let any = slots.clone().chain(state.floor.kinds(one.zone)).any(|kind| could(&kind));
                    let spare = one.held().find(|&kind| !self.is(kind, Quality::Armour));
                    let spare = spare.filter(|_| any && state.two_items.has(who))?;
                    let stow = !one.pockets().is_empty() && !self.is(spare, Quality::Light);
                    if stow { Manage::Stow(spare) } else { Manage::Drop(spare) }
                }
            },
        };
        Some(Deed::Manage { what, pay: Pay::Free })
    }

    /// Picks up what spells are read out of, or a bow shoots with, if it has fallen here.
    pub(super) fn regain(&self, state: &State, who: Who) -> Option<Deed> {
        let one = state.one(who);
        if state.floor.is_bare(one.zone) || one.free_hands().is_empty() || !state.one_item.has(who) {
            return None;
        }
        let spells = self.sheet(state, who).spells.iter().map(|&spell| self.spells[spell as usize].needs);
        let mut needed = one.held().map(|kind| self.needed(kind)).chain(spells);
        let lost = |kind: &u8| *kind != NOTHING && !one.carries(*kind) && state.floor.has(one.zone, *kind);
        let what = Manage::PickUp(needed.find(lost)?);
        Some(Deed::Manage { what, pay: Pay::Free })
    }

    /// Bandages for the fallen, a healing draught for one who is nearly down.
    pub(super) fn tend(&self, state: &State, who: Who, whim: &mut Whim) -> Option<Deed> {
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
        let saved: Band = fallen.filter(saved).collect();
        let patient = (!saved.is_empty()).then(|| by_lot(saved, whim));
        if let Some(deed) = patient.and_then(bandage) {
            return Some(deed);
        }
        if !nearly_down(one) || one.grit <= 1 {
            return None;
        }
        let draught = one.hands().into_iter().find(|&kind| self.heals(kind));
        let alone = (state.foes(who) & here & state.standing).is_empty();
        draught
            .map(|kind| Deed::Use { kind, target: Target::One(who) })
            .or_else(|| self.reach_for(state, who, |kind| self.heals(kind)))
            .or_else(|| alone.then(|| bandage(who)).flatten())
    }

    /// Uses a potion that does something other than heal, if that promises more than an attack.
    pub(super) fn quaff(&self, state: &State, who: Who, whim: &mut Whim) -> Option<Deed> {
        let one = state.one(who);
        let busy = one.free_hands().is_empty() && one.held().all(|kind| self.is_weapon(one, kind));
        if busy || !state.notes.supplied.has(who) || self.known_foes(state, who).is_empty() {
            return None;
        }
        let mut worth = |kind: u8| {
            let power = self.items.get(kind as usize)?.power.as_ref().filter(|_| !self.heals(kind))?;
            self.best_use(state, who, power, whim)
        };
        let held = one.held().find_map(|kind| Some((kind, worth(kind)?)));
        if let Some((kind, target)) = held {
            return Some(Deed::Use { kind, target });
        }
        self.reach_for(state, who, |kind| worth(kind).is_some())
    }

    /// Gets something out of a slot; makes a hand free for it if need be.
    fn reach_for(&self, state: &State, who: Who, mut wanted: impl FnMut(u8) -> bool) -> Option<Deed> {
        let one = state.one(who);
        let kind = one.slots.into_iter().skip(2).find(|&kind| wanted(kind))?;
        let (what, items) = if !one.free_hands().is_empty() {
            (Manage::Draw(kind), 1)
        } else {
            let off = one.hands().into_iter().rev();
            let off = off.filter(|&kind| is_item(kind)).find(|&kind| !self.is(kind, Quality::Armour))?;
            (if one.pockets().is_empty() { Manage::Drop(off) } else { Manage::Stow(off) }, 2)
        };
        (state.items_left(who) >= items).then_some(Deed::Manage { what, pay: Pay::Free })
    }

    fn heals(&self, kind: u8) -> bool {
        let power = self.items.get(kind as usize).and_then(|item| item.power);
        power.is_some_and(|power| matches!(power.does, Does::Heal(_)) && !power.area)
    }
}

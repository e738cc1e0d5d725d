//! Why something cannot be done on a trek, by the ranks rules.

use fracas_adventure::{Limits, Verdict, need, no};
use fracas_kernel::Who;

use super::data::FOOD;
use super::{Deed, Lore, State};
use crate::choices::HANDS;
use crate::data::ItemKind;
use crate::state::NOTHING;

impl Limits for Lore {
    fn refuse(&self, state: &State, who: Who, deed: Deed) -> Verdict {
        let can = !deed.handles() || state.own.handled[who] < Lore::HANDLED;
        need(can, "RANKS-J4", "enough was handled in these ten minutes")?;
        let has_room = |one: Who| {
            let room = state.own.free_place(one).is_some();
            need(room, "RANKS-J4", "nobody carries more than six things")
        };
        match deed {
            Deed::Pause => Ok(()),
            Deed::Tend(target) => self.why_not_tend(state, who, target),
            Deed::Take(lying) => {
                let lies = self.lying_here(state).any(|(known, _)| known == lying);
                need(lies, None, "no such thing lies here")?;
                has_room(who)
            }
            Deed::Equip(place) => self.why_not_equip(state, who, place),
            Deed::Unequip(place) => {
                self.why_not_handle(state, who, place)?;
                need(state.own.has_equipped(who, place), None, "that is not equipped")
            }
            Deed::Give { place, to } => {
                self.why_not_part(state, who, place)?;
                let there = to != who && state.able().has(to);
                need(there, None, "there is nobody like that to give it to")?;
                has_room(to)
            }
            Deed::Drop(place) => self.why_not_part(state, who, place),
        }
    }

    fn why_not_rest(&self, state: &State) -> Verdict {
        need(self.is_hurt(state), "RANKS-J7", "nobody is hurt")?;
        let meals = usize::from(state.supplies.of(FOOD)) >= state.party.alive.len();
        need(meals, "RANKS-J7", "there is not a meal for everybody")
    }
}

impl Lore {
    fn why_not_tend(&self, state: &State, who: Who, target: Who) -> Verdict {
        let rule = "RANKS-J6";
        need(self.mends(who) > 0, rule, "that one has no card that mends wounds")?;
        need(state.party.alive.has(target), None, "they are not with you")?;
        need(state.own.wounds[target] > 0, rule, "that one has no wounds")?;
        need(!state.own.tended.has(target), rule, "those wounds were seen to: they need a rest now")
    }

    fn why_not_handle(&self, state: &State, who: Who, place: u8) -> Verdict {
        let there = state.own.carried(who).any(|(known, _)| known == place);
        need(there, None, "there is no such thing, or it is the same as another")?;
        let loose = state.own.item(who, place).is_some_and(|item| !self.is_natural(item));
        need(loose, None, "that is a part of the body")
    }

    pub(super) fn why_not_equip(&self, state: &State, who: Who, place: u8) -> Verdict {
        self.why_not_handle(state, who, place)?;
        need(!state.own.has_equipped(who, place), None, "that is equipped already")?;
        let item = state.own.item(who, place).unwrap_or(NOTHING);
        let known = &self.shelf().items[usize::from(item).min(self.shelf().items.len() - 1)];
        let (hands, worn) = self.shelf().taken_up(state.own.in_use(who));
        let free = match known.kind {
            ItemKind::Valuable => return no("RANKS-M7", "that cannot be put to use"),
            ItemKind::Armour(armour) => !worn.has(armour.worn),
            ItemKind::Weapon(_) => true,
        };
        need(free, "RANKS-M7", "something is worn there")?;
        need(hands + known.hands() <= HANDS, "RANKS-M7", "there is no hand free")
    }

    fn why_not_part(&self, state: &State, who: Who, place: u8) -> Verdict {
        self.why_not_handle(state, who, place)?;
        need(!state.own.has_equipped(who, place), None, "that is in use: unequip it first")
    }
}

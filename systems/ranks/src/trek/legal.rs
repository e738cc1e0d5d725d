//! Why something cannot be done on a trek, by the ranks rules.

use fracas_adventure::explore::Limits;
use fracas_kernel::{Refusal, Who};

use super::State;
use super::choices::Deed;
use super::data::{FOOD, Lore};
use crate::choices::HANDS;
use crate::data::ItemKind;
use crate::state::NOTHING;

type Verdict = Result<(), Refusal>;

fn no(why: &'static str) -> Verdict {
    Err(Refusal::new(why))
}

impl Limits for Lore {
    fn refuse(&self, state: &State, who: Who, deed: Deed) -> Verdict {
        if deed.handles() && state.own.handled[who] >= Lore::HANDLED {
            return Err(Refusal::by("RANKS-J4", "enough was handled in these ten minutes"));
        }
        let full = |one: Who| match state.own.free_place(one) {
            Some(_) => Ok(()),
            None => Err(Refusal::by("RANKS-J4", "nobody carries more than six things")),
        };
        match deed {
            Deed::Pause => Ok(()),
            Deed::Tend { target } => self.why_not_tend(state, who, target),
            Deed::Take { lying } if !self.lying_here(state).any(|(known, _)| known == lying) => {
                no("no such thing lies here")
            }
            Deed::Take { .. } => full(who),
            Deed::Equip { place } => self.why_not_equip(state, who, place),
            Deed::Unequip { place } => {
                self.why_not_handle(state, who, place)?;
                if state.own.has_equipped(who, place) { Ok(()) } else { no("that is not equipped") }
            }
            Deed::Give { place, to } => {
                self.why_not_part(state, who, place)?;
                if to == who || !state.able().has(to) {
                    return no("there is nobody like that to give it to");
                }
                full(to)
            }
            Deed::Drop { place } => self.why_not_part(state, who, place),
        }
    }

    fn why_not_rest(&self, state: &State) -> Verdict {
        if !self.is_hurt(state) {
            return Err(Refusal::by("RANKS-J7", "nobody is hurt"));
        }
        match usize::from(state.supplies.of(FOOD)) >= state.party.alive.len() {
            true => Ok(()),
            false => Err(Refusal::by("RANKS-J7", "there is not a meal for everybody")),
        }
    }
}

impl Lore {
    fn why_not_tend(&self, state: &State, who: Who, target: Who) -> Verdict {
        if self.mends(who) == 0 {
            return Err(Refusal::by("RANKS-J6", "that one has no card that mends wounds"));
        }
        if !state.party.alive.has(target) {
            return no("that one is not with you");
        }
        if state.own.wounds[target] == 0 {
            return Err(Refusal::by("RANKS-J6", "that one has no wounds"));
        }
        if state.own.tended.has(target) {
            return Err(Refusal::by("RANKS-J6", "those wounds were seen to: they need a rest now"));
        }
        Ok(())
    }

    fn why_not_handle(&self, state: &State, who: Who, place: u8) -> Verdict {
        if !state.own.carried(who).any(|(known, _)| known == place) {
            return no("there is no such thing, or it is the same as another");
        }
        if state.own.item(who, place).is_none_or(|item| self.is_natural(item)) {
            return no("that is a part of the body");
        }
        Ok(())
    }

    fn why_not_equip(&self, state: &State, who: Who, place: u8) -> Verdict {
        self.why_not_handle(state, who, place)?;
        if state.own.has_equipped(who, place) {
            return no("that is equipped already");
        }
        let item = state.own.item(who, place).unwrap_or(NOTHING);
        let known = &self.shelf().items[usize::from(item).min(self.shelf().items.len() - 1)];
        let (hands, worn) = self.in_use(state, who);
        match known.kind {
            ItemKind::Valuable => Err(Refusal::by("RANKS-M7", "that cannot be put to use")),
            ItemKind::Armour(armour) if worn >> armour.worn as u8 & 1 == 1 => {
                Err(Refusal::by("RANKS-M7", "something is worn there"))
            }
            _ if hands + known.hands() > HANDS => Err(Refusal::by("RANKS-M7", "there is no hand free")),
            _ => Ok(()),
        }
    }

    fn why_not_part(&self, state: &State, who: Who, place: u8) -> Verdict {
        self.why_not_handle(state, who, place)?;
        if state.own.has_equipped(who, place) { no("that is in use: unequip it first") } else { Ok(()) }
    }
}

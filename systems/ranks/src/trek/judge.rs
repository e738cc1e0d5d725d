//! The judge's hand on a trek, as far as it touches what the ranks rules alone have.

use fracas_adventure::{Decrees, Verdict, need};
use fracas_kernel::{Demand, Named, Refusal, Who};

use super::data::DANGER;
use super::{Lore, State};
use crate::apply::WOUND_WORTH;
use crate::data::Ability;
use crate::state::Borne;

impl Decrees for Lore {
    const GAUGES: &'static [&'static str] = &["danger"];

    const TRACKS: &'static [&'static str] = &["health", "wounds-left", "wounds", "damage"];

    fn set_track(&self, state: &mut State, who: Who, track: &str, value: i32) -> Verdict {
        let resolve = i32::from(self.rank(state, who, Ability::Resolve));
        match track {
            "health" => {
                let left = (value + WOUND_WORTH - 1) / WOUND_WORTH;
                self.set_track(state, who, "wounds", resolve - left)?;
                self.set_track(state, who, "damage", left * WOUND_WORTH - value)?;
            }
            "wounds-left" => self.set_track(state, who, "wounds", resolve - value)?,
            "wounds" => {
                state.own.wounds[who] = value.clamp(0, 99) as u8;
                state.party.raise(who);
                self.fit_to_wounds(state, who);
            }
            _ => state.own.damage[who] = value.clamp(0, 999) as i16,
        }
        Ok(())
    }

    fn conditions(&self) -> Vec<&str> {
        self.shelf().conditions.iter().map(|known| known.id.as_str()).collect()
    }

    fn afflict(&self, state: &mut State, who: Who, name: &str, rank: Option<i32>) -> Verdict {
        let condition = self.condition_named(name);
        let borne = &mut state.own.borne[who];
        let place = borne.iter().position(|b| b.rank > 0 && b.condition == condition);
        let place = place.or(borne.iter().position(|b| b.rank == 0)).unwrap_or(0);
        borne[place] = Borne { condition, rank: rank.unwrap_or(3).clamp(1, 20) as u8 };
        Ok(())
    }

    fn lift(&self, state: &mut State, who: Who, name: &str) -> bool {
        let condition = self.condition_named(name);
        let borne = state.own.borne[who].iter_mut().find(|b| b.rank > 0 && b.condition == condition);
        borne.map(|borne| borne.rank = 0).is_some()
    }

    fn checks(&self) -> Vec<Named> {
        Ability::checks()
    }

    /// Against the judge's number, or what a search or a lock takes.
    fn check_of(&self, state: &State, who: Who, check: &str, against: Option<i32>) -> Option<Demand> {
        let ability = Ability::named(check)?;
        Some(ability.demand(who, self.rank(state, who, ability), against.unwrap_or(Lore::ENOUGH)))
    }

    /// RANKS-J8: the rank that is rolled when time goes by.
    fn set_gauge(&self, state: &mut State, _danger: &str, value: i32) -> Verdict {
        state.own.danger = Refusal::within("danger", value, DANGER)? as u8;
        Ok(())
    }

    fn gifts(&self) -> Vec<Named> {
        let carried = self.shelf().items.iter().filter(|item| !item.is_natural());
        carried.map(|item| Named::new(&item.id, &item.name)).collect()
    }

    fn grant(&self, state: &mut State, who: Who, what: &str, count: i32) -> Verdict {
        // What a hero has in a fight is what it comes out with.
        let why = "nobody has a hand free in a fight: grant it when that is over";
        need(state.meeting.is_none(), None, why)?;
        let items = &self.shelf().items;
        let item = items.iter().position(|item| item.id == what && !item.is_natural()).unwrap_or(0);
        let can = count > 0 && state.party.alive.has(who);
        need(can, None, "give at least one, and to somebody who is with the party")?;
        for _ in 0..count.min(6) {
            self.hand_over(state, who, item as u8);
        }
        Ok(())
    }
}

impl Lore {
    fn condition_named(&self, name: &str) -> u8 {
        self.shelf().conditions.iter().position(|known| known.id == name).unwrap_or(0) as u8
    }

    /// Conscious, unconscious or dead, as the wounds say.
    fn fit_to_wounds(&self, state: &mut State, who: Who) {
        let (wounds, resolve) = (state.own.wounds[who], self.rank(state, who, Ability::Resolve));
        if wounds > resolve {
            state.party.kill(who);
        }
        state.set_down(who, wounds == resolve && wounds > 0);
    }
}

//! A sensible explorer: it helps the fallen, takes what lies there, searches, opens what is locked, rests when hurt, goes
//! on to where nobody was, and home when it is done or too much.

use fracas_adventure::{Battles, Deed as Common, DeedOf, Instincts, Limits, Lookup, Routes, Trap};
use fracas_kernel::Who;

use super::data::SALVES;
use super::{Deed, Lore, State};
use crate::data::Attribute;

impl Instincts for Lore {
    fn errand(&self, state: &State, who: Who) -> Option<DeedOf<Lore>> {
        let salves = state.supplies.of(SALVES) > 0;
        if let Some(target) = state.party.down.first() {
            if salves {
                return Some(Common::Own(Deed::Salve(target)));
            }
            let untried = state.party.down.find(|one| !state.own.tried[*one].has(who));
            return untried.map(|target| Common::Own(Deed::Tend(target)));
        }
        if let Some(target) = state.own.held.first() {
            let target = if state.own.held.has(who) { who } else { target };
            return Some(Common::Own(Deed::Free(target)));
        }
        if salves && !self.can_rest(state) {
            let badly = |one: &Who| state.own.hits[*one] * 2 <= self.max_hits(*one);
            if let Some(target) = state.able().find(badly) {
                return Some(Common::Own(Deed::Salve(target)));
            }
        }
        self.healing(state, who)
            .or_else(|| self.disarming(state, who))
            .or_else(|| self.pickings(state, who))
            .or_else(|| self.inquiry(state, who))
    }

    fn plan(&self, state: &State) -> Option<DeedOf<Lore>> {
        if !self.is_free(state) {
            return None;
        }
        if self.goes_home(state) {
            return self.home(state);
        }
        if self.can_rest(state) && self.is_worn(state) {
            return Some(Common::Rest);
        }
        self.onward(state).or_else(|| self.home(state))
    }
}

impl Lore {
    fn can_rest(&self, state: &State) -> bool {
        self.is_free(state) && self.why_not_rest(state).is_ok()
    }

    /// Does nobody lie or hang somewhere who must be seen to first?
    pub(super) fn is_free(&self, state: &State) -> bool {
        state.party.down.is_empty() && state.own.held.is_empty()
    }

    /// Something here that gives back hits to somebody who lacks some.
    fn healing(&self, state: &State, who: Who) -> Option<DeedOf<Lore>> {
        let (rules, _, zone) = self.spot(state);
        let offered = rules.offered[zone];
        if offered.is_empty() {
            return None;
        }
        let (rules, field) = self.field_now(state);
        let serves = |&feature: &u8| self.serves(rules, feature) && field.uses[feature] > 0;
        offered.filter(serves).find_map(|feature| {
            let offer = rules.feature(feature)?;
            let target = match offer.aimed() {
                Some(effect) => Some(rules.touched(&field, who, effect).first()?),
                None if offer.effects.iter().any(|effect| rules.is_of_use(&field, who, effect)) => None,
                None => return None,
            };
            Some(Common::Own(Deed::Use { feature, target }))
        })
    }

    /// A trap in the party's way, for whoever has the best wits.
    fn disarming(&self, state: &State, who: Who) -> Option<DeedOf<Lore>> {
        let (place, here) = (&self.setting.place, &state.here);
        let wits = |one: Who| self.attribute(state, one, Attribute::Wits, 0);
        if self.goes_home(state) || state.able().any(|one| wits(one) > wits(who)) {
            return None;
        }
        let in_the_way = |trap: &Trap| match *trap {
            Trap::Cache(_) => true,
            Trap::Zone(zone) => !here.visited.has(zone),
            Trap::Way(way) => place.beyond(way, here.at).is_some_and(|zone| !here.visited.has(zone)),
        };
        state.traps.within_reach(place, here).find(in_the_way).map(|trap| Common::Disarm { trap })
    }

    fn pickings(&self, state: &State, who: Who) -> Option<DeedOf<Lore>> {
        let takes = |cache: &u8| {
            let weapon = self.weapon_in(*cache);
            let other = |weapon| state.able().any(|one| self.can_carry(state, one, weapon));
            // A weapon is left to whoever can carry it.
            weapon.is_none_or(|weapon| self.can_carry(state, who, weapon) || !other(weapon))
        };
        self.setting.place.caches_here(&state.here).find(takes).map(|cache| Common::Take { cache })
    }

    /// Looking for what is hidden, and at doors.
    fn inquiry(&self, state: &State, who: Who) -> Option<DeedOf<Lore>> {
        if self.goes_home(state) {
            return None;
        }
        let (place, here) = (&self.setting.place, &state.here);
        let wits = |one: Who| self.attribute(state, one, Attribute::Wits, 0);
        let might = self.attribute(state, who, Attribute::Might, 0);
        let picks = !self.is_dark(state, here.at) && wits(who) + 2 >= might;
        self.inquire(state, wits(who) >= 5, picks).or_else(|| {
            let sharpest = state.able().all(|one| wits(one) <= wits(who));
            let mut ways = place.ways_from(here, here.at).filter(|_| sharpest);
            ways.find(|&way| self.why_not_listen(state, way).is_ok()).map(|way| Common::Listen { way })
        })
    }

    /// Has the party done what it came for, or is it past doing it?
    fn goes_home(&self, state: &State) -> bool {
        if self.setting.place.achieved(&state.here) {
            return true;
        }
        let hits: u32 = state.able().map(|who| u32::from(state.own.hits[who])).sum();
        let most: u32 = self.setting.everyone().map(|who| u32::from(self.max_hits(who))).sum();
        let late = self.setting.clock.limit.saturating_sub(state.clock) < 12;
        late || hits * 100 < most * 25 && !self.can_rest(state)
    }

    /// Has the party lost enough to be worth a night?
    fn is_worn(&self, state: &State) -> bool {
        let hits: u32 = state.able().map(|who| u32::from(state.own.hits[who])).sum();
        let most: u32 = state.able().map(|who| u32::from(self.max_hits(who))).sum();
        let frail = state.able().any(|who| state.own.hits[who] * 3 <= self.max_hits(who));
        hits * 100 <= most * 70 || frail
    }
}

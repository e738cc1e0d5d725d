//! A sensible explorer: it helps the fallen, takes what lies there, searches, opens what is locked, rests when hurt, goes
//! on to where nobody was, and home when it is done or too much. It knows what the party knows.

use fracas_adventure::Place;
use fracas_kernel::Who;

use super::choices::Choice;
use super::data::Trek;
use super::state::{State, bit, each, has, ix};
use crate::data::Attribute;

impl Trek {
    pub(crate) fn think(&self, state: &State, asked: u8) -> Choice {
        let asked =
            if asked & self.asked(state) == 0 { self.asked(state) } else { asked & self.asked(state) };
        let free = asked & !state.busy;
        let leader = each(state.leading() & asked).next();
        if let Some(choice) = each(free).find_map(|who| self.errand(state, who)) {
            return choice;
        }
        let plan = leader.and_then(|who| self.plan(state, who));
        if let Some(choice) = plan {
            return choice;
        }
        match each(free).next() {
            Some(who) => Choice::Watch { who },
            None => self.anything(state, Who(asked.trailing_zeros() as u8 % 8)),
        }
    }

    /// What one hero has to do here.
    fn errand(&self, state: &State, who: Who) -> Option<Choice> {
        if let Some(target) = each(state.down).next() {
            if state.salves > 0 {
                return Some(Choice::Salve { who, target });
            }
            let untried = each(state.down).find(|&one| state.tried[ix(one)] & bit(who) == 0);
            return untried.map(|target| Choice::Tend { who, target });
        }
        if state.salves > 0 && !self.can_rest(state) {
            let badly = |one: &Who| state.hits[ix(*one)] * 2 <= self.most_hits(*one);
            if let Some(target) = each(state.able()).find(badly) {
                return Some(Choice::Salve { who, target });
            }
        }
        self.healing(state, who).or_else(|| self.pickings(state, who)).or_else(|| self.inquiry(state, who))
    }

    /// Something here that gives back hits to somebody who lacks some.
    fn healing(&self, state: &State, who: Who) -> Option<Choice> {
        let (area, zone) = self.spot(state);
        let offered = self.fights[area].offered[zone];
        if offered.is_empty() {
            return None;
        }
        let (rules, field) = self.field(state);
        let serves = |&feature: &u8| self.serves(area, feature) && field.uses[feature] > 0;
        offered.filter(serves).find_map(|feature| {
            let offer = rules.feature(feature)?;
            let target = match offer.aimed() {
                Some(effect) => Some(rules.touched(&field, who, effect).first()?),
                None if offer.effects.iter().any(|effect| rules.is_of_use(&field, who, effect)) => None,
                None => return None,
            };
            Some(Choice::Use { who, feature, target })
        })
    }

    fn pickings(&self, state: &State, who: Who) -> Option<Choice> {
        let caches = self.place.caches_here(&state.here);
        let takes = |cache: &u8| {
            let weapon = self.contents.get(usize::from(*cache)).and_then(|contents| contents.weapon);
            let other = |weapon| each(state.able()).any(|one| self.can_carry(state, one, weapon));
            // A weapon is left to whoever can carry it.
            weapon.is_none_or(|weapon| self.can_carry(state, who, weapon) || !other(weapon))
        };
        Place::zones_in(caches).find(takes).map(|cache| Choice::Take { who, cache })
    }

    /// Looking for what is hidden, and at doors.
    fn inquiry(&self, state: &State, who: Who) -> Option<Choice> {
        if self.goes_home(state) {
            return None;
        }
        let wits = self.attribute(state, who, Attribute::Wits, 0);
        if self.can_search(state) && wits >= 5 {
            return Some(Choice::Search { who });
        }
        let might = self.attribute(state, who, Attribute::Might, 0);
        if let Some(way) = self.locked_here(state).next() {
            let pick = self.is_lit(state) && wits + 2 >= might;
            return Some(if pick { Choice::Pick { who, way } } else { Choice::Force { who, way } });
        }
        let sharpest = each(state.able()).all(|one| self.attribute(state, one, Attribute::Wits, 0) <= wits);
        let way = self.audible_here(state).next().filter(|_| sharpest)?;
        Some(Choice::Listen { who, way })
    }

    /// Has the party done what it came for, or is it past doing it?
    fn goes_home(&self, state: &State) -> bool {
        if self.place.achieved(&state.here) {
            return true;
        }
        let hits: u32 = each(state.able()).map(|who| u32::from(state.hits[ix(who)])).sum();
        let most: u32 = each(self.all()).map(|who| u32::from(self.most_hits(who))).sum();
        let late = self.clock.limit.saturating_sub(state.clock) < 12;
        late || hits * 100 < most * 25 && !self.can_rest(state)
    }

    /// Where the party goes.
    fn plan(&self, state: &State, who: Who) -> Option<Choice> {
        if state.down != 0 {
            return None;
        }
        let here = &state.here;
        if self.goes_home(state) {
            return self.home(state, who);
        }
        if self.can_rest(state) && self.is_worn(state) {
            return Some(Choice::Rest { who });
        }
        let go = |goals: u64| self.place.toward(here, goals).map(|to| Choice::Go { who, to });
        let unvisited = self.place.unvisited(here);
        let known = Place::zones_in(here.visited);
        let unsearched =
            known.filter(|&zone| self.is_worth_searching(state, zone)).fold(0, |set, zone| set | 1 << zone);
        go(unvisited)
            .or_else(|| go(unsearched))
            .or_else(|| go(self.locked_ends(state)))
            .or_else(|| self.home(state, who))
    }

    fn is_worth_searching(&self, state: &State, zone: u8) -> bool {
        let lit = state.oil > 0 || !self.is_dark(zone);
        lit && self.place.spots[usize::from(zone)].cluttered && !has(state.here.searched, zone)
    }

    /// Zones that were visited and have a locked door.
    fn locked_ends(&self, state: &State) -> u64 {
        let here = &state.here;
        let locked = (0..self.place.ways.len() as u8)
            .filter(|&way| self.place.knows_way(here, way) && !self.place.is_open(here, way));
        locked.fold(0, |set, way| {
            let known = &self.place.ways[usize::from(way)];
            set | (1 << known.a | 1 << known.b) & here.visited
        })
    }

    fn home(&self, state: &State, who: Who) -> Option<Choice> {
        if self.is_exit(state) {
            return Some(Choice::Leave { who });
        }
        self.place.toward(&state.here, self.place.exits()).map(|to| Choice::Go { who, to })
    }

    /// Has the party lost enough to be worth a night?
    fn is_worn(&self, state: &State) -> bool {
        let hits: u32 = each(state.able()).map(|who| u32::from(state.hits[ix(who)])).sum();
        let most: u32 = each(state.able()).map(|who| u32::from(self.most_hits(who))).sum();
        let frail = each(state.able()).any(|who| state.hits[ix(who)] * 3 <= self.most_hits(who));
        hits * 100 <= most * 70 || frail
    }

    /// For whoever is asked and has nothing sensible to do.
    fn anything(&self, state: &State, who: Who) -> Choice {
        match Place::zones_in(self.place.steps(&state.here)).next() {
            _ if self.is_exit(state) => Choice::Leave { who },
            Some(to) => Choice::Go { who, to },
            None if self.can_rest(state) => Choice::Rest { who },
            None => Choice::Watch { who },
        }
    }
}

//! A sensible traveller: it binds wounds, takes what lies there, wears the better coat, catches breath, rests when hurt,
//! goes on to where nobody was, and home when it is done or too much. It knows what the party knows.

use fracas_adventure::Numbers;
use fracas_adventure::Place;
use fracas_kernel::Who;

use super::choices::Choice;
use super::data::Trek;
use super::state::{State, each, has, ix};
use crate::data::{Ability, Armour, ItemKind};

impl Trek {
    pub(crate) fn think(&self, state: &State, asked: u8) -> Choice {
        let listed = self.asked(state);
        let asked = if asked & listed == 0 { listed } else { asked & listed };
        let free = asked & !state.busy;
        if let Some(choice) = each(free).find_map(|who| self.errand(state, who)) {
            return choice;
        }
        if let Some(who) = each(state.leading() & asked).next() {
            return self.plan(state, who);
        }
        Choice::Wait { who: each(free).next().unwrap_or(Who(0)) }
    }

    /// What one hero has to do here.
    fn errand(&self, state: &State, who: Who) -> Option<Choice> {
        if self.mends(who) > 0 {
            let worst =
                self.patients(state).max_by_key(|&one| (state.wounds[ix(one)], std::cmp::Reverse(one)));
            if let Some(target) = worst {
                return Some(Choice::Tend { who, target });
            }
        }
        if let Some(cache) = Place::zones_in(self.place.caches_here(&state.here).0).next() {
            return Some(Choice::Open { who, cache });
        }
        let handles = state.handled[ix(who)] < Trek::HANDLED;
        let handled = if handles { self.dress(state, who).or_else(|| self.gather(state, who)) } else { None };
        handled.or_else(|| self.inquire(state, who))
    }

    /// The better of two pieces of armour.
    fn dress(&self, state: &State, who: Who) -> Option<Choice> {
        for (place, item) in state.carried(who).filter(|&(place, _)| !state.has_equipped(who, place)) {
            let Some(found) = self.armour(item) else { continue };
            let worn = state.carried(who).find(|&(other, item)| {
                state.has_equipped(who, other)
                    && self.armour(item).is_some_and(|worn| worn.worn == found.worn)
            });
            match worn {
                None if self.can_equip(state, who, item) && self.is_best(state, who, &found) => {
                    return Some(Choice::Equip { who, place });
                }
                Some((other, item)) if self.armour(item).is_some_and(|worn| worth(&found) > worth(&worn)) => {
                    return Some(Choice::Unequip { who, place: other });
                }
                _ => {}
            }
        }
        None
    }

    /// Has somebody nothing better for the same place?
    fn is_best(&self, state: &State, who: Who, found: &Armour) -> bool {
        let others = state.carried(who).filter_map(|(_, item)| self.armour(item));
        others.filter(|other| other.worn == found.worn).all(|other| worth(&other) <= worth(found))
    }

    fn armour(&self, item: u8) -> Option<Armour> {
        match self.shelf().items.get(usize::from(item))?.kind {
            ItemKind::Armour(armour) => Some(armour),
            _ => None,
        }
    }

    fn gather(&self, state: &State, who: Who) -> Option<Choice> {
        state.free_place(who)?;
        self.lying_here(state).next().map(|(lying, _)| Choice::Take { who, lying })
    }

    /// Looking for what is hidden, and at doors.
    fn inquire(&self, state: &State, who: Who) -> Option<Choice> {
        if self.goes_home(state) {
            return None;
        }
        if self.can_search(state) && self.rank(state, who, Ability::Perception) >= 2 {
            return Some(Choice::Search { who });
        }
        let way = self.locked_here(state).next()?;
        let skilled = self.rank(state, who, Ability::Reactions) > self.rank(state, who, Ability::Brawl);
        Some(if skilled { Choice::Pick { who, way } } else { Choice::Force { who, way } })
    }

    /// Has the party done what it came for, or is it past doing it?
    fn goes_home(&self, state: &State) -> bool {
        let late = self.clock.limit.saturating_sub(state.clock.into()) < 12;
        let few = state.able().count_ones() * 2 < self.heroes.len() as u32 && !self.can_rest(state);
        self.place.achieved(&state.here) || late || few
    }

    /// What the party does.
    fn plan(&self, state: &State, who: Who) -> Choice {
        let here = &state.here;
        let go = |goals: u64| self.place.toward(here, Numbers::of(goals)).map(|to| Choice::Go { who, to });
        if self.is_winded(state) {
            return Choice::Pause { who };
        }
        if self.can_rest(state) && self.is_worn(state) {
            return Choice::Rest { who };
        }
        if self.goes_home(state) {
            return self.home(state, who);
        }
        let known = Place::zones_in(here.visited.0);
        let unsearched =
            known.filter(|&zone| self.is_worth_searching(state, zone)).fold(0, |set, zone| set | 1 << zone);
        go(self.place.unvisited(here).0)
            .or_else(|| go(unsearched))
            .or_else(|| go(self.locked_ends(state)))
            .unwrap_or_else(|| self.home(state, who))
    }

    fn home(&self, state: &State, who: Who) -> Choice {
        if self.is_exit(state) {
            return Choice::Leave { who };
        }
        let to = self.place.toward(&state.here, Numbers::of(self.place.exits().0));
        to.map_or(Choice::Pause { who }, |to| Choice::Go { who, to })
    }

    fn is_winded(&self, state: &State) -> bool {
        each(state.alive).any(|who| state.damage[ix(who)] > 0 || self.is_afflicted(state, who))
    }

    /// Is somebody near the end, or has everybody a wound?
    fn is_worn(&self, state: &State) -> bool {
        let near = |who: Who| state.wounds[ix(who)] + 1 >= self.rank(state, who, Ability::Resolve);
        let hurt = each(state.alive).filter(|&who| state.wounds[ix(who)] > 0).count();
        state.down != 0 || each(state.alive).any(near) || hurt * 2 > state.alive.count_ones() as usize
    }

    fn is_worth_searching(&self, state: &State, zone: u8) -> bool {
        self.place.spots[usize::from(zone)].cluttered && !has(state.here.searched.0, zone)
    }

    /// Stages that were visited and have a locked door.
    fn locked_ends(&self, state: &State) -> u64 {
        let here = &state.here;
        let locked = (0..self.place.ways.len() as u8)
            .filter(|&way| self.place.knows_way(here, way) && !self.place.is_open(here, way));
        locked.fold(0, |set, way| {
            let known = &self.place.ways[usize::from(way)];
            set | (1 << known.a | 1 << known.b) & here.visited.0
        })
    }
}

/// What a piece of armour is worth: what it takes off blows, less what it hinders.
fn worth(armour: &Armour) -> i32 {
    let resists: i32 = armour.resists.iter().map(|&resist| i32::from(resist)).sum();
    let blows: i32 = armour.resists[..3].iter().map(|&resist| i32::from(resist)).sum();
    let bonus: i32 = armour.bonus.iter().map(|&bonus| i32::from(bonus)).sum();
    resists + blows * 3 + bonus * 2
}

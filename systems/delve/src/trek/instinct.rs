//! A sensible mind for a whole adventure: look after the wounded, search, open, explore; rest when weak, deal with those
//! who can be dealt with, and go home when it is done or cannot be done.

use fracas_adventure::{
    Attitude, Deed as Common, DeedOf, Door, Foes, Instincts, Limits, Numbers, Routes, Trap,
};
use fracas_kernel::Who;

use super::data::{DAY, GOLD, Ware, is_healing};
use super::state::{Stage, is_wary};
use super::{Deed, Lore, State};

impl Instincts for Lore {
    fn errand(&self, state: &State, who: Who) -> Option<DeedOf<Lore>> {
        let leader = state.party.leader().filter(|_| state.meeting.is_none())?;
        if self.sheet(who).talents.charisma > self.sheet(leader).talents.charisma {
            return Some(Common::Lead);
        }
        self.help(state, who)
            .or_else(|| Some(Common::Equip { gear: self.better_gear(state, who)?, up: true }))
            .or_else(|| self.loot(state, who))
            .or_else(|| self.look_about(state, who))
            .or_else(|| self.open_up(state, who))
    }

    fn plan(&self, state: &State) -> Option<DeedOf<Lore>> {
        Some(state.meeting.map_or_else(|| self.decide(state), |foes| self.think_of_them(state, foes)))
    }
}

impl Lore {
    /// Hit points that somebody lacks.
    fn lacks(&self, state: &State, who: Who) -> i16 {
        self.sheet(who).hp - state.own.hp[who]
    }

    fn worst_off(&self, state: &State) -> Option<Who> {
        state.party.alive.min_by_key(|&who| {
            let (hp, most) = (i32::from(state.own.hp[who]), i32::from(self.sheet(who).hp));
            hp.min(0) * 1000 + hp * 100 / most.max(1)
        })
    }

    fn has_thief(&self, state: &State) -> bool {
        state.able().any(|one| self.is_thief(one))
    }

    fn help(&self, state: &State, who: Who) -> Option<DeedOf<Lore>> {
        let worst = self.worst_off(state)?;
        let (hp, lacks) = (state.own.hp[worst], self.lacks(state, worst));
        for spell in 0..self.sheet(who).spells.len() as u8 {
            let Some(cast) = self.spell_of(who, spell).filter(|cast| is_healing(cast)) else { continue };
            let ready = state.own.slots[who][usize::from(cast.level) - 1] > 0;
            if ready && (hp <= 0 || lacks >= 5) {
                let on = (!cast.area).then_some(worst);
                return Some(Common::Own(Deed::Cast { spell, on }));
            }
        }
        let has = |ware: Ware| state.supplies.of(ware as usize) > 0;
        if let Some(on) = self.ill(state).first().filter(|_| has(Ware::Tinctures)) {
            return Some(Common::Own(Deed::Use { ware: Ware::Tinctures, on }));
        }
        let bad = hp <= 0 || hp * 2 <= self.sheet(worst).hp;
        (bad && has(Ware::Salves)).then_some(Common::Own(Deed::Use { ware: Ware::Salves, on: worst }))
    }

    fn loot(&self, state: &State, who: Who) -> Option<DeedOf<Lore>> {
        let (place, at) = (&self.setting.place, state.here.at);
        // Let the thief look at it first.
        let looked = (state.own.scanned | state.own.combed).has(at) || self.is_dark(state, at);
        if self.has_thief(state) && place.is_cluttered(at) && !looked {
            return None;
        }
        let watched = state.living_in(place, at).map(Foes::numbered).any(|foes| is_wary(state, foes));
        for cache in place.caches_here(&state.here) {
            if watched && place.goal.take != Some(cache) {
                continue;
            }
            match (state.traps.armed.caches.has(cache), self.is_thief(who)) {
                (true, true) => return Some(Common::Disarm { trap: Trap::Cache(cache) }),
                (true, false) if self.has_thief(state) => {}
                _ => return Some(Common::Take { cache }),
            }
        }
        None
    }

    fn look_about(&self, state: &State, who: Who) -> Option<DeedOf<Lore>> {
        let (place, here) = (&self.setting.place, &state.here);
        if place.achieved(here) {
            return None;
        }
        let again = place.unvisited(here).is_empty() && self.locked(state).is_empty();
        let worth = !state.own.combed.has(here.at) || (again && state.own.tries < 24);
        let can =
            place.is_cluttered(here.at) && !self.is_searched(state, who) && !self.is_dark(state, here.at);
        if worth && can {
            return Some(Common::Search);
        }
        if !self.is_thief(who) {
            return None;
        }
        let doors = place.ways_from(here, here.at).filter(|&way| {
            let unheard = !here.doors.at(way).shows() && !state.listened.has(way);
            unheard && place.beyond(way, here.at).is_some_and(|to| !here.visited.has(to))
        });
        doors.into_iter().next().map(|way| Common::Listen { way })
    }

    fn open_up(&self, state: &State, who: Who) -> Option<DeedOf<Lore>> {
        let here = &state.here;
        let strongest = state.able().max_by_key(|&one| (self.sheet(one).forces, 255 - one.0));
        let way = self.setting.place.closed_here(here).find(|&way| self.can_open(state, way))?;
        let for_picks = here.doors.at(way) == Door::Locked && self.has_thief(state);
        if for_picks && self.is_thief(who) {
            return Some(Common::Pick { way });
        }
        (!for_picks && strongest == Some(who)).then_some(Common::Force { way })
    }

    fn can_open(&self, state: &State, way: u8) -> bool {
        let locked = state.here.doors.at(way) == Door::Locked;
        locked && self.has_thief(state) || !self.iron.has(way)
    }

    /// Zones where a known door is locked that somebody could open.
    fn locked(&self, state: &State) -> Numbers {
        self.setting.place.closed_ends(&state.here, |way| self.can_open(state, way))
    }

    // --- for the whole party ---

    fn is_weak(&self, state: &State) -> bool {
        let us = state.party.alive;
        let hp: i32 = us.map(|who| i32::from(state.own.hp[who].max(0))).sum();
        let most: i32 = us.map(|who| i32::from(self.sheet(who).hp)).sum();
        hp * 4 < most * 3 || us != state.able()
    }

    fn decide(&self, state: &State) -> DeedOf<Lore> {
        let (place, here) = (&self.setting.place, &state.here);
        let last_turn = self.setting.clock.limit;
        if place.achieved(here) {
            return self.go_home(state);
        }
        if self.is_weak(state) {
            let meals = usize::from(state.supplies.of(Ware::Rations as usize)) >= state.party.alive.len();
            let time = state.clock + DAY + DAY / 2 < last_turn;
            return if meals && time { self.find_rest(state) } else { self.go_home(state) };
        }
        let lit = state.own.light > 0 || state.supplies.of(Ware::Torches as usize) > 0;
        let near_end = state.clock + DAY / 4 >= last_turn;
        if !lit || near_end {
            return self.go_home(state);
        }
        let goals = [
            place.unvisited(here),
            self.locked(state),
            self.caches_left(state),
            self.scores_to_settle(state),
            self.unsearched(state),
        ];
        for goal in goals {
            if let Some(go) = self.toward(state, goal) {
                return go;
            }
            if goal.has(here.at) {
                return Common::Own(Deed::Wait);
            }
        }
        self.go_home(state)
    }

    fn find_rest(&self, state: &State) -> DeedOf<Lore> {
        if self.why_not_rest(state).is_err() {
            return Common::Own(Deed::Wait);
        }
        self.toward(state, state.here.visited & self.safe).unwrap_or(Common::Rest)
    }

    fn go_home(&self, state: &State) -> DeedOf<Lore> {
        self.home(state).unwrap_or(Common::Own(Deed::Wait))
    }

    /// Where something lies that can be had.
    fn caches_left(&self, state: &State) -> Numbers {
        let here = &state.here;
        let lying = self.setting.place.caches.iter().zip(0_u8..).filter(|(cache, index)| {
            let seen = here.visited.has(cache.at) && (!cache.hidden || here.spotted.has(*index));
            let wanted = self.setting.place.goal.take == Some(*index);
            let watched = state.living_in(&self.setting.place, cache.at).meets(state.own.attitudes.met);
            seen && !here.taken.has(*index) && (wanted || !watched)
        });
        lying.map(|(cache, _)| cache.at).collect()
    }

    /// Where those live from whom the party has fled, or whom it came to beat.
    fn scores_to_settle(&self, state: &State) -> Numbers {
        let place = &self.setting.place;
        let open = |zone: u8| {
            state.living_in(place, zone).map(Foes::numbered).any(|foes| {
                let hostile = state.own.attitudes.of(foes) == Some(Attitude::Hostile);
                let wanted = place.goal.beat == Some(foes.number()) && state.knows(foes);
                hostile || wanted
            })
        };
        Iterator::filter(state.here.seen, |&zone| open(zone)).collect()
    }

    // --- others ---

    fn think_of_them(&self, state: &State, foes: Foes) -> DeedOf<Lore> {
        Common::Own(match state.own.talk.stage {
            Stage::Sighted => Deed::Meet,
            Stage::Aftermath | Stage::Fight => Deed::Gather,
            Stage::Parley => self.parley(state, foes),
        })
    }

    /// What somebody sells that would serve one of the party, with gold left for torches.
    fn worth_buying(&self, state: &State, foes: Foes) -> Option<Deed> {
        let mut goods = self.setting.place.treasure.offers(&state.pack, foes);
        let serves = |gear: u8| state.able().any(|who| self.gain_by(state, who, gear) > 0);
        let (good, _) = goods.find(|(_, good)| {
            let fits = good.price <= state.supplies.of(GOLD) && state.pack.count(good.gear) == 0;
            fits && serves(good.gear)
        })?;
        Some(Deed::BuyGear { good })
    }

    fn parley(&self, state: &State, foes: Foes) -> Deed {
        let (place, lore) = (&self.setting.place, self.band(foes));
        let gold = state.supplies.of(GOLD);
        let sits_on = place.goal.take.is_some_and(|cache| {
            place.caches[usize::from(cache)].at == state.here.at && !state.here.taken.has(cache)
        });
        let wanted = place.goal.beat == Some(foes.number()) || sits_on;
        match state.own.attitudes.of(foes).unwrap_or_default() {
            Attitude::Friendly => {
                let worst = self.worst_off(state).filter(|&on| self.lacks(state, on) > 0);
                if let Some(on) =
                    worst.filter(|_| lore.heals.is_some() && !state.own.helped.has(foes.number()))
                {
                    return Deed::AskHeal { on };
                }
                if !lore.guides.is_within(state.here.seen) {
                    return Deed::AskWay;
                }
                let affordable = lore.sells[Ware::Torches as usize].is_some_and(|price| price <= gold);
                if affordable && state.supplies.of(Ware::Torches as usize) < 2 {
                    return Deed::Buy { ware: Ware::Torches };
                }
                self.worth_buying(state, foes).unwrap_or(Deed::Pass)
            }
            Attitude::Neutral if !wanted || self.is_weak(state) => Deed::Pass,
            Attitude::Neutral | Attitude::Unfriendly => {
                if !wanted && lore.price.is_some_and(|price| price <= gold) {
                    return Deed::Pay;
                }
                let trapped = place.steps(&state.here).find(|&to| self.trap_toward(state, to).is_some());
                if let Some(to) = trapped {
                    return Deed::Lure { to };
                }
                if self.is_weak(state) && self.way_back(state).is_some() {
                    return Deed::Withdraw;
                }
                Deed::Attack
            }
            Attitude::Indifferent => Deed::Pass,
            Attitude::Hostile => Deed::Attack,
        }
    }
}

//! A sensible mind for a whole adventure: look after the wounded, search, open, explore; rest when weak, deal with those
//! who can be dealt with, and go home when it is done or cannot be done. It acts on what the party knows.

use fracas_adventure::Numbers;
use fracas_adventure::{Door, Place};
use fracas_kernel::Who;

use super::choices::{Choice, is_healing};
use super::data::{Attitude, DAY, Trek, Ware};
use super::state::{Meeting, Stage, State, bit32, has, hero_bit, heroes_in, hx};

impl Trek {
    pub(crate) fn think(&self, state: &State, asked: u8) -> Choice {
        let state = &self.hide(state);
        let leader = state.leader();
        if let Some(meeting) = state.meeting {
            return self.think_of_them(state, leader, meeting);
        }
        let idle = asked & state.able() & !state.busy;
        if let Some(choice) = heroes_in(idle).find_map(|who| self.deed(state, who, leader)) {
            return choice;
        }
        if asked & hero_bit(leader) != 0 {
            return self.decide(state, leader);
        }
        Choice::Idle { who: Who(asked.trailing_zeros() as u8) }
    }

    /// Hit points that somebody lacks.
    fn lacks(&self, state: &State, who: Who) -> i16 {
        self.sheet(who).hp - state.hp[hx(who)]
    }

    fn worst_off(&self, state: &State) -> Option<Who> {
        heroes_in(state.with_us(self)).min_by_key(|&who| {
            let (hp, most) = (i32::from(state.hp[hx(who)]), i32::from(self.sheet(who).hp));
            hp.min(0) * 1000 + hp * 100 / most.max(1)
        })
    }

    fn deed(&self, state: &State, who: Who, leader: Who) -> Option<Choice> {
        if self.heroes[hx(who)].charisma > self.heroes[hx(leader)].charisma {
            return Some(Choice::Lead { who });
        }
        self.help(state, who)
            .or_else(|| self.loot(state, who))
            .or_else(|| self.look_about(state, who))
            .or_else(|| self.open_up(state, who))
    }

    fn help(&self, state: &State, who: Who) -> Option<Choice> {
        let worst = self.worst_off(state)?;
        let (hp, lacks) = (state.hp[hx(worst)], self.lacks(state, worst));
        for spell in 0..self.sheet(who).spells.len() as u8 {
            let Some(cast) = self.spell_of(who, spell).filter(|cast| is_healing(cast)) else { continue };
            let ready = state.slots[hx(who)][usize::from(cast.level) - 1] > 0;
            if ready && (hp <= 0 || lacks >= 5) {
                let on = (!cast.area).then_some(worst);
                return Some(Choice::Cast { who, spell, on });
            }
        }
        let ill = |one: &Who| state.poison[hx(*one)] != 0 || state.disease[hx(*one)] != 0;
        if state.wares[Ware::Tinctures as usize] > 0
            && let Some(on) = heroes_in(state.with_us(self)).find(ill)
        {
            return Some(Choice::Use { who, ware: Ware::Tinctures, on });
        }
        let bad = hp <= 0 || hp * 2 <= self.sheet(worst).hp;
        (bad && state.wares[Ware::Salves as usize] > 0).then_some(Choice::Use {
            who,
            ware: Ware::Salves,
            on: worst,
        })
    }

    /// Those who would not stand by while their things are taken.
    fn is_watched(&self, state: &State) -> bool {
        let here = self.living_in(state, state.here.at);
        (0..32).any(|band| {
            let wary = matches!(state.attitude_of(band), Attitude::Neutral | Attitude::Unfriendly);
            here & bit32(band) != 0 && state.met & bit32(band) != 0 && wary
        })
    }

    fn loot(&self, state: &State, who: Who) -> Option<Choice> {
        let thief_about = heroes_in(state.able()).any(|one| self.heroes[hx(one)].skill.is_some());
        let thief = self.heroes[hx(who)].skill.is_some();
        // Let the thief look at it first.
        let looked = has(state.scanned | state.combed, state.here.at) || self.is_dark(state);
        let hides = self.place.spots[usize::from(state.here.at)].cluttered;
        if thief_about && hides && !looked {
            return None;
        }
        for cache in Place::zones_in(self.place.caches_here(&state.here).0) {
            if self.is_watched(state) && self.place.goal.take != Some(cache) {
                continue;
            }
            let trapped = has(state.armed.caches, cache);
            match (trapped, thief) {
                (true, true) => return Some(Choice::Disarm { who, cache }),
                (true, false) if thief_about => {}
                _ => return Some(Choice::Take { who, cache }),
            }
        }
        None
    }

    fn look_about(&self, state: &State, who: Who) -> Option<Choice> {
        let at = state.here.at;
        if self.place.achieved(&state.here) {
            return None;
        }
        let again = self.place.unvisited(&state.here).0 == 0 && self.locked(state) == 0;
        let worth = !has(state.combed, at) || (again && state.tries < 24);
        if worth && self.can_search(state, who) {
            return Some(Choice::Search { who });
        }
        self.heroes[hx(who)].skill?;
        let doors = self.place.ways_from(&state.here, at).filter(|&way| {
            let shut = self.place.ways[usize::from(way)].door != Door::None;
            shut && !state.here.doors.at(way).shows() && !has(state.listened, way)
        });
        let mut unknown = doors.filter_map(|way| self.place.beyond(way, at));
        unknown.find(|&to| !has(state.here.visited.0, to)).map(|to| Choice::Listen { who, to })
    }

    fn open_up(&self, state: &State, who: Who) -> Option<Choice> {
        let at = state.here.at;
        let thief_about = heroes_in(state.able()).any(|one| self.heroes[hx(one)].skill.is_some());
        let strongest =
            heroes_in(state.able()).max_by_key(|&one| (self.heroes[hx(one)].strength, 255 - one.0));
        let mut shut =
            self.place.ways_from(&state.here, at).filter(|&way| !self.place.is_open(&state.here, way));
        let way = shut.find(|&way| self.can_open(state, way))?;
        let to = self.place.beyond(way, at)?;
        if self.heroes[hx(who)].skill.is_some() {
            return Some(Choice::Pick { who, to });
        }
        let may_force = !thief_about && strongest == Some(who) && !self.ways[usize::from(way)].iron;
        may_force.then_some(Choice::Force { who, to })
    }

    fn can_open(&self, state: &State, way: u8) -> bool {
        let thief_about = heroes_in(state.able()).any(|one| self.heroes[hx(one)].skill.is_some());
        thief_about || !self.ways[usize::from(way)].iron
    }

    /// Zones where a known door is locked that somebody could open.
    fn locked(&self, state: &State) -> u64 {
        let ways = 0..self.place.ways.len() as u8;
        let shut = ways.filter(|&way| {
            self.place.knows_way(&state.here, way)
                && !self.place.is_open(&state.here, way)
                && self.can_open(state, way)
        });
        let ends = shut.flat_map(|way| {
            let way = &self.place.ways[usize::from(way)];
            [way.a, way.b]
        });
        Trek::set_of(ends) & state.here.visited.0
    }

    // --- for the whole party ---

    fn is_weak(&self, state: &State) -> bool {
        let us = state.with_us(self);
        let sum = |of: &dyn Fn(Who) -> i16| heroes_in(us).map(|who| i32::from(of(who))).sum::<i32>();
        let (hp, most) = (sum(&|who| state.hp[hx(who)].max(0)), sum(&|who| self.sheet(who).hp));
        hp * 5 < most * 3 || us != state.able()
    }

    fn decide(&self, state: &State, who: Who) -> Choice {
        let here = &state.here;
        if self.place.achieved(here) {
            return self.go_home(state, who);
        }
        let meals = u32::from(state.wares[Ware::Rations as usize]) >= state.with_us(self).count_ones();
        if self.is_weak(state) {
            let time = state.turn + DAY + DAY / 2 < self.last_turn;
            if meals && time {
                return self.find_rest(state, who);
            }
            return self.go_home(state, who);
        }
        let lit = state.light > 0 || state.wares[Ware::Torches as usize] > 0;
        let near_end = state.turn + DAY / 4 >= self.last_turn;
        if !lit || near_end {
            return self.go_home(state, who);
        }
        let goals = [
            self.place.unvisited(here).0,
            self.locked(state),
            self.caches_left(state),
            self.scores_to_settle(state),
            self.corners_left(state),
        ];
        for goal in goals.into_iter().filter(|&goal| goal != 0) {
            if let Some(to) = self.place.toward(here, Numbers::of(goal)) {
                return Choice::Go { who, to };
            }
            if has(goal, here.at) {
                return Choice::Wait { who };
            }
        }
        self.go_home(state, who)
    }

    fn find_rest(&self, state: &State, who: Who) -> Choice {
        if state.poison.iter().any(|&poison| poison != 0) {
            return Choice::Wait { who };
        }
        let safe = (0..self.zones.len() as u8).filter(|&zone| self.zones[usize::from(zone)].safe);
        let safe = Trek::set_of(safe) & state.here.visited.0;
        match self.place.toward(&state.here, Numbers::of(safe)) {
            Some(to) => Choice::Go { who, to },
            None => Choice::Camp { who },
        }
    }

    fn go_home(&self, state: &State, who: Who) -> Choice {
        if self.place.zone(state.here.at).exit {
            return Choice::Leave { who };
        }
        match self.place.toward(&state.here, Numbers::of(self.place.exits().0)) {
            Some(to) => Choice::Go { who, to },
            None => Choice::Wait { who },
        }
    }

    /// Where something lies that can be had.
    fn caches_left(&self, state: &State) -> u64 {
        let lying = self.place.caches.iter().zip(0_u8..).filter(|(cache, index)| {
            let seen =
                has(state.here.visited.0, cache.at) && (!cache.hidden || has(state.here.spotted.0, *index));
            let wanted = self.place.goal.take == Some(*index);
            let watched = self.living_in(state, cache.at) & state.met != 0;
            seen && !has(state.here.taken.0, *index) && (wanted || !watched)
        });
        Trek::set_of(lying.map(|(cache, _)| cache.at))
    }

    /// Where those live from whom the party has fled, or whom it came to beat.
    fn scores_to_settle(&self, state: &State) -> u64 {
        let about = (0..32).filter(|&band| {
            let hostile = state.met & bit32(band) != 0 && state.attitude_of(band) == Attitude::Hostile;
            let wanted = self.place.goal.beat == Some(band) && state.knows & bit32(band) != 0;
            state.is_about(band) && (hostile || wanted)
        });
        Trek::set_of(about.filter_map(|band| self.lair_of(state, band))) & state.here.seen.0
    }

    fn corners_left(&self, state: &State) -> u64 {
        let spots = self.place.spots.iter().zip(0_u8..);
        Trek::set_of(spots.filter(|(spot, _)| spot.cluttered).map(|(_, zone)| zone))
            & state.here.visited.0
            & !state.here.searched.0
    }

    // --- others ---

    fn think_of_them(&self, state: &State, who: Who, meeting: Meeting) -> Choice {
        match meeting.stage {
            Stage::Sighted => return Choice::Meet { who },
            Stage::Aftermath | Stage::Fight => return Choice::Gather { who },
            Stage::Parley => {}
        }
        let lore = self.band(meeting.band);
        let sits_on = self.place.goal.take.is_some_and(|cache| {
            self.place.caches[usize::from(cache)].at == state.here.at && !has(state.here.taken.0, cache)
        });
        let wanted = self.place.goal.beat == Some(meeting.band) || sits_on;
        match state.attitude_of(meeting.band) {
            Attitude::Friendly => {
                let worst = self.worst_off(state).filter(|&on| self.lacks(state, on) > 0);
                if let Some(on) = worst.filter(|_| lore.heals.is_some() && !meeting.healed) {
                    return Choice::AskHeal { who, on };
                }
                if lore.guides & !state.here.seen.0 != 0 {
                    return Choice::AskWay { who };
                }
                let affordable = lore.sells[Ware::Torches as usize].is_some_and(|price| price <= state.gold);
                if affordable && state.wares[Ware::Torches as usize] < 2 {
                    return Choice::Buy { who, ware: Ware::Torches };
                }
                Choice::Pass { who }
            }
            Attitude::Neutral if !wanted || self.is_weak(state) => Choice::Pass { who },
            Attitude::Neutral | Attitude::Unfriendly => {
                if !wanted && lore.price.is_some_and(|price| price <= state.gold) {
                    return Choice::Pay { who };
                }
                let mut steps = Place::zones_in(self.place.steps(&state.here).0);
                if let Some(to) = steps.find(|&to| self.trap_toward(state, to).is_some()) {
                    return Choice::Lure { who, to };
                }
                if self.is_weak(state) && self.way_back(state).is_some() {
                    return Choice::Withdraw { who };
                }
                Choice::Attack { who }
            }
            Attitude::Hostile | Attitude::Indifferent => Choice::Attack { who },
        }
    }
}

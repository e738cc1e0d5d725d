//! A quick, sensible traveller: sees to the wounded, takes what lies there, looks about, goes on to where nobody was
//! yet, and home when it is done or going badly. It knows what the party knows, and allocates nothing.

use fracas_adventure::Numbers;
use fracas_adventure::Place;
use fracas_kernel::Who;

use super::choices::{AWAKE, Choice, TOUGHEN};
use super::data::Trek;
use super::state::{DAY, Press, State, bit, each, has, hero, hx};
use crate::data::Attribute;

/// A score that is made more often than not.
const FAIR: i16 = 11;
/// Days that are kept for the rest of the adventure.
const HURRY: u32 = 6;

impl Trek {
    pub(crate) fn think(&self, state: &State, asked: u8) -> Choice {
        if let Some(who) = each(state.discovering).next() {
            return Choice::Learn { who };
        }
        let leader = self.leader(state);
        let present = asked & state.present(self.party());
        if let Some(choice) = self.errand(state, present) {
            return choice;
        }
        match present & hero(leader) {
            0 => Choice::Lead { who: each(present).next().unwrap_or(leader) },
            _ => self.course(state, leader, present),
        }
    }

    /// What single heroes do, where it pays.
    fn errand(&self, state: &State, asked: u8) -> Option<Choice> {
        let alone = self.company(state).is_none();
        let here = &state.here;
        if let Some(choice) = each(asked & state.leisure).find_map(|who| self.improvement(state, who)) {
            return Some(choice);
        }
        if state.pausing && state.kits > 0 {
            let worst = each(asked).min_by_key(|&who| self.shape(state, who));
            if let Some(who) = worst.filter(|&who| self.shape(state, who) <= 50) {
                return Some(Choice::Kit { who });
            }
        }
        let caches = self.place.caches_here(here).0;
        if caches != 0 && (alone || self.is_wanted(caches)) {
            let who = each(asked).max_by_key(|&who| self.modifier(state, who, Attribute::Grace))?;
            return Some(Choice::Take { who, cache: caches.trailing_zeros() as u8 });
        }
        let unlooked = state.looked[usize::from(here.at) % 64] == 0 && !has(here.searched.0, here.at);
        if alone && unlooked && self.place.spots[usize::from(here.at)].cluttered {
            let who = each(asked).max_by_key(|&who| self.modifier(state, who, Attribute::Wit))?;
            return Some(Choice::Search { who });
        }
        let stuck = self.place.unvisited(here).0 == 0 && !self.place.achieved(here);
        let barred = self.barred(state);
        if alone && stuck && barred != 0 {
            let who = each(asked).max_by_key(|&who| self.knack(state, who))?;
            return Some(Choice::Force { who, to: barred.trailing_zeros() as u8 });
        }
        None
    }

    /// Is one of these what the party came for?
    fn is_wanted(&self, caches: u64) -> bool {
        self.place.goal.take.is_some_and(|cache| has(caches, cache))
    }

    /// How to spend an Extended Rest.
    fn improvement(&self, state: &State, who: Who) -> Option<Choice> {
        if state.leisure & hero(who) == 0 {
            return None;
        }
        let xp = state.xp[hx(who)];
        let abilities = 0..self.sheet(who).abilities.len() as u8;
        let affordable = |which: &u8| self.price(state, who, *which).is_some_and(|price| price <= xp);
        if let Some(which) = abilities.clone().find(affordable) {
            return Some(Choice::Train { who, which });
        }
        let saving = abilities.clone().any(|which| self.price(state, who, which).is_some());
        if xp >= TOUGHEN && !saving && state.most[hx(who)] < 300 {
            return Some(Choice::Toughen { who });
        }
        if state.idle & hero(who) != 0 {
            let open = self
                .pursuits
                .iter()
                .zip(0_u8..)
                .find(|(one, index)| state.pursuits[usize::from(*index)] < one.segments);
            return open.map(|(_, pursuit)| Choice::Work { who, pursuit });
        }
        None
    }

    /// Health in percent.
    fn shape(&self, state: &State, who: Who) -> i32 {
        i32::from(state.health[hx(who)]) * 100 / i32::from(state.most[hx(who)].max(1))
    }

    /// Of the whole party.
    fn strength(&self, state: &State) -> i32 {
        let present = state.present(self.party());
        each(present).map(|who| self.shape(state, who)).sum::<i32>() / (present.count_ones() as i32).max(1)
    }

    // --- the leader ---

    fn course(&self, state: &State, who: Who, asked: u8) -> Choice {
        let strength = self.strength(state);
        if self.company(state).is_some() {
            return match strength >= 60 && self.is_in_the_way(state) {
                true => Choice::Attack { who },
                false => self.onward(state, who, asked),
            };
        }
        if let Some(choice) = self.respite(state, who, strength) {
            return choice;
        }
        self.onward(state, who, asked)
    }

    /// Do those who are here hold what has to be beaten?
    fn is_in_the_way(&self, state: &State) -> bool {
        let Some(band) = self.place.lair_here(&state.here) else { return true };
        let matter = self.matter.as_ref().filter(|_| state.matter == Press::Presses);
        self.place.goal.beat == Some(band) || matter.and_then(|matter| matter.beat) == Some(band)
    }

    /// A Break, a night's sleep, or days of rest, where they are to be had and do some good.
    fn respite(&self, state: &State, who: Who, strength: i32) -> Option<Choice> {
        let present = state.present(self.party());
        if !state.pausing {
            let spent = each(present).any(|who| state.ardor[hx(who)] < self.sheet(who).ardor);
            let kit = state.kits > 0 && each(present).any(|who| self.shape(state, who) <= 50);
            let lasting = each(present).any(|who| state.burden(who) < 0);
            if spent || kit || lasting {
                return Some(Choice::Break { who });
            }
        }
        if has(self.havens(state, self.in_need_of_days(state)), state.here.at) {
            return Some(Choice::Linger { who });
        }
        let mouths = present.count_ones();
        let tired = strength < 70
            || each(present).any(|who| state.surges[hx(who)] == 0 && self.sheet(who).surges > 0);
        let fed = u32::from(state.rations) >= mouths;
        let safe = self.terrain[usize::from(state.here.at)].risk <= 2;
        if tired && fed && safe && self.can_spare(state, 1) {
            return Some(match state.clock >= state.slept + AWAKE {
                true => Choice::Rest { who },
                false if strength < 50 => Choice::Wait { who },
                false => return None,
            });
        }
        None
    }

    /// Can what presses come so many segments further?
    fn can_spare(&self, state: &State, segments: u8) -> bool {
        let most = self.matter.as_ref().map_or(0, |matter| matter.segments);
        state.matter != Press::Presses || self.pressed(state) + segments < most
    }

    /// Who has Trauma to be healed, or enough experience to spend, while nothing presses.
    fn in_need_of_days(&self, state: &State) -> u8 {
        // Some days have to be left for what there is to do.
        let late = state.clock / DAY + u32::from(self.rest_days) + HURRY > u32::from(self.days);
        if !state.fresh && (state.matter == Press::Presses || self.place.achieved(&state.here) || late) {
            return 0;
        }
        let needy = each(state.present(self.party())).filter(|&who| {
            let mut lore = 0..self.sheet(who).abilities.len() as u8;
            let grows = |which| self.price(state, who, which).is_some_and(|price| price <= state.xp[hx(who)]);
            state.trauma[hx(who)] > 0 || lore.any(grows)
        });
        needy.fold(0, |set, who| set | hero(who))
    }

    /// The zones where most of these would be at ease.
    fn havens(&self, state: &State, needy: u8) -> u64 {
        if state.fresh {
            return if needy == 0 { 0 } else { bit(state.here.at) };
        }
        let (mut best, mut most) = (0, 1);
        for (terrain, zone) in
            self.terrain.iter().zip(0_u8..).filter(|(_, zone)| has(state.here.visited.0, *zone))
        {
            let count = each(needy).filter(|&who| self.sheet(who).comforts & terrain.comforts != 0).count();
            let near =
                zone == state.here.at || self.place.toward(&state.here, Numbers::of(bit(zone))).is_some();
            if near && count >= most {
                best = if count > most { bit(zone) } else { best | bit(zone) };
                most = count;
            }
        }
        best
    }

    fn onward(&self, state: &State, who: Who, asked: u8) -> Choice {
        let here = &state.here;
        let done = self.place.achieved(here);
        let few = state.present(self.party()).count_ones() * 2 < self.party().count_ones();
        let home = self.place.exits().0;
        if (done || few) && has(home, here.at) {
            return Choice::Leave { who };
        }
        let havens = self.havens(state, self.in_need_of_days(state));
        let goals = match done || few {
            true => home,
            false if self.place.toward(here, Numbers::of(havens)).is_some() => havens,
            false => self.next_goals(state),
        };
        if goals == 0 && has(home, here.at) {
            return Choice::Leave { who };
        }
        let goals = if goals == 0 { home } else { goals };
        match self.place.toward(here, Numbers::of(goals)) {
            Some(to) => self.step(state, who, to, asked),
            None => self.stay(state, who),
        }
    }

    /// Where to go: where nobody was yet, then where doors are shut, then to those who have to be beaten.
    fn next_goals(&self, state: &State) -> u64 {
        let here = &state.here;
        let unvisited = self.place.unvisited(here).0;
        let matter = self.matter.as_ref().filter(|_| state.matter == Press::Presses);
        let wanted = [self.place.goal.beat, matter.and_then(|matter| matter.beat)];
        let known =
            wanted.into_iter().flatten().filter(|&band| has(state.met, band) && !has(here.gone.0, band));
        let lairs = known.filter_map(|band| self.place.encounters.get(usize::from(band))?.lair);
        let lairs = lairs.fold(0, |set, zone| set | bit(zone));
        let caches = self.place.goal.take.and_then(|cache| self.place.caches.get(usize::from(cache)));
        let prize = caches
            .filter(|cache| has(here.visited.0, cache.at) && !cache.hidden)
            .map_or(0, |cache| bit(cache.at));
        let locked = (0..self.place.ways.len() as u8)
            .filter(|&way| self.place.knows_way(here, way) && !self.place.is_open(here, way));
        let doors = locked
            .map(|way| &self.place.ways[usize::from(way)])
            .fold(0, |set, way| set | bit(way.a) | bit(way.b));
        [lairs & !bit(here.at), unvisited, prize & !bit(here.at), doors & here.visited.0 & !bit(here.at)]
            .into_iter()
            .find(|&set| self.place.toward(here, Numbers::of(set)).is_some())
            .unwrap_or(0)
    }

    /// One zone on: openly, or unseen where it is known to be dangerous or the party is in no state to fight.
    fn step(&self, state: &State, who: Who, to: u8, asked: u8) -> Choice {
        let Some(way) = self.way_to(state, to) else { return self.stay(state, who) };
        if let Some(hazard) = &self.passages[usize::from(way)].hazard {
            let skill = |who: Who| self.modifier(state, who, hazard.by);
            let best = each(asked).max_by_key(|&who| skill(who)).unwrap_or(who);
            if skill(best) > skill(who) {
                return Choice::Lead { who: best };
            }
            let sure = hazard.challenge + self.hardship(state) - skill(who) + self.care(true) <= FAIR;
            let careful = sure && self.careful.is_some() && self.slip_on(way).is_some();
            return Choice::Go { who, to, careful };
        }
        let strength = self.strength(state);
        let lairs = self.place.encounters.iter().zip(0_u8..);
        let there = lairs.filter(|(e, index)| {
            e.lair == Some(to) && has(state.met, *index) && !has(state.here.gone.0, *index)
        });
        let guarded = there.count() > 0;
        let quiet =
            self.challenge(state, to) - self.modifier(state, self.clumsiest(state), Attribute::Grace) <= FAIR;
        if guarded && (strength < 80 || quiet) {
            return Choice::Sneak { who, to, careful: false };
        }
        Choice::Go { who, to, careful: false }
    }

    /// There is nothing better to do.
    fn stay(&self, state: &State, who: Who) -> Choice {
        if self.company(state).is_some() {
            return Choice::Attack { who };
        }
        if has(self.place.exits().0, state.here.at) {
            return Choice::Leave { who };
        }
        match Place::zones_in(self.place.steps(&state.here).0).next() {
            Some(to) if self.place.toward(&state.here, Numbers::of(self.place.exits().0)).is_some() => {
                let to = self.place.toward(&state.here, Numbers::of(self.place.exits().0)).unwrap_or(to);
                Choice::Go { who, to, careful: false }
            }
            _ => Choice::Wait { who },
        }
    }
}

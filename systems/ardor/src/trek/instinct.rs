//! A quick, sensible traveller: sees to the wounded, takes what lies there, looks about, goes on to where nobody was
//! yet, and home when it is done or going badly.

use fracas_adventure::{Choice, Clock, Deed as Common, DeedOf, Heroes, Instincts, Numbers, Routes};
use fracas_kernel::{Whim, Who};

use super::data::KITS;
use super::rests::{TOUGHEN, TOUGHEST};
use super::state::Press;
use super::{Deed, Lore, State};
use crate::data::Attribute;

/// A score that is made more often than not.
const FAIR: i16 = 11;
/// Days that are kept for the rest of the adventure.
const HURRY: u32 = 6;

impl Instincts for Lore {
    fn think(&self, state: &State, asked: Heroes, _whim: &mut Whim) -> Choice<Deed> {
        if let Some(who) = state.own.discovering.first() {
            let affordable = self.offered(state, who).find(|&which| self.can_afford(state, who, which));
            let first = self.offered(state, who).next().unwrap_or(0);
            let deed = affordable.map_or(Deed::Later(first), Deed::Learn);
            return who.does(Common::Own(deed));
        }
        let errand = self.best_errand(state, asked);
        let leader = state.party.leader().filter(|&leader| asked.has(leader));
        let course = || leader.map(|leader| self.course(state, leader, asked));
        errand.or_else(course).unwrap_or_else(|| asked.first().unwrap_or(Who(0)).does(Common::Lead))
    }
}

impl Lore {
    /// What single heroes do where it pays, and who does it best.
    fn best_errand(&self, state: &State, asked: Heroes) -> Option<Choice<Deed>> {
        let (place, here, own) = (&self.setting.place, &state.here, &state.own);
        if let Some(choice) = (asked & own.leisure).filter_map(|who| self.improvement(state, who)).next() {
            return Some(choice);
        }
        if own.pausing && state.supplies.of(KITS) > 0 {
            let worst = asked.min_by_key(|&who| own.shape(who));
            if let Some(who) = worst.filter(|&who| own.shape(who) <= 50) {
                return Some(who.does(Common::Own(Deed::Kit)));
            }
        }
        let alone = self.company(state).is_none();
        let best = |by| asked.max_by_key(|&who| self.modifier(state, who, by));
        let caches = place.caches_here(here);
        if let Some(cache) = caches.first()
            && (alone || place.goal.take.is_some_and(|wanted| caches.has(wanted)))
        {
            return Some(best(Attribute::Grace)?.does(Common::Take { cache }));
        }
        let searched = here.searched.has(here.at) || !own.looked[here.at].is_empty();
        if alone && !searched && place.is_cluttered(here.at) {
            return Some(best(Attribute::Wit)?.does(Common::Search));
        }
        let stuck = place.unvisited(here).is_empty() && !place.achieved(here);
        let barred = place.closed_here(here).min_by_key(|&way| place.beyond(way, here.at));
        let way = barred.filter(|_| alone && stuck)?;
        Some(asked.max_by_key(|&who| self.knack(state, who))?.does(Common::Force { way }))
    }

    /// How to spend an Extended Rest.
    fn improvement(&self, state: &State, who: Who) -> Option<Choice<Deed>> {
        let does = |deed| Some(who.does(Common::Own(deed)));
        let xp = state.own.xp[who];
        let prices = || {
            let abilities = 0..self.sheet(who).abilities.len() as u8;
            abilities.filter_map(|which| Some((which, self.price(state, who, which)?)))
        };
        if let Some((which, _)) = prices().find(|(_, price)| *price <= xp) {
            return does(Deed::Train(which));
        }
        let saving = prices().next().is_some();
        if xp >= TOUGHEN && !saving && state.own.most[who] < TOUGHEST {
            return does(Deed::Toughen);
        }
        let open = (0..self.pursuits.len() as u8).find(|&pursuit| !self.is_full(state, pursuit));
        open.filter(|_| state.own.idle.has(who)).and_then(|pursuit| does(Deed::Work(pursuit)))
    }

    /// Health of the whole party, in percent.
    fn strength(&self, state: &State) -> i32 {
        let able = state.able();
        able.map(|who| state.own.shape(who)).sum::<i32>() / (able.len() as i32).max(1)
    }

    // --- the leader ---

    fn course(&self, state: &State, who: Who, asked: Heroes) -> Choice<Deed> {
        let strength = self.strength(state);
        if self.company(state).is_some() {
            return match strength >= 60 && self.is_in_the_way(state) {
                true => who.does(Common::Own(Deed::Attack)),
                false => self.onward(state, who, asked),
            };
        }
        match self.respite(state, strength) {
            Some(deed) => who.does(deed),
            None => self.onward(state, who, asked),
        }
    }

    /// What has to be beaten before it can be over.
    fn wanted(&self, state: &State) -> impl Iterator<Item = u8> {
        let matter = self.matter.as_ref().filter(|_| state.own.matter == Press::Presses);
        [self.setting.place.goal.beat, matter.and_then(|matter| matter.goal.beat)].into_iter().flatten()
    }

    /// Do those who are here hold what has to be beaten?
    fn is_in_the_way(&self, state: &State) -> bool {
        let lair = self.setting.place.lair_here(&state.here);
        lair.is_none_or(|band| self.wanted(state).any(|wanted| wanted == band))
    }

    /// A Break, a night's sleep, or days of rest, where they are to be had and do some good.
    fn respite(&self, state: &State, strength: i32) -> Option<DeedOf<Lore>> {
        let (able, own) = (state.able(), &state.own);
        if !own.pausing {
            let spent = able.any(|who| own.ardor[who] < self.sheet(who).ardor);
            let kit = state.supplies.of(KITS) > 0 && able.any(|who| own.shape(who) <= 50);
            if spent || kit || able.any(|who| own.burden(who) < 0) {
                return Some(Common::Own(Deed::Break));
            }
        }
        if self.havens(state).has(state.here.at) {
            return Some(Common::Own(Deed::Linger));
        }
        let tired = strength < 70 || able.any(|who| own.surges[who] == 0 && self.sheet(who).surges > 0);
        let safe = self.terrain(state.here.at).risk <= 2;
        if !(tired && self.has_food(state) && safe && self.can_spare_a_segment(state)) {
            return None;
        }
        match self.awake_for(state) <= 0 {
            true => Some(Common::Rest),
            false => (strength < 50).then_some(Common::Own(Deed::Wait)),
        }
    }

    /// Can what presses come a segment further?
    fn can_spare_a_segment(&self, state: &State) -> bool {
        let most = self.matter.as_ref().map_or(0, |matter| matter.segments);
        state.own.matter != Press::Presses || self.pressed(state) + 1 < most
    }

    /// Who has Trauma to be healed, or enough experience to spend, while nothing presses.
    fn in_need_of_days(&self, state: &State) -> Heroes {
        let own = &state.own;
        // Some days have to be left for what there is to do.
        let clock = self.setting.clock;
        let (day, days) = (clock.minutes(state.clock) / Clock::DAY, clock.minutes(clock.limit) / Clock::DAY);
        let late = day + u32::from(self.rest_days) + HURRY > days;
        let done = self.setting.place.achieved(&state.here);
        if !own.fresh && (own.matter == Press::Presses || done || late) {
            return Heroes::NONE;
        }
        let needy = state.able().filter(|&who| {
            let mut lore = 0..self.sheet(who).abilities.len() as u8;
            let grows = |which| self.price(state, who, which).is_some_and(|price| price <= own.xp[who]);
            own.trauma[who] > 0 || lore.any(grows)
        });
        needy.collect()
    }

    /// The zones where most of those who need days of rest would be at ease.
    fn havens(&self, state: &State) -> Numbers {
        let (needy, here) = (self.in_need_of_days(state), &state.here);
        if state.own.fresh {
            return Numbers::one(here.at).only_if(!needy.is_empty());
        }
        let (mut best, mut most) = (Numbers::NONE, 1);
        for zone in here.visited {
            let count =
                needy.filter(|&who| self.sheet(who).comforts.meets(self.terrain(zone).comforts)).count();
            let near = zone == here.at || self.setting.place.toward(here, Numbers::one(zone)).is_some();
            if near && count >= most {
                best = if count > most { Numbers::one(zone) } else { best.with(zone) };
                most = count;
            }
        }
        best
    }

    fn onward(&self, state: &State, who: Who, asked: Heroes) -> Choice<Deed> {
        let (place, here) = (&self.setting.place, &state.here);
        let few = state.able().len() * 2 < self.setting.heroes.len();
        let homeward = place.achieved(here) || few;
        let havens = self.havens(state);
        let goals = match homeward {
            true => place.exits(),
            false if place.toward(here, havens).is_some() => havens,
            false => self.next_goals(state),
        };
        if (homeward || goals.is_empty()) && place.is_exit(here) {
            return who.does(Common::Leave);
        }
        match place.toward(here, if goals.is_empty() { place.exits() } else { goals }) {
            Some(to) => self.step_to(state, who, to, asked),
            None => who.does(self.stay_here(state)),
        }
    }

    /// Where to go: to those who have to be beaten, where nobody was yet, to what is wanted, and where doors are shut.
    fn next_goals(&self, state: &State) -> Numbers {
        let (place, here) = (&self.setting.place, &state.here);
        let known = self.wanted(state).filter(|&band| (state.heard - here.gone).has(band));
        let lairs: Numbers = known.filter_map(|band| place.encounters.get(usize::from(band))?.lair).collect();
        let wanted = place.goal.take.and_then(|cache| place.caches.get(usize::from(cache)));
        let prize = wanted.filter(|cache| here.visited.has(cache.at) && !cache.hidden).map(|cache| cache.at);
        let prize: Numbers = prize.into_iter().collect();
        let doors = place.closed_ends(here, |_| true);
        let at = Numbers::one(here.at);
        let all = [lairs - at, place.unvisited(here), prize - at, doors - at];
        all.into_iter().find(|&set| place.toward(here, set).is_some()).unwrap_or(Numbers::NONE)
    }

    /// One zone on: openly, or unseen where it is known to be dangerous or the party is in no state to fight.
    fn step_to(&self, state: &State, who: Who, to: u8, asked: Heroes) -> Choice<Deed> {
        let Some((_, passage)) = self.passage(state, to) else { return who.does(self.stay_here(state)) };
        if let Some(hazard) = &passage.hazard {
            let skill = |who: Who| self.modifier(state, who, hazard.by);
            let best = asked.max_by_key(|&who| skill(who)).unwrap_or(who);
            if skill(best) > skill(who) {
                return best.does(Common::Lead);
            }
            let sure = hazard.challenge + self.hardship(state) - skill(who) + self.care(true) <= FAIR;
            let careful = sure && self.may_take_care(state) && passage.slip().is_some();
            return who.does(if careful { Common::Own(Deed::GoCarefully(to)) } else { Common::Go { to } });
        }
        let guarded = state.known_in(&self.setting.place, to).next().is_some();
        let skill = self.modifier(state, self.clumsiest(state), Attribute::Grace);
        let quiet = self.challenge(state, to) - skill <= FAIR;
        if guarded && (self.strength(state) < 80 || quiet) {
            return who.does(Common::Own(Deed::Sneak { to, careful: false }));
        }
        who.does(Common::Go { to })
    }

    /// There is nothing better to do.
    fn stay_here(&self, state: &State) -> DeedOf<Lore> {
        if self.company(state).is_some() {
            return Common::Own(Deed::Attack);
        }
        self.home(state).unwrap_or(Common::Own(Deed::Wait))
    }
}

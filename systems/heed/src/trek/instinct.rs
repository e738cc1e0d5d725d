//! A quick mind for the time between fights: tends the hurt, takes what lies there, searches, opens, goes on to what it
//! has not seen, and goes home when it is done or in a bad way. Allocates nothing and knows what the party knows.

use fracas_adventure::Numbers;
use fracas_adventure::Place;
use fracas_kernel::{Crowd, Who};

use super::choices::{Bar, Choice};
use super::data::{Deed, Task, Trek};
use super::event::Handling;
use super::state::{Chore, NONE, State};
use crate::data::{Qualities, Quality};

impl Trek {
    /// A choice for one of `asked`.
    pub(super) fn think(&self, state: &State, asked: Crowd) -> Choice {
        let up = state.up(self.heed()).and(asked);
        let leader = state.leading(self.heed()).unwrap_or(Who(0));
        if state.fought {
            return Choice::GoOn { who: leader };
        }
        if up.has(leader) && !self.anything_to_do(state) {
            return self.lead_on(state, leader);
        }
        let undecided = up.filter(|&who| state.hero(who).chore == Chore::UNDECIDED);
        // The leader decides last, when it is known what the others do.
        let mut others = undecided.filter(|&who| who != leader);
        match others.next() {
            Some(who) => self.think_for(state, who),
            None if up.has(leader) => self.lead(state, leader),
            None => Choice::Wait { who: up.first().or(asked.first()).unwrap_or(leader) },
        }
    }

    fn think_for(&self, state: &State, who: Who) -> Choice {
        self.arm(state, who).or_else(|| self.job(state, who)).unwrap_or(Choice::Wait { who })
    }

    fn lead(&self, state: &State, who: Who) -> Choice {
        if state.hero(who).chore == Chore::UNDECIDED {
            return self.think_for(state, who);
        }
        if state.up(self.heed()).any(|one| self.is_work(state.hero(one).chore)) {
            return Choice::Begin { who };
        }
        self.lead_on(state, who)
    }

    fn lead_on(&self, state: &State, who: Who) -> Choice {
        let gather = Choice::Gather { who };
        if self.bar(state, gather).is_none() && self.room_in_pack(state) {
            return gather;
        }
        self.onward(state, who)
    }

    /// Has anybody something to do here, or begun on it?
    fn anything_to_do(&self, state: &State) -> bool {
        state.up(self.heed()).any(|who| {
            let chore = state.hero(who).chore;
            let begun =
                self.is_work(chore) || chore == Chore::UNDECIDED && self.work_for(state, who).is_some();
            begun || chore == Chore::UNDECIDED && self.arm(state, who).is_some()
        })
    }

    fn room_in_pack(&self, state: &State) -> bool {
        let mut pack = state.pack;
        state.floor.kinds(state.here.at).next().is_some_and(|kind| pack.add(kind))
    }

    /// Is it more than keeping eyes and ears open?
    fn is_work(&self, chore: Chore) -> bool {
        self.task(chore.task).is_some_and(|task| !matches!(task.does, Deed::Watch | Deed::Listen))
    }

    // --- the party's way ---

    fn onward(&self, state: &State, who: Who) -> Choice {
        let here = &state.here;
        let go = |goals: u64| self.place.toward(here, Numbers::of(goals)).map(|to| Choice::Go { who, to });
        if self.homeward(state) {
            let leave = Choice::Leave { who };
            if self.bar(state, leave).is_none() {
                return leave;
            }
            if let Some(choice) = go(self.place.exits().0) {
                return choice;
            }
        }
        go(self.place.unvisited(here).0)
            .or_else(|| go(self.unfinished(state)))
            .or_else(|| go(self.place.exits().0))
            .or(Some(Choice::Leave { who }).filter(|&choice| self.bar(state, choice).is_none()))
            .unwrap_or(Choice::Begin { who })
    }

    /// Is it time to go home?
    pub(super) fn homeward(&self, state: &State) -> bool {
        let (left, all) = self.strength(state);
        let late = state.trys + 6 >= self.limit;
        self.place.achieved(&state.here) || left * 5 < all * 2 || late
    }

    /// How many wounds the party can still take, and could at its best.
    fn strength(&self, state: &State) -> (i32, i32) {
        state.everyone().fold((0, 0), |(left, all), who| {
            let grit = i32::from(self.hero_sheet(state.hero(who).sheet).grit);
            let up = state.is_up(self.heed(), who);
            (left + if up { grit - i32::from(state.hero(who).wounds()) } else { 0 }, all + grit)
        })
    }

    /// Zones where something is left to be done: not searched, a cache, or a lock.
    fn unfinished(&self, state: &State) -> u64 {
        let here = &state.here;
        let spots = self.place.spots.iter().zip(0_u8..);
        let dusty = spots.filter(|(spot, zone)| spot.cluttered && here.searched.0 >> zone & 1 == 0);
        let mut set = dusty.fold(0, |set, (_, zone)| set | 1_u64 << zone);
        for way in 0..self.place.ways.len() as u8 {
            if self.place.knows_way(here, way) && !self.place.is_open(here, way) {
                let way = &self.place.ways[usize::from(way)];
                set |= 1 << way.a | 1 << way.b;
            }
        }
        set & here.visited.0 & !(1 << here.at)
    }

    // --- one hero ---

    /// A weapon in hand, and in the dark a light for the party.
    fn arm(&self, state: &State, who: Who) -> Option<Choice> {
        let (hero, rules) = (state.hero(who), self.heed());
        let holds = |wanted: Qualities| hero.hands.iter().any(|&kind| rules.qualities(kind).meets(wanted));
        let lights = state.up(rules).filter(|&one| state.has_light(rules, one)).count();
        let wanted = if !holds(Quality::WEAPON) {
            Quality::WEAPON
        } else if self.is_dark(state) && lights == 0 {
            Qualities::one(Quality::Light)
        } else {
            return None;
        };
        let fits = |kind: u8| rules.qualities(kind).meets(wanted) && hero.can_hold(rules, kind);
        let pick =
            |how, kind| Some(Choice::Handle { who, how, kind }).filter(|&c| self.bar(state, c).is_none());
        if let Some(&kind) = hero.slots.iter().find(|&&kind| fits(kind)) {
            return pick(Handling::Draw, kind);
        }
        let packed = state.pack.all().map(|stack| stack.kind).find(|&kind| fits(kind));
        packed.and_then(|kind| pick(Handling::Unpack, kind))
    }

    /// The most useful task that is free: one keeps watch, and whoever is left over listens.
    fn job(&self, state: &State, who: Who) -> Option<Choice> {
        let watched = state.up(self.heed()).any(|one| one != who && self.watches(state, one));
        self.work_for(state, who)
            .or_else(|| if watched { None } else { self.task_at(state, who, Deed::Watch) })
            .or_else(|| self.task_at(state, who, Deed::Listen))
    }

    fn work_for(&self, state: &State, who: Who) -> Option<Choice> {
        let done = self.place.achieved(&state.here);
        let stuck = self.place.unvisited(&state.here).0 == 0;
        self.tend(state, who)
            .or_else(|| if done { None } else { self.recover(state, who) })
            .or_else(|| if done { None } else { self.task_at(state, who, Deed::Take) })
            .or_else(|| if done { None } else { self.task_at(state, who, Deed::Search) })
            .or_else(|| if done || !stuck { None } else { self.task_at(state, who, Deed::Read) })
            .or_else(|| if done || !stuck { None } else { self.task_at(state, who, Deed::Open) })
    }

    /// Whoever is hurt is tended, by the cheapest means.
    fn tend(&self, state: &State, who: Who) -> Option<Choice> {
        let hurt = |one: &Who| {
            let grit = self.hero_sheet(state.hero(*one).sheet).grit;
            let wounds = state.hero(*one).wounds();
            wounds > 0 && (wounds * 2 >= grit || wounds >= 2)
        };
        let tended = |one: &Who| {
            state.up(self.heed()).any(|other| {
                let chore = state.hero(other).chore;
                let heals = self
                    .task(chore.task)
                    .is_some_and(|task| matches!(task.does, Deed::Bandage | Deed::Cast | Deed::Drink));
                heals && chore.at == one.0
            })
        };
        let worst = state
            .present()
            .filter(|one| hurt(one) && !tended(one))
            .max_by_key(|&one| state.hero(one).wounds())?;
        for (task, index) in self.tasks.iter().zip(0_u8..) {
            let with: std::ops::Range<u8> = match task.does {
                Deed::Cast => 0..self.hero_sheet(state.hero(who).sheet).spells.len() as u8,
                Deed::Bandage => NONE..NONE,
                Deed::Drink => 2..self.heed().items.len() as u8,
                _ => continue,
            };
            // The best spell is the last.
            let tries = with.rev().chain((task.does == Deed::Bandage).then_some(NONE));
            for with in tries {
                let chore = Chore { task: index, at: worst.0, with };
                if let Some(choice) = self.try_job(state, who, chore) {
                    return Some(choice);
                }
            }
        }
        None
    }

    /// Where wounds are left that nobody can close now: a potion is brewed for them, and if too little strength is left to
    /// go on with, everybody who is hurt rests rather than give up.
    fn recover(&self, state: &State, who: Who) -> Option<Choice> {
        let hurt = |one: Who| state.hero(one).wounds() > 0;
        if !state.present().any(hurt) {
            return None;
        }
        let brews = |task: &Task| {
            task.does == Deed::Make && task.gives.is_some_and(|kind| self.heals(kind).is_some())
        };
        let brew = self.tasks.iter().zip(0_u8..).find(|(task, _)| brews(task));
        let brewed = brew.filter(|(task, index)| {
            self.has_time_for(state, task.trys) && !self.is_taken(state, who, *index, NONE)
        });
        let brewed = brewed.and_then(|(_, index)| self.try_job(state, who, Chore::of(index)));
        brewed.or_else(|| if hurt(who) { self.rest(state, who) } else { None })
    }

    /// The rest in which an encounter is least likely, if it pays.
    fn rest(&self, state: &State, who: Who) -> Option<Choice> {
        let (left, all) = self.strength(state);
        if left * 5 >= all * 3 {
            return None;
        }
        let quiet = |task: &Task| {
            let faces = self.faces(state, task.senses | self.light_touches(state));
            (1.0 - f64::from(faces) / 10.0).powi(task.trys.into())
        };
        let rests = self.tasks.iter().zip(0_u8..).filter(|(task, _)| task.does == Deed::Rest);
        let (task, index) = rests.max_by(|(a, _), (b, _)| quiet(a).total_cmp(&quiet(b)))?;
        if !self.has_time_for(state, task.trys) {
            return None;
        }
        self.try_job(state, who, Chore::of(index))
    }

    /// Is there time for this, for the rest of the way, and for coming home?
    fn has_time_for(&self, state: &State, trys: u8) -> bool {
        let unknown = self.place.unvisited(&state.here).0.count_ones() as u16;
        state.trys + u16::from(trys) + 2 * unknown + 10 < self.limit
    }

    fn task_at(&self, state: &State, who: Who, deed: Deed) -> Option<Choice> {
        let here = &state.here;
        let ways = || self.place.ways_from(here, here.at).fold(0_u64, |set, way| set | 1 << way);
        let at = match deed {
            Deed::Take => self.place.caches_here(here).0,
            Deed::Open | Deed::Listen => ways(),
            _ => 0,
        };
        for (_, index) in self.tasks.iter().zip(0_u8..).filter(|(task, _)| task.does == deed) {
            if !matches!(deed, Deed::Take | Deed::Open | Deed::Listen) {
                if deed != Deed::Watch && self.is_taken(state, who, index, NONE) {
                    continue;
                }
                return self.try_job(state, who, Chore::of(index));
            }
            for target in Place::zones_in(at).filter(|&target| !self.is_taken(state, who, index, target)) {
                if let Some(choice) = self.try_job(state, who, Chore { task: index, at: target, with: NONE })
                {
                    return Some(choice);
                }
            }
        }
        None
    }

    /// Does somebody else do just this already?
    fn is_taken(&self, state: &State, who: Who, task: u8, at: u8) -> bool {
        let same = |one: Who| {
            let chore = state.hero(one).chore;
            one != who && chore.task == task && chore.at == at
        };
        state.up(self.heed()).any(same)
    }

    /// The task, or the candle-end that it needs first.
    fn try_job(&self, state: &State, who: Who, chore: Chore) -> Option<Choice> {
        let choice = Choice::Pick { who, chore };
        match self.bar(state, choice) {
            None => Some(choice),
            Some(Bar::NoLightOfOwn(without)) if without == who => {
                Some(Choice::Candle { who, lit: true }).filter(|&candle| self.bar(state, candle).is_none())
            }
            Some(_) => None,
        }
    }
}

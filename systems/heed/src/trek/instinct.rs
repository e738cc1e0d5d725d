//! A quick mind for treks: tends the hurt, takes what lies there, searches, opens, goes on to what it has not seen, and goes
//! home when it is done or in a bad way. It knows what the party knows.

use fracas_adventure::{Choice, Deed as Common, Heroes, Instincts, Limits, Numbers, Routes, Trap};
use fracas_kernel::{Whim, Who};

use super::data::{Opening, Task, Work};
use super::event::Handling;
use super::meeting::Answer;
use super::state::{Chore, NONE};
use super::{Deed, Lore, State};
use crate::data::{NOTHING, Qualities, Quality};

impl Instincts for Lore {
    fn errand(&self, state: &State, who: Who) -> Option<Common<Deed>> {
        let deed = self.arm(state, who).or_else(|| self.job(state, who)).unwrap_or(Deed::Wait);
        Some(Common::Own(deed))
    }

    fn plan(&self, state: &State) -> Option<Common<Deed>> {
        let homeward = self.homeward(state).then(|| self.home(state)).flatten();
        homeward
            .or_else(|| self.toward(state, self.setting.place.unvisited(&state.here)))
            .or_else(|| self.toward(state, self.unfinished(state)))
            .or_else(|| self.home(state))
            .or(Some(Common::Own(Deed::Begin)))
    }

    /// The leader decides last, when it is known what the others do.
    fn think(&self, state: &State, asked: Heroes, _whim: &mut Whim) -> Choice<Deed> {
        let up = state.able() & asked;
        let leader = state.party.leader().unwrap_or(Who(0));
        if state.own.facing {
            return leader.does(Common::Own(Deed::Face { answer: self.face(state) }));
        }
        if state.own.fought {
            return leader.does(Common::Own(Deed::GoOn));
        }
        if up.has(leader) && !self.anything_to_do(state) {
            return leader.does(self.plan(state).unwrap_or(Common::Leave));
        }
        let other = up.find(|&who| who != leader && self.is_undecided(state, who));
        match other {
            Some(who) => who.does(self.errand(state, who).unwrap_or(Common::Own(Deed::Wait))),
            None if up.has(leader) => leader.does(self.lead(state, leader)),
            None => up.first().or(asked.first()).unwrap_or(leader).does(Common::Own(Deed::Wait)),
        }
    }
}

impl Lore {
    fn lead(&self, state: &State, who: Who) -> Common<Deed> {
        let deed = if self.is_undecided(state, who) { self.errand(state, who) } else { None };
        let works = || state.able().any(|one| self.is_at_work(state, one));
        deed.or_else(|| works().then_some(Common::Own(Deed::Begin)))
            .or_else(|| self.plan(state))
            .unwrap_or(Common::Leave)
    }

    /// Has anybody something to do here, or begun on it?
    fn anything_to_do(&self, state: &State) -> bool {
        state.able().any(|who| {
            let could = || self.work_for(state, who).is_some() || self.arm(state, who).is_some();
            self.is_at_work(state, who) || self.is_undecided(state, who) && could()
        })
    }

    /// Has somebody something in hand that the try is for?
    fn is_at_work(&self, state: &State, who: Who) -> bool {
        state.party.busy.has(who) || self.is_labour(state.own.heroes[who].chore)
    }

    /// Those who take gold are paid, those who listen are talked to; whoever is in a bad way gets away if that is likely,
    /// and else it is a fight.
    fn face(&self, state: &State) -> Answer {
        let likely = |answer: Answer| match self.why_not_answer(state, answer) {
            Ok(()) => self.faces_of(state, answer),
            Err(_) => 0,
        };
        let peace = [Answer::Pay, Answer::Talk].into_iter().find(|&answer| likely(answer) >= 4);
        let away = [Answer::Hide, Answer::GoAway].into_iter().max_by_key(|&answer| likely(answer));
        let away = away.filter(|&answer| self.is_weak(state) && likely(answer) >= 3);
        let ambush = state.own.opening == Opening::OurAmbush && !self.is_weak(state);
        peace.filter(|_| !ambush).or(away).unwrap_or(Answer::Fight)
    }

    /// Is it more than keeping eyes and ears open?
    fn is_labour(&self, chore: Chore) -> bool {
        self.task(chore.task).is_some_and(|task| !matches!(task.does, Work::Watch | Work::Listen))
    }

    // --- where the party goes ---

    /// Is it time to go home?
    fn homeward(&self, state: &State) -> bool {
        let late = state.clock + 6 >= self.setting.clock.limit;
        self.setting.place.achieved(&state.here) || self.is_weak(state) || late
    }

    /// Is too little left to go on with?
    fn is_weak(&self, state: &State) -> bool {
        let (left, all) = self.strength(state);
        left * 5 < all * 2
    }

    /// How many wounds the party can still take, and could at its best.
    fn strength(&self, state: &State) -> (i32, i32) {
        self.setting.everyone().fold((0, 0), |(left, all), who| {
            let grit = i32::from(self.hero_sheet(state, who).grit);
            let wounds = i32::from(state.own.heroes[who].wounds());
            (left + if state.able().has(who) { grit - wounds } else { 0 }, all + grit)
        })
    }

    /// Zones where something is left to be done: not searched, or with a lock.
    fn unfinished(&self, state: &State) -> Numbers {
        let (place, here) = (&self.setting.place, &state.here);
        let dusty = here.visited - here.searched;
        let dusty: Numbers = dusty.filter(|&zone| place.is_cluttered(zone)).collect();
        (dusty | place.closed_ends(here, |_| true)) - Numbers::one(here.at)
    }

    // --- one hero ---

    /// A weapon in hand, in the dark a light for the party, and what has fallen of one's own; then what is of use.
    fn arm(&self, state: &State, who: Who) -> Option<Deed> {
        let (hero, rules) = (&state.own.heroes[who], self.heed());
        let pick = |how, kind| {
            Some(Deed::Handle { how, kind }).filter(|&deed| self.refuse(state, who, deed).is_ok())
        };
        let holds = |wanted: Qualities| hero.hands().iter().any(|&kind| rules.qualities(kind).meets(wanted));
        let lying = || state.own.floor.kinds(state.here.at);
        let lit = state.able().any(|one| self.has_light(state, one));
        let light = Qualities::one(Quality::Light).only_if(self.is_dark(state) && !lit);
        for wanted in
            [Quality::WEAPON, light].into_iter().filter(|&wanted| !wanted.is_empty() && !holds(wanted))
        {
            let fits = |kind: &u8| rules.qualities(*kind).meets(wanted) && hero.can_hold(rules, *kind);
            let drawn =
                hero.slots[2..].iter().copied().find(fits).and_then(|kind| pick(Handling::Draw, kind));
            let found = drawn.or_else(|| lying().find(fits).and_then(|kind| pick(Handling::PickUp, kind)));
            if found.is_some() {
                return found;
            }
        }
        let count = |slots: &[u8; 6], kind: u8| slots.iter().filter(|&&held| held == kind).count();
        let sheet = self.hero_sheet(state, who);
        let lost = |&kind: &u8| count(&sheet.slots, kind) > count(&hero.slots, kind);
        let supply = |&kind: &u8| rules.qualities(kind).meets(Quality::SUPPLY);
        let pockets = hero.slots[2..].iter().filter(|&&kind| kind == NOTHING).count();
        let spare = || lying().find(supply).filter(|_| pockets > 1);
        let dropped = lying().find(lost).or_else(spare).and_then(|kind| pick(Handling::PickUp, kind));
        let worn = |kind: &&u8| rules.is(**kind, Quality::Shield);
        let shield = || hero.slots[2..].iter().find(worn).and_then(|&kind| pick(Handling::Draw, kind));
        dropped.or_else(shield)
    }

    /// The most useful task that is free: one keeps watch, and whoever is left over listens.
    fn job(&self, state: &State, who: Who) -> Option<Deed> {
        let watched = state.able().any(|one| one != who && self.watches(state, one));
        self.work_for(state, who)
            .or_else(|| if watched { None } else { self.task_at(state, who, Work::Watch) })
            .or_else(|| self.task_at(state, who, Work::Listen))
    }

    fn work_for(&self, state: &State, who: Who) -> Option<Deed> {
        let tends = self.tend(state, who);
        if tends.is_some() || self.setting.place.achieved(&state.here) {
            return tends;
        }
        let stuck = self.setting.place.unvisited(&state.here).is_empty();
        let works: &[Work] = match stuck {
            true => &[Work::Take, Work::Search, Work::Read, Work::Open],
            false => &[Work::Take, Work::Search],
        };
        let mends = self.recover(state, who).or_else(|| self.disarm(state, who));
        mends.or_else(|| works.iter().find_map(|&work| self.task_at(state, who, work)))
    }

    /// Whoever is hurt is tended, by the cheapest means.
    fn tend(&self, state: &State, who: Who) -> Option<Deed> {
        let hurt = |one: &Who| {
            let grit = self.hero_sheet(state, *one).grit;
            let wounds = state.own.heroes[*one].wounds();
            wounds > 0 && (wounds * 2 >= grit || wounds >= 2)
        };
        let heals = |task: &Task| matches!(task.does, Work::Bandage | Work::Cast | Work::Drink);
        let tended = |one: &Who| {
            let chores = state.able().map(|other| state.own.heroes[other].chore);
            let mut there = chores.filter(|chore| chore.at == one.0);
            there.any(|chore| self.task(chore.task).is_some_and(heals))
        };
        let hurt = state.party.alive.filter(|one| hurt(one) && !tended(one));
        let worst = hurt.max_by_key(|&one| state.own.heroes[one].wounds())?;
        for (task, index) in self.tasks.iter().zip(0_u8..) {
            let with: std::ops::Range<u8> = match task.does {
                Work::Cast => 0..self.hero_sheet(state, who).spells.len() as u8,
                Work::Bandage => NONE..NONE,
                Work::Drink => 2..self.heed().items.len() as u8,
                _ => continue,
            };
            // The best spell is the last.
            let tries = with.rev().chain((task.does == Work::Bandage).then_some(NONE));
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
    fn recover(&self, state: &State, who: Who) -> Option<Deed> {
        let hurt = |one: Who| state.own.heroes[one].wounds() > 0;
        if !state.party.alive.any(hurt) {
            return None;
        }
        let brews = |task: &Task| {
            task.does == Work::Make && task.gives.is_some_and(|kind| self.heals(kind).is_some())
        };
        let brew = self.tasks.iter().zip(0_u8..).find(|(task, _)| brews(task));
        let brewed = brew.filter(|(task, index)| {
            self.has_time_for(state, task.trys) && !self.is_taken(state, who, *index, NONE)
        });
        let brewed = brewed.and_then(|(_, index)| self.try_job(state, who, Chore::of(index)));
        brewed.or_else(|| if hurt(who) { self.rest(state, who) } else { None })
    }

    /// The rest in which an encounter is least likely, if it pays.
    fn rest(&self, state: &State, who: Who) -> Option<Deed> {
        let (left, all) = self.strength(state);
        if left * 5 >= all * 3 {
            return None;
        }
        let quiet = |task: &Task| {
            let faces = self.faces(state, task.senses | self.light_touches(state));
            (1.0 - f64::from(faces) / 10.0).powi(task.trys.into())
        };
        let rests = self.tasks.iter().zip(0_u8..).filter(|(task, _)| task.does == Work::Rest);
        let (task, index) = rests.max_by(|(a, _), (b, _)| quiet(a).total_cmp(&quiet(b)))?;
        if !self.has_time_for(state, task.trys) {
            return None;
        }
        self.try_job(state, who, Chore::of(index))
    }

    /// Is there time for this, for the rest of the way, and for coming home?
    fn has_time_for(&self, state: &State, trys: u8) -> bool {
        let unknown = self.setting.place.unvisited(&state.here).len() as u32;
        state.clock + u32::from(trys) + 2 * unknown + 10 < self.setting.clock.limit
    }

    /// A trap on something that is to be taken: those on the way are stepped around.
    fn disarm(&self, state: &State, who: Who) -> Option<Deed> {
        let tasks = self.tasks.iter().zip(0_u8..).filter(|(task, _)| task.does == Work::Disarm);
        let traps = state.traps.within_reach(&self.setting.place, &state.here);
        let caches: Vec<Trap> = traps.filter(|trap| matches!(trap, Trap::Cache(_))).collect();
        let mut chores = tasks.flat_map(|(_, task)| caches.iter().map(move |&trap| Chore::on(task, trap)));
        chores.find_map(|chore| {
            let free = !self.is_taken(state, who, chore.task, chore.at);
            self.try_job(state, who, chore).filter(|_| free)
        })
    }

    /// Caches whose traps somebody takes apart in this try.
    fn in_work(&self, state: &State) -> Numbers {
        let chores = state.able().map(|who| state.own.heroes[who].chore);
        let at_traps =
            chores.filter(|chore| self.task(chore.task).is_some_and(|task| task.does == Work::Disarm));
        at_traps.map(|chore| chore.at).collect()
    }

    fn task_at(&self, state: &State, who: Who, work: Work) -> Option<Deed> {
        let (place, here) = (&self.setting.place, &state.here);
        let at = match work {
            // Whoever can sees to the trap on it first.
            Work::Take => Some(place.caches_here(here) - self.in_work(state)),
            Work::Open | Work::Listen => Some(place.ways_from(here, here.at).collect()),
            _ => None,
        };
        for (_, task) in self.tasks.iter().zip(0_u8..).filter(|(known, _)| known.does == work) {
            let Some(at) = at else {
                if work != Work::Watch && self.is_taken(state, who, task, NONE) {
                    continue;
                }
                return self.try_job(state, who, Chore::of(task));
            };
            let mut free = at.filter(|&target| !self.is_taken(state, who, task, target));
            let found =
                free.find_map(|target| self.try_job(state, who, Chore { task, at: target, with: NONE }));
            if found.is_some() {
                return found;
            }
        }
        None
    }

    /// Does somebody else do just this already?
    fn is_taken(&self, state: &State, who: Who, task: u8, at: u8) -> bool {
        let same = |one: Who| {
            let chore = state.own.heroes[one].chore;
            one != who && chore.task == task && chore.at == at
        };
        state.able().any(same)
    }

    /// The task, or the candle-end that it needs first.
    fn try_job(&self, state: &State, who: Who, chore: Chore) -> Option<Deed> {
        let task =
            self.task_for(state, who, chore).ok().filter(|task| self.missing(state, who, task).is_none())?;
        match task.is_work().then(|| self.without_light(state, who)).flatten() {
            None => Some(Deed::Pick { chore }),
            Some(without) if without == who && self.is_labour(chore) => {
                Some(Deed::Candle { lit: true }).filter(|&candle| self.refuse(state, who, candle).is_ok())
            }
            Some(_) => None,
        }
    }
}

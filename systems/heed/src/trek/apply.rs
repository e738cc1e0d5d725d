//! What a choice does between fights: who does what, walking, the tasks of a try and how they come off.

use fracas_dice::{Dice, Roll, Why};
use fracas_kernel::{Log, Who};

use super::choices::Choice;
use super::data::{Deed, Opening, Task, Trek};
use super::event::{Event, Handling};
use super::state::{Chore, Hero, MAX_HEROES, NONE, State};
use crate::data::NOTHING;

impl Trek {
    pub(super) fn carry_out(
        &self,
        state: &mut State,
        choice: Choice,
        dice: &mut impl Dice,
        log: &mut impl Log<Event>,
    ) {
        let who = choice.who();
        if who.index() >= MAX_HEROES || state.here.outcome.is_some() {
            return;
        }
        match choice {
            Choice::Pick { chore, .. } => self.choose(state, who, chore, log),
            Choice::Wait { .. } => self.choose(state, who, Chore::NOTHING, log),
            Choice::Candle { lit, .. } => {
                let bit = 1 << who.0;
                state.lit = if lit { state.lit | bit } else { state.lit & !bit };
                log.tell(Event::Candle { who, lit });
                self.mind_the_dark(state, who);
            }
            Choice::Handle { how, kind, .. } => {
                self.handle(state, who, how, kind, log);
                self.mind_the_dark(state, who);
            }
            Choice::Lead { .. } => {
                state.leader = who.0;
                log.tell(Event::Leads { who });
            }
            Choice::Begin { .. } => self.begin_try(state, who, dice, log),
            Choice::Go { to, .. } => self.walk(state, to, true, dice, log),
            Choice::Gather { .. } => self.gather(state, who, log),
            Choice::Leave { .. } => {
                self.conclude(state, true, log);
            }
            Choice::GoOn { .. } => self.go_on(state, dice, log),
        }
    }

    /// What a pick leads to if the try began now: odds are counted over this.
    pub(super) fn look_ahead(
        &self,
        state: &mut State,
        choice: Choice,
        dice: &mut impl Dice,
        log: &mut impl Log<Event>,
    ) {
        match choice {
            // Odds that knew who lives there would tell.
            Choice::Go { to, .. } => self.walk(state, to, false, dice, log),
            _ => self.carry_out(state, choice, dice, log),
        }
        if let Choice::Pick { who, .. } = choice {
            self.begin_try(state, who, dice, log);
        }
    }

    fn choose(&self, state: &mut State, who: Who, chore: Chore, log: &mut impl Log<Event>) {
        state.hero_mut(who).chore = chore;
        log.tell(Event::Chose { who, chore });
    }

    /// Whoever has put its light away cannot go on working beside others in the dark.
    fn mind_the_dark(&self, state: &mut State, who: Who) {
        let alone = !state.up(self.heed()).any(|other| other != who && self.works_by_light(state, other));
        if self.is_dark(state)
            && !alone
            && self.works_by_light(state, who)
            && !state.has_light(self.heed(), who)
        {
            state.hero_mut(who).chore = Chore::UNDECIDED;
        }
    }

    fn handle(&self, state: &mut State, who: Who, how: Handling, kind: u8, log: &mut impl Log<Event>) {
        let hero = state.hero_mut(who);
        hero.handled = hero.handled.saturating_add(1);
        let into_slot = |hero: &mut Hero| {
            if let Some(slot) = hero.empty_slot() {
                hero.slots[slot] = kind;
            }
        };
        match how {
            Handling::Draw => {
                if let Some(slot) = hero.slots.iter_mut().find(|slot| **slot == kind) {
                    *slot = NOTHING;
                    hero.take_in_hand(self.heed(), kind);
                }
            }
            Handling::Stow => {
                hero.release(kind);
                into_slot(hero);
            }
            Handling::Pack => {
                if hero.let_go(kind) {
                    state.keep(kind);
                }
            }
            Handling::Unpack => {
                into_slot(hero);
                state.pack.take(kind);
            }
        }
        log.tell(Event::Handled { who, how, kind });
    }

    fn gather(&self, state: &mut State, who: Who, log: &mut impl Log<Event>) {
        let at = state.here.at;
        let mut count = 0_u8;
        loop {
            let first = state.floor.kinds(at).next();
            let Some(kind) = first else { break };
            if !state.pack.add(kind) {
                break;
            }
            state.floor.take(at, kind);
            count = count.saturating_add(1);
        }
        log.tell(Event::Gathered { who, count });
    }

    // --- walking ---

    /// The party goes to the next zone; `met` if those who live there are met.
    fn walk(&self, state: &mut State, to: u8, met: bool, dice: &mut impl Dice, log: &mut impl Log<Event>) {
        let new = state.here.visited.0 >> (to & 63) & 1 == 0;
        let touched = self.walk_touches(state);
        self.place.arrive(&mut state.here, to);
        state.clear_chores();
        log.tell(Event::Arrived { zone: to, new });
        if let Some(encounter) = self.lives_here(state).filter(|_| met) {
            let opening = self.entrance(state, encounter);
            self.meet(state, encounter, opening, log);
            return;
        }
        if self.conclude(state, false, log) {
            return;
        }
        // A ruling: what the party knows is crossed in no time worth counting; unknown parts take a try.
        if new {
            let trys = self.task(self.walk).map_or(1, |task| task.trys);
            self.end_of_try(state, trys, touched, dice, log);
        }
    }

    /// By what a party on its way could be noticed. Its lights count where it sets out: how dark it is beyond nobody
    /// knows yet.
    pub(super) fn walk_touches(&self, state: &State) -> u32 {
        self.light_touches(state) | self.task(self.walk).map_or(0, |task| task.senses)
    }

    /// Who is at home where the party is.
    pub(super) fn lives_here(&self, state: &State) -> Option<u8> {
        let own = self.place.encounters.len() as u8;
        let extra = state.extras.iter().position(|extra| extra.zone == state.here.at);
        self.place.lair_here(&state.here).or(extra.map(|at| own + at as u8))
    }

    /// Whoever comes in begins. Those who were heard and have noticed nothing are taken by surprise.
    fn entrance(&self, state: &State, encounter: u8) -> Opening {
        let heard = state.warned >> state.here.at & 1 == 1;
        let noticed = state.alarm & self.senses_of(state, encounter) != 0;
        if heard && !noticed { Opening::OurAmbush } else { Opening::Ours }
    }

    /// After a combat the try ends that it took.
    fn go_on(&self, state: &mut State, dice: &mut impl Dice, log: &mut impl Log<Event>) {
        if !state.fought {
            return;
        }
        state.fought = false;
        // HEED-T6: a combat is a task of one try, whatever happens in it.
        let trys = self.task(self.fight).map_or(1, |task| task.trys);
        let touched = std::mem::take(&mut state.stir) | self.light_touches(state);
        self.end_of_try(state, trys, touched, dice, log);
    }

    /// Notes how the adventure ends, if it does.
    pub(super) fn conclude(&self, state: &mut State, leaving: bool, log: &mut impl Log<Event>) -> bool {
        let anybody = !state.up(self.heed()).is_empty();
        self.place.conclude(&mut state.here, leaving, anybody);
        if let Some(outcome) = state.here.outcome {
            log.tell(Event::Over { outcome });
        }
        state.here.outcome.is_some()
    }

    // --- a try ---

    fn begin_try(&self, state: &mut State, who: Who, dice: &mut impl Dice, log: &mut impl Log<Event>) {
        let (trys, touched) = (self.trys(state), self.touched(state));
        log.tell(Event::Began { who, trys });
        let mut done = 0_u8;
        for who in state.up(self.heed()) {
            let chore = state.hero(who).chore;
            let Some(task) = self.task(chore.task) else { continue };
            if done >> who.0 & 1 == 1 {
                continue;
            }
            let shared =
                matches!(task.does, Deed::Search | Deed::Open | Deed::Listen | Deed::Take | Deed::Read);
            let mut helpers = 0;
            if shared {
                for other in state.up(self.heed()).filter(|&other| other > who) {
                    let theirs = state.hero(other).chore;
                    if (theirs.task, theirs.at) == (chore.task, chore.at) {
                        done |= 1 << other.0;
                        helpers += 1;
                    }
                }
            }
            self.work(state, who, chore, helpers, dice, log);
        }
        state.candles = state.candles.saturating_sub(state.lit.count_ones() as u8);
        if !self.conclude(state, false, log) {
            self.end_of_try(state, trys, touched, dice, log);
        }
    }

    fn work(
        &self,
        state: &mut State,
        who: Who,
        chore: Chore,
        helpers: u8,
        dice: &mut impl Dice,
        log: &mut impl Log<Event>,
    ) {
        let Some(task) = self.task(chore.task) else { return };
        // Somebody else may have used up or taken what it was about.
        if self.bar_deed(state, who, chore, task).is_some() {
            log.tell(Event::CameToNothing { who, chore });
            return;
        }
        log.tell(Event::Works { who, chore });
        // Those who help make it likelier, by a face each.
        let chance = i32::from(task.chance) + i32::from(helpers);
        if chance < 6 {
            let check = dice.check(Why::new("task", who.0), Roll::d(6), 7 - chance);
            log.tell(Event::Tried { who, chore, check });
            if !check.success {
                return;
            }
        }
        if let Some(kind) = task.needs.filter(|_| task.uses) {
            state.use_up(who, kind);
        }
        self.achieve(state, who, chore, task, log);
    }

    fn achieve(&self, state: &mut State, who: Who, chore: Chore, task: &Task, log: &mut impl Log<Event>) {
        let target = Who(chore.at);
        match task.does {
            Deed::Search => {
                let found = self.place.search(&mut state.here);
                self.tell_found(found.ways.0, found.caches.0, log);
            }
            Deed::Read => self.read(state, log),
            Deed::Open => {
                self.place.unlock(&mut state.here, chore.at);
                log.tell(Event::Opened { way: chore.at });
            }
            Deed::Listen => self.listen(state, chore.at, log),
            Deed::Take => self.take(state, chore.at, log),
            Deed::Bandage => {
                // HEED-R9: one wound for each bandage, and a try is long enough for all of them.
                let mut closed = 0;
                while state.hero(target).wounds() > 0
                    && let Some(kind) = self.bandage(state, who)
                {
                    state.use_up(who, kind);
                    state.hero_mut(target).heal();
                    closed += 1;
                }
                self.tell_healed(state, target, who, closed, log);
            }
            Deed::Cast => {
                let wounds = self.mends(state.hero(who).sheet, chore.with).unwrap_or(0);
                self.heal(state, target, who, wounds, log);
            }
            Deed::Drink => {
                let wounds = self.heals(chore.with).unwrap_or(0);
                state.use_up(who, chore.with);
                self.heal(state, target, who, wounds, log);
            }
            Deed::Rest => self.heal(state, who, who, task.wounds, log),
            Deed::Make => {
                if let Some(kind) = task.gives {
                    state.keep(kind);
                    log.tell(Event::Made { who, kind });
                }
            }
            Deed::Watch | Deed::Walk | Deed::Fight => {}
        }
    }

    fn tell_found(&self, ways: u64, caches: u64, log: &mut impl Log<Event>) {
        let nothing = ways | caches == 0;
        log.tell(if nothing { Event::FoundNothing } else { Event::Found { ways, caches } });
    }

    /// Everything hidden in the zones that the party has seen comes to light.
    fn read(&self, state: &mut State, log: &mut impl Log<Event>) {
        let seen = |zone: u8| state.here.seen.0 >> zone & 1 == 1;
        let ways =
            self.place.ways.iter().zip(0_u32..).filter(|(way, _)| way.secret && (seen(way.a) || seen(way.b)));
        let ways = ways.fold(0, |set, (_, at)| set | 1 << at) & !state.here.found.0;
        let caches =
            self.place.caches.iter().zip(0_u32..).filter(|(cache, _)| cache.hidden && seen(cache.at));
        let caches =
            caches.fold(0, |set, (_, at)| set | 1 << at) & !(state.here.spotted.0 | state.here.taken.0);
        state.here.found.0 |= ways;
        state.here.spotted.0 |= caches;
        self.tell_found(ways, caches, log);
    }

    fn listen(&self, state: &mut State, way: u8, log: &mut impl Log<Event>) {
        let Some(zone) = self.place.beyond(way, state.here.at) else { return };
        let mut there = state.here;
        there.at = zone;
        let somebody =
            self.place.lair_here(&there).is_some() || state.extras.iter().any(|extra| extra.zone == zone);
        state.heard |= 1 << zone;
        if somebody {
            state.warned |= 1 << zone;
        }
        log.tell(Event::Heard { zone, somebody });
    }

    fn take(&self, state: &mut State, cache: u8, log: &mut impl Log<Event>) {
        let Some(haul) = self.hauls.get(usize::from(cache)) else { return };
        state.here.taken.0 |= 1_u64.checked_shl(cache.into()).unwrap_or(0);
        state.gold = state.gold.saturating_add(haul.gold);
        state.candles = state.candles.saturating_add(haul.candles);
        haul.items.iter().for_each(|&kind| state.keep(kind));
        log.tell(Event::Took { cache });
    }

    fn heal(&self, state: &mut State, who: Who, by: Who, wounds: u8, log: &mut impl Log<Event>) {
        let closed = (0..wounds).filter(|_| state.hero_mut(who).heal()).count() as u8;
        self.tell_healed(state, who, by, closed, log);
    }

    fn tell_healed(&self, state: &State, who: Who, by: Who, wounds: u8, log: &mut impl Log<Event>) {
        if wounds == 0 {
            return;
        }
        let left = state.hero(who).wounds();
        log.tell(Event::Healed { who, by, wounds, left });
        let grit = self.hero_sheet(state.hero(who).sheet).grit;
        if left < grit && left + wounds >= grit {
            log.tell(Event::Rose { who });
        }
    }

    /// The creature of the judge's that an encounter's number stands for.
    pub(super) fn extra(&self, state: &State, encounter: u8) -> Option<super::state::Extra> {
        let at = usize::from(encounter).checked_sub(self.place.encounters.len())?;
        state.extras.get(at).copied().filter(|extra| extra.zone != NONE)
    }
}

//! What a choice does between fights, and what ten minutes bring.

use fracas_dice::{Check, Dice, Why};
use fracas_kernel::{Log, Who};

use super::choices::Choice;
use super::data::Trek;
use super::event::Event;
use super::state::{Left, Meeting, Passing, State, bit, each, has, ix};
use crate::data::Ability;
use crate::state::{Borne, MAX_CONDITIONS, NOTHING, dice_of};

/// A journey and what it needs to go on.
struct Spell<'a, D, L> {
    trek: &'a Trek,
    state: &'a mut State,
    dice: &'a mut D,
    log: &'a mut L,
}

impl Trek {
    pub(crate) fn carry_out(
        &self,
        state: &mut State,
        choice: Choice,
        dice: &mut impl Dice,
        log: &mut impl Log<Event>,
    ) {
        self.act(state, choice, dice, log);
        Spell { trek: self, state, dice, log }.settle();
    }

    /// The choice itself, without what ten minutes bring.
    pub(crate) fn act(
        &self,
        state: &mut State,
        choice: Choice,
        dice: &mut impl Dice,
        log: &mut impl Log<Event>,
    ) {
        // An illegal choice must not hurt: only those who are there act.
        if state.here.outcome.is_some() || state.able() & bit(choice.who()) == 0 {
            return;
        }
        Spell { trek: self, state, dice, log }.act(choice);
    }
}

impl<D: Dice, L: Log<Event>> Spell<'_, D, L> {
    fn act(&mut self, choice: Choice) {
        let who = choice.who();
        // RANKS-J1, RANKS-J4: one thing for each, or a few things from hand to hand.
        match choice {
            Choice::Search { .. }
            | Choice::Force { .. }
            | Choice::Pick { .. }
            | Choice::Open { .. }
            | Choice::Tend { .. }
            | Choice::Wait { .. } => self.state.busy |= bit(who),
            _ if choice.handles() => {
                let handled = &mut self.state.handled[ix(who)];
                *handled = handled.saturating_add(1);
            }
            _ => {}
        }
        match choice {
            Choice::Go { to, .. } => self.go(to),
            Choice::Pause { .. } => self.state.passing.over = true,
            Choice::Rest { .. } => self.rest(),
            Choice::Leave { .. } => {
                self.log.tell(Event::Left);
                self.trek.conclude(self.state, true, self.log);
            }
            Choice::Search { .. } => self.search(who),
            Choice::Force { way, .. } => self.open(who, way, true),
            Choice::Pick { way, .. } => self.open(who, way, false),
            Choice::Open { cache, .. } => self.empty(who, cache),
            Choice::Tend { target, .. } => self.tend(who, target),
            Choice::Wait { .. } => self.log.tell(Event::Waited { who }),
            Choice::Lead { .. } => {
                self.state.leader = who.0;
                self.log.tell(Event::Leads { who });
            }
            _ => self.handle(who, choice),
        }
    }

    fn handle(&mut self, who: Who, choice: Choice) {
        let state = &mut *self.state;
        match choice {
            Choice::Take { lying, .. } => {
                let Some(left) = state.lying.get(usize::from(lying)).copied() else { return };
                if left.item != NOTHING && state.receive(who, left.item) {
                    state.lying[usize::from(lying)] = Left::default();
                    self.log.tell(Event::Took { who, item: left.item });
                }
            }
            Choice::Equip { place, .. } => {
                let Some(item) = state.item(who, place) else { return };
                state.equipped[ix(who)] |= 1 << (place & 7);
                self.log.tell(Event::Equipped { who, item });
            }
            Choice::Unequip { place, .. } => {
                let Some(item) = state.item(who, place) else { return };
                state.equipped[ix(who)] &= !(1 << (place & 7));
                self.log.tell(Event::Unequipped { who, item });
            }
            Choice::Give { place, to, .. } => {
                let Some(item) = state.item(who, place) else { return };
                if state.receive(to, item) {
                    state.part_with(who, place);
                    self.log.tell(Event::Gave { who, to, item });
                }
            }
            Choice::Drop { place, .. } => {
                if let Some(item) = state.part_with(who, place) {
                    state.lay_here(item);
                    self.log.tell(Event::Dropped { who, item });
                }
            }
            _ => {}
        }
    }

    fn go(&mut self, to: u8) {
        if usize::from(to) >= self.trek.place.spots.len() {
            return;
        }
        let first = !has(self.state.here.visited.0, to);
        self.trek.place.arrive(&mut self.state.here, to);
        self.log.tell(Event::Went { to, first });
        self.state.passing = Passing { over: true, arrived: true, stirred: false };
    }

    /// A rank against a number.
    fn check(&mut self, label: &'static str, who: Who, ability: Ability) -> Check {
        let rank = self.trek.rank(self.state, who, ability);
        self.dice.check(Why::new(label, who.0), dice_of(rank), Trek::ENOUGH)
    }

    fn search(&mut self, who: Who) {
        // RANKS-J2
        let check = self.check("search", who, Ability::Perception);
        let found = if check.success {
            self.trek.place.search(&mut self.state.here)
        } else {
            fracas_adventure::Found::default()
        };
        self.log.tell(Event::Searched { who, check, ways: found.ways.0, caches: found.caches.0 });
    }

    fn open(&mut self, who: Who, way: u8, force: bool) {
        // RANKS-J3
        let (label, ability) = if force { ("force", Ability::Brawl) } else { ("pick", Ability::Reactions) };
        let check = self.check(label, who, ability);
        self.log.tell(Event::Opened { who, way, check, force });
        if check.success {
            self.trek.place.unlock(&mut self.state.here, way);
        }
    }

    fn empty(&mut self, who: Who, cache: u8) {
        let Some(contents) = self.trek.contents.get(usize::from(cache)) else { return };
        if has(self.state.here.taken.0, cache) {
            return;
        }
        self.state.here.taken.0 |= 1 << (cache & 63);
        self.state.food = self.state.food.saturating_add(contents.food.into());
        let mut left = false;
        for &item in &contents.items {
            if !self.state.receive(who, item) {
                self.state.lay_here(item);
                left = true;
            }
        }
        self.log.tell(Event::Emptied { who, cache, left });
    }

    fn tend(&mut self, who: Who, target: Who) {
        // RANKS-J6: once between two rests, and as far as the card goes.
        self.state.tended |= bit(target);
        let wounds = self.state.wounds[ix(target)].saturating_sub(self.trek.mends(who));
        self.state.wounds[ix(target)] = wounds;
        self.log.tell(Event::Tended { who, target, wounds });
        self.wake(target);
    }

    /// Conscious again, now that there are fewer wounds, if they are few enough.
    fn wake(&mut self, who: Who) {
        // RANKS-W4
        let resolve = self.trek.rank(self.state, who, Ability::Resolve);
        if self.state.down & bit(who) != 0 && self.state.wounds[ix(who)] < resolve {
            self.state.down &= !bit(who);
            self.log.tell(Event::Woke { who });
        }
    }

    fn rest(&mut self) {
        for _ in 0..2 {
            self.state.clock = self.state.clock.saturating_add(Trek::REST / 2);
            if self.is_stirred() {
                self.state.passing.stirred = true;
                self.log.tell(Event::Stirred);
                return;
            }
        }
        // RANKS-J7
        self.log.tell(Event::Rested);
        self.breathe(false);
        self.state.tended = 0;
        for who in each(self.state.alive) {
            self.state.food = self.state.food.saturating_sub(1);
            self.state.wounds[ix(who)] = self.state.wounds[ix(who)].saturating_sub(1);
            self.log.tell(Event::Recovered { who, wounds: self.state.wounds[ix(who)] });
            self.wake(who);
        }
        (self.state.busy, self.state.handled) = (0, Default::default());
    }

    /// Damage goes, and conditions wear off.
    fn breathe(&mut self, told: bool) {
        // RANKS-J5
        let before = (self.state.damage, self.state.borne);
        self.state.damage = Default::default();
        self.state.borne = [[Borne::default(); MAX_CONDITIONS]; super::state::MOST_HEROES];
        if told && before != (self.state.damage, self.state.borne) {
            self.log.tell(Event::Breathed);
        }
    }

    fn is_stirred(&mut self) -> bool {
        // RANKS-J8
        let rank = self.trek.danger;
        rank > 0 && self.dice.check(Why::table("what turns up"), dice_of(rank), Trek::TURNS_UP).success
    }

    /// What comes when everybody has done something, or the party has gone on.
    fn settle(&mut self) {
        if self.state.here.outcome.is_some() {
            return;
        }
        let over = self.state.passing.over || self.state.able() & !self.state.busy == 0;
        if over && !self.state.passing.stirred {
            self.state.clock = self.state.clock.saturating_add(1);
            if self.state.passing.arrived {
                self.trek.meet_here(self.state, self.log);
            } else {
                self.breathe(true);
                self.state.passing.stirred = self.is_stirred();
            }
        }
        if self.state.passing.stirred && self.state.meeting.is_none() {
            self.draw();
        }
        if over || self.state.passing.stirred {
            self.state.busy = 0;
            self.state.handled = Default::default();
            self.state.passing = Passing::default();
        }
        self.trek.conclude(self.state, false, self.log);
    }

    /// What turns up: the judge's word, or the table's.
    fn draw(&mut self) {
        let place = &self.trek.place;
        let drawn = match self.state.next.take() {
            Some(encounter) => Some(encounter),
            None if place.weight == 0 => None,
            None => {
                let lot = self.dice.pick(Why::table("who turns up"), place.weight.into());
                place.drawn(lot as u16, !self.state.here.gone)
            }
        };
        let Some(encounter) = drawn.filter(|_| self.state.able() != 0) else {
            self.log.tell(Event::Nothing);
            return;
        };
        self.state.meeting = Some(Meeting::Encounter(encounter));
        self.log.tell(Event::Met { encounter, turned_up: true });
    }
}

//! What a choice does on a trek, and what comes at the end of a turn.

use fracas_dice::{Dice, Why};
use fracas_kernel::{Ask, Beat, Crowd, Log, Narrate, Play, Side, Vital, Who};

use crate::explore::{Battles, DeedOf, EventOf, Expedition, Explore, FightOf, StateOf};
use crate::{Attempt, Choice, Course, Deed, Door, Event, Explorer, Foes, Found, Trap};

/// A trek and what it needs to go on, so that rules read as sentences.
#[allow(missing_debug_implementations, reason = "dice and logs show nothing of themselves")]
pub struct Step<'a, R: Explore> {
    pub rules: &'a R,
    pub state: &'a mut StateOf<R>,
    pub dice: &'a mut dyn Dice,
    pub log: &'a mut dyn Log<EventOf<R>>,
}

/// What happens by the rules of a fight, as something of the trek.
#[allow(missing_debug_implementations, reason = "logs show nothing of themselves")]
pub struct There<'a, R: Explore> {
    rules: &'a R,
    at: u8,
    log: &'a mut dyn Log<EventOf<R>>,
}

impl<R: Explore> Log<<R::Fight as Play>::Event> for There<'_, R> {
    fn tell(&mut self, event: <R::Fight as Play>::Event) {
        // Where nobody fights, nobody wins.
        if self.rules.fights()[0].beat(&event) != Beat::End {
            self.log.tell(Event::There { at: self.at, event });
        }
    }
}

impl<R: Expedition> Play for Explorer<R> {
    type State = StateOf<R>;
    type Choice = Choice<R::Deed>;
    type Event = EventOf<R>;
    const SYSTEM: &'static str = R::SYSTEM;

    fn start(&self) -> StateOf<R> {
        self.0.start()
    }

    fn ask(&self, state: &StateOf<R>) -> Ask {
        match state.here.outcome {
            Some(outcome) => Ask::Over(outcome),
            None => Ask::Decide(self.0.asked(state).widen()),
        }
    }

    fn awaited(&self, state: &StateOf<R>) -> Crowd {
        if state.is_over() { Crowd::NONE } else { self.0.awaited(state).widen() }
    }

    fn apply(
        &self,
        state: &mut StateOf<R>,
        choice: Choice<R::Deed>,
        dice: &mut impl Dice,
        log: &mut impl Log<EventOf<R>>,
    ) {
        let mut step = Step { rules: &self.0, state, dice, log };
        if step.act(choice) {
            self.0.settle(&mut step);
        }
    }

    fn everyone(&self, _state: &StateOf<R>) -> Crowd {
        self.0.setting().everyone().widen()
    }

    fn side(&self, _state: &StateOf<R>, _who: Who) -> Side {
        Side::Heroes
    }

    fn vital(&self, state: &StateOf<R>, who: Who) -> Vital {
        let standing = state.able().has(who);
        Vital { health: self.0.health(state, who), standing, gone: state.party.gone.has(who) }
    }

    fn standing(&self, state: &StateOf<R>) -> Crowd {
        state.able().widen()
    }

    fn round(&self, _state: &StateOf<R>) -> u32 {
        0
    }
}

impl<R: Battles> Step<'_, R> {
    /// Something by the rules of a fight, with nobody to fight.
    pub fn as_if_fighting<T>(
        &mut self,
        what: impl FnOnce(&R::Fight, &mut FightOf<R>, &mut dyn Dice, &mut There<'_, R>) -> T,
    ) -> T {
        let (rules, mut fight) = self.rules.field_now(self.state);
        let (dice, mut log) = self.there();
        let done = what(rules, &mut fight, dice, &mut log);
        self.rules.take_back(self.state, &fight);
        done
    }
}

impl<R: Explore> Step<'_, R> {
    /// The choice itself, without what comes after it. An illegal one does not hurt: only those who are there act.
    pub(crate) fn act(&mut self, choice: Choice<R::Deed>) -> bool {
        let Choice { who, deed } = choice;
        let there = who.index() < self.rules.setting().heroes.len() && self.state.able().has(who);
        if self.state.is_over() || !there {
            return false;
        }
        if self.rules.is_work(deed) {
            self.state.party.busy.insert(who);
        }
        self.carry_out(who, deed);
        true
    }

    fn carry_out(&mut self, who: Who, deed: DeedOf<R>) {
        match deed {
            Deed::Go { to } if usize::from(to) < self.rules.setting().place.spots.len() => {
                self.rules.travel(self, to)
            }
            Deed::Go { .. } => {}
            Deed::Rest => self.rules.rest(self),
            Deed::Leave => {
                self.log.tell(Event::Left);
                self.conclude(true);
            }
            Deed::Search => self.search(who),
            Deed::Listen { way } => self.listen(who, way),
            Deed::Force { way } => self.open(who, way, true),
            Deed::Pick { way } => self.open(who, way, false),
            Deed::Take { cache } => self.take(who, cache),
            Deed::Disarm { trap } => self.disarm(who, trap),
            Deed::Equip { gear, up } => {
                self.rules.setting().place.treasure.equip(&mut self.state.pack, who, gear, up);
                self.log.tell(Event::Equipped { who, gear, up });
            }
            Deed::Stay => {
                self.state.party.staying.insert(who);
                self.log.tell(Event::Stayed { who });
            }
            Deed::Lead => {
                self.state.party.follow(who);
                self.log.tell(Event::Leads { who });
            }
            Deed::Own(own) => self.rules.act(self, who, own),
        }
    }

    /// Something of the system's own happens.
    pub fn tell(&mut self, event: R::Event) {
        self.log.tell(event.into());
    }

    /// The same, about somebody.
    pub fn tell_of(&mut self, who: Who, event: R::Event) {
        self.log.tell(Event::of(who, event));
    }

    /// Dice and log for something that goes by the rules of a fight where nobody fights.
    pub fn there(&mut self) -> (&mut dyn Dice, There<'_, R>) {
        (self.dice, There { rules: self.rules, at: self.state.here.at, log: self.log })
    }

    /// The party is in another zone now.
    pub fn arrive(&mut self, to: u8) {
        let first = !self.state.here.visited.has(to);
        self.rules.setting().place.arrive(&mut self.state.here, to);
        self.log.tell(Event::Went { to, first });
    }

    /// All that is hidden comes to light at once, or nothing.
    fn search(&mut self, who: Who) {
        let test = self.rules.attempt(self, who, Attempt::Search);
        let place = &self.rules.setting().place;
        let found = if test.success { place.search(&mut self.state.here) } else { Found::default() };
        self.log.tell(Event::Searched { who, test, ways: found.ways, caches: found.caches });
        self.rules.searched(self, who, test.success);
    }

    fn listen(&mut self, who: Who, way: u8) {
        let test = self.rules.attempt(self, who, Attempt::Listen { way });
        self.state.listened.insert(way);
        let beyond = self.rules.setting().place.beyond(way, self.state.here.at).filter(|_| test.success);
        let heard = beyond.and_then(|zone| self.rules.audible(self.state, zone));
        if let Some(foes) = heard {
            self.state.come_to_know(foes);
        }
        self.log.tell(Event::Listened { who, way, test, heard });
    }

    fn open(&mut self, who: Who, way: u8, force: bool) {
        let what = if force { Attempt::Force { way } } else { Attempt::Pick { way } };
        let test = self.rules.attempt(self, who, what);
        self.log.tell(Event::Opened { who, way, test, force });
        if test.success {
            let door = if force { Door::Broken } else { Door::Open };
            self.rules.setting().place.set_door(&mut self.state.here, way, door);
        }
    }

    fn take(&mut self, who: Who, cache: u8) {
        let known = usize::from(cache) < self.rules.setting().place.caches.len();
        if !known || self.state.here.taken.has(cache) || !self.rules.lay_hands_on(self, who, cache) {
            return;
        }
        self.collect(who, cache);
    }

    /// What lies in a cache is the party's, and whatever its key fits is open. A trap on it goes off, known or not.
    pub fn collect(&mut self, who: Who, cache: u8) {
        let place = &self.rules.setting().place;
        let Some(known) = place.caches.get(usize::from(cache)) else { return };
        if self.state.traps.armed.has(Trap::Cache(cache)) {
            self.spring(Trap::Cache(cache), who);
        }
        self.state.here.taken.insert(cache);
        place.treasure.in_cache(cache).iter().for_each(|&gear| self.state.pack.add(gear));
        self.state.supplies.add_all(&known.supplies);
        let all = self.rules.receive(self.state, who, cache);
        self.log.tell(Event::Took { who, cache, all });
        for (way, _) in (0_u8..).zip(&place.ways).filter(|(_, way)| way.key == Some(cache)) {
            if !self.state.here.doors.at(way).lets_through() {
                self.state.here.doors.set(way, Door::Open);
                self.log.tell(Event::Unlocked { way });
            }
        }
        self.rules.gain(self, who, cache);
    }

    pub fn conclude(&mut self, leaving: bool) {
        self.rules.conclude(self.state, leaving, self.log);
    }

    /// A rest of this many units, broken or not at the end of each of its watches. True if it was not.
    pub fn sleep(&mut self, units: u32, watches: u32) -> bool {
        for _ in 0..watches {
            self.rules.pass(self, units / watches);
            if self.rules.stirs(self) {
                self.state.passing.stirred = true;
                self.log.tell(Event::RestBroken);
                return false;
            }
        }
        self.log.tell(Event::Rested);
        self.state.new_turn();
        true
    }

    /// What comes when everybody has done something, or the party has gone on. True if the turn is over.
    pub fn end_turn(&mut self) -> bool {
        if self.state.is_over() {
            return false;
        }
        let over = self.state.passing.over || self.state.party.free().is_empty();
        if over && !self.state.passing.stirred {
            self.rules.pass(self, 1);
            if self.state.passing.arrived {
                self.rules.meet_here(self.state, self.log);
            }
            let waits = self.state.meeting.is_none() && self.rules.lingers(self);
            self.state.passing.stirred = waits && self.rules.stirs(self);
        }
        let stirred = self.state.passing.stirred;
        if stirred && self.state.meeting.is_none() {
            self.draw();
        }
        if over || stirred {
            self.state.new_turn();
        }
        over || stirred
    }

    /// What turns up: the judge's word, or the table's.
    pub fn draw(&mut self) {
        let place = &self.rules.setting().place;
        let drawn = match self.state.next.take() {
            Some(encounter) => Some(encounter),
            None if place.weight == 0 => None,
            None => {
                let lot = self.dice.pick(Why::table("who turns up"), place.weight.into());
                place.drawn(lot as u16, !self.state.here.gone)
            }
        };
        match drawn.filter(|_| !self.state.able().is_empty()) {
            Some(encounter) => self.rules.meet(self.state, Foes::Encounter(encounter), true, self.log),
            None => self.log.tell(Event::Nothing),
        }
    }
}

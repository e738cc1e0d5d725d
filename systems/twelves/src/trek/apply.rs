//! What a choice does between fights, and how fights open and close.

use fracas_dice::{Dice, Roll, Why};
use fracas_kernel::{Log, Outcome, Side, Who};

use super::choices::Choice;
use super::data::Trek;
use super::event::Event;
use super::state::{MOST_FURNITURE, Meeting, NONE, Passing, State, bit, each, has, ix};
use crate::apply::Turn;
use crate::data::{Attribute, Twelves};
use crate::event::Test;
use crate::state::{MAX_ZONES, Phase};

/// A journey and what it needs to go on.
struct Spell<'a, D, L> {
    trek: &'a Trek,
    state: &'a mut State,
    dice: &'a mut D,
    log: &'a mut L,
}

/// What happens to the place by the rules of a fight, as something of the journey.
struct There<'a, L> {
    area: u8,
    log: &'a mut L,
}

impl<L: Log<Event>> Log<crate::Event> for There<'_, L> {
    fn tell(&mut self, event: crate::Event) {
        // Where nobody fights, nobody wins.
        if !matches!(event, crate::Event::Over { .. }) {
            self.log.tell(Event::There { area: self.area, event });
        }
    }
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

    // --- fights ---

    /// The battlefield where the party is, with the party and nobody else.
    pub(crate) fn field(&self, state: &State) -> (&Twelves, crate::State) {
        let (area, zone) = self.spot(state);
        let rules = &self.fights[area];
        let mut field = rules.start.clone();
        for (local, &feature) in (0..).zip(&self.furniture[area]) {
            field.uses[local] = state.uses[usize::from(feature) % MOST_FURNITURE];
        }
        field.hazards = Default::default();
        for (local, &place) in (0_u8..).zip(&self.inside[area]) {
            field.cover[local] = state.cover[usize::from(place) % MAX_ZONES];
            field.hazards.put(local, state.hazards >> (place & 31) & 1 == 1);
        }
        for index in 0..self.heroes.len() as u8 {
            let hero = Who(index);
            let who = field.add(rules, self.sheet_index(state, hero), Side::Heroes, zone);
            field.hits[who] = state.hits[ix(hero)];
            if state.able() & bit(hero) == 0 {
                field.standing.remove(who);
            }
            if state.alive & bit(hero) == 0 {
                field.gone.insert(who);
                field.take_off(who);
            }
        }
        field.phase = Phase::Turn(Side::Heroes);
        field.open_fight();
        (rules, field)
    }

    /// The fight that the party has got into, at its start.
    pub(crate) fn open_fight(&self, state: &State) -> crate::State {
        let (rules, mut fight) = self.field(state);
        let (area, here) = self.spot(state);
        // TWELVES-J6: face to face across the room, if the room has more than one zone.
        let across = rules.zones.beside(here).first().unwrap_or(here);
        let most = crate::state::MAX as u8;
        let mut put = |sheet: u8, zone: u8| {
            if fight.count < most {
                fight.add(rules, sheet, Side::Monsters, zone);
            }
        };
        match state.meeting {
            Some(Meeting::Encounter(index)) => {
                for (_, foe) in self.foes_left(state, index) {
                    let at = foe.at.and_then(|zone| self.local(area, zone));
                    put(foe.creature as u8, at.unwrap_or(across));
                }
            }
            _ => state.strays_in(state.here.at).for_each(|stray| put(stray.sheet, across)),
        }
        fight.phase = Phase::Before;
        fight.ready |= crate::state::Band::of(state.ready.into());
        fight.open_fight();
        fight
    }

    /// Who of an encounter is still to be fought, each with its number.
    fn foes_left(&self, state: &State, encounter: u8) -> impl Iterator<Item = (u8, fracas_adventure::Foe)> {
        let felled = state.felled.get(usize::from(encounter)).copied().unwrap_or(0);
        let foes = self.place.encounters.get(usize::from(encounter)).map_or(&[][..], |met| &met.foes);
        let each = foes.iter().flat_map(|&foe| std::iter::repeat_n(foe, usize::from(foe.count)));
        (0_u8..32).zip(each).filter(move |(number, _)| felled >> number & 1 == 0)
    }

    pub(crate) fn close_fight(
        &self,
        state: &mut State,
        fight: &crate::State,
        outcome: Outcome,
        log: &mut impl Log<Event>,
    ) {
        self.heroes_after(state, fight);
        let lost = outcome == Outcome::Won(Side::Monsters);
        let left = fight.side[1] & fight.standing;
        match state.meeting.take() {
            Some(Meeting::Encounter(index)) => self.close_encounter(state, fight, index, lost),
            _ if !lost => {
                let at = state.here.at;
                for stray in &mut state.strays {
                    *stray = stray.filter(|one| one.zone != at);
                }
            }
            _ => {}
        }
        if !lost && left.is_empty() {
            log.tell(Event::Won);
        }
        state.ready = 0;
        // A fight takes the rest of the ten minutes.
        (state.busy, state.watching, state.passing) = (0, 0, Passing::default());
        state.clock = state.clock.saturating_add(1);
        if lost {
            self.get_away(state, log);
        }
        self.conclude(state, false, log);
        self.meet_here(state, log);
    }

    /// What the fight has done to the heroes and to the place.
    pub(crate) fn heroes_after(&self, state: &mut State, fight: &crate::State) {
        let (area, _) = self.spot(state);
        for (local, &feature) in (0..).zip(&self.furniture[area]) {
            state.uses[usize::from(feature) % MOST_FURNITURE] = fight.uses[local];
        }
        for (local, &place) in (0_u8..).zip(&self.inside[area]) {
            state.cover[usize::from(place) % MAX_ZONES] = fight.cover[local];
            state.hazards &= !(1 << (place & 31));
            state.hazards |= u32::from(fight.hazards.has(local)) << (place & 31);
        }
        for who in each(state.alive) {
            state.hits[ix(who)] = fight.hits[who].min(self.most_hits(who));
            state.fit_to_hits(who);
        }
    }

    fn close_encounter(&self, state: &mut State, fight: &crate::State, index: u8, lost: bool) {
        let heroes = self.heroes.len() as u8;
        let mut felled = 0;
        for ((number, _), who) in self.foes_left(state, index).zip(heroes..) {
            if !fight.standing.has(Who(who)) {
                felled |= 1_u32 << number;
            }
        }
        if let Some(known) = state.felled.get_mut(usize::from(index)) {
            *known |= felled;
        }
        let anybody = self.foes_left(state, index).next().is_some();
        if !lost || !anybody {
            state.here.gone |= 1 << index;
        }
        if !anybody || !lost && fight.outcome == Some(Outcome::Won(Side::Heroes)) {
            state.here.beaten |= 1 << index;
        }
    }

    /// Who has fled is where the party came from; who lay there is lost.
    fn get_away(&self, state: &mut State, log: &mut impl Log<Event>) {
        // TWELVES-J7
        for who in each(state.down) {
            state.kill(who);
            log.tell(Event::Died { who });
        }
        if state.able() == 0 {
            return;
        }
        let to = self.place.refuge(&state.here, |zone| state.strays_in(zone).next().is_some());
        self.place.arrive(&mut state.here, to);
        log.tell(Event::GotAway { to });
    }

    /// Notes whether it is over.
    pub(crate) fn conclude(&self, state: &mut State, leaving: bool, log: &mut impl Log<Event>) {
        if state.here.outcome.is_some() {
            return;
        }
        if state.able() == 0 {
            for who in each(state.down) {
                state.kill(who);
                log.tell(Event::Died { who });
            }
        }
        let anybody = state.able() != 0;
        self.place.conclude(&mut state.here, leaving, anybody);
        // TWELVES-J12
        if state.here.outcome.is_none() && state.clock >= self.clock.limit {
            log.tell(Event::TimeIsUp);
            state.here.outcome = Some(Outcome::Draw);
        }
        if let Some(outcome) = state.here.outcome {
            state.meeting = None;
            log.tell(Event::Over { outcome });
        }
    }

    /// Who is met where the party has come to.
    pub(crate) fn meet_here(&self, state: &mut State, log: &mut impl Log<Event>) {
        if state.here.outcome.is_some() || state.meeting.is_some() || state.able() == 0 {
            return;
        }
        if let Some(encounter) = self.place.lair_here(&state.here) {
            // TWELVES-J5, TWELVES-A3: who was heard does not take anybody unawares.
            let ready = if has(state.heard, encounter) { state.able() } else { 0 };
            self.meet(state, encounter, false, ready, log);
        } else if state.strays_in(state.here.at).next().is_some() {
            state.meeting = Some(Meeting::Strays);
            state.ready = 0;
            log.tell(Event::MetStrays);
        }
    }

    pub(crate) fn meet(
        &self,
        state: &mut State,
        encounter: u8,
        turned_up: bool,
        ready: u8,
        log: &mut impl Log<Event>,
    ) {
        state.meeting = Some(Meeting::Encounter(encounter));
        state.ready = ready;
        log.tell(Event::Met { encounter, turned_up });
    }
}

impl<D: Dice, L: Log<Event>> Spell<'_, D, L> {
    fn act(&mut self, choice: Choice) {
        let who = choice.who();
        // TWELVES-J1: one thing for each.
        match choice {
            Choice::Go { .. } | Choice::Rest { .. } | Choice::Leave { .. } | Choice::Lead { .. } => {}
            _ => self.state.busy |= bit(who),
        }
        match choice {
            Choice::Go { to, .. } => self.go(to),
            Choice::Rest { .. } => self.rest(),
            Choice::Leave { .. } => {
                self.log.tell(Event::Left);
                self.trek.conclude(self.state, true, self.log);
            }
            Choice::Search { .. } => self.search(who),
            Choice::Listen { way, .. } => self.listen(who, way),
            Choice::Force { way, .. } => {
                self.state.passing.loud = true;
                self.open(who, way, "force", Attribute::Might);
            }
            Choice::Pick { way, .. } => self.open(who, way, "pick", Attribute::Wits),
            Choice::Take { cache, .. } => self.take(who, cache),
            Choice::Tend { target, .. } => self.tend(who, target),
            Choice::Salve { target, .. } => self.salve(who, target),
            Choice::Use { feature, target, .. } => {
                self.at_the_place(|turn| turn.use_feature(who, feature, target))
            }
            Choice::Watch { .. } => {
                self.state.watching |= bit(who);
                self.log.tell(Event::Watched { who });
            }
            Choice::Lead { .. } => {
                self.state.leader = who.0;
                self.log.tell(Event::Leads { who });
            }
        }
    }

    /// An attribute check.
    fn test(&mut self, label: &'static str, who: Who, attribute: Attribute, less: u8) -> Test {
        // TWELVES-R1
        let value = self.trek.attribute(self.state, who, attribute, less);
        let check = self.dice.check(Why::new(label, who.0), Roll::d(12), i32::from(value) + 1);
        Test { attribute, value, throw: check.throw, success: !check.success }
    }

    fn go(&mut self, to: u8) {
        if usize::from(to) >= self.trek.place.spots.len() {
            return;
        }
        let first = !has(self.state.here.visited, to);
        self.trek.place.arrive(&mut self.state.here, to);
        self.log.tell(Event::Went { to, first });
        self.state.passing.over = true;
        self.state.passing.arrived = true;
        // TWELVES-J11: a hazard costs whoever walks into it what it costs in a fight.
        if self.state.hazards >> (to & 31) & 1 == 1 {
            let (_, zone) = self.trek.spot(self.state);
            let party = self.state.able();
            self.at_the_place(|turn| each(party).for_each(|who| turn.enter(who, zone)));
        }
    }

    /// Something by the rules of a fight, with nobody to fight.
    fn at_the_place(&mut self, what: impl FnOnce(&mut Turn<'_, D, There<'_, L>>)) {
        let (rules, mut field) = self.trek.field(self.state);
        let area = self.trek.spot(self.state).0 as u8;
        let mut log = There { area, log: self.log };
        let mut turn = Turn { rules, state: &mut field, dice: self.dice, log: &mut log };
        what(&mut turn);
        self.trek.heroes_after(self.state, &field);
    }

    fn search(&mut self, who: Who) {
        // TWELVES-J2: all that is hidden comes to light at once.
        let test = self.test("search", who, Attribute::Wits, 0);
        let found = if test.success {
            self.trek.place.search(&mut self.state.here)
        } else {
            fracas_adventure::Found::default()
        };
        self.log.tell(Event::Searched { who, test, ways: found.ways, caches: found.caches });
    }

    fn listen(&mut self, who: Who, way: u8) {
        let test = self.test("listen", who, Attribute::Wits, 0);
        self.state.listened |= 1 << (way & 63);
        let (place, here) = (&self.trek.place, &self.state.here);
        let beyond = place.beyond(way, here.at).filter(|_| test.success);
        let lairs = place.encounters.iter().zip(0_u8..);
        let there =
            lairs.filter(|(met, index)| beyond.is_some() && met.lair == beyond && !has(here.gone, *index));
        let heard = there.fold(0, |set, (_, index)| set | 1_u64 << index);
        self.state.heard |= heard;
        self.log.tell(Event::Listened { who, way, test, heard: heard != 0 });
    }

    fn open(&mut self, who: Who, way: u8, label: &'static str, attribute: Attribute) {
        let Some(&hard) = self.trek.hard.get(usize::from(way)) else { return };
        // TWELVES-J3
        let test = self.test(label, who, attribute, hard);
        self.log.tell(Event::Opened { who, way, test });
        if test.success {
            self.trek.place.unlock(&mut self.state.here, way);
        }
    }

    fn take(&mut self, who: Who, cache: u8) {
        let Some(contents) = self.trek.contents.get(usize::from(cache)) else { return };
        if has(self.state.here.taken, cache) {
            return;
        }
        self.state.here.taken |= 1 << (cache & 63);
        let state = &mut *self.state;
        state.food = state.food.saturating_add(contents.food.into());
        state.oil = state.oil.saturating_add(contents.oil.into());
        state.salves = state.salves.saturating_add(contents.salves.into());
        state.silver = state.silver.saturating_add(contents.silver);
        let weapon = contents.weapon.filter(|&weapon| self.trek.can_carry(self.state, who, weapon));
        if let Some(weapon) = weapon {
            self.state.weapon[ix(who)] = weapon;
        }
        self.log.tell(Event::Took { who, cache, armed: weapon.is_some() });
    }

    fn tend(&mut self, who: Who, target: Who) {
        // TWELVES-J7: each can try once.
        let test = self.test("tend", who, Attribute::Wits, 0);
        self.state.tried[ix(target)] |= bit(who);
        self.log.tell(Event::Tended { who, target, test });
        if test.success && self.state.down & bit(target) != 0 {
            self.state.hits[ix(target)] = 1;
            self.state.fit_to_hits(target);
        }
    }

    fn salve(&mut self, who: Who, target: Who) {
        // TWELVES-J9
        if self.state.salves == 0 || self.state.alive & bit(target) == 0 {
            return;
        }
        self.state.salves -= 1;
        let left = self.heal(target, Trek::SALVE_HEALS);
        self.log.tell(Event::Salved { who, target, left });
    }

    fn heal(&mut self, who: Who, hits: u8) -> u8 {
        let left = self.state.hits[ix(who)].saturating_add(hits).min(self.trek.most_hits(who));
        self.state.hits[ix(who)] = left;
        self.state.fit_to_hits(who);
        left
    }

    fn rest(&mut self) {
        for _ in 0..Trek::WATCHES {
            self.pass(Trek::REST / Trek::WATCHES);
            if self.is_stirred(1) {
                // Whoever wakes is not ready; somebody is always on watch, and who that is changes.
                self.state.passing.stirred = true;
                self.log.tell(Event::Stirred);
                return;
            }
        }
        // TWELVES-J8
        self.log.tell(Event::Rested);
        for who in each(self.state.able()) {
            self.state.food = self.state.food.saturating_sub(1);
            let left = self.heal(who, Trek::REST_HEALS);
            self.log.tell(Event::Recovered { who, left });
        }
        self.state.busy = 0;
        self.state.watching = 0;
    }

    /// Time goes by, and oil burns where it is dark.
    fn pass(&mut self, spells: u16) {
        self.state.clock = self.state.clock.saturating_add(spells);
        // TWELVES-J10
        if self.trek.is_dark(self.state.here.at) && self.state.oil > 0 {
            self.state.oil = self.state.oil.saturating_sub(spells);
            if self.state.oil == 0 {
                self.log.tell(Event::Darkness);
            }
        }
    }

    /// Does something come? Twice as likely after noise.
    fn is_stirred(&mut self, times: u8) -> bool {
        // TWELVES-J4
        let danger = i32::from(self.trek.danger.saturating_mul(times).min(11));
        danger > 0 && !self.dice.check(Why::table("what turns up"), Roll::d(12), danger + 1).success
    }

    /// What comes when everybody has done something, or the party has gone on.
    fn settle(&mut self) {
        if self.state.here.outcome.is_some() {
            return;
        }
        let over = self.state.passing.over || self.state.able() & !self.state.busy == 0;
        if over && !self.state.passing.stirred {
            self.pass(1);
            if self.state.passing.arrived {
                self.trek.meet_here(self.state, self.log);
            }
            // Who only walks is gone before anything comes.
            if self.state.meeting.is_none() && self.state.busy != 0 {
                let times = 1 + u8::from(self.state.passing.loud);
                if self.is_stirred(times) {
                    self.state.passing.stirred = true;
                }
            }
        }
        if self.state.passing.stirred && self.state.meeting.is_none() {
            self.draw();
        }
        if over || self.state.passing.stirred {
            self.state.busy = 0;
            self.state.watching = 0;
            self.state.passing = Passing::default();
        }
        self.give_up();
        self.trek.conclude(self.state, false, self.log);
    }

    /// What turns up: the judge's word, or the table's.
    fn draw(&mut self) {
        let drawn = match self.state.next.take() {
            Some(encounter) => Some(encounter),
            None if self.trek.place.weight == 0 => None,
            None => {
                let lot = self.dice.pick(Why::table("who turns up"), self.trek.place.weight.into());
                self.trek.place.drawn(lot as u16, !self.state.here.gone)
            }
        };
        let Some(encounter) = drawn.filter(|_| self.state.able() != 0) else {
            self.log.tell(Event::Nothing);
            return;
        };
        // TWELVES-J5, TWELVES-A3: who keeps watch sees them come, if anything can be seen.
        let lit = self.trek.is_lit(self.state);
        let ready = if lit { self.state.watching & self.state.able() } else { 0 };
        self.trek.meet(self.state, encounter, true, ready, self.log);
    }

    /// Whom nobody can help any more.
    fn give_up(&mut self) {
        let able = self.state.able();
        for who in each(self.state.down) {
            if able & !self.state.tried[ix(who)] == 0 && able != 0 && self.state.salves == 0 {
                // TWELVES-J7
                self.state.kill(who);
                self.log.tell(Event::Died { who });
            }
        }
    }
}

impl Trek {
    /// Has somebody a hand free for a weapon that is found?
    pub(crate) fn can_carry(&self, state: &State, who: Who, weapon: u8) -> bool {
        let hero = self.heroes.get(ix(who));
        let fits = hero.and_then(|hero| hero.with.get(usize::from(weapon)).copied().flatten());
        state.weapon[ix(who)] == NONE && fits.is_some()
    }
}

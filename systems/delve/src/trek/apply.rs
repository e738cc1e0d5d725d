//! What choices do on a trek by the delve rules: turns and what they bring, moving, searching, healing, camping. Traps and
//! sickness are in `hazards`, meeting others is in `meeting`.

use fracas_adventure::explore::{Clauses, Explore, Limits, Words};
use fracas_adventure::{Attempt, Door, Event as Told, Foes, Setting, Step, Supply, Test};
use fracas_dice::{Roll, Throw, Why};
use fracas_kernel::{Play, Who};

use super::State;
use super::choices::Deed;
use super::data::{DAWN, DAY, GOLD, Lore, NIGHT, SALVE, SUPPLIES, Ware};
use super::event::Event;
use super::state::{Own, Stage, Talk, Trap, is_about, light_up, number, numbered, set_hp};
use crate::data::{Delve, Does};

impl Explore for Lore {
    type Own = Own;
    type Deed = Deed;
    type Event = Event;

    const SYSTEM: &'static str = Delve::SYSTEM;
    const SUPPLIES: &'static [Supply] = &SUPPLIES;
    const WORDS: Words = Words {
        rest: "camp",
        stay: "idle",
        in_turn: "in this turn",
        rules: Clauses {
            turn: Some("DELVE-T1"),
            able: Some("DELVE-D1"),
            rest: Some("DELVE-D3"),
            flight: Some("DELVE-R9"),
            death: Some("DELVE-D1"),
            ..Clauses::NONE
        },
        ..Words::USUAL
    };

    fn setting(&self) -> &Setting {
        &self.setting
    }

    fn start(&self) -> State {
        self.set_out()
    }

    fn health(&self, state: &State, who: Who) -> i32 {
        state.own.hp[who].into()
    }

    fn asked(&self, state: &State) -> fracas_adventure::Heroes {
        let leader = state.party.leader().into_iter().collect();
        if state.meeting.is_some() { leader } else { state.party.free() | leader }
    }

    fn is_for_all(&self, deed: Deed) -> bool {
        deed == Deed::Wait || deed.stage().is_some()
    }

    fn attempt(&self, step: &mut Step<'_, Lore>, who: Who, what: Attempt) -> Test {
        if let Attempt::Force { way } = what {
            self.make_noise(step.state, way);
        }
        let (label, of_six) = self.chances(who, what);
        self.chance(step, label, who, of_six)
    }

    fn act(&self, step: &mut Step<'_, Lore>, who: Who, deed: Deed) {
        match deed {
            Deed::Wait => {
                step.log.tell(Told::Own(Event::Waited));
                self.pass_turn(step);
            }
            Deed::Disarm { cache } => self.disarm(step, who, cache),
            Deed::Cast { spell, on } => self.cast(step, who, spell, on),
            Deed::Use { ware, on } => self.apply_ware(step, who, ware, on),
            _ => self.answer(step, deed),
        }
    }

    fn travel(&self, step: &mut Step<'_, Lore>, to: u8) {
        if !step.state.party.busy.is_empty() {
            self.pass_turn(step);
        }
        if step.state.goes_on() && self.walk(step, to) {
            self.face_the_next(step);
            if step.state.goes_on() {
                self.keep_a_look_out(step);
            }
        }
    }

    fn searched(&self, step: &mut Step<'_, Lore>, who: Who, success: bool) {
        let (at, able) = (step.state.here.at, step.state.able().len());
        step.state.own.tries = step.state.own.tries.saturating_add(1);
        if usize::from(step.state.own.tries) >= able {
            step.state.own.combed.insert(at);
        }
        if success && self.is_thief(who) {
            step.state.own.scanned.insert(at);
            if self.spy_traps(step.state) {
                step.log.tell(Told::Own(Event::Spied { who }));
            }
        }
    }

    fn audible(&self, state: &State, zone: u8) -> Option<Foes> {
        self.living_in(state, zone).map(numbered).find(|&foes| self.band(foes).sound.is_some())
    }

    fn lay_hands_on(&self, step: &mut Step<'_, Lore>, who: Who, cache: u8) -> bool {
        if self.provoke_the_watchful(step) {
            return false;
        }
        if step.state.own.armed.caches.has(cache) {
            self.spring(step, Trap::Cache(cache), who);
        }
        true
    }

    fn gain(&self, step: &mut Step<'_, Lore>, who: Who, cache: u8) {
        let Some(lore) = self.caches.get(usize::from(cache)) else { return };
        step.state.supplies.add_all(&lore.supplies);
        step.log.tell(Told::Own(Event::Took { who, cache }));
        self.learn(step, lore.supplies.of(GOLD).into());
        for (way, lore) in (0_u8..).zip(&self.ways) {
            if lore.key == Some(cache) && !step.state.here.doors.at(way).shows() {
                step.state.here.doors.set(way, Door::Open);
                step.log.tell(Told::Own(Event::KeyFits { way }));
            }
        }
        step.conclude(false);
    }

    fn rest(&self, step: &mut Step<'_, Lore>) {
        if !step.state.party.busy.is_empty() {
            self.pass_turn(step);
        }
        if step.state.goes_on() {
            self.camp(step);
        }
    }

    /// The turn is over when everybody has used it.
    fn settle(&self, step: &mut Step<'_, Lore>) {
        if step.state.able().is_empty() {
            step.conclude(false);
        }
        if step.state.party.free().is_empty() && step.state.goes_on() {
            self.pass_turn(step);
        }
    }

    fn met(&self, state: &mut State, foes: Foes, _turned_up: bool) {
        // Whoever knew of the other cannot be surprised; in the dark the party is heard before it hears.
        let dim = self.is_dark(state, state.here.at);
        let knew = [super::state::knows(state, foes), state.own.known_to.has(number(foes))];
        state.own.talk = Talk { aware: [knew[0] && !dim, knew[1] || dim], dim, ..Talk::at(Stage::Sighted) };
        state.own.faced.insert(number(foes));
        state.own.known_to.insert(number(foes));
        super::state::come_to_know(state, foes);
    }
}

impl Lore {
    /// What somebody tries, and in how many of six cases it succeeds.
    pub(crate) fn chances(&self, who: Who, what: Attempt) -> (&'static str, u8) {
        let hero = self.hero(who);
        match what {
            Attempt::Search => ("search", hero.notices()),
            Attempt::Listen { .. } => ("listen", hero.notices()),
            Attempt::Force { .. } => ("force", hero.forces()),
            Attempt::Pick { .. } => ("pick", hero.skill.unwrap_or(0)),
        }
    }

    pub(crate) fn chance(
        &self,
        step: &mut Step<'_, Lore>,
        label: &'static str,
        who: Who,
        of_six: u8,
    ) -> Test {
        step.dice.check(Why::new(label, who.0), Roll::d(6), 7 - i32::from(of_six)).into()
    }

    /// Blows on a door are heard by everybody beyond it.
    fn make_noise(&self, state: &mut State, way: u8) {
        let place = &self.setting.place;
        let Some(to) = place.beyond(way, state.here.at) else { return };
        for zone in place.areas[place.area_of(to)] {
            state.own.known_to |= self.living_in(state, zone);
        }
    }

    // --- time ---

    /// A turn passes, and something may turn up.
    fn pass_turn(&self, step: &mut Step<'_, Lore>) {
        self.tick(step);
        self.keep_a_look_out(step);
    }

    fn keep_a_look_out(&self, step: &mut Step<'_, Lore>) {
        let every = self.wandering.map_or(0, |wandering| wandering.every);
        if every > 0 && step.state.clock.is_multiple_of(every) {
            self.look_out(step, false);
        }
    }

    /// Ten minutes and what they do by themselves.
    pub(crate) fn tick(&self, step: &mut Step<'_, Lore>) {
        // DELVE-T1
        step.state.new_turn();
        step.state.clock += 1;
        step.log.tell(Told::Own(Event::Turn { turn: step.state.clock }));
        if step.state.own.light > 0 {
            step.state.own.light -= 1;
            if step.state.own.light == 0 {
                step.log.tell(Told::Own(Event::BurntOut));
            }
        }
        self.see_to_light(step);
        for who in step.state.party.alive {
            self.suffer_poison(step, who);
        }
        if step.state.clock % DAY == DAWN {
            self.suffer_diseases(step);
        }
        step.conclude(false);
    }

    /// In the dark the party lights the next torch by itself.
    pub(crate) fn see_to_light(&self, step: &mut Step<'_, Lore>) {
        if !self.is_dark(step.state, step.state.here.at) {
            return;
        }
        step.log.tell(Told::Own(match light_up(step.state) {
            true => Event::Lit { left: step.state.supplies.of(Ware::Torches as usize) },
            false => Event::Dark,
        }));
    }

    /// Does something turn up?
    fn look_out(&self, step: &mut Step<'_, Lore>, by_a_fire: bool) -> bool {
        let Some(wandering) = self.wandering.filter(|_| step.state.goes_on()) else { return false };
        let place = &self.setting.place;
        if self.zones[usize::from(step.state.here.at)].safe {
            return false;
        }
        let next = step.state.next.take().map(Foes::Encounter);
        if let Some(next) = next.filter(|&next| is_about(step.state, next)) {
            self.come_upon_them(step, next, true, by_a_fire);
            return true;
        }
        let needed = 7 - i32::from(wandering.chance);
        let check = step.dice.check(Why::table("wandering monsters"), Roll::d(6), needed);
        step.log.tell(Told::Own(Event::Stirring { check }));
        let left = !step.state.here.gone;
        if !check.success || place.drawn(0, left).is_none() {
            return false;
        }
        let lot = step.dice.pick(Why::table("who turns up"), place.weight.into());
        let Some(band) = place.drawn(lot as u16, left) else { return false };
        self.come_upon_them(step, Foes::Encounter(band), true, by_a_fire);
        true
    }

    // --- moving ---

    /// A turn's walk to a neighbouring zone, traps on the way included. False if the adventure ends by it.
    pub(crate) fn walk(&self, step: &mut Step<'_, Lore>, to: u8) -> bool {
        let Some(way) = self.way_to(step.state, to) else { return false };
        self.tick(step);
        if step.state.is_over() {
            return false;
        }
        let leader = step.state.party.leader().unwrap_or(Who(0));
        self.step_into(step, Trap::Way(way), leader);
        step.arrive(to);
        self.look_around_anew(step.state);
        self.see_to_light(step);
        self.step_into(step, Trap::Zone(to), leader);
        step.conclude(false);
        !step.state.is_over()
    }

    /// The party is in another zone.
    pub(crate) fn look_around_anew(&self, state: &mut State) {
        (state.own.tries, state.own.faced) = (0, Default::default());
    }

    // --- what single heroes do ---

    pub(crate) fn heal(&self, step: &mut Step<'_, Lore>, who: Who, throw: Throw) {
        let before = step.state.own.hp[who];
        let hp = (before + throw.value.clamp(0, 999) as i16).min(self.sheet(who).hp);
        set_hp(step.state, who, hp);
        step.log.tell(Told::Own(Event::Healed { who, throw, hp }));
        if before <= 0 && hp > 0 {
            step.log.tell(Told::Own(Event::Up { who }));
        }
    }

    /// Gold that is won and enemies that are beaten teach something.
    pub(crate) fn learn(&self, step: &mut Step<'_, Lore>, xp: u32) {
        let xp = self.share_xp(step.state, xp);
        if xp > 0 {
            step.log.tell(Told::Own(Event::Learnt { xp }));
        }
    }

    fn cast(&self, step: &mut Step<'_, Lore>, who: Who, spell: u8, on: Option<Who>) {
        let Some(cast) = self.spell_of(who, spell) else { return };
        let Does::Heal(roll) = cast.effect.does else { return };
        let slots = &mut step.state.own.slots[who][usize::from(cast.level) - 1];
        *slots = slots.saturating_sub(1);
        step.log.tell(Told::Own(Event::Cast { who, spell, on }));
        let throw = step.dice.roll(Why::new("healing", who.0), roll);
        for one in on.map_or(step.state.party.alive, |on| [on].into_iter().collect()) {
            self.heal(step, one, throw);
        }
    }

    fn apply_ware(&self, step: &mut Step<'_, Lore>, who: Who, ware: Ware, on: Who) {
        step.state.supplies.spend(ware as usize);
        step.log.tell(Told::Own(Event::Used { who, ware, on }));
        match ware {
            Ware::Salves => {
                let throw = step.dice.roll(Why::new("healing", who.0), SALVE);
                self.heal(step, on, throw);
            }
            Ware::Tinctures => {
                for ill in [step.state.own.poison[on], step.state.own.disease[on]] {
                    if let Some(hazard) = ill.checked_sub(1) {
                        step.log.tell(Told::Own(Event::Cured { who: on, hazard }));
                    }
                }
                (step.state.own.poison[on], step.state.own.disease[on]) = (0, 0);
            }
            Ware::Torches | Ware::Rations => {}
        }
    }

    // --- camping ---

    fn camp(&self, step: &mut Step<'_, Lore>) {
        step.log.tell(Told::Own(Event::Camped));
        step.state.own.light = 0;
        let began = step.state.clock;
        let dawn = (began + DAY - DAWN) / DAY * DAY + DAWN;
        let end = dawn.max(began + NIGHT);
        let watches = self.wandering.map_or(0, |wandering| wandering.night).max(1);
        for watch in 1..=watches {
            let before = step.state.clock;
            step.state.clock = began + (end - began) * watch / watches;
            if before < dawn && dawn <= step.state.clock {
                self.suffer_diseases(step);
            }
            step.conclude(false);
            let broken = self.look_out(step, true);
            if step.state.is_over() {
                return;
            }
            if broken {
                step.state.new_turn();
                return step.log.tell(Told::RestBroken);
            }
        }
        self.wake_up(step);
    }

    /// After a whole night.
    fn wake_up(&self, step: &mut Step<'_, Lore>) {
        for who in step.state.party.alive {
            if !step.state.supplies.spend(Ware::Rations as usize) {
                step.log.tell(Told::Own(Event::Hungry { who }));
                continue;
            }
            step.log.tell(Told::Own(Event::Ate { who }));
            // DELVE-D3: a meal and an unbroken night give back a hit point.
            if step.state.own.hp[who] < self.sheet(who).hp {
                let hp = step.state.own.hp[who] + 1;
                set_hp(step.state, who, hp);
                step.log.tell(Told::Own(Event::Rested { who, hp }));
                if hp == 1 {
                    step.log.tell(Told::Own(Event::Up { who }));
                }
            }
        }
        for who in step.state.party.alive {
            step.state.own.slots[who] = self.sheet(who).slots;
        }
        step.state.new_turn();
        step.log.tell(Told::Own(Event::Morning));
        self.see_to_light(step);
    }
}

//! What choices do on a trek by the delve rules: turns and what they bring, moving, searching, healing, camping. Traps and
//! sickness are in `hazards`, meeting others is in `meeting`.

use fracas_adventure::{Attempt, Clauses, Event as Told, Explore, Foes, Heroes, Limits, Test, Trap, Words};
use fracas_dice::{Dice, Roll, Why};
use fracas_kernel::Who;

use super::data::{DAWN, DAY, GOLD, NIGHT, SALVE, Ware};
use super::state::{Stage, Talk, light_up, set_hp};
use super::{Deed, Event, Lore, State, Step};
use crate::choices::Target;

impl Explore for Lore {
    const WORDS: Words = Words {
        rest: "camp",
        disarm: "disarm",
        stay: "idle",
        in_turn: "in this turn",
        rules: Clauses {
            turn: Some("DELVE-T1"),
            able: Some("DELVE-D1"),
            rest: Some("DELVE-D3"),
            gear: Some("DELVE-F17"),
            trap: Some("DELVE-R15"),
            flight: Some("DELVE-R9"),
            death: Some("DELVE-D1"),
            ..Clauses::NONE
        },
        ..Words::USUAL
    };

    fn health(&self, state: &State, who: Who) -> i32 {
        state.own.hp[who].into()
    }

    fn asked(&self, state: &State) -> Heroes {
        let leader = state.party.leader().into_iter().collect();
        match state.meeting {
            // Until the fight is opened there is nothing to ask.
            Some(_) if state.own.talk.stage == Stage::Fight => Heroes::NONE,
            Some(_) => leader,
            None => state.party.free() | leader,
        }
    }

    fn is_for_all(&self, deed: Deed) -> bool {
        deed == Deed::Wait || deed.stage().is_some()
    }

    fn attempt(&self, step: &mut Step<'_>, who: Who, what: Attempt) -> Test {
        if let Attempt::Force { way } = what {
            self.make_noise(step.state, way);
        }
        let (label, of_six) = self.chances(who, what);
        chance(step, label, who, of_six)
    }

    fn act(&self, step: &mut Step<'_>, who: Who, deed: Deed) {
        match deed {
            Deed::Wait => {
                step.tell(Event::Waited);
                self.pass_turn(step);
            }
            Deed::Cast { spell, on } => self.there(step, |turn| {
                let here = turn.state.zone[who];
                turn.cast(who, spell, on.map_or(Target::Zone(here), Target::One));
            }),
            Deed::Use { ware, on } => self.apply_ware(step, who, ware, on),
            _ => self.answer(step, deed),
        }
    }

    fn travel(&self, step: &mut Step<'_>, to: u8) {
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

    fn searched(&self, step: &mut Step<'_>, who: Who, success: bool) {
        let (at, able) = (step.state.here.at, step.state.able().len());
        step.state.own.tries = step.state.own.tries.saturating_add(1);
        if usize::from(step.state.own.tries) >= able {
            step.state.own.combed.insert(at);
        }
        if success && self.is_thief(who) {
            step.state.own.scanned.insert(at);
            step.spy(who);
        }
    }

    fn audible(&self, state: &State, zone: u8) -> Option<Foes> {
        let there = state.living_in(&self.setting.place, zone);
        there.map(Foes::numbered).find(|&foes| self.band(foes).sound.is_some())
    }

    fn lay_hands_on(&self, step: &mut Step<'_>, _who: Who, _cache: u8) -> bool {
        !self.provoke_the_watchful(step)
    }

    fn befall(&self, step: &mut Step<'_>, what: u8, first: Who) {
        let all = self.hazard(what).is_some_and(|hazard| hazard.all);
        self.expose(step, what, if all { step.state.party.alive } else { Heroes::one(first) });
    }

    fn gain(&self, step: &mut Step<'_>, _who: Who, cache: u8) {
        let gold = self.setting.place.caches[usize::from(cache)].supplies.of(GOLD);
        self.learn(step, gold.into());
        step.conclude(false);
    }

    fn rest(&self, step: &mut Step<'_>) {
        if !step.state.party.busy.is_empty() {
            self.pass_turn(step);
        }
        if step.state.goes_on() {
            self.camp(step);
        }
    }

    /// The turn is over when everybody has used it.
    fn settle(&self, step: &mut Step<'_>) {
        if step.state.able().is_empty() {
            step.conclude(false);
        }
        if step.state.party.free().is_empty() && step.state.goes_on() {
            self.pass_turn(step);
        }
    }

    fn met(&self, state: &mut State, foes: Foes, _turned_up: bool) {
        // Whoever knew of the other cannot be surprised; in the dark the party is heard before it hears.
        let (dim, number) = (self.is_dark(state, state.here.at), foes.number());
        let aware = [state.knows(foes) && !dim, state.own.known_to.has(number) || dim];
        state.own.talk = Talk { aware, dim, ..Talk::default() };
        state.own.faced.insert(number);
        state.own.known_to.insert(number);
        state.come_to_know(foes);
    }

    /// Nobody who was not heard or seen.
    fn hide(&self, state: &mut State) {
        state.own.faces = None;
        state.here.gone |= !state.heard;
        state.own.known_to &= state.heard;
    }
}

impl Lore {
    /// What somebody tries, and in how many of six cases it succeeds.
    pub(crate) fn chances(&self, who: Who, what: Attempt) -> (&'static str, u8) {
        let sheet = self.sheet(who);
        match what {
            Attempt::Search => ("search", sheet.picks.max(2)),
            Attempt::Listen { .. } => ("listen", sheet.picks.max(2)),
            Attempt::Force { .. } => ("force", sheet.forces),
            Attempt::Pick { .. } => ("pick", sheet.picks),
            Attempt::Disarm { .. } => ("disarm", sheet.picks),
        }
    }

    /// Blows on a door are heard by everybody beyond it.
    fn make_noise(&self, state: &mut State, way: u8) {
        let place = &self.setting.place;
        let Some(to) = place.beyond(way, state.here.at) else { return };
        for zone in place.areas[place.area_of(to)] {
            state.own.known_to |= state.living_in(place, zone);
        }
    }

    // --- time ---

    /// A turn passes, and something may turn up.
    fn pass_turn(&self, step: &mut Step<'_>) {
        self.tick(step, true);
        self.keep_a_look_out(step);
    }

    fn keep_a_look_out(&self, step: &mut Step<'_>) {
        let every = self.wandering.map_or(0, |wandering| wandering.every);
        if every > 0 && step.state.clock.is_multiple_of(every) {
            self.look_out(step, false);
        }
    }

    /// Ten minutes and what they do by themselves; `poisons` work unless they have already.
    pub(crate) fn tick(&self, step: &mut Step<'_>, poisons: bool) {
        // DELVE-T1
        step.state.new_turn();
        step.state.clock += 1;
        step.tell(Event::Turn { turn: step.state.clock });
        if step.state.own.light > 0 {
            step.state.own.light -= 1;
            if step.state.own.light == 0 {
                step.tell(Event::BurntOut);
            }
        }
        self.see_to_light(step);
        if poisons {
            self.suffer_poisons(step);
        }
        if step.state.clock % DAY == DAWN {
            self.suffer_diseases(step);
        }
        step.conclude(false);
    }

    /// In the dark the party lights the next torch by itself.
    pub(crate) fn see_to_light(&self, step: &mut Step<'_>) {
        if !self.is_dark(step.state, step.state.here.at) {
            return;
        }
        let lit = match light_up(step.state) {
            true => Event::Lit { left: step.state.supplies.of(Ware::Torches as usize) },
            false => Event::Dark,
        };
        step.tell(lit);
    }

    /// Does something stir? A noise is enough to break a night, even if nobody is left who could come.
    fn look_out(&self, step: &mut Step<'_>, by_a_fire: bool) -> bool {
        let Some(wandering) = self.wandering.filter(|_| step.state.goes_on()) else { return false };
        let place = &self.setting.place;
        if self.safe.has(step.state.here.at) {
            return false;
        }
        let next = step.state.next.take().map(Foes::Encounter);
        if let Some(next) = next.filter(|&next| step.state.is_about(next)) {
            self.come_upon_band(step, next, true, by_a_fire);
            return true;
        }
        let needed = step.state.own.faces.take().map_or(wandering.needed(), |faces| 7 - i32::from(faces));
        let check = step.dice.check(Why::table("wandering monsters"), Roll::d(6), needed);
        step.tell(Event::Stirring { test: check.into() });
        let left = !step.state.here.gone;
        if check.success && place.drawn(0, left).is_some() {
            let lot = step.dice.pick(Why::table("who turns up"), place.weight.into());
            if let Some(band) = place.drawn(lot as u16, left) {
                self.come_upon_band(step, Foes::Encounter(band), true, by_a_fire);
            }
        }
        check.success
    }

    // --- moving ---

    /// A turn's walk to a neighbouring zone, traps on the way included. False if the adventure ends by it.
    pub(crate) fn walk(&self, step: &mut Step<'_>, to: u8) -> bool {
        let here = &step.state.here;
        let Some(way) = self.setting.place.way_between(here, here.at, to) else { return false };
        self.tick(step, true);
        if step.state.is_over() {
            return false;
        }
        let leader = step.state.party.leader().unwrap_or(Who(0));
        step.step_into(Trap::Way(way), leader);
        step.arrive(to);
        self.look_around_anew(step.state);
        self.see_to_light(step);
        step.step_into(Trap::Zone(to), leader);
        step.conclude(false);
        !step.state.is_over()
    }

    /// The party is in another zone.
    pub(crate) fn look_around_anew(&self, state: &mut State) {
        (state.own.tries, state.own.faced) = (0, Default::default());
    }

    // --- what single heroes do ---

    /// Somebody is healed by a roll.
    pub(crate) fn mend(&self, step: &mut Step<'_>, on: Who, why: Why, roll: Roll) {
        self.there(step, |turn| {
            let throw = turn.dice.roll(why, roll);
            turn.heal(on, throw, throw.value.clamp(0, 999) as i16);
        });
    }

    /// Gold that is won and enemies that are beaten teach something, shared evenly by those who are with the party.
    pub(crate) fn learn(&self, step: &mut Step<'_>, xp: u32) {
        let us = step.state.party.alive;
        let xp = (xp / us.len().max(1) as u32).min(u16::MAX.into()) as u16;
        us.for_each(|who| step.state.own.xp[who] = step.state.own.xp[who].saturating_add(xp));
        if xp > 0 {
            step.tell(Event::Learnt { xp });
        }
    }

    fn apply_ware(&self, step: &mut Step<'_>, who: Who, ware: Ware, on: Who) {
        step.state.supplies.spend(ware as usize);
        step.tell_of(who, Event::Used { ware, on });
        match ware {
            Ware::Salves => self.mend(step, on, Why::new("healing", who.0), SALVE),
            Ware::Tinctures => {
                for ill in [step.state.own.poison[on], step.state.own.disease[on]] {
                    if let Some(hazard) = ill.checked_sub(1) {
                        step.tell_of(on, Event::Cured { hazard });
                    }
                }
                (step.state.own.poison[on], step.state.own.disease[on]) = (0, 0);
            }
            Ware::Torches | Ware::Rations => {}
        }
    }

    // --- camping ---

    fn camp(&self, step: &mut Step<'_>) {
        step.tell(Event::Camped);
        step.state.own.light = 0;
        let began = step.state.clock;
        let dawn = (began + DAY - DAWN) / DAY * DAY + DAWN;
        // DELVE-R17: one night in a day, so after one that has ended the next ends tomorrow at the earliest.
        let tomorrow = (step.state.own.slept + 1) * DAY + DAWN;
        let end = dawn.max(began + NIGHT).max(tomorrow);
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
    fn wake_up(&self, step: &mut Step<'_>) {
        step.state.own.slept = step.state.clock / DAY;
        for who in step.state.party.alive {
            if !step.state.supplies.spend(Ware::Rations as usize) {
                step.tell_of(who, Event::Hungry);
                continue;
            }
            // DELVE-D3: a meal and an unbroken night give back a hit point.
            if step.state.own.hp[who] < self.sheet(who).hp {
                let hp = step.state.own.hp[who] + 1;
                set_hp(step.state, who, hp);
                step.tell_of(who, Event::Rested { hp });
            }
        }
        for who in step.state.party.alive {
            step.state.own.slots[who] = self.sheet(who).slots;
        }
        step.state.new_turn();
        step.tell(Event::Morning);
        self.see_to_light(step);
    }
}

/// A d6 that succeeds on this many faces.
fn chance(step: &mut Step<'_>, label: &'static str, who: Who, of_six: u8) -> Test {
    step.dice.check(Why::new(label, who.0), Roll::d(6), 7 - i32::from(of_six)).into()
}

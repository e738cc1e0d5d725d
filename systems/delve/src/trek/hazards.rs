//! Traps, poisons and diseases: what springs, whom it takes, and what lasts.

use fracas_adventure::{Event as Told, Step};
use fracas_dice::{Roll, Throw, Why};
use fracas_kernel::Who;

use super::State;
use super::data::{Hazard, Ill, Lore};
use super::event::Event;
use super::state::{Trap, VENOM, set_hp};
use crate::data::{POISON, Save};

impl Lore {
    fn hazard_at(&self, trap: Trap) -> Option<u8> {
        match trap {
            Trap::Zone(zone) => self.zones[usize::from(zone)].trap,
            Trap::Way(way) => self.ways[usize::from(way)].trap,
            Trap::Cache(cache) => self.caches[usize::from(cache)].trap,
        }
    }

    pub(crate) fn hazard(&self, number: u8) -> Option<&Hazard> {
        self.hazards.get(usize::from(number))
    }

    /// A trap on the way catches those who do not know of it; the others step around it.
    pub(crate) fn step_into(&self, step: &mut Step<'_, Lore>, trap: Trap, first: Who) {
        if step.state.own.armed.has(trap) && !step.state.own.spied.has(trap) {
            self.spring(step, trap, first);
        }
    }

    /// A trap has gone off, and everybody knows where it was.
    pub(crate) fn spend_trap(&self, state: &mut State, trap: Trap) {
        state.own.armed.put(trap, false);
        state.own.spied.put(trap, true);
    }

    pub(crate) fn spring(&self, step: &mut Step<'_, Lore>, trap: Trap, first: Who) {
        let Some(number) = self.hazard_at(trap) else { return };
        self.spend_trap(step.state, trap);
        step.log.tell(Told::Own(Event::Sprung { trap, hazard: number }));
        let Some(hazard) = self.hazard(number) else { return };
        if !hazard.all {
            return self.strike(step, first, number, None);
        }
        // One roll for everybody who is caught.
        let shared = self.damage_of(step, hazard);
        for who in step.state.party.alive {
            self.strike(step, who, number, shared);
        }
    }

    pub(crate) fn damage_of(&self, step: &mut Step<'_, Lore>, hazard: &Hazard) -> Option<Throw> {
        hazard.damage.map(|roll| step.dice.roll(Why::table("damage"), roll))
    }

    /// A hazard takes one hero, unless a save helps.
    pub(crate) fn strike(&self, step: &mut Step<'_, Lore>, who: Who, number: u8, shared: Option<Throw>) {
        // DELVE-R15: the hazard names its save, and what failing does.
        let Some(hazard) = self.hazard(number) else { return };
        let saved = hazard.save != Save::No && self.saves(step, who, number);
        if saved && hazard.save == Save::Negates {
            return;
        }
        if let Some(throw) = shared.or_else(|| self.damage_of(step, hazard)) {
            let whole = throw.value.clamp(0, 999) as i16;
            self.hurt(step, who, throw, if saved { whole / 2 } else { whole });
        }
        if hazard.lasting.is_some() && !saved && step.state.party.alive.has(who) {
            let kept = match hazard.kind {
                Ill::Disease => &mut step.state.own.disease[who],
                Ill::Poison | Ill::Trap => &mut step.state.own.poison[who],
            };
            *kept = number + 1;
            step.log.tell(Told::Own(Event::Caught { who, hazard: number }));
        }
    }

    fn saves(&self, step: &mut Step<'_, Lore>, who: Who, hazard: u8) -> bool {
        // DELVE-V1: forced, and a d20 that must reach the number on the sheet.
        let target = self.sheet(who).save;
        let check = step.dice.check(Why::new("save", who.0), Roll::d(20), target.into());
        step.log.tell(Told::Own(Event::Saved { who, hazard, check }));
        check.success
    }

    pub(crate) fn suffer_poison(&self, step: &mut Step<'_, Lore>, who: Who) {
        let Some(hazard) = step.state.own.poison[who].checked_sub(1) else { return };
        let lasting = self.hazard(hazard).and_then(|hazard| hazard.lasting);
        let roll = if hazard == VENOM - 1 { POISON } else { lasting.unwrap_or(POISON) };
        if self.saves(step, who, hazard) {
            step.state.own.poison[who] = 0;
            step.log.tell(Told::Own(Event::Cured { who, hazard }));
        } else {
            self.suffer(step, "poison", who, roll);
        }
    }

    /// A disease acts once a day, until a save ends it.
    pub(crate) fn suffer_diseases(&self, step: &mut Step<'_, Lore>) {
        for who in step.state.party.alive {
            let Some(hazard) = step.state.own.disease[who].checked_sub(1) else { continue };
            if self.saves(step, who, hazard) {
                step.state.own.disease[who] = 0;
                step.log.tell(Told::Own(Event::Cured { who, hazard }));
            } else if let Some(roll) = self.hazard(hazard).and_then(|hazard| hazard.lasting) {
                self.suffer(step, "disease", who, roll);
            }
        }
    }

    fn suffer(&self, step: &mut Step<'_, Lore>, label: &'static str, who: Who, roll: Roll) {
        let throw = step.dice.roll(Why::new(label, who.0), roll);
        self.hurt(step, who, throw, throw.value.clamp(0, 999) as i16);
    }

    fn hurt(&self, step: &mut Step<'_, Lore>, who: Who, throw: Throw, amount: i16) {
        let was_up = step.state.able().has(who);
        let hp = step.state.own.hp[who] - amount;
        set_hp(step.state, who, hp);
        step.log.tell(Told::Own(Event::Hurt { who, throw, amount, hp }));
        if hp <= self.sheet(who).dead_at {
            step.state.party.kill(who);
            (step.state.own.poison[who], step.state.own.disease[who]) = (0, 0);
            step.log.tell(Told::Died { who });
        } else if hp <= 0 && was_up {
            step.log.tell(Told::Own(Event::Down { who }));
        }
    }

    /// What a thief finds: traps on what lies here, on the ways from here, and in zones that can be seen. True if any.
    pub(crate) fn spy_traps(&self, state: &mut State) -> bool {
        let (place, at) = (&self.setting.place, state.here.at);
        let before = state.own.armed.and(state.own.spied);
        let ways: fracas_adventure::Numbers = place.ways_from(&state.here, at).collect();
        let beyond: fracas_adventure::Numbers = ways.filter_map(|way| place.beyond(way, at)).collect();
        let caches = place.caches_here(&state.here);
        state.own.spied.ways |= ways & state.own.armed.ways;
        state.own.spied.zones |= beyond & state.here.seen & state.own.armed.zones;
        state.own.spied.caches |= caches & state.own.armed.caches;
        state.own.armed.and(state.own.spied) != before
    }

    pub(crate) fn disarm(&self, step: &mut Step<'_, Lore>, who: Who, cache: u8) {
        let test = self.chance(step, "disarm", who, self.hero(who).skill.unwrap_or(0));
        step.log.tell(Told::Own(Event::Disarmed { who, cache, test }));
        let trap = Trap::Cache(cache);
        if test.success {
            self.spend_trap(step.state, trap);
        } else if step.state.own.armed.has(trap) {
            self.spring(step, trap, who);
        }
    }
}

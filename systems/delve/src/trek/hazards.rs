//! Traps, poisons and diseases: what springs, whom it takes, and what lasts.

use fracas_adventure::{Heroes, Trap};
use fracas_dice::{Dice, Why};
use fracas_kernel::Who;

use super::apply::chance;
use super::{Event, Lore, Step};
use crate::data::{Harm, Ill};

impl Lore {
    /// A trap on the way catches those who do not know of it; the others step around it.
    pub(crate) fn step_into(&self, step: &mut Step<'_>, trap: Trap, first: Who) {
        if step.state.own.traps.lurks(trap) {
            self.spring(step, trap, first);
        }
    }

    pub(crate) fn spring(&self, step: &mut Step<'_>, trap: Trap, first: Who) {
        let Some(number) = self.snares.at(trap) else { return };
        step.state.own.traps.spend(trap);
        step.tell(Event::Sprung { trap, hazard: number });
        let all = self.hazard(number).is_some_and(|hazard| hazard.all);
        let caught = if all { step.state.party.alive } else { Heroes::one(first) };
        self.befall(step, number, caught);
    }

    /// A hazard takes these heroes, unless saves help.
    pub(crate) fn befall(&self, step: &mut Step<'_>, number: u8, caught: Heroes) {
        // DELVE-R15: the hazard names its save, and what failing does.
        if self.hazard(number).is_some_and(|hazard| hazard.kind != Ill::Disease) {
            let caught = caught.collect();
            return self.there(step, |turn| turn.brave(caught, None, number));
        }
        for who in caught & step.state.party.alive {
            if step.state.own.disease[who] == 0 && !self.there(step, |turn| turn.saves(who)) {
                step.state.own.disease[who] = number + 1;
                step.tell_of(who, Event::Caught { hazard: number });
            }
        }
    }

    /// Ten minutes: poisons act, each with its own die, unless a save ends them.
    pub(crate) fn suffer_poisons(&self, step: &mut Step<'_>) {
        // DELVE-R17
        if step.state.own.poison.iter().any(|&poison| poison != 0) {
            self.there(step, |turn| turn.suffer_poisons());
        }
    }

    /// A disease acts once a day, until a save ends it.
    pub(crate) fn suffer_diseases(&self, step: &mut Step<'_>) {
        for who in step.state.party.alive {
            let Some(number) = step.state.own.disease[who].checked_sub(1) else { continue };
            if self.there(step, |turn| turn.saves(who)) {
                step.state.own.disease[who] = 0;
                step.tell_of(who, Event::Cured { hazard: number });
            } else if let Some(roll) = self.hazard(number).and_then(|hazard| hazard.lasting) {
                self.there(step, |turn| {
                    let throw = turn.dice.roll(Why::new("disease", who.0), roll);
                    turn.hurt(who, None, throw, throw.value.clamp(0, 999) as i16, Harm::Poison);
                });
            }
        }
    }

    pub(crate) fn disarm(&self, step: &mut Step<'_>, who: Who, cache: u8) {
        let test = chance(step, "disarm", who, self.sheet(who).picks);
        step.tell_of(who, Event::Disarmed { test });
        let trap = Trap::Cache(cache);
        if test.success {
            step.state.own.traps.spend(trap);
        } else if step.state.own.traps.armed.has(trap) {
            self.spring(step, trap, who);
        }
    }
}

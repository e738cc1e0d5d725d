//! Traps, poisons and diseases: what springs, whom it takes, and what lasts.

use fracas_adventure::Heroes;
use fracas_dice::{Dice, Why};

use super::{Event, Lore, Step};
use crate::data::{Harm, Ill};

impl Lore {
    /// A hazard takes these heroes, unless saves help.
    pub(crate) fn expose(&self, step: &mut Step<'_>, number: u8, caught: Heroes) {
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
                    let throw = turn.dice.roll(Why::new("disease", who.0).wanted_low(), roll);
                    turn.hurt(who, None, throw, throw.value.clamp(0, 999) as i16, Harm::Poison);
                });
            }
        }
    }
}

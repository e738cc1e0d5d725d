//! Casting spells, and saves against what they do.

use fracas_dice::{Dice, Roll, Why};
use fracas_kernel::{Log, Who};

use crate::apply::Turn;
use crate::choices::Target;
use crate::conditions::{Condition, Own};
use crate::data::{Does, Effect, Lasts, SLEEP, Save};
use crate::event::Event;
use crate::state::Band;

impl<D: Dice, L: Log<Event>> Turn<'_, D, L> {
    pub(crate) fn cast(&mut self, who: Who, spell: u8, target: Target) {
        let rules = self.rules;
        let Some(cast) = rules.spell(self.state, who, spell) else { return };
        let slots = &mut self.state.slots[who][cast.level as usize - 1];
        *slots = slots.saturating_sub(1);
        self.state.acted.insert(who);
        self.log.tell(Event::Cast { who, spell, target });
        let taken = match target {
            Target::One(one) => Band::one(one),
            Target::Zone(zone) => self.state.at[zone] & rules.takes(self.state, who, cast),
        };
        self.work(cast.effect, who, taken);
        self.rest_if_spent(who);
    }

    /// A spell's effect on everybody whom it takes.
    pub(crate) fn work(&mut self, effect: Effect, caster: Who, taken: Band) {
        // DELVE-R6: the spell names what a save does.
        match effect.does {
            Does::Damage(roll) => {
                let throw = self.dice.roll(Why::new("damage", caster.0), roll);
                for one in taken {
                    let saved = matches!(effect.save, Save::Halves | Save::Negates) && self.saves(one);
                    if !(saved && effect.save == Save::Negates) {
                        self.hurt(one, Some(caster), throw, share(throw.value, saved), effect.harm);
                    }
                    if !saved {
                        self.leave_behind(effect.leaves, one, caster);
                    }
                }
            }
            Does::Heal(roll) => {
                let throw = self.dice.roll(Why::new("healing", caster.0), roll);
                for one in taken {
                    self.heal(one, throw, throw.value.clamp(0, 999) as i16);
                }
            }
            Does::Afflict(what) => {
                for one in taken {
                    if !(effect.save == Save::Negates && self.saves(one)) {
                        self.afflict(one, what.condition, what.lasts, Some(caster));
                    }
                }
            }
            Does::Slumber { dice, max } => self.slumber(caster, dice, max, effect.save, taken),
            Does::Hazard(number) => self.brave(taken, Some(caster), number),
        }
    }

    /// The smallest first, as far as the hit dice go; those who save have used up theirs.
    fn slumber(&mut self, caster: Who, dice: Roll, max: u8, save: Save, taken: Band) {
        let throw = self.dice.roll(Why::new("hit dice asleep", caster.0), dice);
        self.log.tell(Event::Slumber { throw });
        let rules = self.rules;
        let mut left = throw.value;
        for one in taken.filter(|&one| rules.sheet(self.state, one).sleepless()) {
            let mindless = rules.sheet(self.state, one).mindless;
            let proof = Event::Proof { who: one, condition: Condition::Asleep };
            self.log.tell(if mindless { Event::Sleepless { who: one } } else { proof });
        }
        for size in 1..=max {
            for one in taken {
                let sheet = rules.sheet(self.state, one);
                let fits = sheet.hit_dice() == size && left >= i32::from(size) && !sheet.sleepless();
                if !fits || self.state.is(one, Condition::Asleep) {
                    continue;
                }
                left -= i32::from(size);
                // DELVE-R18
                if !(save == Save::Negates && self.saves(one)) {
                    self.afflict(one, Condition::Asleep, Lasts::Rounds(SLEEP), Some(caster));
                }
            }
        }
    }

    pub(crate) fn saves(&mut self, who: Who) -> bool {
        // DELVE-V1
        let target = self.rules.sheet(self.state, who).save;
        let more = match self.rules.own.is_empty() || !self.state.afflicted.has(who) {
            true => 0,
            false => self.rules.own_bonus(self.state, who, |own: &Own| own.save),
        };
        let check = self.dice.check(Why::new("save", who.0), Roll::d(20).plus(more), target.into());
        self.log.tell(Event::Saved { who, check });
        check.success
    }
}

/// The whole of some damage, or half of it, rounded down.
pub(crate) fn share(value: i32, halved: bool) -> i16 {
    let value = value.clamp(0, 999) as i16;
    if halved { value / 2 } else { value }
}

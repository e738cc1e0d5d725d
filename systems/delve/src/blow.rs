//! Striking, throwing and shooting: whom an attack finds, whether it hits, and what a weapon does beside its damage.

use fracas_dice::{Dice, Roll, Why};
use fracas_kernel::{Log, Who};

use crate::apply::Turn;
use crate::conditions::{Condition, Own};
use crate::data::{Attack, BLESSED, BLINDED, Does, Effect, HELPLESS, Save, WARDED};
use crate::event::Event;
use crate::ground::Lie;
use crate::spells::share;
use crate::state::Band;

impl<D: Dice, L: Log<Event>> Turn<'_, D, L> {
    #[inline(always)]
    pub(crate) fn attack(&mut self, who: Who, with: u8, target: Who) {
        let rules = self.rules;
        let Some(attack) = rules.attack(self.state, who, with) else { return };
        let target = if attack.melee { target } else { self.anew().who_is_found(who, target) };
        self.strike(who, with, attack, target);
    }

    /// An attack that cannot stray, or has.
    #[inline(always)]
    pub(crate) fn strike(&mut self, who: Who, with: u8, attack: &Attack, target: Who) {
        match attack.turns {
            0 => {
                self.state.acted.insert(who);
                self.rest_if_spent(who);
            }
            turns => self.anew().strike_one_of(who, turns),
        }
        let lie = if attack.melee { Lie::default() } else { self.rules.lie(self.state, who, target) };
        let (bonus, ac) = self.numbers(who, attack, target, lie);
        // DELVE-C5, DELVE-R13: equal or more hits; no face is special.
        let to_hit = Roll::d(20).plus(bonus);
        // DELVE-C7
        let damage = Why::new("damage", who.0);
        let (check, throw) =
            self.dice.check_then(Why::new("to hit", who.0), to_hit, ac.into(), damage, &attack.damage);
        let foe = self.state.foes(who).has(target);
        self.log.tell(Event::Attacked { who, with, target, check, lie, foe });
        // DELVE-R13: a hit does at least 1.
        let amount = throw.value.clamp(1, 999) as i16;
        let minded = self.rules.brief(self.state, target).minds.has(attack.harm) && check.success;
        let lost = minded && self.anew().minds(target, attack.harm);
        self.hurt_if(check.success && !lost, target, Some(who), throw, amount);
        if attack.effect && check.success {
            self.anew().strike_with(attack.weapon, who, target);
        }
        if !self.state.standing.has(target) {
            self.conclude();
        }
    }

    /// The bonus of an attack and the number it must reach, conditions counted.
    #[inline(always)]
    fn numbers(&self, who: Who, attack: &Attack, target: Who, lie: Lie) -> (i16, i16) {
        let mut bonus = attack.to_hit + lie.height + lie.dark;
        let mut ac = self.rules.brief(self.state, target).ac + lie.cover;
        let state = &*self.state;
        if !state.afflicted.is_empty() {
            bonus += if state.is(who, Condition::Blessed) { BLESSED } else { 0 };
            bonus += if state.is(who, Condition::Blinded) { BLINDED } else { 0 };
            bonus += if state.helpless().has(target) { HELPLESS } else { 0 };
            ac += if state.is(target, Condition::Warded) { WARDED } else { 0 };
            if !self.rules.own.is_empty() {
                bonus += self.rules.own_bonus(state, who, |own: &Own| own.to_hit);
                ac += self.rules.own_bonus(state, target, |own: &Own| own.ac);
            }
        }
        (bonus, ac)
    }

    /// Whom a ranged attack on `target` really goes to.
    #[inline(never)]
    fn who_is_found(self, who: Who, target: Who) -> Who {
        // DELVE-C4, DELVE-R5: into a melee it finds anybody who stands there, the shooter excepted.
        let there = self.state.around(target) & self.state.standing;
        if !there.meets(self.state.foes(target)) {
            return target;
        }
        let could = there - Band::one(who);
        let picked = self.dice.pick(Why::new("who is found", who.0), could.len());
        let found = could.nth(picked).unwrap_or(target);
        self.log.tell(Event::Stray { who, meant: target, found });
        found
    }

    /// What a weapon does beside its damage, to whoever is still there to feel it.
    #[inline(never)]
    fn strike_with(mut self, weapon: u8, who: Who, target: Who) {
        let effect = self.rules.weapons.get(usize::from(weapon)).and_then(|weapon| weapon.effect);
        let Some(Effect { does, save, harm, leaves }) = effect else { return };
        if !self.state.present().has(target) {
            return;
        }
        if save == Save::Negates && self.saves(target) {
            return;
        }
        match does {
            Does::Damage(roll) => {
                let throw = self.dice.roll(Why::new("extra damage", who.0), roll);
                let halved = save == Save::Halves && self.saves(target);
                self.hurt(target, Some(who), throw, share(throw.value, halved), harm);
                self.leave_behind(leaves.filter(|_| !halved), target, who);
            }
            Does::Afflict(what) => self.afflict(target, what.condition, what.lasts, Some(who)),
            Does::Hazard(number) => self.brave(Band::one(target), Some(who), number),
            Does::Heal(_) | Does::Slumber { .. } => {}
        }
    }
}

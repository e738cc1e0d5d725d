//! Attacks and abilities: who is in reach, two scores compared, and what a hit does.

use fracas_dice::{Dice, Roll, Throw, Why};
use fracas_kernel::{Log, Who};

use crate::action::Action;
use crate::choices::reach_of;
use crate::data::{Condition, Effect, Reach};
use crate::event::{Blow, Event, Hit, Missed, With};
use crate::resolution::Resolution;
use crate::state::Band;

/// What a basic attack does.
pub(crate) const FULL: Roll = Roll::pool(2, 6);
pub(crate) const GLANCING: Roll = Roll::d(6);

impl<D: Dice, L: Log<Event>, const FOCUS: bool> Resolution<'_, D, L, FOCUS> {
    /// Can a target be reached: now, at the same time, or when the round began?
    #[inline]
    pub(crate) fn is_in_reach(&self, who: Who, target: Who, reach: Reach) -> bool {
        // ARDOR-R3
        let from = self.rules.reached(self.state.zone[who], reach);
        let now = from.has(self.state.zone[target]) && !self.leaving.has(target);
        let same_time = self.moved.has(target) && self.moved_at[target] == self.now;
        let just_left = same_time && from.has(self.left[target]);
        let began = self.rules.reached(self.state.began[who], reach);
        now || just_left || began.has(self.state.began[target])
    }

    #[inline(never)]
    pub(crate) fn strike_in_reach(&mut self, who: Who, target: Who, score: i16, ranged: bool) {
        if self.is_in_reach(who, target, reach_of(ranged)) {
            self.strike(who, target, score, ranged);
        } else if self.concerns(who, target) {
            self.log.tell(Event::OutOfReach { who, target });
        }
    }

    /// A basic attack.
    #[inline(always)]
    pub(crate) fn strike(&mut self, who: Who, target: Who, score: i16, ranged: bool) {
        if !self.state.standing.has(target) || !self.concerns(who, target) {
            return;
        }
        let with = if ranged { With::Ranged } else { With::Melee };
        let blow = self.blow(who, target, score, ranged);
        let roll = match blow.hit {
            // ARDOR-S3
            Hit::Full => FULL,
            // ARDOR-S4
            Hit::Glancing => GLANCING,
            Hit::Miss(_) => {
                self.log.tell(Event::Struck { who, with, target, blow, damage: None });
                return;
            }
        };
        if FOCUS && who != self.focus {
            self.pool[target] = self.pool[target].saturating_add(roll.count());
            self.log.tell(Event::Struck { who, with, target, blow, damage: None });
            return;
        }
        let throw = self.dice.roll(Why::new("damage", who.0), roll);
        self.log.tell(Event::Struck { who, with, target, blow, damage: Some(throw) });
        self.wound(target, throw);
    }

    /// Compares scores.
    #[inline(always)]
    fn blow(&mut self, who: Who, target: Who, score: i16, ranged: bool) -> Blow {
        let (mut against, mut by) = (self.state.score[target], None);
        if self.wards.has(target) {
            (against, by) = self.defence(who, target, ranged);
        }
        if self.state.unaware.has(target) {
            self.alarm = true;
        }
        let inspired = self.state.inspired.has(who);
        let hit = self.compare(target, against - score, inspired);
        Blow { score, against, by, inspired, hit }
    }

    /// What it means that the target is ahead by this much.
    #[inline(always)]
    fn compare(&self, target: Who, ahead: i16, inspired: bool) -> Hit {
        let is = |set: Band| set.has(target);
        if is(self.state.inspired) {
            // ARDOR-S7
            return Hit::Miss(Missed::Inspired);
        }
        if ahead <= 0 || inspired {
            return Hit::Full;
        }
        if ahead >= 10 {
            // ARDOR-S5
            return Hit::Miss(Missed::Outclassed);
        }
        if is(self.fleeing) && ahead >= 3 {
            // ARDOR-A7
            return Hit::Miss(Missed::Fled);
        }
        if is(self.defending | self.state.has[Condition::Guarded as usize]) {
            // ARDOR-A5
            return Hit::Miss(Missed::Defended);
        }
        Hit::Glancing
    }

    /// The best score that a target can defend with, and whose it is if it is another's.
    #[inline(never)]
    fn defence(&self, attacker: Who, target: Who, ranged: bool) -> (i16, Option<Who>) {
        // Odds do not know what others will have rolled.
        let unknown = FOCUS && target != self.focus && !self.state.committed.has(target);
        // ARDOR-R11: one's own is that of the first action.
        let mut best = if unknown { (i16::MIN / 2, None) } else { (self.state.score[target], None) };
        let (from, to) = (self.state.zone[attacker], self.state.zone[target]);
        for by in self.defenders - self.leaving {
            let stands = self.state.zone[by];
            // ARDOR-A6: near against melee, between against shots.
            let covers =
                if ranged { self.rules.is_between(stands, from, to) } else { self.rules.is_near(stands, to) };
            for scored in self.actions(by) {
                if covers && scored.action == (Action::DefendOther { ward: target }) && scored.score > best.0
                {
                    best = (scored.score, Some(by));
                }
            }
        }
        best
    }

    #[inline(always)]
    fn wound(&mut self, target: Who, throw: Throw) {
        let amount = throw.value.clamp(0, 999) as i16;
        self.state.harm[target] += amount;
        self.harmed.insert(target);
    }

    /// In odds: all dice of damage to one target at once.
    pub(crate) fn roll_pools(&mut self) {
        for who in self.state.standing {
            if self.pool[who] > 0 {
                let roll = Roll::pool(self.pool[who], 6);
                let throw = self.dice.roll(Why::table("damage"), roll);
                self.wound(who, throw);
            }
        }
    }

    pub(crate) fn use_ability(&mut self, who: Who, which: u8, on: u8, score: i16) {
        let rules = self.rules;
        let Some(ability) = rules.ability(self.state, who, which) else { return };
        let taken = rules.takes(self.state, who, ability);
        let targets = if ability.area {
            // ARDOR-R3
            let from = [self.state.zone[who], self.state.began[who]];
            let reached = from.into_iter().any(|zone| rules.reached(zone, ability.reach).has(on));
            ((taken - self.leaving) & self.state.at[on]).only_if(reached)
        } else {
            let target = Who(on);
            let reached = target == who || self.is_in_reach(who, target, ability.reach);
            if !reached && self.concerns(who, target) {
                self.log.tell(Event::OutOfReach { who, target });
            }
            (taken & Band::one(target)).only_if(reached)
        };
        if !ability.takes.is_contested() {
            self.log.tell(Event::Used { who, which, on, score });
        }
        for target in targets {
            if !self.concerns(who, target) {
                continue;
            }
            if !ability.takes.is_contested() {
                self.affect(who, target, ability.full);
                continue;
            }
            let blow = self.blow(who, target, score, ability.reach.is_shot());
            // ARDOR-R7: what a full and a glancing hit do.
            let effect = match blow.hit {
                Hit::Full => ability.full,
                Hit::Glancing => ability.glancing,
                Hit::Miss(_) => Effect::default(),
            };
            let damage = effect.damage.map(|roll| self.dice.roll(Why::new("damage", who.0), roll));
            self.log.tell(Event::Struck { who, with: With::Ability(which), target, blow, damage });
            if let Some(throw) = damage {
                self.wound(target, throw);
            }
            self.affect(who, target, effect);
        }
    }

    /// What an effect does apart from damage.
    fn affect(&mut self, by: Who, target: Who, effect: Effect) {
        if let Some(roll) = effect.heal {
            let throw = self.dice.roll(Why::new("healing", by.0), roll);
            self.heal(target, throw, false);
        }
        if let Some((condition, rounds)) = effect.condition {
            self.afflict(target, condition, rounds);
        }
    }
}

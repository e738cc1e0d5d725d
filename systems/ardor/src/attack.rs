//! Attacks and abilities: who is in reach, two scores compared, and what a hit does.

use fracas_dice::{Dice, Roll, Throw, Why};
use fracas_kernel::{Log, Who};

use crate::action::{Action, OFF};
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
        let reached = |zone| self.rules.reached(self.state, zone, reach);
        let now = reached(self.state.zone[who]).has(self.spot(target)) && self.is_there(target);
        now || reached(self.state.began[who]).has(self.state.began[target])
    }

    #[inline(never)]
    pub(crate) fn strike_in_reach(&mut self, who: Who, target: Who, score: i16, ranged: bool) {
        if self.is_in_reach(who, target, reach_of(ranged)) {
            self.strike(who, target, score, ranged);
        } else if self.concerns(target) {
            self.log.tell(Event::OutOfReach { who, target });
        }
    }

    /// A basic attack.
    #[inline(always)]
    pub(crate) fn strike(&mut self, who: Who, target: Who, score: i16, ranged: bool) {
        if !self.state.standing.has(target) || !self.concerns(target) {
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
        if FOCUS {
            self.log.tell(Event::Struck { who, with, target, blow, damage: None });
            return self.put_aside(who, target, roll);
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
        let cover = if ranged { self.rules.shelter(self.state.zone[who], self.spot(target)) } else { 0 };
        let against = against + cover;
        let inspired = self.state.inspired.has(who);
        let hit = self.compare(target, against - score, inspired);
        let friendly = self.state.friends(who).has(target);
        Blow { score, against, by, cover, friendly, inspired, hit }
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
        // ARDOR-R11: one's own is that of the first action.
        let mut best = (self.state.score[target], None);
        let (from, to) = (self.state.zone[attacker], self.spot(target));
        for by in self.defenders.filter(|&by| self.is_there(by)) {
            let stands = self.spot(by);
            // ARDOR-A6: near against melee, between against shots.
            let covers = match ranged {
                true => self.rules.is_between(self.state, stands, from, to),
                false => self.rules.is_near(self.state, stands, to),
            };
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
    pub(crate) fn wound(&mut self, target: Who, throw: Throw) {
        let amount = throw.value.clamp(0, 999) as i16;
        self.state.harm[target] += amount;
        self.harmed.insert(target);
    }

    /// In odds: the dice of damage to one target are rolled together, in the end. What is no handful of sixes or fours is
    /// rolled at once.
    pub(crate) fn put_aside(&mut self, who: Who, target: Who, roll: Roll) {
        let kind = match roll.sides() {
            6 => 0,
            4 => 1,
            _ => usize::MAX,
        };
        let plain = Roll::pool(roll.count(), roll.sides()).plus(roll.added());
        match self.state.pool[target].get_mut(kind).filter(|_| roll == plain) {
            Some(pool) => {
                *pool = pool.saturating_add(roll.count());
                self.state.harm[target] += roll.added();
            }
            None => {
                let why = Why::new("damage", who.0);
                let why = if who == target { why.wanted_low() } else { why };
                let throw = self.dice.roll(why, roll);
                self.wound(target, throw);
            }
        }
    }

    pub(crate) fn use_ability(&mut self, who: Who, which: u8, [on, to]: [u8; 2], score: i16) {
        let rules = self.rules;
        let Some(ability) = rules.ability(self.state, who, which) else { return };
        if !self.take_hold(who, which) {
            return;
        }
        let taken = rules.takes(self.state, who, ability);
        let targets = if ability.area {
            // ARDOR-R3
            let from = [self.state.zone[who], self.state.began[who]];
            let reached = from.into_iter().any(|zone| rules.reached(self.state, zone, ability.reach).has(on));
            let up = if ability.full.heal.is_some() { taken } else { taken - self.woken };
            up.only_if(reached).filter(|&one| self.spot(one) == on && self.is_there(one)).collect()
        } else {
            let target = Who(on);
            let reached = target == who || self.is_in_reach(who, target, ability.reach);
            if !reached && self.concerns(target) {
                self.log.tell(Event::OutOfReach { who, target });
            }
            (taken & Band::one(target)).only_if(reached)
        };
        if !ability.takes.is_contested() {
            self.log.tell(Event::Used { who, which, on, score });
        }
        for target in targets {
            if !ability.takes.is_contested() {
                self.affect(who, target, ability.full, to);
                continue;
            }
            let blow = self.blow(who, target, score, ability.reach.is_shot());
            // ARDOR-R7: what a full and a glancing hit do.
            let effect = match blow.hit {
                Hit::Full => ability.full,
                Hit::Glancing => ability.glancing,
                Hit::Miss(_) => Effect::default(),
            };
            let roll = effect.damage.filter(|_| self.concerns(target));
            let damage = roll.filter(|_| !FOCUS).map(|roll| self.dice.roll(Why::new("damage", who.0), roll));
            self.log.tell(Event::Struck { who, with: With::Ability(which), target, blow, damage });
            if let Some(throw) = damage {
                self.wound(target, throw);
            }
            if let Some(roll) = roll.filter(|_| FOCUS) {
                self.put_aside(who, target, roll);
            }
            self.affect(who, target, effect, to);
        }
    }

    /// What an effect does apart from damage.
    fn affect(&mut self, by: Who, target: Who, effect: Effect, to: u8) {
        if let Some(roll) = effect.heal.filter(|_| self.concerns(target)) {
            let throw = self.dice.roll(Why::new("healing", by.0), roll);
            self.heal(target, throw, false);
        }
        if let Some((condition, rounds)) = effect.condition {
            self.afflict(target, condition, rounds);
        }
        // ARDOR-D6: into the zone that was named, if it is still beside the target.
        let beside = |to: &u8| {
            let near = self.rules.zones(self.state).beside(self.spot(target));
            effect.push && *to != OFF && near.has(*to)
        };
        if let Some(to) = effect.push_to.or(Some(to).filter(beside)) {
            self.push(target, to);
        }
    }
}

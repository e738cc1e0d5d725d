//! What playing a card is worth to a quick mind, and what it is best aimed at.

use fracas_kernel::grid::Body;
use fracas_kernel::{Best, Crowd, Whim, Who};

use crate::aim::{Aim, range_of, steps_of};
use crate::card::{Amount, Card, Does, Only, Takes, Which};
use crate::data::{Ability, Harm, Keyword, Ranks, Weapon};
use crate::state::{MAX_COMBATANTS, NOTHING, State};

/// What a wound is worth, and what somebody is worth who goes down.
const WOUND: f32 = 10.0;
const DOWN: f32 = 14.0;
/// What harm to a friend costs beside the same to a foe.
const FRIEND: f32 = -1.6;
/// How many middles of an area are weighed, and how many charges.
const MIDDLES: usize = 6;

/// A card worth playing.
#[derive(Clone, Copy)]
pub(super) struct Plan {
    pub worth: f32,
    pub card: u8,
    pub aim: Aim,
}

impl Ranks {
    pub(super) fn best_card(&self, state: &State, who: Who, seen: Crowd, whim: &mut Whim) -> Option<Plan> {
        let sheet = self.sheet(state, who);
        let hand = state.hand[who] - state.played - self.used_up(state, who);
        let mut best: Option<Plan> = None;
        for (card, &index) in (0..).zip(&sheet.cards) {
            if !hand.has(card) {
                continue;
            }
            let played = &self.cards[index as usize];
            let strikes = matches!(played.takes, Takes::Enemy | Takes::TwoEnemies | Takes::Charge);
            if strikes && !seen.meets(state.up) || self.unmet_need(state, who, played).is_some() {
                continue;
            }
            let mut weigh = |weapon: Option<&Weapon>, with: u8| {
                if let Some((worth, aim)) = self.best_aim(state, who, played, weapon, seen, whim)
                    && best.is_none_or(|best| worth > best.worth)
                {
                    best = Some(Plan { worth, card, aim: Aim { with, ..aim } });
                }
            };
            match played.weapon {
                None => weigh(None, NOTHING),
                Some(wields) => {
                    self.weapons_for(state, who, wields).for_each(|(place, w)| weigh(Some(w), place))
                }
            }
        }
        best
    }

    /// The best use of a card, and what it is worth.
    fn best_aim(
        &self,
        state: &State,
        who: Who,
        card: &Card,
        weapon: Option<&Weapon>,
        seen: Crowd,
        whim: &mut Whim,
    ) -> Option<(f32, Aim)> {
        let range = range_of(card, weapon);
        let body = state.body(who);
        let own = self.worth_for_actor(state, who, card, seen);
        let near = |one: Who| body.distance(state.body(one)) <= range;
        let mut best_of = |set: Crowd| {
            let mut best = Best::above(f32::NEG_INFINITY);
            for one in set.filter(|&one| near(one)) {
                best.consider(one, self.worth_on(state, who, card, weapon, one), whim);
            }
            best.found.map(|one| (best.worth, one))
        };
        match card.takes {
            Takes::Nothing => Some((own, Aim::NONE)),
            Takes::Enemy => best_of(seen & state.up).map(|(worth, one)| (own + worth, Aim::at(one))),
            Takes::TwoEnemies => {
                let (first, one) = best_of(seen & state.up)?;
                let second = best_of((seen & state.up) - Crowd::one(one));
                let (more, two) = second.map_or((0.0, None), |(worth, two)| (worth.max(0.0), Some(two)));
                let (one, two) = match two {
                    Some(two) if two < one => (two, Some(one)),
                    two => (one, two),
                };
                Some((own + first + more, Aim { one: Some(one), two, ..Aim::NONE }))
            }
            Takes::Ally | Takes::Friend | Takes::Anyone => {
                let mut set = self.seen_friends(state, who);
                set |= Crowd::one(who).only_if(card.takes == Takes::Friend);
                set |= (seen & state.up).only_if(card.takes == Takes::Anyone);
                best_of(set).map(|(worth, one)| (own + worth, Aim::at(one)))
            }
            Takes::Around => {
                let area = self.worth_in_area(state, who, card, weapon, body, seen);
                Some((own + area, Aim::NONE))
            }
            Takes::Burst => {
                self.best_burst(state, who, card, range, seen, whim).map(|(w, aim)| (own + w, aim))
            }
            Takes::Square => self.best_square(state, who, card, own),
            Takes::Charge => self.best_charge(state, who, card, weapon, seen, whim),
        }
    }

    fn best_burst(
        &self,
        state: &State,
        who: Who,
        card: &Card,
        range: u8,
        seen: Crowd,
        whim: &mut Whim,
    ) -> Option<(f32, Aim)> {
        let body = state.body(who);
        let mut best = Best::above(f32::NEG_INFINITY);
        // On one of those whom it is meant for: nearly as good as anywhere.
        let meant = if card.only == Only::Allies { state.friends(who) & state.up } else { seen & state.up };
        let near = meant.filter(|&one| {
            let middle = Body::new(state.at[one], 1);
            body.distance(middle) <= range && self.bodies_see(state, body, middle)
        });
        for one in near.take(MIDDLES) {
            let square = state.at[one];
            let middle = Body::new(square, 1);
            let worth = self.worth_in_area(state, who, card, None, middle, seen);
            best.consider(Aim::on(square), worth, whim);
        }
        best.found.map(|aim| (best.worth, aim))
    }

    /// Only what brings somebody new to the field is worth a square to a quick mind.
    fn best_square(&self, state: &State, who: Who, card: &Card, own: f32) -> Option<(f32, Aim)> {
        let summons = card.first.iter().chain(&card.after).find_map(|does| match does {
            Does::Summon(sheet) => Some(*sheet),
            _ => None,
        })?;
        let size = self.sheets[summons as usize].size;
        let foes = self.seen_foes(state, who);
        let body = state.body(who);
        let around = (-2..=2_i8).flat_map(|dy| (-2..=2_i8).map(move |dx| (dx, dy)));
        let square = around.filter_map(|(dx, dy)| body.at.step(dx, dy)).find(|&square| {
            let there = Body::new(square, 1);
            body.distance(there) <= card.range
                && self.grid.holds(square)
                && self.has_room(state, who, square, size, foes)
                && self.bodies_see(state, body, there)
        })?;
        Some((own, Aim::on(square)))
    }

    fn best_charge(
        &self,
        state: &State,
        who: Who,
        card: &Card,
        weapon: Option<&Weapon>,
        seen: Crowd,
        whim: &mut Whim,
    ) -> Option<(f32, Aim)> {
        let (steps, reach, body) = (steps_of(card), range_of(card, weapon), state.body(who));
        let mut best = Best::above(f32::NEG_INFINITY);
        // Others are in the way as well, whether it thinks of striking them or not.
        let foes = self.seen_foes(state, who);
        // A large body gets as far again as it is large beyond its first square.
        let far = steps + reach + body.size - 1;
        let near = (seen & state.up).filter(|&one| body.distance(state.body(one)) <= far);
        for one in near.take(MIDDLES) {
            let target = state.body(one);
            let worth = self.worth_on(state, who, card, weapon, one);
            if best.worth > worth {
                continue;
            }
            let far = (reach + body.size - 1).min(6) as i8;
            let near = (target.size + reach - 1).min(6) as i8;
            let around = (-far..=near).flat_map(|dy| (-far..=near).map(move |dx| (dx, dy)));
            let square = around.filter_map(|(dx, dy)| target.at.step(dx, dy)).find(|&square| {
                let there = Body::new(square, body.size);
                there.distance(target) <= reach
                    && body.distance(Body::new(square, 1)) <= steps
                    && self.grid.holds(square)
                    && self.bodies_see(state, body, Body::new(square, 1))
                    && self.bodies_see(state, there, target)
                    && self.has_room(state, who, square, body.size, foes)
            });
            if let Some(square) = square {
                best.consider(Aim { square, ..Aim::at(one) }, worth, whim);
            }
        }
        best.found.map(|aim| (best.worth, aim))
    }

    fn worth_in_area(
        &self,
        state: &State,
        who: Who,
        card: &Card,
        weapon: Option<&Weapon>,
        middle: Body,
        seen: Crowd,
    ) -> f32 {
        let taken = match card.only {
            Only::Everyone => seen | state.friends(who),
            Only::Allies => state.friends(who),
            Only::Enemies => seen,
        };
        let mut sum = 0.0;
        for one in taken & state.up {
            let body = state.body(one);
            let spared = card.takes == Takes::Around && one == who;
            if !spared && middle.distance(body) <= card.area && self.bodies_see(state, middle, body) {
                sum += self.worth_on(state, who, card, weapon, one);
            }
        }
        sum
    }

    /// What a card is worth against, or for, one target.
    fn worth_on(&self, state: &State, who: Who, card: &Card, weapon: Option<&Weapon>, target: Who) -> f32 {
        let chance = card.attack.map_or(1.0, |attack| {
            let theirs = self.raw(state, target, attack.against);
            self.chances.beats(self.raw(state, who, attack.skill), theirs)
        });
        let worth = |all: &[Does]| self.worth_of_all(state, who, all, weapon, target);
        let hit = chance * worth(&card.hit);
        if card.miss.is_empty() { hit } else { hit + (1.0 - chance) * worth(&card.miss) }
    }

    /// What some effects are worth against, or for, one target.
    fn worth_of_all(
        &self,
        state: &State,
        who: Who,
        all: &[Does],
        weapon: Option<&Weapon>,
        target: Who,
    ) -> f32 {
        let friend = state.friends(who).has(target);
        let mut sum = 0.0;
        for does in all {
            sum += match *does {
                Does::Damage { amount, bonus, harm } => {
                    let rank = self.dice_for(state, who, amount, weapon);
                    let by_weapon = if amount == Amount::Weapon { weapon } else { None };
                    let harm = harm.or(by_weapon.map(|w| w.harm)).unwrap_or(Harm::Impact);
                    let own = by_weapon.map_or(0, |weapon| i16::from(weapon.bonus));
                    let more = i16::from(bonus) + own + i16::from(self.sheet(state, who).dealt);
                    let worth =
                        self.worth_of_damage(state, target, rank, more - self.hide(state, target, harm));
                    if friend { FRIEND * worth } else { worth }
                }
                does => self.worth_of_effect(state, who, does, target, friend),
            };
        }
        sum
    }

    fn dice_for(&self, state: &State, who: Who, amount: Amount, weapon: Option<&Weapon>) -> u8 {
        match amount {
            Amount::Rank(rank) => rank,
            Amount::Weapon => weapon.map_or(0, |weapon| weapon.damage),
            Amount::Own(ability) => self.raw(state, who, ability),
        }
    }

    fn worth_of_damage(&self, state: &State, target: Who, rank: u8, more: i16) -> f32 {
        let mean = (self.chances.mean(rank) + f32::from(more)).max(0.5);
        if self.is(state, target, Keyword::Drone) {
            return WOUND;
        }
        let damage = f32::from(state.damage[target]) + mean;
        let wounds = self.chances.below(self.raw(state, target, Ability::Endurance), damage as i32);
        let last = state.wounds[target] + 1 >= self.raw(state, target, Ability::Resolve);
        let harm = mean * 0.4 + wounds * WOUND;
        if last { harm + wounds * DOWN } else { harm }
    }

    fn worth_of_effect(&self, state: &State, who: Who, does: Does, target: Who, friend: bool) -> f32 {
        let harm = if friend { FRIEND } else { 1.0 };
        let down = state.unconscious.has(target);
        match does {
            Does::Heal(amount) => {
                let rank = self.dice_for(state, who, amount, None);
                let healed = self.chances.mean(rank).min(f32::from(state.damage[target]));
                // A little Damage is gone with the next wound anyway.
                if healed < 4.0 || down { 0.0 } else { -harm * healed * 0.45 }
            }
            Does::Mend(wounds) if state.wounds[target] > 0 => {
                -harm * WOUND * (f32::from(wounds.min(state.wounds[target])))
                    + if down { -harm * 6.0 } else { 0.0 }
            }
            Does::Wound(wounds) => harm * WOUND * f32::from(wounds),
            Does::Afflict { condition, rank } => {
                let known = &self.conditions[condition as usize];
                let fresh = state.bears(target, condition).is_none() && !down;
                let each = if known.also.is_some() { 2.5 } else { 1.5 };
                let worth = if fresh { each * f32::from(rank) } else { 0.0 };
                if known.does.is_good() == friend { worth } else { -worth }
            }
            Does::Remove(which) => {
                let ranks = |good: bool| -> f32 {
                    let borne = state.conditions(target);
                    let fit = borne.filter(|b| self.conditions[b.condition as usize].does.is_good() == good);
                    fit.map(|b| f32::from(b.rank)).sum()
                };
                match which {
                    Which::Harmful => -harm * ranks(false),
                    Which::Helpful => harm * ranks(true),
                    Which::All => -harm * (ranks(false) - ranks(true)),
                }
            }
            Does::Turn | Does::Pass if self.bears_harm(state, if friend { target } else { who }) => 3.0,
            Does::KnockDown if !state.prone.has(target) => harm * 2.0,
            Does::Stun if !state.stunned.has(target) => harm * 7.0,
            Does::Disarm | Does::Steal => harm * 3.0,
            Does::Push(_) | Does::Pull(_) => harm * 0.5,
            Does::Stand if state.prone.has(target) => -harm * 1.5,
            _ => 0.0,
        }
    }

    fn bears_harm(&self, state: &State, who: Who) -> bool {
        state.conditions(who).any(|borne| !self.conditions[borne.condition as usize].does.is_good())
    }

    /// What a card is worth for what it does to the one who plays it.
    fn worth_for_actor(&self, state: &State, who: Who, card: &Card, seen: Crowd) -> f32 {
        let mut sum = 0.0;
        for does in card.first.iter().chain(&card.after) {
            sum += match *does {
                Does::Summon(_) => self.worth_of_help(state, who, seen),
                Does::Again => 1.0,
                Does::Hide if seen.meets(state.up) && card.attack.is_none() => 2.0,
                Does::Scan if !seen.meets(state.up) && state.foes(who).meets(state.up) => 3.0,
                // Nobody braces for a fight that is not in sight.
                Does::Afflict { .. } if !seen.meets(state.up) && card.attack.is_none() => 0.0,
                Does::Stand | Does::Damage { .. } => 0.0,
                does => self.worth_of_effect(state, who, does, who, true),
            };
        }
        sum
    }

    /// Help is called while the foe is stronger.
    fn worth_of_help(&self, state: &State, who: Who, seen: Crowd) -> f32 {
        let friends = (state.friends(who) & state.up).len();
        let foes = (state.foes(who) & state.up).len();
        let room = (state.count as usize) + 4 < MAX_COMBATANTS;
        if seen.meets(state.up) && friends <= foes && room { 9.0 } else { 0.0 }
    }
}

//! A quick, sensible mind. It weighs what every card in hand is worth against everybody in reach: the chance to hit, the
//! wounds that this may cause, who is nearly down already, friends in the way. Out of reach it goes where it can strike,
//! at the least price; it heals, inspires, scans, hides and takes up weapons where that helps. It knows what its side
//! sees, and no more. Bonuses of auras are left out of its sums.

use fracas_kernel::Who;
use fracas_kernel::grid::{Body, Square};

use crate::choices::{Aim, Choice, EFFORT, HANDLING, HANDS, range_of, steps_of};
use crate::data::{
    Ability, Amount, Card, Does, ItemKind, Keyword, Only, Ranks, STAND, Takes, Weapon, Which, Wields,
};
use crate::state::{MOST, NOTHING, Phase, State, bit, each, ix};

/// What a wound is worth, and what somebody is worth who goes down.
const WOUND: f32 = 10.0;
const DOWN: f32 = 14.0;
/// What harm to a friend costs beside the same to a foe.
const FRIEND: f32 = -1.6;
/// So many middles of an area are weighed, and so many charges.
const MIDDLES: usize = 6;

/// A card worth playing.
#[derive(Clone, Copy)]
struct Plan {
    worth: f32,
    card: u8,
    aim: Aim,
}

impl Ranks {
    #[inline]
    pub(crate) fn think(&self, state: &State) -> Choice {
        if state.phase == Phase::Initiative {
            return Choice::Roll { who: self.spokesman(state) };
        }
        let who = state.current();
        let seen = self.seen_foes(state, who);
        self.think_first(state, who)
            .or_else(|| if state.acted { None } else { self.think_of_acting(state, who, seen) })
            .or_else(|| self.think_last(state, who, seen))
            .or_else(|| if state.acted { None } else { self.think_of_anything(state, who, seen) })
            .unwrap_or(Choice::End { who })
    }

    /// What comes before anything else: a weapon in hand, friends awake.
    fn think_first(&self, state: &State, who: Who) -> Option<Choice> {
        if state.movement[ix(who)] >= HANDLING && !state.acted && !self.is_armed(state, who) {
            let arm = self.take_up_arms(state, who);
            if arm.is_some() {
                return arm;
            }
        }
        let dazed = state.stunned & state.friends(who) & state.up;
        if dazed != 0 && state.movement[ix(who)] >= EFFORT {
            let inspires = self.chances.below(self.raw(state, who, Ability::Presence), 8) < 0.75;
            if inspires && self.seen_friends(state, who) & dazed != 0 {
                return Some(Choice::Inspire { who });
            }
        }
        None
    }

    fn think_of_acting(&self, state: &State, who: Who, seen: u128) -> Option<Choice> {
        let plan = self.best_card(state, who, seen);
        if let Some(Plan { worth, card, aim }) = plan
            && worth > 0.0
        {
            return Some(Choice::Act { who, card, aim });
        }
        if state.prone & bit(who) != 0 {
            return self.stand(state, who);
        }
        self.approach(state, who, seen)
    }

    /// What is left of the movement points: nearer to the enemy, looking around, or out of sight.
    fn think_last(&self, state: &State, who: Who, seen: u128) -> Option<Choice> {
        let hurt =
            state.damage[ix(who)] >= 6 || state.wounds[ix(who)] + 1 >= self.raw(state, who, Ability::Resolve);
        if state.acted && !hurt && !self.has_a_target(state, who, seen) {
            let nearer = self.approach(state, who, seen);
            if nearer.is_some() {
                return nearer;
            }
        }
        if state.movement[ix(who)] < EFFORT {
            return None;
        }
        let foes = state.foes(who) & state.up;
        // Somebody is near and cannot be seen: after a scan there may be something to do.
        if !state.acted && seen & state.up == 0 && foes != 0 {
            return Some(Choice::Scan { who });
        }
        let stealth = self.raw(state, who, Ability::Stealth);
        let hides = stealth >= 3 || stealth >= 2 && hurt;
        if hides && state.hidden[ix(who)] == 0 && state.acted && seen & state.up != 0 {
            return Some(Choice::Hide { who });
        }
        None
    }

    /// There was nothing to do: what is of any use at all.
    #[cold]
    #[inline(never)]
    fn think_of_anything(&self, state: &State, who: Who, seen: u128) -> Option<Choice> {
        // Hiding comes last: whoever has hidden has thought of everything.
        if state.hidden[ix(who)] > 0 {
            return None;
        }
        let way = self
            .finish(state, who, seen)
            .or_else(|| self.detour(state, who, seen))
            .or_else(|| self.a_little_help(state, who));
        if way.is_some() {
            return way;
        }
        if state.side[0] & bit(who) != 0
            && let Some(choice) = self.gather(state, who, seen)
        {
            return Some(choice);
        }
        let can_hide = state.movement[ix(who)] >= EFFORT && seen & state.up != 0;
        can_hide.then_some(Choice::Hide { who })
    }

    /// The undead may rise again; whoever else lies is let be.
    fn finish(&self, state: &State, who: Who, seen: u128) -> Option<Choice> {
        let rises = |one: &Who| self.is(state, *one, Keyword::Undead);
        let lying = each(seen & state.unconscious).filter(rises).fold(0, |set, one| set | bit(one));
        if lying == 0 {
            return None;
        }
        let hand = state.hand[ix(who)] & !state.played;
        for (card, &index) in (0..).zip(&self.sheet(state, who).cards) {
            let played = &self.cards[index as usize];
            let harms = played.hit.iter().any(|does| matches!(does, Does::Damage { .. } | Does::Wound(_)));
            let usable = hand >> card & 1 == 1 && harms && self.unmet_need(state, who, played).is_none();
            if !usable || !matches!(played.takes, Takes::Enemy | Takes::TwoEnemies | Takes::Anyone) {
                continue;
            }
            let aim = |weapon: Option<&Weapon>, with: u8| {
                let range = range_of(played, weapon);
                let one = each(lying).find(|&one| state.distance(who, one) <= range)?;
                Some(Choice::Act { who, card, aim: Aim { one: Some(one), with, ..Aim::NONE } })
            };
            let found = match played.weapon {
                None => aim(None, NOTHING),
                Some(wields) => {
                    self.weapons_for(state, who, wields).find_map(|(place, weapon)| aim(Some(weapon), place))
                }
            };
            if found.is_some() {
                return found;
            }
        }
        None
    }

    /// Damage that is too little to heal where there is anything else to do.
    fn a_little_help(&self, state: &State, who: Who) -> Option<Choice> {
        let heals = |all: &[Does]| all.iter().any(|does| matches!(does, Does::Heal(_)));
        let hand = state.hand[ix(who)] & !state.played;
        for (card, &index) in (0..).zip(&self.sheet(state, who).cards) {
            let played = &self.cards[index as usize];
            if hand >> card & 1 == 0
                || played.attack.is_some()
                || self.unmet_need(state, who, played).is_some()
            {
                continue;
            }
            let hurt = |one: &Who| state.damage[ix(*one)] > 0;
            let act = |aim: Aim| Some(Choice::Act { who, card, aim });
            if played.takes == Takes::Nothing && hurt(&who) && (heals(&played.first) || heals(&played.after))
            {
                return act(Aim::NONE);
            }
            if matches!(played.takes, Takes::Friend | Takes::Ally)
                && played.weapon.is_none()
                && heals(&played.hit)
            {
                let own = if played.takes == Takes::Friend { bit(who) } else { 0 };
                let near = |one: &Who| state.distance(who, *one) <= played.range;
                let others = self.seen_friends(state, who) | own;
                if let Some(one) = each(others & state.up).filter(near).find(hurt) {
                    return act(Aim { one: Some(one), ..Aim::NONE });
                }
            }
        }
        None
    }

    fn has_a_target(&self, state: &State, who: Who, seen: u128) -> bool {
        let near = seen & state.up;
        near != 0 && {
            let reach = self.longest_reach(state, who);
            each(near).any(|foe| state.distance(who, foe) <= reach)
        }
    }

    /// A rank without auras: whose they are may not be known.
    #[inline]
    fn raw(&self, state: &State, who: Who, ability: Ability) -> u8 {
        state.ranks[ix(who)][ability as usize].max(0) as u8
    }

    fn stand(&self, state: &State, who: Who) -> Option<Choice> {
        let card = self.sheet(state, who).cards.iter().position(|&card| card == STAND)? as u8;
        let can = state.hand[ix(who)] & !state.played & 1 << card != 0;
        can.then_some(Choice::Act { who, card, aim: Aim::NONE })
    }

    // --- arms ---

    #[inline]
    fn is_armed(&self, state: &State, who: Who) -> bool {
        // Whoever brought no weapon misses none.
        let brought = self
            .sheet(state, who)
            .items
            .iter()
            .any(|&(item, _)| self.items[item as usize].weapon().is_some());
        !brought || self.weapons_for(state, who, Wields::Any).next().is_some()
    }

    fn take_up_arms(&self, state: &State, who: Who) -> Option<Choice> {
        let in_use = state.carried(who).filter(|&(place, _)| state.has_equipped(who, place));
        let hands: u8 = in_use.map(|(_, item)| self.items[item as usize].hands()).sum();
        let fits = |item: u8| {
            let item = &self.items[item as usize];
            matches!(item.kind, ItemKind::Weapon(_)) && !item.is_natural() && hands + item.hands() <= HANDS
        };
        if let Some((place, _)) = state.carried(who).find(|&(_, item)| fits(item)) {
            return Some(Choice::Equip { who, place });
        }
        state.free_place(who)?;
        let near = |at: Square| state.body(who).distance(Body::new(at, 1)) <= 1;
        let lying = state
            .lying
            .iter()
            .position(|thing| thing.item != NOTHING && near(thing.at) && fits(thing.item))?;
        Some(Choice::PickUp { who, lying: lying as u8 })
    }

    // --- cards ---

    fn best_card(&self, state: &State, who: Who, seen: u128) -> Option<Plan> {
        let sheet = self.sheet(state, who);
        let hand = state.hand[ix(who)] & !state.played;
        let mut best: Option<Plan> = None;
        for (card, &index) in (0..).zip(&sheet.cards) {
            if hand >> card & 1 == 0 {
                continue;
            }
            let played = &self.cards[index as usize];
            let strikes = matches!(played.takes, Takes::Enemy | Takes::TwoEnemies | Takes::Charge);
            if strikes && seen & state.up == 0 || self.unmet_need(state, who, played).is_some() {
                continue;
            }
            let mut weigh = |weapon: Option<&Weapon>, with: u8| {
                if let Some((worth, aim)) = self.best_aim(state, who, played, weapon, seen)
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
        seen: u128,
    ) -> Option<(f32, Aim)> {
        let range = range_of(card, weapon);
        let body = state.body(who);
        let own = self.worth_for_actor(state, who, card, seen);
        let near = |one: Who| body.distance(state.body(one)) <= range;
        let one_of = |set: u128| {
            let mut best: Option<(f32, Who)> = None;
            for one in each(set).filter(|&one| near(one)) {
                let worth = self.worth_on(state, who, card, weapon, one);
                if best.is_none_or(|(most, _)| worth > most) {
                    best = Some((worth, one));
                }
            }
            best
        };
        match card.takes {
            Takes::Nothing => Some((own, Aim::NONE)),
            Takes::Enemy => {
                one_of(seen & state.up).map(|(w, one)| (own + w, Aim { one: Some(one), ..Aim::NONE }))
            }
            Takes::TwoEnemies => {
                let (first, one) = one_of(seen & state.up)?;
                let second = one_of(seen & state.up & !bit(one));
                let (more, two) = second.map_or((0.0, None), |(worth, two)| (worth.max(0.0), Some(two)));
                let (one, two) = match two {
                    Some(two) if two < one => (two, Some(one)),
                    two => (one, two),
                };
                Some((own + first + more, Aim { one: Some(one), two, ..Aim::NONE }))
            }
            Takes::Ally | Takes::Friend | Takes::Anyone => {
                let mut set = if card.takes == Takes::Friend { bit(who) } else { 0 };
                set |= self.seen_friends(state, who);
                set |= if card.takes == Takes::Anyone { seen & state.up } else { 0 };
                one_of(set).map(|(w, one)| (own + w, Aim { one: Some(one), ..Aim::NONE }))
            }
            Takes::Around => {
                let area = self.worth_in_area(state, who, card, weapon, body, seen);
                Some((own + area, Aim::NONE))
            }
            Takes::Burst => self.best_burst(state, who, card, range, seen).map(|(w, aim)| (own + w, aim)),
            Takes::Square => self.best_square(state, who, card, seen, own),
            Takes::Charge => self.best_charge(state, who, card, weapon, seen),
        }
    }

    fn best_burst(&self, state: &State, who: Who, card: &Card, range: u8, seen: u128) -> Option<(f32, Aim)> {
        let body = state.body(who);
        let mut best: Option<(f32, Aim)> = None;
        // On one of those whom it is meant for: nearly as good as anywhere.
        let meant = if card.only == Only::Allies { state.friends(who) & state.up } else { seen & state.up };
        let near = each(meant).filter(|&one| {
            let middle = Body::new(state.at[ix(one)], 1);
            body.distance(middle) <= range && self.bodies_see(state, body, middle)
        });
        for one in near.take(MIDDLES) {
            let square = state.at[ix(one)];
            let middle = Body::new(square, 1);
            let worth = self.worth_in_area(state, who, card, None, middle, seen);
            if best.is_none_or(|(most, _)| worth > most) {
                best = Some((worth, Aim { square, ..Aim::NONE }));
            }
        }
        best
    }

    /// Only what brings somebody new to the field is worth a square to a quick mind.
    fn best_square(&self, state: &State, who: Who, card: &Card, seen: u128, own: f32) -> Option<(f32, Aim)> {
        let summons = card.first.iter().chain(&card.after).find_map(|does| match does {
            Does::Summon(sheet) => Some(*sheet),
            _ => None,
        })?;
        let size = self.sheets[summons as usize].size;
        let body = state.body(who);
        let around = (-2..=2_i8).flat_map(|dy| (-2..=2_i8).map(move |dx| (dx, dy)));
        let square = around.filter_map(|(dx, dy)| body.at.step(dx, dy)).find(|&square| {
            let there = Body::new(square, 1);
            body.distance(there) <= card.range
                && self.grid.holds(square)
                && self.has_room(state, who, square, size, seen)
                && self.bodies_see(state, body, there)
        })?;
        Some((own, Aim { square, ..Aim::NONE }))
    }

    fn best_charge(
        &self,
        state: &State,
        who: Who,
        card: &Card,
        weapon: Option<&Weapon>,
        seen: u128,
    ) -> Option<(f32, Aim)> {
        let (steps, reach, body) = (steps_of(card), range_of(card, weapon), state.body(who));
        let mut best: Option<(f32, Aim)> = None;
        // A large body gets as far again as it is large beyond its first square.
        let far = steps + reach + body.size - 1;
        let near = each(seen & state.up).filter(|&one| body.distance(state.body(one)) <= far);
        for one in near.take(MIDDLES) {
            let target = state.body(one);
            let worth = self.worth_on(state, who, card, weapon, one);
            if best.is_some_and(|(most, _)| most >= worth) {
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
                    && self.has_room(state, who, square, body.size, seen)
            });
            if let Some(square) = square {
                best = Some((worth, Aim { one: Some(one), square, ..Aim::NONE }));
            }
        }
        best
    }

    fn worth_in_area(
        &self,
        state: &State,
        who: Who,
        card: &Card,
        weapon: Option<&Weapon>,
        middle: Body,
        seen: u128,
    ) -> f32 {
        let taken = match card.only {
            Only::Everyone => seen | state.friends(who),
            Only::Allies => state.friends(who),
            Only::Enemies => seen,
        };
        let mut sum = 0.0;
        for one in each(taken & state.up) {
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
        let friend = state.friends(who) & bit(target) != 0;
        let chance = card.attack.map_or(1.0, |attack| {
            let theirs = self.raw(state, target, attack.against);
            self.chances.beats(self.raw(state, who, attack.skill), theirs)
        });
        let mut sum = 0.0;
        for does in &card.hit {
            sum += match *does {
                Does::Damage { amount, bonus, harm } => {
                    let rank = self.dice_for(state, who, amount, weapon);
                    let by_weapon = if amount == Amount::Weapon { weapon } else { None };
                    let harm = harm.or(by_weapon.map(|w| w.harm)).unwrap_or(crate::data::Harm::Impact);
                    let own = by_weapon.map_or(0, |weapon| i16::from(weapon.bonus));
                    let more = i16::from(bonus) + own + i16::from(self.sheet(state, who).dealt);
                    let worth =
                        self.worth_of_damage(state, target, rank, more - self.hide(state, target, harm));
                    if friend { FRIEND * worth } else { worth }
                }
                does => self.worth_of_effect(state, who, does, target, friend),
            };
        }
        chance * sum
    }

    fn dice_for(&self, state: &State, who: Who, amount: Amount, weapon: Option<&Weapon>) -> u8 {
        match amount {
            Amount::Rank(rank) => rank,
            Amount::Weapon => weapon.map_or(0, |weapon| weapon.damage),
            Amount::Own(ability) => self.raw(state, who, ability),
        }
    }

    /// What somebody's skin and armour take off, auras apart.
    fn hide(&self, state: &State, who: Who, harm: crate::data::Harm) -> i16 {
        let mut sum = i16::from(self.sheet(state, who).resists[harm as usize]);
        if state.equipped[ix(who)] != 0 {
            for (place, item) in state.carried(who) {
                if let ItemKind::Armour(armour) = &self.items[item as usize].kind
                    && state.has_equipped(who, place)
                {
                    sum += i16::from(armour.resists[harm as usize]);
                }
            }
        }
        sum
    }

    fn worth_of_damage(&self, state: &State, target: Who, rank: u8, more: i16) -> f32 {
        let mean = (self.chances.mean(rank) + f32::from(more)).max(0.5);
        if self.is(state, target, Keyword::Drone) {
            return WOUND;
        }
        let damage = f32::from(state.damage[ix(target)]) + mean;
        let wounds = self.chances.below(self.raw(state, target, Ability::Endurance), damage as i32);
        let last = state.wounds[ix(target)] + 1 >= self.raw(state, target, Ability::Resolve);
        let harm = mean * 0.4 + wounds * WOUND;
        if last { harm + wounds * DOWN } else { harm }
    }

    fn worth_of_effect(&self, state: &State, who: Who, does: Does, target: Who, friend: bool) -> f32 {
        let index = ix(target);
        let harm = if friend { FRIEND } else { 1.0 };
        let down = state.unconscious & bit(target) != 0;
        match does {
            Does::Heal(amount) => {
                let rank = self.dice_for(state, who, amount, None);
                let healed = self.chances.mean(rank).min(f32::from(state.damage[index]));
                // Little Damage goes of itself with the next wound.
                if healed < 4.0 || down { 0.0 } else { -harm * healed * 0.45 }
            }
            Does::Mend(wounds) if state.wounds[index] > 0 => {
                -harm * WOUND * (f32::from(wounds.min(state.wounds[index])))
                    + if down { -harm * 6.0 } else { 0.0 }
            }
            Does::Wound(wounds) => harm * WOUND * f32::from(wounds),
            Does::Afflict { condition, rank } => {
                let known = &self.conditions[condition as usize];
                let fresh = state.bears(target, condition).is_none() && !down;
                let worth = if fresh { 1.5 * f32::from(rank) } else { 0.0 };
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
            Does::KnockDown if state.prone & bit(target) == 0 => harm * 2.0,
            Does::Stun if state.stunned & bit(target) == 0 => harm * 7.0,
            Does::Disarm | Does::Steal => harm * 3.0,
            Does::Push(_) | Does::Pull(_) => harm * 0.5,
            Does::Stand if state.prone & bit(target) != 0 => -harm * 1.5,
            _ => 0.0,
        }
    }

    fn bears_harm(&self, state: &State, who: Who) -> bool {
        state.conditions(who).any(|borne| !self.conditions[borne.condition as usize].does.is_good())
    }

    /// What a card is worth for what it does to the one who plays it.
    fn worth_for_actor(&self, state: &State, who: Who, card: &Card, seen: u128) -> f32 {
        let mut sum = 0.0;
        for does in card.first.iter().chain(&card.after) {
            sum += match *does {
                Does::Summon(_) => self.worth_of_help(state, who, seen),
                Does::Again => 1.0,
                Does::Hide if seen & state.up != 0 && card.attack.is_none() => 2.0,
                Does::Scan if seen & state.up == 0 && state.foes(who) & state.up != 0 => 3.0,
                // Nobody braces for a fight that is not in sight.
                Does::Afflict { .. } if seen & state.up == 0 && card.attack.is_none() => 0.0,
                Does::Stand | Does::Damage { .. } => 0.0,
                does => self.worth_of_effect(state, who, does, who, true),
            };
        }
        sum
    }

    /// Help is called while the foe is stronger.
    fn worth_of_help(&self, state: &State, who: Who, seen: u128) -> f32 {
        let friends = (state.friends(who) & state.up).count_ones();
        let foes = (state.foes(who) & state.up).count_ones();
        let room = (state.count as usize) + 4 < MOST;
        if seen & state.up != 0 && friends <= foes && room { 9.0 } else { 0.0 }
    }
}

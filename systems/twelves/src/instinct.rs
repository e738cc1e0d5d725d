//! A quick, sensible mind: it strikes where that brings most, shoves into hazards, uses what is at hand, holds those who
//! would flee, flees itself when it is hopeless, and goes round hazards. It never leaves an enemy's side but to flee.
//!
//! What something is worth is counted in parts of a hit: a hit is [`HIT`].

use fracas_kernel::Who;

use crate::choices::Choice;
use crate::data::{Does, Effect, Feature, NONE, Takes, Twelves};
use crate::state::{MOST_FEATURES, NOBODY, State, bit, bits, each, ix, zx};

/// A number that thirds, elevenths and twelfths go into.
const HIT: i32 = 132;

/// What `dice` dice bring on average: (13 - number) / 12 hits each, and an eleventh more for being rolled again.
#[inline(always)]
fn expected(dice: u8, number: u8) -> i32 {
    i32::from(dice) * 12 * (13 - i32::from(number)).max(0)
}

/// A worth that comes off when a d12 stays at `attribute` or under it.
fn on_check(worth: i32, attribute: u8) -> i32 {
    worth * i32::from(attribute) / 12
}

/// The best that somebody can do, as far as was looked.
struct Best {
    choice: Choice,
    worth: i32,
}

impl Best {
    #[inline]
    fn consider(&mut self, choice: Choice, worth: i32) {
        if worth > self.worth {
            *self = Best { choice, worth };
        }
    }
}

impl Twelves {
    /// The short way: a fighter with an enemy at hand on a map where nothing else matters.
    #[inline(always)]
    pub(crate) fn think(&self, state: &State, asked: u32) -> Choice {
        if self.plain && state.pending == NOBODY && !state.is_before() {
            let who = Who((asked & state.acting).trailing_zeros() as u8 % 32);
            let close = state.foes(who) & state.standing & state.in_zone(state.zone_of(who));
            let sheet = self.sheet(state, who);
            if close != 0 && sheet.main_reach & 1 == 1 && sheet.pairs.is_empty() {
                return Choice::Attack { who, with: sheet.best[0], target: easiest(state, close) };
            }
        }
        self.think_twice(state, asked)
    }

    #[inline(never)]
    fn think_twice(&self, state: &State, asked: u32) -> Choice {
        if state.pending != NOBODY {
            let who = Who(state.pending);
            return Choice::Second { who, target: self.second_target(state, who) };
        }
        let who = Who((asked & state.acting).trailing_zeros() as u8 % 32);
        if state.is_before() {
            return Choice::Begin { who };
        }
        if self.would_flee(state, who) {
            return self.run(state, who);
        }
        let mut best = Best { choice: Choice::Pass { who }, worth: 0 };
        self.consider_attacks(state, who, &mut best);
        if !self.plain {
            self.consider_hands(state, who, &mut best);
            self.consider_features(state, who, &mut best);
        }
        self.consider_room(state, who, &mut best);
        if best.worth > 0 { best.choice } else { self.go(state, who) }
    }

    /// Whom a second weapon takes.
    pub(crate) fn second_target(&self, state: &State, who: Who) -> Who {
        let reach = self.sheet(state, who).arm(state.pending_arm).reach;
        let targets = self.targets(state, who, reach);
        let arm = self.sheet(state, who).arm(state.pending_arm);
        let worth = |&target: &Who| {
            let number = self.number(state, who, target, true).total().min(99) as u8;
            self.weighed(state, target, expected(arm.dice, number))
        };
        // The first of equals.
        each(targets).first_max(worth).unwrap_or(who)
    }

    fn consider_attacks(&self, state: &State, who: Who, best: &mut Best) {
        let sheet = self.sheet(state, who);
        for apart in 0..4 {
            let with = sheet.best[apart];
            if with == NONE {
                continue;
            }
            let pair = sheet.best_pair[apart];
            for target in each(self.targets(state, who, 1 << apart)) {
                let number = self.number(state, who, target, false).total() as u8;
                let alone = self.weighed(state, target, expected(sheet.arm(with).dice, number));
                best.consider(Choice::Attack { who, with, target }, alone);
                if let Some(&[first, second]) = sheet.pairs.get(pair as usize) {
                    let lowered = self.number(state, who, target, true).total().min(99) as u8;
                    let both =
                        expected(sheet.arm(first).dice, number) + expected(sheet.arm(second).dice, lowered);
                    best.consider(Choice::Pair { who, pair, target }, self.weighed(state, target, both));
                }
            }
        }
    }

    /// Shoving into hazards, and holding those who would flee.
    fn consider_hands(&self, state: &State, who: Who, best: &mut Best) {
        let zone = state.zone_of(who);
        let close = state.foes(who) & state.standing & state.in_zone(zone);
        let might = self.wrestling(state, who);
        let traps = self.ways(state, zone) & state.hazards;
        for target in each(close) {
            for to in bits(traps) {
                let worth = on_check(self.peril(state, target, to), might);
                best.consider(Choice::Shove { who, target, to }, self.weighed(state, target, worth));
            }
            let free = state.held & bit(target) == 0 && state.holding & bit(who) == 0;
            if free && self.would_flee(state, target) {
                // Whoever gets away is lost whole.
                let worth = on_check(i32::from(state.hits[ix(target)]) * HIT, might);
                best.consider(Choice::Grapple { who, target }, self.weighed(state, target, worth));
            }
        }
    }

    /// An archer who has somebody at the throat makes room.
    fn consider_room(&self, state: &State, who: Who, best: &mut Best) {
        let sheet = self.sheet(state, who);
        let zone = state.zone_of(who);
        let close = state.foes(who) & state.standing & state.in_zone(zone);
        let (hand, shot) = (sheet.arm(sheet.best[0]).dice, sheet.best[1]);
        if close.count_ones() != 1 || sheet.main_reach & 1 == 1 || shot == NONE {
            return;
        }
        let target = Who(close.trailing_zeros() as u8);
        let number = state.th[ix(target)];
        let gain = expected(sheet.arm(shot).dice, number) - expected(hand, number);
        let worth = self.weighed(state, target, on_check(gain, self.wrestling(state, who)));
        // Where it costs the enemy nothing to be: what costs something was considered already.
        if let Some(to) = bits(self.ways(state, zone) & !state.hazards).next() {
            best.consider(Choice::Shove { who, target, to }, worth);
        }
    }

    fn consider_features(&self, state: &State, who: Who, best: &mut Best) {
        for feature in bits(self.offered[zx(state.zone_of(who))].into()) {
            let Some(offer) = self.feature(feature) else { continue };
            let stuck = offer.moves_user() && state.held & bit(who) != 0;
            if stuck || state.uses[feature as usize % MOST_FEATURES] == 0 {
                continue;
            }
            let chance = self.attribute(state, who, offer.check, 0, offer.hard);
            if let Some(effect) = offer.aimed() {
                for one in each(self.touched(state, who, effect)) {
                    let worth = on_check(self.promise(state, who, offer, bit(one)), chance);
                    best.consider(Choice::Use { who, feature, target: Some(one) }, worth);
                }
            } else if offer.effects.iter().any(|effect| self.is_of_use(state, who, effect)) {
                let worth = on_check(self.promise(state, who, offer, 0), chance);
                best.consider(Choice::Use { who, feature, target: None }, worth);
            }
        }
    }

    /// What a feature would bring, to the side of `who`; `chosen` is whom it is aimed at.
    fn promise(&self, state: &State, who: Who, offer: &Feature, chosen: u32) -> i32 {
        let leaves = offer.moves_user() && !offer.safe;
        let price = if leaves { self.price_of_leaving(state, who) } else { 0 };
        offer.effects.iter().map(|effect| self.promised(state, who, effect, chosen)).sum::<i32>() - price
    }

    fn promised(&self, state: &State, who: Who, effect: &Effect, chosen: u32) -> i32 {
        let touched = self.touched(state, who, effect);
        let taken =
            if matches!(effect.takes, Takes::Foe | Takes::Friend) { touched & chosen } else { touched };
        let friends = state.friends(who);
        let harm = |one: Who| {
            let worth = self.suffered(state, one, effect.does);
            // What befalls friends counts half as much again.
            if friends & bit(one) != 0 { -worth * 3 / 2 } else { self.weighed(state, one, worth) }
        };
        match effect.does {
            Does::Heal(hits) => {
                let missing = |one: Who| state.most_hits[ix(one)] - state.hits[ix(one)];
                let gain = |one: Who| i32::from(hits.min(missing(one))) * HIT;
                let badly = |one: &Who| missing(*one) * 2 >= state.most_hits[ix(*one)];
                each(taken & friends).filter(badly).map(gain).sum()
            }
            Does::Hits(_) | Does::Dice(_) | Does::Hold | Does::Daze | Does::Move(_) => {
                each(taken).map(harm).sum()
            }
            Does::Open(_) if self.is_of_use(state, who, effect) && self.is_cut_off(state, who) => 4 * HIT,
            _ => 0,
        }
    }

    /// What so many hits are worth on this target. What it has left cannot be exceeded, but more dice still make it surer;
    /// and a hit is worth more on what strikes hard, falls soon, and is nearly down.
    #[inline]
    fn weighed(&self, state: &State, target: Who, worth: i32) -> i32 {
        let left = i32::from(state.hits[ix(target)]).max(1);
        let most = i32::from(state.most_hits[ix(target)]).max(left);
        let twice = 2 * left * HIT;
        let likely = worth * twice / (worth + twice).max(1);
        let threat = i32::from(self.sheet(state, target).threat);
        likely * threat * 2 * (2 * most - left) / (most * most)
    }

    /// What somebody loses by an effect, if it comes off.
    fn suffered(&self, state: &State, who: Who, does: Does) -> i32 {
        let left = i32::from(state.hits[ix(who)]) * HIT;
        match does {
            Does::Hits(hits) => (i32::from(hits) * HIT).min(left),
            Does::Dice(dice) => expected(dice, state.th[ix(who)]).min(left),
            Does::Hold => HIT / 2,
            Does::Daze => HIT,
            Does::Move(to) => self.peril(state, who, to),
            _ => 0,
        }
    }

    /// What entering a zone costs somebody.
    fn peril(&self, state: &State, who: Who, zone: u8) -> i32 {
        let Some(Some(hazard)) = self.hazards.get(zone as usize) else { return 0 };
        if state.hazards >> zone & 1 == 0 || self.sheet(state, who).knack.sure {
            return 0;
        }
        let worth = self.suffered(state, who, hazard.does);
        match hazard.spared_by {
            Some(attribute) => worth - on_check(worth, self.attribute(state, who, attribute, 0, 0)),
            None => worth,
        }
    }

    /// What the opportunity attacks on somebody who leaves would bring.
    fn price_of_leaving(&self, state: &State, who: Who) -> i32 {
        let th = state.th[ix(who)];
        let price = |enemy: Who| {
            let sheet = self.sheet(state, enemy);
            expected(sheet.arm(sheet.best[0]).dice, th)
        };
        each(self.provoked(state, who)).map(price).sum()
    }

    /// Badly hurt and two to one against it, or the last one with three against it; and it would live to get away.
    fn would_flee(&self, state: &State, who: Who) -> bool {
        if self.zones.exits() == 0 || self.sheet(state, who).fearless {
            return false;
        }
        let friends = (state.friends(who) & state.standing).count_ones();
        let against = (state.foes(who) & state.standing).count_ones();
        let (left, most) = (state.hits[ix(who)], state.most_hits[ix(who)]);
        let hopeless = (left * 3 <= most && against >= 2 * friends) || (friends == 1 && against >= 3);
        let price = if state.held & bit(who) != 0 { 0 } else { self.price_of_leaving(state, who) };
        hopeless
            && price < i32::from(left) * HIT
            && self.way_to(state, who, self.zones.exits() as u32).is_some()
    }

    fn run(&self, state: &State, who: Who) -> Choice {
        if state.held & bit(who) != 0 {
            return Choice::BreakFree { who };
        }
        match self.way_to(state, who, self.zones.exits() as u32) {
            Some(to) if to == state.zone_of(who) => Choice::Flee { who },
            Some(to) => Choice::Move { who, to },
            None => Choice::Pass { who },
        }
    }

    /// There is nothing to do here: to where there is.
    #[inline(never)]
    fn go(&self, state: &State, who: Who) -> Choice {
        let close = state.foes(who) & state.standing & state.in_zone(state.zone_of(who));
        if state.held & bit(who) != 0 {
            return Choice::BreakFree { who };
        }
        let to = self
            .way_to(state, who, self.fronts(state, who))
            .or_else(|| self.way_to(state, who, self.levers(state)));
        match to {
            Some(to) if to != state.zone_of(who) && close == 0 => Choice::Move { who, to },
            _ => Choice::Pass { who },
        }
    }

    /// The zones from which `who` could use its main weapon on somebody.
    fn fronts(&self, state: &State, who: Who) -> u32 {
        let reach = self.sheet(state, who).main_reach;
        let foes = state.foes(who) & state.standing;
        each(foes).fold(0, |zones, foe| zones | self.reached(state.zone_of(foe), reach))
    }

    /// No way leads to any enemy.
    fn is_cut_off(&self, state: &State, who: Who) -> bool {
        self.way_to(state, who, self.fronts(state, who)).is_none()
    }

    /// The zones in which something opens a gate that is shut.
    fn levers(&self, state: &State) -> u32 {
        let opens =
            |effect: &Effect| matches!(effect.does, Does::Open(gate) if state.open >> (gate & 15) & 1 == 0);
        let levers = self.features.iter().filter(|feature| feature.effects.iter().any(opens));
        levers.fold(0, |zones, feature| zones | 1 << feature.zone)
    }

    /// The next zone on a way to one of `goals`, the own zone if it is one; round hazards if that is possible at all.
    fn way_to(&self, state: &State, who: Who, goals: u32) -> Option<u8> {
        let here = state.zone_of(who);
        if goals >> here & 1 == 1 {
            return Some(here);
        }
        // TWELVES-Z4, TWELVES-R11
        let safe = if self.sheet(state, who).knack.sure { u32::MAX } else { !state.hazards };
        self.step_to(state, here, goals, safe).or_else(|| self.step_to(state, here, goals, u32::MAX))
    }

    /// Goes back from the goals until it meets a neighbour of `here`.
    fn step_to(&self, state: &State, here: u8, goals: u32, allowed: u32) -> Option<u8> {
        let near = self.ways(state, here);
        let mut reached = goals & allowed;
        let mut edge = reached;
        while edge != 0 {
            if edge & near != 0 {
                return Some((edge & near).trailing_zeros() as u8);
            }
            edge = bits(edge).fold(0, |set, zone| set | self.ways(state, zone)) & allowed & !reached;
            reached |= edge;
        }
        None
    }
}

/// The one with the fewest hits left, the lowest TH among equals; the first of those.
#[inline(always)]
fn easiest(state: &State, mut set: u32) -> Who {
    let key = |who: Who| u16::from(state.hits[ix(who)]) << 8 | u16::from(state.th[ix(who)]);
    let mut best = Who(set.trailing_zeros() as u8 % 32);
    let mut least = key(best);
    set &= set.wrapping_sub(1);
    while set != 0 {
        let who = Who(set.trailing_zeros() as u8 % 32);
        let next = key(who);
        if next < least {
            (best, least) = (who, next);
        }
        set &= set - 1;
    }
    best
}

/// The first of those with the highest key.
trait FirstMax: Iterator + Sized {
    fn first_max(self, key: impl Fn(&Self::Item) -> i32) -> Option<Self::Item> {
        self.map(|item| (key(&item), item))
            .reduce(|best, next| if next.0 > best.0 { next } else { best })
            .map(|(_, item)| item)
    }
}

impl<I: Iterator> FirstMax for I {}

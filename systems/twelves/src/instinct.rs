//! A quick, sensible mind: it strikes where that brings most, shoves into hazards, uses what is at hand, holds those who
//! would flee, flees itself when it is hopeless, and goes round hazards. It never leaves an enemy's side but to flee.
//!
//! What something is worth is counted in parts of a hit: a hit is [`HIT`].

use fracas_kernel::plot::prey;
use fracas_kernel::{Crowd, Door, Handle, Quarry, Temper, Think, Whim, Who, ZoneSet, by_lot, least, most};

use crate::choices::{Choice, Deed};
use crate::data::{Does, Effect, Feature, NONE, Takes, Twelves, Weapon, is_within};
use crate::paths::{FORCED, Way};
use crate::state::{Band, Pending, State};

/// A number that thirds, elevenths and twelfths go into.
pub(crate) const HIT: i32 = 132;

/// For how many rounds heroes wait for others to come.
const PATIENCE: u16 = 20;

/// What `dice` dice bring on average: (13 - number) / 12 hits each, and an eleventh more for being rolled again.
#[inline(always)]
pub(crate) fn expected(dice: u8, number: u8) -> i32 {
    i32::from(dice) * 12 * (13 - i32::from(number)).max(0)
}

/// A worth that is only gained when a d12 stays at `attribute` or under it.
fn on_check(worth: i32, attribute: u8) -> i32 {
    worth * i32::from(attribute) / 12
}

/// The best that somebody can do, as far as was looked.
type Best = fracas_kernel::Best<Deed, i32>;

/// How somebody is minded who thinks, and the lots that it draws.
struct Mood<'a> {
    temper: Temper,
    whim: &'a mut Whim,
}

impl Think for Twelves {
    #[inline(always)]
    fn instinct(&self, state: &State, asked: Crowd, whim: &mut Whim) -> Choice {
        if let Some(Pending { who, arm }) = state.pending {
            return who.does(Deed::Second { target: self.second_target(state, who, arm, whim) });
        }
        let who = (Band::of(asked.0 as u32) & state.acting).head();
        let mood = Mood { temper: Temper::Steady, whim };
        who.does(match self.strike_at_once(state, who, mood.whim) {
            Some(deed) => deed,
            None => self.think_fairly(state, who, mood),
        })
    }

    fn instinct_as(&self, state: &State, asked: Crowd, temper: Temper, whim: &mut Whim) -> Choice {
        if state.pending.is_some() {
            return self.instinct(state, asked, whim);
        }
        let who = (Band::of(asked.0 as u32) & state.acting).head();
        who.does(self.think_fairly(state, who, Mood { temper, whim }))
    }
}

impl Twelves {
    /// The short way: a fighter with an enemy at hand, on a map where nothing else matters, strikes.
    #[inline(always)]
    fn strike_at_once(&self, state: &State, who: Who, whim: &mut Whim) -> Option<Deed> {
        if !self.plain || state.is_before() {
            return None;
        }
        let (close, sheet) = (state.close_foes(who), self.sheet(state, who));
        let at_hand = !close.is_empty() && sheet.main_reach & Weapon::HAND != 0 && sheet.pairs.is_empty();
        at_hand.then(|| Deed::Attack { with: sheet.best[0], target: easiest(state, close, whim) })
    }

    /// Thinks of what its side perceives, and of nothing else.
    #[inline(never)]
    fn think_fairly(&self, state: &State, who: Who, mood: Mood<'_>) -> Deed {
        if self.is_open_to(state, who) {
            return self.think_twice(state, who, mood);
        }
        self.think_twice(&self.as_heroes_know(state), who, mood)
    }

    #[inline(never)]
    fn think_twice(&self, state: &State, who: Who, mood: Mood<'_>) -> Deed {
        if state.is_before() {
            return Deed::Begin;
        }
        if self.would_flee(state, who, mood.temper) {
            return self.run(state, who);
        }
        if self.plotted
            && let Some(deed) = self.on_an_errand(state, who)
        {
            return deed;
        }
        let mut best = Best::above(0);
        let Mood { temper, whim } = mood;
        self.consider_attacks(state, who, temper.quarry(), &mut best, whim);
        if !self.plain {
            self.consider_hands(state, who, &mut best, whim);
            self.consider_features(state, who, &mut best, whim);
        }
        self.consider_room(state, who, &mut best, whim);
        best.found.unwrap_or_else(|| self.go(state, who))
    }

    /// Those at hand, or the one of them whom it goes for without weighing what that brings.
    fn quarry(&self, state: &State, set: Band, quarry: Quarry, whim: &mut Whim) -> Band {
        match quarry {
            _ if set.is_empty() => set,
            Quarry::Easiest => set,
            Quarry::Anyone => Band::one(by_lot(set, whim)),
            Quarry::Fiercest => Band::one(most(set, whim, |one| self.sheet(state, one).threat)),
        }
    }

    /// Whom a second weapon takes.
    #[inline(never)]
    pub(crate) fn second_target(&self, state: &State, who: Who, arm: u8, whim: &mut Whim) -> Who {
        let arm = self.sheet(state, who).arm(arm);
        let worth = |target: Who| {
            let number = self.number(state, who, target, true).total().min(99) as u8;
            self.weighed(state, target, expected(arm.dice, number))
        };
        let targets = self.targets(state, who, arm.reach);
        if targets.is_empty() { who } else { most(targets, whim, worth) }
    }

    fn consider_attacks(&self, state: &State, who: Who, quarry: Quarry, best: &mut Best, whim: &mut Whim) {
        let sheet = self.sheet(state, who);
        let wanted = if self.plotted { prey(self, state, who) } else { None };
        for apart in 0..4 {
            let with = sheet.best[apart];
            if with == NONE {
                continue;
            }
            let pair = sheet.best_pair[apart];
            for target in self.quarry(state, self.targets(state, who, 1 << apart), quarry, whim) {
                let number = self.number(state, who, target, false).total() as u8;
                let arm = sheet.arm(with);
                let holds = if self.would_hold(state, who, arm, target) { HIT / 2 } else { 0 };
                let alone = self.weighed(state, target, expected(arm.dice, number) + holds);
                // Whoever matters most to the goal comes first.
                let alone = if wanted == Some(target) { 3 * alone } else { alone };
                best.consider(Deed::Attack { with, target }, alone, whim);
                if let Some(&[first, second]) = sheet.pairs.get(pair as usize) {
                    let lowered = self.number(state, who, target, true).total().min(99) as u8;
                    let both =
                        expected(sheet.arm(first).dice, number) + expected(sheet.arm(second).dice, lowered);
                    best.consider(Deed::Pair { pair, target }, self.weighed(state, target, both), whim);
                }
            }
        }
    }

    /// Shoving into hazards, and holding those who would flee.
    fn consider_hands(&self, state: &State, who: Who, best: &mut Best, whim: &mut Whim) {
        let might = self.wrestling(state, who);
        let traps = self.zones(state).beside(state.zone[who]) & state.hazards;
        for target in state.close_foes(who) {
            for to in traps {
                let worth = on_check(self.peril(state, target, to), might);
                best.consider(Deed::Shove { target, to }, self.weighed(state, target, worth), whim);
            }
            let free = !state.held.has(target) && !state.holding.has(who);
            if free && self.would_flee(state, target, Temper::Steady) {
                // Whoever gets away is lost whole.
                let worth = on_check(i32::from(state.hits[target]) * HIT, might);
                best.consider(Deed::Grapple { target }, self.weighed(state, target, worth), whim);
            }
        }
    }

    /// An archer who has somebody at the throat makes room.
    fn consider_room(&self, state: &State, who: Who, best: &mut Best, whim: &mut Whim) {
        let sheet = self.sheet(state, who);
        let (hand, shot) = (sheet.arm(sheet.best[0]).dice, sheet.best[1]);
        let Some(target) = state.close_foes(who).only() else { return };
        if sheet.main_reach & Weapon::HAND != 0 || shot == NONE {
            return;
        }
        let number = state.th[target];
        let gain = expected(sheet.arm(shot).dice, number) - expected(hand, number);
        let worth = self.weighed(state, target, on_check(gain, self.wrestling(state, who)));
        // Where it costs the enemy nothing to be: what costs something was considered already.
        if let Some(to) = (self.zones(state).beside(state.zone[who]) - state.hazards).first() {
            best.consider(Deed::Shove { target, to }, worth, whim);
        }
    }

    fn consider_features(&self, state: &State, who: Who, best: &mut Best, whim: &mut Whim) {
        for feature in self.offered[state.zone[who]] {
            let Some(offer) = self.feature(feature) else { continue };
            let stuck = offer.moves_user() && state.held.has(who);
            if stuck || state.uses[feature] == 0 {
                continue;
            }
            let chance = self.attribute(state, who, offer.check, 0, offer.hard);
            if let Some(effect) = offer.aimed() {
                for one in self.touched(state, who, effect) {
                    let worth = on_check(self.promise(state, who, offer, Band::one(one)), chance);
                    best.consider(Deed::Use { feature, target: Some(one) }, worth, whim);
                }
            } else if offer.effects.iter().any(|effect| self.is_of_use(state, who, effect)) {
                let worth = on_check(self.promise(state, who, offer, Band::NONE), chance);
                best.consider(Deed::Use { feature, target: None }, worth, whim);
            }
        }
    }

    /// What a feature would bring, to the side of `who`; `chosen` is whom it is aimed at.
    fn promise(&self, state: &State, who: Who, offer: &Feature, chosen: Band) -> i32 {
        let leaves = offer.moves_user() && !offer.safe;
        let price = if leaves { self.price_of_leaving(state, who, state.zone[who]) } else { 0 };
        offer.effects.iter().map(|effect| self.promised(state, who, effect, chosen)).sum::<i32>() - price
    }

    fn promised(&self, state: &State, who: Who, effect: &Effect, chosen: Band) -> i32 {
        let touched = self.touched(state, who, effect);
        let taken =
            if matches!(effect.takes, Takes::Foe | Takes::Friend) { touched & chosen } else { touched };
        let friends = state.friends(who);
        let harm = |one: Who| {
            let worth = self.suffered(state, one, effect.does);
            // What befalls friends counts half as much again.
            if friends.has(one) { -worth * 3 / 2 } else { self.weighed(state, one, worth) }
        };
        match effect.does {
            Does::Heal(hits) => {
                let missing = |one: Who| state.max_hits[one] - state.hits[one];
                let gain = |one: Who| i32::from(hits.min(missing(one))) * HIT;
                let badly = |one: &Who| missing(*one) * 2 >= state.max_hits[*one];
                (taken & friends).filter(badly).map(gain).sum()
            }
            Does::Hits(_) | Does::Dice(_) | Does::Hold | Does::Daze | Does::Move(_) => taken.map(harm).sum(),
            Does::Door(_, Door::Open)
                if self.is_of_use(state, who, effect) && self.is_cut_off(state, who) =>
            {
                4 * HIT
            }
            _ => 0,
        }
    }

    /// What hits are worth on this target. What it has left cannot be exceeded, but more dice still make it surer;
    /// and a hit is worth more on what strikes hard, falls soon, and is nearly down.
    #[inline]
    fn weighed(&self, state: &State, target: Who, worth: i32) -> i32 {
        let left = i32::from(state.hits[target]).max(1);
        let most = i32::from(state.max_hits[target]).max(left);
        let twice = 2 * left * HIT;
        let likely = worth * twice / (worth + twice).max(1);
        let threat = i32::from(self.sheet(state, target).threat);
        likely * threat * 2 * (2 * most - left) / (most * most)
    }

    /// What somebody loses by an effect that succeeds.
    fn suffered(&self, state: &State, who: Who, does: Does) -> i32 {
        let left = i32::from(state.hits[who]) * HIT;
        match does {
            Does::Hits(hits) => (i32::from(hits) * HIT).min(left),
            Does::Dice(dice) => expected(dice, state.th[who]).min(left),
            Does::Hold => HIT / 2,
            Does::Daze => HIT,
            Does::Move(to) => self.peril(state, who, to),
            _ => 0,
        }
    }

    /// What entering a zone costs somebody.
    pub(crate) fn peril(&self, state: &State, who: Who, zone: u8) -> i32 {
        let Some(hazard) = self.hazard(state, zone) else { return 0 };
        if self.sheet(state, who).knack.sure {
            return 0;
        }
        let worth: i32 = hazard.does.iter().map(|&does| self.suffered(state, who, does)).sum();
        match hazard.spared_by {
            Some(attribute) => worth - on_check(worth, self.attribute(state, who, attribute, 0, 0)),
            None => worth,
        }
    }

    /// Would it run? The fight is lost for its side, and it would live to get away. Some run sooner, or never.
    fn would_flee(&self, state: &State, who: Who, temper: Temper) -> bool {
        let health = i32::from(state.hits[who]) * 100 / i32::from(state.max_hits[who]).max(1);
        if self.field.zones().exit_zones().is_empty()
            || self.sheet(state, who).fearless
            || !temper.flees(self.is_lost(state, who), health)
        {
            return false;
        }
        // TWELVES-R16: as far as the way out is free.
        let way = self.way_out(state, who);
        way.is_some_and(|way| way.cost < i32::from(state.hits[who]) * HIT)
    }

    /// Is the fight lost for the side of `who`? The others are three times as strong, and it has begun to show.
    fn is_lost(&self, state: &State, who: Who) -> bool {
        let strength = |side: Band| -> u32 {
            let each = |one: Who| u32::from(state.hits[one]) * u32::from(self.sheet(state, one).threat);
            (side & state.standing).filter(|&one| state.is_on_map(one)).map(each).sum()
        };
        let (friends, foes) = (state.friends(who), state.foes(who));
        let shows = !friends.is_within(state.standing) || state.hits[who] * 2 <= state.max_hits[who];
        shows && strength(friends) * 3 <= strength(foes)
    }

    fn run(&self, state: &State, who: Who) -> Deed {
        if state.held.has(who) {
            return Deed::BreakFree;
        }
        match self.way_out(state, who) {
            Some(way) if way.next == state.zone[who] => Deed::Flee,
            Some(way) => Deed::Move { to: way.next },
            None => Deed::Pass,
        }
    }

    /// There is nothing to do here: to where there is.
    #[inline(never)]
    fn go(&self, state: &State, who: Who) -> Deed {
        if state.held.has(who) {
            return Deed::BreakFree;
        }
        let zone = state.zone[who];
        let way = self.way_to(state, who, self.fronts(state, who)).or_else(|| {
            // Nobody is in sight: to where nobody has looked.
            let watched =
                self.field.watched(&state.doors, state.zones_of(state.friends(who) & state.standing));
            self.way_to(state, who, self.field.zones().to_search(watched, state.round))
        });
        match way {
            Some(_) if self.lets_them_come(state, who) => Deed::Pass,
            Some(Way { next, .. }) if next != zone && state.close_foes(who).is_empty() => {
                self.step_or_force(state, who, next)
            }
            _ => Deed::Pass,
        }
    }

    /// Whoever closes in gives the others the first blow: heroes wait for those who are on their way and have nobody in
    /// reach yet, unless more than they bring comes from afar. (Their opponents do not wait, or nobody would ever come.)
    fn lets_them_come(&self, state: &State, who: Who) -> bool {
        if !state.side[0].has(who) || state.round > PATIENCE {
            return false;
        }
        let heroes = state.zones_of(state.side[0] & state.standing);
        let (mut coming, mut from_afar) = (0, 0);
        for foe in (state.side[1] & state.standing).filter(|&foe| state.is_on_map(foe)) {
            let sheet = self.sheet(state, foe);
            let reach = sheet.arms().iter().fold(0, |reach, arm| reach | arm.reach);
            if !self.targets(state, foe, reach).is_empty() {
                from_afar += u32::from(sheet.threat) * u32::from(state.close_foes(foe).is_empty());
            } else if !state.held.has(foe)
                && self.way_to(state, foe, heroes).is_some_and(|way| way.cost < FORCED)
            {
                coming += u32::from(sheet.threat);
            }
        }
        coming > from_afar
    }

    /// Into the next zone, or at the door that is in the way.
    pub(crate) fn step_or_force(&self, state: &State, who: Who, next: u8) -> Deed {
        if self.ways(state, state.zone[who]).has(next) {
            return Deed::Move { to: next };
        }
        let Some(door) = self.field.door_between(state.zone[who], next) else { return Deed::Pass };
        if self.can_handle(state, state.zone[who], door, Handle::Open) {
            return Deed::Door { door, what: Handle::Open };
        }
        let [force, pick] = [Handle::Force, Handle::Pick].map(|what| self.handling(state, who, door, what));
        let locked = state.doors.at(door) == Door::Locked;
        Deed::Door { door, what: if locked && pick > force { Handle::Pick } else { Handle::Force } }
    }

    /// The zones from which `who` could use its main weapon on somebody.
    fn fronts(&self, state: &State, who: Who) -> ZoneSet {
        let reach = self.sheet(state, who).main_reach;
        let zones = self.zones(state);
        let foes = (state.foes(who) & state.standing).filter(|&foe| state.is_on_map(foe));
        foes.fold(ZoneSet::NONE, |fronts, foe| {
            let at = state.zone[foe];
            let from: ZoneSet = zones.numbers().filter(|&zone| is_within(zones, reach, zone, at)).collect();
            // Behind doors distances are another matter once they are open.
            fronts | if from.is_empty() { ZoneSet::one(at) } else { from }
        })
    }

    /// No way leads to any enemy but through what is fast.
    fn is_cut_off(&self, state: &State, who: Who) -> bool {
        let way = self.way_to(state, who, self.fronts(state, who));
        way.is_none_or(|way| way.cost >= FORCED)
    }
}

/// The one with the fewest hits left, the lowest TH among equals.
#[inline(always)]
fn easiest(state: &State, set: Band, whim: &mut Whim) -> Who {
    least(set, whim, |who| u16::from(state.hits[who]) << 8 | u16::from(state.th[who]))
}

//! How a round comes out when everybody acts at once: from the highest score down, with damage at the end.
//!
//! With `FOCUS` only what concerns one combatant is resolved: its own actions and what others are known to do to it or
//! to whom it defends. Odds are counted over that. Dice of equal attacks are then rolled as one pool, which has the same
//! sum and fewer outcomes.

mod end;
mod fumbles;
mod health;

use fracas_dice::{Dice, Roll, Throw, Why};
use fracas_kernel::{Log, Who};

use crate::act::{Act, OFF};
use crate::choices::reach_of;
use crate::data::{Ardor, Condition, Effect, Reach};
use crate::doubt::is_shot;
use crate::event::{Blow, Event, Hit, Missed, With};
use crate::state::{MOST, State, bit, each, ix};

/// A first and a second action for everybody.
const MOST_ACTS: usize = 2 * MOST;

const FULL: Roll = Roll::pool(2, 6);
const GLANCING: Roll = Roll::d(6);

pub(crate) struct Round<'a, D, L, const FOCUS: bool> {
    rules: &'a Ardor,
    state: &'a mut State,
    dice: &'a mut D,
    log: &'a mut L,
    focus: Who,
    defending: u32,
    fleeing: u32,
    /// Who defends another, and who is defended.
    defenders: u32,
    wards: u32,
    barring: u32,
    tending: u32,
    /// Whose first, and second, action is spoiled by a fumble.
    spoiled: [u32; 2],
    /// Whom damage waits for.
    harmed: u32,
    /// Who walked off the field in this round.
    leaving: u32,
    /// Conditions that begin when all actions of the same score are done.
    coming: [u32; Condition::COUNT],
    has_coming: bool,
    /// The place in the order that has come up.
    now: u32,
    /// Who has moved, when, and from where: those who act at the same time still find them there.
    moved: u32,
    moved_at: [u32; MOST],
    left: [u8; MOST],
    /// Did somebody make the foes take notice?
    alarm: bool,
    /// Dice of damage that wait to be rolled as one.
    pool: [u8; MOST],
}

/// An action with its score and whose it is.
#[derive(Clone, Copy)]
struct Deed {
    who: Who,
    act: Act,
    score: i16,
    second: bool,
}

impl<'a, D: Dice, L: Log<Event>, const FOCUS: bool> Round<'a, D, L, FOCUS> {
    #[inline(always)]
    pub(crate) fn new(
        rules: &'a Ardor,
        state: &'a mut State,
        dice: &'a mut D,
        log: &'a mut L,
        focus: Who,
    ) -> Self {
        Round {
            rules,
            state,
            dice,
            log,
            focus,
            defending: 0,
            fleeing: 0,
            defenders: 0,
            wards: 0,
            barring: 0,
            tending: 0,
            spoiled: [0; 2],
            harmed: 0,
            leaving: 0,
            coming: [0; Condition::COUNT],
            has_coming: false,
            now: u32::MAX,
            moved: 0,
            moved_at: [0; MOST],
            left: [0; MOST],
            alarm: false,
            pool: [0; MOST],
        }
    }

    /// Everything that happens before damage takes effect.
    #[inline(always)]
    pub(crate) fn play(&mut self) {
        let mut keys = [0_u32; MOST_ACTS];
        let count = self.gather(&mut keys);
        // ARDOR-R3: from the highest score down.
        sort_down(&mut keys, count);
        for &key in keys.iter().take(count) {
            // ARDOR-R3: equal scores at once.
            if self.has_coming && key >> 8 != self.now {
                self.settle_conditions();
            }
            self.now = key >> 8;
            let deed = self.deed(Who(key as u8 & 31 ^ 31), key & 32 == 0);
            self.perform(deed);
        }
        if self.has_coming {
            self.settle_conditions();
        }
        if FOCUS {
            self.roll_pools();
        }
    }

    /// Who acts when; and who defends, flees, bars or tends, which counts for the whole round. Each key holds the place
    /// in the order, then what sorts those of equal scores: the incapacitated after those who may tend them, first
    /// actions before second ones.
    #[inline(always)]
    fn gather(&mut self, keys: &mut [u32; MOST_ACTS]) -> usize {
        let mut count = 0;
        if !self.rules.fumbles.is_empty() {
            self.find_fumbles();
        }
        for who in each(self.state.committed & self.state.standing) {
            let act = self.state.act[ix(who)];
            if !matches!(act, Act::Attack { .. }) {
                self.prepare(who, act, 0);
            }
            keys[count % MOST_ACTS] = key(self.state.score[ix(who)], 64 | 32 | u32::from(who.0 & 31 ^ 31));
            count += 1;
        }
        for who in each(self.state.doubled & self.state.committed & self.state.standing) {
            let act = self.state.second[ix(who)];
            self.prepare(who, act, 1);
            // A second action never comes before the first.
            let place = self.rules.second_score(self.state, who, act).min(self.state.score[ix(who)]);
            keys[count % MOST_ACTS] = key(place, 64 | u32::from(who.0 & 31 ^ 31));
            count += 1;
        }
        // The fallen last: who tends them, and when, is known only now.
        for who in each(self.state.committed & self.state.down) {
            keys[count % MOST_ACTS] = key(self.place_after_tending(who), 32 | u32::from(who.0 & 31 ^ 31));
            count += 1;
        }
        count
    }

    #[inline(never)]
    fn prepare(&mut self, who: Who, act: Act, nth: usize) {
        if self.spoiled[nth] & bit(who) != 0 {
            return;
        }
        match act {
            Act::Defend { bar } => {
                self.defending |= bit(who);
                if bar.is_some() {
                    self.barring |= bit(who);
                }
            }
            Act::DefendOther { ward } => {
                self.defenders |= bit(who);
                self.wards |= bit(ward);
            }
            Act::Flee { .. } => self.fleeing |= bit(who),
            Act::Tend { .. } => self.tending |= bit(who),
            _ => {}
        }
    }

    #[inline(always)]
    fn deed(&self, who: Who, second: bool) -> Deed {
        if second {
            let act = self.state.second[ix(who)];
            let score = self.rules.second_score(self.state, who, act);
            return Deed { who, act, score, second };
        }
        Deed { who, act: self.state.act[ix(who)], score: self.state.score[ix(who)], second }
    }

    /// Both actions of somebody, as far as there are two.
    fn deeds(&self, who: Who) -> impl Iterator<Item = Deed> {
        let second = (self.state.doubled & bit(who) != 0).then(|| self.deed(who, true));
        [self.deed(who, false)].into_iter().chain(second)
    }

    #[inline(always)]
    fn perform(&mut self, deed: Deed) {
        let Deed { who, act, score, second } = deed;
        // ARDOR-R3: in reach when the round began is enough, wherever the target is now.
        if let Act::Attack { target, ranged } = act
            && self.spoiled[usize::from(second)] & bit(who) == 0
            && (!second || self.is_in_reach(who, target, reach_of(ranged)))
        {
            return self.strike(who, target, score, ranged);
        }
        self.perform_otherwise(deed);
    }

    #[inline(never)]
    fn perform_otherwise(&mut self, deed: Deed) {
        let Deed { who, act, score, second } = deed;
        if self.spoiled[usize::from(second)] & bit(who) != 0 {
            return;
        }
        match act {
            Act::Nothing => {}
            Act::Attack { target, ranged } => self.strike_in_reach(who, target, score, ranged),
            Act::MoveFar { via, to } => {
                // ARDOR-A1
                if self.step(who, via, score) {
                    self.step(who, to, score);
                }
            }
            Act::MoveToAttack { to, target } => {
                self.step(who, to, score);
                self.strike_in_reach(who, target, score, false);
            }
            Act::MoveAndShoot { to, target } => {
                self.step(who, to, score);
                self.strike_in_reach(who, target, score, true);
            }
            Act::AttackAndMove { target, ranged, to } => {
                self.strike_in_reach(who, target, score, ranged);
                self.step(who, to, score);
            }
            Act::Flee { to } => {
                self.step(who, to, score);
            }
            Act::Defend { .. } | Act::DefendOther { .. } => self.log.tell(Event::Stood { who, act, score }),
            Act::Recover => self.recover(who),
            Act::Rise { .. } => self.rise(who),
            Act::Tend { patient } => self.tend(who, act, patient, score),
            Act::Ability { which, on } => self.use_ability(who, which, on, score),
        }
    }

    // --- moving ---

    /// One zone, unless something is in the way.
    fn step(&mut self, who: Who, to: u8, score: i16) -> bool {
        let from = self.state.zone_of(who);
        if self.state.stuck() & bit(who) != 0 {
            self.log.tell(Event::Stuck { who });
            return false;
        }
        if to == OFF {
            self.leaving |= bit(who);
            self.log.tell(Event::Left { who });
            return true;
        }
        if to as usize >= self.rules.zones.len() || self.rules.zones.adjacent(from) >> to & 1 == 0 {
            self.log.tell(Event::NoWay { who, to });
            return false;
        }
        if let Some((by, against)) = self.who_bars(who, from, to, score) {
            self.log.tell(Event::Barred { who, by, to, score, against });
            return false;
        }
        self.moved |= bit(who);
        self.moved_at[ix(who)] = self.now;
        self.left[ix(who)] = from;
        self.state.put(who, to);
        self.log.tell(Event::Moved { who, to, score });
        if self.state.unaware != 0 {
            self.sneak(who, to, score);
        }
        true
    }

    /// The foe who bars the way between two zones best, if that is enough.
    fn who_bars(&self, who: Who, from: u8, to: u8, score: i16) -> Option<(Who, i16)> {
        let mut best: Option<(Who, i16)> = None;
        for by in each(self.barring & self.state.foes(who) & !self.leaving) {
            let stands = self.state.zone_of(by);
            for deed in self.deeds(by) {
                let Act::Defend { bar: Some(way) } = deed.act else { continue };
                let closes = (stands, way) == (from, to) || (stands, way) == (to, from);
                // ARDOR-F2, ARDOR-R3: the higher score gets its way; on equal scores whoever bars it.
                if closes && deed.score >= score && best.is_none_or(|(_, most)| deed.score > most) {
                    best = Some((by, deed.score));
                }
            }
        }
        best
    }

    // --- attacking ---

    /// Can a target be reached: now, at the same time, or when the round began?
    #[inline]
    fn is_in_reach(&self, who: Who, target: Who, reach: Reach) -> bool {
        // ARDOR-R3
        let from = self.rules.reached(self.state.zone_of(who), reach);
        let now = from >> self.state.zone_of(target) & 1 == 1 && self.leaving & bit(target) == 0;
        let same_time = self.moved & bit(target) != 0 && self.moved_at[ix(target)] == self.now;
        let just_left = same_time && from >> self.left[ix(target)] & 1 == 1;
        let began = self.rules.reached(self.state.began[ix(who)], reach);
        now || just_left || began >> self.state.began[ix(target)] & 1 == 1
    }

    #[inline(never)]
    fn strike_in_reach(&mut self, who: Who, target: Who, score: i16, ranged: bool) {
        if self.is_in_reach(who, target, reach_of(ranged)) {
            self.strike(who, target, score, ranged);
        } else if self.concerns(who, target) {
            self.log.tell(Event::OutOfReach { who, target });
        }
    }

    /// Is what `who` does to `target` to be resolved?
    #[inline(always)]
    fn concerns(&self, who: Who, target: Who) -> bool {
        if !FOCUS || who == self.focus || target == self.focus {
            return true;
        }
        let guards = |deed: Deed| deed.act == Act::DefendOther { ward: target };
        self.defenders & bit(self.focus) != 0 && self.deeds(self.focus).any(guards)
    }

    /// A basic attack.
    #[inline(always)]
    fn strike(&mut self, who: Who, target: Who, score: i16, ranged: bool) {
        if self.state.standing & bit(target) == 0 || !self.concerns(who, target) {
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
            self.pool[ix(target)] = self.pool[ix(target)].saturating_add(roll.count());
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
        let (mut against, mut by) = (self.state.score[ix(target)], None);
        if self.wards & bit(target) != 0 {
            (against, by) = self.defence(who, target, ranged);
        }
        if self.state.unaware & bit(target) != 0 {
            self.alarm = true;
        }
        let inspired = (self.state.inspired & bit(who)) != 0;
        let hit = self.compare(target, against - score, inspired);
        Blow { score, against, by, inspired, hit }
    }

    /// What it means that the target is ahead by so much.
    #[inline(always)]
    fn compare(&self, target: Who, ahead: i16, inspired: bool) -> Hit {
        let is = |set: u32| set & bit(target) != 0;
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
        let unknown = FOCUS && target != self.focus && self.state.committed & bit(target) == 0;
        // ARDOR-R11: one's own is that of the first action.
        let mut best = if unknown { (i16::MIN / 2, None) } else { (self.state.score[ix(target)], None) };
        let (from, to) = (self.state.zone_of(attacker), self.state.zone_of(target));
        for by in each(self.defenders & !self.leaving) {
            let stands = self.state.zone_of(by);
            // ARDOR-A6: near against melee, between against shots.
            let covers =
                if ranged { self.rules.is_between(stands, from, to) } else { self.rules.is_near(stands, to) };
            for deed in self.deeds(by) {
                if covers && deed.act == (Act::DefendOther { ward: target }) && deed.score > best.0 {
                    best = (deed.score, Some(by));
                }
            }
        }
        best
    }

    #[inline(always)]
    fn wound(&mut self, target: Who, throw: Throw) {
        let amount = throw.value.clamp(0, 999) as i16;
        self.state.harm[ix(target)] += amount;
        self.harmed |= bit(target);
    }

    /// In odds: all dice of damage to one target at once.
    fn roll_pools(&mut self) {
        for who in each(self.state.standing) {
            if self.pool[ix(who)] > 0 {
                let roll = Roll::pool(self.pool[ix(who)], 6);
                let throw = self.dice.roll(Why::table("damage"), roll);
                self.wound(who, throw);
            }
        }
    }

    // --- abilities ---

    fn use_ability(&mut self, who: Who, which: u8, on: u8, score: i16) {
        let rules = self.rules;
        let Some(ability) = rules.ability(self.state, who, which) else { return };
        let taken = rules.takes(self.state, who, ability) & !self.leaving;
        let targets = if ability.area {
            // ARDOR-R3
            let reached = [self.state.zone_of(who), self.state.began[ix(who)]]
                .into_iter()
                .any(|zone| rules.reached(zone, ability.reach) >> (on & 63) & 1 == 1);
            if reached { taken & self.state.in_zone(on) } else { 0 }
        } else {
            let target = Who(on);
            let reached = target == who || self.is_in_reach(who, target, ability.reach);
            let there = rules.takes(self.state, who, ability) & bit(target);
            if !reached && self.concerns(who, target) {
                self.log.tell(Event::OutOfReach { who, target });
            }
            if reached { there } else { 0 }
        };
        if !ability.takes.is_contested() {
            self.log.tell(Event::Used { who, which, on, score });
        }
        for target in each(targets) {
            if !self.concerns(who, target) {
                continue;
            }
            if !ability.takes.is_contested() {
                self.affect(who, target, ability.full);
                continue;
            }
            let blow = self.blow(who, target, score, is_shot(ability.reach));
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

    /// A condition begins after this and everything that happens at the same time, and lasts for so many rounds more.
    fn afflict(&mut self, who: Who, condition: Condition, rounds: u8) {
        self.state.lasts[ix(who)][condition as usize] = rounds.saturating_add(1);
        self.coming[condition as usize] |= bit(who);
        self.has_coming = true;
        self.log.tell(Event::Afflicted { who, condition, rounds });
    }

    #[inline(never)]
    fn settle_conditions(&mut self) {
        self.has_coming = false;
        for (has, coming) in self.state.has.iter_mut().zip(&mut self.coming) {
            *has |= *coming;
            self.state.afflicted |= *coming;
            *coming = 0;
        }
    }
}

/// What sorts actions: their place first.
#[inline(always)]
fn key(place: i16, rank: u32) -> u32 {
    ((i32::from(place) + 0x8000) as u32) << 8 | rank
}

/// So many are sorted in one go.
const LANES: usize = 16;

/// Sorts a handful of keys, no two alike, from the highest.
#[inline(always)]
fn sort_down(keys: &mut [u32; MOST_ACTS], count: usize) {
    if count > LANES {
        return keys[..count.min(MOST_ACTS)].sort_unstable_by(|a, b| b.cmp(a));
    }
    // For each, how many are higher: no branches, and the compiler does several at a time.
    let few: [i32; LANES] = std::array::from_fn(|lane| keys[lane] as i32);
    let mut above = [0_i32; LANES];
    for &key in &few[..count] {
        for (rank, &other) in above.iter_mut().zip(&few) {
            *rank += i32::from(key > other);
        }
    }
    for (&key, &rank) in few.iter().zip(&above).take(count) {
        keys[rank as usize % MOST_ACTS] = key as u32;
    }
}

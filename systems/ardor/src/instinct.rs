//! A quick, sensible mind. Creatures follow their habits; heroes strike the weakest foe they can reach, help the fallen,
//! catch their breath when it is late, and strain themselves where it lands a full hit. It sees what lies open, and
//! nobody's hidden intent.

use fracas_dice::Roll;
use fracas_kernel::{Whim, Who, Zones};

use crate::act::{Act, OFF};
use crate::choices::Choice;
use crate::data::{Ability, Ardor, Condition, Prey, Takes};
use crate::state::{Phase, State, bit, each, each_zone, ix, lowest};

/// What a basic attack is worth, about, in health.
const BLOW: i32 = 6;
/// And what a point of Ardor is worth.
const ARDOR: i32 = 2;
/// What it is worth to have somebody back on their feet.
const ON_ONES_FEET: i32 = 8;

impl Ardor {
    /// The short way: somebody with an enemy close by and nothing else to think of.
    #[inline(always)]
    pub(crate) fn think(&self, state: &State, asked: u32, whim: &mut Whim) -> Choice {
        let awaited = asked & state.awaited();
        let who = lowest(if awaited != 0 { awaited } else { asked & state.answering() });
        let sheet = self.sheet(state, who);
        let close = state.foes(who) & state.standing & state.in_zone(state.zone_of(who));
        let simple = sheet.strikes && close != 0;
        if !simple {
            return self.think_twice(state, who, whim);
        }
        // One question after the other, and not a table of jumps: phases follow each other in an order that can be guessed.
        if state.phase == Phase::Intents && sheet.is_simple && state.bluffers & bit(who) == 0 {
            return Choice::Show { who, act: Act::Attack { target: weakest(state, close), ranged: false } };
        }
        if state.phase == Phase::Commit
            && sheet.is_plain
            && self.fumbles.is_empty()
            && state.committed & bit(who) == 0
            && (state.down | self.in_need(state, who)) == 0
        {
            let act = Act::Attack { target: weakest(state, close), ranged: false };
            return Choice::Commit { who, act, careful: false };
        }
        if state.phase == Phase::Arduous && sheet.is_plain && state.discovering & bit(who) == 0 {
            return match self.second_blow(state, who) {
                Some(act) => Choice::Arduous { who, act },
                None => Choice::Pass { who },
            };
        }
        self.think_twice(state, who, whim)
    }

    /// The bit of one who should see to its own health.
    #[inline(always)]
    fn in_need(&self, state: &State, who: Who) -> u32 {
        let low = state.health[ix(who)] * 3 <= state.most[ix(who)] && state.surges[ix(who)] > 0;
        u32::from(low) << (who.0 & 31)
    }

    #[inline(never)]
    fn think_twice(&self, state: &State, who: Who, whim: &mut Whim) -> Choice {
        match state.phase {
            Phase::Before => Choice::Begin { who },
            Phase::Intents if state.feigning & bit(who) != 0 => {
                Choice::Mean { who, act: self.habit(state, who, whim) }
            }
            Phase::Intents if state.bluffers & bit(who) != 0 && whim.below(2) == 0 => {
                Choice::Show { who, act: self.pretence(state, who, whim) }
            }
            Phase::Intents => Choice::Show { who, act: self.habit(state, who, whim) },
            Phase::Commit if state.committed & bit(who) != 0 => {
                // It stands by what it said.
                let careful = state.careful & bit(who) != 0;
                Choice::Commit { who, act: state.act[ix(who)], careful }
            }
            Phase::Commit => {
                let act = self.plan(state, who);
                Choice::Commit { who, act, careful: self.is_risky(state, who, act) }
            }
            Phase::Arduous if state.discovering & bit(who) != 0 => Choice::Learn { who },
            Phase::Arduous => match self.second_thought(state, who) {
                Some(act) => Choice::Arduous { who, act },
                None => Choice::Pass { who },
            },
        }
    }

    // --- those who do not roll ---

    /// What a creature does by its habits.
    fn habit(&self, state: &State, who: Who, whim: &mut Whim) -> Act {
        let habits = self.sheet(state, who).habits;
        let scared = i32::from(state.health[ix(who)]) * 100
            <= i32::from(state.most[ix(who)]) * i32::from(habits.flees_at);
        if scared && let Some(act) = self.escape(state, who) {
            return act;
        }
        if habits.is_plain() {
            return self.onslaught(state, who, habits.prey, whim);
        }
        let shares = [habits.attack, habits.defend, habits.guard, habits.ability].map(u64::from);
        let mut lot = whim.below(shares.iter().sum::<u64>().max(1));
        let drawn = shares.iter().position(|&share| {
            let here = lot < share;
            lot = lot.saturating_sub(share);
            here
        });
        let act = match drawn {
            Some(1) => Some(self.stand(state, who)),
            Some(2) => Some(self.cover(state, who)),
            Some(3) => self.best_ability(state, who, state.zone_of(who), state.ardor[ix(who)], 0),
            _ => None,
        };
        act.unwrap_or_else(|| self.onslaught(state, who, habits.prey, whim))
    }

    /// Something to be seen doing while meaning another.
    fn pretence(&self, state: &State, who: Who, whim: &mut Whim) -> Act {
        match whim.below(3) {
            0 => Act::Defend { bar: None },
            1 => self.escape(state, who).unwrap_or(Act::Defend { bar: None }),
            _ => self.onslaught(state, who, Prey::Anyone, whim),
        }
    }

    /// Attacks whomever it prefers, or goes there.
    fn onslaught(&self, state: &State, who: Who, prey: Prey, whim: &mut Whim) -> Act {
        let zone = state.zone_of(who);
        let sheet = self.sheet(state, who);
        let foes = state.foes(who) & state.standing;
        let mut pick = |set: u32| match prey {
            Prey::Weakest => weakest(state, set),
            Prey::Strongest => each(set).max_by_key(|&one| state.health[ix(one)]).unwrap_or(Who(0)),
            Prey::Anyone => {
                let nth = whim.below(u64::from(set.count_ones().max(1))) as usize;
                each(set).nth(nth).unwrap_or(Who(0))
            }
        };
        let close = foes & state.in_zone(zone);
        if close != 0 && sheet.melee.is_some() {
            return Act::Attack { target: pick(close), ranged: false };
        }
        let seen = foes & state.in_zones(self.zones.sight(zone));
        if seen != 0 && sheet.ranged.is_some() {
            return Act::Attack { target: pick(seen), ranged: true };
        }
        self.approach(state, who, foes, &mut pick)
    }

    /// To where foes are, striking if that is one zone away.
    fn approach(&self, state: &State, who: Who, foes: u32, pick: &mut dyn FnMut(u32) -> Who) -> Act {
        let zone = state.zone_of(who);
        if state.stuck() & bit(who) != 0 {
            return Act::Defend { bar: None };
        }
        if self.sheet(state, who).melee.is_some() {
            let beside = foes & state.in_zones(self.zones.adjacent(zone));
            if beside != 0 {
                let target = pick(beside);
                return Act::MoveToAttack { to: state.zone_of(target), target };
            }
        }
        let goals = each(foes).map(|foe| state.zone_of(foe));
        let nearest = goals.min_by_key(|&goal| self.zones.distance(zone, goal));
        nearest.and_then(|goal| self.hurry(zone, goal)).unwrap_or(Act::Defend { bar: None })
    }

    /// Two zones toward a goal, or one.
    fn hurry(&self, from: u8, goal: u8) -> Option<Act> {
        if from == goal || self.zones.distance(from, goal) == Zones::APART {
            return None;
        }
        let via = self.zones.toward(from, goal);
        if via == goal {
            return Some(Act::Flee { to: goal });
        }
        Some(Act::MoveFar { via, to: self.zones.toward(via, goal) })
    }

    /// Holds its ground; who bars ways bars the one that leads to the nearest foe.
    fn stand(&self, state: &State, who: Who) -> Act {
        let zone = state.zone_of(who);
        let foes = state.foes(who) & state.standing & !state.in_zone(zone);
        let nearest =
            each(foes).map(|foe| state.zone_of(foe)).min_by_key(|&goal| self.zones.distance(zone, goal));
        let way = nearest.map(|goal| self.zones.toward(zone, goal)).filter(|&way| way != zone);
        Act::Defend { bar: way.filter(|_| self.sheet(state, who).habits.bars) }
    }

    /// Defends the friend beside it who has least left.
    fn cover(&self, state: &State, who: Who) -> Act {
        let zone = state.zone_of(who);
        let near = state.in_zones((1 << zone | self.zones.adjacent(zone)) & self.zones.sight(zone));
        let friends = state.friends(who) & state.standing & near & !bit(who);
        match each(friends).min_by_key(|&one| state.health[ix(one)]) {
            Some(ward) => Act::DefendOther { ward },
            None => self.stand(state, who),
        }
    }

    /// Off the field, or toward where that can be done.
    fn escape(&self, state: &State, who: Who) -> Option<Act> {
        if state.stuck() & bit(who) != 0 {
            return None;
        }
        let zone = state.zone_of(who);
        let exit = self.zones.nearest_exit(zone)?;
        if exit == zone {
            return Some(Act::Flee { to: OFF });
        }
        Some(Act::Flee { to: self.zones.toward(zone, exit) })
    }

    // --- heroes ---

    fn plan(&self, state: &State, who: Who) -> Act {
        if state.down & bit(who) != 0 {
            return Act::Rise { surge: state.surges[ix(who)] > 0 };
        }
        if self.in_need(state, who) != 0 {
            return Act::Recover;
        }
        let sheet = self.sheet(state, who);
        if !sheet.is_plain
            && let Some(act) = self.best_ability(state, who, state.zone_of(who), state.ardor[ix(who)], BLOW)
        {
            return act;
        }
        if state.down & state.friends(who) != 0
            && let Some(act) = self.help(state, who)
        {
            return act;
        }
        let foes = state.foes(who) & state.standing;
        let close = foes & state.in_zone(state.zone_of(who));
        if close != 0 && sheet.melee.is_some() {
            return Act::Attack { target: weakest(state, close), ranged: false };
        }
        let seen = foes & state.in_zones(self.zones.sight(state.zone_of(who)));
        if seen != 0 && sheet.ranged.is_some() {
            return Act::Attack { target: weakest(state, seen), ranged: true };
        }
        self.approach(state, who, foes, &mut |set| weakest(state, set))
    }

    /// Tends a fallen friend, or goes to one whom nobody is with.
    fn help(&self, state: &State, who: Who) -> Option<Act> {
        let zone = state.zone_of(who);
        let fallen = state.down & state.friends(who);
        let here = fallen & state.in_zone(zone);
        let act = |patient| Act::Tend { patient };
        if here != 0 {
            // Worth a round if the middle of the die is enough.
            let patient = lowest(here);
            let hopeful = self.bonus(state, who, act(patient)) + 10 >= self.challenge_in(state, zone);
            return hopeful.then_some(act(patient));
        }
        let threatened = state.foes(who) & state.standing & state.in_zone(zone) != 0;
        if threatened || state.stuck() & bit(who) != 0 {
            return None;
        }
        let alone = |one: &Who| {
            let beside = state.in_zone(state.zone_of(*one)) & state.standing;
            beside & state.friends(who) == 0
        };
        let goal = each(fallen).filter(alone).map(|one| state.zone_of(one));
        let goal = goal.min_by_key(|&goal| self.zones.distance(zone, goal))?;
        self.hurry(zone, goal)
    }

    /// More than one chance in four to slip, where care can be taken.
    fn is_risky(&self, state: &State, who: Who, act: Act) -> bool {
        if !self.care_is_offered(state, who, act) {
            return false;
        }
        let below = self.threat(state, who, act, false).map_or(i16::MIN, |(_, below)| below);
        below - 1 - self.bonus(state, who, act) > 5
    }

    /// Another attack that will be a full hit.
    #[inline(always)]
    fn second_blow(&self, state: &State, who: Who) -> Option<Act> {
        let zone = self.planned_zone(state, who);
        let foes = state.foes(who) & state.standing & state.in_zone(zone);
        if foes == 0 || self.sheet(state, who).melee.is_none() {
            return None;
        }
        let target = weakest(state, foes);
        let act = Act::Attack { target, ranged: false };
        let lands = self.second_score(state, who, act) >= state.score[ix(target)];
        (lands || state.inspired & bit(who) != 0).then_some(act)
    }

    fn second_thought(&self, state: &State, who: Who) -> Option<Act> {
        let free = state.inspired & bit(who) != 0;
        let zone = self.planned_zone(state, who);
        let purse = state.ardor[ix(who)].saturating_sub(u8::from(!free));
        if let Some(act) = self.best_ability(state, who, zone, purse, BLOW) {
            return Some(act);
        }
        if let Some(act) = self.second_blow(state, who) {
            return Some(act);
        }
        let foes = state.foes(who) & state.standing & state.in_zones(self.zones.sight(zone));
        if foes != 0 && self.sheet(state, who).ranged.is_some() {
            let target = weakest(state, foes);
            let act = Act::Attack { target, ranged: true };
            let lands = self.second_score(state, who, act) >= state.score[ix(target)];
            return (lands || free).then_some(act);
        }
        free.then_some(Act::Defend { bar: None })
    }

    // --- abilities ---

    /// The ability that promises most, if it promises more than `least` and its price.
    fn best_ability(&self, state: &State, who: Who, zone: u8, purse: u8, least: i32) -> Option<Act> {
        let (mut best, mut most) = (None, least);
        let done = match state.act[ix(who)] {
            Act::Ability { which, .. } if state.phase == Phase::Arduous => Some(which),
            _ => None,
        };
        for which in 0..self.sheet(state, who).abilities.len() as u8 {
            let Some(ability) = self.ability(state, who, which) else { continue };
            // What helps friends is done with doing it once.
            let again = done == Some(which) && !ability.takes.is_contested();
            if again || ability.cost > purse || !self.knows(state, who, which) {
                continue;
            }
            let taken = self.takes(state, who, ability);
            let reached = self.reached(zone, ability.reach);
            let price = i32::from(ability.cost) * ARDOR;
            let mut consider = |on, set| {
                let worth = self.worth(state, who, which, ability, set) - price;
                if worth > most {
                    (best, most) = (Some(Act::Ability { which, on }), worth);
                }
            };
            if ability.area {
                for zone in each_zone(reached) {
                    let set = state.in_zone(zone) & taken;
                    if set != 0 {
                        consider(zone, set);
                    }
                }
            } else {
                for one in each(taken & (state.in_zones(reached) | bit(who))) {
                    consider(one.0, bit(one));
                }
            }
        }
        best
    }

    /// What an ability is worth in health, over all whom it takes; harm to friends counts double.
    fn worth(&self, state: &State, who: Who, which: u8, ability: &Ability, set: u32) -> i32 {
        let bonus = self.bonus(state, who, Act::Ability { which, on: 0 });
        let rolls = state.rollers & bit(who) != 0;
        let mut sum = 0;
        for one in each(set) {
            let left = i32::from(state.health[ix(one)]);
            let missing = i32::from(state.most[ix(one)]) - left;
            let worth = match ability.takes {
                Takes::Friends | Takes::Oneself => {
                    let healed = ability.full.heal.map_or(0, middle).min(missing);
                    let lies = state.down & bit(one) != 0;
                    // A scratch is not worth a round.
                    let healed = if lies {
                        healed + ON_ONES_FEET
                    } else if missing > left {
                        healed
                    } else {
                        0
                    };
                    healed + self.worth_of_condition(state, one, ability.full.condition)
                }
                Takes::Foes | Takes::Everyone => {
                    // In twentieths: how many faces make a full hit of it.
                    let theirs = if state.phase == Phase::Intents { bonus } else { state.score[ix(one)] };
                    let reach = bonus - theirs + if rolls { 21 } else { 10 };
                    let full = i32::from(reach.clamp(1, 20));
                    let harm = |effect: crate::data::Effect| {
                        effect.damage.map_or(0, middle).min(left + 2)
                            + self.worth_of_condition(state, one, effect.condition)
                    };
                    (harm(ability.full) * full + harm(ability.glancing) * (20 - full)) / 20
                }
            };
            let against_friends = ability.takes.is_contested() && state.friends(who) & bit(one) != 0;
            sum += if against_friends { -2 * worth } else { worth };
        }
        sum
    }

    fn worth_of_condition(&self, state: &State, one: Who, condition: Option<(Condition, u8)>) -> i32 {
        match condition {
            Some((condition, _)) if state.is(one, condition) => 0,
            Some((Condition::Dazed | Condition::Prone, rounds)) => 2 + i32::from(rounds.min(3)),
            Some((Condition::Emboldened | Condition::Guarded, rounds)) => 1 + i32::from(rounds.min(3)),
            Some((Condition::Rooted, _)) => 1,
            None => 0,
        }
    }
}

/// About the middle of a roll, without any arithmetic that is slow.
fn middle(roll: Roll) -> i32 {
    i32::from(roll.count()) * (i32::from(roll.sides()) + 1) / 2 + i32::from(roll.added())
}

/// Somebody who is hurt already, the one with the least health left; or else the first.
#[inline(always)]
fn weakest(state: &State, set: u32) -> Who {
    let hurt = set & state.hurt;
    // One or none is the rule, and needs no look at their health.
    if hurt & hurt.wrapping_sub(1) == 0 {
        return lowest(if hurt != 0 { hurt } else { set });
    }
    // Health and number in one, so that there is nothing to guess for the processor.
    let mut least = u32::MAX;
    for one in each(hurt) {
        least = least.min((state.health[ix(one)] as u32) << 8 | u32::from(one.0));
    }
    Who(least as u8 & 31)
}

//! What an ability is worth, in health: for minds that must choose between it and a blow.

use fracas_dice::Roll;
use fracas_kernel::{Best, Whim, Who};

use crate::action::{Action, OFF};
use crate::data::{Ability, Ardor, Condition, Effect};
use crate::state::{Band, Phase, State};

/// What a basic attack is worth, about.
pub(crate) const BLOW: i32 = 6;
/// And what a point of Ardor is worth.
const ARDOR: i32 = 2;
/// What it is worth to have somebody back on their feet.
const ON_ONES_FEET: i32 = 8;

impl Ardor {
    /// The ability that promises most, if it promises more than `least` and its price.
    pub(crate) fn best_ability(
        &self,
        state: &State,
        who: Who,
        zone: u8,
        purse: u8,
        least: i32,
        whim: &mut Whim,
    ) -> Option<Action> {
        let mut best = Best::above(least);
        let done = match state.intent[who] {
            Action::Ability { which, .. } if state.phase == Phase::Arduous => Some(which),
            _ => None,
        };
        for which in self.powers(state, who, zone) {
            let Some(ability) = self.ability(state, who, which) else { continue };
            // What helps friends is done with doing it once.
            let again = done == Some(which) && !ability.takes.is_contested();
            if again || ability.cost > purse || !self.knows(state, who, which) {
                continue;
            }
            let taken = self.takes(state, who, ability);
            let taken = taken - self.unperceived(state, who);
            let reached = self.reached(state, zone, ability.reach);
            let price = i32::from(ability.cost) * ARDOR;
            let mut consider = |on, to, set| {
                let action = Action::Ability { which, on, to };
                best.consider(action, self.worth(state, who, action, ability, set) - price, whim);
            };
            if ability.area {
                for zone in reached {
                    let set = state.at[zone] & taken;
                    if !set.is_empty() {
                        consider(zone, OFF, set);
                    }
                }
            } else {
                for one in taken & state.in_zones(reached).with(who) {
                    if !ability.is_aimed_push() {
                        consider(one.0, OFF, Band::one(one));
                        continue;
                    }
                    let beside = self.zones(state).beside(state.zone[one]) & self.map_of(state, who);
                    beside.for_each(|to| consider(one.0, to, Band::one(one)));
                }
            }
        }
        best.found
    }

    /// Over all whom it takes; harm to friends counts double.
    fn worth(&self, state: &State, who: Who, action: Action, ability: &Ability, set: Band) -> i32 {
        if !ability.takes.is_contested() {
            return set.map(|one| worth_to_friend(state, one, ability.full)).sum();
        }
        let bonus = self.bonus(state, who, action);
        let rolled = state.phase == Phase::Arduous;
        let die = if state.rollers.has(who) { 21 } else { 10 };
        let harm = |one| {
            let theirs = match state.phase {
                Phase::Intents => bonus,
                // A friend who has still to roll will do as well as anybody.
                Phase::Commit if state.rollers.has(one) => self.bonus(state, one, state.intent[one]) + 10,
                _ => state.score[one],
            };
            // In twentieths: how many faces make a full hit of it, and how many a glancing one at least.
            let faces = |lead: i16| match rolled {
                true if state.inspired.has(who) => 20,
                true => 20 * i32::from(lead >= 0),
                false => i32::from((lead + die).clamp(1, 20)),
            };
            let ours = if rolled { self.second_score(state, who, action) } else { bonus };
            let (full, near) = (faces(ours - theirs), faces(ours - theirs + 9));
            // ARDOR-D7: a push is worth what it pushes somebody into.
            let pushed = self.pushes_to(state, who, action).and_then(|to| self.fall(to));
            let worth = |effect: Effect| {
                let fall = pushed
                    .filter(|_| effect.pushes())
                    .map_or(0, |fall| worth_to_foe(state, one, fall.effect));
                worth_to_foe(state, one, effect) + fall + i32::from(effect.pushes())
            };
            let harm = (worth(ability.full) * full + worth(ability.glancing) * (near - full)) / 20;
            if state.friends(who).has(one) { -2 * harm } else { harm }
        };
        set.map(harm).sum()
    }
}

fn worth_to_friend(state: &State, one: Who, effect: Effect) -> i32 {
    let left = i32::from(state.health[one]);
    let missing = i32::from(state.most[one]) - left;
    let healed = effect.heal.map_or(0, middle).min(missing);
    let healed = match state.down.has(one) {
        true => healed + ON_ONES_FEET,
        // A scratch is not worth a round.
        false if missing <= left => 0,
        false => healed,
    };
    healed + worth_of_another(state, one, effect.condition)
}

fn worth_to_foe(state: &State, one: Who, effect: Effect) -> i32 {
    let left = i32::from(state.health[one]);
    effect.damage.map_or(0, middle).min(left + 2) + worth_of_another(state, one, effect.condition)
}

fn worth_of_another(state: &State, one: Who, condition: Option<(Condition, u8)>) -> i32 {
    match condition {
        Some((condition, rounds)) if !state.is(one, condition) => worth_of_condition(condition, rounds),
        _ => 0,
    }
}

/// How much it matters to have a condition for this many rounds.
pub(crate) fn worth_of_condition(condition: Condition, rounds: u8) -> i32 {
    match condition {
        Condition::Dazed | Condition::Prone => 2 + i32::from(rounds.min(3)),
        Condition::Emboldened | Condition::Guarded => 1 + i32::from(rounds.min(3)),
        Condition::Rooted => 1,
    }
}

/// About the middle of a roll, without any arithmetic that is slow.
fn middle(roll: Roll) -> i32 {
    i32::from(roll.count()) * (i32::from(roll.sides()) + 1) / 2 + i32::from(roll.added())
}

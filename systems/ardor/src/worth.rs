//! What an ability is worth, in health: for minds that must choose between it and a blow.

use fracas_dice::Roll;
use fracas_kernel::Who;

use crate::action::Action;
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
    ) -> Option<Action> {
        let (mut best, mut most) = (None, least);
        let done = match state.intent[who] {
            Action::Ability { which, .. } if state.phase == Phase::Arduous => Some(which),
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
                    (best, most) = (Some(Action::Ability { which, on }), worth);
                }
            };
            if ability.area {
                for zone in reached {
                    let set = state.at[zone] & taken;
                    if !set.is_empty() {
                        consider(zone, set);
                    }
                }
            } else {
                for one in taken & state.in_zones(reached).with(who) {
                    consider(one.0, Band::one(one));
                }
            }
        }
        best
    }

    /// Over all whom it takes; harm to friends counts double.
    fn worth(&self, state: &State, who: Who, which: u8, ability: &Ability, set: Band) -> i32 {
        if !ability.takes.is_contested() {
            return set.map(|one| worth_to_friend(state, one, ability.full)).sum();
        }
        let bonus = self.bonus(state, who, Action::Ability { which, on: 0 });
        let die = if state.rollers.has(who) { 21 } else { 10 };
        let harm = |one| {
            // In twentieths: how many faces make a full hit of it.
            let theirs = if state.phase == Phase::Intents { bonus } else { state.score[one] };
            let full = i32::from((bonus - theirs + die).clamp(1, 20));
            let worth = |effect| worth_to_foe(state, one, effect);
            let harm = (worth(ability.full) * full + worth(ability.glancing) * (20 - full)) / 20;
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
    healed + worth_of_condition(state, one, effect.condition)
}

fn worth_to_foe(state: &State, one: Who, effect: Effect) -> i32 {
    let left = i32::from(state.health[one]);
    effect.damage.map_or(0, middle).min(left + 2) + worth_of_condition(state, one, effect.condition)
}

fn worth_of_condition(state: &State, one: Who, condition: Option<(Condition, u8)>) -> i32 {
    match condition {
        Some((condition, _)) if state.is(one, condition) => 0,
        Some((Condition::Dazed | Condition::Prone, rounds)) => 2 + i32::from(rounds.min(3)),
        Some((Condition::Emboldened | Condition::Guarded, rounds)) => 1 + i32::from(rounds.min(3)),
        Some((Condition::Rooted, _)) => 1,
        None => 0,
    }
}

/// About the middle of a roll, without any arithmetic that is slow.
fn middle(roll: Roll) -> i32 {
    i32::from(roll.count()) * (i32::from(roll.sides()) + 1) / 2 + i32::from(roll.added())
}

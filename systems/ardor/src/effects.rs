//! What actions, abilities and fumbles do, in words with their numbers.

use fracas_kernel::{Handle, Unit, Who};

use crate::action::Action;
use crate::attack::{FULL, GLANCING};
use crate::data::{Ability, Ardor, Condition, Effect, Fumble, Reach, Takes};
use crate::features::Feature;
use crate::state::State;

pub(crate) const HEALTH: Unit = Unit::new("point of health", "points of health", "health");
pub(crate) const ARDOR: Unit = Unit::new("point of Ardor", "points of Ardor", "Ardor");
pub(crate) const SURGES: Unit = Unit::new("healing surge", "healing surges", "surge");
pub(crate) const TRAUMA: Unit = Unit::new("Trauma", "Trauma", "Trauma");
pub(crate) const XP: Unit = Unit::new("XP", "XP", "XP");
pub(crate) const ROUNDS: Unit = Unit::new("round", "rounds", "rounds");
pub(crate) const POINTS: Unit = Unit::new("point", "points", "points");

impl Ardor {
    /// What an action does.
    pub(crate) fn action_effect(&self, state: &State, who: Who, action: Action) -> String {
        if let Action::Ability { which, .. } = action {
            return match self.feature(which) {
                Some(feature) => self.feature_effect(state, feature),
                None => self.ability(state, who, which).map_or(String::new(), ability_effect),
            };
        }
        let hit = format!("Full hit: {FULL} damage. Glancing hit: {GLANCING} damage.");
        let challenge = |zone| self.challenge_in(state, zone);
        let effect = match action {
            Action::Nothing | Action::Ability { .. } => "Nothing.".to_owned(),
            Action::Door { what, .. } => door_effect(what).to_owned(),
            Action::MoveFar { to, .. } if !self.is_zone(to) => "One zone, then off the field.".to_owned(),
            Action::MoveFar { .. } => "Two zones. Shut doors are opened in passing.".to_owned(),
            Action::MoveToAttack { .. } => format!("One zone, then a melee attack. {hit}"),
            Action::MoveAndShoot { .. } => format!("One zone, then a shot. {hit}"),
            Action::AttackAndMove { ranged: false, .. } => format!("A melee attack, then one zone. {hit}"),
            Action::AttackAndMove { ranged: true, .. } => format!("A shot, then one zone. {hit}"),
            Action::Attack { .. } => hit,
            Action::Defend { bar: None } => "Glancing hits on you miss.".to_owned(),
            Action::Defend { bar: Some(_) } => {
                "Glancing hits on you miss. No foe whose score is yours or lower can go this way.".to_owned()
            }
            Action::DefendOther { .. } => {
                "A friend can use your score against melee if you are near, and against shots if you are between."
                    .to_owned()
            }
            Action::Flee { to } => {
                let how = if self.is_zone(to) { "One zone" } else { "Off the field" };
                format!("{how}. Attacks that you beat by 3 or more miss.")
            }
            Action::Recover => "Spends a healing surge: d6 health, and on a 6 one Ardor as well.".to_owned(),
            Action::Rise { surge } => {
                let die = if surge { "d20 + d6" } else { "d20" };
                let challenge = challenge(state.zone[who]);
                format!("{die} less your Trauma against {challenge}: you get up with d6 health, on a natural 20 with 2d6.")
            }
            Action::Tend { patient } => {
                let challenge = challenge(state.zone[patient]);
                format!("If your score is {challenge} or more, the other gets up with d6 health.")
            }
        };
        match self.modifier(state, who, action) {
            0 => effect,
            modifier => format!("{effect} {modifier:+} on your score."),
        }
    }
}

impl Ardor {
    /// What using a feature does; a zone that the heroes have not seen has no name.
    pub(crate) fn feature_effect(&self, state: &State, feature: &Feature) -> String {
        let place = |zone: u8| match state.seen.has(zone) {
            true => self.zone_name(zone).to_owned(),
            false => "another zone".to_owned(),
        };
        power_effect(&feature.ability, &place)
    }
}

fn door_effect(what: Handle) -> &'static str {
    match what {
        Handle::Open => "It stands open, for everybody.",
        Handle::Shut => "Nobody sees, shoots or goes through, this round. Then a move opens it again.",
        Handle::Bar => "It opens from this side only; from the other it has to be forced.",
        Handle::Force => "If your score is high enough it is broken for good. If not, it gives by 2.",
        Handle::Pick => "If your score is high enough it is open.",
    }
}

/// What an ability does, and to whom.
pub(crate) fn ability_effect(ability: &Ability) -> String {
    power_effect(ability, &|_| "another zone".to_owned())
}

/// The same for whatever can push people into zones, of which `place` knows the names.
fn power_effect(ability: &Ability, place: &dyn Fn(u8) -> String) -> String {
    let effect_words = |effect| effect_words(effect, place);
    let mut parts = vec![format!("{}.", range(ability))];
    if !ability.about.is_empty() {
        parts.insert(0, ability.about.clone());
    }
    if ability.takes.is_contested() {
        parts.push(format!("Full hit: {}.", effect_words(ability.full)));
        let glancing = match ability.glancing.is_nothing() {
            true => "nothing".to_owned(),
            false => effect_words(ability.glancing),
        };
        parts.push(format!("Glancing hit: {glancing}."));
    } else {
        parts.push(format!("It always works: {}.", effect_words(ability.full)));
    }
    if ability.modifier != 0 {
        parts.push(format!("{:+} on the score.", ability.modifier));
    }
    parts.join(" ")
}

/// "One enemy in sight", "All friends in your zone or one beside it".
fn range(ability: &Ability) -> String {
    let whom = match (ability.takes, ability.area) {
        (Takes::Oneself, _) => return "Yourself".to_owned(),
        (Takes::Foes, false) => "One enemy",
        (Takes::Foes, true) => "All enemies",
        (Takes::Friends, false) => "One friend",
        (Takes::Friends, true) => "All friends",
        (Takes::Everyone, _) => "Everybody else, friends too,",
    };
    let place = match (ability.reach, ability.area) {
        (Reach::Melee, _) => "in your zone",
        (Reach::Near, _) => "in your zone or one beside it",
        (Reach::Ranged, false) => "in sight",
        (Reach::Ranged, true) => "in one zone in sight",
    };
    format!("{whom} {place}")
}

pub(crate) fn effect_words(effect: Effect, place: &dyn Fn(u8) -> String) -> String {
    let damage = effect.damage.map(|roll| format!("{roll} damage"));
    let heal = effect.heal.map(|roll| format!("{roll} health"));
    let condition = effect.condition.map(condition_words);
    let push = effect.push.then(|| "a push into a zone next to it".to_owned());
    let push_to = effect.push_to.map(|to| format!("off to {}", place(to)));
    let all = damage.into_iter().chain(heal).chain(condition).chain(push).chain(push_to);
    all.collect::<Vec<_>>().join(" and ")
}

/// "dazed for 2 rounds (-3 on its Action Score)"
fn condition_words((condition, rounds): (Condition, u8)) -> String {
    format!("{} for {} ({})", condition.name(), ROUNDS.count(rounds.into()), condition.means())
}

/// What a fumble does.
pub(crate) fn fumble_effect(fumble: &Fumble) -> String {
    let spoils = fumble.spoils.then(|| "the action fails".to_owned());
    let hurts = fumble.hurts.map(|roll| format!("{roll} damage"));
    let friend = fumble.hurts_friend.map(|roll| format!("{roll} damage to a friend in the same zone"));
    let ardor = (fumble.costs_ardor > 0).then(|| format!("{} lost", ARDOR.count(fumble.costs_ardor.into())));
    let condition = fumble.condition.map(condition_words);
    let all = spoils.into_iter().chain(hurts).chain(friend).chain(ardor).chain(condition);
    format!("{}: {}", fumble.what, all.collect::<Vec<_>>().join(", "))
}

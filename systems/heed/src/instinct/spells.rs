//! What spells are worth to a quick mind: which to charge, and on whom to cast.

use fracas_kernel::{Best, Whim, Who};

use crate::choices::{Deed, Target};
use crate::data::{Condition, Does, Heed, Power, Takes};
use crate::state::{Band, MAX_KEPT, State, UNCHARGED};

/// What a plain attack is worth, beside spells; and what it is worth to have nobody at hand to attack.
const ATTACK: i32 = 7;
const NO_ATTACK: i32 = 2;
/// What each enemy takes off the worth of a charge who could interrupt it.
const RISK: i32 = 3;

impl Heed {
    /// Charges the spell that promises most, and casts what is charged.
    pub(super) fn think_of_spells(&self, state: &State, who: Who, whim: &mut Whim) -> Option<Deed> {
        let one = state.one(who);
        let sheet = self.sheet(state, who);
        if sheet.spells.is_empty() {
            return None;
        }
        if one.charge != UNCHARGED {
            let (target, _) = self.best_target(state, who, one.charge, whim)?;
            return Some(Deed::Cast { target });
        }
        if !self.may_set_up(state, who) || state.set_up.has(who) {
            return None;
        }
        let risk = RISK * self.threats(state, who).len() as i32;
        let near = (state.foes(who) & state.standing).meets(state.in_zone(one.zone));
        let mut best = (if self.is_armed(one) && near { ATTACK } else { NO_ATTACK }, None);
        for spell in 0..sheet.spells.len() as u8 {
            let Some(known) = self.spell(state, who, spell) else { continue };
            let index = sheet.spells[spell as usize];
            if !self.can_read(state, who, index)
                || known.level > one.free()
                || known.concentration && state.kept().len() >= MAX_KEPT
            {
                continue;
            }
            if let Some((_, worth)) = self.best_target(state, who, spell, whim)
                && worth - risk > best.0
            {
                best = (worth - risk, Some(Deed::Charge { spell }));
            }
        }
        best.1
    }

    /// Uses what is in the zone, if that promises more than anything else.
    pub(super) fn think_of_features(&self, state: &State, who: Who, whim: &mut Whim) -> Option<Deed> {
        let one = state.one(who);
        if self.offered[one.zone].is_empty() {
            return None;
        }
        let near = (state.foes(who) & state.standing).meets(state.in_zone(one.zone));
        let mut best = Best::above(if near { ATTACK } else { NO_ATTACK });
        self.usable(state, who, &mut |feature, power, target| {
            let set = match target {
                Target::One(one) => Band::one(one),
                Target::Zone(zone) => self.known_in(state, who, zone, power),
            };
            let worth = self.worth(state, who, power, set);
            best.consider(Deed::Work { feature, target }, worth, whim);
            false
        });
        best.found
    }

    /// Where a potion is best used, if it is worth more there than an attack.
    pub(super) fn best_use(&self, state: &State, who: Who, power: &Power, whim: &mut Whim) -> Option<Target> {
        let mut best = Best::above(ATTACK);
        self.power_targets(state, who, power, &mut |target| {
            let set = match target {
                Target::One(one) => Band::one(one),
                Target::Zone(zone) => self.known_in(state, who, zone, power),
            };
            let worth = self.worth(state, who, power, set);
            best.consider(target, worth, whim);
            false
        });
        best.found
    }

    /// Whom a power would take in a zone, as far as `who` knows.
    fn known_in(&self, state: &State, who: Who, zone: u8, power: &Power) -> Band {
        (state.in_zone(zone) & self.takes(state, who, power)) - self.unperceived(state, who)
    }

    fn best_target(&self, state: &State, who: Who, spell: u8, whim: &mut Whim) -> Option<(Target, i32)> {
        let index = self.spell_at(state, who, spell)?;
        let known = &self.spells[index as usize];
        let mut best = Best::above(i32::MIN);
        self.power_targets(state, who, &known.power, &mut |target| {
            let set = match target {
                Target::One(one) if known.concentration && self.keeps(state, who, index, one) => {
                    return false;
                }
                Target::One(one) => Band::one(one),
                Target::Zone(zone) => self.known_in(state, who, zone, &known.power),
            };
            let worth = self.worth(state, who, &known.power, set);
            best.consider(target, worth, whim);
            false
        });
        best.found.map(|target| (target, best.worth))
    }

    /// What a power is worth, taken over all whom it takes; harm to friends counts double.
    fn worth(&self, state: &State, who: Who, power: &Power, set: Band) -> i32 {
        let helps = matches!(power.does, Does::Heal(_)) || power.takes == Takes::Friends;
        set.map(|target| {
            let dodged = if power.dodge { state.one(target).dodges().len() as i32 } else { 0 };
            let worth = self.worth_for_one(state, who, power, target) * (6 - dodged) / 6;
            if state.friends(who).has(target) && !helps { -2 * worth } else { worth }
        })
        .sum()
    }

    fn worth_for_one(&self, state: &State, who: Who, power: &Power, target: Who) -> i32 {
        let one = state.one(target);
        let left = i32::from(one.grit.saturating_sub(one.wound_count()));
        match power.does {
            Does::Wound { heavy } => 8 + if heavy { 4 } else { 0 } + if left <= 1 { 4 } else { 0 },
            Does::Heal(_) if state.standing.has(target) => {
                if left <= 1 {
                    8
                } else {
                    1
                }
            }
            Does::Heal(wounds) if one.wound_count().saturating_sub(wounds) < one.grit => 14,
            Does::Heal(_) => 3,
            Does::Afflict { condition, .. } if state.is(target, condition) => 0,
            Does::Afflict { condition: Condition::Warded, .. } => 8 - left,
            Does::Afflict { condition: Condition::Held, .. } => 6 + left,
            Does::Afflict { condition: Condition::Prone, .. } => 4,
            Does::Afflict { .. } => 6,
            Does::Disarm if self.is_armed(one) => 7,
            Does::Disarm => 0,
            // Whom somebody heeds out of sight, nobody can tell.
            Does::Scatter => {
                3 * (i32::from(one.filled()) - (one.heeds & self.unperceived(state, who)).len() as i32)
            }
        }
    }
}

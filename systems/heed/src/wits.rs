//! What spells are worth to a quick mind: which to charge, and on whom to cast.

use fracas_kernel::Who;

use crate::choices::{Choice, Target};
use crate::data::{Condition, Does, Heed, Power, Takes, flag};
use crate::state::{MOST_KEPT, NOBODY, State, bit, each};

/// What a plain attack is worth, beside spells.
const ATTACK: i32 = 7;

impl Heed {
    pub(crate) fn heals(&self, kind: u8) -> bool {
        let power = self.items.get(kind as usize).and_then(|item| item.power);
        power.is_some_and(|power| matches!(power.does, Does::Heal(_)) && !power.area)
    }

    /// Charges the spell that promises most, and casts what is charged.
    pub(crate) fn think_of_spells(&self, state: &State, who: Who) -> Option<Choice> {
        let one = state.one(who);
        if one.charge != NOBODY {
            let (target, _) = self.best_target(state, who, one.charge)?;
            return Some(Choice::Cast { who, target });
        }
        if !self.may_set_up(state, who) || state.set_up & bit(who) != 0 {
            return None;
        }
        let risk = 3 * self.threats(state, who).count_ones() as i32;
        let sheet = self.sheet(state, who);
        let armed = one.hands.iter().any(|&kind| self.has(kind, flag::MELEE | flag::SHOT));
        let near = state.in_zone(one.zone) & state.foes(who) & state.standing != 0;
        let mut best = (if armed && near { ATTACK } else { 2 }, None);
        for spell in 0..sheet.spells.len() as u8 {
            let Some(known) = self.spell(state, who, spell) else { continue };
            if known.level > one.free() || known.concentration && usize::from(state.kept_count) >= MOST_KEPT {
                continue;
            }
            if let Some((_, worth)) = self.best_target(state, who, spell)
                && worth - risk > best.0
            {
                best = (worth - risk, Some(spell));
            }
        }
        best.1.map(|spell| Choice::Charge { who, spell })
    }

    fn best_target(&self, state: &State, who: Who, spell: u8) -> Option<(Target, i32)> {
        let index = *self.sheet(state, who).spells.get(spell as usize)?;
        let known = &self.spells[index as usize];
        let mut best: Option<(Target, i32)> = None;
        self.power_targets(state, who, &known.power, &mut |target| {
            let set = match target {
                Target::One(one) => {
                    if known.concentration && self.keeps(state, who, index, one) {
                        return false;
                    }
                    bit(one)
                }
                Target::Zone(zone) => state.in_zone(zone) & self.takes(state, who, &known.power),
            };
            let worth = self.worth(state, who, &known.power, set);
            if best.is_none_or(|(_, most)| worth > most) {
                best = Some((target, worth));
            }
            false
        });
        best
    }

    /// What a power is worth, taken over all whom it takes; harm to friends counts double.
    fn worth(&self, state: &State, who: Who, power: &Power, set: u32) -> i32 {
        each(set)
            .map(|target| {
                let worth = self.worth_for_one(state, power, target);
                let friend = state.friends(who) & bit(target) != 0;
                let helps = matches!(power.does, Does::Heal(_)) || power.takes == Takes::Friends;
                if friend && !helps { -2 * worth } else { worth }
            })
            .sum()
    }

    fn worth_for_one(&self, state: &State, power: &Power, target: Who) -> i32 {
        let one = state.one(target);
        let left = i32::from(one.grit.saturating_sub(one.wound_count()));
        match power.does {
            Does::Wound { heavy } => 8 + if heavy { 4 } else { 0 } + if left <= 1 { 4 } else { 0 },
            Does::Heal(wounds) => match state.standing & bit(target) {
                0 if one.wound_count().saturating_sub(wounds) < one.grit => 14,
                0 => 3,
                _ if left <= 1 => 8,
                _ => 1,
            },
            Does::Afflict { condition, .. } if state.is(target, condition) => 0,
            Does::Afflict { condition: Condition::Warded, .. } => 8 - left,
            Does::Afflict { condition: Condition::Held, .. } => 6 + left,
            Does::Afflict { condition: Condition::Prone, .. } => 4,
            Does::Afflict { .. } => 6,
            Does::Disarm => {
                let armed = one.hands.iter().any(|&kind| self.has(kind, flag::MELEE | flag::SHOT));
                if armed { 7 } else { 0 }
            }
            Does::Scatter => 3 * i32::from(one.filled()),
        }
    }
}

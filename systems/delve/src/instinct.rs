//! A quick, sensible mind: it casts when that is worth it, runs when it is hopeless, strikes the weakest enemy close by,
//! shoots where no friend is in the way, and otherwise goes to where the enemy is.

use fracas_kernel::{Who, Zones};

use crate::choices::{Choice, Target};
use crate::data::{Attack, Condition, Delve, Does, Reach, Save, Spell, Takes};
use crate::state::{Phase, State, bit, each, first, ix};

impl Delve {
    #[inline(always)]
    pub(crate) fn think(&self, state: &State, asked: u32) -> Choice {
        let who = first(asked & state.acting);
        match self.strike_at_once(state, who) {
            Some((with, _, target)) => Choice::Attack { who, with, target },
            None => self.think_twice(state, who),
        }
    }

    /// The short way: somebody with an enemy close by strikes, if there is nothing to think about. With what, and whom?
    #[inline(always)]
    pub(crate) fn strike_at_once(&self, state: &State, who: Who) -> Option<(u8, &Attack, Who)> {
        let close = state.foes(who) & state.standing & state.in_zone(state.zone_of(who));
        if close == 0 || state.acted & bit(who) != 0 || state.phase == Phase::Before {
            return None;
        }
        let (with, attack) = self.brief(state, who).at_once.as_ref()?;
        Some((*with, attack, weakest(state, close)))
    }

    #[inline(never)]
    pub(crate) fn think_twice(&self, state: &State, who: Who) -> Choice {
        if state.phase == Phase::Before {
            return Choice::Begin { who };
        }
        if state.acted & bit(who) != 0 {
            return Choice::Done { who };
        }
        let sheet = self.sheet(state, who);
        let foes = state.foes(who) & state.standing;
        if self.zones.exits() != 0 && self.is_hopeless(state, who, foes) {
            return self.run(state, who);
        }
        if !sheet.spells.is_empty()
            && let Some(choice) = self.spell_worth_casting(state, who)
        {
            return choice;
        }
        let close = foes & state.in_zone(state.zone_of(who));
        if close != 0
            && let Some(with) = sheet.best[Reach::Close as usize]
        {
            return Choice::Attack { who, with, target: weakest(state, close) };
        }
        self.reach_out(state, who, foes)
    }

    /// Nobody is close, or there is nothing to strike with.
    fn reach_out(&self, state: &State, who: Who, foes: u32) -> Choice {
        let zone = state.zone_of(who);
        let sheet = self.sheet(state, who);
        for reach in [Reach::Near, Reach::Far] {
            let Some(with) = sheet.best[reach as usize] else { continue };
            let seen = foes & state.in_zones(self.reached(zone, reach));
            let clear =
                each(seen).filter(|&foe| self.is_clear_shot(state, foe)).fold(0, |set, foe| set | bit(foe));
            // Into a melee only for want of anything better.
            let hopeless_melee = sheet.best[Reach::Close as usize].is_none();
            let targets = if clear == 0 && hopeless_melee { seen } else { clear };
            if targets != 0 {
                return Choice::Attack { who, with, target: weakest(state, targets) };
            }
        }
        match self.nearest_foe_zone(state, who, foes) {
            Some(goal) if goal != zone => Choice::Move { who, to: self.zones.toward(zone, goal) },
            _ => Choice::Done { who },
        }
    }

    /// No friend of the shooter stands beside the target.
    fn is_clear_shot(&self, state: &State, target: Who) -> bool {
        state.in_zone(state.zone_of(target)) & state.standing & state.foes(target) == 0
    }

    fn nearest_foe_zone(&self, state: &State, who: Who, foes: u32) -> Option<u8> {
        let zone = state.zone_of(who);
        each(foes)
            .map(|foe| state.zone_of(foe))
            .filter(|&goal| self.zones.distance(zone, goal) != Zones::APART)
            .min_by_key(|&goal| self.zones.distance(zone, goal))
    }

    /// Badly hurt, and two to one against it; or the last one, with three against it.
    fn is_hopeless(&self, state: &State, who: Who, foes: u32) -> bool {
        if self.sheet(state, who).fearless {
            return false;
        }
        let friends = (state.friends(who) & state.standing).count_ones();
        let against = (foes & !state.helpless()).count_ones();
        let hurt = state.hp[ix(who)] * 3 <= state.most_hp[ix(who)];
        let hopeless = (hurt && against >= 2 * friends) || (friends == 1 && against >= 3);
        hopeless && self.zones.nearest_exit(state.zone_of(who)).is_some()
    }

    fn run(&self, state: &State, who: Who) -> Choice {
        let zone = state.zone_of(who);
        match self.zones.nearest_exit(zone) {
            Some(exit) if exit == zone => Choice::Leave { who },
            Some(exit) => Choice::Move { who, to: self.zones.toward(zone, exit) },
            None => Choice::Done { who },
        }
    }

    /// The spell that promises most, if it promises more than a weapon would.
    fn spell_worth_casting(&self, state: &State, who: Who) -> Option<Choice> {
        let zone = state.zone_of(who);
        let sheet = self.sheet(state, who);
        let (mut best, mut best_worth) = (None, WEAPON_WORTH);
        for (spell, &index) in (0..).zip(&sheet.spells) {
            let cast = &self.spells[index as usize];
            if state.slots[ix(who)][cast.level as usize - 1] == 0 {
                continue;
            }
            let taken = self.takes(state, who, cast);
            let reached = self.reached(zone, cast.reach);
            let mut consider = |target, set| {
                let worth = self.worth(state, who, cast, set);
                if worth > best_worth {
                    best = Some(Choice::Cast { who, spell, target });
                    best_worth = worth;
                }
            };
            if cast.area {
                for zone in crate::choices::each_zone(reached) {
                    let set = state.in_zone(zone) & taken;
                    if set != 0 {
                        consider(Target::Zone(zone), set);
                    }
                }
            } else {
                for one in each(taken & state.in_zones(reached)) {
                    consider(Target::One(one), bit(one));
                }
            }
        }
        best
    }

    /// What a spell is worth in hit points, taken over all whom it takes; harm to friends counts double.
    fn worth(&self, state: &State, who: Who, spell: &Spell, set: u32) -> i32 {
        let friends = state.friends(who);
        let mut budget = match spell.effect.does {
            Does::Slumber { dice, .. } => middle(dice),
            _ => 0,
        };
        let mut sum = 0;
        for one in each(set) {
            let left = i32::from(state.hp[ix(one)] - state.later.harm[ix(one)]);
            let worth = match spell.effect.does {
                Does::Damage(roll) => {
                    let saved = if spell.effect.save == Save::No { 4 } else { 3 };
                    (middle(roll) * saved / 4).min(left.max(0))
                }
                Does::Heal(roll) => {
                    let missing = i32::from(state.most_hp[ix(one)]) - left;
                    let lies = state.standing & bit(one) == 0;
                    let worth = middle(roll).min(missing);
                    if lies {
                        worth + 6
                    } else if missing * 2 > left + missing {
                        worth
                    } else {
                        0
                    }
                }
                Does::Afflict { condition, .. } if state.is(one, condition) => 0,
                Does::Afflict { condition, .. } if condition.is_good() => 2,
                Does::Afflict { condition: Condition::Held | Condition::Asleep, .. } => left * 2 / 3,
                Does::Afflict { .. } => left / 3,
                Does::Slumber { most, .. } => {
                    let size = i32::from(self.sheet(state, one).hit_dice());
                    let can = size <= i32::from(most) && size <= budget && !state.is(one, Condition::Asleep);
                    if can {
                        budget -= size;
                        left.max(3)
                    } else {
                        0
                    }
                }
            };
            let hurts = !matches!(spell.effect.does, Does::Heal(_)) && spell.takes != Takes::Friends;
            sum += if hurts && friends & bit(one) != 0 { -2 * worth } else { worth };
        }
        sum
    }
}

/// A spell must promise more than this to be worth the action.
const WEAPON_WORTH: i32 = 3;

/// About the middle of a roll, without any arithmetic that is slow.
fn middle(roll: fracas_dice::Roll) -> i32 {
    i32::from(roll.count()) * (i32::from(roll.sides()) + 1) / 2 + i32::from(roll.added())
}

/// Somebody who is hurt already, the one with the fewest hit points left; or else the first.
#[inline(always)]
fn weakest(state: &State, set: u32) -> Who {
    let hurt = set & state.hurt;
    // One or none is the rule, and needs no look at hit points.
    if hurt & hurt.wrapping_sub(1) == 0 && state.later.touched == 0 {
        return first(if hurt != 0 { hurt } else { set });
    }
    weakest_of_several(state, set)
}

/// Counts harm that is on its way; those who are as good as down come last.
#[inline(never)]
fn weakest_of_several(state: &State, set: u32) -> Who {
    let left = |one| (state.hp[ix(one)] - state.later.harm[ix(one)] - 1) as u16;
    each(set).min_by_key(|&one| left(one)).unwrap_or(Who(0))
}

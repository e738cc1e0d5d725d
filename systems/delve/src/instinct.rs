//! A quick, sensible mind: it casts when that is worth it, runs when it is hopeless, strikes the weakest enemy close by,
//! shoots where no friend is in the way, and otherwise goes to where the enemy is.

use fracas_dice::{Dice, Roll};
use fracas_kernel::{Crowd, Log, Think, Whim, Who, Zones};

use crate::apply::Turn;
use crate::choices::{Choice, Deed, Target};
use crate::data::{Attack, Condition, Delve, Does, Reach, Save, Spell, Takes};
use crate::event::Event;
use crate::state::{Band, Phase, State};

impl Think for Delve {
    #[inline(always)]
    fn instinct(&self, state: &State, asked: Crowd, _whim: &mut Whim) -> Choice {
        let who = first(state, asked);
        match self.strike_at_once(state, who) {
            Some((with, _, target)) => who.does(Deed::Attack { with, target }),
            None => who.does(self.think_twice(state, who)),
        }
    }

    /// Thinking and striking know the same things, and look them up once.
    #[inline(always)]
    fn follow_instinct(
        &self,
        state: &mut State,
        asked: Crowd,
        _whim: &mut Whim,
        dice: &mut impl Dice,
        log: &mut impl Log<Event>,
    ) {
        let who = first(state, asked);
        let at_once = self.strike_at_once(state, who);
        let mut turn = Turn { rules: self, state, dice, log };
        match at_once {
            Some((with, attack, target)) => turn.strike(who, with, attack, target),
            None => act_after_thought(turn.anew(), who),
        }
        turn.settle();
    }
}

/// Whoever of those who are asked comes first.
#[inline(always)]
fn first(state: &State, asked: Crowd) -> Who {
    (Band::of(asked.0 as u32) & state.acting).head()
}

#[inline(never)]
fn act_after_thought<D: Dice, L: Log<Event>>(mut turn: Turn<'_, D, L>, who: Who) {
    let deed = turn.rules.think_twice(turn.state, who);
    turn.act(who.does(deed));
}

impl Delve {
    /// The short way: somebody with an enemy close by strikes, if there is nothing to think about. With what, and whom?
    #[inline(always)]
    fn strike_at_once(&self, state: &State, who: Who) -> Option<(u8, &Attack, Who)> {
        let close = state.foes(who) & state.standing & state.around(who);
        if close.is_empty() || state.acted.has(who) || state.phase == Phase::Before {
            return None;
        }
        let (with, attack) = self.brief(state, who).at_once.as_ref()?;
        Some((*with, attack, weakest(state, close)))
    }

    #[inline(never)]
    fn think_twice(&self, state: &State, who: Who) -> Deed {
        if state.phase == Phase::Before {
            return Deed::Begin;
        }
        if state.acted.has(who) {
            return Deed::Done;
        }
        let sheet = self.sheet(state, who);
        let foes = state.foes(who) & state.standing;
        if !self.zones.exit_zones().is_empty() && self.is_hopeless(state, who, foes) {
            return self.run(state, who);
        }
        if !sheet.spells.is_empty()
            && let Some(choice) = self.spell_worth_casting(state, who)
        {
            return choice;
        }
        let close = foes & state.around(who);
        if !close.is_empty()
            && let Some(with) = sheet.best[Reach::Close as usize]
        {
            return Deed::Attack { with, target: weakest(state, close) };
        }
        self.reach_out(state, who, foes)
    }

    /// Nobody is close, or there is nothing to strike with.
    fn reach_out(&self, state: &State, who: Who, foes: Band) -> Deed {
        let zone = state.zone[who];
        let sheet = self.sheet(state, who);
        for reach in [Reach::Near, Reach::Far] {
            let Some(with) = sheet.best[reach as usize] else { continue };
            let seen = foes & state.in_zones(self.reached(zone, reach));
            let clear: Band = seen.filter(|&foe| is_clear_shot(state, foe)).collect();
            // Into a melee only for want of anything better.
            let hopeless_melee = sheet.best[Reach::Close as usize].is_none();
            let targets = if clear.is_empty() && hopeless_melee { seen } else { clear };
            if !targets.is_empty() {
                return Deed::Attack { with, target: weakest(state, targets) };
            }
        }
        match self.nearest_foe_zone(state, who, foes) {
            Some(goal) if goal != zone => Deed::Move { to: self.zones.toward(zone, goal) },
            _ => Deed::Done,
        }
    }

    fn nearest_foe_zone(&self, state: &State, who: Who, foes: Band) -> Option<u8> {
        let zone = state.zone[who];
        foes.map(|foe| state.zone[foe])
            .filter(|&goal| self.zones.distance(zone, goal) != Zones::APART)
            .min_by_key(|&goal| self.zones.distance(zone, goal))
    }

    /// Badly hurt, and two to one against it; or the last one, with three against it.
    fn is_hopeless(&self, state: &State, who: Who, foes: Band) -> bool {
        if self.sheet(state, who).fearless {
            return false;
        }
        let friends = (state.friends(who) & state.standing).len();
        let against = (foes - state.helpless()).len();
        let hurt = state.hp[who] * 3 <= state.max_hp[who];
        let hopeless = (hurt && against >= 2 * friends) || (friends == 1 && against >= 3);
        hopeless && self.zones.nearest_exit(state.zone[who]).is_some()
    }

    fn run(&self, state: &State, who: Who) -> Deed {
        let zone = state.zone[who];
        match self.zones.nearest_exit(zone) {
            Some(exit) if exit == zone => Deed::Leave,
            Some(exit) => Deed::Move { to: self.zones.toward(zone, exit) },
            None => Deed::Done,
        }
    }

    /// The spell that promises most, if it promises more than a weapon would.
    fn spell_worth_casting(&self, state: &State, who: Who) -> Option<Deed> {
        let zone = state.zone[who];
        let sheet = self.sheet(state, who);
        let (mut best, mut best_worth) = (None, WEAPON_WORTH);
        for (spell, &index) in (0..).zip(&sheet.spells) {
            let cast = &self.spells[index as usize];
            if state.slots[who][cast.level as usize - 1] == 0 {
                continue;
            }
            let taken = self.takes(state, who, cast);
            let reached = self.reached(zone, cast.reach);
            let mut consider = |target, set| {
                let worth = self.worth(state, who, cast, set);
                if worth > best_worth {
                    best = Some(Deed::Cast { spell, target });
                    best_worth = worth;
                }
            };
            if cast.area {
                for zone in reached {
                    let set = state.at[zone] & taken;
                    if !set.is_empty() {
                        consider(Target::Zone(zone), set);
                    }
                }
            } else {
                for one in taken & state.in_zones(reached) {
                    consider(Target::One(one), Band::one(one));
                }
            }
        }
        best
    }

    /// What a spell is worth in hit points, taken over all whom it takes; harm to friends counts double.
    fn worth(&self, state: &State, who: Who, spell: &Spell, set: Band) -> i32 {
        let friends = state.friends(who);
        let mut budget = match spell.effect.does {
            Does::Slumber { dice, .. } => middle(dice),
            _ => 0,
        };
        let mut sum = 0;
        for one in set {
            let left = i32::from(state.hp[one] - state.later.harm[one]);
            let worth = match spell.effect.does {
                Does::Damage(roll) => {
                    let saved = if spell.effect.save == Save::No { 4 } else { 3 };
                    (middle(roll) * saved / 4).min(left.max(0))
                }
                Does::Heal(roll) => {
                    let missing = i32::from(state.max_hp[one]) - left;
                    let lies = !state.standing.has(one);
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
                Does::Slumber { max, .. } => {
                    let size = i32::from(self.sheet(state, one).hit_dice());
                    let can = size <= i32::from(max) && size <= budget && !state.is(one, Condition::Asleep);
                    if can {
                        budget -= size;
                        left.max(3)
                    } else {
                        0
                    }
                }
            };
            let hurts = !matches!(spell.effect.does, Does::Heal(_)) && spell.takes != Takes::Friends;
            sum += if hurts && friends.has(one) { -2 * worth } else { worth };
        }
        sum
    }
}

/// A spell must promise more than this to be worth the action.
const WEAPON_WORTH: i32 = 3;

/// About the middle of a roll, without any arithmetic that is slow.
fn middle(roll: Roll) -> i32 {
    i32::from(roll.count()) * (i32::from(roll.sides()) + 1) / 2 + i32::from(roll.added())
}

/// Somebody who is hurt already, the one with the fewest hit points left; or else the first.
#[inline(always)]
fn weakest(state: &State, set: Band) -> Who {
    let hurt = set & state.hurt;
    // One or none is the rule, and needs no look at hit points.
    if hurt == hurt.lowest() && state.later.touched.is_empty() {
        return if hurt.is_empty() { set.head() } else { hurt.head() };
    }
    weakest_of_several(state, set)
}

/// Counts harm that is on its way; those who are as good as down come last.
#[inline(never)]
fn weakest_of_several(state: &State, set: Band) -> Who {
    let left = |one| (state.hp[one] - state.later.harm[one] - 1) as u16;
    let first = set.head();
    set.min_by_key(|&one| left(one)).unwrap_or(first)
}

/// No friend of the shooter stands beside the target.
fn is_clear_shot(state: &State, target: Who) -> bool {
    !(state.around(target) & state.standing).meets(state.foes(target))
}

//! A quick, sensible mind. It heeds casters first and interrupts them, aims where nobody would interrupt that, blocks or
//! dodges by the better chance, always parries, draws a weapon, tends the fallen, drinks when it is nearly down, and runs
//! when it is hopeless. What spells are worth is in `wits`.

use fracas_kernel::{Who, Zones};

use crate::choices::{Choice, Focus, Manage, Pay, Target, is_item};
use crate::data::{Condition, FISTS, Heed, NOTHING, Range, Sheet, flag};
use crate::state::{How, NOBODY, One, Phase, Setup, State, Waiting, bit, count, each};

/// The chance that a gear check with so many good slots succeeds, in 36ths: at a disadvantage, level, with advantage.
const CHECKS: [[u32; 8]; 4] =
    [[0, 1, 4, 9, 16, 25, 36, 36], [0, 6, 12, 18, 24, 30, 36, 36], [0, 11, 20, 27, 32, 35, 36, 36], [0; 8]];
/// The chance that none of so many parry dice matches, in 1024ths.
const MISSES: [u32; 16] = [1024, 853, 711, 593, 494, 412, 343, 286, 238, 198, 165, 138, 115, 96, 80, 66];

impl Heed {
    #[inline(always)]
    pub(crate) fn think(&self, state: &State, asked: u32) -> Choice {
        match state.pending.waiting {
            Waiting::Nothing => {
                let who = Who((asked & state.deciding()).trailing_zeros() as u8 % 32);
                if state.acted & bit(who) != 0 && state.heeding & bit(who) == 0 {
                    return Choice::Done { who };
                }
                self.take_turn(state, who)
            }
            Waiting::Defence => self.choose_defence(state, Who(state.pending.asked)),
            Waiting::Parry => Choice::Parry { who: Who(state.pending.asked), yes: true },
            Waiting::Interrupt => self.choose_interruption(state, Who(state.pending.asked)),
        }
    }

    /// Block or dodge, whichever is likelier to turn the attack aside; a block that fails at least spares the armour.
    #[inline(always)]
    fn choose_defence(&self, state: &State, who: Who) -> Choice {
        let one = state.one(who);
        let blow = &state.pending.blow;
        // Parries only ever help a block.
        if count(one.armour) >= count(one.empty) {
            return Choice::Defend { who, block: true };
        }
        let row = &CHECKS[(1 - blow.sources.net().signum()) as usize % 4];
        let mut dice = 0;
        let melee = blow.how == How::Strike;
        let mut parriers = blow.parriers;
        while parriers != 0 {
            dice += state.ones[parriers.trailing_zeros() as usize % 32].parry_dice(melee);
            parriers &= parriers - 1;
        }
        let chance = |slots: u8| row[count(slots) as usize % 8];
        let lands_on_block = (36 - chance(one.armour)) * MISSES[dice.min(15) as usize % 16];
        let lands_on_dodge = (36 - chance(one.empty)) * 1024;
        Choice::Defend { who, block: lands_on_block <= lands_on_dodge }
    }

    /// The short way: a fighter with a weapon in hand, nothing better to do than to strike, and somebody there.
    #[inline(always)]
    fn take_turn(&self, state: &State, who: Who) -> Choice {
        if state.phase == Phase::Before {
            return self.heed_before(state, who);
        }
        let one = state.one(who);
        let here = state.in_zone(one.zone);
        let foes = state.foes(who) & state.standing & here;
        let busy = state.mages | state.aiming | state.has[Condition::Prone as usize] | state.acted;
        let plain = foes != 0
            && busy & bit(who) == 0
            && self.exits == 0
            && (state.supplied & bit(who) == 0 || !self.is_trouble(state, who, here));
        if plain {
            if self.wants_to_heed(state, who, one, foes) {
                if let Some(choice) = self.heed_somebody(state, who) {
                    return choice;
                }
            } else if self.has(one.arm, flag::MELEE) && one.arm != FISTS {
                let with = one.arm;
                return Choice::Attack { who, how: How::Strike, with, target: self.weakest(state, foes) };
            }
        }
        self.think_it_over(state, who)
    }

    /// Is there somebody to be tended?
    fn is_trouble(&self, state: &State, who: Who, here: u32) -> bool {
        let one = state.one(who);
        state.friends(who) & here & !state.standing != 0 || one.wound_count() + 1 >= one.grit
    }

    #[inline(never)]
    fn heed_before(&self, state: &State, who: Who) -> Choice {
        self.heed_somebody(state, who).unwrap_or(Choice::Ready { who })
    }

    /// The best thing to strike with: what is in hand, or what nature gave.
    pub(crate) fn striking(&self, one: &One, sheet: &Sheet) -> Option<u8> {
        let worth = |kind: u8| {
            let flags = self.flags(kind);
            (flags & flag::MELEE) << 1 | (flags & flag::HEAVY) >> 9 | (flags & flag::TRIPPING) >> 12
        };
        let [right, left] = one.hands;
        let hand = if worth(left) > worth(right) { left } else { right };
        let nature = sheet.natural.first().copied().unwrap_or(FISTS);
        let usable = nature != FISTS || one.hands.contains(&NOTHING);
        if usable && nature != FISTS && self.has(nature, flag::MELEE) && worth(nature) >= worth(hand) {
            return Some(nature);
        }
        if is_item(hand) && (self.has(hand, flag::MELEE) || !usable) {
            return Some(hand);
        }
        (usable && self.has(nature, flag::MELEE)).then_some(nature)
    }

    /// Somebody who needs few wounds more, and has little to turn them aside.
    #[inline(always)]
    pub(crate) fn weakest(&self, state: &State, set: u32) -> Who {
        let mut left = set & set.wrapping_sub(1);
        let mut best = set.trailing_zeros();
        while left != 0 {
            let next = left.trailing_zeros();
            left &= left - 1;
            let weaker = state.tough[next as usize % 32] < state.tough[best as usize % 32];
            best = if weaker { next } else { best };
        }
        Who(best as u8 % 32)
    }

    /// Those of the other side who could interrupt a setup of `who`.
    #[inline(always)]
    pub(crate) fn threats(&self, state: &State, who: Who) -> u32 {
        state.one(who).heeded_by & state.standing & !state.interrupted
    }

    #[inline(always)]
    fn wants_to_heed(&self, state: &State, who: Who, one: &One, near: u32) -> bool {
        let open = state.heeding & bit(who) != 0;
        // A fallen enemy need not be heeded: letting go of it makes room.
        let room = one.free() > 0 || one.heeds & !state.standing != 0;
        near & !one.heeds != 0
            && room
            && (open
                || self.may_set_up(state, who)
                    && state.set_up & bit(who) == 0
                    && self.threats(state, who) == 0)
    }

    // --- with more time to think ---

    #[inline(never)]
    fn think_it_over(&self, state: &State, who: Who) -> Choice {
        let one = state.one(who);
        if state.has_acted(who) {
            let more = if one.free() > self.sheet(state, who).kept_free {
                self.heed_somebody(state, who)
            } else {
                None
            };
            return more.unwrap_or(Choice::Done { who });
        }
        if self.exits != 0
            && let Some(choice) = self.run_if_hopeless(state, who)
        {
            return choice;
        }
        if let Some(choice) = self.tend(state, who) {
            return choice;
        }
        if let Some(choice) = self.wield(state, who) {
            return choice;
        }
        if !self.sheet(state, who).spells.is_empty()
            && let Some(choice) = self.think_of_spells(state, who)
        {
            return choice;
        }
        let first_setup = self.may_set_up(state, who) && state.set_up & bit(who) == 0;
        if first_setup && state.is(who, Condition::Prone) {
            return Choice::StandUp { who };
        }
        self.fight(state, who, first_setup)
    }

    fn fight(&self, state: &State, who: Who, first_setup: bool) -> Choice {
        let one = state.one(who);
        let foes = state.foes(who) & state.standing;
        let here = foes & state.in_zone(one.zone);
        if here != 0
            && self.wants_to_heed(state, who, one, here)
            && let Some(choice) = self.heed_somebody(state, who)
        {
            return choice;
        }
        if let Some(choice) = self.shoot(state, who, foes, here, first_setup) {
            return choice;
        }
        if here != 0
            && let Some(with) = arm_of(one)
        {
            return Choice::Attack { who, how: How::Strike, with, target: self.weakest(state, here) };
        }
        if let Some(choice) = self.throw(state, who, foes) {
            return choice;
        }
        self.close_in(state, who, foes)
    }

    /// A bow, or what spits: aimed if nobody is there to interrupt that.
    fn shoot(&self, state: &State, who: Who, foes: u32, here: u32, first_setup: bool) -> Option<Choice> {
        let one = state.one(who);
        let sheet = self.sheet(state, who);
        let kinds = one.hands.iter().chain(&sheet.natural);
        let with = *kinds.into_iter().find(|&&kind| self.has(kind, flag::SHOT))?;
        // Hand to hand a blade is better, if there is one.
        if here != 0
            && one.aim == NOBODY
            && arm_of(one).is_some_and(|kind| self.has(kind, flag::MELEE) && kind != FISTS)
        {
            return None;
        }
        let seen = foes & state.in_zones(self.attacked(state, who, Range::Far));
        if seen == 0 {
            return None;
        }
        let how = How::Shoot;
        let aimed = Who(one.aim);
        if one.aim != NOBODY && seen & bit(aimed) != 0 {
            return Some(Choice::Attack { who, how, with, target: aimed });
        }
        if let Some(target) = self.aim_at(state, who, seen, first_setup) {
            return Some(Choice::Aim { who, target });
        }
        Some(Choice::Attack { who, how, with, target: self.weakest(state, seen) })
    }

    fn aim_at(&self, state: &State, who: Who, seen: u32, first_setup: bool) -> Option<Who> {
        if !first_setup || self.threats(state, who) != 0 {
            return None;
        }
        let one = state.one(who);
        let slots = |&target: &Who| self.range(one.zone, state.zone_of(target)).map_or(9, Range::aim_slots);
        let could =
            each(seen & state.in_zones(self.seen(state, who))).filter(|target| slots(target) <= one.free());
        let could = could.fold(0, |set, target| set | bit(target));
        (could != 0).then(|| self.weakest(state, could))
    }

    fn throw(&self, state: &State, who: Who, foes: u32) -> Option<Choice> {
        let with = *state.one(who).hands.iter().find(|&&kind| self.has(kind, flag::THROWING))?;
        let near = foes & state.in_zones(self.attacked(state, who, Range::Near));
        (near != 0).then(|| Choice::Attack { who, how: How::Throw, with, target: self.weakest(state, near) })
    }

    /// Goes to where the nearest enemy is.
    fn close_in(&self, state: &State, who: Who, foes: u32) -> Choice {
        let zone = state.zone_of(who);
        let way = |&foe: &Who| self.zones.distance(zone, state.zone_of(foe));
        let nearest = each(foes).min_by_key(way).filter(|foe| way(foe) != Zones::APART && way(foe) != 0);
        let stuck = state.is(who, Condition::Prone) || state.is(who, Condition::Held);
        match nearest {
            Some(_) if !self.may_set_up(state, who) => Choice::Done { who },
            Some(_) if state.is(who, Condition::Prone) => Choice::StandUp { who },
            Some(_) if state.is(who, Condition::Held) => Choice::BreakFree { who },
            Some(foe) if !stuck => Choice::Move { who, to: self.zones.toward(zone, state.zone_of(foe)) },
            _ => Choice::Done { who },
        }
    }

    // --- heeding ---

    /// Casters first, then who is close, then anybody; each of a side begins elsewhere.
    #[inline]
    fn heed_somebody(&self, state: &State, who: Who) -> Option<Choice> {
        let one = state.one(who);
        let set = self.heedable(state, who);
        if set == 0 {
            return None;
        }
        let free = one.free();
        if free == 0 || state.phase == Phase::Before && free <= self.sheet(state, who).kept_free {
            let fallen = one.heeds & !state.standing;
            let may = state.phase != Phase::Before && fallen != 0;
            return may.then(|| Choice::LetGo { who, what: Focus::Heed(Who(fallen.trailing_zeros() as u8)) });
        }
        let (casters, near) = (set & state.casters, set & state.in_zone(one.zone));
        let best = if casters != 0 {
            casters
        } else if near != 0 {
            near
        } else {
            set
        };
        let turned = best.rotate_right(who.0.into());
        let target = Who((turned.trailing_zeros() as u8 + who.0) % 32);
        Some(Choice::Heed { who, target })
    }

    /// Strikes at whoever makes the setup; but keeps the chance for a caster whom it heeds.
    #[inline(never)]
    fn choose_interruption(&self, state: &State, who: Who) -> Choice {
        let maker = Who(state.pending.maker);
        let one = state.one(who);
        let charging = matches!(state.pending.setup, Some(Setup::Charge(_)));
        let casters = one.heeds & state.standing & state.casters & !state.spent & !bit(maker);
        if casters != 0 && !charging {
            return Choice::HoldBack { who };
        }
        let foes = state.foes(who) & state.standing;
        let pick = |set: u32| if set & bit(maker) != 0 { maker } else { self.weakest(state, set) };
        let here = foes & state.in_zone(one.zone);
        if here & bit(maker) != 0
            && let Some(with) = arm_of(one)
        {
            return Choice::Attack { who, how: How::Strike, with, target: maker };
        }
        let shots = one.hands.iter().chain(&self.sheet(state, who).natural);
        if let Some(&with) = shots.into_iter().find(|&&kind| self.has(kind, flag::SHOT)) {
            let seen = foes & state.in_zones(self.attacked(state, who, Range::Far));
            if seen != 0 {
                let aimed = one.aim != NOBODY && seen & bit(Who(one.aim)) != 0 && !charging;
                let target = if aimed { Who(one.aim) } else { pick(seen) };
                return Choice::Attack { who, how: How::Shoot, with, target };
            }
        }
        if let Some(Choice::Attack { how, with, .. }) = self.throw(state, who, foes) {
            let near = foes & state.in_zones(self.attacked(state, who, Range::Near));
            return Choice::Attack { who, how, with, target: pick(near) };
        }
        match arm_of(one) {
            Some(with) if here != 0 => {
                Choice::Attack { who, how: How::Strike, with, target: self.weakest(state, here) }
            }
            _ => Choice::HoldBack { who },
        }
    }

    // --- gear ---

    /// Draws a weapon where none is at hand, or picks one up.
    fn wield(&self, state: &State, who: Who) -> Option<Choice> {
        let one = state.one(who);
        let armed = |kind: u8| self.has(kind, flag::MELEE | flag::SHOT) && kind != FISTS;
        let sheet = self.sheet(state, who);
        if one.hands.into_iter().any(armed) || sheet.natural.iter().any(|&kind| kind != FISTS) {
            return None;
        }
        if state.one_item & bit(who) == 0 {
            return None;
        }
        let hands = one.hands.iter().filter(|&&held| held == NOTHING).count();
        let fits = |&kind: &u8| armed(kind) && hands >= self.hands_for(kind);
        let worth = |&kind: &u8| self.flags(kind) & (flag::HEAVY | flag::SHOT | flag::THROWING);
        let drawn = one.slots.into_iter().filter(|&kind| is_item(kind)).filter(fits).max_by_key(worth);
        let what = match drawn {
            Some(kind) => Manage::Draw(kind),
            None => Manage::PickUp(state.floor.kinds(one.zone).find(fits)?),
        };
        Some(Choice::Manage { who, what, pay: Pay::Free })
    }

    /// Bandages for the fallen, a healing draught for one who is nearly down.
    fn tend(&self, state: &State, who: Who) -> Option<Choice> {
        let one = state.one(who);
        let here = state.in_zone(one.zone);
        let fallen = state.friends(who) & here & state.present() & !state.standing;
        let enemies = state.foes(who) & here & state.standing;
        let failing = one.wound_count() + 1 >= one.grit && one.grit > 1;
        let saved = |&patient: &Who| state.one(patient).wound_count() <= state.one(patient).grit;
        if let Some(target) = each(fallen).find(saved) {
            if self.bandages(state, who) > 0 {
                return Some(Choice::Treat { who, target, twice: false });
            }
            if let Some(choice) = self.reach_for(state, who, flag::BANDAGE, Target::One(target)) {
                return Some(choice);
            }
        }
        if failing {
            if let Some(choice) = self.reach_for(state, who, flag::POTION, Target::One(who)) {
                return Some(choice);
            }
            if enemies == 0 {
                if self.bandages(state, who) > 0 {
                    return Some(Choice::Treat { who, target: who, twice: false });
                }
                return self.reach_for(state, who, flag::BANDAGE, Target::One(who));
            }
        }
        None
    }

    /// Uses a healing potion in hand, or gets one, or a bandage, out of a slot; makes a hand free for it if need be.
    fn reach_for(&self, state: &State, who: Who, wanted: u16, target: Target) -> Option<Choice> {
        let one = state.one(who);
        let fits = |&kind: &u8| {
            is_item(kind) && self.has(kind, wanted) && (wanted != flag::POTION || self.heals(kind))
        };
        if let Some(&kind) = one.hands.iter().find(|kind| fits(kind))
            && wanted == flag::POTION
        {
            return Some(Choice::Use { who, kind, target });
        }
        let kind = one.slots.into_iter().find(fits)?;
        let items = state.items_left(who);
        if one.hands.contains(&NOTHING) {
            return (items > 0).then_some(Choice::Manage { who, what: Manage::Draw(kind), pay: Pay::Free });
        }
        let off = one.hands.into_iter().rev().find(|&kind| is_item(kind))?;
        let what = if one.empty != 0 { Manage::Stow(off) } else { Manage::Drop(off) };
        (items > 1).then_some(Choice::Manage { who, what, pay: Pay::Free })
    }

    /// Badly hurt, and two to one against it; or the last one, with three against it: then to the nearest exit.
    fn run_if_hopeless(&self, state: &State, who: Who) -> Option<Choice> {
        let one = state.one(who);
        let friends = (state.friends(who) & state.standing).count_ones();
        let against = (state.foes(who) & state.standing).count_ones();
        let hurt = one.wound_count() + 1 >= one.grit;
        let hopeless = (hurt && against >= 2 * friends) || (friends == 1 && against >= 3);
        if !hopeless || self.sheet(state, who).fearless || !self.may_set_up(state, who) {
            return None;
        }
        let exit = self.zones.nearest_exit(one.zone)?;
        Some(match () {
            () if state.is(who, Condition::Prone) => Choice::StandUp { who },
            () if state.is(who, Condition::Held) => Choice::BreakFree { who },
            () if exit == one.zone => Choice::Leave { who },
            () => Choice::Move { who, to: self.zones.toward(one.zone, exit) },
        })
    }
}

fn arm_of(one: &One) -> Option<u8> {
    (one.arm != NOTHING).then_some(one.arm)
}

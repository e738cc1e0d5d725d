//! A quick, sensible mind. It heeds casters first and interrupts them, aims where nobody would interrupt that, blocks or
//! dodges by the better chance, always parries, draws a weapon, tends the fallen, drinks when it is nearly down, and runs
//! when it is hopeless.

mod gear;
mod spells;

use fracas_kernel::plot::prey;
use fracas_kernel::{By, Crowd, Door, Handle, Quarry, Temper, Think, Whim, Who, Zones, by_lot, least};

use crate::choices::{Choice, Deed, Focus};
use crate::data::{Condition, FISTS, Heed, NOTHING, Quality, Range};
use crate::state::{Band, How, NOBODY, One, Phase, Setup, SlotSet, State, Waiting};

/// The chance that a gear check with this many good slots succeeds, in 36ths: at a disadvantage, level, with advantage.
const CHECKS: [By<usize, u32, 8>; 3] = [
    By::new([0, 1, 4, 9, 16, 25, 36, 36]),
    By::new([0, 6, 12, 18, 24, 30, 36, 36]),
    By::new([0, 11, 20, 27, 32, 35, 36, 36]),
];
/// Rounds after which nobody looks any longer for whom they do not see.
const A_MINUTE: u16 = 10;
/// The chance that none of this many parry dice matches, in 1024ths.
const MISSES: [u32; 16] = [1024, 853, 711, 593, 494, 412, 343, 286, 238, 198, 165, 138, 115, 96, 80, 66];

impl Think for Heed {
    #[inline(always)]
    fn instinct(&self, state: &State, asked: Crowd, whim: &mut Whim) -> Choice {
        self.instinct_as(state, asked, Temper::Steady, whim)
    }

    #[inline(always)]
    fn instinct_as(&self, state: &State, asked: Crowd, temper: Temper, whim: &mut Whim) -> Choice {
        let mood = &mut Mood { temper, whim };
        match state.pending.waiting {
            Waiting::Nothing => {
                let who = (Band::of(asked.0 as u32) & state.deciding()).head();
                if state.has_acted(who) && !state.heeding.has(who) {
                    return who.does(Deed::Done);
                }
                who.does(self.take_turn(state, who, mood))
            }
            _ => self.instinctive_answer(state, mood.whim),
        }
    }
}

/// How somebody is minded who thinks, and the lots that it draws.
struct Mood<'a> {
    temper: Temper,
    whim: &'a mut Whim,
}

impl Heed {
    /// What whoever is asked in the middle of another's action says.
    #[inline(always)]
    pub(crate) fn instinctive_answer(&self, state: &State, whim: &mut Whim) -> Choice {
        let who = state.pending.asked;
        match state.pending.waiting {
            Waiting::Defence => who.does(Deed::Defend { block: self.had_better_block(state, who) }),
            Waiting::Nothing | Waiting::Parry => who.does(Deed::Parry { yes: true }),
            Waiting::Interrupt => {
                who.does(self.choose_interruption(state, who, &mut Mood { temper: Temper::Steady, whim }))
            }
        }
    }

    /// Block or dodge, whichever is likelier to turn the attack aside; a block that fails at least spares the armour.
    #[inline(always)]
    fn had_better_block(&self, state: &State, who: Who) -> bool {
        let one = state.one(who);
        let blow = &state.pending.blow;
        // Parries only ever help a block.
        if one.blocks().len() >= one.dodges().len() {
            return true;
        }
        let melee = blow.how == How::Strike;
        let dice: u8 = blow.parriers.map(|parrier| state.one(parrier).parry_dice(melee)).sum();
        let row = match blow.sources.net() {
            1.. => &CHECKS[0],
            0 => &CHECKS[1],
            _ => &CHECKS[2],
        };
        let fails = |slots: SlotSet| 36 - row[slots.len()];
        fails(one.blocks()) * MISSES[usize::from(dice).min(15)] <= fails(one.dodges()) * MISSES[0]
    }

    /// Most turns are plain: a fighter with a weapon in hand, an enemy at hand, and nothing better to do than to strike.
    /// That is quickly seen, and [`Heed::think_it_over`] would come to the same.
    #[inline(always)]
    fn take_turn(&self, state: &State, who: Who, mood: &mut Mood<'_>) -> Deed {
        if state.phase == Phase::Before {
            return self.heed_before(state, who, mood.whim);
        }
        let one = state.one(who);
        let here = state.in_zone(one.zone);
        let foes = state.foes(who) & state.standing & here;
        let prone = state.has[Condition::Prone as usize];
        let busy = state.notes.mages | state.aiming | prone | state.acted;
        let tends = || state.notes.supplied.has(who) && self.is_trouble(state, who, here);
        let plain =
            !self.plotted && self.zones().exit_zones().is_empty() && self.offered[one.zone].is_empty();
        if !foes.is_empty() && !busy.has(who) && plain && !tends() {
            if self.wants_to_heed(state, who, one, foes) {
                if let Some(deed) = self.heed_somebody(state, who, mood.whim) {
                    return deed;
                }
            } else {
                let with = state.notes.arm[who];
                if self.is(with, Quality::Melee) && with != FISTS {
                    return self.strike(with, self.pick(state, foes, mood));
                }
            }
        }
        self.think_it_over(state, who, mood)
    }

    /// Is there somebody to be tended?
    fn is_trouble(&self, state: &State, who: Who, here: Band) -> bool {
        !((state.friends(who) & here) - state.standing).is_empty() || nearly_down(state.one(who))
    }

    #[inline(always)]
    fn strike(&self, with: u8, target: Who) -> Deed {
        Deed::Attack { how: How::Strike, with, target }
    }

    /// Somebody who needs few wounds more, and has little to turn them aside; unless it prefers others.
    #[inline(always)]
    fn pick(&self, state: &State, set: Band, mood: &mut Mood<'_>) -> Who {
        let casters = set & state.notes.casters;
        let set = match mood.temper.quarry() {
            Quarry::Anyone => return by_lot(set, mood.whim),
            Quarry::Fiercest if !casters.is_empty() => casters,
            Quarry::Fiercest | Quarry::Easiest => set,
        };
        least(set, mood.whim, |one| state.notes.tough[one])
    }

    /// Those of the other side who could interrupt a setup of `who`, as far as it knows.
    #[inline(always)]
    pub(crate) fn threats(&self, state: &State, who: Who) -> Band {
        let heeders = (state.one(who).heeded_by & state.foes(who) & state.standing) - state.interrupted;
        if heeders.is_empty() { heeders } else { heeders - self.unperceived(state, who) }
    }

    /// The enemies of whom `who` knows.
    pub(crate) fn known_foes(&self, state: &State, who: Who) -> Band {
        (state.foes(who) & state.standing) - self.unperceived(state, who)
    }

    // --- with more time to think ---

    #[inline(never)]
    fn think_it_over(&self, state: &State, who: Who, mood: &mut Mood<'_>) -> Deed {
        if state.has_acted(who) {
            let more = state.one(who).free() > self.sheet(state, who).kept_free;
            return more.then(|| self.heed_somebody(state, who, mood.whim)).flatten().unwrap_or(Deed::Done);
        }
        if self.plotted
            && let Some(deed) = self.on_an_errand(state, who)
        {
            return deed;
        }
        self.run_if_hopeless(state, who, mood.temper)
            .or_else(|| self.tend(state, who, mood.whim))
            .or_else(|| self.wield(state, who))
            .or_else(|| self.regain(state, who))
            .or_else(|| self.think_of_features(state, who, mood.whim))
            .or_else(|| self.quaff(state, who, mood.whim))
            .or_else(|| self.think_of_spells(state, who, mood.whim))
            .unwrap_or_else(|| self.fight(state, who, mood))
    }

    fn fight(&self, state: &State, who: Who, mood: &mut Mood<'_>) -> Deed {
        let one = state.one(who);
        let first_setup = self.may_set_up(state, who) && !state.set_up.has(who);
        if first_setup && state.is(who, Condition::Prone) {
            return Deed::StandUp;
        }
        let foes = self.known_foes(state, who);
        let here = foes & state.in_zone(one.zone);
        if self.wants_to_heed(state, who, one, here)
            && let Some(deed) = self.heed_somebody(state, who, mood.whim)
        {
            return deed;
        }
        if let Some(deed) = self.shoot(state, who, foes, here, first_setup, mood) {
            return deed;
        }
        if let (false, Some(with)) = (here.is_empty(), arm(state, who)) {
            return self.strike(with, self.whom_to_strike(state, who, here, mood));
        }
        self.throw(state, who, foes, mood).unwrap_or_else(|| self.close_in(state, who, foes))
    }

    /// Whoever matters most to the goal, or else the weakest.
    fn whom_to_strike(&self, state: &State, who: Who, here: Band, mood: &mut Mood<'_>) -> Who {
        let wanted = if self.plotted { prey(self, state, who) } else { None };
        wanted.filter(|&one| here.has(one)).unwrap_or_else(|| self.pick(state, here, mood))
    }

    /// A bow, or what spits: aimed if nobody is there to interrupt that.
    fn shoot(
        &self,
        state: &State,
        who: Who,
        foes: Band,
        here: Band,
        first_setup: bool,
        mood: &mut Mood<'_>,
    ) -> Option<Deed> {
        let one = state.one(who);
        let with = self.bow(state, who)?;
        // Hand to hand a blade is better, if there is one.
        let blade = arm(state, who).is_some_and(|kind| self.is(kind, Quality::Melee) && kind != FISTS);
        if !here.is_empty() && one.aim == NOBODY && blade {
            return None;
        }
        let seen = foes & state.in_zones(self.attacked(state, who, Range::Far));
        let how = How::Shoot;
        match () {
            () if seen.is_empty() => None,
            () if one.aim != NOBODY && seen.has(one.aim) => Some(Deed::Attack { how, with, target: one.aim }),
            () => Some(match self.aim_at(state, who, seen, first_setup, mood) {
                Some(target) => Deed::Aim { target, with },
                None => Deed::Attack { how, with, target: self.pick(state, seen, mood) },
            }),
        }
    }

    /// What somebody could shoot with.
    fn bow(&self, state: &State, who: Who) -> Option<u8> {
        let natural = self.sheet(state, who).natural.iter().copied();
        let mut arms = state.one(who).hands().into_iter().chain(natural);
        arms.find(|&kind| self.is(kind, Quality::Shot) && self.is_supplied(state, who, kind))
    }

    fn aim_at(
        &self,
        state: &State,
        who: Who,
        seen: Band,
        first_setup: bool,
        mood: &mut Mood<'_>,
    ) -> Option<Who> {
        if !first_setup || !self.threats(state, who).is_empty() {
            return None;
        }
        let one = state.one(who);
        let slots =
            |target: Who| self.range(state, one.zone, state.zone_of(target)).map_or(9, Range::aim_slots);
        let seen = seen & state.in_zones(self.seen(state, who));
        let could: Band = seen.filter(|&target| slots(target) <= one.free()).collect();
        (!could.is_empty()).then(|| self.pick(state, could, mood))
    }

    fn throw(&self, state: &State, who: Who, foes: Band, mood: &mut Mood<'_>) -> Option<Deed> {
        let hands = state.one(who).hands();
        let with = hands.into_iter().find(|&kind| self.is(kind, Quality::Throwing))?;
        let near = foes & state.in_zones(self.attacked(state, who, Range::Near));
        let target = (!near.is_empty()).then(|| self.pick(state, near, mood))?;
        Some(Deed::Attack { how: How::Throw, with, target })
    }

    /// Goes to where the nearest enemy is; or to look for one.
    fn close_in(&self, state: &State, who: Who, foes: Band) -> Deed {
        let zone = state.zone_of(who);
        if !self.may_set_up(state, who) {
            return Deed::Done;
        }
        for force in [false, true] {
            let map = self.paths(state, who, force);
            let way = |zone_of: u8| map.distance(zone, zone_of);
            let there = foes.map(|foe| state.zone_of(foe)).min_by_key(|&to| way(to));
            let unwatched = || {
                let known =
                    self.thinkable(state, who) & self.zones().to_search(self.watched(state), state.round);
                known.min_by_key(|&to| way(to)).filter(|_| foes.is_empty() && !self.is_open_to(state, who))
            };
            let goal = there.or_else(unwatched).filter(|&to| !matches!(way(to), 0 | Zones::APART));
            if let Some(to) = goal {
                return self.walk_toward(state, who, to, map);
            }
        }
        Deed::Done
    }

    /// The ways as `who` would go them: what is shut is opened, what is fast is forced if need be.
    pub(crate) fn paths(&self, state: &State, who: Who, force: bool) -> &Zones {
        if self.field.doorways().is_empty() {
            return self.zones();
        }
        let mut doors = state.doors;
        let all = self.is_open_to(state, who);
        for (door, way) in (0_u8..).zip(self.field.doorways()) {
            let known = all || way.between.into_iter().any(|zone| state.seen.has(zone));
            match doors.at(door) {
                _ if !known => doors.set(door, Door::Hidden),
                Door::Hidden => {}
                Door::Barred | Door::Locked if !force => {}
                _ => doors.set(door, Door::Open),
            }
        }
        self.field.now(&doors)
    }

    pub(crate) fn walk_toward(&self, state: &State, who: Who, to: u8, map: &Zones) -> Deed {
        let here = state.zone_of(who);
        let next = map.toward(here, to);
        if state.is(who, Condition::Prone) {
            return Deed::StandUp;
        }
        if state.is(who, Condition::Held) {
            return Deed::BreakFree;
        }
        if self.ways(state, here).has(next) {
            return Deed::Move { to: next };
        }
        let Some(door) = self.field.door_between(here, next) else { return Deed::Done };
        let ways = [Handle::Open, Handle::Pick, Handle::Force];
        let what = ways.into_iter().find(|&what| self.can_handle(state, who, door, what));
        what.map_or(Deed::Done, |what| Deed::Door { door, what })
    }

    /// Badly hurt, and two to one against it; the last one, with three against it; or in the dark for a minute with nobody
    /// to be seen: then to the nearest exit. Some run sooner, or never.
    fn run_if_hopeless(&self, state: &State, who: Who, temper: Temper) -> Option<Deed> {
        if self.zones().exit_zones().is_empty() {
            return None;
        }
        let one = state.one(who);
        let friends = (state.friends(who) & state.standing).len();
        let against = self.known_foes(state, who).len();
        let lost = against == 0 && state.round > A_MINUTE && !self.is_open_to(state, who);
        let hopeless = (nearly_down(one) && against >= 2 * friends) || (friends == 1 && against >= 3) || lost;
        let left = i32::from(one.grit.saturating_sub(one.wound_count()));
        let health = 100 * left / i32::from(one.grit).max(1);
        if !temper.flees(hopeless, health) || self.sheet(state, who).fearless || !self.may_set_up(state, who)
        {
            return None;
        }
        let map = self.paths(state, who, false);
        let exit = map.nearest_exit(one.zone)?;
        let free = !state.is(who, Condition::Prone) && !state.is(who, Condition::Held);
        Some(if free && exit == one.zone { Deed::Leave } else { self.walk_toward(state, who, exit, map) })
    }

    // --- heeding ---

    #[inline(never)]
    fn heed_before(&self, state: &State, who: Who, whim: &mut Whim) -> Deed {
        self.heed_somebody(state, who, whim).unwrap_or(Deed::Ready)
    }

    #[inline(always)]
    fn wants_to_heed(&self, state: &State, who: Who, one: &One, near: Band) -> bool {
        // A fallen enemy need not be heeded: letting go of it makes room.
        let room = one.free() > 0 || !one.heeds.is_within(state.standing);
        let first_setup = || self.may_set_up(state, who) && !state.set_up.has(who);
        !near.is_within(one.heeds)
            && room
            && (state.heeding.has(who) || first_setup() && self.threats(state, who).is_empty())
    }

    /// Casters first, then who is close, then anybody; those first whom fewest of its side heed.
    #[inline]
    fn heed_somebody(&self, state: &State, who: Who, whim: &mut Whim) -> Option<Deed> {
        let one = state.one(who);
        let set = self.heedable(state, who) & state.foes(who) & state.standing;
        if set.is_empty() {
            return None;
        }
        let before = state.phase == Phase::Before;
        let free = one.free();
        if free == 0 || before && free <= self.sheet(state, who).kept_free {
            let fallen = (one.heeds - state.standing).first().filter(|_| !before);
            return fallen.map(|fallen| Deed::LetGo { what: Focus::Heed(fallen) });
        }
        let (casters, near) = (set & state.notes.casters, set & state.in_zone(one.zone));
        let best = match () {
            () if !casters.is_empty() => casters,
            () if !near.is_empty() => near,
            () => set,
        };
        let watched = |one: Who| (state.one(one).heeded_by & state.friends(who)).len();
        Some(Deed::Heed { target: least(best, whim, watched) })
    }

    /// Strikes at whoever makes the setup; but keeps the chance for a caster whom it heeds.
    #[inline(never)]
    fn choose_interruption(&self, state: &State, who: Who, mood: &mut Mood<'_>) -> Deed {
        let maker = state.pending.maker;
        let one = state.one(who);
        let charging = matches!(state.pending.setup, Some(Setup::Charge(_)));
        let casters = (one.heeds & state.standing & state.notes.casters) - state.spent;
        if !charging && !(casters - Band::one(maker)).is_empty() {
            return Deed::HoldBack;
        }
        let foes = self.known_foes(state, who);
        let here = foes & state.in_zone(one.zone);
        if let (true, Some(with)) = (here.has(maker), arm(state, who)) {
            return self.strike(with, maker);
        }
        if let Some(with) = self.bow(state, who) {
            let seen = foes & state.in_zones(self.attacked(state, who, Range::Far));
            if !seen.is_empty() {
                let aimed = one.aim != NOBODY && seen.has(one.aim) && !charging;
                let target = match seen.has(maker) {
                    _ if aimed => one.aim,
                    true => maker,
                    false => self.pick(state, seen, mood),
                };
                return Deed::Attack { how: How::Shoot, with, target };
            }
        }
        let near = foes & state.in_zones(self.attacked(state, who, Range::Near));
        let within = if near.has(maker) { Band::one(maker) } else { near };
        if let Some(deed) = self.throw(state, who, within, mood) {
            return deed;
        }
        match arm(state, who) {
            Some(with) if !here.is_empty() => self.strike(with, self.pick(state, here, mood)),
            _ => Deed::HoldBack,
        }
    }
}

/// One wound more and it is down.
fn nearly_down(one: &One) -> bool {
    one.wound_count() + 1 >= one.grit
}

/// What somebody would strike with.
fn arm(state: &State, who: Who) -> Option<u8> {
    Some(state.notes.arm[who]).filter(|&arm| arm != NOTHING)
}

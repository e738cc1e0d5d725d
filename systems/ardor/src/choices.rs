//! What can be chosen: the list, which is quick, and the reasons, which are careful. Tests hold them against each other.

use fracas_kernel::{Made, Refusal, Who};

use crate::act::{Act, Kind, OFF};
use crate::data::{Ability, Ardor, Reach, Takes};
use crate::state::{Phase, State, bit, each, each_zone, ix, zx};

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Choice {
    /// Starts the encounter.
    Begin { who: Who },
    /// What one that does not roll intends; of one that bluffs, what it seems to.
    Show { who: Who, act: Act },
    /// What one that bluffs really intends.
    Mean { who: Who, act: Act },
    /// A player's intent, face down; a second one takes the place of the first.
    Commit { who: Who, act: Act, careful: bool },
    /// A second action.
    Arduous { who: Who, act: Act },
    /// No second action.
    Pass { who: Who },
    /// The discovered ability, at once.
    Learn { who: Who },
    /// The discovered ability, at a rest.
    Later { who: Who },
}

const _: () = assert!(size_of::<Choice>() <= 8);

impl Choice {
    pub fn who(self) -> Who {
        match self {
            Choice::Begin { who }
            | Choice::Show { who, .. }
            | Choice::Mean { who, .. }
            | Choice::Commit { who, .. }
            | Choice::Arduous { who, .. }
            | Choice::Pass { who }
            | Choice::Learn { who }
            | Choice::Later { who } => who,
        }
    }
}

impl Made for Choice {
    #[inline]
    fn who(self) -> Who {
        self.who()
    }
}

/// Where somebody acts from, and with what.
#[derive(Clone, Copy)]
struct Means {
    zone: u8,
    ardor: u8,
    surges: u8,
}

impl Ardor {
    fn first_means(&self, state: &State, who: Who) -> Means {
        Means { zone: state.zone_of(who), ardor: state.ardor[ix(who)], surges: state.surges[ix(who)] }
    }

    fn second_means(&self, state: &State, who: Who) -> Means {
        // ARDOR-S6, ARDOR-S7: one Ardor, or none for the inspired.
        let price = u8::from(state.inspired & bit(who) == 0);
        let means = self.first_means(state, who);
        Means { zone: self.planned_zone(state, who), ardor: means.ardor.saturating_sub(price), ..means }
    }

    /// Whom an ability of `who` can take at all.
    pub(crate) fn takes(&self, state: &State, who: Who, ability: &Ability) -> u32 {
        match ability.takes {
            Takes::Foes => state.foes(who) & state.standing,
            Takes::Everyone => state.standing & !bit(who),
            Takes::Oneself => bit(who) & state.standing,
            // Healing reaches the fallen; nothing else concerns them.
            Takes::Friends if ability.full.heal.is_some() => state.friends(who) & state.present(),
            Takes::Friends => state.friends(who) & state.standing,
        }
    }

    pub(crate) fn list(&self, state: &State, out: &mut Vec<Choice>) {
        out.clear();
        if state.outcome.is_some() {
            return;
        }
        for who in each(state.answering()) {
            match state.phase {
                Phase::Before => out.push(Choice::Begin { who }),
                Phase::Intents => {
                    let means = self.first_means(state, who);
                    if state.feigning & bit(who) != 0 {
                        self.list_acts(state, who, means, &mut |act| out.push(Choice::Mean { who, act }));
                    } else {
                        self.list_acts(state, who, means, &mut |act| out.push(Choice::Show { who, act }));
                    }
                }
                Phase::Commit => {
                    let means = self.first_means(state, who);
                    self.list_acts(state, who, means, &mut |act| {
                        out.push(Choice::Commit { who, act, careful: false });
                        if self.care_is_offered(state, who, act) {
                            out.push(Choice::Commit { who, act, careful: true });
                        }
                    });
                }
                Phase::Arduous if state.discovering & bit(who) != 0 => {
                    out.extend([Choice::Learn { who }, Choice::Later { who }]);
                }
                Phase::Arduous if !self.may_strain(state, who) => out.push(Choice::Pass { who }),
                Phase::Arduous => {
                    let means = self.second_means(state, who);
                    self.list_acts(state, who, means, &mut |act| out.push(Choice::Arduous { who, act }));
                    out.push(Choice::Pass { who });
                }
            }
        }
    }

    fn list_acts(&self, state: &State, who: Who, means: Means, out: &mut impl FnMut(Act)) {
        if state.down & bit(who) != 0 {
            out(Act::Rise { surge: false });
            if means.surges > 0 {
                out(Act::Rise { surge: true });
            }
            return;
        }
        let (zone, sheet) = (means.zone, self.sheet(state, who));
        let foes = state.foes(who) & state.standing;
        let beside = self.zones.adjacent(zone);
        let ways = if state.stuck() & bit(who) == 0 { beside } else { 0 };
        let close = if sheet.melee.is_some() { foes & state.in_zone(zone) } else { 0 };
        let seen = if sheet.ranged.is_some() { foes & state.in_zones(self.zones.sight(zone)) } else { 0 };
        for (targets, ranged) in [(close, false), (seen, true)] {
            for target in each(targets) {
                out(Act::Attack { target, ranged });
                each_zone(ways).for_each(|to| out(Act::AttackAndMove { target, ranged, to }));
            }
        }
        for to in each_zone(ways) {
            if sheet.melee.is_some() {
                each(foes & state.in_zone(to)).for_each(|target| out(Act::MoveToAttack { to, target }));
            }
            if sheet.ranged.is_some() {
                let seen = foes & state.in_zones(self.zones.sight(to));
                each(seen).for_each(|target| out(Act::MoveAndShoot { to, target }));
            }
            out(Act::Flee { to });
            let on = each_zone(self.zones.adjacent(to)).filter(|&on| self.zones.distance(zone, on) == 2);
            on.for_each(|on| out(Act::MoveFar { via: to, to: on }));
            if self.zones.exits() >> to & 1 == 1 {
                out(Act::MoveFar { via: to, to: OFF });
            }
        }
        if self.zones.exits() >> zone & 1 == 1 && state.stuck() & bit(who) == 0 {
            out(Act::Flee { to: OFF });
        }
        out(Act::Defend { bar: None });
        each_zone(beside).for_each(|to| out(Act::Defend { bar: Some(to) }));
        let friends = state.friends(who) & !bit(who);
        let wards = friends & state.standing & state.in_zones(self.zones.sight(zone));
        each(wards).for_each(|ward| out(Act::DefendOther { ward }));
        each(friends & state.down & state.in_zone(zone)).for_each(|patient| out(Act::Tend { patient }));
        if means.surges > 0 {
            out(Act::Recover);
        }
        self.list_abilities(state, who, means, out);
    }

    fn list_abilities(&self, state: &State, who: Who, means: Means, out: &mut impl FnMut(Act)) {
        for which in 0..self.sheet(state, who).abilities.len() as u8 {
            let Some(ability) = self.ability(state, who, which) else { continue };
            if ability.cost > means.ardor || !self.knows(state, who, which) {
                continue;
            }
            let taken = self.takes(state, who, ability);
            let reached = self.reached(means.zone, ability.reach);
            if ability.area {
                let zones = each_zone(reached).filter(|&zone| state.in_zone(zone) & taken != 0);
                zones.for_each(|on| out(Act::Ability { which, on }));
            } else {
                // Oneself is always in reach, also where one is going.
                let near = taken & (state.in_zones(reached) | bit(who));
                each(near).for_each(|one| out(Act::Ability { which, on: one.0 }));
            }
        }
    }

    // --- why not ---

    pub(crate) fn why_not(&self, state: &State, choice: Choice) -> Result<(), Refusal> {
        let who = choice.who();
        if state.outcome.is_some() {
            return Err(Refusal::by("ARDOR-R9", "the encounter is over"));
        }
        if who.index() >= state.count as usize {
            return Err(Refusal::new("there is nobody of that name"));
        }
        self.why_not_now(state, choice)?;
        if state.answering() & bit(who) == 0 {
            return Err(self.why_not_asked(state, who));
        }
        match choice {
            Choice::Begin { .. } => Ok(()),
            Choice::Show { act, .. } | Choice::Mean { act, .. } => {
                if (state.feigning & bit(who) != 0) != matches!(choice, Choice::Mean { .. }) {
                    return Err(Refusal::by(
                        "ARDOR-R6",
                        "what is shown comes first, and what is meant after it",
                    ));
                }
                self.why_not_act(state, who, act, self.first_means(state, who))
            }
            Choice::Commit { act, careful, .. } => {
                self.why_not_act(state, who, act, self.first_means(state, who))?;
                self.why_not_care(state, who, act, careful)
            }
            Choice::Learn { .. } | Choice::Later { .. } if state.discovering & bit(who) == 0 => {
                Err(Refusal::by("ARDOR-S7", "nothing was discovered"))
            }
            Choice::Learn { .. } | Choice::Later { .. } => Ok(()),
            Choice::Arduous { .. } | Choice::Pass { .. } if state.discovering & bit(who) != 0 => {
                Err(Refusal::by("ARDOR-S7", "first the discovery: learn it now, or later"))
            }
            Choice::Pass { .. } => Ok(()),
            Choice::Arduous { .. } if !self.may_strain(state, who) => {
                Err(Refusal::by("ARDOR-S6", "there is no Ardor left to spend on it"))
            }
            Choice::Arduous { act, .. } => self.why_not_act(state, who, act, self.second_means(state, who)),
        }
    }

    fn why_not_now(&self, state: &State, choice: Choice) -> Result<(), Refusal> {
        let (phase, why) = match choice {
            Choice::Begin { .. } => (Phase::Before, "it has begun"),
            Choice::Show { .. } | Choice::Mean { .. } => {
                (Phase::Intents, "intents are shown at the start of a round, by those who do not roll")
            }
            Choice::Commit { .. } => {
                (Phase::Commit, "players commit their intents when the others' are known")
            }
            Choice::Arduous { .. } | Choice::Pass { .. } | Choice::Learn { .. } | Choice::Later { .. } => {
                (Phase::Arduous, "that comes after the rolls")
            }
        };
        // ARDOR-F1
        if state.phase == phase { Ok(()) } else { Err(Refusal::by("ARDOR-F1", why)) }
    }

    fn why_not_asked(&self, state: &State, who: Who) -> Refusal {
        let name = self.name_of(state, who);
        if state.present() & bit(who) == 0 {
            return Refusal::by("ARDOR-R9", format!("{name} is out of the fight"));
        }
        if state.unaware & bit(who) != 0 {
            return Refusal::by("ARDOR-S2", format!("{name} has not noticed anybody"));
        }
        if state.asked & bit(who) != 0 {
            return Refusal::by("ARDOR-R11", format!("{name} is asked when those before have answered"));
        }
        if state.phase == Phase::Arduous {
            return Refusal::by("ARDOR-R11", format!("{name} has no Arduous Action left in this round"));
        }
        Refusal::by("ARDOR-F1", format!("it is not for {name} to decide now"))
    }

    fn why_not_care(&self, state: &State, who: Who, act: Act, careful: bool) -> Result<(), Refusal> {
        if !careful {
            return Ok(());
        }
        if self.threat(state, who, act, false).is_none() {
            return Err(Refusal::by("ARDOR-S9", "nothing can go wrong with that"));
        }
        if self.careful.is_none() {
            return Err(Refusal::by("ARDOR-O2", "there is no time for care here"));
        }
        Ok(())
    }

    fn why_not_act(&self, state: &State, who: Who, act: Act, means: Means) -> Result<(), Refusal> {
        let is_down = state.down & bit(who) != 0;
        if is_down != (act.kind() == Kind::Rise) {
            let why = if is_down { "an incapacitated character can only recover" } else { "is on its feet" };
            return Err(Refusal::by("ARDOR-H2", why));
        }
        match act {
            Act::Nothing => Err(Refusal::new("that is no action")),
            Act::Defend { bar: None } | Act::Rise { surge: false } => Ok(()),
            Act::Rise { surge: true } | Act::Recover => {
                if means.surges > 0 {
                    return Ok(());
                }
                Err(Refusal::by("ARDOR-A8", "no healing surge is left"))
            }
            Act::Attack { target, ranged } => self.why_not_strike(state, who, target, ranged, means.zone),
            Act::AttackAndMove { target, ranged, to } => {
                self.why_not_strike(state, who, target, ranged, means.zone)?;
                self.why_not_step(state, who, means.zone, to, false)
            }
            Act::MoveToAttack { to, target } => {
                self.why_not_step(state, who, means.zone, to, false)?;
                self.why_not_strike(state, who, target, false, to)
            }
            Act::MoveAndShoot { to, target } => {
                self.why_not_step(state, who, means.zone, to, false)?;
                self.why_not_strike(state, who, target, true, to)
            }
            Act::Flee { to } => self.why_not_step(state, who, means.zone, to, true),
            Act::MoveFar { via, to } => self.why_not_far(state, who, means.zone, via, to),
            Act::Defend { bar: Some(to) } => {
                if self.is_beside(means.zone, to) {
                    return Ok(());
                }
                Err(Refusal::by("ARDOR-R3", "one bars a way that leads out of one's own zone"))
            }
            Act::DefendOther { ward } => self.why_not_ward(state, who, ward, means.zone),
            Act::Tend { patient } => self.why_not_tend(state, who, patient, means.zone),
            Act::Ability { which, on } => self.why_not_ability(state, who, which, on, means),
        }
    }

    fn is_zone(&self, zone: u8) -> bool {
        (zone as usize) < self.zones.len()
    }

    fn is_beside(&self, from: u8, to: u8) -> bool {
        self.is_zone(from) && self.is_zone(to) && self.zones.distance(from, to) == 1
    }

    fn why_not_strike(
        &self,
        state: &State,
        who: Who,
        target: Who,
        ranged: bool,
        from: u8,
    ) -> Result<(), Refusal> {
        if target.index() >= state.count as usize || state.foes(who) & bit(target) == 0 {
            return Err(Refusal::new("that is no enemy"));
        }
        if state.standing & bit(target) == 0 {
            return Err(Refusal::new("that one is out of the fight"));
        }
        let sheet = self.sheet(state, who);
        let weapon = if ranged { &sheet.ranged } else { &sheet.melee };
        if weapon.is_none() {
            return Err(Refusal::new("there is no weapon for that"));
        }
        if !self.is_zone(from) {
            return Err(Refusal::new("that is no zone to attack from"));
        }
        let there = state.zone_of(target);
        if !ranged && from != there {
            return Err(Refusal::by("ARDOR-R10", "melee reaches no further than one's own zone"));
        }
        if !self.zones.sees(from, there) {
            return Err(Refusal::by("ARDOR-R10", "the target is not in sight"));
        }
        Ok(())
    }

    fn why_not_step(
        &self,
        state: &State,
        who: Who,
        from: u8,
        to: u8,
        may_leave: bool,
    ) -> Result<(), Refusal> {
        let leaves = to == OFF && may_leave;
        if !leaves && !self.is_zone(to) {
            return Err(Refusal::new("that is no zone to move to"));
        }
        if leaves && !(self.is_zone(from) && self.zones.zone(from).exit) {
            return Err(Refusal::by("ARDOR-R9", "there is no way off the field from here"));
        }
        if !leaves && !self.is_beside(from, to) {
            return Err(Refusal::by("ARDOR-A3", "that zone is not beside this one"));
        }
        if state.is(who, crate::Condition::Rooted) || state.is(who, crate::Condition::Prone) {
            return Err(Refusal::by("ARDOR-R7", "cannot leave this zone now"));
        }
        Ok(())
    }

    fn why_not_far(&self, state: &State, who: Who, from: u8, via: u8, to: u8) -> Result<(), Refusal> {
        self.why_not_step(state, who, from, via, false)?;
        if to == via {
            return Err(Refusal::by(
                "ARDOR-A1",
                "moving far is two zones; one zone is for fleeing or attacking",
            ));
        }
        self.why_not_step(state, who, via, to, true)?;
        if to != OFF && self.zones.distance(from, to) != 2 {
            return Err(Refusal::new("there is a shorter way"));
        }
        Ok(())
    }

    fn why_not_ward(&self, state: &State, who: Who, ward: Who, from: u8) -> Result<(), Refusal> {
        if ward.index() >= state.count as usize || ward == who || state.side_of(ward) != state.side_of(who) {
            return Err(Refusal::new("that is no friend"));
        }
        if state.standing & bit(ward) == 0 {
            return Err(Refusal::new("that one needs no defence"));
        }
        if !self.is_zone(from) || !self.zones.sees(from, state.zone_of(ward)) {
            return Err(Refusal::by("ARDOR-A6", "out of sight"));
        }
        Ok(())
    }

    fn why_not_tend(&self, state: &State, who: Who, patient: Who, from: u8) -> Result<(), Refusal> {
        let known = patient.index() < state.count as usize;
        if !known || patient == who || state.side_of(patient) != state.side_of(who) {
            return Err(Refusal::new("that is no friend"));
        }
        if state.down & bit(patient) == 0 {
            return Err(Refusal::by("ARDOR-A10", "only the incapacitated are tended"));
        }
        if state.zone_of(patient) != from {
            return Err(Refusal::by("ARDOR-R14", "tending needs the same zone"));
        }
        Ok(())
    }

    fn why_not_ability(
        &self,
        state: &State,
        who: Who,
        which: u8,
        on: u8,
        means: Means,
    ) -> Result<(), Refusal> {
        let Some(ability) = self.ability(state, who, which) else {
            return Err(Refusal::new("there is no such ability"));
        };
        if !self.knows(state, who, which) {
            return Err(Refusal::by("ARDOR-S7", format!("{} is not known yet", ability.name)));
        }
        let taken = self.takes(state, who, ability);
        let zone = match ability.area {
            true if self.is_zone(on) => on,
            false if on < state.count && taken & bit(Who(on)) != 0 => state.zone_of(Who(on)),
            _ => return Err(Refusal::new("that is no target of this")),
        };
        if ability.cost > means.ardor {
            let why = format!("{} costs {} Ardor, and {} is left", ability.name, ability.cost, means.ardor);
            return Err(Refusal::by("ARDOR-R7", why));
        }
        let oneself = !ability.area && on == who.0;
        if !oneself && (!self.is_zone(means.zone) || self.reached(means.zone, ability.reach) >> zone & 1 == 0)
        {
            return Err(Refusal::by("ARDOR-R10", format!("out of the reach of {}", ability.name)));
        }
        if ability.area && state.at[zx(on)] & taken == 0 {
            return Err(Refusal::new("nobody is there"));
        }
        Ok(())
    }

    // --- everything ---

    pub(crate) fn think_of_everything(&self, state: &State, out: &mut Vec<Choice>) {
        out.clear();
        for who in (0..state.count).map(Who) {
            out.extend([Choice::Begin { who }, Choice::Pass { who }]);
            out.extend([Choice::Learn { who }, Choice::Later { who }]);
            let act = Act::Defend { bar: None };
            // One of each kind for the wrong time; everything for the right one.
            out.extend([Choice::Show { who, act }, Choice::Mean { who, act }, Choice::Arduous { who, act }]);
            out.extend([false, true].map(|careful| Choice::Commit { who, act, careful }));
            self.think_of_acts(state, who, &mut |act| match state.phase {
                _ if act == (Act::Defend { bar: None }) => {}
                Phase::Before => {}
                Phase::Intents => out.extend([Choice::Show { who, act }, Choice::Mean { who, act }]),
                Phase::Commit => {
                    out.extend([false, true].map(|careful| Choice::Commit { who, act, careful }))
                }
                Phase::Arduous => out.push(Choice::Arduous { who, act }),
            });
        }
    }

    fn think_of_acts(&self, state: &State, who: Who, out: &mut impl FnMut(Act)) {
        let all = || (0..state.count).map(Who);
        let zones = || 0..self.zones.len() as u8;
        for target in all() {
            for ranged in [false, true] {
                out(Act::Attack { target, ranged });
                zones().for_each(|to| out(Act::AttackAndMove { target, ranged, to }));
            }
            for to in zones() {
                out(Act::MoveToAttack { to, target });
                out(Act::MoveAndShoot { to, target });
            }
            out(Act::DefendOther { ward: target });
            out(Act::Tend { patient: target });
        }
        for via in zones() {
            zones().chain([OFF]).for_each(|to| out(Act::MoveFar { via, to }));
            out(Act::Defend { bar: Some(via) });
        }
        out(Act::Defend { bar: None });
        zones().chain([OFF]).for_each(|to| out(Act::Flee { to }));
        out(Act::Recover);
        [false, true].into_iter().for_each(|surge| out(Act::Rise { surge }));
        for which in 0..self.sheet(state, who).abilities.len() as u8 {
            let area = self.ability(state, who, which).is_some_and(|ability| ability.area);
            let count = if area { self.zones.len() as u8 } else { state.count };
            (0..count).for_each(|on| out(Act::Ability { which, on }));
        }
    }
}

/// How far a basic attack goes.
pub(crate) fn reach_of(ranged: bool) -> Reach {
    if ranged { Reach::Ranged } else { Reach::Melee }
}

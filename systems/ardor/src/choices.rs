//! What can be chosen, and everything that one could think of. Whether a choice may be made is written apart, in `legal`.

use fracas_kernel::{Handle, Offer, Who, ZoneSet};

use crate::action::{Action, OFF};
use crate::data::{Ability, Ardor, Reach, Takes};
use crate::state::{Band, Phase, State};

pub type Choice = fracas_kernel::Choice<Deed>;

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Deed {
    /// Starts the encounter.
    Begin,
    /// What one that does not roll intends; of one that bluffs, what it seems to.
    Show { action: Action },
    /// What one that bluffs really intends.
    Mean { action: Action },
    /// A player's intent; a second one takes the place of the first.
    Commit { action: Action, careful: bool },
    /// A second action.
    Arduous { action: Action, careful: bool },
    /// No second action.
    Pass,
    /// A discovered ability, at once.
    Learn { which: u8 },
    /// A discovered ability, at a rest.
    Later { which: u8 },
}

const _: () = assert!(size_of::<Choice>() <= 12);

/// Where somebody acts from, and with what.
#[derive(Clone, Copy)]
pub(crate) struct Means {
    pub(crate) zone: u8,
    pub(crate) ardor: u8,
    pub(crate) surges: u8,
}

impl Means {
    pub(crate) fn first(state: &State, who: Who) -> Means {
        Means { zone: state.zone[who], ardor: state.ardor[who], surges: state.surges[who] }
    }

    pub(crate) fn second(rules: &Ardor, state: &State, who: Who) -> Means {
        // ARDOR-S6, ARDOR-S7: one Ardor; for the inspired nothing costs any.
        let ardor = if state.inspired.has(who) { u8::MAX } else { state.ardor[who].saturating_sub(1) };
        Means { zone: rules.planned_zone(state, who), ardor, ..Means::first(state, who) }
    }
}

impl Offer for Ardor {
    fn choices(&self, state: &State, out: &mut Vec<Choice>) {
        out.clear();
        if state.outcome.is_some() {
            return;
        }
        for who in state.answering() {
            let mut add = |deed| out.push(who.does(deed));
            let first = Means::first(state, who);
            match state.phase {
                Phase::Before => add(Deed::Begin),
                Phase::Intents if state.feigning.has(who) => {
                    self.list_actions(state, who, first, &mut |action| add(Deed::Mean { action }));
                }
                Phase::Intents => {
                    self.list_actions(state, who, first, &mut |action| add(Deed::Show { action }));
                }
                Phase::Commit => self.list_actions(state, who, first, &mut |action| {
                    add(Deed::Commit { action, careful: false });
                    if self.care_is_offered(state, who, action, false) {
                        add(Deed::Commit { action, careful: true });
                    }
                }),
                Phase::Arduous if state.discovering.has(who) => {
                    for which in self.offered(state, who) {
                        if self.can_afford(state, who, which) {
                            add(Deed::Learn { which });
                        }
                        add(Deed::Later { which });
                    }
                }
                Phase::Arduous => {
                    if self.may_strain(state, who) {
                        let means = Means::second(self, state, who);
                        self.list_actions(state, who, means, &mut |action| {
                            add(Deed::Arduous { action, careful: false });
                            if self.care_is_offered(state, who, action, true) {
                                add(Deed::Arduous { action, careful: true });
                            }
                        });
                    }
                    add(Deed::Pass);
                }
            }
        }
    }

    fn conceivable(&self, state: &State, out: &mut Vec<Choice>) {
        out.clear();
        for who in (0..state.count).map(Who) {
            let mut add = |deed| out.push(who.does(deed));
            // One of each kind for the wrong time; everything for the right one.
            let action = Action::Defend { bar: None };
            [Deed::Begin, Deed::Pass, Deed::Show { action }, Deed::Mean { action }]
                .into_iter()
                .for_each(&mut add);
            for careful in [false, true] {
                [Deed::Commit { action, careful }, Deed::Arduous { action, careful }]
                    .into_iter()
                    .for_each(&mut add);
            }
            for which in 0..self.sheet(state, who).abilities.len() as u8 {
                [Deed::Learn { which }, Deed::Later { which }].into_iter().for_each(&mut add);
            }
            self.think_of_actions(state, who, &mut |action| match state.phase {
                Phase::Before => {}
                Phase::Intents => {
                    [Deed::Show { action }, Deed::Mean { action }].into_iter().for_each(&mut add);
                }
                Phase::Commit => {
                    [false, true].into_iter().for_each(|careful| add(Deed::Commit { action, careful }));
                }
                Phase::Arduous => {
                    [false, true].into_iter().for_each(|careful| add(Deed::Arduous { action, careful }));
                }
            });
        }
    }
}

impl Ardor {
    /// Whom an ability of `who` can take at all.
    pub(crate) fn takes(&self, state: &State, who: Who, ability: &Ability) -> Band {
        match ability.takes {
            Takes::Foes => state.foes(who) & state.standing,
            Takes::Everyone => state.standing - Band::one(who),
            Takes::Oneself => Band::one(who) & state.standing,
            // Healing reaches the fallen; nothing else concerns them.
            Takes::Friends if ability.full.heal.is_some() => state.friends(who) & state.present(),
            Takes::Friends => state.friends(who) & state.standing,
        }
    }

    fn list_actions(&self, state: &State, who: Who, means: Means, out: &mut impl FnMut(Action)) {
        if state.down.has(who) {
            out(Action::Rise { surge: false });
            if means.surges > 0 {
                out(Action::Rise { surge: true });
            }
            return;
        }
        let (zone, sheet, zones) = (means.zone, self.sheet(state, who), self.zones(state));
        let foes = self.prey(state, who);
        let ways = self.ways(state, zone).only_if(!state.stuck().has(who));
        let close = foes & state.at[zone];
        let seen = foes & state.in_zones(zones.seen_from(zone));
        let strikes =
            [(close.only_if(sheet.melee.is_some()), false), (seen.only_if(sheet.ranged.is_some()), true)];
        for (targets, ranged) in strikes {
            for target in targets {
                out(Action::Attack { target, ranged });
                ways.for_each(|to| out(Action::AttackAndMove { target, ranged, to }));
            }
        }
        self.list_moves(state, who, zone, ways, out);
        out(Action::Defend { bar: None });
        zones.beside(zone).for_each(|to| out(Action::Defend { bar: Some(to) }));
        let friends = state.friends(who) - Band::one(who);
        let wards = friends & state.standing & state.in_zones(zones.seen_from(zone));
        wards.for_each(|ward| out(Action::DefendOther { ward }));
        (friends & state.down & state.at[zone]).for_each(|patient| out(Action::Tend { patient }));
        if means.surges > 0 {
            out(Action::Recover);
        }
        self.list_abilities(state, who, means, out);
        for door in self.field.doors_of(zone) {
            let can = Handle::ALL.into_iter().filter(|&what| self.can_handle(state, zone, door, what));
            can.for_each(|what| out(Action::Door { door, what }));
        }
    }

    /// The enemies whom somebody knows to be there.
    pub(crate) fn prey(&self, state: &State, who: Who) -> Band {
        let foes = state.foes(who) & state.standing;
        if self.field.doorways().is_empty() { foes } else { foes - self.unperceived(state, who) }
    }

    fn list_moves(&self, state: &State, who: Who, zone: u8, ways: ZoneSet, out: &mut impl FnMut(Action)) {
        let (sheet, foes, zones) = (self.sheet(state, who), self.prey(state, who), self.zones(state));
        let exits = zones.exit_zones();
        for to in ways {
            if sheet.melee.is_some() {
                (foes & state.at[to]).for_each(|target| out(Action::MoveToAttack { to, target }));
            }
            let known = self.map_of(state, who).has(to);
            if sheet.ranged.is_some() && known {
                let seen = foes & state.in_zones(zones.seen_from(to));
                seen.for_each(|target| out(Action::MoveAndShoot { to, target }));
            }
            out(Action::Flee { to });
            // ARDOR-R19: any zone that two moves lead to; how it goes on where nobody has looked, nobody knows.
            let on = (self.ways(state, to) - ZoneSet::one(zone)).only_if(known);
            on.for_each(|on| out(Action::MoveFar { via: to, to: on }));
            if exits.has(to) && known {
                out(Action::MoveFar { via: to, to: OFF });
            }
        }
        if exits.has(zone) && !state.stuck().has(who) {
            out(Action::Flee { to: OFF });
        }
    }

    fn list_abilities(&self, state: &State, who: Who, means: Means, out: &mut impl FnMut(Action)) {
        for which in self.powers(state, who, means.zone) {
            let Some(ability) = self.ability(state, who, which) else { continue };
            if ability.cost > means.ardor || !self.knows(state, who, which) {
                continue;
            }
            let taken = self.takes(state, who, ability);
            let unknown = self.unperceived(state, who);
            let taken = taken - unknown;
            let reached = self.reached(state, means.zone, ability.reach);
            if ability.area {
                let zones = reached.filter(|&zone| state.at[zone].meets(taken));
                zones.for_each(|on| out(Action::Ability { which, on, to: OFF }));
                continue;
            }
            // Oneself is always in reach, also where one is going.
            for one in taken & state.in_zones(reached).with(who) {
                let on = one.0;
                if ability.is_aimed_push() {
                    let beside = self.zones(state).beside(state.zone[one]) & self.map_of(state, who);
                    beside.for_each(|to| out(Action::Ability { which, on, to }));
                } else {
                    out(Action::Ability { which, on, to: OFF });
                }
            }
        }
    }

    /// Every action that has a name, but for plain defending.
    fn think_of_actions(&self, state: &State, who: Who, out: &mut impl FnMut(Action)) {
        let zones = || self.thinkable(state, who);
        let all = || (Band::first_few(state.count.into()) - self.unperceived(state, who)).into_iter();
        for target in all() {
            for ranged in [false, true] {
                out(Action::Attack { target, ranged });
                zones().for_each(|to| out(Action::AttackAndMove { target, ranged, to }));
            }
            for to in zones() {
                out(Action::MoveToAttack { to, target });
                out(Action::MoveAndShoot { to, target });
            }
            out(Action::DefendOther { ward: target });
            out(Action::Tend { patient: target });
        }
        for via in zones() {
            zones().chain([OFF]).for_each(|to| out(Action::MoveFar { via, to }));
            out(Action::Defend { bar: Some(via) });
        }
        zones().chain([OFF]).for_each(|to| out(Action::Flee { to }));
        out(Action::Recover);
        [false, true].into_iter().for_each(|surge| out(Action::Rise { surge }));
        for which in self.thinkable_powers(state, who) {
            let Some(ability) = self.ability(state, who, which) else { continue };
            if ability.area {
                zones().for_each(|on| out(Action::Ability { which, on, to: OFF }));
                continue;
            }
            for Who(on) in all() {
                out(Action::Ability { which, on, to: OFF });
                if ability.is_aimed_push() {
                    zones().for_each(|to| out(Action::Ability { which, on, to }));
                }
            }
        }
        for door in self.thinkable_doors(state, who) {
            Handle::ALL.into_iter().for_each(|what| out(Action::Door { door, what }));
        }
    }
}

/// How far a basic attack goes.
pub(crate) fn reach_of(ranged: bool) -> Reach {
    if ranged { Reach::Ranged } else { Reach::Melee }
}

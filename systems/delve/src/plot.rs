//! Goals and events in this system: where people are, how somebody comes to the field, and what a risen hazard does.

use fracas_dice::Dice;
use fracas_kernel::plot::{Course, Errand, Happening, Plot, Plotted, Tick, can_take, carry, errand, unfold};
use fracas_kernel::{Door, Log, Outcome, Who, ZoneSet, Zones};

use crate::apply::Turn;
use crate::choices::Deed;
use crate::data::Delve;
use crate::event::Event;
use crate::state::{Phase, State};

impl Plotted for Delve {
    fn plot(&self) -> &Plot {
        &self.plot
    }

    fn course<'s>(&self, state: &'s State) -> &'s Course {
        &state.course
    }

    fn course_mut<'s>(&self, state: &'s mut State) -> &'s mut Course {
        &mut state.course
    }

    fn places_of(&self, state: &State, who: Who) -> ZoneSet {
        ZoneSet::one(state.zone[who]).only_if(state.is_on_map(who))
    }

    fn steps_to(&self, state: &State, who: Who, places: ZoneSet) -> Option<u8> {
        let map = self.passable(state);
        let steps = places.map(|place| map.distance(state.zone[who], place)).min()?;
        (steps != Zones::APART && state.is_on_map(who)).then_some(steps)
    }

    fn exits(&self) -> ZoneSet {
        self.field.zones().exit_zones()
    }

    fn is_past_help(&self, state: &State, who: Who) -> bool {
        state.dead.has(who)
    }

    fn is_open(&self, state: &State, door: u8) -> bool {
        state.doors.at(door).shows()
    }

    fn happens(happening: Happening) -> Event {
        Event::Plot { happening }
    }

    fn arrive(&self, state: &mut State, who: Who) {
        // DELVE-G3: at the nearest zone to which nothing dangerous has come.
        let (zone, map) = (state.zone[who], self.passable(state));
        let safe = map.numbers().filter(|&at| self.peril(state, who, at).is_none());
        let near = safe.min_by_key(|&at| map.distance(zone, at)).unwrap_or(zone);
        state.put(who, near);
        state.standing.insert(who);
        self.look_around(state);
    }

    fn rise(
        &self,
        state: &mut State,
        place: u8,
        hazard: u8,
        dice: &mut impl Dice,
        log: &mut impl Log<Event>,
    ) {
        // DELVE-G4: those who are there brave it, one after the other.
        for who in state.at[place] & state.present() {
            if self.peril(state, who, place) == Some(hazard) {
                Turn { rules: self, state, dice, log }.enter(who, place);
            }
        }
    }

    fn turn_door(&self, state: &mut State, door: u8, open: bool) {
        let broken = state.doors.at(door) == Door::Broken;
        if !broken {
            state.doors.set(door, if open { Door::Open } else { Door::Shut });
        }
        self.look_around(state);
    }

    fn conclude(&self, state: &mut State, outcome: Outcome, log: &mut impl Log<Event>) {
        // DELVE-G1
        state.end(outcome);
        log.tell(Event::Over { outcome });
    }
}

impl<D: Dice, L: Log<Event>> Turn<'_, D, L> {
    /// After a choice. In a round at the same time nothing has happened before its end.
    #[inline(never)]
    pub(crate) fn look_on(self) {
        if !matches!(self.state.phase, Phase::Before | Phase::Both) {
            self.unfold(Tick::Now);
        }
    }

    #[inline(never)]
    pub(crate) fn unfold(self, tick: Tick) {
        if self.state.outcome.is_none() {
            unfold(self.rules, self.state, tick, self.dice, self.log);
        }
    }

    /// Picks something up, or drops it.
    pub(crate) fn carry(&mut self, who: Who, prize: u8, up: bool) {
        // DELVE-G2: an action to pick up, nothing to drop.
        carry(self.rules, self.state, who, prize, up, self.log);
        if up {
            self.state.acted.insert(who);
            self.rest_if_spent(who);
        }
    }
}

impl Delve {
    /// What the goal asks of somebody before anything else: a step, the thing itself, or to be off. The action is left for blows.
    pub(crate) fn on_an_errand(&self, state: &State, who: Who) -> Option<Deed> {
        let map = self.field.walked(&state.doors);
        let moved = state.moved.has(who);
        let toward = |goals: ZoneSet| {
            if goals.has(state.zone[who]) || moved {
                return None;
            }
            let step = self.step_toward(state, who, map, goals).map(|to| Deed::Move { to });
            step.or_else(|| self.through_what_is_fast(state, who, goals))
        };
        match errand(self, state, who)? {
            Errand::Go(places) => toward(places),
            Errand::Leave if map.exit_zones().has(state.zone[who]) && !moved => Some(Deed::Leave),
            Errand::Leave => toward(map.exit_zones()),
            Errand::Take(prize) if self.can_take(state, who, prize) => Some(Deed::Carry { prize, up: true }),
            Errand::Take(_) => None,
        }
        .filter(|deed| self.has_action(state, who) || matches!(deed, Deed::Move { .. } | Deed::Leave))
    }

    pub(crate) fn can_take(&self, state: &State, who: Who, prize: u8) -> bool {
        self.sheet(state, who).handy && self.has_action(state, who) && can_take(self, state, who, prize)
    }

    fn has_action(&self, state: &State, who: Who) -> bool {
        !state.acted.has(who) && state.struck[who] == 0
    }
}

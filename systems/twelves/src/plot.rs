//! Goals and events in this system: where people are, how somebody comes to the field, and how a hazard wakes.

use fracas_dice::Dice;
use fracas_kernel::plot::{Course, Errand, Happening, Plot, Plotted, Tick, can_take, carry, errand, unfold};
use fracas_kernel::{Door, Log, Outcome, Who, ZoneSet, Zones};

use crate::apply::Turn;
use crate::choices::Deed;
use crate::data::Twelves;
use crate::event::Event;
use crate::state::State;

impl Plotted for Twelves {
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
        let zones = self.field.zones();
        let steps = places.map(|place| zones.distance(state.zone[who], place)).min()?;
        (steps != Zones::APART && state.is_on_map(who)).then_some(steps)
    }

    fn exits(&self) -> ZoneSet {
        self.field.zones().exit_zones()
    }

    fn is_past_help(&self, state: &State, who: Who) -> bool {
        // TWELVES-R2: the defeated do not get up in a fight.
        !(state.standing | state.gone | state.away()).has(who)
    }

    fn is_open(&self, state: &State, door: u8) -> bool {
        state.doors.at(door).shows()
    }

    fn happens(happening: Happening) -> Event {
        Event::Plot { happening }
    }

    fn arrive(&self, state: &mut State, who: Who) {
        // TWELVES-G3: at the nearest zone in which no hazard is awake for them.
        let (zone, zones) = (state.zone[who], self.field.zones());
        let safe = zones.numbers().filter(|&at| self.peril(state, who, at) == 0);
        let near = safe.min_by_key(|&at| zones.distance(zone, at)).unwrap_or(zone);
        state.put(who, near);
        state.standing.insert(who);
        self.look_around(state);
    }

    fn rise(
        &self,
        state: &mut State,
        place: u8,
        _hazard: u8,
        dice: &mut impl Dice,
        log: &mut impl Log<Event>,
    ) {
        // TWELVES-G4: it is awake, and those who are there pay as if they had come.
        state.hazards.insert(place);
        for who in state.at[place] & state.standing {
            Turn { rules: self, state, dice, log }.enter(who, place);
        }
    }

    fn turn_door(&self, state: &mut State, door: u8, open: bool) {
        if state.doors.at(door) != Door::Broken {
            state.doors.set(door, if open { Door::Open } else { Door::Shut });
        }
        self.look_around(state);
    }

    fn conclude(&self, state: &mut State, outcome: Outcome, log: &mut impl Log<Event>) {
        // TWELVES-G1
        state.end(outcome);
        log.tell(Event::Over { outcome });
    }
}

impl<D: Dice, L: Log<Event>> Turn<'_, D, L> {
    /// What the plot makes of what has happened, when nobody is asked in mid-action.
    #[inline(never)]
    pub(crate) fn unfold(&mut self, tick: Tick) {
        if self.state.outcome.is_none() && self.state.pending.is_none() && !self.state.is_before() {
            unfold(self.rules, self.state, tick, self.dice, self.log);
        }
    }

    /// Picks something up, which takes the turn, or drops it, which does not.
    pub(crate) fn carry(&mut self, who: Who, prize: u8, up: bool) {
        // TWELVES-G2
        carry(self.rules, self.state, who, prize, up, self.log);
        if up {
            self.spend(who);
        }
    }
}

impl Twelves {
    /// What the goal asks of somebody before anything else: a step, the thing itself, or to be off.
    pub(crate) fn on_an_errand(&self, state: &State, who: Who) -> Option<Deed> {
        if state.held.has(who) {
            return None;
        }
        let toward = |goals: ZoneSet| {
            let way = self.way_to(state, who, goals).filter(|_| !goals.has(state.zone[who]))?;
            Some(self.step_or_force(state, who, way.next))
        };
        // Whoever leaves an enemy's side is struck at: that is for those alone on whom it all hangs, and who can stand it.
        let free = self.provoked(state, who).is_empty();
        let bearer = state.course.carried(who).is_some();
        let bold = free || bearer && state.hits[who] > 2;
        match errand(self, state, who)? {
            Errand::Take(prize) if can_take(self, state, who, prize) => Some(Deed::Carry { prize, up: true }),
            Errand::Go(places) if bold => toward(places),
            Errand::Leave if self.exits().has(state.zone[who]) => Some(Deed::Flee),
            Errand::Leave if bold => toward(self.exits()),
            _ => None,
        }
    }
}

//! Goals and events in this system: where people are, how somebody comes to the field, and what fire and water do.

use fracas_dice::Dice;
use fracas_kernel::plot::{
    Course, Errand, Happening, Plot, Plotted, Spot, Tick, can_take, carry, errand, unfold,
};
use fracas_kernel::{Door, Log, Outcome, Tag, TagKind, Who, ZoneSet, Zones};

use crate::apply::Turn;
use crate::choices::Deed;
use crate::data::{Condition, Heed};
use crate::event::Event;
use crate::state::{Phase, State, Waiting};

/// What can come to a zone: each does what a feature does that harms.
pub(crate) fn hazards() -> Vec<Spot> {
    let named = |(id, name): (&str, &str)| Spot { id: id.to_owned(), name: name.to_owned() };
    [("fire", "Fire"), ("water", "Deep water"), ("rubble", "Falling rubble")].map(named).into()
}

impl Plotted for Heed {
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
        let zone = state.zone_of(who);
        ZoneSet::one(zone).only_if(state.in_zone(zone).has(who))
    }

    fn steps_to(&self, state: &State, who: Who, places: ZoneSet) -> Option<u8> {
        let zone = state.zone_of(who);
        let steps = places.map(|place| self.zones().distance(zone, place)).min()?;
        (steps != Zones::APART && state.in_zone(zone).has(who)).then_some(steps)
    }

    fn exits(&self) -> ZoneSet {
        self.zones().exit_zones()
    }

    fn is_past_help(&self, _state: &State, _who: Who) -> bool {
        // HEED-R9: whoever is down can be brought round; only the fight's end tells.
        false
    }

    fn is_open(&self, state: &State, door: u8) -> bool {
        state.doors.at(door).shows()
    }

    fn happens(happening: Happening) -> Event {
        Event::Plot { happening }
    }

    fn arrive(&self, state: &mut State, who: Who) {
        // HEED-G3: at the nearest zone to which nothing dangerous has come.
        let zone = state.zone_of(who);
        let safe = self.zones().numbers() - self.harmful(state);
        let near = safe.min_by_key(|&at| self.zones().distance(zone, at)).unwrap_or(zone);
        state.one_mut(who).zone = near;
        state.at[near].insert(who);
        state.gone.remove(who);
        state.standing.insert(who);
        state.relight(self);
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
        // HEED-G4: those who are there look out as if they had come.
        for who in state.in_zone(place) & state.standing {
            Turn { rules: self, state, dice, log }.tread(who, place);
        }
    }

    fn turn_door(&self, state: &mut State, door: u8, open: bool) {
        if state.doors.at(door) != Door::Broken {
            state.doors.set(door, if open { Door::Open } else { Door::Shut });
        }
        state.count_doors();
        self.look_around(state);
    }

    fn conclude(&self, state: &mut State, outcome: Outcome, log: &mut impl Log<Event>) {
        // HEED-G1
        state.end(outcome);
        log.tell(Event::Over { outcome });
    }
}

impl<D: Dice, L: Log<Event>> Turn<'_, D, L> {
    /// What the plot makes of what has happened, when nobody is asked in mid-action.
    #[inline(never)]
    pub(crate) fn unfold(&mut self, tick: Tick) {
        let idle = self.state.pending.waiting == Waiting::Nothing && self.state.phase != Phase::Before;
        if self.state.outcome.is_none() && idle {
            unfold(self.rules, self.state, tick, self.dice, self.log);
        }
    }

    /// Picks something up, which is an action, or drops it, which costs nothing.
    pub(crate) fn carry(&mut self, who: Who, prize: u8, up: bool) {
        // HEED-G2
        if up {
            self.take_other_action(who);
        } else {
            self.state.active = who;
        }
        carry(self.rules, self.state, who, prize, up, self.log);
        if up {
            self.finish();
        }
    }
}

impl Heed {
    /// The zones that harm whoever comes, by what they are or what has come to them.
    #[inline]
    pub(crate) fn harmful(&self, state: &State) -> ZoneSet {
        if self.plotted { self.harms | self.plot.risen(&state.course) } else { self.harms }
    }

    /// What has come to a zone, on a map.
    pub(crate) fn risen_tag(&self, state: &State, zone: u8) -> Option<Tag> {
        let hazard = self.plot.hazard_at(&state.course, zone)?;
        let name = self.plot.hazards.get(usize::from(hazard))?.to_lowercase();
        let means = "Whoever comes here in a combat rolls Gear(dodge) or is wounded.";
        Some(Tag::new(TagKind::Hazard, format!("{name} (look out)")).meaning(means))
    }

    /// What the goal asks of somebody before anything else: a step, the thing itself, or to be off. The action is left for
    /// blows.
    pub(crate) fn on_an_errand(&self, state: &State, who: Who) -> Option<Deed> {
        let known;
        let state = if self.is_open_to(state, who) {
            state
        } else {
            known = self.as_heroes_know(state);
            &known
        };
        let steps = self.may_set_up(state, who) && !state.set_up.has(who);
        let zone = state.zone_of(who);
        let toward = |goals: ZoneSet| {
            if goals.has(zone) || !steps {
                return None;
            }
            let map = self.paths(state, who, true);
            let way = |to: &u8| map.distance(zone, *to);
            let to = goals.filter(|to| way(to) != Zones::APART).min_by_key(way)?;
            Some(self.walk_toward(state, who, to, map)).filter(|&deed| deed != Deed::Done)
        };
        let free = !state.is(who, Condition::Prone) && !state.is(who, Condition::Held);
        match errand(self, state, who)? {
            Errand::Take(prize) if can_take(self, state, who, prize) => Some(Deed::Carry { prize, up: true }),
            Errand::Take(_) => None,
            Errand::Go(places) => toward(places),
            Errand::Leave if self.exits().has(zone) && free && steps => Some(Deed::Leave),
            Errand::Leave => toward(self.exits()),
        }
    }
}

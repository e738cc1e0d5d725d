//! Goals and events in this system. Everything happens at once in a round, so they are looked at when it is over, and when
//! the next one begins.

use fracas_dice::Dice;
use fracas_kernel::plot::{
    self, Course, Errand, Happening, Lies, Plot, Plotted, Tick, can_take, carry, unfold,
};
use fracas_kernel::{Door, Log, Outcome, Seat, Side, Telling, Who, ZoneSet, Zones};

use crate::action::{Action, OFF};
use crate::apply::Turn;
use crate::data::Ardor;
use crate::event::Event;
use crate::state::{Band, State};

impl Plotted for Ardor {
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
        let zone = state.zone[who];
        ZoneSet::one(zone).only_if(state.at[zone].has(who))
    }

    fn steps_to(&self, state: &State, who: Who, places: ZoneSet) -> Option<u8> {
        let (zones, zone) = (self.field.zones(), state.zone[who]);
        let steps = places.map(|place| zones.distance(zone, place)).min()?;
        (steps != Zones::APART && state.at[zone].has(who)).then_some(steps)
    }

    fn exits(&self) -> ZoneSet {
        self.field.zones().exit_zones()
    }

    fn is_past_help(&self, state: &State, who: Who) -> bool {
        // ARDOR-R2: the incapacitated may rise again; foes who are out do not.
        !(state.present() | state.gone | state.away()).has(who)
    }

    fn is_open(&self, state: &State, door: u8) -> bool {
        state.doors.at(door).shows()
    }

    fn happens(happening: Happening) -> Event {
        Event::Plot { happening }
    }

    fn arrive(&self, state: &mut State, who: Who) {
        // ARDOR-G3
        state.put(who, state.zone[who]);
        state.began[who] = state.zone[who];
        state.standing.insert(who);
        self.look_around(state);
    }

    fn rise(&self, _: &mut State, _place: u8, _hazard: u8, _: &mut impl Dice, _: &mut impl Log<Event>) {
        // ARDOR-G4: it takes those who are still there when the round is over.
    }

    fn turn_door(&self, state: &mut State, door: u8, open: bool) {
        if state.doors.at(door) != Door::Broken {
            state.doors.set(door, if open { Door::Open } else { Door::Shut });
        }
        self.look_around(state);
    }

    fn conclude(&self, state: &mut State, outcome: Outcome, log: &mut impl Log<Event>) {
        // ARDOR-G1
        state.outcome = Some(outcome);
        state.asked = Band::NONE;
        log.tell(Event::Over { outcome });
    }
}

impl<D: Dice, L: Log<Event>> Turn<'_, D, L> {
    #[inline(never)]
    pub(crate) fn unfold(&mut self, tick: Tick) {
        if self.state.outcome.is_some() {
            return;
        }
        if tick == Tick::RoundEnds {
            self.pick_up();
        }
        unfold(self.rules, self.state, tick, self.dice, self.log);
    }

    /// What lies there goes to whoever had the highest score, where no enemy is left standing.
    fn pick_up(&mut self) {
        // ARDOR-G2
        for prize in 0..self.rules.plot.prizes.len() as u8 {
            let Lies::At(place) = self.state.course.lies(prize) else { continue };
            let here = self.state.at[place] & self.state.standing;
            let contested = Side::BOTH.map(|side| here.meets(self.state.side[side.index()])) == [true; 2];
            let able = here.filter(|&who| !contested && can_take(self.rules, self.state, who, prize));
            // The first of those with the highest score.
            let best = able.min_by_key(|&who| -self.state.score[who]);
            if let Some(who) = best {
                carry(self.rules, self.state, who, prize, true, self.log);
            }
        }
    }
}

impl Ardor {
    /// The zones that a seat perceives, before or after.
    pub(crate) fn zones_in_view(&self, telling: &Telling<'_, State>) -> ZoneSet {
        let all = self.zones_known_to(telling.state, telling.seat);
        if self.field.doorways().is_empty() || telling.seat == Seat::Judge {
            return all;
        }
        all & (self.watched(telling.before) | self.watched(telling.state))
    }

    /// What the goal asks of somebody before anything else: to be somewhere, to be off, or to strike the one who matters.
    pub(crate) fn on_an_errand(&self, state: &State, who: Who) -> Option<Action> {
        let known;
        let state = if self.is_open_to(state, who) {
            state
        } else {
            known = State { course: self.course_known_to_heroes(state), ..state.clone() };
            &known
        };
        let zone = state.zone[who];
        let risen = self.plot.risen(&state.course);
        let toward = |goals: ZoneSet| {
            let ways = self.ways_in_time(state);
            let goal = goals.filter(|&goal| goal != zone).min_by_key(|&goal| ways.distance(zone, goal))?;
            if goals.has(zone) || state.stuck().has(who) {
                return None;
            }
            let via = ways.toward(zone, goal);
            let in_the_way = self.prey(state, who) & state.at[via];
            match in_the_way.min_by_key(|&foe| state.health[foe]) {
                Some(target) if self.sheet(state, who).melee.is_some() && self.ways(state, zone).has(via) => {
                    Some(Action::MoveToAttack { to: via, target })
                }
                _ => self.hurry(state, who, goal),
            }
        };
        // Out of what hurts, before anything else.
        if risen.has(zone) && !state.stuck().has(who) {
            let dry = self.field.zones().numbers() - risen;
            if let Some(step) = toward(dry) {
                return Some(step);
            }
        }
        let exits = self.exits();
        let step = match plot::errand(self, state, who) {
            Some(Errand::Go(places)) => toward(places),
            Some(Errand::Leave) if exits.has(zone) && !state.stuck().has(who) => {
                Some(Action::Flee { to: OFF })
            }
            Some(Errand::Leave) => toward(exits),
            Some(Errand::Take(_)) | None => None,
        };
        step.or_else(|| {
            let target = plot::prey(self, state, who).filter(|&one| self.prey(state, who).has(one))?;
            let close = state.zone[target] == zone && self.sheet(state, who).melee.is_some();
            close.then_some(Action::Attack { target, ranged: false })
        })
    }
}

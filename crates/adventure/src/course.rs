//! The course of a trek where no dice are needed: meeting those who live somewhere, coming out of a fight, and how it all
//! ends.

use fracas_kernel::{Log, Outcome, Side};

use crate::explore::{EventOf, Explore, StateOf};
use crate::{Event, Foes};

/// For every system, by what it supplies.
pub trait Course: Explore {
    /// Notes how the adventure ends, if it does: `leaving` through an exit, with nobody left, or out of time.
    fn conclude(&self, state: &mut StateOf<Self>, leaving: bool, log: &mut dyn Log<EventOf<Self>>) {
        if state.is_over() {
            return;
        }
        let anybody = !state.able().is_empty();
        if !anybody {
            self.forsaken(state, log);
        }
        let setting = self.setting();
        setting.place.conclude(&mut state.here, leaving, anybody);
        if !state.is_over() && state.clock >= setting.clock.limit {
            log.tell(Event::TimeIsUp);
            state.here.outcome = Some(Outcome::Draw);
        }
        if let Some(outcome) = state.here.outcome {
            state.meeting = None;
            log.tell(Event::Over { outcome });
        }
    }

    /// Whoever lives where the party has come to is met.
    fn meet_here(&self, state: &mut StateOf<Self>, log: &mut dyn Log<EventOf<Self>>) {
        if state.goes_on()
            && !state.able().is_empty()
            && let Some(foes) = state.inhabitants(&self.setting().place)
        {
            self.meet(state, foes, false, log);
        }
    }

    fn meet(&self, state: &mut StateOf<Self>, foes: Foes, turned_up: bool, log: &mut dyn Log<EventOf<Self>>) {
        self.met(state, foes, turned_up);
        (state.meeting, state.turned_up) = (Some(foes), turned_up);
        log.tell(Event::Met { foes, turned_up });
    }

    /// A fight is over, and the heroes are as it left them; `left` says whether any foe is still on its feet.
    fn close_fight(
        &self,
        state: &mut StateOf<Self>,
        outcome: Outcome,
        left: bool,
        log: &mut dyn Log<EventOf<Self>>,
    ) {
        let lost = outcome == Outcome::Won(Side::Monsters);
        state.part(outcome, left);
        // A fight takes the rest of the turn.
        state.new_turn();
        state.clock += 1;
        if lost {
            self.get_away(state, log);
        }
        self.conclude(state, false, log);
        self.meet_here(state, log);
    }

    /// Those who fled gather where the party came from.
    fn get_away(&self, state: &mut StateOf<Self>, log: &mut dyn Log<EventOf<Self>>) {
        if state.able().is_empty() {
            return;
        }
        let place = &self.setting().place;
        let to = place.refuge(&state.here, |zone| state.strays_in(zone).next().is_some());
        place.arrive(&mut state.here, to);
        log.tell(Event::GotAway { to });
    }

    /// Those who lie there die.
    fn bury_the_fallen(&self, state: &mut StateOf<Self>, log: &mut dyn Log<EventOf<Self>>) {
        for who in state.party.down {
            state.party.kill(who);
            log.tell(Event::Died { who });
        }
    }
}

impl<R: Explore> Course for R {}

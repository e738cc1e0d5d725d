//! The rules.

use fracas_dice::{Dice, Roll, Why};
use fracas_kernel::{Ask, Crowd, Log, Overrule, Play, Side, Vital, Who};

use crate::choices::{Choice, Deed};
use crate::data::{Sheet, Template};
use crate::event::Event;
use crate::state::State;

/// What a strike must reach to hit.
pub(crate) const GUARD: i32 = 13;
pub(crate) const RALLY: i32 = 11;

impl Play for Template {
    type State = State;
    type Choice = Choice;
    type Event = Event;

    const SYSTEM: &'static str = "template";

    fn start(&self) -> State {
        State::new(self)
    }

    fn ask(&self, state: &State) -> Ask {
        match state.outcome {
            Some(outcome) => Ask::Over(outcome),
            None => Ask::Decide(state.turn().into_iter().collect()),
        }
    }

    fn apply(&self, state: &mut State, choice: Choice, dice: &mut impl Dice, log: &mut impl Log<Event>) {
        let Choice { who, deed } = choice;
        match deed {
            Deed::Move { to } => {
                state.zone[who] = to;
                log.tell(Event::Moved(who, to));
            }
            Deed::Strike { target } => {
                let roll = Roll::d(20).plus(self.sheet(state, who).skill);
                let check = dice.check(Why::new("strike", who.0), roll, GUARD);
                let harm = check.success.then(|| dice.roll(Why::new("harm", who.0), Roll::d(6)));
                state.health[target] -= harm.map_or(0, |harm| harm.value as i16);
                log.tell(Event::Struck(who, target, check, harm));
                self.fit(state, target, log);
            }
            Deed::Rally => {
                let check = dice.check(Why::new("catch breath", who.0), Roll::d(20), RALLY);
                if check.success {
                    state.health[who] = (state.health[who] + 2).min(self.sheet(state, who).health);
                }
                log.tell(Event::Rallied(who, check, state.health[who]));
            }
        }
        state.acted.insert(who);
        Overrule::go_on(self, state, log);
    }

    fn everyone(&self, state: &State) -> Crowd {
        state.everyone().widen()
    }

    fn side(&self, state: &State, who: Who) -> Side {
        state.side_of(who)
    }

    fn vital(&self, state: &State, who: Who) -> Vital {
        Vital { health: state.health[who].into(), standing: state.standing.has(who), gone: false }
    }

    fn round(&self, state: &State) -> u32 {
        state.round.into()
    }
}

impl Template {
    pub(crate) fn sheet(&self, state: &State, who: Who) -> &Sheet {
        &self.sheets[usize::from(state.sheet[who])]
    }

    /// Up or out, as the health says.
    pub(crate) fn fit(&self, state: &mut State, who: Who, log: &mut impl Log<Event>) {
        if state.standing.has(who) && state.health[who] <= 0 {
            log.tell(Event::Out(who));
        }
        state.standing.put(who, state.health[who] > 0);
    }
}

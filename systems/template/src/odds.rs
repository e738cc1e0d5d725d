//! What odds must know: which events mean that a choice succeeded, and what an enemy could do on a turn.

use fracas_kernel::{Foresee, Mark, Who};

use crate::data::Template;
use crate::event::Event;
use crate::state::{Band, State};

impl Foresee for Template {
    fn mark(&self, event: &Event) -> Mark {
        match event {
            Event::Struck(_, _, check, _) | Event::Rallied(_, check, _) if check.success => Mark::Success,
            _ => Mark::Nothing,
        }
    }

    fn turn_of(&self, state: &State, who: Who) -> Option<State> {
        Some(State { acted: state.everyone() - Band::one(who), ..*state })
    }
}

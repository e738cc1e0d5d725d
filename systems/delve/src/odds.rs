//! What the odds of a choice are counted over: the choice itself, not what comes of itself when everybody has acted.

use fracas_dice::Dice;
use fracas_kernel::{Foresee, Log, Mark, Who};

use crate::apply::Turn;
use crate::choices::Choice;
use crate::data::Delve;
use crate::event::Event;
use crate::state::{Band, Phase, State};

impl Foresee for Delve {
    #[inline(always)]
    fn resolve(&self, state: &mut State, choice: Choice, dice: &mut impl Dice, log: &mut impl Log<Event>) {
        Turn { rules: self, state, dice, log }.act(choice);
    }

    fn mark(&self, event: &Event) -> Mark {
        let success = match event {
            Event::Attacked { check, .. } => check.success,
            Event::Hurt { by, .. } => by.is_some(),
            Event::Healed { .. } | Event::Afflicted { .. } => true,
            _ => false,
        };
        if success { Mark::Success } else { Mark::Nothing }
    }

    fn turn_of(&self, state: &State, who: Who) -> Option<State> {
        let mut turn = *state;
        turn.phase = Phase::First(state.side_of(who));
        turn.acting = Band::one(who);
        turn.moved.remove(who);
        turn.acted.remove(who);
        Some(turn)
    }
}

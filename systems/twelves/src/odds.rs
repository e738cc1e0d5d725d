//! What the odds of a choice are counted over: the choice itself, not what comes of itself when everybody has acted.

use fracas_dice::Dice;
use fracas_kernel::{Foresee, Log, Mark, Plight, Whim, Who};

use crate::apply::Turn;
use crate::choices::{Choice, Deed};
use crate::data::Twelves;
use crate::event::Event;
use crate::state::{Band, Phase, State};

impl Foresee for Twelves {
    #[inline(always)]
    fn resolve(&self, state: &mut State, choice: Choice, dice: &mut impl Dice, log: &mut impl Log<Event>) {
        Turn { rules: self, state, dice, log }.act(choice);
    }

    /// The one whom instinct would take can be taken always; there is nothing lasting to say about the others.
    fn answer(&self, state: &State, Choice { who, deed }: Choice) -> Option<(&'static str, &'static str)> {
        let Deed::Second { target } = deed else { return None };
        let arm = state.pending?.arm;
        (self.second_target(state, who, arm, &mut Whim::new(0)) == target)
            .then_some(("second weapon", "weakest"))
    }

    fn mark(&self, event: &Event) -> Mark {
        let (who, success) = match event {
            Event::Attacked { who, throw, .. } => (*who, throw.value > 0),
            Event::Grappled { who, test, .. }
            | Event::Shoved { who, test, .. }
            | Event::BrokeFree { who, test }
            | Event::Used { who, test, .. } => (*who, test.success),
            Event::Handled { who, test, .. } => (*who, test.is_none_or(|test| test.success)),
            Event::Moved { who, .. } | Event::Fled { who } => (*who, true),
            _ => return Mark::Nothing,
        };
        if success { Mark::SuccessBy(who) } else { Mark::Nothing }
    }

    /// A turn lost is worth what it would have brought; a hold, about half of that.
    fn plights(&self, state: &State, who: Who, out: &mut Vec<Plight>) {
        let turn = (i32::from(self.sheet(state, who).threat) * 6 / 11).max(1);
        if state.dazed.has(who) {
            out.push(Plight { name: "dazed", worth: -turn });
        }
        if state.held.has(who) {
            out.push(Plight { name: "held", worth: -(turn / 2).max(1) });
        }
    }

    fn turn_of(&self, state: &State, who: Who) -> Option<State> {
        let mut turn = state.clone();
        turn.phase = Phase::Turn(state.side_of(who));
        turn.acting = Band::one(who);
        turn.pending = None;
        Some(turn)
    }
}

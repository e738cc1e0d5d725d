//! Odds between fights: over the choice itself, without what the rest of the turn brings.

use fracas_dice::Dice;
use fracas_kernel::{Foresee, Log, Mark, Who};

use crate::explore::{EventOf, Expedition, StateOf};
use crate::{Choice, Event, Explorer, Step};

impl<R: Expedition> Foresee for Explorer<R> {
    fn resolve(
        &self,
        state: &mut StateOf<R>,
        choice: Choice<R::Deed>,
        dice: &mut impl Dice,
        log: &mut impl Log<EventOf<R>>,
    ) {
        Step { rules: &self.0, state, dice, log }.act(choice);
    }

    fn foresee(
        &self,
        state: &mut StateOf<R>,
        choice: Choice<R::Deed>,
        dice: &mut impl Dice,
        log: &mut impl Log<EventOf<R>>,
    ) {
        let mut step = Step { rules: &self.0, state, dice, log };
        if step.act(choice) {
            self.0.foresee(&mut step, choice);
        }
    }

    fn is_pending(&self, state: &StateOf<R>, choice: Choice<R::Deed>) -> bool {
        self.0.is_pending(state, choice)
    }

    fn presumed(&self, state: &StateOf<R>, _who: Who) -> Option<Choice<R::Deed>> {
        self.0.presumed(state)
    }

    fn mark(&self, event: &EventOf<R>) -> Mark {
        match event {
            Event::Searched { who, test, .. }
            | Event::Listened { who, test, .. }
            | Event::Opened { who, test, .. }
            | Event::Disarmed { who, test, .. }
                if test.success =>
            {
                Mark::SuccessBy(*who)
            }
            Event::Rested => Mark::Success,
            Event::There { event, .. } => {
                self.0.fights().first().map_or(Mark::Nothing, |rules| rules.mark(event))
            }
            Event::Own { who, what } => self.0.mark(who.unwrap_or(Who(0)), what),
            _ => Mark::Nothing,
        }
    }
}

//! Into a fight and out of it.

use fracas_kernel::{Gauge, Log, Outcome};

use crate::explore::{EventOf, Expedition, FightOf, StateOf};
use crate::{Explorer, Fray, Place, Trek, Whereabouts};

impl<R: Expedition> Trek for Explorer<R> {
    type Fight = R::Fight;

    fn fights(&self) -> &[R::Fight] {
        self.0.fights()
    }

    fn fight(&self, state: &StateOf<R>) -> Option<usize> {
        self.0.field(state).filter(|_| !state.is_over())
    }

    fn enter(&self, state: &StateOf<R>) -> FightOf<R> {
        self.0.fight_now(state)
    }

    fn take_back(&self, state: &mut StateOf<R>, fight: &FightOf<R>) {
        self.0.take_back(state, fight);
    }

    fn leave(
        &self,
        state: &mut StateOf<R>,
        fight: &FightOf<R>,
        outcome: Outcome,
        log: &mut impl Log<EventOf<R>>,
    ) {
        state.turned_up = false;
        self.0.leave(state, fight, outcome, log);
    }

    fn gauges(&self, state: &StateOf<R>) -> Vec<Gauge> {
        self.0.gauges(state)
    }

    fn place(&self) -> &Place {
        &self.0.setting().place
    }

    fn here<'a>(&self, state: &'a StateOf<R>) -> &'a Whereabouts {
        &state.here
    }
}

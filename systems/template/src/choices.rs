//! What can be chosen.

use fracas_kernel::{Offer, Who};

use crate::data::Template;
use crate::state::State;

pub type Choice = fracas_kernel::Choice<Deed>;

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Deed {
    Move { to: u8 },
    Strike { target: Who },
    Rally,
}

impl Offer for Template {
    fn choices(&self, state: &State, out: &mut Vec<Choice>) {
        out.clear();
        let Some(who) = state.turn().filter(|_| state.outcome.is_none()) else { return };
        out.extend(state.foes_here(who).map(|target| who.does(Deed::Strike { target })));
        out.extend(self.zones.beside(state.zone[who]).map(|to| who.does(Deed::Move { to })));
        out.push(who.does(Deed::Rally));
    }

    fn conceivable(&self, state: &State, out: &mut Vec<Choice>) {
        out.clear();
        for who in state.everyone() {
            out.extend(state.everyone().map(|target| who.does(Deed::Strike { target })));
            out.extend(self.zones.numbers().map(|to| who.does(Deed::Move { to })));
            out.push(who.does(Deed::Rally));
        }
    }
}

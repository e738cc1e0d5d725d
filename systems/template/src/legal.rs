//! Why something cannot be chosen: written apart from the list, and tests hold the two against each other.

use fracas_kernel::{Allow, Refusal, Tell};

use crate::choices::{Choice, Deed};
use crate::data::Template;
use crate::state::State;

impl Allow for Template {
    fn legal(&self, state: &State, Choice { who, deed }: Choice) -> Result<(), Refusal> {
        let here = state.zone[who];
        let refusal = match deed {
            _ if state.outcome.is_some() => Refusal::new("the fight is over"),
            _ if state.turn() != Some(who) => {
                Refusal::new(format!("it is not {}'s turn", self.name(state, who))).sought()
            }
            Deed::Move { to } if !self.zones.beside(here).has(to) => {
                Refusal::new("that zone is not next to this one").sought()
            }
            Deed::Strike { target } if !state.foes(who).has(target) => {
                Refusal::new("that is no enemy who could be struck")
            }
            Deed::Strike { target } if state.zone[target] != here => {
                Refusal::new("that one is in another zone").sought()
            }
            _ => return Ok(()),
        };
        Err(refusal)
    }
}

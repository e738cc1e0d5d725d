//! A quick mind: finish off the weakest enemy here; otherwise close in, or catch your breath when you are badly hurt.

use fracas_kernel::{Crowd, Know, Think, Whim, Who, least};

use crate::choices::{Choice, Deed};
use crate::data::Template;
use crate::state::State;

impl Think for Template {
    fn instinct(&self, state: &State, asked: Crowd, whim: &mut Whim) -> Choice {
        let who = asked.first().unwrap_or(Who(0));
        let close = state.foes_here(who);
        if !close.is_empty() {
            return who.does(Deed::Strike { target: least(close, whim, |foe| state.health[foe]) });
        }
        let here = state.zone[who];
        let foes = state.foes(who);
        let far = |foe: Who| self.zones.distance(here, state.zone[foe]);
        let to =
            if foes.is_empty() { here } else { self.zones.toward(here, state.zone[least(foes, whim, far)]) };
        let hurt = state.health[who] * 2 < self.sheet(state, who).health;
        who.does(if hurt || to == here { Deed::Rally } else { Deed::Move { to } })
    }
}

impl Know for Template {}

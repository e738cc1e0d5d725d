//! A quick mind: finish off the weakest enemy here; otherwise close in, or catch your breath when you are badly hurt.

use fracas_kernel::{Crowd, Know, Think, Whim, Who};

use crate::choices::{Choice, Deed};
use crate::data::Template;
use crate::state::State;

impl Think for Template {
    fn instinct(&self, state: &State, asked: Crowd, _whim: &mut Whim) -> Choice {
        let who = asked.first().unwrap_or(Who(0));
        if let Some(target) = state.foes_here(who).min_by_key(|&foe| state.health[foe]) {
            return who.does(Deed::Strike { target });
        }
        let here = state.zone[who];
        let nearest = state.foes(who).first().map_or(here, |foe| state.zone[foe]);
        let to = self.zones.toward(here, nearest);
        let hurt = state.health[who] * 2 < self.sheet(state, who).health;
        who.does(if hurt || to == here { Deed::Rally } else { Deed::Move { to } })
    }
}

impl Know for Template {}

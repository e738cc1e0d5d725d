//! What a goal asks of a quick mind: to strike from where it is if that is worth anything, and then to be on its way.

use fracas_kernel::grid::Square;
use fracas_kernel::plot::{Errand, can_take, errand, prey};
use fracas_kernel::{Crowd, Seat, Whim, Who};

use crate::choices::{Choice, Deed, HANDLING};
use crate::data::Ranks;
use crate::state::State;

impl Ranks {
    pub(super) fn on_an_errand(
        &self,
        state: &State,
        who: Who,
        seen: Crowd,
        whim: &mut Whim,
    ) -> Option<Choice> {
        let course = self.course_known_to(state, Seat::Player(state.friends(who)));
        let known = &State { course, ..state.clone() };
        let goal = match errand(self, known, who) {
            Some(Errand::Take(prize)) => {
                let can = state.movement[who] >= HANDLING && can_take(self, known, who, prize);
                return can.then_some(who.does(Deed::Carry { prize, up: true }));
            }
            Some(Errand::Go(places)) if !self.places_are_reached(known, who, places) => {
                let way = |square: &Square| self.way(state.at[who], *square, state.size[who]);
                places.filter_map(|place| Some(self.areas.get(usize::from(place))?.midst)).min_by_key(way)
            }
            _ => prey(self, known, who).filter(|&one| seen.has(one)).map(|one| state.at[one]),
        }?;
        if !state.acted && self.best_card(state, who, seen, whim).is_some_and(|plan| plan.worth > 0.0) {
            return None;
        }
        if self.budget(state, who) == 0 || state.prone.has(who) {
            return None;
        }
        let steps = self.steps(state, who, seen);
        self.explore(state, who, &steps, None, |rings, _| self.towards(state, who, goal, rings))
    }

    fn places_are_reached(&self, state: &State, who: Who, places: fracas_kernel::ZoneSet) -> bool {
        use fracas_kernel::plot::Plotted;
        self.places_of(state, who).meets(places)
    }
}

//! Why something cannot be done on a trek, by the twelves rules.

use fracas_adventure::{Battles, Door, Limits, Lookup, Verdict, need, no};
use fracas_kernel::Who;

use super::data::{FOOD, OIL, SALVES};
use super::{Deed, Lore, State};

impl Limits for Lore {
    fn refuse(&self, state: &State, who: Who, deed: Deed) -> Verdict {
        match deed {
            Deed::Tend(target) => {
                need(state.party.down.has(target), "TWELVES-J7", "only the defeated are tended")?;
                let tried = state.own.tried[target].has(who);
                need(!tried, "TWELVES-J7", "they have done what they could")
            }
            Deed::Salve(target) => {
                need(state.supplies.of(SALVES) > 0, "TWELVES-J9", "there is no salve left")?;
                need(state.party.alive.has(target), None, "they are not with you")?;
                need(self.is_hurt(state, target), "TWELVES-J9", "they are not hurt")
            }
            Deed::Free(target) => {
                need(state.own.held.has(target), None, "nothing holds them")?;
                let can = target == who || !state.own.held.has(who);
                need(can, "TWELVES-J11", "who is held can only get free")
            }
            Deed::Use { feature, target } => {
                let serves = self.serves(self.spot(state).0, feature);
                need(serves, "TWELVES-J11", "that is of use in a fight only")?;
                let (rules, field) = self.field_now(state);
                rules.why_not_use(&field, who, feature, target)
            }
        }
    }

    fn why_not_set_out(&self, state: &State) -> Verdict {
        if let Some(down) = state.party.down.first() {
            let name = &self.sheet(state, down).name;
            return no("TWELVES-J7", format!("{name} lies there: see to that first"));
        }
        // TWELVES-R5
        let Some(held) = state.own.held.first() else { return Ok(()) };
        let name = &self.sheet(state, held).name;
        no("TWELVES-R5", format!("{name} is held and cannot move"))
    }

    fn why_not_rest(&self, state: &State) -> Verdict {
        let meals = usize::from(state.supplies.of(FOOD)) >= state.able().len();
        need(meals, "TWELVES-J8", "there is not a meal for everybody")?;
        need(state.able().any(|who| self.is_hurt(state, who)), "TWELVES-J8", "nobody is hurt")
    }

    /// At a door to where nobody has been, once.
    fn why_not_listen(&self, state: &State, way: u8) -> Verdict {
        let (place, here, rule) = (&self.setting.place, &state.here, "TWELVES-J5");
        need(here.doors.at(way) != Door::None, rule, "there is no door to listen at")?;
        let new = place.beyond(way, here.at).is_some_and(|zone| !here.visited.has(zone));
        need(new, rule, "you have been there")?;
        need(!state.listened.has(way), rule, "somebody has listened there")
    }

    fn why_not_open(&self, state: &State, _who: Who, _way: u8, force: bool) -> Verdict {
        let sees = force || !self.is_dark(state, state.here.at);
        need(sees, "TWELVES-J10", "it is too dark, and the oil is used up")
    }

    fn is_dark(&self, state: &State, zone: u8) -> bool {
        // TWELVES-J10
        state.supplies.of(OIL) == 0 && self.setting.place.is_dark(zone)
    }
}

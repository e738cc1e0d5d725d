//! Why something cannot be done on a trek, by the twelves rules.

use fracas_adventure::Door;
use fracas_adventure::explore::Limits;
use fracas_kernel::{Refusal, Who};

use super::State;
use super::choices::Deed;
use super::data::{FOOD, Lore, OIL, SALVES};

impl Limits for Lore {
    fn refuse(&self, state: &State, who: Who, deed: Deed) -> Result<(), Refusal> {
        let no = |rule, why: &'static str| Err(Refusal::by(rule, why));
        match deed {
            Deed::Tend { target } if !state.party.down.has(target) => {
                no("TWELVES-J7", "only the defeated are tended")
            }
            Deed::Tend { target } if state.own.tried[target].has(who) => {
                no("TWELVES-J7", "that one has done what it could")
            }
            Deed::Tend { .. } => Ok(()),
            Deed::Salve { .. } if state.supplies.of(SALVES) == 0 => {
                no("TWELVES-J9", "there is no salve left")
            }
            Deed::Salve { target } if !state.party.alive.has(target) => {
                Err(Refusal::new("that one is not with you"))
            }
            Deed::Salve { target } if !self.is_hurt(state, target) => {
                no("TWELVES-J9", "that one is not hurt")
            }
            Deed::Salve { .. } => Ok(()),
            Deed::Free { target } if !state.own.held.has(target) => {
                Err(Refusal::new("nothing holds that one"))
            }
            Deed::Free { target } if target != who && state.own.held.has(who) => {
                no("TWELVES-J11", "who is held can only get free")
            }
            Deed::Free { .. } => Ok(()),
            Deed::Use { feature, .. } if !self.serves(self.spot(state).0, feature) => {
                no("TWELVES-J11", "that is of use in a fight only")
            }
            Deed::Use { feature, target } => {
                let (rules, field) = self.field_now(state);
                rules.why_not_use(&field, who, feature, target)
            }
        }
    }

    fn why_not_set_out(&self, state: &State) -> Result<(), Refusal> {
        if let Some(down) = state.party.down.first() {
            let name = &self.sheet(state, down).name;
            return Err(Refusal::by("TWELVES-J7", format!("{name} lies there: see to that first")));
        }
        // TWELVES-R5
        let Some(held) = state.own.held.first() else { return Ok(()) };
        let name = &self.sheet(state, held).name;
        Err(Refusal::by("TWELVES-R5", format!("{name} is held and cannot move")))
    }

    fn why_not_rest(&self, state: &State) -> Result<(), Refusal> {
        if usize::from(state.supplies.of(FOOD)) < state.able().len() {
            return Err(Refusal::by("TWELVES-J8", "there is not a meal for everybody"));
        }
        match state.able().any(|who| self.is_hurt(state, who)) {
            true => Ok(()),
            false => Err(Refusal::by("TWELVES-J8", "nobody is hurt")),
        }
    }

    /// At a door to where nobody has been, once.
    fn why_not_listen(&self, state: &State, way: u8) -> Result<(), Refusal> {
        let no = |why: &'static str| Err(Refusal::by("TWELVES-J5", why));
        let (place, here) = (&self.setting.place, &state.here);
        if here.doors.at(way) == Door::None {
            return no("there is no door to listen at");
        }
        if place.beyond(way, here.at).is_none_or(|zone| here.visited.has(zone)) {
            return no("you have been there");
        }
        if state.listened.has(way) { no("somebody has listened there") } else { Ok(()) }
    }

    fn why_not_open(&self, state: &State, _who: Who, _way: u8, force: bool) -> Result<(), Refusal> {
        if force || !self.is_dark(state, state.here.at) {
            return Ok(());
        }
        Err(Refusal::by("TWELVES-J10", "it is too dark, and the oil is used up"))
    }

    fn is_dark(&self, state: &State, zone: u8) -> bool {
        // TWELVES-J10
        state.supplies.of(OIL) == 0 && self.setting.place.is_dark(zone)
    }
}

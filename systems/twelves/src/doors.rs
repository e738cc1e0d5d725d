//! Doors in a fight: opening, shutting, barring, forcing and picking, for both sides.

use fracas_dice::Dice;
use fracas_kernel::{Door, Handle, Log, Refusal, Who};

use crate::apply::Turn;
use crate::data::{Attribute, NONE, Twelves};
use crate::event::Event;
use crate::state::{Band, State};

/// What is tested at a door.
pub(crate) fn attribute_for(what: Handle) -> Attribute {
    if what == Handle::Pick { Attribute::Wits } else { Attribute::Might }
}

impl Twelves {
    /// Can somebody in this zone do that with one of its doors?
    pub(crate) fn can_handle(&self, state: &State, zone: u8, door: u8, what: Handle) -> bool {
        let is = state.doors.at(door);
        what.fits(is, is == Door::Barred && state.bars[door] == zone)
    }

    /// What a check at a door needs.
    pub(crate) fn handling(&self, state: &State, who: Who, door: u8, what: Handle) -> u8 {
        let hard = if matches!(what, Handle::Force | Handle::Pick) { self.hard[door] } else { 0 };
        self.attribute(state, who, attribute_for(what), 0, hard)
    }

    /// The enemies who stand against a door's being shut, on either side, or barred, on this side: who is behind it when it
    /// is shut can do nothing about it.
    pub(crate) fn against(&self, state: &State, who: Who, door: u8, what: Handle) -> Band {
        let here = state.at[state.zone[who]];
        let there = self.field.beyond(door, state.zone[who]).map_or(Band::NONE, |zone| state.at[zone]);
        let at_it = here | there.only_if(what == Handle::Shut);
        (state.foes(who) & state.standing & at_it) - state.held
    }

    /// Is a check needed?
    pub(crate) fn takes_a_check(&self, state: &State, who: Who, door: u8, what: Handle) -> bool {
        match what {
            Handle::Open => false,
            Handle::Force | Handle::Pick => true,
            // TWELVES-D1
            Handle::Shut | Handle::Bar => !self.against(state, who, door, what).is_empty(),
        }
    }

    pub(crate) fn why_not_handle(
        &self,
        state: &State,
        who: Who,
        door: u8,
        what: Handle,
    ) -> Result<(), Refusal> {
        let is = state.doors.at(door);
        if matches!(is, Door::None | Door::Hidden) || self.field.beyond(door, state.zone[who]).is_none() {
            return Err(Refusal::new("there is no such door here"));
        }
        if self.can_handle(state, state.zone[who], door, what) {
            return Ok(());
        }
        Err(Refusal::by("TWELVES-D1", what.why_not(is)))
    }
}

impl<D: Dice, L: Log<Event>> Turn<'_, D, L> {
    pub(crate) fn handle(&mut self, who: Who, door: u8, what: Handle) {
        self.spend(who);
        // TWELVES-D1: an action; a check only where somebody or something is against it.
        let check = self.rules.takes_a_check(self.state, who, door, what);
        let value = self.rules.handling(self.state, who, door, what);
        let test = check.then(|| self.test(what.name(), who, attribute_for(what), value));
        self.log.tell(Event::Handled { who, door, what, test });
        if test.is_none_or(|test| test.success) {
            self.state.doors.set(door, what.leaves());
            self.state.bars[door] = if what == Handle::Bar { self.state.zone[who] } else { NONE };
        }
    }

    pub(crate) fn set_door(&mut self, door: u8, now: Door) {
        self.state.doors.set(door, now);
        self.state.bars[door] = NONE;
        self.log.tell(Event::Door { door, now });
    }
}

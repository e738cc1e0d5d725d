//! Doors in a fight: opening, shutting, barring, forcing and picking, for both sides.

use fracas_dice::Dice;
use fracas_kernel::{Door, Log, Refusal, Who};

use crate::apply::Turn;
use crate::data::{Attribute, NONE, Twelves};
use crate::event::Event;
use crate::state::{Band, State};

/// What is done with a door.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Handle {
    Open,
    Shut,
    /// Puts something across, so that it has to be forced from the other side.
    Bar,
    Force,
    Pick,
}

impl Handle {
    pub const ALL: [Handle; 5] = [Handle::Open, Handle::Shut, Handle::Bar, Handle::Force, Handle::Pick];

    pub fn name(self) -> &'static str {
        match self {
            Handle::Open => "open",
            Handle::Shut => "shut",
            Handle::Bar => "bar",
            Handle::Force => "force",
            Handle::Pick => "pick",
        }
    }

    /// Can it be done with a door that is like this? `own` if it is barred from here.
    fn fits(self, door: Door, own: bool) -> bool {
        match self {
            Handle::Open => door == Door::Shut || own,
            Handle::Bar => door == Door::Shut,
            Handle::Shut => door == Door::Open,
            Handle::Force => matches!(door, Door::Barred | Door::Locked),
            Handle::Pick => door == Door::Locked,
        }
    }

    /// How the door is when it is done.
    fn leaves(self) -> Door {
        match self {
            Handle::Open | Handle::Pick => Door::Open,
            Handle::Shut => Door::Shut,
            Handle::Bar => Door::Barred,
            Handle::Force => Door::Broken,
        }
    }

    pub(crate) fn attribute(self) -> Attribute {
        if self == Handle::Pick { Attribute::Wits } else { Attribute::Might }
    }
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
        self.attribute(state, who, what.attribute(), 0, hard)
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
        let no = |why: &'static str| Err(Refusal::by("TWELVES-D1", why));
        let is = state.doors.at(door);
        if matches!(is, Door::None | Door::Hidden) || self.field.beyond(door, state.zone[who]).is_none() {
            return Err(Refusal::new("there is no such door here"));
        }
        if self.can_handle(state, state.zone[who], door, what) {
            return Ok(());
        }
        match (what, is) {
            (Handle::Open | Handle::Shut | Handle::Bar, Door::Broken) => no("that door is broken"),
            (Handle::Open, Door::Open) => no("that door is open"),
            (Handle::Open, _) => no("that door is fast: force it"),
            (Handle::Shut, _) => no("that door is shut"),
            (Handle::Bar, Door::Open) => no("shut it first"),
            (Handle::Bar, _) => no("that door is fast already"),
            (Handle::Pick, Door::Barred) => no("there is no lock to pick"),
            (Handle::Force | Handle::Pick, _) => no("that door is not fast"),
        }
    }
}

impl<D: Dice, L: Log<Event>> Turn<'_, D, L> {
    pub(crate) fn handle(&mut self, who: Who, door: u8, what: Handle) {
        self.spend(who);
        // TWELVES-D1: an action; a check only where somebody or something is against it.
        let check = self.rules.takes_a_check(self.state, who, door, what);
        let value = self.rules.handling(self.state, who, door, what);
        let test = check.then(|| self.test(what.name(), who, what.attribute(), value));
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

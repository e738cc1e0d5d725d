//! Doors in a combat: opening, shutting, barring, forcing and picking, for both sides.

use fracas_dice::{Dice, Roll, Why};
use fracas_kernel::{Door, Handle, Log, Refusal, Who};

use crate::apply::Turn;
use crate::data::{Condition, Heed, Quality, Range};
use crate::event::Event;
use crate::state::{Band, State};

/// No zone: a door that nobody has barred in this combat.
const UNBARRED: u8 = u8::MAX;

/// Done in passing, as a move is; the others are actions.
pub(crate) fn is_setup(what: Handle) -> bool {
    matches!(what, Handle::Open | Handle::Shut)
}

impl Heed {
    /// Can somebody in this zone do that with one of its doors?
    pub(crate) fn can_handle(&self, state: &State, who: Who, door: u8, what: Handle) -> bool {
        let is = state.doors.at(door);
        let own = is == Door::Barred && state.bars[door] == state.zone_of(who);
        what.fits(is, own)
            && (what != Handle::Pick || self.has_picks(state, who))
            && (what != Handle::Bar || self.against(state, who, door, what).is_empty())
    }

    /// HEED-R19: a lock takes tools, carried by whoever works at it.
    fn has_picks(&self, state: &State, who: Who) -> bool {
        state.one(who).slots.into_iter().any(|kind| self.is(kind, Quality::Picks))
    }

    /// The enemies who stand against a door's being shut, on either side, or barred, on this side.
    pub(crate) fn against(&self, state: &State, who: Who, door: u8, what: Handle) -> Band {
        let here = state.zone_of(who);
        let there = self.field.beyond(door, here).map_or(Band::NONE, |zone| state.in_zone(zone));
        let at_it = state.in_zone(here) | there.only_if(what == Handle::Shut);
        let up = state.foes(who) & state.standing & at_it;
        up - state.has[Condition::Prone as usize] - state.has[Condition::Held as usize]
    }

    /// The least face of a d6 with which it succeeds, if these are `against` it; 1 is always.
    pub(crate) fn door_target(&self, state: &State, who: Who, what: Handle, against: Band) -> i32 {
        match what {
            Handle::Open | Handle::Bar => 1,
            Handle::Shut => {
                if against.is_empty() {
                    1
                } else {
                    4
                }
            }
            Handle::Pick => 5,
            Handle::Force => {
                let natural = self.sheet(state, who).natural.iter().copied();
                let mut arms = state.one(who).held().chain(natural);
                if arms.any(|kind| self.is(kind, Quality::Heavy)) { 3 } else { 5 }
            }
        }
    }

    pub(crate) fn why_not_handle(
        &self,
        state: &State,
        who: Who,
        door: u8,
        what: Handle,
    ) -> Result<(), Refusal> {
        let no = |why: &'static str| Err(Refusal::new(why));
        let is = state.doors.at(door);
        if matches!(is, Door::None | Door::Hidden) || self.field.beyond(door, state.zone_of(who)).is_none() {
            return no("there is no such door here");
        }
        if self.can_handle(state, who, door, what) {
            return Ok(());
        }
        match (what, is) {
            (Handle::Bar, Door::Shut) => no("an enemy is in the way"),
            (Handle::Pick, Door::Locked) => Err(Refusal::by("HEED-R19", "that takes a set of picks")),
            _ => no(what.why_not(is)),
        }
    }
}

impl<D: Dice, L: Log<Event>> Turn<'_, D, L> {
    /// Barring, forcing and picking are actions.
    pub(crate) fn labour_at_door(&mut self, who: Who, door: u8, what: Handle) {
        self.take_other_action(who);
        self.handle_door(who, door, what);
        self.finish();
    }

    /// False if it cannot be done any more.
    pub(crate) fn handle_door(&mut self, who: Who, door: u8, what: Handle) -> bool {
        if !self.rules.can_handle(self.state, who, door, what) {
            return false;
        }
        let against = self.rules.against(self.state, who, door, what);
        let target = self.rules.door_target(self.state, who, what, against);
        let check = (target > 1).then(|| self.dice.check(Why::new(what.name(), who.0), Roll::d(6), target));
        self.log.tell(Event::Handled { who, door, what, check });
        if check.is_none_or(|check| check.success) {
            self.set_door(door, what.leaves());
            self.state.bars[door] = if what == Handle::Bar { self.state.zone_of(who) } else { UNBARRED };
        }
        true
    }

    /// Goes through a shut door, which opens it.
    pub(crate) fn pass_door(&mut self, who: Who, to: u8) {
        let here = self.state.zone_of(who);
        if self.rules.reached(self.state, here, Range::Near).has(to) {
            return;
        }
        if let Some(door) = self.rules.field.door_between(here, to) {
            self.log.tell(Event::Handled { who, door, what: Handle::Open, check: None });
            self.set_door(door, Door::Open);
        }
    }

    fn set_door(&mut self, door: u8, now: Door) {
        self.state.doors.set(door, now);
        self.state.bars[door] = UNBARRED;
        self.state.count_doors();
        self.rules.look_around(self.state);
        self.check_sight();
    }
}

impl State {
    /// Notes which doors block the way.
    pub(crate) fn count_doors(&mut self) {
        self.blocked = self.doors.blocked().0;
    }
}

//! Doors in a fight: opening, shutting, barring, forcing and picking, for both sides.

use fracas_dice::{Dice, Roll, Why};
use fracas_kernel::{Door, Handle, Log, Refusal, Who, ZoneSet, Zones};

use crate::apply::Turn;
use crate::data::Delve;
use crate::event::Event;
use crate::ground::NONE;
use crate::state::{Band, State};

impl Delve {
    /// The zones that one can step into, opening what is shut.
    #[inline]
    pub(crate) fn ways(&self, state: &State, zone: u8) -> ZoneSet {
        self.field.walked(&state.doors).beside(zone)
    }

    /// The map over all doors that somebody could open, force or pick.
    pub(crate) fn passable(&self, state: &State) -> &Zones {
        let mut opened = state.doors;
        for door in state.doors.blocked() {
            let is = state.doors.at(door);
            if is != Door::Hidden && (is.lets_through() || !self.ground.iron.has(door)) {
                opened.set(door, Door::Open);
            }
        }
        self.field.now(&opened)
    }

    /// Can somebody do that with a door of the zone?
    pub(crate) fn can_handle(&self, state: &State, who: Who, door: u8, what: Handle) -> bool {
        let (is, zone) = (state.doors.at(door), state.zone[who]);
        what.fits(is, is == Door::Barred && state.bars[door] == zone)
            && self.of_six(state, who, door, what) > 0
    }

    /// In how many of six cases it works, where a roll is needed.
    pub(crate) fn of_six(&self, state: &State, who: Who, door: u8, what: Handle) -> u8 {
        let sheet = self.sheet(state, who);
        match what {
            Handle::Shut | Handle::Bar if !sheet.handy => 0,
            Handle::Force if self.ground.iron.has(door) => 0,
            Handle::Pick => sheet.picks,
            _ => sheet.forces,
        }
    }

    /// The enemies who stand against a door's being shut, on either side, or barred, on this side.
    pub(crate) fn against(&self, state: &State, who: Who, door: u8, what: Handle) -> Band {
        let there = self.field.beyond(door, state.zone[who]).map_or(Band::NONE, |zone| state.at[zone]);
        let at_it = state.around(who) | there.only_if(what == Handle::Shut);
        (state.foes(who) & state.standing & at_it) - state.helpless()
    }

    /// Is a roll needed?
    pub(crate) fn takes_a_roll(&self, state: &State, who: Who, door: u8, what: Handle) -> bool {
        match what {
            Handle::Open => false,
            Handle::Force | Handle::Pick => true,
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
        if self.can_handle(state, who, door, what) {
            return self.why_not_action(state, who);
        }
        let why = match what {
            Handle::Force if self.ground.iron.has(door) => "it is of iron and does not give",
            Handle::Pick if self.sheet(state, who).picks == 0 => "only thieves have learnt that",
            Handle::Shut | Handle::Bar if !self.sheet(state, who).handy => "that takes hands",
            _ => what.why_not(is),
        };
        Err(Refusal::by("DELVE-F1", why))
    }
}

impl<D: Dice, L: Log<Event>> Turn<'_, D, L> {
    pub(crate) fn handle(&mut self, who: Who, door: u8, what: Handle) {
        // DELVE-F1: an action; a roll only where somebody or something is against it.
        self.state.acted.insert(who);
        let needed = 7 - i32::from(self.rules.of_six(self.state, who, door, what));
        let rolls = self.rules.takes_a_roll(self.state, who, door, what);
        let check = rolls.then(|| self.dice.check(Why::new(what.name(), who.0), Roll::d(6), needed));
        self.log.tell(Event::Handled { who, door, what, check });
        if check.is_none_or(|check| check.success) {
            self.state.doors.set(door, what.leaves());
            self.state.bars[door] = if what == Handle::Bar { self.state.zone[who] } else { NONE };
        }
        self.rest_if_spent(who);
    }

    /// Whoever goes through what is shut opens it.
    pub(crate) fn open_on_the_way(&mut self, from: u8, to: u8) {
        let shut = |door: &u8| self.state.doors.at(*door) == Door::Shut;
        if let Some(door) = self.rules.field.door_between(from, to).filter(shut) {
            self.state.doors.set(door, Door::Open);
            self.log.tell(Event::DoorOpens { door });
        }
    }
}

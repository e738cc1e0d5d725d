//! Doors in a fight: opening, shutting, barring, forcing and picking, for both sides. Who is quicker decides, as everywhere.

use fracas_dice::Dice;
use fracas_kernel::{Door, Field, Handle, Log, Refusal, Who, ZoneSet, Zones};

use crate::action::Action;
use crate::data::Ardor;
use crate::event::Event;
use crate::resolution::Resolution;
use crate::state::State;

/// By how much a door gives each time that somebody throws their weight against it in vain.
const GIVES: u8 = 2;

/// Is the Challenge Score of the door against it?
pub(crate) fn is_hard(what: Handle) -> bool {
    matches!(what, Handle::Force | Handle::Pick)
}

/// Does it keep others from going through?
pub(crate) fn closes(what: Handle) -> bool {
    matches!(what, Handle::Shut | Handle::Bar)
}

/// What becomes of doors when all that happens at the same time has happened.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Turning {
    each: [Option<(Door, u8)>; Field::MAX_DOORS],
}

impl Turning {
    pub(crate) const NONE: Turning = Turning { each: [None; Field::MAX_DOORS] };

    fn opens(&self, door: u8) -> bool {
        self.each.get(usize::from(door)).is_some_and(|turned| matches!(turned, Some((Door::Open, _))))
    }

    /// Of two who pull at one door, whoever opens it has their way.
    fn add(&mut self, door: u8, now: Door, from: u8) {
        let weight = |door: Door| match door {
            Door::Broken => 3,
            Door::Open => 2,
            Door::Barred => 1,
            _ => 0,
        };
        if let Some(slot) = self.each.get_mut(usize::from(door))
            && slot.is_none_or(|(other, _)| weight(now) > weight(other))
        {
            *slot = Some((now, from));
        }
    }
}

impl Ardor {
    /// The map as the doors are now.
    #[inline(always)]
    pub(crate) fn zones(&self, state: &State) -> &Zones {
        self.field.now(&state.doors)
    }

    /// The map with every door open that anybody knows of: where one could get to in time.
    pub(crate) fn ways_in_time(&self, state: &State) -> &Zones {
        self.field.in_time(&state.doors)
    }

    /// Does a door let somebody through who comes from this zone, opening it on the way?
    fn lets_through(&self, state: &State, from: u8, door: u8) -> bool {
        state.doors.at(door).lets_through()
            || state.doors.at(door) == Door::Barred && state.bars[door] == from
    }

    /// The zones that a move can lead to from here, through shut doors too.
    #[inline]
    pub(crate) fn ways(&self, state: &State, zone: u8) -> ZoneSet {
        let open = self.zones(state).beside(zone);
        if self.field.doorways().is_empty() {
            return open;
        }
        // ARDOR-D1: a shut door is opened in passing.
        let doors = self.field.doors_of(zone).filter(|&door| self.lets_through(state, zone, door));
        doors.filter_map(|door| self.field.beyond(door, zone)).fold(open, ZoneSet::with)
    }

    /// The door that would be opened on the way from one zone to the next.
    pub(crate) fn shut_door(&self, state: &State, from: u8, to: u8) -> Option<u8> {
        let door = self.field.door_between(from, to)?;
        (!state.doors.at(door).shows()).then_some(door)
    }

    pub(crate) fn can_handle(&self, state: &State, zone: u8, door: u8, what: Handle) -> bool {
        let is = state.doors.at(door);
        what.fits(is, is == Door::Barred && state.bars[door] == zone)
    }

    /// What forcing or picking a door takes.
    pub(crate) fn door_challenge(&self, state: &State, door: u8, what: Handle) -> i16 {
        let gives = if what == Handle::Force { state.worn[door] } else { 0 };
        self.locks[door] + state.harder - i16::from(gives)
    }

    pub(crate) fn why_not_handle(
        &self,
        state: &State,
        zone: u8,
        door: u8,
        what: Handle,
    ) -> Result<(), Refusal> {
        let is = state.doors.at(door);
        if matches!(is, Door::None | Door::Hidden) || self.field.beyond(door, zone).is_none() {
            return Err(Refusal::new("there is no such door here"));
        }
        match self.can_handle(state, zone, door, what) {
            true => Ok(()),
            false => Err(Refusal::by("ARDOR-D1", what.why_not(is))),
        }
    }
}

impl<D: Dice, L: Log<Event>, const FOCUS: bool> Resolution<'_, D, L, FOCUS> {
    pub(crate) fn handle(&mut self, who: Who, door: u8, what: Handle, score: i16) {
        let zone = self.state.zone[who];
        if !self.rules.can_handle(self.state, zone, door, what) {
            self.log.tell(Event::DoorMoot { who, door, what });
            return;
        }
        let challenge = is_hard(what).then(|| self.rules.door_challenge(self.state, door, what));
        let by = self.opponent(who, door, what, score);
        let success = by.is_none() && challenge.is_none_or(|challenge| score >= challenge);
        self.log.tell(Event::Handled { who, door, what, score, challenge, by, success });
        if success {
            self.turn_door(door, what.leaves(), zone);
        } else if what == Handle::Force {
            self.state.worn[door] = self.state.worn[door].saturating_add(GIVES);
        }
    }

    /// Who keeps a door from being shut or barred: a foe beside it, or for a bar on this side, who is quicker.
    fn opponent(&self, who: Who, door: u8, what: Handle, score: i16) -> Option<Who> {
        if !closes(what) {
            return None;
        }
        let here = self.state.zone[who];
        let there = self.rules.field.beyond(door, here).filter(|_| what == Handle::Shut);
        let beside = |foe: &Who| {
            let at = self.spot(*foe);
            at == here || Some(at) == there
        };
        let foes = self.state.foes(who) & (self.state.standing - self.state.stuck());
        // ARDOR-D1, ARDOR-F2
        foes.filter(beside).find(|&foe| self.is_there(foe) && self.state.score[foe] > score)
    }

    /// Will somebody with this score or a higher one have shut the door before `who` is through?
    pub(crate) fn who_closes(&self, who: Who, door: u8, score: i16) -> Option<(Who, i16)> {
        let foes = self.closing & (self.state.foes(who) - self.leaving);
        let mut found = foes.flat_map(|by| self.actions(by)).filter(|scored| {
            let Action::Door { door: own, what } = scored.action else { return false };
            own == door
                && closes(what)
                && scored.score >= score
                && self.rules.can_handle(self.state, self.state.zone[scored.who], door, what)
                && self.opponent(scored.who, door, what, scored.score).is_none()
        });
        found.next().map(|scored| (scored.who, scored.score))
    }

    /// A door that somebody opens in passing.
    pub(crate) fn pass_door(&mut self, door: u8, from: u8) {
        // Two who come through at the same moment open it once.
        if !self.turning.opens(door) {
            self.log.tell(Event::DoorOpened { door });
        }
        self.turn_door(door, Door::Open, from);
    }

    fn turn_door(&mut self, door: u8, now: Door, from: u8) {
        self.turning.add(door, now, from);
        self.has_coming = true;
    }

    /// Doors are as those have left them who acted at this score.
    pub(crate) fn settle_doors(&mut self) {
        for (door, turned) in (0_u8..).zip(std::mem::replace(&mut self.turning, Turning::NONE).each) {
            let Some((now, from)) = turned else { continue };
            self.state.doors.set(door, now);
            self.state.bars[door] = if now == Door::Barred { from } else { u8::MAX };
            self.held_shut.put(door, !now.shows());
        }
        self.rules.look_around(self.state);
    }
}

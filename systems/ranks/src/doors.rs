//! Doors on the field, for both sides: opening and shutting, forcing and picking (RANKS-J10). A door that is not open
//! stands among the walls, so that it blocks steps and sight as they do.

use fracas_dice::{Dice, Why};
use fracas_kernel::grid::{Body, Grid, Square};
use fracas_kernel::{Door, Log, Refusal, Who};

use crate::apply::Turn;
use crate::choices::{EFFORT, HANDLING};
use crate::data::{Ability, Ranks};
use crate::event::Event;
use crate::state::{DoorSet, State, dice_of};

/// What has to be rolled against a door that is fast.
pub(crate) const GIVES_WAY: i32 = 8;

/// What is done with a door.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Handle {
    Open,
    Shut,
    Force,
    Pick,
}

impl Handle {
    pub const ALL: [Handle; 4] = [Handle::Open, Handle::Shut, Handle::Force, Handle::Pick];

    pub const fn name(self) -> &'static str {
        match self {
            Handle::Open => "open",
            Handle::Shut => "shut",
            Handle::Force => "force",
            Handle::Pick => "pick",
        }
    }

    /// Can it be done with a door that is like this?
    const fn fits(self, door: Door) -> bool {
        match self {
            Handle::Open => matches!(door, Door::Shut),
            Handle::Shut => matches!(door, Door::Open),
            Handle::Force => matches!(door, Door::Barred | Door::Locked),
            Handle::Pick => matches!(door, Door::Locked),
        }
    }

    /// How the door is when it is done.
    const fn leaves(self) -> Door {
        match self {
            Handle::Open | Handle::Pick => Door::Open,
            Handle::Shut => Door::Shut,
            Handle::Force => Door::Broken,
        }
    }

    /// In movement points.
    pub(crate) const fn price(self) -> u8 {
        match self {
            Handle::Open | Handle::Shut => HANDLING,
            Handle::Force | Handle::Pick => EFFORT,
        }
    }

    /// What is rolled for it, if anything.
    pub(crate) const fn ability(self) -> Option<Ability> {
        match self {
            Handle::Open | Handle::Shut => None,
            Handle::Force => Some(Ability::Brawl),
            Handle::Pick => Some(Ability::Reactions),
        }
    }
}

impl Ranks {
    /// The map as the doors are now, without what cards have done to it.
    #[inline]
    pub(crate) fn ground(&self, state: &State) -> &Grid {
        if state.shut.is_empty() { &self.grid } else { self.closed(state.shut) }
    }

    #[inline(never)]
    fn closed(&self, shut: DoorSet) -> &Grid {
        let Some(known) = self.closed.get(usize::from(shut.0)) else { return &self.grid };
        known.get_or_init(|| {
            let doors = shut.filter_map(|door| self.doors.get(usize::from(door)));
            let walls = doors.fold(*self.grid.walls(), |walls, way| walls.or(&way.squares));
            let (width, height) = (self.grid.width().into(), self.grid.height().into());
            Grid::new(width, height, walls, *self.grid.rough()).unwrap_or_else(|_| self.grid.clone())
        })
    }

    /// A door is like this now.
    pub(crate) fn set_door(&self, state: &mut State, door: u8, now: Door) {
        let Some(way) = self.doors.get(usize::from(door)) else { return };
        state.doors[door] = now;
        state.shut.put(door, !now.shows());
        state.walls =
            if now.shows() { state.walls.without(&way.squares) } else { state.walls.or(&way.squares) };
        state.rebuilt = state.walls != *self.ground(state).walls();
    }

    /// Are walls there that the map does not have, or the other way round?
    pub(crate) fn look_at_walls(&self, state: &mut State) {
        state.rebuilt = state.walls != *self.ground(state).walls();
    }

    /// Is it a door, or a wall for all that anybody knows?
    pub(crate) fn is_door(&self, state: &State, door: u8) -> bool {
        !matches!(state.doors[door], Door::None | Door::Hidden)
    }

    /// The door on a square, by its number.
    pub(crate) fn door_on(&self, state: &State, at: Square) -> Option<u8> {
        let (door, _) = (0_u8..).zip(&self.doors).find(|(_, way)| way.squares.has(at))?;
        self.is_door(state, door).then_some(door)
    }

    /// The squares of doors that somebody has at hand, beside it and in its sight, with the doors. A wide door is named by
    /// each square: how wide it is beyond what is seen, nobody is told.
    #[inline]
    pub(crate) fn doors_at_hand<'a>(
        &'a self,
        state: &'a State,
        who: Who,
    ) -> impl Iterator<Item = (Square, u8)> + 'a {
        let body = state.body(who);
        let doors = (0_u8..).zip(&self.doors).filter(|&(door, _)| self.is_door(state, door));
        doors.flat_map(move |(door, way)| {
            let near = way.squares.squares().filter(move |&square| {
                let there = Body::new(square, 1);
                body.distance(there) == 1 && self.bodies_see(state, body, there)
            });
            near.map(move |square| (square, door))
        })
    }

    /// Can it be done with that door, by somebody who has it at hand and sees these enemies?
    pub(crate) fn can_handle(&self, state: &State, who: Who, door: u8, how: Handle) -> bool {
        let Some(way) = self.doors.get(usize::from(door)) else { return false };
        let walled = !state.shut.has(door) && state.walls.meets(&way.squares);
        how.fits(state.doors[door])
            && !walled
            && !(how == Handle::Shut && self.is_held_open(state, who, door))
    }

    /// Does somebody stand in a door, as far as `who` knows?
    fn is_held_open(&self, state: &State, who: Who, door: u8) -> bool {
        let way = &self.doors[usize::from(door)];
        let known = |other: Who| state.friends(who).has(other) || self.can_see(state, who, other);
        let inside = |other: Who| state.body(other).squares().any(|square| way.squares.has(square));
        state.present().any(|other| inside(other) && known(other))
    }

    pub(crate) fn may_handle_door(
        &self,
        state: &State,
        who: Who,
        at: Square,
        how: Handle,
    ) -> Result<(), Refusal> {
        let no = |why: &'static str| Err(Refusal::by("RANKS-J10", why).unsought());
        // RANKS-R23: out of sight there is none.
        let seen = self.view_of(state, who).has(at);
        let Some(door) = self.door_on(state, at).filter(|_| seen) else {
            return Err(Refusal::new("there is no such door"));
        };
        if state.body(who).distance(Body::new(at, 1)) != 1 {
            return no("the door is not within arm's reach");
        }
        let way = &self.doors[usize::from(door)];
        let (is, had) = (state.doors[door], state.movement[who]);
        if !how.fits(is) {
            return match (how, is) {
                (_, Door::Broken) => no("the door is broken"),
                (Handle::Open, Door::Open) => no("the door is open"),
                (Handle::Open, _) => no("the door is fast: force it"),
                (Handle::Shut, _) => no("the door is shut"),
                (Handle::Pick, Door::Barred) => no("there is no lock to pick"),
                (Handle::Force | Handle::Pick, _) => no("the door is not fast"),
            };
        }
        if !state.shut.has(door) && state.walls.meets(&way.squares) {
            return no("stone fills the door");
        }
        if how == Handle::Shut && self.is_held_open(state, who, door) {
            return no("somebody stands in the door");
        }
        if had < how.price() {
            let price = crate::words::POINTS.count(how.price().into());
            return Err(Refusal::by("RANKS-J10", format!("it costs {price}, and {had} are left")));
        }
        Ok(())
    }
}

impl<D: Dice, L: Log<Event>> Turn<'_, D, L> {
    pub fn handle_door(&mut self, who: Who, at: Square, how: Handle) {
        let rules = self.rules;
        let Some(door) = rules.door_on(self.state, at) else { return };
        let way = &rules.doors[usize::from(door)];
        // Whoever stands unseen in a door is found when it will not shut.
        if how == Handle::Shut && self.state.filled.meets(&way.squares) {
            way.squares.squares().for_each(|square| self.find_at(who, Body::new(square, 1)));
            return;
        }
        self.pay(who, how.price());
        let check = how.ability().map(|ability| {
            let rank = self.rank(who, ability);
            self.dice.check(Why::new(ability.name(), who.0), dice_of(rank), GIVES_WAY)
        });
        self.log.tell(Event::Door { who, at, how, check });
        if check.is_none_or(|check| check.success) {
            rules.set_door(self.state, door, how.leaves());
        }
    }
}

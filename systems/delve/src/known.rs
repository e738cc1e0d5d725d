//! What a seat knows. Where a field has doors, the heroes perceive only those opponents who are in a zone that one of them
//! sees. Their opponents hear them: a fight is loud, and it is their home.

use fracas_kernel::plot::Vantage;
use fracas_kernel::{Door, DoorSet, Know, Seat, Who, ZoneSet};

use crate::conditions::Condition;
use crate::data::Delve;
use crate::state::{Band, State};

impl Know for Delve {
    fn known(&self, state: &State, seat: Seat) -> State {
        if self.sees_all(state, seat) {
            return self.unforeseen(state, seat);
        }
        self.as_heroes_know(state)
    }
}

impl Delve {
    /// DELVE-G5: nobody but the judge knows what is to come.
    fn unforeseen(&self, state: &State, seat: Seat) -> State {
        let mut known = *state;
        if self.plotted && seat != Seat::Judge {
            known.course = state.course.known(&self.plot, Vantage::ALL);
        }
        known
    }

    fn sees_all(&self, state: &State, seat: Seat) -> bool {
        match seat {
            _ if self.field.doorways().is_empty() => true,
            Seat::Judge => true,
            Seat::Player(crowd) => state.side[1].widen().meets(crowd),
            Seat::Watcher => false,
        }
    }

    /// Does `who` perceive all that there is?
    pub(crate) fn is_open_to(&self, state: &State, who: Who) -> bool {
        self.field.doorways().is_empty() || state.side[1].has(who)
    }

    /// Those of whom a seat must not learn.
    pub(crate) fn unknown_to(&self, state: &State, seat: Seat) -> Band {
        let to_come = state.away().only_if(seat != Seat::Judge);
        to_come | if self.sees_all(state, seat) { Band::NONE } else { self.out_of_sight(state) }
    }

    /// Those whom `who` does not perceive.
    pub(crate) fn unperceived(&self, state: &State, who: Who) -> Band {
        state.away() | if self.is_open_to(state, who) { Band::NONE } else { self.out_of_sight(state) }
    }

    /// The zones that a seat may be told of.
    pub(crate) fn zones_known_to(&self, state: &State, seat: Seat) -> ZoneSet {
        if self.sees_all(state, seat) { self.field.zones().numbers() } else { state.seen }
    }

    /// The zones that are on the map of `who`.
    pub(crate) fn charted(&self, state: &State, who: Who) -> ZoneSet {
        if self.is_open_to(state, who) { self.field.zones().numbers() } else { state.seen }
    }

    /// The zones that `who` can think of: those that its side has seen, and those beside it.
    pub(crate) fn thinkable(&self, state: &State, who: Who) -> ZoneSet {
        self.charted(state, who) | self.ways(state, state.zone[who])
    }

    /// The doors that `who` can think of.
    pub(crate) fn thinkable_doors(&self, state: &State, who: Who) -> DoorSet {
        let all = (0_u8..).zip(self.field.doorways());
        let seen = |zone: u8| self.is_open_to(state, who) || state.seen.has(zone);
        let known = all.filter(|(_, way)| way.between.into_iter().all(seen)).map(|(door, _)| door);
        let own = self.field.doors_of(state.zone[who]).filter(|_| state.is_on_map(who));
        known.chain(own).filter(|&door| state.doors.at(door) != Door::Hidden).collect()
    }

    /// What the heroes see from where they stand.
    pub(crate) fn watched(&self, state: &State) -> ZoneSet {
        self.field.watched(&state.doors, state.zones_of(state.side[0] & state.standing))
    }

    /// The heroes' map grows with what they see.
    pub(crate) fn look_around(&self, state: &mut State) {
        if !self.field.doorways().is_empty() {
            state.seen |= self.watched(state);
        }
    }

    fn out_of_sight(&self, state: &State) -> Band {
        // DELVE-F2
        let watched = self.watched(state);
        // With nobody left to look, there is nobody left to hide from.
        let anybody = !watched.is_empty();
        (state.side[1] - state.in_zones(watched)).only_if(anybody)
    }

    /// The table as the heroes know it: who is out of sight is as at the start and nowhere, and so is what nobody has seen.
    pub(crate) fn as_heroes_know(&self, state: &State) -> State {
        let mut known = *state;
        let hidden = self.out_of_sight(state);
        for who in hidden {
            self.lose_sight(&mut known, who);
        }
        if self.plotted {
            let (hidden, watched) = (hidden.widen(), self.watched(state));
            known.course = state.course.known(&self.plot, Vantage { hidden, watched, seen: state.seen });
            known.standing -= known.away();
        }
        for (number, thing) in (0_u8..).zip(&self.ground.things) {
            if !state.seen.has(thing.zone) {
                known.uses[number] = thing.uses;
            }
        }
        for (door, way) in (0_u8..).zip(self.field.doorways()) {
            if !way.between.into_iter().any(|zone| state.seen.has(zone)) {
                known.doors.set(door, way.door);
                known.bars[door] = crate::ground::NONE;
            }
        }
        known
    }

    fn lose_sight(&self, state: &mut State, who: Who) {
        let sheet = self.sheet(state, who);
        let (hp, slots) = (sheet.hp, sheet.slots);
        state.take_off(who);
        state.zone[who] = 0;
        (state.hp[who], state.max_hp[who], state.slots[who]) = (hp, hp, slots);
        (state.later.harm[who], state.later.heal[who]) = (0, 0);
        state.later.lasts[who] = [0; Condition::COUNT];
        state.poison[who] = 0;
        state.standing.insert(who);
        for set in [&mut state.dead, &mut state.gone, &mut state.hurt, &mut state.later.touched] {
            set.remove(who);
        }
        (state.steps[who], state.struck[who]) = (0, 0);
        for set in [&mut state.moved, &mut state.acted, &mut state.scarred] {
            set.remove(who);
        }
        for condition in Condition::ALL {
            self.set_condition(state, who, condition, 0);
        }
    }
}

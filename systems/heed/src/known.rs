//! What a seat knows. The heroes perceive only those opponents who are in a zone that one of them perceives, or with them in
//! their own. Their opponents hear them: a combat is loud, and it is their home.

use fracas_kernel::plot::Vantage;
use fracas_kernel::{Door, DoorSet, Know, Seat, Who, ZoneSet};

use crate::data::{Condition, Does, Heed};
use crate::items::Floor;
use crate::state::{Band, Kept, NOBODY, One, State};

impl Know for Heed {
    fn known(&self, state: &State, seat: Seat) -> State {
        if self.sees_all(state, seat) {
            return self.unforeseen(state, seat);
        }
        self.as_heroes_know(state)
    }
}

impl Heed {
    /// HEED-G5: nobody but the judge knows what is to come.
    fn unforeseen(&self, state: &State, seat: Seat) -> State {
        let mut known = state.clone();
        if self.plotted && seat != Seat::Judge {
            known.course = state.course.known(&self.plot, Vantage::ALL);
        }
        known
    }

    fn sees_all(&self, state: &State, seat: Seat) -> bool {
        match seat {
            _ if self.open => true,
            Seat::Judge => true,
            Seat::Player(crowd) => state.side[1].widen().meets(crowd),
            Seat::Watcher => false,
        }
    }

    /// The zones of which a seat knows what is in them. With nobody left to look, there is nobody left to hide it from.
    pub(crate) fn watched_by(&self, state: &State, seat: Seat) -> ZoneSet {
        let watched = if self.sees_all(state, seat) { ZoneSet::ALL } else { self.watched(state) };
        if watched.is_empty() { ZoneSet::ALL } else { watched }
    }

    /// Does `who` perceive all that there is?
    pub(crate) fn is_open_to(&self, state: &State, who: Who) -> bool {
        self.open || state.side[1].has(who)
    }

    /// Those of whom a seat must not learn.
    pub(crate) fn unknown_to(&self, state: &State, seat: Seat) -> Band {
        let to_come = state.away().only_if(seat != Seat::Judge);
        to_come | if self.sees_all(state, seat) { Band::NONE } else { self.out_of_sight(state) }
    }

    /// Those whom the side of `who` does not perceive.
    #[inline]
    pub(crate) fn unperceived(&self, state: &State, who: Who) -> Band {
        state.away() | if self.is_open_to(state, who) { Band::NONE } else { self.out_of_sight(state) }
    }

    /// The zones that a seat may be told of.
    pub(crate) fn zones_known_to(&self, state: &State, seat: Seat) -> ZoneSet {
        if self.sees_all(state, seat) { self.zones().numbers() } else { state.seen & self.zones().numbers() }
    }

    /// The zones that `who` can think of: those that its side has seen, and those beside it.
    pub(crate) fn thinkable(&self, state: &State, who: Who) -> ZoneSet {
        if self.is_open_to(state, who) {
            return self.zones().numbers();
        }
        (state.seen | self.ways(state, state.zone_of(who))) & self.zones().numbers()
    }

    /// The doors that `who` can think of.
    pub(crate) fn thinkable_doors(&self, state: &State, who: Who) -> DoorSet {
        let all = (0_u8..).zip(self.field.doorways());
        let seen = |zone: u8| self.is_open_to(state, who) || state.seen.has(zone);
        let known = all.filter(|(_, way)| way.between.into_iter().all(seen)).map(|(door, _)| door);
        let own = self.field.doors_of(state.zone_of(who)).filter(|_| !state.gone.has(who));
        known.chain(own).filter(|&door| state.doors.at(door) != Door::Hidden).collect()
    }

    /// The zones in which the heroes perceive whoever is there: what they see and smell from where they are, and where
    /// they stand themselves.
    pub(crate) fn watched(&self, state: &State) -> ZoneSet {
        let heroes = state.side[0] & state.standing;
        heroes.fold(ZoneSet::NONE, |zones, who| {
            zones | self.perceived(state, who) | ZoneSet::one(state.zone_of(who))
        })
    }

    /// The heroes' map grows with what they see; without doors all of it lies open.
    pub(crate) fn look_around(&self, state: &mut State) {
        if self.field.doorways().is_empty() {
            state.seen = ZoneSet::ALL;
            return;
        }
        let heroes = state.side[0] & state.standing;
        let from = heroes.fold(ZoneSet::NONE, |zones, who| zones.with(state.zone_of(who)));
        state.seen |= from | self.field.watched(&state.doors, from);
    }

    fn out_of_sight(&self, state: &State) -> Band {
        // HEED-R17
        let watched = self.watched(state);
        // With nobody left to look, there is nobody left to hide from.
        (state.side[1] - state.in_zones(watched)).only_if(!watched.is_empty())
    }

    /// The table as the heroes know it: who is out of sight is as at the start and nowhere, and so is what nobody sees.
    pub(crate) fn as_heroes_know(&self, state: &State) -> State {
        let mut known = state.clone();
        let hidden = self.out_of_sight(state);
        for who in hidden {
            self.lose_sight(&mut known, who);
        }
        let watched = self.watched(state);
        if self.plotted {
            let vantage = Vantage { hidden: hidden.widen(), watched, seen: state.seen };
            known.course = state.course.known(&self.plot, vantage);
            known.standing -= known.away();
            known.gone |= known.away();
        }
        if !watched.is_empty() {
            known.lit = (state.lit & watched) | !self.dark;
            let mut floor = Floor::EMPTY;
            for lying in state.floor.all().iter().filter(|lying| watched.has(lying.zone)) {
                floor.drop(lying.zone, lying.kind);
            }
            known.floor = floor;
            for (uses, feature) in known.uses.iter_mut().zip(&self.features) {
                if !watched.has(feature.zone) {
                    *uses = feature.uses();
                }
            }
        }
        let start = self.field.start();
        for (door, way) in (0_u8..).zip(self.field.doorways()) {
            if !way.between.into_iter().any(|zone| state.seen.has(zone)) {
                known.doors.set(door, start.at(door));
                known.bars[door] = u8::MAX;
            }
        }
        known.count_doors();
        known
    }

    /// Nothing is left of somebody but that it may be there.
    fn lose_sight(&self, state: &mut State, who: Who) {
        let one = *state.one(who);
        if one.hold != NOBODY {
            state.let_loose(who, self);
            // Who is held feels it all the same.
            if state.side[0].has(one.hold) {
                state.set_condition(one.hold, Condition::Held, Condition::LASTING, self);
            }
        }
        for target in one.heeds {
            state.unheed(who, target);
        }
        for heeder in one.heeded_by {
            state.unheed(heeder, who);
        }
        for aimer in state.aiming {
            if state.one(aimer).aim == who {
                state.clear_aim(aimer);
            }
        }
        state.clear_aim(who);
        for at in (0..state.kept_count).rev() {
            let Kept { caster, target, spell, .. } = state.kept[usize::from(at)];
            if caster != who {
                continue;
            }
            state.forget_spell(at, self);
            // Its target feels it all the same.
            if let (true, Does::Afflict { condition, .. }) =
                (state.side[0].has(target), self.spells[usize::from(spell)].power.does)
            {
                state.set_condition(target, condition, Condition::LASTING, self);
            }
        }
        for condition in Condition::ALL {
            state.set_condition(who, condition, 0, self);
        }
        state.at[one.zone].remove(who);
        let sheet = self.sheet(state, who);
        *state.one_mut(who) = One { grit: sheet.grit, focus: sheet.focus, sheet: one.sheet, ..One::NONE };
        state.equip(self, who, &sheet.slots);
        state.standing.insert(who);
        state.gone.remove(who);
        for used in [&mut state.set_up, &mut state.interrupted, &mut state.heeding, &mut state.acted] {
            used.remove(who);
        }
        state.one_item.insert(who);
        state.two_items.insert(who);
        state.notes.supplied.remove(who);
    }
}

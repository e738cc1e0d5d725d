//! Moving and fleeing, and whom that provokes.

use fracas_dice::Dice;
use fracas_kernel::{Door, Log, Who};

use crate::apply::Turn;
use crate::data::Twelves;
use crate::event::{Event, How};
use crate::state::{Band, State};

impl Twelves {
    /// The enemies that would strike at `who` for leaving its zone.
    #[inline]
    pub(crate) fn provoked(&self, state: &State, who: Who) -> Band {
        // TWELVES-R4, TWELVES-R13: a turn that was lost, or is used up, does not matter.
        let able = state.close_foes(who) - state.held - state.struck;
        able.only_if(able.is_empty() || !self.sheet(state, who).knack.slips)
    }
}

impl<D: Dice, L: Log<Event>> Turn<'_, D, L> {
    pub(crate) fn walk(&mut self, who: Who, to: u8) {
        self.spend(who);
        if !self.gets_away(who) {
            return;
        }
        let from = self.state.zone[who];
        // TWELVES-D1: going through what is shut opens it.
        if let Some(door) = self.rules.field.door_between(from, to)
            && self.state.doors.at(door) == Door::Shut
        {
            self.set_door(door, Door::Open);
        }
        self.log.tell(Event::Moved { who, from, to });
        self.place(who, to);
    }

    pub(crate) fn flee(&mut self, who: Who) {
        self.spend(who);
        if !self.gets_away(who) {
            return;
        }
        // TWELVES-R7
        self.log.tell(Event::Fled { who });
        self.end_holds(who);
        self.state.standing.remove(who);
        self.state.gone.insert(who);
        self.state.dazed.remove(who);
        self.state.take_off(who);
        self.conclude();
    }

    /// The opportunity attacks on somebody who is about to leave; false if it comes to nothing.
    pub(crate) fn gets_away(&mut self, who: Who) -> bool {
        // TWELVES-R13: before the move, which a defeat cancels; those who are left keep their attack.
        let rules = self.rules;
        for enemy in rules.provoked(self.state, who) {
            let sheet = rules.sheet(self.state, enemy);
            let (with, stops) = (sheet.best[0], sheet.knack.stops);
            self.state.struck.insert(enemy);
            let hits = self.strike(enemy, with, who, How::Opportunity);
            if !self.state.standing.has(who) {
                return false;
            }
            if (stops && hits > 0) || self.state.held.has(who) {
                self.log.tell(Event::Stopped { who, by: enemy });
                return false;
            }
        }
        true
    }

    /// Puts somebody into another zone: holds end, and its hazard is set off.
    pub(crate) fn place(&mut self, who: Who, to: u8) {
        self.end_holds(who);
        self.state.put(who, to);
        self.enter(who, to);
    }

    /// Whoever is moved or defeated holds nobody any more, and is not held.
    pub(crate) fn end_holds(&mut self, who: Who) {
        if (self.state.held | self.state.holding).has(who) {
            self.loosen(who);
        }
    }

    #[inline(never)]
    fn loosen(&mut self, who: Who) {
        let own = (self.state.held.has(who)).then_some(who);
        let other = self.state.held_of(who);
        for one in own.into_iter().chain(other) {
            self.state.release(one);
            if self.state.standing.has(one) {
                self.log.tell(Event::Loose { who: one });
            }
        }
    }
}

//! Grappling, shoving, breaking free and letting go.

use fracas_dice::Dice;
use fracas_kernel::{Log, Who};

use crate::apply::Turn;
use crate::data::{Arm, Attribute, Twelves};
use crate::event::Event;
use crate::state::State;

impl Twelves {
    /// The might with which `who` grapples and shoves.
    pub(crate) fn wrestling(&self, state: &State, who: Who) -> u8 {
        self.attribute(state, who, Attribute::Might, self.sheet(state, who).knack.wrestles, 0)
    }

    /// The might with which `who` breaks free.
    pub(crate) fn struggling(&self, state: &State, who: Who) -> u8 {
        let grip = state.held_by[who].map_or(0, |by| self.sheet(state, by).knack.grips);
        self.attribute(state, who, Attribute::Might, 0, grip)
    }

    /// Would a hit with this hold the target?
    pub(crate) fn would_hold(&self, state: &State, who: Who, arm: Arm, target: Who) -> bool {
        // TWELVES-D4: one at a time, as with a grapple; what flies needs no hand to hold.
        let close = state.zone[who] == state.zone[target];
        arm.holds && !state.held.has(target) && !(close && state.holding.has(who))
    }
}

impl<D: Dice, L: Log<Event>> Turn<'_, D, L> {
    pub(crate) fn grapple(&mut self, who: Who, target: Who) {
        self.spend(who);
        let value = self.rules.wrestling(self.state, who);
        let test = self.test("grapple", who, Attribute::Might, value);
        self.log.tell(Event::Grappled { who, target, test });
        if test.success {
            self.end_grip(who);
            self.state.release(target);
            self.state.hold(target, Some(who));
        }
    }

    /// Somebody was hit with what holds.
    #[inline(never)]
    pub(crate) fn catch(&mut self, who: Who, arm: Arm, target: Who) {
        if !self.rules.would_hold(self.state, who, arm, target) {
            return;
        }
        let close = self.state.zone[who] == self.state.zone[target];
        self.state.hold(target, close.then_some(who));
        self.log.tell(Event::Caught { who: target, by: who });
    }

    pub(crate) fn shove(&mut self, who: Who, target: Who, to: u8) {
        self.spend(who);
        let value = self.rules.wrestling(self.state, who);
        let test = self.test("shove", who, Attribute::Might, value);
        self.log.tell(Event::Shoved { who, target, to, test });
        if test.success {
            // TWELVES-R12: nobody strikes at the shoved.
            self.place(target, to);
        }
    }

    pub(crate) fn break_free(&mut self, who: Who) {
        self.spend(who);
        let value = self.rules.struggling(self.state, who);
        let test = self.test("break free", who, Attribute::Might, value);
        self.log.tell(Event::BrokeFree { who, test });
        if test.success {
            self.state.release(who);
        }
    }

    pub(crate) fn let_go(&mut self, who: Who) {
        if let Some(target) = self.state.held_of(who) {
            self.state.release(target);
            self.log.tell(Event::LetGo { who, target });
        }
    }

    /// Lets go of whomever `who` holds.
    fn end_grip(&mut self, who: Who) {
        if let Some(held) = self.state.held_of(who) {
            self.state.release(held);
        }
    }
}

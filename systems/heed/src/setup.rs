//! Setups, and how they are interrupted.

use fracas_dice::Dice;
use fracas_kernel::{Log, Who};

use crate::apply::Turn;
use crate::choices::{Deed, Pay};
use crate::data::{Condition, Heed};
use crate::event::Event;
use crate::state::{NOBODY, Setup, State, Waiting};

impl Heed {
    /// May `who` make a setup, with the setup of its turn or in place of its action?
    #[inline]
    pub(crate) fn may_set_up(&self, state: &State, who: Who) -> bool {
        !state.has_acted(who) && !self.is_surprised(state, who)
    }
}

impl<D: Dice, L: Log<Event>> Turn<'_, D, L> {
    pub(crate) fn choose_setup(&mut self, who: Who, deed: Deed) {
        // HEED-A3
        let setup = match deed {
            Deed::Move { to } => Setup::Move(to),
            Deed::Leave => Setup::Leave,
            Deed::FallProne => Setup::FallProne,
            Deed::StandUp => Setup::StandUp,
            Deed::Aim { target, with } => Setup::Aim(target, with),
            Deed::Charge { spell } => Setup::Charge(spell),
            _ => return,
        };
        self.begin_setup(who, setup);
    }

    /// Pays for a setup and lets others interrupt it before it happens.
    pub(crate) fn begin_setup(&mut self, who: Who, setup: Setup) {
        self.state.active = who;
        self.state.heeding.remove(who);
        if !self.state.set_up.has(who) {
            self.state.set_up.insert(who);
        } else {
            // HEED-A4
            self.state.acted.insert(who);
            self.log.tell(Event::InPlaceOfAction { who });
        }
        let one = self.state.one(who);
        let goes_on = matches!(setup, Setup::Aim(target, with) if (one.aim, one.aim_with) == (target, with));
        if self.state.aiming.has(who) && !goes_on {
            self.lose_aim(who);
        }
        let able = (self.state.standing & self.state.foes(who)) - self.state.interrupted;
        let pending = &mut self.state.pending;
        pending.setup = Some(setup);
        pending.maker = who;
        pending.spoiled = false;
        // HEED-N1: everybody on the other side who heeds the maker.
        pending.interrupters = self.state.ones[who].heeded_by & able;
        self.next_interrupter();
    }

    /// Asks the next one who could interrupt; the setup happens when nobody is left to ask.
    #[inline(never)]
    pub(crate) fn next_interrupter(&mut self) {
        let Some(setup) = self.state.pending.setup else {
            self.state.pending.waiting = Waiting::Nothing;
            return;
        };
        let maker = self.state.pending.maker;
        while self.state.standing.has(maker)
            && let Some(next) = self.state.pending.interrupters.next()
        {
            let heeds = self.state.one(next).heeds.has(maker);
            let able = self.state.standing.has(next);
            if heeds && able && self.rules.actions(self.state, next, &mut |_| true) {
                self.state.pending.waiting = Waiting::Interrupt;
                self.state.pending.asked = next;
                return;
            }
        }
        self.state.pending.setup = None;
        self.state.pending.waiting = Waiting::Nothing;
        self.state.pending.asked = NOBODY;
        self.state.pending.maker = NOBODY;
        // HEED-R5, HEED-R15: what was interrupted happens all the same, unless its maker cannot do it any more.
        if !self.complete(maker, setup) {
            self.log.tell(Event::Thwarted { who: maker, setup });
        }
    }

    /// The setup happens; false if it cannot.
    fn complete(&mut self, who: Who, setup: Setup) -> bool {
        if !self.state.standing.has(who) {
            return false;
        }
        let (prone, held) = (self.state.is(who, Condition::Prone), self.state.is(who, Condition::Held));
        let spoiled = self.state.pending.spoiled;
        match setup {
            Setup::Move(to) if !prone && !held => {
                if !self.rules.ways(self.state, self.state.zone_of(who)).has(to) {
                    return false;
                }
                self.walk(who, to);
            }
            Setup::Leave if !prone && !held => self.leave(who),
            Setup::FallProne if !prone => {
                self.state.set_condition(who, Condition::Prone, Condition::LASTING, self.rules);
                self.log.tell(Event::FellProne { who });
            }
            Setup::StandUp if prone => {
                self.state.set_condition(who, Condition::Prone, 0, self.rules);
                self.log.tell(Event::StoodUp { who });
            }
            Setup::Heed(target) if !spoiled => {
                let free = self.state.one(who).free() > 0;
                if !free || !self.rules.heedable(self.state, who).has(target) {
                    return false;
                }
                self.state.heeding.insert(who);
                self.heed(who, target);
            }
            Setup::Aim(target, with) if !spoiled => return self.aim(who, target, with),
            Setup::Charge(spell) if !spoiled => return self.charge(who, spell),
            Setup::Door(door, what) => return self.handle_door(who, door, what),
            Setup::Item(what) => return self.manage(who, what, Pay::Setup),
            _ => return false,
        }
        true
    }
}

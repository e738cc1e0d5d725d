//! Moving and leaving, and what ends when somebody is elsewhere.

use fracas_dice::Dice;
use fracas_kernel::{Log, Who};

use crate::apply::Turn;
use crate::data::Condition;
use crate::event::Event;
use crate::state::{NOBODY, State};

impl<D: Dice, L: Log<Event>> Turn<'_, D, L> {
    pub(crate) fn walk(&mut self, who: Who, to: u8) {
        self.pass_door(who, to);
        self.state.put(who, to);
        self.log.tell(Event::Moved { who, to });
        self.moved(who);
        if !self.rules.doored.is_empty() {
            self.rules.look_around(self.state);
        }
        self.tread(who, to);
    }

    pub(crate) fn leave(&mut self, who: Who) {
        self.log.tell(Event::Left { who });
        self.state.standing.remove(who);
        self.state.acting.remove(who);
        self.state.spent.insert(who);
        self.state.active = NOBODY;
        self.vanish(who);
        self.conclude();
    }

    /// Takes somebody off the map, with everything that others had on it.
    pub(crate) fn vanish(&mut self, who: Who) {
        self.state.gone.insert(who);
        let zone = self.state.zone_of(who);
        self.state.at[zone].remove(who);
        self.lose_focus(who);
        self.moved(who);
        for heeder in self.state.one(who).heeded_by {
            self.state.unheed(heeder, who);
            self.log.tell(Event::HeedLost { who: heeder, target: who });
        }
        self.end_spells(|kept| kept.target == who);
    }

    /// Somebody is elsewhere now: aims at it and holds end, and heeds that have lost sight.
    pub(crate) fn moved(&mut self, who: Who) {
        for aimer in self.state.aiming {
            if self.state.one(aimer).aim == who {
                self.lose_aim(aimer);
            }
        }
        if self.state.one(who).hold != NOBODY {
            self.release(who);
        }
        if self.state.is(who, Condition::Held) {
            self.release_from_all(who);
        }
        if !self.rules.dark.is_empty() {
            self.lights_changed();
            return;
        }
        for heeder in self.state.one(who).heeded_by {
            self.check_heed(heeder, who);
        }
        for target in self.state.one(who).heeds {
            self.check_heed(who, target);
        }
    }
}

impl State {
    /// Puts somebody into a zone.
    pub(crate) fn put(&mut self, who: Who, zone: u8) {
        let from = self.zone_of(who);
        self.at[from].remove(who);
        self.at[zone].insert(who);
        self.one_mut(who).zone = zone;
    }
}

//! Moving from zone to zone: ways that are barred, and going unseen.

use fracas_dice::Dice;
use fracas_kernel::{Log, Who};

use crate::action::{Action, OFF};
use crate::event::Event;
use crate::resolution::Resolution;

impl<D: Dice, L: Log<Event>, const FOCUS: bool> Resolution<'_, D, L, FOCUS> {
    /// One zone, unless something is in the way.
    pub(crate) fn step(&mut self, who: Who, to: u8, score: i16) -> bool {
        let from = self.state.zone[who];
        if self.state.stuck().has(who) {
            self.log.tell(Event::Stuck { who });
            return false;
        }
        if to == OFF {
            self.set_off(who);
            self.leaving.insert(who);
            self.log.tell(Event::Left { who });
            return true;
        }
        let door = self.rules.shut_door(self.state, from, to);
        let passes = self.rules.is_zone(to) && self.rules.ways(self.state, from).has(to);
        // ARDOR-D1: what somebody quicker has shut stays shut.
        if !passes || door.is_some_and(|door| self.held_shut.has(door)) {
            self.log.tell(Event::NoWay { who, to });
            return false;
        }
        let way = self.rules.field.door_between(from, to);
        let closed = way.and_then(|way| self.who_closes(who, way, score));
        if let Some((by, against)) = closed.or_else(|| self.who_bars(who, from, to, score)) {
            self.log.tell(Event::Barred { who, by, to, score, against });
            return false;
        }
        if let Some(door) = door {
            self.pass_door(door, from);
        }
        self.set_off(who);
        self.state.put(who, to);
        self.log.tell(Event::Moved { who, to, score });
        if !self.state.unaware.is_empty() {
            self.sneak(who, to, score);
        }
        true
    }

    /// Somebody is not where it was, which those who act at the same time do not see yet.
    fn set_off(&mut self, who: Who) {
        if !self.moved.has(who) {
            self.moved.insert(who);
            self.left[who] = self.state.zone[who];
            self.has_coming = true;
        }
    }

    /// The foe who bars the way between two zones best, if that is enough.
    fn who_bars(&self, who: Who, from: u8, to: u8, score: i16) -> Option<(Who, i16)> {
        let mut best: Option<(Who, i16)> = None;
        for by in self.barring & (self.state.foes(who) - self.leaving) {
            let stands = self.spot(by);
            for scored in self.actions(by) {
                let Action::Defend { bar: Some(way) } = scored.action else { continue };
                let closes = (stands, way) == (from, to) || (stands, way) == (to, from);
                // ARDOR-F2, ARDOR-R3: the higher score gets its way; on equal scores whoever bars it.
                if closes && scored.score >= score && best.is_none_or(|(_, most)| scored.score > most) {
                    best = Some((by, scored.score));
                }
            }
        }
        best
    }

    /// Is somebody noticed who moves among foes that know of nobody?
    fn sneak(&mut self, who: Who, to: u8, score: i16) {
        let watching = self.state.unaware & self.state.standing;
        let watched = watching.any(|foe| self.rules.zones(self.state).sees(self.state.zone[foe], to));
        if self.state.unaware.has(who) || !watched {
            return;
        }
        // ARDOR-S2
        let challenge = self.rules.challenge_in(self.state, to);
        let seen = score < challenge;
        self.alarm |= seen;
        self.log.tell(Event::Sneaked { who, score, challenge, seen });
    }
}

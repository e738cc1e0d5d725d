//! Grabbing and being held, and picking pockets.

use fracas_dice::{Dice, Roll, Why};
use fracas_kernel::{Log, Who};

use crate::apply::Turn;
use crate::data::{Condition, HOLDING, Heed, NOTHING, Source, Sources};
use crate::event::Event;
use crate::state::{How, NOBODY, State};

impl Heed {
    /// What helps and hinders a grip: that of a blow, but a hand is made for it.
    pub(crate) fn grab_sources(&self, state: &State, who: Who, target: Who) -> Sources {
        let mut sources = self.sources(state, who, How::Strike, NOTHING, target);
        sources.0.remove(Source::Improvised);
        sources
    }
}

impl<D: Dice, L: Log<Event>> Turn<'_, D, L> {
    pub(crate) fn grab(&mut self, who: Who, target: Who) {
        self.take_other_action(who);
        let sources = self.rules.grab_sources(self.state, who, target);
        self.log.tell(Event::Grabs { who, target, sources });
        // HEED-S3: grabs work in reach. Armour is no help against a grip: the target dodges.
        let (_, dodged) = self.gear_check(target, false, sources);
        let hand = self.state.one(who).free_hands().first();
        match hand.filter(|_| !dodged) {
            Some(hand) => {
                self.state.fill_slot(self.rules, who, hand, HOLDING);
                let one = self.state.one_mut(who);
                one.hold = target;
                one.busy += 1;
                self.state.refresh(target, Condition::Held, self.rules);
                self.log.tell(Event::Grabbed { who, target });
            }
            None => self.log.tell(Event::Turned { who, target }),
        }
        self.finish();
    }

    /// A natural weapon holds on to whom it has hit, without a hand; a hold still takes a slot of focus.
    pub(crate) fn seize(&mut self, who: Who, target: Who) {
        let one = self.state.one(who);
        if one.hold != NOBODY || one.free() == 0 || one.zone != self.state.zone_of(target) {
            return;
        }
        let one = self.state.one_mut(who);
        one.hold = target;
        one.busy += 1;
        self.state.refresh(target, Condition::Held, self.rules);
        self.log.tell(Event::Grabbed { who, target });
    }

    /// Somebody lets go of whom it holds.
    pub(crate) fn release(&mut self, who: Who) {
        let target = self.state.let_loose(who, self.rules);
        if target != NOBODY {
            self.log.tell(Event::Released { who, target });
        }
    }

    pub(crate) fn release_from_all(&mut self, held: Who) {
        for holder in self.state.everybody() {
            if self.state.one(holder).hold == held {
                self.release(holder);
            }
        }
    }

    pub(crate) fn break_free(&mut self, who: Who) {
        self.take_other_action(who);
        let (_, success) = self.gear_check(who, false, Sources::NONE);
        if success {
            self.release_from_all(who);
            self.state.set_condition(who, Condition::Held, 0, self.rules);
            let rules = self.rules;
            self.end_spells(|kept| rules.causes(kept, who, Condition::Held));
            self.log.tell(Event::Freed { who });
        } else {
            self.log.tell(Event::StillHeld { who });
        }
        self.finish();
    }

    pub(crate) fn pick_pocket(&mut self, who: Who, target: Who) {
        self.take_other_action(who);
        let why = Why::new("pocket", who.0);
        let favour = self.dice.favour(why);
        let mut throw = self.dice.roll(why, Roll::d(6));
        let mut slot = throw.value.clamp(1, 6) as u8 - 1;
        if favour != 0 {
            // HEED-R2: by the judge's word a second die, and the better or the worse is kept.
            let good = self.state.pocket(target);
            let (second, kept) = self.second_die("second pocket", who, good, slot + 1, favour > 0);
            if kept != slot + 1 {
                (throw, slot) = (second, kept - 1);
            }
        }
        let found = self.state.one(target).slots[slot as usize % 6];
        let item = Some(found).filter(|_| self.state.pocket(target).has(slot));
        let mut on_floor = false;
        if let Some(kind) = item {
            if slot > 1 || !self.empty_hand(target, kind) {
                self.state.fill_slot(self.rules, target, slot, NOTHING);
            }
            on_floor = !self.take_in_hand(who, kind);
            if on_floor {
                self.state.floor.drop(self.state.zone_of(who), kind);
            }
            self.lights_changed();
        }
        self.log.tell(Event::Picked { who, target, throw, item, on_floor });
        self.finish();
    }
}

impl State {
    /// A hold ends, if there is one. Who was held?
    pub(crate) fn let_loose(&mut self, who: Who, rules: &Heed) -> Who {
        let one = self.one_mut(who);
        let target = std::mem::replace(&mut one.hold, NOBODY);
        if target == NOBODY {
            return target;
        }
        one.busy -= 1;
        if let Some(hand) = one.slots.iter().position(|&held| held == HOLDING) {
            self.fill_slot(rules, who, hand as u8, NOTHING);
        }
        self.refresh(target, Condition::Held, rules);
        target
    }
}

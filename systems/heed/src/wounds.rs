//! Wounds: where they go, what they cost, and how they are closed again.

use fracas_dice::Dice;
use fracas_kernel::{Log, Who};

use crate::apply::Turn;
use crate::data::{BOTH, Condition, HOLDING, Heed, NOTHING, Quality, WOUND};
use crate::event::Event;
use crate::items::is_item;
use crate::state::{HANDS, NOBODY, Phase, SLOTS, SlotSet, State};

impl Heed {
    /// HEED-R3: armour is ruined by a wound in its slot, and a shield in hand is armour; everything else falls.
    pub(crate) fn is_ruined(&self, slot: u8, kind: u8) -> bool {
        self.is(kind, Quality::Armour) || HANDS.has(slot) && self.is(kind, Quality::Shield)
    }
}

impl<D: Dice, L: Log<Event>> Turn<'_, D, L> {
    /// One wound, or two by something heavy, and what comes of them.
    #[inline(always)]
    pub(crate) fn hurt(&mut self, who: Who, number: u8, heavy: bool) {
        let slot = self.wound(who, number - 1);
        if heavy {
            // HEED-R3: the second one in the next slot up; after the sixth comes the first.
            self.wound(who, (slot + 1) % 6);
        }
        self.feel(who);
    }

    /// A wound has been taken: focus goes, and at as many wounds as grit one is down.
    #[inline(always)]
    fn feel(&mut self, who: Who) {
        self.lose_focus(who);
        if self.state.pending.maker == who {
            self.state.pending.spoiled = true;
        }
        let one = self.state.one(who);
        if one.wound_count() >= one.grit {
            self.fall(who);
        }
    }

    /// Puts one wound into a slot, or the next one up that has none. Returns the slot.
    #[inline(always)]
    fn wound(&mut self, who: Who, slot: u8) -> u8 {
        let one = *self.state.one(who);
        let mut slot = slot % 6;
        if one.wounds.has(slot) {
            slot = next_unwounded(one.wounds, slot);
        }
        // HEED-R13: a two-handed weapon is in both hands, and a wound in either makes it fall.
        let held = match one.slots[slot as usize] {
            BOTH => one.slots[0],
            HOLDING => NOTHING,
            held => held,
        };
        if held != NOTHING {
            self.spill(who, slot, held);
        }
        self.state.fill_slot(self.rules, who, slot, WOUND);
        self.state.bloody = self.state.round;
        let wounds = self.state.one(who).wound_count();
        self.log.tell(Event::Wounded { who, slot, held, wounds });
        slot
    }

    /// What a wounded slot held falls to the floor; armour is ruined.
    #[inline(never)]
    fn spill(&mut self, who: Who, slot: u8, held: u8) {
        if !is_item(held) {
            return;
        }
        if HANDS.has(slot) && self.rules.is(held, Quality::TwoHanded) {
            self.state.fill_slot(self.rules, who, 0, NOTHING);
            self.state.fill_slot(self.rules, who, 1, NOTHING);
        } else {
            self.state.fill_slot(self.rules, who, slot, NOTHING);
        }
        if !self.rules.is_ruined(slot, held) {
            self.state.floor.drop(self.state.zone_of(who), held);
            self.lights_changed();
        }
    }

    #[inline(never)]
    fn fall(&mut self, who: Who) {
        if !self.state.standing.has(who) {
            return;
        }
        self.state.standing.remove(who);
        self.state.acting.remove(who);
        if self.state.active == who {
            self.state.active = NOBODY;
        }
        self.log.tell(Event::Down { who });
    }

    pub(crate) fn treat(&mut self, who: Who, target: Who, twice: bool) {
        self.take_other_action(who);
        self.log.tell(Event::Treats { who, target, twice });
        // HEED-R9: one wound for each bandage used up.
        for _ in 0..if twice { 2 } else { 1 } {
            let hands = self.state.one(who).hands();
            let Some(kind) = hands.into_iter().find(|&kind| self.rules.is(kind, Quality::Bandage)) else {
                break;
            };
            self.empty_hand(who, kind);
            self.heal(target, who);
        }
        self.finish();
    }

    /// Closes one wound of somebody; below its grit again it is conscious, and prone.
    pub(crate) fn heal(&mut self, who: Who, by: Who) {
        let Some(slot) = self.state.one(who).wounds.first() else { return };
        self.state.fill_slot(self.rules, who, slot, NOTHING);
        let one = self.state.one(who);
        let (wounds, grit) = (one.wound_count(), one.grit);
        self.log.tell(Event::Healed { who, by, slot, wounds });
        let lies = (self.state.present() - self.state.standing).has(who);
        if lies && wounds < grit {
            self.state.rise(who, self.rules);
            self.log.tell(Event::Rose { who });
        }
    }
}

impl State {
    /// Conscious again, and prone; who has not had its turn may still take it.
    pub(crate) fn rise(&mut self, who: Who, rules: &Heed) {
        self.standing.insert(who);
        self.set_condition(who, Condition::Prone, Condition::LASTING, rules);
        if self.phase == Phase::Turn(self.side_of(who)) && !self.spent.has(who) {
            self.acting.insert(who);
        }
    }

    /// Judges again how much it would take to put somebody down.
    #[inline]
    pub(crate) fn size_up(&mut self, who: Who) {
        let one = self.one(who);
        let needed = one.grit.saturating_sub(one.wound_count());
        self.notes.tough[who] = needed * 8 + one.blocks().len().max(one.dodges().len()) as u8;
    }
}

/// HEED-R14: the next slot up without a wound; the same one if there is none.
#[inline(never)]
fn next_unwounded(wounds: SlotSet, slot: u8) -> u8 {
    (SLOTS - wounds).first_from(slot).unwrap_or(slot)
}

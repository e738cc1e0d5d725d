//! An attack, from its making to the wound: what gives it advantage, the gear check, parries, and what a wound does.

use fracas_dice::{Dice, Roll, Throw, Why};
use fracas_kernel::{Log, Who};

use crate::apply::Turn;
use crate::choices::is_item;
use crate::data::{Condition, Heed, NOTHING, Sources, WOUND, flag};
use crate::event::Event;
use crate::state::{Blow, How, NOBODY, SLOTS, State, Waiting, bit};

impl Heed {
    /// Everything that gives an attack advantage or disadvantage.
    #[inline(always)]
    pub(crate) fn sources(&self, state: &State, who: Who, how: How, with: u8, target: Who) -> Sources {
        let flags = self.flags(with);
        let mut bits = match how {
            How::Strike => self.strike_sources(flags),
            How::Throw | How::Shoot => self.ranged_sources(state, who, how, flags, target),
            How::Spell => 0,
        };
        if state.afflicted & (bit(who) | bit(target)) != 0 {
            bits |= self.condition_sources(state, who, how, target);
        }
        if self.dark != 0 && !self.perceives(state, who, target) {
            bits |= Sources::UNSEEN;
        }
        Sources(bits)
    }

    #[inline(always)]
    fn strike_sources(&self, flags: u16) -> u16 {
        // HEED-K6: no weapon at all, bare hands too, or a bow.
        let weapon = flags & flag::MELEE != 0 && flags & flag::FISTS == 0;
        if weapon { 0 } else { Sources::IMPROVISED }
    }

    fn ranged_sources(&self, state: &State, who: Who, how: How, flags: u16, target: Who) -> u16 {
        let mut bits = 0;
        if how == How::Shoot {
            // HEED-K5
            bits |= Sources::SHOT;
        } else {
            if flags & flag::THROWING == 0 {
                // HEED-K4
                bits |= Sources::NOT_FOR_THROWING;
            }
            if flags & (flag::MELEE | flag::SHOT) == 0 || flags & flag::HEAVY != 0 {
                bits |= Sources::IMPROVISED;
            }
        }
        if state.one(who).aim == target.0 {
            // HEED-K7
            bits |= Sources::AIMED;
        }
        bits
    }

    #[inline(never)]
    fn condition_sources(&self, state: &State, who: Who, how: How, target: Who) -> u16 {
        let mut bits = 0;
        let mut add = |is: bool, source: u16| bits |= if is { source } else { 0 };
        // HEED-R8
        if how == How::Strike {
            add(state.is(target, Condition::Prone), Sources::TARGET_PRONE);
            add(state.is(who, Condition::Prone), Sources::ATTACKER_PRONE);
            add(state.is(target, Condition::Held), Sources::TARGET_HELD);
        } else if how.is_ranged() {
            add(state.is(target, Condition::Prone), Sources::LOW_TARGET);
        }
        add(state.is(who, Condition::Emboldened), Sources::EMBOLDENED);
        add(state.is(who, Condition::Dazzled), Sources::DAZZLED);
        add(state.is(target, Condition::Warded), Sources::WARDED);
        bits
    }
}

impl<D: Dice, L: Log<Event>> Turn<'_, D, L> {
    #[inline(always)]
    pub(crate) fn attack(&mut self, who: Who, how: How, with: u8, target: Who) {
        let rules = self.rules;
        // HEED-K1: an attack is an action.
        self.take_action(who);
        let sources = rules.sources(self.state, who, how, with, target);
        let flags = rules.flags(with);
        // HEED-K6, HEED-O3: no special properties but those that the judge allows.
        let improvised = sources.0 & Sources::IMPROVISED != 0;
        let properties = if improvised { flags & rules.improvised } else { flags };
        self.log.tell(Event::Attacked { who, how, with, target, sources });
        if self.state.aiming & bit(who) != 0 && !(how.is_ranged() && self.state.one(who).aim == target.0) {
            self.lose_aim(who);
        }
        if how == How::Throw {
            self.hurl(who, with, target);
        }
        let (by, at) = (who.0, target.0);
        self.strike_at(Blow { by, at, how, with, number: 0, properties, sources, parriers: 0 });
    }

    /// What is thrown lies where it was thrown at, whether it hits or not.
    #[inline(never)]
    fn hurl(&mut self, who: Who, kind: u8, target: Who) {
        if self.empty_hand(who, kind) {
            self.state.floor.drop(self.state.zone_of(target), kind);
            self.lights_changed();
        }
    }

    /// Asks the target, if there is something to choose.
    #[inline(always)]
    pub(crate) fn strike_at(&mut self, mut blow: Blow) {
        let target = Who(blow.at);
        // HEED-P1: whoever heeds the attacker and is in reach of the target, the target itself included.
        let heeders = self.state.one(Who(blow.by)).heeded_by & self.state.standing;
        let guarding = self.state.guards[usize::from(blow.how == How::Strike)];
        blow.parriers = heeders & guarding & self.state.in_zone(self.state.zone_of(target));
        let one = self.state.one(target);
        let may_block = one.armour != 0 || blow.parriers != 0;
        let may_dodge = one.empty != 0;
        self.state.pending.blow = blow;
        if may_block && may_dodge {
            // HEED-R12
            self.state.pending.waiting = Waiting::Defence;
            self.state.pending.asked = target.0;
        } else {
            self.meet(may_block);
        }
    }

    #[inline(always)]
    pub(crate) fn defend(&mut self, block: bool) {
        if self.state.pending.waiting == Waiting::Defence {
            self.meet(block);
        }
    }

    /// The target's gear check.
    #[inline(always)]
    fn meet(&mut self, block: bool) {
        let Blow { by, at, sources, parriers, .. } = self.state.pending.blow;
        let target = Who(at);
        let (number, success) = self.gear_check(target, block, sources.net());
        if success {
            self.turn_aside();
        } else if block && parriers != 0 {
            self.state.pending.blow.number = number;
            self.ask_parrier(parriers);
        } else {
            self.land(Who(by), target, number);
        }
    }

    /// A d6 and what it finds in that slot: the number that counts, and whether the check succeeds. `edge` is the
    /// attack's.
    #[inline(always)]
    pub(crate) fn gear_check(&mut self, who: Who, block: bool, edge: i32) -> (u8, bool) {
        // HEED-R1: a block succeeds on armour, a dodge on an empty slot.
        let one = self.state.one(who);
        let good = if block { one.armour } else { one.empty };
        let labels = if block { ["block", "second block"] } else { ["dodge", "second dodge"] };
        // HEED-R2: the judge's word is one more advantage or disadvantage of the check.
        let edge = edge - self.dice.favour(Why::new(labels[0], who.0));
        let first = self.dice.roll(Why::new(labels[0], who.0), Roll::d(6));
        let mut number = face(first.value);
        let mut second = None;
        if edge != 0 {
            let (throw, kept) = self.second_die(labels[1], who, good, number, edge < 0);
            (second, number) = (Some(throw), kept);
        }
        let success = good >> (number - 1) & 1 == 1;
        let found = self.state.one(who).slots[(number as usize - 1) % 6];
        self.log.tell(Event::Checked { who, block, first, second, edge, number, found, success });
        (number, success)
    }

    /// HEED-K2: disadvantage on the attack is advantage on the check, and the better die is kept; otherwise the worse.
    #[inline(always)]
    pub(crate) fn second_die(
        &mut self,
        label: &'static str,
        who: Who,
        good: u8,
        first: u8,
        better: bool,
    ) -> (Throw, u8) {
        let why = Why::new(label, who.0);
        // The first one stays where both are as good.
        if (good >> (first - 1) & 1 == 1) == better {
            // Nothing that it shows can matter, so that the odds need not tell its faces apart.
            return (self.dice.check(why, Roll::d(6), 1).throw, first);
        }
        let throw = self.dice.roll(why, Roll::d(6));
        let second = face(throw.value);
        let wanted = (good >> (second - 1) & 1 == 1) == better;
        (throw, if wanted { second } else { first })
    }

    #[inline(always)]
    fn ask_parrier(&mut self, parriers: u32) {
        self.state.pending.waiting = Waiting::Parry;
        self.state.pending.asked = parriers.trailing_zeros() as u8;
        self.state.pending.blow.parriers = parriers & parriers.wrapping_sub(1);
    }

    #[inline(always)]
    pub(crate) fn parry(&mut self, who: Who, yes: bool) {
        if self.state.pending.waiting != Waiting::Parry {
            return;
        }
        let Blow { by, at, how, number, parriers, .. } = self.state.pending.blow;
        if yes {
            if self.roll_parry(who, how == How::Strike, number) {
                self.turn_aside();
                return;
            }
        } else {
            self.log.tell(Event::DidNotParry { who });
        }
        if parriers != 0 {
            self.ask_parrier(parriers);
        } else {
            self.land(Who(by), Who(at), number);
        }
    }

    #[inline(always)]
    fn roll_parry(&mut self, who: Who, melee: bool, number: u8) -> bool {
        let why = Why::new("parry", who.0);
        // By the judge's word a die more, or one fewer.
        let favour = self.dice.favour(why).signum();
        let dice = (i32::from(self.state.one(who).parry_dice(melee)) + favour).max(0);
        let mut thrown = [None; 4];
        let mut success = false;
        for nth in 0..dice {
            // HEED-P2: any die that shows the number of the block check.
            let die = self.dice.exactly(why, Roll::d(6), number.into());
            success |= die.success;
            thrown[nth as usize % 4] = Some(die.throw);
        }
        self.log.tell(Event::Parried { who, number, dice: thrown, success });
        success
    }

    /// The attack has come to nothing.
    #[inline(always)]
    fn turn_aside(&mut self) {
        let Blow { by, at, .. } = self.state.pending.blow;
        self.log.tell(Event::Turned { who: Who(by), target: Who(at) });
        self.after_action();
    }

    #[inline(always)]
    fn land(&mut self, who: Who, target: Who, number: u8) {
        let properties = self.state.pending.blow.properties;
        self.log.tell(Event::Landed { who, target });
        self.hurt(target, number, properties & flag::HEAVY != 0);
        if self.state.standing & bit(target) == 0 {
            self.conclude();
        } else if properties & (flag::TRIPPING | flag::DISARMING) != 0 {
            self.strike_specially(who, target, properties);
        }
        self.after_action();
    }

    #[inline(never)]
    fn strike_specially(&mut self, who: Who, target: Who, properties: u16) {
        if properties & flag::TRIPPING != 0 && !self.state.is(target, Condition::Prone) {
            self.afflict(target, Condition::Prone, Condition::LASTING);
        }
        if properties & flag::DISARMING != 0 {
            self.disarm(who, target);
        }
    }

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
    pub(crate) fn feel(&mut self, who: Who) {
        self.lose_focus(who);
        if self.state.pending.maker == who.0 {
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
        if one.wounds >> slot & 1 == 1 {
            slot = next_unwounded(one.wounds, slot);
        }
        let held = one.slots[slot as usize % 6];
        let mask = 1 << slot;
        let mine = self.state.one_mut(who);
        mine.slots[slot as usize % 6] = WOUND;
        mine.wounds |= mask;
        mine.armour &= !mask;
        mine.empty &= !mask;
        let wounds = mine.wound_count();
        self.state.bloody = self.state.round;
        self.state.size_up(who);
        if held != NOTHING {
            self.spill(who, held);
        }
        self.log.tell(Event::Wounded { who, slot, held, wounds });
        slot
    }

    /// What a wounded slot held falls to the floor; armour is ruined.
    #[inline(never)]
    fn spill(&mut self, who: Who, held: u8) {
        if is_item(held) && !self.rules.has(held, flag::ARMOUR) {
            self.state.floor.drop(self.state.zone_of(who), held);
            self.lights_changed();
        }
    }

    #[inline(never)]
    fn fall(&mut self, who: Who) {
        if self.state.standing & bit(who) == 0 {
            return;
        }
        self.state.standing &= !bit(who);
        self.state.acting &= !bit(who);
        if self.state.active == who.0 {
            self.state.active = NOBODY;
        }
        self.log.tell(Event::Down { who });
    }

    /// Everything in the hands of somebody falls.
    pub(crate) fn disarm(&mut self, by: Who, who: Who) {
        let zone = self.state.zone_of(who);
        for kind in self.state.one(who).hands {
            if is_item(kind) && self.empty_hand(who, kind) {
                self.state.floor.drop(zone, kind);
                self.log.tell(Event::Disarmed { by, who, kind });
            }
        }
        self.lights_changed();
    }

    /// Takes one item of a kind out of somebody's hands; false if there is none.
    pub(crate) fn empty_hand(&mut self, who: Who, kind: u8) -> bool {
        let one = self.state.one_mut(who);
        let Some(hand) = one.hands.iter().position(|&held| held == kind) else { return false };
        one.hands[hand] = NOTHING;
        if self.rules.has(kind, flag::TWO_HANDED) {
            one.hands = [NOTHING; 2];
        }
        self.state.grip(self.rules, who);
        true
    }
}

/// A face as the number of a slot, even where the judge has added something to it.
#[inline(always)]
fn face(value: i32) -> u8 {
    value.clamp(1, 6) as u8
}

/// HEED-R14: the next slot up without a wound; the same one if there is none.
#[inline(never)]
fn next_unwounded(wounds: u8, slot: u8) -> u8 {
    let free = SLOTS & !wounds;
    let up = free >> slot >> 1 << slot << 1;
    match (up, free) {
        (0, 0) => slot,
        (0, _) => free.trailing_zeros() as u8,
        _ => up.trailing_zeros() as u8,
    }
}

//! Setups: heeding, moving, falling and standing up, aiming, charging, managing items; and how they are interrupted.

use fracas_dice::Dice;
use fracas_kernel::{Log, Who};

use crate::apply::Turn;
use crate::choices::{Choice, Manage, Pay};
use crate::data::{BOTH, Condition, NOTHING, Range, flag};
use crate::event::Event;
use crate::state::{NOBODY, Phase, Setup, Waiting, bit, each, zx};

impl<D: Dice, L: Log<Event>> Turn<'_, D, L> {
    pub(crate) fn choose_setup(&mut self, choice: Choice) {
        // HEED-A3
        let (who, setup) = match choice {
            Choice::Move { who, to } => (who, Setup::Move(to)),
            Choice::Leave { who } => (who, Setup::Leave),
            Choice::FallProne { who } => (who, Setup::FallProne),
            Choice::StandUp { who } => (who, Setup::StandUp),
            Choice::Aim { who, target } => (who, Setup::Aim(target)),
            Choice::Charge { who, spell } => (who, Setup::Charge(spell)),
            _ => return,
        };
        self.begin_setup(who, setup);
    }

    pub(crate) fn choose_to_heed(&mut self, who: Who, target: Who) {
        if self.state.phase == Phase::Before {
            self.heed(who, target);
            let enough = self.state.one(who).free() == 0 || self.rules.heedable(self.state, who) == 0;
            if enough {
                self.state.acting &= !bit(who);
            }
        } else if self.state.heeding & bit(who) != 0 {
            // Several creatures are heeded by one setup.
            self.state.active = who.0;
            self.heed(who, target);
        } else {
            self.begin_setup(who, Setup::Heed(target));
        }
    }

    fn heed(&mut self, who: Who, target: Who) {
        // HEED-H2: one slot for each creature.
        let one = self.state.one_mut(who);
        one.busy += u8::from(one.heeds & bit(target) == 0);
        one.heeds |= bit(target);
        self.state.one_mut(target).heeded_by |= bit(who);
        let slots = self.state.one(who).filled();
        self.log.tell(Event::Heeded { who, target, slots });
    }

    /// Pays for a setup and lets others interrupt it before it happens.
    fn begin_setup(&mut self, who: Who, setup: Setup) {
        self.state.active = who.0;
        self.state.heeding &= !bit(who);
        if self.state.set_up & bit(who) == 0 {
            self.state.set_up |= bit(who);
        } else {
            // HEED-A4
            self.state.acted |= bit(who);
            self.log.tell(Event::InPlaceOfAction { who });
        }
        let goes_on = matches!(setup, Setup::Aim(target) if self.state.one(who).aim == target.0);
        if self.state.aiming & bit(who) != 0 && !goes_on {
            self.lose_aim(who);
        }
        let able = self.state.standing & self.state.foes(who) & !self.state.interrupted;
        let pending = &mut self.state.pending;
        pending.setup = Some(setup);
        pending.maker = who.0;
        pending.spoiled = false;
        // HEED-N1: everybody on the other side who heeds the maker.
        pending.interrupters = self.state.ones[crate::state::ix(who)].heeded_by & able;
        self.next_interrupter();
    }

    /// Asks the next one who could interrupt; the setup happens when nobody is left to ask.
    #[inline(never)]
    pub(crate) fn next_interrupter(&mut self) {
        let Some(setup) = self.state.pending.setup else {
            self.state.pending.waiting = Waiting::Nothing;
            return;
        };
        let maker = Who(self.state.pending.maker);
        while self.state.pending.interrupters != 0 && self.state.standing & bit(maker) != 0 {
            let interrupters = self.state.pending.interrupters;
            let next = Who(interrupters.trailing_zeros() as u8);
            self.state.pending.interrupters &= interrupters - 1;
            let heeds = self.state.one(next).heeds & bit(maker) != 0;
            let able = self.state.standing & bit(next) != 0;
            if heeds && able && self.rules.actions(self.state, next, &mut |_| true) {
                self.state.pending.waiting = Waiting::Interrupt;
                self.state.pending.asked = next.0;
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
        if self.state.standing & bit(who) == 0 {
            return false;
        }
        let (prone, held) = (self.state.is(who, Condition::Prone), self.state.is(who, Condition::Held));
        let spoiled = self.state.pending.spoiled;
        match setup {
            Setup::Move(to) if !prone && !held => self.walk(who, to),
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
                if !free || self.rules.heedable(self.state, who) & bit(target) == 0 {
                    return false;
                }
                self.state.heeding |= bit(who);
                self.heed(who, target);
            }
            Setup::Aim(target) if !spoiled => return self.aim(who, target),
            Setup::Charge(spell) if !spoiled => return self.charge(who, spell),
            Setup::Item(what) => return self.manage(who, what, Pay::Setup),
            _ => return false,
        }
        true
    }

    fn aim(&mut self, who: Who, target: Who) -> bool {
        let (from, to) = (self.state.zone_of(who), self.state.zone_of(target));
        let seen = self.rules.seen(self.state, who) >> to & 1 == 1;
        let slots = self.rules.range(from, to).map_or(u8::MAX, Range::aim_slots);
        let there = self.state.standing & bit(target) != 0;
        if !seen || !there || slots > self.state.one(who).free() {
            return false;
        }
        let one = self.state.one_mut(who);
        one.aim = target.0;
        one.aim_slots = slots;
        self.state.aiming |= bit(who);
        self.log.tell(Event::Aimed { who, target, slots });
        true
    }

    fn charge(&mut self, who: Who, spell: u8) -> bool {
        let Some(&index) = self.rules.sheet(self.state, who).spells.get(spell as usize) else { return false };
        let level = self.rules.spells[index as usize].level;
        if level > self.state.one(who).free() {
            return false;
        }
        // HEED-C2: as many slots as its level.
        let one = self.state.one_mut(who);
        one.charge = spell;
        one.charge_slots = level;
        one.busy += level;
        self.log.tell(Event::Charged { who, spell: index });
        true
    }

    /// An aim ends because its aimer does something else.
    #[inline(never)]
    pub(crate) fn lose_aim(&mut self, who: Who) {
        // HEED-K9
        let target = Who(self.state.one(who).aim);
        self.state.clear_aim(who);
        self.log.tell(Event::AimLost { who, target });
    }

    // --- moving ---

    fn walk(&mut self, who: Who, to: u8) {
        self.state.put(who, to);
        self.log.tell(Event::Moved { who, to });
        self.moved(who);
    }

    fn leave(&mut self, who: Who) {
        self.log.tell(Event::Left { who });
        self.state.standing &= !bit(who);
        self.state.acting &= !bit(who);
        self.state.spent |= bit(who);
        self.state.active = NOBODY;
        self.vanish(who);
        self.conclude();
    }

    /// Takes somebody off the map, with everything that others had on it.
    pub(crate) fn vanish(&mut self, who: Who) {
        self.state.gone |= bit(who);
        let zone = self.state.zone_of(who);
        self.state.at[zx(zone)] &= !bit(who);
        self.lose_focus(who);
        self.moved(who);
        for heeder in each(self.state.one(who).heeded_by) {
            self.state.unheed(heeder, who);
            self.log.tell(Event::HeedLost { who: heeder, target: who });
        }
        self.end_spells(|kept| kept.target == who.0);
    }

    /// Somebody is elsewhere now: aims at it and holds end, and heeds that have lost sight.
    pub(crate) fn moved(&mut self, who: Who) {
        for aimer in each(self.state.aiming) {
            if self.state.one(aimer).aim == who.0 {
                self.lose_aim(aimer);
            }
        }
        if self.state.one(who).hold != NOBODY {
            self.release(who);
        }
        if self.state.is(who, Condition::Held) {
            self.release_from_all(who);
        }
        if self.rules.dark != 0 {
            self.lights_changed();
            return;
        }
        for heeder in each(self.state.one(who).heeded_by) {
            self.check_heed(heeder, who);
        }
        for target in each(self.state.one(who).heeds) {
            self.check_heed(who, target);
        }
    }

    /// HEED-H3: who can no longer be perceived is no longer heeded.
    fn check_heed(&mut self, who: Who, target: Who) {
        if !self.rules.perceives(self.state, who, target) {
            self.state.unheed(who, target);
            self.log.tell(Event::HeedLost { who, target });
        }
    }

    /// Lights have been moved, lit or put out: who loses sight of whom?
    pub(crate) fn lights_changed(&mut self) {
        if self.rules.dark == 0 {
            return;
        }
        self.state.relight(self.rules);
        for who in each(self.state.present()) {
            for target in each(self.state.one(who).heeds) {
                self.check_heed(who, target);
            }
            let aim = self.state.one(who).aim;
            if aim != NOBODY && self.rules.seen(self.state, who) >> self.state.zone_of(Who(aim)) & 1 == 0 {
                self.lose_aim(who);
            }
        }
    }

    // --- managing items ---

    pub(crate) fn choose_to_manage(&mut self, who: Who, what: Manage, pay: Pay) {
        self.state.active = who.0;
        match pay {
            Pay::Free => {
                self.state.heeding &= !bit(who);
                self.state.use_item_budget(who);
                self.manage(who, what, pay);
            }
            Pay::Setup => self.begin_setup(who, Setup::Item(what)),
            Pay::Action => {
                // HEED-A5: two for the action, this one and another.
                self.take_action(who);
                if self.state.aiming & bit(who) != 0 {
                    self.lose_aim(who);
                }
                self.state.one_item |= bit(who);
                self.manage(who, what, pay);
            }
        }
    }

    /// False if it cannot be done any more.
    fn manage(&mut self, who: Who, what: Manage, pay: Pay) -> bool {
        // HEED-R13: drawing empties a slot, stowing needs an empty one; hands are apart from slots.
        let zone = self.state.zone_of(who);
        let place =
            |kind: u8, slots: &[u8; 6]| slots.iter().position(|&held| held == kind).map(|at| at as u8);
        let mut slot = None;
        match what {
            Manage::Draw(kind) => {
                slot = place(kind, &self.state.one(who).slots);
                let Some(from) = slot else { return false };
                if !self.take_in_hand(who, kind) {
                    return false;
                }
                self.state.fill_slot(self.rules, who, from, NOTHING);
            }
            Manage::PickUp(kind) => {
                if !self.state.floor.has(zone, kind) || !self.take_in_hand(who, kind) {
                    return false;
                }
                self.state.floor.take(zone, kind);
            }
            Manage::Stow(kind) => {
                slot = place(NOTHING, &self.state.one(who).slots);
                let Some(to) = slot.filter(|_| self.empty_hand(who, kind)) else { return false };
                self.state.fill_slot(self.rules, who, to, kind);
            }
            Manage::Drop(kind) => {
                if !self.empty_hand(who, kind) {
                    return false;
                }
                self.state.floor.drop(zone, kind);
            }
        }
        self.log.tell(Event::Managed { who, what, pay, slot });
        self.lights_changed();
        true
    }

    /// Puts something into free hands; false if there are not enough.
    pub(crate) fn take_in_hand(&mut self, who: Who, kind: u8) -> bool {
        let one = self.state.one_mut(who);
        if self.rules.has(kind, flag::TWO_HANDED) {
            if one.hands != [NOTHING; 2] {
                return false;
            }
            one.hands = [kind, BOTH];
        } else {
            let Some(hand) = one.free_hand() else { return false };
            one.hands[hand] = kind;
        }
        self.state.grip(self.rules, who);
        true
    }
}

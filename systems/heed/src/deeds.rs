//! Actions other than attacks: casting, using potions, treating wounds, grabbing, picking pockets; and conditions.

use fracas_dice::{Dice, Roll, Why};
use fracas_kernel::{Log, Who};

use crate::apply::Turn;
use crate::choices::{Target, is_item};
use crate::data::{Condition, Does, HOLDING, Heed, NOTHING, Power, Sources, flag};
use crate::event::Event;
use crate::state::{Blow, How, Kept, MOST_KEPT, NOBODY, Phase, State, bit, each, ix, trace, zx};

impl<D: Dice, L: Log<Event>> Turn<'_, D, L> {
    /// The deed is done; it may have been the last of the combat.
    fn finish(&mut self) {
        self.conclude();
        self.after_action();
    }

    /// An action that is no ranged attack.
    fn take_other_action(&mut self, who: Who) {
        self.take_action(who);
        if self.state.aiming & bit(who) != 0 {
            self.lose_aim(who);
        }
    }

    pub(crate) fn cast(&mut self, who: Who, target: Target) {
        let rules = self.rules;
        let charge = self.state.one(who).charge;
        let Some(&index) = rules.sheet(self.state, who).spells.get(charge as usize) else { return };
        let spell = &rules.spells[index as usize];
        // HEED-C1: the action, after the charge.
        self.take_other_action(who);
        self.state.traces |= trace::MAGIC;
        self.log.tell(Event::Cast { who, spell: index, target });
        // HEED-R7: its slots are free again, unless it needs concentration and took hold.
        self.clear_charge(who);
        if spell.power.is_attack()
            && let Target::One(one) = target
        {
            let sources = rules.sources(self.state, who, How::Spell, NOTHING, one);
            let heavy = matches!(spell.power.does, Does::Wound { heavy: true });
            let properties = if heavy { flag::HEAVY } else { 0 };
            let (by, at) = (who.0, one.0);
            self.strike_at(Blow {
                by,
                at,
                how: How::Spell,
                with: index,
                number: 0,
                properties,
                sources,
                parriers: 0,
            });
            return;
        }
        let taken = self.work(who, &spell.power, target);
        if spell.concentration && taken {
            self.concentrate(who, index, target);
        }
        self.finish();
    }

    fn concentrate(&mut self, who: Who, spell: u8, target: Target) {
        let at = usize::from(self.state.kept_count);
        let Target::One(target) = target else { return };
        if at >= MOST_KEPT {
            return;
        }
        let slots = self.rules.spells[spell as usize].level;
        self.state.kept[at] = Kept { caster: who.0, spell, target: target.0, slots };
        self.state.kept_count += 1;
        let one = self.state.one_mut(who);
        one.kept_slots += slots;
        one.busy += slots;
        if let Does::Afflict { condition, .. } = self.rules.spells[spell as usize].power.does {
            self.state.refresh(target, condition, self.rules);
        }
    }

    pub(crate) fn use_potion(&mut self, who: Who, kind: u8, target: Target) {
        let Some(power) = self.rules.items.get(kind as usize).and_then(|item| item.power) else { return };
        self.take_other_action(who);
        // Used up.
        self.empty_hand(who, kind);
        self.state.traces |= trace::POTION;
        self.log.tell(Event::Used { who, kind, target });
        self.work(who, &power, target);
        self.finish();
    }

    /// What a power does to all whom it takes. True if anybody was taken.
    fn work(&mut self, by: Who, power: &Power, target: Target) -> bool {
        let set = match target {
            Target::One(one) => bit(one),
            Target::Zone(zone) => self.state.at[zx(zone)] & self.rules.takes(self.state, by, power),
        };
        let mut taken = false;
        for who in each(set) {
            taken |= self.work_on(by, power, who);
        }
        taken
    }

    fn work_on(&mut self, by: Who, power: &Power, who: Who) -> bool {
        // HEED-R11: our own content says what there is to dodge.
        let mut number = 0;
        if power.dodge {
            let (shown, dodged) = self.gear_check(who, false, 0);
            if dodged {
                self.log.tell(Event::Turned { who: by, target: who });
                return false;
            }
            number = shown;
        }
        match power.does {
            Does::Wound { heavy } => {
                self.log.tell(Event::Landed { who: by, target: who });
                self.hurt(who, number.max(1), heavy);
            }
            Does::Heal(wounds) => (0..wounds).for_each(|_| self.heal(who, by)),
            Does::Afflict { condition, rounds } => {
                self.log.tell(Event::Took { by, who, condition });
                if rounds != 0 {
                    self.state.set_condition(who, condition, rounds, self.rules);
                }
            }
            Does::Disarm => self.disarm(by, who),
            Does::Scatter => {
                self.log.tell(Event::Scattered { by, who });
                self.lose_focus(who);
            }
        }
        true
    }

    pub(crate) fn treat(&mut self, who: Who, target: Who, twice: bool) {
        self.take_other_action(who);
        self.log.tell(Event::Treats { who, target, twice });
        // HEED-R9: one wound for each bandage used up.
        for _ in 0..if twice { 2 } else { 1 } {
            let hands = self.state.one(who).hands;
            let Some(&kind) = hands.iter().find(|&&kind| self.rules.has(kind, flag::BANDAGE)) else { break };
            self.empty_hand(who, kind);
            self.heal(target, who);
        }
        self.finish();
    }

    /// Takes one wound off somebody; below its grit again it is conscious, and prone.
    fn heal(&mut self, who: Who, by: Who) {
        let one = self.state.one(who);
        if one.wounds == 0 {
            return;
        }
        let slot = one.wounds.trailing_zeros() as u8;
        self.state.fill_slot(self.rules, who, slot, NOTHING);
        let one = self.state.one(who);
        let (wounds, grit) = (one.wound_count(), one.grit);
        self.log.tell(Event::Healed { who, by, slot, wounds });
        let lies = self.state.present() & !self.state.standing & bit(who) != 0;
        if lies && wounds < grit {
            self.state.rise(who, self.rules);
            self.log.tell(Event::Rose { who });
        }
    }

    // --- grabbing and pockets ---

    pub(crate) fn grab(&mut self, who: Who, target: Who) {
        self.take_other_action(who);
        let mut sources = self.rules.sources(self.state, who, How::Strike, NOTHING, target);
        sources.0 &= !Sources::IMPROVISED;
        self.log.tell(Event::Grabs { who, target, sources });
        // HEED-S3: grabs work in reach. Armour is no help against a grip: the target dodges.
        let (_, dodged) = self.gear_check(target, false, sources.net());
        let hand = self.state.one(who).free_hand();
        match hand.filter(|_| !dodged) {
            Some(hand) => {
                let one = self.state.one_mut(who);
                one.hands[hand] = HOLDING;
                one.hold = target.0;
                one.busy += 1;
                self.state.grip(self.rules, who);
                self.state.refresh(target, Condition::Held, self.rules);
                self.log.tell(Event::Grabbed { who, target });
            }
            None => self.log.tell(Event::Turned { who, target }),
        }
        self.finish();
    }

    /// Somebody lets go of whom it holds.
    pub(crate) fn release(&mut self, who: Who) {
        let one = self.state.one_mut(who);
        let target = Who(std::mem::replace(&mut one.hold, NOBODY));
        if target.0 == NOBODY {
            return;
        }
        one.busy -= 1;
        one.hands = one.hands.map(|held| if held == HOLDING { NOTHING } else { held });
        self.state.grip(self.rules, who);
        self.state.refresh(target, Condition::Held, self.rules);
        self.log.tell(Event::Released { who, target });
    }

    pub(crate) fn release_from_all(&mut self, held: Who) {
        for holder in each(self.state.everyone()) {
            if self.state.one(holder).hold == held.0 {
                self.release(holder);
            }
        }
    }

    pub(crate) fn break_free(&mut self, who: Who) {
        self.take_other_action(who);
        let (_, success) = self.gear_check(who, false, 0);
        if success {
            self.release_from_all(who);
            self.state.set_condition(who, Condition::Held, 0, self.rules);
            let spells = &self.rules.spells;
            let holds = |kept: &Kept| {
                let does = spells.get(kept.spell as usize).map(|spell| spell.power.does);
                kept.target == who.0 && matches!(does, Some(Does::Afflict { condition: Condition::Held, .. }))
            };
            self.end_spells(holds);
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
            let loot = |&slot: &u8| {
                let kind = self.state.one(target).slots[slot as usize % 6];
                is_item(kind) && !self.rules.has(kind, flag::ARMOUR)
            };
            let good = (0..6).filter(loot).fold(0, |set, slot| set | 1 << slot);
            let (second, kept) = self.second_die("second pocket", who, good, slot + 1, favour > 0);
            if kept != slot + 1 {
                (throw, slot) = (second, kept - 1);
            }
        }
        let found = self.state.one(target).slots[slot as usize % 6];
        let item = Some(found).filter(|&kind| is_item(kind) && !self.rules.has(kind, flag::ARMOUR));
        let mut on_floor = false;
        if let Some(kind) = item {
            self.state.fill_slot(self.rules, target, slot, NOTHING);
            on_floor = !self.take_in_hand(who, kind);
            if on_floor {
                self.state.floor.drop(self.state.zone_of(who), kind);
            }
            self.lights_changed();
        }
        self.log.tell(Event::Picked { who, target, throw, item, on_floor });
        self.finish();
    }

    // --- conditions and concentration ---

    pub(crate) fn afflict(&mut self, who: Who, condition: Condition, lasts: u8) {
        self.state.set_condition(who, condition, lasts, self.rules);
        self.log.tell(Event::Afflicted { who, condition });
    }

    pub(crate) fn relieve(&mut self, who: Who, condition: Condition) {
        self.state.refresh(who, condition, self.rules);
        if !self.state.is(who, condition) {
            self.log.tell(Event::Relieved { who, condition });
        }
    }

    /// Ends all spells that somebody concentrates on and that fit.
    pub(crate) fn end_spells(&mut self, ends: impl Fn(&Kept) -> bool) {
        for at in (0..self.state.kept_count).rev() {
            if ends(&self.state.kept[at as usize % MOST_KEPT]) {
                self.end_spell(at);
            }
        }
    }

    pub(crate) fn end_spell(&mut self, at: u8) {
        let kept = self.state.forget_spell(at, self.rules);
        self.log.tell(Event::SpellEnded {
            who: Who(kept.caster),
            spell: kept.spell,
            target: Who(kept.target),
        });
    }
}

impl State {
    /// Takes a spell that was concentrated on out of the list, with what it did.
    pub(crate) fn forget_spell(&mut self, at: u8, rules: &Heed) -> Kept {
        let count = usize::from(self.kept_count).min(MOST_KEPT);
        let at = usize::from(at).min(count.saturating_sub(1));
        let kept = self.kept[at];
        if kept.caster == NOBODY {
            return kept;
        }
        self.kept.copy_within(at + 1..count, at);
        self.kept[count - 1] = Kept::NONE;
        self.kept_count -= 1;
        let caster = self.one_mut(Who(kept.caster));
        caster.kept_slots -= kept.slots;
        caster.busy -= kept.slots;
        if let Some(Does::Afflict { condition, .. }) =
            rules.spells.get(kept.spell as usize).map(|s| s.power.does)
        {
            self.refresh(Who(kept.target), condition, rules);
        }
        kept
    }

    /// A condition of its own, for so many rounds; 0 ends it, but not what others do.
    pub(crate) fn set_condition(&mut self, who: Who, condition: Condition, lasts: u8, rules: &Heed) {
        self.lasts[ix(who)][condition as usize] = lasts;
        self.refresh(who, condition, rules);
    }

    /// Has somebody a condition, from any source?
    pub(crate) fn refresh(&mut self, who: Who, condition: Condition, rules: &Heed) {
        let by_spell = |kept: &Kept| {
            let does = rules.spells.get(kept.spell as usize).map(|spell| spell.power.does);
            kept.target == who.0 && matches!(does, Some(Does::Afflict { condition: c, .. }) if c == condition)
        };
        let mut has = self.lasts[ix(who)][condition as usize] != 0;
        has |= self.kept.iter().take(self.kept_count.into()).any(by_spell);
        has |= condition == Condition::Held && each(self.everyone()).any(|one| self.one(one).hold == who.0);
        let set = &mut self.has[condition as usize];
        *set = if has { *set | bit(who) } else { *set & !bit(who) };
        self.afflicted = self.has.iter().fold(0, |all, set| all | set);
    }

    /// Conscious again, and prone; who has not had its turn may still take it.
    pub(crate) fn rise(&mut self, who: Who, rules: &Heed) {
        self.standing |= bit(who);
        self.set_condition(who, Condition::Prone, Condition::LASTING, rules);
        if self.phase == Phase::Turn(self.side_of(who)) && self.spent & bit(who) == 0 {
            self.acting |= bit(who);
        }
    }

    /// Puts somebody into a zone.
    pub(crate) fn put(&mut self, who: Who, zone: u8) {
        let from = self.zone_of(who);
        self.at[zx(from)] &= !bit(who);
        self.at[zx(zone)] |= bit(who);
        self.one_mut(who).zone = zone;
    }
}

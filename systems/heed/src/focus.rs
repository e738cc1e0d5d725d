//! Focus and what fills it: heeding, aiming, charging and concentrating; how all of it is let go of and lost.

use fracas_dice::Dice;
use fracas_kernel::{Log, Who};

use crate::apply::Turn;
use crate::choices::Focus;
use crate::data::{Does, Heed, NOTHING, Range, Spell};
use crate::event::Event;
use crate::state::{Band, Kept, MAX_KEPT, NOBODY, Phase, Setup, State, UNCHARGED};

impl Heed {
    /// Whom `who` could heed and does not.
    #[inline]
    pub(crate) fn heedable(&self, state: &State, who: Who) -> Band {
        // HEED-H1, HEED-R20: enemies, friends and the fallen.
        let others = state.present() - state.one(who).heeds - Band::one(who);
        others & state.in_zones(self.perceived(state, who))
    }

    /// The spell at a place of somebody's sheet, by its index.
    pub(crate) fn spell_at(&self, state: &State, who: Who, place: u8) -> Option<u8> {
        self.sheet(state, who).spells.get(place as usize).copied()
    }

    pub(crate) fn spell(&self, state: &State, who: Who, place: u8) -> Option<&Spell> {
        self.spells.get(self.spell_at(state, who, place)? as usize)
    }

    /// HEED-R19: a spell of a book takes the book, carried by whoever casts it.
    pub(crate) fn can_read(&self, state: &State, who: Who, spell: u8) -> bool {
        let needs = self.spells.get(spell as usize).map_or(NOTHING, |spell| spell.needs);
        needs == NOTHING || state.one(who).carries(needs)
    }

    /// The index of the spell that somebody has charged.
    pub(crate) fn charged(&self, state: &State, who: Who) -> Option<u8> {
        self.spell_at(state, who, state.one(who).charge)
    }

    /// Does `who` already concentrate on this spell for this target?
    pub(crate) fn keeps(&self, state: &State, who: Who, spell: u8, target: Who) -> bool {
        state.kept().iter().any(|kept| (kept.caster, kept.spell, kept.target) == (who, spell, target))
    }
}

impl<D: Dice, L: Log<Event>> Turn<'_, D, L> {
    pub(crate) fn choose_to_heed(&mut self, who: Who, target: Who) {
        if self.state.phase == Phase::Before {
            self.heed(who, target);
            let enough = self.state.one(who).free() == 0 || self.rules.heedable(self.state, who).is_empty();
            if enough {
                self.state.acting.remove(who);
            }
        } else if self.state.heeding.has(who) {
            // Several creatures are heeded by one setup.
            self.state.active = who;
            self.heed(who, target);
        } else {
            self.begin_setup(who, Setup::Heed(target));
        }
    }

    pub(crate) fn heed(&mut self, who: Who, target: Who) {
        // HEED-H2: one slot for each creature.
        let one = self.state.one_mut(who);
        one.busy += u8::from(!one.heeds.has(target));
        one.heeds.insert(target);
        self.state.one_mut(target).heeded_by.insert(who);
        let slots = self.state.one(who).filled();
        self.log.tell(Event::Heeded { who, target, slots });
    }

    pub(crate) fn aim(&mut self, who: Who, target: Who, with: u8) -> bool {
        let (from, to) = (self.state.zone_of(who), self.state.zone_of(target));
        let seen = self.rules.seen(self.state, who).has(to);
        let range = self.rules.range(self.state, from, to);
        let slots = range.map_or(u8::MAX, Range::aim_slots);
        let able = range.is_some() && self.rules.aiming_range(self.state, who, with) >= range;
        let there = self.state.standing.has(target) && able;
        if !seen || !there || slots > self.state.one(who).free() {
            return false;
        }
        let one = self.state.one_mut(who);
        one.aim = target;
        one.aim_with = with;
        one.aim_slots = slots;
        self.state.aiming.insert(who);
        self.log.tell(Event::Aimed { who, target, with, slots });
        true
    }

    pub(crate) fn charge(&mut self, who: Who, place: u8) -> bool {
        let Some(spell) = self.rules.spell_at(self.state, who, place) else { return false };
        let level = self.rules.spells[spell as usize].level;
        if level > self.state.one(who).free() || !self.rules.can_read(self.state, who, spell) {
            return false;
        }
        // HEED-C2: as many slots as its level.
        let one = self.state.one_mut(who);
        one.charge = place;
        one.charge_slots = level;
        one.busy += level;
        self.log.tell(Event::Charged { who, spell });
        true
    }

    pub(crate) fn concentrate(&mut self, who: Who, spell: u8, target: Who) {
        let at = usize::from(self.state.kept_count);
        if at >= MAX_KEPT {
            return;
        }
        let slots = self.rules.spells[spell as usize].level;
        self.state.kept[at] = Kept { caster: who, spell, target, slots };
        self.state.kept_count += 1;
        let one = self.state.one_mut(who);
        one.kept_slots += slots;
        one.busy += slots;
        if let Does::Afflict { condition, .. } = self.rules.spells[spell as usize].power.does {
            self.state.refresh(target, condition, self.rules);
        }
    }

    pub(crate) fn let_go(&mut self, who: Who, what: Focus) {
        // HEED-R18
        self.state.active = who;
        let one = *self.state.one(who);
        let (mut target, mut spell) = (None, None);
        match what {
            Focus::Heed(heeded) => target = Some(heeded),
            Focus::Aim => target = Some(one.aim),
            Focus::Hold => target = Some(one.hold),
            Focus::Charge => spell = self.rules.charged(self.state, who),
            Focus::Spell(at) => {
                let Some(kept) = self.state.kept().get(at as usize) else { return };
                (target, spell) = (Some(kept.target), Some(kept.spell));
            }
        }
        self.log.tell(Event::LetGo { who, what, target, spell });
        match what {
            Focus::Heed(heeded) => self.state.unheed(who, heeded),
            Focus::Aim => self.state.clear_aim(who),
            Focus::Charge => self.state.clear_charge(who),
            Focus::Hold => self.release(who),
            Focus::Spell(at) => self.end_spell(at),
        }
    }

    /// Everything that fills the focus of somebody goes.
    #[inline(always)]
    pub(crate) fn lose_focus(&mut self, who: Who) {
        let one = self.state.one(who);
        if one.busy | one.aim_slots != 0 {
            self.scatter(who);
        }
    }

    #[inline(never)]
    fn scatter(&mut self, who: Who) {
        // HEED-R4: all of it. HEED-H3, HEED-C2, HEED-C3 follow.
        let one = *self.state.one(who);
        let known = |who: Who| (who != NOBODY).then_some(who);
        let charge = self.rules.charged(self.state, who);
        let spells = self.state.kept_by(who);
        self.log.tell(Event::FocusLost {
            who,
            heeds: one.heeds,
            aim: known(one.aim),
            charge,
            spells,
            hold: known(one.hold),
        });
        for target in one.heeds {
            self.state.one_mut(target).heeded_by.remove(who);
        }
        let mine = self.state.one_mut(who);
        mine.heeds = Band::NONE;
        mine.busy -= one.heeds.len() as u8;
        self.state.heeding.remove(who);
        if one.aim != NOBODY {
            self.state.clear_aim(who);
        }
        if one.charge != UNCHARGED {
            self.state.clear_charge(who);
        }
        if one.hold != NOBODY {
            self.release(who);
        }
        if spells > 0 {
            self.end_spells(|kept| kept.caster == who);
        }
    }

    /// HEED-H3: who can no longer be perceived is no longer heeded.
    pub(crate) fn check_heed(&mut self, who: Who, target: Who) {
        if !self.rules.perceives(self.state, who, target) {
            self.state.unheed(who, target);
            self.log.tell(Event::HeedLost { who, target });
        }
    }

    /// An aim ends because its aimer does something else.
    #[inline(never)]
    pub(crate) fn lose_aim(&mut self, who: Who) {
        // HEED-K9
        let target = self.state.one(who).aim;
        self.state.clear_aim(who);
        self.log.tell(Event::AimLost { who, target });
    }

    #[inline(never)]
    pub(crate) fn waste_charge(&mut self, who: Who) {
        // HEED-R7: not cast in the turn in which it was charged.
        let spell = self.rules.charged(self.state, who).unwrap_or(0);
        self.state.clear_charge(who);
        self.log.tell(Event::ChargeLost { who, spell });
    }

    /// Ends all spells that somebody concentrates on and that fit.
    pub(crate) fn end_spells(&mut self, ends: impl Fn(&Kept) -> bool) {
        for at in (0..self.state.kept_count).rev() {
            if self.state.kept().get(at as usize).is_some_and(&ends) {
                self.end_spell(at);
            }
        }
    }

    fn end_spell(&mut self, at: u8) {
        let Kept { caster, spell, target, .. } = self.state.forget_spell(at, self.rules);
        self.log.tell(Event::SpellEnded { who: caster, spell, target });
    }
}

impl State {
    pub(crate) fn unheed(&mut self, who: Who, target: Who) {
        let one = self.one_mut(who);
        one.busy -= u8::from(one.heeds.has(target));
        one.heeds.remove(target);
        self.one_mut(target).heeded_by.remove(who);
    }

    pub(crate) fn clear_aim(&mut self, who: Who) {
        let one = self.one_mut(who);
        one.aim = NOBODY;
        one.aim_with = NOTHING;
        one.aim_slots = 0;
        self.aiming.remove(who);
    }

    pub(crate) fn clear_charge(&mut self, who: Who) {
        let one = self.one_mut(who);
        one.charge = UNCHARGED;
        one.busy -= one.charge_slots;
        one.charge_slots = 0;
    }

    /// How many spells somebody concentrates on.
    fn kept_by(&self, who: Who) -> u8 {
        if self.one(who).kept_slots == 0 {
            return 0;
        }
        self.kept().iter().filter(|kept| kept.caster == who).count() as u8
    }

    /// Takes a spell that was concentrated on out of the list, with what it did.
    pub(crate) fn forget_spell(&mut self, at: u8, rules: &Heed) -> Kept {
        let count = self.kept().len();
        let at = usize::from(at).min(count.saturating_sub(1));
        let kept = self.kept[at];
        if kept.caster == NOBODY {
            return kept;
        }
        self.kept.copy_within(at + 1..count, at);
        self.kept[count - 1] = Kept::NONE;
        self.kept_count -= 1;
        let caster = self.one_mut(kept.caster);
        caster.kept_slots -= kept.slots;
        caster.busy -= kept.slots;
        if let Does::Afflict { condition, .. } = rules.spells[kept.spell as usize].power.does {
            self.refresh(kept.target, condition, rules);
        }
        kept
    }
}

//! What is done to somebody: harm and death, healing, conditions, and what waits for the end of a round.

use std::hint::select_unpredictable;

use fracas_dice::{Dice, Throw, Why};
use fracas_kernel::{Log, Side, Who};

use crate::apply::Turn;
use crate::conditions::Condition;
use crate::data::{Affliction, Harm, Lasts};
use crate::event::Event;
use crate::state::{Band, Phase};

impl<D: Dice, L: Log<Event>> Turn<'_, D, L> {
    pub(crate) fn hurt(&mut self, who: Who, by: Option<Who>, throw: Throw, amount: i16, harm: Harm) {
        let minded = self.rules.brief(self.state, who).minds.has(harm);
        if !(minded && self.anew().minds(who, harm)) {
            self.hurt_if(true, who, by, throw, amount);
        }
    }

    /// What damage leaves behind, with whoever is still there to feel it.
    pub(crate) fn leave_behind(&mut self, what: Option<Affliction>, who: Who, by: Who) {
        // DELVE-F12
        if let Some(Affliction { condition, lasts }) = what
            && self.state.present().has(who)
        {
            self.afflict(who, condition, lasts, Some(by));
        }
    }

    /// Hurts somebody if the blow lands. Nothing can foretell that, and so the short way has no branch on it.
    #[inline(always)]
    pub(crate) fn hurt_if(&mut self, lands: bool, who: Who, by: Option<Who>, throw: Throw, amount: i16) {
        let amount = select_unpredictable(lands, amount, 0);
        let mark = select_unpredictable(lands, Band::one(who), Band::NONE);
        let foe = by.is_some_and(|by| self.state.foes(by).has(who));
        if self.state.phase == Phase::Both {
            // DELVE-R4, DELVE-R12
            self.state.later.touched |= mark;
            self.state.later.harm[who] += amount;
            if lands {
                let hp = self.state.hp[who] - self.state.later.harm[who];
                self.log.tell(Event::Hurt { who, by, throw, amount, hp, later: true, foe });
            }
            return;
        }
        // DELVE-D1
        self.state.hp[who] -= amount;
        self.state.hurt |= mark;
        let hp = self.state.hp[who];
        if lands {
            self.log.tell(Event::Hurt { who, by, throw, amount, hp, later: false, foe });
        }
        if select_unpredictable(lands, hp, 1) <= 0 {
            self.anew().fall(who);
        }
        if self.state.has[Condition::Asleep as usize].meets(mark) {
            self.anew().wake(who);
        }
    }

    /// Falls, dies or wakes, as the hit points say.
    fn feel(&mut self, who: Who) {
        if self.state.hp[who] <= 0 {
            self.anew().fall(who);
        }
        if self.state.is(who, Condition::Asleep) {
            self.anew().wake(who);
        }
    }

    #[inline(never)]
    fn wake(self, who: Who) {
        self.rules.set_condition(self.state, who, Condition::Asleep, 0);
        self.log.tell(Event::Woken { who, by: None });
    }

    #[inline(never)]
    fn fall(self, who: Who) {
        let was_standing = self.state.standing.has(who);
        self.state.standing.remove(who);
        self.state.acting.remove(who);
        // Whoever falls does not wake up first.
        if self.state.is(who, Condition::Asleep) {
            self.rules.set_condition(self.state, who, Condition::Asleep, 0);
        }
        // DELVE-D1, DELVE-D2: a character dies at minus its level, a monster at 0.
        if self.state.hp[who] <= self.rules.sheet(self.state, who).dead_at {
            if !self.state.dead.has(who) {
                self.state.dead.insert(who);
                self.log.tell(Event::Dead { who });
            }
        } else if was_standing {
            self.log.tell(Event::Down { who });
        }
    }

    pub(crate) fn heal(&mut self, who: Who, throw: Throw, amount: i16) {
        if self.state.phase == Phase::Both {
            // DELVE-R12
            self.state.later.touched.insert(who);
            self.state.later.heal[who] += amount;
            let hp = self.state.hp[who];
            self.log.tell(Event::Healed { who, throw, amount, hp, later: true });
            return;
        }
        self.state.set_hit_points(who, self.state.hp[who] + amount);
        let hp = self.state.hp[who];
        self.log.tell(Event::Healed { who, throw, amount, hp, later: false });
        self.rise(who);
    }

    pub(crate) fn rise(&mut self, who: Who) {
        let lies = (self.state.present() - self.state.standing).has(who);
        if lies && self.state.hp[who] > 0 {
            self.state.standing.insert(who);
            self.log.tell(Event::Up { who });
        }
    }

    pub(crate) fn afflict(&mut self, who: Who, condition: Condition, lasts: Lasts, by: Option<Who>) {
        // DELVE-R18: what has no mind does not sleep.
        if condition == Condition::Asleep && self.rules.sheet(self.state, who).mindless {
            return self.log.tell(Event::Sleepless { who });
        }
        // DELVE-F8
        if self.rules.sheet(self.state, who).proof.has(condition) {
            return self.log.tell(Event::Proof { who, condition });
        }
        let good = self.rules.is_good(condition);
        let meant = by.is_some_and(|by| self.state.friends(by).has(who) == good);
        if self.state.phase == Phase::Both {
            // DELVE-R12
            self.state.later.touched.insert(who);
            self.state.later.lasts[who][condition as usize] = lasts.code();
            self.log.tell(Event::Afflicted { who, condition, later: true, meant });
            return;
        }
        self.rules.set_condition(self.state, who, condition, lasts.code());
        self.log.tell(Event::Afflicted { who, condition, later: false, meant });
        self.state.acting -= self.state.helpless();
    }

    /// Somebody has the poison of this number in the blood, until a save at the end of a turn.
    pub(crate) fn poison(&mut self, who: Who, number: u8) {
        if !self.rules.sheet(self.state, who).proof.has(Condition::Poisoned) {
            self.state.poison[who] = number + 1;
        }
        self.afflict(who, Condition::Poisoned, Lasts::UntilSave, None);
    }

    /// Everything that waited for the end of a simultaneous round. Harm and healing meet before anybody falls.
    #[inline(never)]
    pub(crate) fn take_effect(mut self) {
        // DELVE-R4, DELVE-R12
        self.log.tell(Event::AtOnce);
        for who in std::mem::take(&mut self.state.later.touched) {
            let harm = std::mem::take(&mut self.state.later.harm[who]);
            let heal = std::mem::take(&mut self.state.later.heal[who]);
            let lasts = std::mem::take(&mut self.state.later.lasts[who]);
            self.state.set_hit_points(who, self.state.hp[who] + heal - harm);
            self.rise(who);
            if harm != 0 {
                self.catch_up_with(who);
                self.feel(who);
            }
            for &condition in self.rules.conditions_there() {
                if lasts[condition as usize] != 0 && self.state.present().has(who) {
                    self.rules.set_condition(self.state, who, condition, lasts[condition as usize]);
                }
            }
        }
        self.state.phase = Phase::Second(Side::Monsters);
        self.conclude();
    }

    /// Whoever left in the round in which a deadly blow fell has not got away.
    fn catch_up_with(&mut self, who: Who) {
        if self.state.gone.has(who) && self.state.hp[who] <= 0 {
            self.state.gone.remove(who);
            let zone = self.state.zone[who];
            self.state.put(who, zone);
        }
    }

    /// The end of a round for those who have conditions: saves, and time running out.
    #[inline(never)]
    pub(crate) fn pass_conditions(mut self) {
        for who in self.state.afflicted & self.state.present() {
            for &condition in self.rules.conditions_there() {
                if condition != Condition::Poisoned && self.state.lasts[who][condition as usize] != 0 {
                    self.pass_condition(who, condition);
                }
            }
        }
    }

    fn pass_condition(&mut self, who: Who, condition: Condition) {
        // DELVE-F13
        if let Some((roll, harm)) = self.rules.own(condition).and_then(|own| Some((own.costs?, own.harm))) {
            let throw = self.dice.roll(Why::new("lasting harm", who.0).wanted_low(), roll);
            self.hurt(who, None, throw, throw.value.clamp(0, 999) as i16, harm);
            if !self.state.present().has(who) {
                return;
            }
        }
        match self.state.lasts[who][condition as usize] {
            0 | Lasts::FIGHT => {}
            // DELVE-V1, DELVE-R7: an effect that a save ends.
            Lasts::UNTIL_SAVE => {
                if self.saves(who) {
                    self.relieve(who, condition);
                }
            }
            1 => self.relieve(who, condition),
            lasts => self.rules.set_condition(self.state, who, condition, lasts - 1),
        }
    }

    /// Ten rounds are a turn.
    #[inline(never)]
    pub(crate) fn pass_turn(mut self) {
        self.state.turns = self.state.turns.saturating_add(1);
        if self.state.has[Condition::Poisoned as usize].meets(self.state.present()) {
            self.log.tell(Event::TurnPassed { turn: self.state.turns });
            self.suffer_poisons();
        }
    }

    /// Poisons act, each with its own die, unless a save ends them.
    pub(crate) fn suffer_poisons(&mut self) {
        for who in self.state.has[Condition::Poisoned as usize] & self.state.present() {
            if self.saves(who) {
                self.relieve(who, Condition::Poisoned);
                continue;
            }
            // Who has to roll for its own harm wants little of it.
            let why = Why::new("poison", who.0).wanted_low();
            let throw = self.dice.roll(why, self.rules.poison_of(self.state, who));
            self.hurt(who, None, throw, throw.value.clamp(0, 999) as i16, Harm::Poison);
        }
    }

    fn relieve(&mut self, who: Who, condition: Condition) {
        self.rules.set_condition(self.state, who, condition, 0);
        self.log.tell(Event::Relieved { who, condition });
    }
}

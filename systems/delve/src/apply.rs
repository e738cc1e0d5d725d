//! What a choice does. Every rule of the fight itself is decided here.

use fracas_dice::{Dice, Roll, Throw, Why};
use fracas_kernel::{Log, Outcome, Side, Who};
use std::cmp::Ordering;
use std::hint::select_unpredictable;

use crate::choices::{Choice, Target};
use crate::data::{
    Attack, BLESSED, BLINDED, Condition, Delve, Does, Effect, HELPLESS, Lasts, POISON, Save, WARDED,
};
use crate::event::Event;
use crate::state::{Phase, State, bit, each, first, ix};

/// A fight and what it needs to go on, so that rules read as sentences.
struct Turn<'a, D, L> {
    rules: &'a Delve,
    state: &'a mut State,
    dice: &'a mut D,
    log: &'a mut L,
}

impl Delve {
    #[inline(always)]
    pub(crate) fn carry_out(
        &self,
        state: &mut State,
        choice: Choice,
        dice: &mut impl Dice,
        log: &mut impl Log<Event>,
    ) {
        let mut turn = Turn { rules: self, state, dice, log };
        turn.act(choice);
        turn.settle();
    }

    /// What [`Delve::think`] says, carried out: thinking and striking know the same things, and look them up once.
    #[inline(always)]
    pub(crate) fn follow_instinct(
        &self,
        state: &mut State,
        asked: u32,
        dice: &mut impl Dice,
        log: &mut impl Log<Event>,
    ) {
        let who = first(asked & state.acting);
        let at_once = self.strike_at_once(state, who);
        let mut turn = Turn { rules: self, state, dice, log };
        match at_once {
            Some((with, attack, target)) => turn.strike(who, with, attack, target),
            None => turn.anew().act_after_thought(who),
        }
        turn.settle();
    }

    /// The choice itself, without what comes when everybody has acted.
    #[inline(always)]
    pub(crate) fn act(
        &self,
        state: &mut State,
        choice: Choice,
        dice: &mut impl Dice,
        log: &mut impl Log<Event>,
    ) {
        Turn { rules: self, state, dice, log }.act(choice);
    }
}

impl<D: Dice, L: Log<Event>> Turn<'_, D, L> {
    /// The same turn for a function that is not inlined and takes it whole: this one then stays in registers, where the
    /// short ways of a fight need it.
    #[inline(always)]
    fn anew(&mut self) -> Turn<'_, D, L> {
        Turn { rules: self.rules, state: self.state, dice: self.dice, log: self.log }
    }

    /// Most choices are attacks: their way is short, and the compiler sees it whole.
    #[inline(always)]
    fn act(&mut self, choice: Choice) {
        match choice {
            Choice::Attack { who, with, target } => self.attack(who, with, target),
            _ => self.anew().act_otherwise(choice),
        }
    }

    #[inline(never)]
    fn act_after_thought(mut self, who: Who) {
        let choice = self.rules.think_twice(self.state, who);
        self.act(choice);
    }

    #[inline(never)]
    fn act_otherwise(mut self, choice: Choice) {
        match choice {
            Choice::Begin { .. } => self.begin(),
            Choice::Move { who, to } => self.walk(who, to),
            Choice::Leave { who } => self.leave(who),
            Choice::Attack { who, with, target } => self.attack(who, with, target),
            Choice::Cast { who, spell, target } => self.cast(who, spell, target),
            Choice::Done { who } => {
                self.log.tell(Event::Passed { who });
                self.state.acting &= !bit(who);
            }
        }
    }

    // --- the course of a fight ---

    fn begin(&mut self) {
        // DELVE-C1: surprise first, then initiative and the rounds.
        let surprised = Side::BOTH.map(|side| self.is_surprised(side));
        match surprised {
            // DELVE-R3
            [true, true] => {
                self.log.tell(Event::BothSurprised);
                self.new_round();
            }
            [false, true] => self.free_round(Side::Heroes),
            [true, false] => self.free_round(Side::Monsters),
            [false, false] => self.new_round(),
        }
    }

    fn is_surprised(&mut self, side: Side) -> bool {
        // DELVE-C2: on 2 in 6, unless it knows of the other.
        if self.state.aware[side.index()] {
            return false;
        }
        let label = match side {
            Side::Heroes => "surprise of the heroes",
            Side::Monsters => "surprise of the monsters",
        };
        let check = self.dice.check(Why::table(label), Roll::d(6), 3);
        self.log.tell(Event::Surprise { side, check });
        !check.success
    }

    fn free_round(&mut self, side: Side) {
        self.log.tell(Event::FreeRound { side });
        self.open_phase(Phase::Free(side), self.state.side[side.index()]);
    }

    #[inline(always)]
    fn open_phase(&mut self, phase: Phase, members: u32) {
        self.state.phase = phase;
        self.state.acting = members & self.state.standing & !self.state.helpless();
    }

    #[inline(always)]
    fn new_round(&mut self) {
        self.state.round += 1;
        self.state.moved = 0;
        self.state.acted = 0;
        self.log.tell(Event::Round { number: self.state.round });
        // DELVE-C3: a d6 for each side; the higher acts first, a tie means both at once.
        let contest = self.dice.versus(
            Why::table("initiative of the heroes"),
            Roll::d(6),
            Why::table("initiative of the monsters"),
            Roll::d(6),
        );
        let first = match contest.result {
            Ordering::Greater => Some(Side::Heroes),
            Ordering::Less => Some(Side::Monsters),
            Ordering::Equal => None,
        };
        self.log.tell(Event::Initiative { heroes: contest.mine, monsters: contest.theirs, first });
        // Looked up and not branched on: nothing can foretell these dice.
        let place = (contest.result as i8 + 1) as usize;
        let [heroes, monsters] = self.state.side;
        let phase = [Phase::First(Side::Monsters), Phase::Both, Phase::First(Side::Heroes)][place];
        self.open_phase(phase, [monsters, heroes | monsters, heroes][place]);
    }

    /// Goes on to whoever can act next, or to the end.
    #[inline(always)]
    fn settle(&mut self) {
        while self.state.acting == 0 && self.state.outcome.is_none() {
            self.next_phase();
        }
    }

    /// Ends the encounter if a side has nobody left. Called whenever somebody may have been the last.
    fn conclude(&mut self) {
        // DELVE-R4: in a round at the same time nobody has fallen before its end.
        if self.state.phase == Phase::Both {
            return;
        }
        // DELVE-R9: a side that is all down, dead or gone has lost.
        let [heroes, monsters] = self.state.side.map(|side| side & self.state.standing != 0);
        let outcome = match (heroes, monsters) {
            (true, true) => return,
            (true, false) => Outcome::Won(Side::Heroes),
            (false, true) => Outcome::Won(Side::Monsters),
            (false, false) => Outcome::Draw,
        };
        self.state.outcome = Some(outcome);
        self.state.acting = 0;
        self.log.tell(Event::Over { outcome });
    }

    #[inline(always)]
    fn next_phase(&mut self) {
        match self.state.phase {
            Phase::First(side) => {
                let other = side.other();
                self.open_phase(Phase::Second(other), self.state.side[other.index()]);
            }
            _ => self.anew().end_round(),
        }
    }

    #[inline(never)]
    fn end_round(mut self) {
        if self.state.phase == Phase::Both {
            self.anew().take_effect();
        }
        if self.state.afflicted != 0 && self.state.outcome.is_none() {
            self.anew().pass_conditions();
        }
        if self.state.outcome.is_none() {
            self.new_round();
        }
    }

    // --- moving ---

    fn walk(&mut self, who: Who, to: u8) {
        let from = self.state.zone_of(who);
        let far = self.spend_move(who);
        self.state.put(who, to);
        self.log.tell(Event::Moved { who, from, to, far });
        self.rest_if_spent(who);
    }

    fn leave(&mut self, who: Who) {
        // DELVE-R9
        self.spend_move(who);
        self.state.standing &= !bit(who);
        self.state.gone |= bit(who);
        self.state.acting &= !bit(who);
        self.state.take_off(who);
        self.log.tell(Event::Left { who });
        self.conclude();
    }

    /// Uses the move of the round, or the action for a second zone. True if it was the action.
    fn spend_move(&mut self, who: Who) -> bool {
        // DELVE-T2, DELVE-R10
        let far = self.state.moved & bit(who) != 0;
        if far {
            self.state.acted |= bit(who);
        }
        self.state.moved |= bit(who);
        far
    }

    /// Whoever can neither move nor act any more is done for this round.
    #[inline(always)]
    fn rest_if_spent(&mut self, who: Who) {
        let stuck = self.rules.ways_on >> self.state.zone_of(who) & 1 == 0;
        let moved = self.state.moved & bit(who) != 0 || stuck;
        if moved && self.state.acted & bit(who) != 0 {
            self.state.acting &= !bit(who);
        }
    }

    // --- attacking ---

    #[inline(always)]
    fn attack(&mut self, who: Who, with: u8, target: Who) {
        let rules = self.rules;
        let Some(attack) = rules.attack(self.state, who, with) else { return };
        let target = if attack.melee { target } else { self.anew().who_is_found(who, target) };
        self.strike(who, with, attack, target);
    }

    /// An attack that cannot stray, or has.
    #[inline(always)]
    fn strike(&mut self, who: Who, with: u8, attack: &Attack, target: Who) {
        self.state.acted |= bit(who);
        self.rest_if_spent(who);
        let (bonus, ac) = self.numbers(who, attack, target);
        // DELVE-C5, DELVE-R13: equal or more hits; no face is special.
        let to_hit = Roll::d(20).plus(bonus);
        // DELVE-C7
        let damage = Why::new("damage", who.0);
        let (check, throw) =
            self.dice.check_then(Why::new("to hit", who.0), to_hit, ac.into(), damage, &attack.damage);
        self.log.tell(Event::Attacked { who, with, target, check });
        // DELVE-R13: a hit does at least 1.
        let amount = throw.value.clamp(1, 999) as i16;
        self.hurt_if(check.success, target, Some(who), throw, amount);
        if let Some(effect) = attack.effect
            && check.success
        {
            self.anew().strike_with(effect, who, target);
        }
    }

    /// The bonus of an attack and the number it must reach, conditions counted.
    #[inline(always)]
    fn numbers(&self, who: Who, attack: &Attack, target: Who) -> (i16, i16) {
        let (mut bonus, mut ac) = (attack.to_hit, self.rules.brief(self.state, target).ac);
        let state = &*self.state;
        if state.afflicted != 0 {
            bonus += if state.is(who, Condition::Blessed) { BLESSED } else { 0 };
            bonus += if state.is(who, Condition::Blinded) { BLINDED } else { 0 };
            bonus += if state.helpless() & bit(target) != 0 { HELPLESS } else { 0 };
            ac += if state.is(target, Condition::Warded) { WARDED } else { 0 };
        }
        (bonus, ac)
    }

    /// Whom a ranged attack on `target` really goes to.
    #[inline(never)]
    fn who_is_found(self, who: Who, target: Who) -> Who {
        // DELVE-C4, DELVE-R5: into a melee it finds anybody who stands there, the shooter excepted.
        let there = self.state.in_zone(self.state.zone_of(target)) & self.state.standing;
        if there & self.state.foes(target) == 0 {
            return target;
        }
        let could = there & !bit(who);
        let picked = self.dice.pick(Why::new("who is found", who.0), could.count_ones() as usize);
        let found = each(could).nth(picked).unwrap_or(target);
        self.log.tell(Event::Stray { who, meant: target, found });
        found
    }

    /// What a weapon does beside its damage, to whoever is still there to feel it.
    #[inline(never)]
    fn strike_with(mut self, effect: Effect, who: Who, target: Who) {
        if self.state.present() & bit(target) == 0 {
            return;
        }
        if effect.save == Save::Negates && self.saves(target) {
            return;
        }
        match effect.does {
            Does::Damage(roll) => {
                let throw = self.dice.roll(Why::new("extra damage", who.0), roll);
                let halved = effect.save == Save::Halves && self.saves(target);
                self.hurt(target, Some(who), throw, share(throw.value, halved));
            }
            Does::Afflict { condition, lasts } => self.afflict(target, condition, lasts),
            Does::Heal(_) | Does::Slumber { .. } => {}
        }
    }

    // --- casting ---

    fn cast(&mut self, who: Who, spell: u8, target: Target) {
        let rules = self.rules;
        let Some(cast) = rules.spell(self.state, who, spell) else { return };
        let slots = &mut self.state.slots[ix(who)][cast.level as usize - 1];
        *slots = slots.saturating_sub(1);
        self.state.acted |= bit(who);
        self.log.tell(Event::Cast { who, spell, target });
        let taken = match target {
            Target::One(one) => bit(one),
            Target::Zone(zone) => self.state.in_zone(zone) & rules.takes(self.state, who, cast),
        };
        self.work(cast.effect, who, taken);
        self.rest_if_spent(who);
    }

    /// A spell's effect on everybody whom it takes.
    fn work(&mut self, effect: Effect, caster: Who, taken: u32) {
        // DELVE-R6: the spell names what a save does.
        match effect.does {
            Does::Damage(roll) => {
                let throw = self.dice.roll(Why::new("damage", caster.0), roll);
                for one in each(taken) {
                    let saved = matches!(effect.save, Save::Halves | Save::Negates) && self.saves(one);
                    if !(saved && effect.save == Save::Negates) {
                        self.hurt(one, Some(caster), throw, share(throw.value, saved));
                    }
                }
            }
            Does::Heal(roll) => {
                let throw = self.dice.roll(Why::new("healing", caster.0), roll);
                for one in each(taken) {
                    self.heal(one, throw, throw.value.clamp(0, 999) as i16);
                }
            }
            Does::Afflict { condition, lasts } => {
                for one in each(taken) {
                    if !(effect.save == Save::Negates && self.saves(one)) {
                        self.afflict(one, condition, lasts);
                    }
                }
            }
            Does::Slumber { dice, most } => self.slumber(caster, dice, most, taken),
        }
    }

    fn slumber(&mut self, caster: Who, dice: Roll, most: u8, taken: u32) {
        let throw = self.dice.roll(Why::new("hit dice asleep", caster.0), dice);
        self.log.tell(Event::Slumber { throw });
        let mut left = throw.value;
        for size in 1..=most {
            for one in each(taken) {
                let fits = self.rules.sheet(self.state, one).hit_dice() == size;
                if fits && left >= i32::from(size) && !self.state.is(one, Condition::Asleep) {
                    left -= i32::from(size);
                    self.afflict(one, Condition::Asleep, Lasts::Rounds(SLEEP));
                }
            }
        }
    }

    fn saves(&mut self, who: Who) -> bool {
        // DELVE-V1
        let target = self.rules.sheet(self.state, who).save;
        let check = self.dice.check(Why::new("save", who.0), Roll::d(20), target.into());
        self.log.tell(Event::Saved { who, check });
        check.success
    }

    // --- what is done to somebody ---

    fn hurt(&mut self, who: Who, by: Option<Who>, throw: Throw, amount: i16) {
        self.hurt_if(true, who, by, throw, amount);
    }

    /// Hurts somebody if the blow lands. Nothing can foretell that, and so the short way has no branch on it.
    #[inline(always)]
    fn hurt_if(&mut self, lands: bool, who: Who, by: Option<Who>, throw: Throw, amount: i16) {
        let index = ix(who);
        let amount = select_unpredictable(lands, amount, 0);
        let mark = select_unpredictable(lands, bit(who), 0);
        if self.state.phase == Phase::Both {
            // DELVE-R4, DELVE-R12
            self.state.later.touched |= mark;
            self.state.later.harm[index] += amount;
            if lands {
                let hp = self.state.hp[index] - self.state.later.harm[index];
                self.log.tell(Event::Hurt { who, by, throw, amount, hp, later: true });
            }
            return;
        }
        // DELVE-D1
        self.state.hp[index] -= amount;
        self.state.hurt |= mark;
        let hp = self.state.hp[index];
        if lands {
            self.log.tell(Event::Hurt { who, by, throw, amount, hp, later: false });
        }
        if select_unpredictable(lands, hp, 1) <= 0 {
            self.anew().fall(who);
        }
        if self.state.has[Condition::Asleep as usize] & mark != 0 {
            self.anew().wake(who);
        }
    }

    /// Falls, dies or wakes, as the hit points say.
    fn feel(&mut self, who: Who) {
        if self.state.hp[ix(who)] <= 0 {
            self.anew().fall(who);
        }
        if self.state.is(who, Condition::Asleep) {
            self.anew().wake(who);
        }
    }

    #[inline(never)]
    fn wake(self, who: Who) {
        self.state.set_condition(who, Condition::Asleep, 0);
        self.log.tell(Event::Woken { who });
    }

    #[inline(never)]
    fn fall(mut self, who: Who) {
        let was_standing = self.state.standing & bit(who) != 0;
        self.state.standing &= !bit(who);
        self.state.acting &= !bit(who);
        // DELVE-D1, DELVE-D2: a character dies at minus its level, a monster at 0.
        if self.state.hp[ix(who)] <= self.rules.sheet(self.state, who).dead_at {
            if self.state.dead & bit(who) == 0 {
                self.state.dead |= bit(who);
                self.log.tell(Event::Dead { who });
            }
        } else if was_standing {
            self.log.tell(Event::Down { who });
        }
        self.conclude();
    }

    fn heal(&mut self, who: Who, throw: Throw, amount: i16) {
        let index = ix(who);
        if self.state.phase == Phase::Both {
            // DELVE-R12
            self.state.later.touched |= bit(who);
            self.state.later.heal[index] += amount;
            let hp = self.state.hp[index];
            self.log.tell(Event::Healed { who, throw, amount, hp, later: true });
            return;
        }
        self.state.set_hit_points(who, self.state.hp[index] + amount);
        let hp = self.state.hp[index];
        self.log.tell(Event::Healed { who, throw, amount, hp, later: false });
        self.rise(who);
    }

    fn rise(&mut self, who: Who) {
        let lies = self.state.present() & !self.state.standing & bit(who) != 0;
        if lies && self.state.hp[ix(who)] > 0 {
            self.state.standing |= bit(who);
            self.log.tell(Event::Up { who });
        }
    }

    fn afflict(&mut self, who: Who, condition: Condition, lasts: Lasts) {
        if self.state.phase == Phase::Both {
            // DELVE-R12
            self.state.later.touched |= bit(who);
            self.state.later.lasts[ix(who)][condition as usize] = lasts.code();
            self.log.tell(Event::Afflicted { who, condition, later: true });
            return;
        }
        self.state.set_condition(who, condition, lasts.code());
        self.log.tell(Event::Afflicted { who, condition, later: false });
        self.state.acting &= !self.state.helpless();
    }

    /// Everything that waited for the end of a simultaneous round. Harm and healing meet before anybody falls.
    #[inline(never)]
    fn take_effect(mut self) {
        // DELVE-R4, DELVE-R12
        self.log.tell(Event::AtOnce);
        for who in each(std::mem::take(&mut self.state.later.touched)) {
            let index = ix(who);
            let harm = std::mem::take(&mut self.state.later.harm[index]);
            let heal = std::mem::take(&mut self.state.later.heal[index]);
            let lasts = std::mem::take(&mut self.state.later.lasts[index]);
            self.state.set_hit_points(who, self.state.hp[index] + heal - harm);
            self.rise(who);
            if harm != 0 {
                self.catch_up_with(who);
                self.feel(who);
            }
            for condition in Condition::ALL {
                if lasts[condition as usize] != 0 && self.state.present() & bit(who) != 0 {
                    self.state.set_condition(who, condition, lasts[condition as usize]);
                }
            }
        }
        self.state.phase = Phase::Second(Side::Monsters);
        self.conclude();
    }

    /// Whoever left in the round in which a deadly blow fell has not got away.
    fn catch_up_with(&mut self, who: Who) {
        if self.state.gone & bit(who) != 0 && self.state.hp[ix(who)] <= 0 {
            self.state.gone &= !bit(who);
            let zone = self.state.zone_of(who);
            self.state.put(who, zone);
        }
    }

    /// The end of a round for those who have conditions: saves, poison, and time running out.
    #[inline(never)]
    fn pass_conditions(mut self) {
        for who in each(self.state.afflicted & self.state.present()) {
            for condition in Condition::ALL {
                let lasts = self.state.lasts[ix(who)][condition as usize];
                match lasts {
                    0 | Lasts::FIGHT => {}
                    // DELVE-V1, DELVE-R7: an effect that a save ends.
                    Lasts::UNTIL_SAVE => {
                        if self.saves(who) {
                            self.relieve(who, condition);
                        }
                    }
                    1 => self.relieve(who, condition),
                    _ => self.state.set_condition(who, condition, lasts - 1),
                }
            }
            if self.state.is(who, Condition::Poisoned) {
                let throw = self.dice.roll(Why::new("poison", who.0), POISON);
                self.hurt(who, None, throw, throw.value as i16);
            }
        }
    }

    fn relieve(&mut self, who: Who, condition: Condition) {
        self.state.set_condition(who, condition, 0);
        self.log.tell(Event::Relieved { who, condition });
    }
}

/// How many rounds magic sleep lasts, unless something hurts.
const SLEEP: u8 = 10;

/// The whole of some damage, or half of it, rounded down.
fn share(value: i32, halved: bool) -> i16 {
    let value = value.clamp(0, 999) as i16;
    if halved { value / 2 } else { value }
}

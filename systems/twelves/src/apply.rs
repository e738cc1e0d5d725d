//! What a choice does: the course of a fight, attacks, moves, holds. What the map does to people is in `effects`.

use fracas_dice::{Dice, Roll, Why};
use fracas_kernel::{Log, Outcome, Side, Who};

use crate::choices::Choice;
use crate::data::{Attribute, Twelves};
use crate::event::{Event, How, Number, Test};
use crate::state::{NOBODY, Phase, State, bit, each, ix, zx};

/// A fight and what it needs to go on, so that rules read as sentences.
pub(crate) struct Turn<'a, D, L> {
    pub(crate) rules: &'a Twelves,
    pub(crate) state: &'a mut State,
    pub(crate) dice: &'a mut D,
    pub(crate) log: &'a mut L,
}

/// The highest number that cover makes of a TH: the highest face.
const HARDEST: u8 = 12;

impl Twelves {
    #[inline(always)]
    pub(crate) fn carry_out(
        &self,
        state: &mut State,
        choice: Choice,
        dice: &mut impl Dice,
        log: &mut impl Log<Event>,
    ) {
        self.act(state, choice, dice, log);
        Turn { rules: self, state, dice, log }.settle();
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
        let mut turn = Turn { rules: self, state, dice, log };
        // Most choices are attacks: their way is short, and the compiler sees it whole.
        match choice {
            Choice::Attack { who, with, target } => turn.attack(who, with, target),
            _ => turn.act_otherwise(choice),
        }
    }

    /// What each die of an attack must reach.
    #[inline(always)]
    pub(crate) fn number(&self, state: &State, who: Who, target: Who, second: bool) -> Number {
        let th = state.th[ix(target)];
        let mut number = Number { th, cover: 0, penalty: 0 };
        let there = state.zone_of(target);
        // Within a zone everybody is on the same side of what gives cover.
        if state.zone_of(who) != there {
            number.cover = state.cover[zx(there)].min(HARDEST.saturating_sub(th));
        }
        if second {
            // TWELVES-K3, TWELVES-R3: a roll that is lowered falls short exactly where a number that is raised by as much
            // is not reached; the die explodes by the face that it shows, in either weapon and in every roll of it.
            let less = self.sheet(state, who).knack.second;
            number.penalty = state.rank[ix(target)].saturating_sub(less);
        }
        number
    }

    /// The enemies that would strike at `who` for leaving its zone.
    #[inline]
    pub(crate) fn provoked(&self, state: &State, who: Who) -> u32 {
        // TWELVES-R4, TWELVES-R13: a turn that was lost, or is used up, does not matter.
        let close = state.foes(who) & state.standing & state.in_zone(state.zone_of(who));
        let able = close & !state.held & !state.struck;
        if able != 0 && self.sheet(state, who).knack.slips { 0 } else { able }
    }

    /// What somebody's attribute is worth in a check: never hopeless, never certain.
    pub(crate) fn attribute(&self, state: &State, who: Who, attribute: Attribute, more: u8, less: u8) -> u8 {
        let value = self.sheet(state, who).attribute(attribute);
        value.saturating_add(more).saturating_sub(less).clamp(1, 11)
    }

    /// The might with which `who` grapples and shoves.
    pub(crate) fn wrestling(&self, state: &State, who: Who) -> u8 {
        self.attribute(state, who, Attribute::Might, self.sheet(state, who).knack.wrestles, 0)
    }

    /// The might with which `who` breaks free.
    pub(crate) fn struggling(&self, state: &State, who: Who) -> u8 {
        let grip = match state.held_by[ix(who)] {
            NOBODY => 0,
            by => self.sheet(state, Who(by)).knack.grips,
        };
        self.attribute(state, who, Attribute::Might, 0, grip)
    }
}

impl<D: Dice, L: Log<Event>> Turn<'_, D, L> {
    #[inline(never)]
    fn act_otherwise(&mut self, choice: Choice) {
        match choice {
            Choice::Begin { .. } => self.begin(),
            Choice::Attack { who, with, target } => self.attack(who, with, target),
            Choice::Pair { who, pair, target } => self.attack_twice(who, pair, target),
            Choice::Second { who, target } => {
                let with = self.state.pending_arm;
                self.state.pending = NOBODY;
                self.turn_to(who, with, target);
            }
            Choice::Move { who, to } => self.walk(who, to),
            Choice::Flee { who } => self.flee(who),
            Choice::Grapple { who, target } => self.grapple(who, target),
            Choice::Shove { who, target, to } => self.shove(who, target, to),
            Choice::BreakFree { who } => self.break_free(who),
            Choice::LetGo { who } => self.let_go(who),
            Choice::Use { who, feature, target } => self.use_feature(who, feature, target),
            Choice::Pass { who } => {
                self.spend(who);
                self.log.tell(Event::Passed { who });
            }
        }
    }

    // --- the course of a fight ---

    fn begin(&mut self) {
        self.state.phase = Phase::Turn(Side::Heroes);
        start_round(self.state, self.log);
        let heroes = self.state.side[Side::Heroes.index()] & self.state.standing;
        let mut able = 0;
        for who in each(heroes) {
            let sheet = self.rules.sheet(self.state, who);
            // TWELVES-A3, TWELVES-O1: a feat, the scenario, or how they were met.
            if self.state.ready & bit(who) != 0 {
                self.log.tell(Event::Ready { who });
                able |= bit(who);
                continue;
            }
            // TWELVES-A2
            let value = sheet.attribute(Attribute::Agility);
            let test = self.test("agility check", who, Attribute::Agility, value);
            self.log.tell(Event::Agility { who, test });
            able |= if test.success { bit(who) } else { 0 };
        }
        self.state.acting = able;
        skip_dazed(self.state, self.log);
    }

    /// Goes on to whoever can act next, or to the end.
    #[inline(always)]
    fn settle(&mut self) {
        while self.state.acting == 0 && self.state.outcome.is_none() && self.state.pending == NOBODY {
            next_turn(self.state, self.log);
        }
    }

    /// Ends the encounter if a side has nobody left. Called whenever somebody may have been the last.
    fn conclude(&mut self) {
        if let Some(outcome) = outcome(self.state) {
            self.state.outcome = Some(outcome);
            self.state.acting = 0;
            self.state.pending = NOBODY;
            self.log.tell(Event::Over { outcome });
        }
    }

    /// Whoever has acted is done for this turn.
    #[inline(always)]
    pub(crate) fn spend(&mut self, who: Who) {
        self.state.acting &= !bit(who);
    }

    /// An attribute check.
    pub(crate) fn test(&mut self, label: &'static str, who: Who, attribute: Attribute, value: u8) -> Test {
        // TWELVES-R1: success is to stay at the attribute or under it, so reaching one more is failure.
        let check = self.dice.check(Why::new(label, who.0).wanted_low(), Roll::d(12), i32::from(value) + 1);
        Test { attribute, value, throw: check.throw, success: !check.success }
    }

    // --- attacking ---

    #[inline(always)]
    fn attack(&mut self, who: Who, with: u8, target: Who) {
        self.spend(who);
        self.strike(who, with, target, How::First);
    }

    /// One attack with one weapon: how many hits.
    #[inline(always)]
    fn strike(&mut self, who: Who, with: u8, target: Who, how: How) -> i32 {
        let dice = self.rules.sheet(self.state, who).arm(with).dice;
        let number = self.rules.number(self.state, who, target, how == How::Second);
        // TWELVES-K1, TWELVES-K2, TWELVES-R9: each die that reaches the number is a hit, and each 12 is rolled again.
        let throw =
            self.dice.roll(Why::new(label(how), who.0), Roll::exploding_hits(dice, 12, number.total()));
        let left = self.lose(target, throw.value);
        self.log.tell(Event::Attacked { who, with, target, how, number, throw, left });
        if left == 0 {
            self.fall(target);
        }
        throw.value
    }

    /// Takes hits away; how many are left.
    #[inline(always)]
    pub(crate) fn lose(&mut self, who: Who, hits: i32) -> u8 {
        let left = &mut self.state.hits[ix(who)];
        *left = left.saturating_sub(hits.clamp(0, 255) as u8);
        *left
    }

    #[inline(never)]
    fn attack_twice(&mut self, who: Who, pair: u8, target: Who) {
        let Some(&[first, second]) = self.rules.sheet(self.state, who).pairs.get(pair as usize) else {
            return;
        };
        self.attack(who, first, target);
        if self.state.outcome.is_some() {
            return;
        }
        // TWELVES-R8
        if self.state.standing & bit(target) != 0 {
            self.strike(who, second, target, How::Second);
            return;
        }
        let reach = self.rules.sheet(self.state, who).arm(second).reach;
        let others = self.rules.targets(self.state, who, reach);
        match others.count_ones() {
            0 => {}
            1 => self.turn_to(who, second, Who(others.trailing_zeros() as u8)),
            _ => {
                self.state.pending = who.0;
                self.state.pending_arm = second;
            }
        }
    }

    fn turn_to(&mut self, who: Who, with: u8, target: Who) {
        self.log.tell(Event::Turned { who, target });
        self.strike(who, with, target, How::Second);
    }

    #[inline(never)]
    pub(crate) fn fall(&mut self, who: Who) {
        // TWELVES-R2
        if self.state.standing & bit(who) == 0 {
            return;
        }
        self.state.standing &= !bit(who);
        self.state.acting &= !bit(who);
        self.state.dazed &= !bit(who);
        self.log.tell(Event::Defeated { who });
        self.end_holds(who);
        self.conclude();
    }

    // --- moving ---

    fn walk(&mut self, who: Who, to: u8) {
        self.spend(who);
        if !self.gets_away(who) {
            return;
        }
        let from = self.state.zone_of(who);
        self.log.tell(Event::Moved { who, from, to });
        self.place(who, to);
    }

    fn flee(&mut self, who: Who) {
        self.spend(who);
        if !self.gets_away(who) {
            return;
        }
        // TWELVES-R7
        self.log.tell(Event::Fled { who });
        self.end_holds(who);
        self.state.standing &= !bit(who);
        self.state.gone |= bit(who);
        self.state.dazed &= !bit(who);
        self.state.take_off(who);
        self.conclude();
    }

    /// The opportunity attacks on somebody who is about to leave; false if it comes to nothing.
    pub(crate) fn gets_away(&mut self, who: Who) -> bool {
        // TWELVES-R13: before the move, which a defeat cancels; those who are left keep their attack.
        let rules = self.rules;
        for enemy in each(rules.provoked(self.state, who)) {
            let sheet = rules.sheet(self.state, enemy);
            let (with, stops) = (sheet.best[0], sheet.knack.stops);
            self.state.struck |= bit(enemy);
            let hits = self.strike(enemy, with, who, How::Opportunity);
            if self.state.standing & bit(who) == 0 {
                return false;
            }
            if stops && hits > 0 {
                self.log.tell(Event::Stopped { who, by: enemy });
                return false;
            }
        }
        true
    }

    /// Puts somebody into another zone: holds end, and its hazard is set off.
    pub(crate) fn place(&mut self, who: Who, to: u8) {
        self.end_holds(who);
        self.state.put(who, to);
        self.enter(who, to);
    }

    /// Whoever is moved or defeated holds nobody any more, and is not held.
    pub(crate) fn end_holds(&mut self, who: Who) {
        if (self.state.held | self.state.holding) & bit(who) != 0 {
            self.loosen(who);
        }
    }

    #[inline(never)]
    fn loosen(&mut self, who: Who) {
        let own = (self.state.held & bit(who) != 0).then_some(who);
        let other = self.state.held_of(who);
        for one in own.into_iter().chain(other) {
            self.state.release(one);
            if self.state.standing & bit(one) != 0 {
                self.log.tell(Event::Loose { who: one });
            }
        }
    }

    // --- hands on ---

    fn grapple(&mut self, who: Who, target: Who) {
        self.spend(who);
        let value = self.rules.wrestling(self.state, who);
        let test = self.test("grapple", who, Attribute::Might, value);
        self.log.tell(Event::Grappled { who, target, test });
        if test.success {
            self.end_grip(who);
            self.state.release(target);
            self.state.hold(target, who.0);
        }
    }

    fn shove(&mut self, who: Who, target: Who, to: u8) {
        self.spend(who);
        let value = self.rules.wrestling(self.state, who);
        let test = self.test("shove", who, Attribute::Might, value);
        self.log.tell(Event::Shoved { who, target, to, test });
        if test.success {
            // TWELVES-R12: nobody strikes at the shoved.
            self.place(target, to);
        }
    }

    fn break_free(&mut self, who: Who) {
        self.spend(who);
        let value = self.rules.struggling(self.state, who);
        let test = self.test("break free", who, Attribute::Might, value);
        self.log.tell(Event::BrokeFree { who, test });
        if test.success {
            self.state.release(who);
        }
    }

    fn let_go(&mut self, who: Who) {
        if let Some(target) = self.state.held_of(who) {
            self.state.release(target);
            self.log.tell(Event::LetGo { who, target });
        }
    }

    /// Lets go of whomever `who` holds.
    fn end_grip(&mut self, who: Who) {
        if let Some(held) = self.state.held_of(who) {
            self.state.release(held);
        }
    }
}

/// The other side's turn, and a new round before the player characters'. Nothing is rolled.
#[inline(never)]
pub(crate) fn next_turn(state: &mut State, log: &mut impl Log<Event>) {
    // TWELVES-A1: the player characters, then their opponents; within a side in the order that it likes.
    let side = match state.phase {
        Phase::Turn(Side::Heroes) => Side::Monsters,
        Phase::Turn(Side::Monsters) | Phase::Before => {
            start_round(state, log);
            Side::Heroes
        }
    };
    state.phase = Phase::Turn(side);
    log.tell(Event::Turn { side });
    state.acting = state.side[side.index()] & state.standing;
    skip_dazed(state, log);
}

fn start_round(state: &mut State, log: &mut impl Log<Event>) {
    state.round = state.round.saturating_add(1);
    state.struck = 0;
    log.tell(Event::Round { number: state.round });
}

/// The dazed of the side whose turn it is lose it.
fn skip_dazed(state: &mut State, log: &mut impl Log<Event>) {
    let Phase::Turn(side) = state.phase else { return };
    let lost = state.dazed & state.side[side.index()];
    if lost != 0 {
        each(lost).for_each(|who| log.tell(Event::LosesTurn { who }));
        state.dazed &= !lost;
        state.acting &= !lost;
    }
}

/// How the encounter has ended, if it has.
pub(crate) fn outcome(state: &State) -> Option<Outcome> {
    // TWELVES-A4, TWELVES-R14: who has fled is as little there as who is defeated.
    let [heroes, monsters] = state.side.map(|side| side & state.standing != 0);
    match (heroes, monsters) {
        (true, true) => None,
        (true, false) => Some(Outcome::Won(Side::Heroes)),
        (false, true) => Some(Outcome::Won(Side::Monsters)),
        (false, false) => Some(Outcome::Draw),
    }
}

const fn label(how: How) -> &'static str {
    match how {
        How::First => "attack",
        How::Second => "second attack",
        How::Opportunity => "opportunity attack",
    }
}

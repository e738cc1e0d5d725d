//! The course of a round: intents shown, scores, intents face down, the dice, Arduous Actions. How it is resolved then is in
//! `round`.

use fracas_dice::{Dice, Roll, Why};
use fracas_kernel::{Log, Who};

use crate::act::Act;
use crate::choices::Choice;
use crate::data::Ardor;
use crate::event::Event;
use crate::round::Round;
use crate::state::{Phase, State, bit, each, ix};

/// A fight and what it needs to go on, so that rules read as sentences.
pub(crate) struct Turn<'a, D, L> {
    pub(crate) rules: &'a Ardor,
    pub(crate) state: &'a mut State,
    pub(crate) dice: &'a mut D,
    pub(crate) log: &'a mut L,
}

impl Ardor {
    #[inline(always)]
    pub(crate) fn carry_out(
        &self,
        state: &mut State,
        choice: Choice,
        dice: &mut impl Dice,
        log: &mut impl Log<Event>,
    ) {
        let mut turn = Turn { rules: self, state, dice, log };
        // One question after the other, as in instinct: a jump that is guessed wrong costs more than the choice.
        if let Choice::Show { who, act } = choice {
            return turn.show(who, act);
        }
        if let Choice::Commit { who, act, careful } = choice {
            return turn.commit(who, act, careful);
        }
        turn.do_otherwise(choice);
    }

    /// What a choice means for whoever makes it, and no further: an intent is seen through to the end of the round, with
    /// what others are known to do to the same one, and with nothing that is hidden.
    pub(crate) fn look_ahead(
        &self,
        state: &mut State,
        choice: Choice,
        dice: &mut impl Dice,
        log: &mut impl Log<Event>,
    ) {
        let who = choice.who();
        let index = ix(who);
        match choice {
            // Thought of out of turn (what could it do to us?): it does not roll, and whom it goes for does, with
            // nothing in mind.
            Choice::Commit { act, .. } if state.rollers & bit(who) == 0 => {
                let mut turn = Turn { rules: self, state, dice, log };
                turn.take_in(who, act, false);
                turn.pay(who, act);
                turn.state.score[index] = self.bonus(turn.state, who, act);
                turn.state.committed = bit(who);
                let rolls = turn.state.rollers & turn.state.standing;
                if let Some(target) = act.target().filter(|&target| rolls & bit(target) != 0) {
                    turn.take_in(target, Act::Nothing, false);
                    turn.roll(target, false);
                }
            }
            Choice::Commit { act, careful, .. } => {
                let mut turn = Turn { rules: self, state, dice, log };
                turn.take_in(who, act, careful);
                turn.pay(who, act);
                turn.roll(who, false);
                turn.state.committed &= !turn.state.rollers | bit(who);
            }
            Choice::Arduous { act, .. } => {
                state.second[index] = act;
                state.doubled |= bit(who);
            }
            Choice::Pass { .. } => {}
            _ => return self.carry_out(state, choice, dice, log),
        }
        Round::<_, _, true>::new(self, state, dice, log, who).play();
    }
}

impl<D: Dice, L: Log<Event>> Turn<'_, D, L> {
    #[inline(never)]
    fn do_otherwise(&mut self, choice: Choice) {
        match choice {
            Choice::Begin { .. } => self.begin(),
            Choice::Show { who, act } => self.show(who, act),
            Choice::Mean { who, act } => {
                self.state.feigning &= !bit(who);
                self.log.tell(Event::Meant { who, act });
                self.intend(who, act);
            }
            Choice::Commit { who, act, careful } => self.commit(who, act, careful),
            Choice::Arduous { who, act } => self.strain(who, act),
            Choice::Pass { who } => self.pass(who),
            Choice::Learn { who } => self.learn(who),
            Choice::Later { who } => self.note(who),
        }
    }

    fn begin(&mut self) {
        for who in each(self.state.down) {
            // They fell before this began; how long ago, the die tells.
            let timer = self.dice.roll(Why::new("timer", who.0), Roll::d(4));
            self.state.timer[ix(who)] = timer.value.clamp(1, 99) as u8;
            self.log.tell(Event::Fell { who, timer });
        }
        self.open_round();
    }

    // --- those who do not roll ---

    pub(crate) fn open_round(&mut self) {
        // ARDOR-F1: intents of those who do not roll, their scores, players' intents, their rolls, and then what happens.
        let state = &mut *self.state;
        state.round = state.round.saturating_add(1);
        state.phase = Phase::Intents;
        state.committed = 0;
        state.feigning = 0;
        state.careful = 0;
        state.inspired = 0;
        state.lucky = 0;
        state.discovering = 0;
        state.doubled = 0;
        state.began = state.zone;
        state.asked = state.standing & !state.rollers & !state.unaware;
        self.log.tell(Event::Round { number: state.round });
        if self.state.asked == 0 {
            self.open_commit();
        }
    }

    #[inline(always)]
    fn show(&mut self, who: Who, act: Act) {
        self.log.tell(Event::Shown { who, act });
        if self.state.bluffers & bit(who) != 0 {
            // ARDOR-R6: what is shown first, and what is meant after it.
            self.state.shown[ix(who)] = act;
            self.state.feigning |= bit(who);
            return;
        }
        self.intend(who, act);
    }

    #[inline(always)]
    fn intend(&mut self, who: Who, act: Act) {
        self.state.act[ix(who)] = act;
        self.state.committed |= bit(who);
        self.state.asked &= !bit(who);
        if self.state.asked == 0 {
            self.open_commit();
        }
    }

    /// Scores of those who do not roll, and the question to everybody else.
    #[inline(never)]
    pub(crate) fn open_commit(&mut self) {
        for who in each(self.state.standing & !self.state.rollers) {
            let act =
                if self.state.committed & bit(who) != 0 { self.state.act[ix(who)] } else { Act::Nothing };
            // ARDOR-R17: seen before the players declare. ARDOR-R6: the real intent decides.
            let score = self.rules.bonus(self.state, who, act);
            self.state.score[ix(who)] = score;
            self.log.tell(Event::Score { who, act, score });
        }
        self.state.phase = Phase::Commit;
        self.state.asked = self.state.standing & self.state.rollers | self.state.down;
        if self.state.asked == 0 {
            self.reveal();
        }
    }

    // --- players ---

    /// An intent, face down.
    #[inline(always)]
    fn take_in(&mut self, who: Who, act: Act, careful: bool) {
        self.state.act[ix(who)] = act;
        self.state.committed |= bit(who);
        self.state.careful &= !bit(who);
        if careful {
            self.state.careful |= bit(who);
        }
    }

    #[inline(always)]
    fn commit(&mut self, who: Who, act: Act, careful: bool) {
        let again = self.state.committed & bit(who) != 0;
        self.take_in(who, act, careful);
        self.log.tell(Event::Committed { who, act, careful, again });
        if self.state.asked & !self.state.committed == 0 {
            self.reveal();
        }
    }

    /// All intents lie open, what they cost is paid, and the dice fall.
    #[inline(never)]
    pub(crate) fn reveal(&mut self) {
        self.log.tell(Event::Revealed);
        let players = self.state.asked;
        let others = self.state.standing & !self.state.rollers & self.state.committed;
        for who in each(others) {
            let act = self.state.act[ix(who)];
            self.pay(who, act);
            if self.state.bluffers & bit(who) != 0 && self.state.shown[ix(who)] != act {
                self.log.tell(Event::Unmasked { who, act });
            }
        }
        let mut asked = 0;
        for who in each(players) {
            self.pay(who, self.state.act[ix(who)]);
            self.roll(who, true);
            if self.rules.may_strain(self.state, who) {
                asked |= bit(who);
            }
        }
        // ARDOR-R11: declared after the rolls.
        self.state.phase = Phase::Arduous;
        self.state.asked = asked | self.state.discovering;
        if self.state.asked == 0 {
            self.play_out();
        }
    }

    /// What an action costs is paid when it is revealed.
    #[inline(always)]
    fn pay(&mut self, who: Who, act: Act) {
        match act {
            Act::Attack { .. } => {}
            Act::Ability { which, .. } => {
                let cost = self.rules.ability(self.state, who, which).map_or(0, |ability| ability.cost);
                self.state.ardor[ix(who)] = self.state.ardor[ix(who)].saturating_sub(cost);
            }
            // ARDOR-A8, ARDOR-A9: the surge is spent before the roll.
            Act::Recover | Act::Rise { surge: true } => {
                self.state.surges[ix(who)] = self.state.surges[ix(who)].saturating_sub(1);
            }
            _ => {}
        }
    }

    /// The die of one player character. `discovers` is false where nothing is to come of it but the score.
    #[inline(always)]
    fn roll(&mut self, who: Who, discovers: bool) {
        if self.state.down & bit(who) != 0 {
            return self.struggle(who);
        }
        let act = self.state.act[ix(who)];
        let bonus = self.rules.bonus(self.state, who, act);
        let throw = self.dice.roll(Why::new("Action Score", who.0), Roll::d(20).plus(bonus));
        self.state.score[ix(who)] = throw.value as i16;
        // ARDOR-S7: a natural 20.
        let inspired = throw.value - i32::from(throw.roll.added()) == 20;
        let careful = self.state.careful & bit(who) != 0;
        self.log.tell(Event::Rolled { who, act, careful, throw, inspired });
        if inspired {
            self.state.inspired |= bit(who);
            if discovers {
                self.discover(who);
            }
        }
    }

    /// The roll of one who lies incapacitated.
    #[inline(never)]
    fn struggle(&mut self, who: Who) {
        let surge = self.state.act[ix(who)] == Act::Rise { surge: true };
        // ARDOR-A9, ARDOR-H3: less the Trauma, with a d6 for the surge.
        let trauma = i16::from(self.state.trauma[ix(who)]);
        let throw = self.dice.roll(Why::new("recover", who.0), Roll::d(20).plus(-trauma));
        let surge = surge.then(|| self.dice.roll(Why::new("surge", who.0), Roll::d(6)));
        let more = surge.map_or(0, |surge| surge.value);
        self.state.boost[ix(who)] = more as u8;
        self.state.score[ix(who)] = (throw.value + more) as i16;
        // ARDOR-R13: a natural 20 here is no Inspired Moment.
        if throw.value - i32::from(throw.roll.added()) == 20 {
            self.state.lucky |= bit(who);
        }
        self.log.tell(Event::Struggled { who, throw, surge });
    }

    #[inline(never)]
    fn discover(&mut self, who: Who) {
        // ARDOR-O3
        if !self.rules.discovery {
            return;
        }
        let Some(which) = self.rules.undiscovered(self.state, who) else { return };
        let price = self.rules.ability(self.state, who, which).map_or(0, |ability| ability.xp);
        let enough = self.state.xp[ix(who)] >= price;
        self.log.tell(Event::Discovered { who, ability: which, enough });
        // ARDOR-S7: with enough XP it can be learned at once, and is noted otherwise.
        if enough {
            self.state.discovering |= bit(who);
        } else {
            self.note(who);
        }
    }

    fn learn(&mut self, who: Who) {
        let Some(which) = self.rules.undiscovered(self.state, who) else { return };
        let price = self.rules.ability(self.state, who, which).map_or(0, |ability| ability.xp);
        let known = self.rules.sheet(self.state, who).known;
        self.state.xp[ix(who)] = self.state.xp[ix(who)].saturating_sub(price);
        self.state.learned[ix(who)] |= 1 << (which - known).min(7);
        self.log.tell(Event::Learned { who, ability: which });
        self.settle_discovery(who);
    }

    fn note(&mut self, who: Who) {
        let Some(which) = self.rules.undiscovered(self.state, who) else { return };
        let known = self.rules.sheet(self.state, who).known;
        self.state.noted[ix(who)] |= 1 << (which - known).min(7);
        self.log.tell(Event::Noted { who, ability: which });
        self.settle_discovery(who);
    }

    fn settle_discovery(&mut self, who: Who) {
        self.state.discovering &= !bit(who);
        if self.state.phase == Phase::Arduous && !self.rules.may_strain(self.state, who) {
            self.done(who);
        }
    }

    // --- Arduous Actions ---

    fn strain(&mut self, who: Who, act: Act) {
        let free = self.state.inspired & bit(who) != 0;
        if !free {
            // ARDOR-S6
            self.state.ardor[ix(who)] = self.state.ardor[ix(who)].saturating_sub(1);
        }
        // ARDOR-R11: an ability's own cost comes on top.
        self.pay(who, act);
        self.state.second[ix(who)] = act;
        self.state.doubled |= bit(who);
        let score = self.rules.second_score(self.state, who, act);
        self.log.tell(Event::Arduous { who, act, score, free });
        self.done(who);
    }

    #[inline(always)]
    fn pass(&mut self, who: Who) {
        self.log.tell(Event::Passed { who });
        self.done(who);
    }

    #[inline(always)]
    fn done(&mut self, who: Who) {
        self.state.asked &= !bit(who);
        if self.state.asked == 0 && self.state.phase == Phase::Arduous {
            self.play_out();
        }
    }

    /// The round happens, and the next begins.
    #[inline(never)]
    pub(crate) fn play_out(&mut self) {
        let mut round = Round::<_, _, false>::new(self.rules, self.state, self.dice, self.log, Who(0));
        round.play();
        round.end();
        if self.state.outcome.is_none() {
            self.open_round();
        }
    }
}

//! The course of a round: intents shown, scores, the players' intents, the dice, Arduous Actions. What comes of them is in
//! `resolution`.

use fracas_dice::{Dice, Roll, Why};
use fracas_kernel::plot::Tick;
use fracas_kernel::{Ask, Crowd, Log, Play, Side, Vital, Who};

use crate::action::Action;
use crate::choices::{Choice, Deed};
use crate::data::Ardor;
use crate::event::Event;
use crate::resolution::Resolution;
use crate::state::{Band, Phase, State};

impl Play for Ardor {
    type State = State;
    type Choice = Choice;
    type Event = Event;
    const SYSTEM: &'static str = "ardor";

    #[inline(always)]
    fn start(&self) -> State {
        self.opening.clone()
    }

    #[inline(always)]
    fn ask(&self, state: &State) -> Ask {
        match (state.outcome, state.asked.first()) {
            (Some(outcome), _) => Ask::Over(outcome),
            (None, Some(first)) if state.phase == Phase::Arduous => Ask::React(first),
            (None, _) => Ask::Decide(state.asked.widen()),
        }
    }

    fn awaited(&self, state: &State) -> Crowd {
        state.awaited().only_if(state.outcome.is_none()).widen()
    }

    #[inline(always)]
    fn apply(&self, state: &mut State, choice: Choice, dice: &mut impl Dice, log: &mut impl Log<Event>) {
        Turn { rules: self, state, dice, log, ends: true }.act(choice);
    }

    fn everyone(&self, state: &State) -> Crowd {
        (state.side[0] | state.side[1]).widen() - state.course.away
    }

    fn standing(&self, state: &State) -> Crowd {
        state.standing.filter(|&who| state.health[who] > state.harm[who]).collect()
    }

    fn side(&self, state: &State, who: Who) -> Side {
        state.side_of(who)
    }

    fn vital(&self, state: &State, who: Who) -> Vital {
        let health = (state.health[who] - state.harm[who]).max(0);
        Vital {
            health: health.into(),
            standing: state.standing.has(who) && health > 0,
            gone: state.gone.has(who),
        }
    }

    fn round(&self, state: &State) -> u32 {
        state.round.into()
    }
}

/// A fight and what it needs to go on, so that rules read as sentences.
pub(crate) struct Turn<'a, D, L> {
    pub(crate) rules: &'a Ardor,
    pub(crate) state: &'a mut State,
    pub(crate) dice: &'a mut D,
    pub(crate) log: &'a mut L,
    /// Does a round end when all that was intended has happened, and the next begin?
    pub(crate) ends: bool,
}

impl<D: Dice, L: Log<Event>> Turn<'_, D, L> {
    #[inline(always)]
    pub(crate) fn act(&mut self, Choice { who, deed }: Choice) {
        // One question after the other, as in instinct: a jump that is guessed wrong costs more than the choice.
        if let Deed::Show { action } = deed {
            return self.show(who, action);
        }
        if let Deed::Commit { action, careful } = deed {
            return self.commit(who, action, careful);
        }
        self.do_otherwise(who, deed);
    }

    #[inline(never)]
    fn do_otherwise(&mut self, who: Who, deed: Deed) {
        match deed {
            Deed::Begin => self.begin(),
            Deed::Show { action } => self.show(who, action),
            Deed::Mean { action } => self.mean(who, action),
            Deed::Commit { action, careful } => self.commit(who, action, careful),
            Deed::Arduous { action, careful } => self.strain(who, action, careful),
            Deed::Pass => self.pass(who),
            Deed::Learn { which } => self.learn(who, which),
            Deed::Later { which } => self.note(who, which),
        }
    }

    fn begin(&mut self) {
        let untimed: Band = self.state.down.filter(|&who| self.state.timer[who] == 0).collect();
        for who in untimed {
            // They fell before this began; how long ago, the die tells.
            let timer = self.dice.roll(Why::new("timer", who.0), Roll::d(4));
            self.state.timer[who] = timer.value.clamp(1, 99) as u8;
            self.log.tell(Event::Fell { who, timer });
        }
        self.open_round();
    }

    // --- those who do not roll ---

    fn open_round(&mut self) {
        // ARDOR-F1: intents of those who do not roll, their scores, players' intents, their rolls, and then what happens.
        let state = &mut *self.state;
        state.round = state.round.saturating_add(1);
        state.phase = Phase::Intents;
        state.committed = Band::NONE;
        state.feigning = Band::NONE;
        state.careful = [Band::NONE; 2];
        state.inspired = Band::NONE;
        state.lucky = Band::NONE;
        state.discovering = Band::NONE;
        state.doubled = Band::NONE;
        state.began = state.zone;
        self.rules.look_around(self.state);
        self.log.tell(Event::Round { number: self.state.round });
        if self.rules.plotted {
            self.unfold(Tick::Now);
            if self.state.outcome.is_some() {
                return;
            }
        }
        let state = &mut *self.state;
        state.asked = state.standing - state.rollers - state.unaware;
        if self.state.asked.is_empty() {
            self.open_commit();
        }
    }

    #[inline(always)]
    fn show(&mut self, who: Who, action: Action) {
        self.log.tell(Event::Shown { who, action });
        if self.state.bluffers.has(who) {
            // ARDOR-R6: what is shown first, and what is meant after it.
            self.state.shown[who] = action;
            self.state.feigning.insert(who);
            return;
        }
        self.intend(who, action);
    }

    fn mean(&mut self, who: Who, action: Action) {
        self.state.feigning.remove(who);
        self.log.tell(Event::Meant { who, action });
        self.intend(who, action);
    }

    #[inline(always)]
    fn intend(&mut self, who: Who, action: Action) {
        self.state.intent[who] = action;
        self.state.committed.insert(who);
        self.state.asked.remove(who);
        if self.state.asked.is_empty() {
            self.open_commit();
        }
    }

    /// Scores of those who do not roll, and the question to everybody else.
    #[inline(never)]
    pub(crate) fn open_commit(&mut self) {
        for who in self.state.standing - self.state.rollers {
            let idle = !self.state.committed.has(who);
            let action = if idle { Action::Nothing } else { self.state.intent[who] };
            // ARDOR-R17: seen before the players declare. ARDOR-R6: the real intent decides.
            let score = self.rules.bonus(self.state, who, action);
            self.state.score[who] = score;
            self.log.tell(Event::Score { who, action, score });
        }
        self.state.phase = Phase::Commit;
        self.state.asked = self.state.players();
        if self.state.asked.is_empty() {
            self.reveal();
        }
    }

    // --- players ---

    /// An intent, which can be changed until all are in.
    #[inline(always)]
    pub(crate) fn take_in(&mut self, who: Who, action: Action, careful: bool) {
        self.state.intent[who] = action;
        self.state.committed.insert(who);
        self.state.careful[0].put(who, careful);
    }

    #[inline(always)]
    fn commit(&mut self, who: Who, action: Action, careful: bool) {
        let again = self.state.committed.has(who);
        self.take_in(who, action, careful);
        self.log.tell(Event::Committed { who, action, careful, again });
        if self.state.asked.is_within(self.state.committed) {
            self.reveal();
        }
    }

    /// All intents lie open, what they cost is paid, and the dice fall.
    #[inline(never)]
    fn reveal(&mut self) {
        self.log.tell(Event::Revealed);
        let players = self.state.asked;
        let mut asked = Band::NONE;
        for who in self.state.committed & (self.state.standing - self.state.rollers) {
            let action = self.state.intent[who];
            self.pay(who, action);
            if self.state.bluffers.has(who) && self.state.shown[who] != action {
                self.log.tell(Event::Unmasked { who, action });
            }
            if self.rules.may_strain(self.state, who) {
                asked.insert(who);
            }
        }
        for who in players {
            self.pay(who, self.state.intent[who]);
            self.roll(who, true);
            if self.rules.may_strain(self.state, who) {
                asked.insert(who);
            }
        }
        // ARDOR-R11: declared after the rolls.
        self.state.phase = Phase::Arduous;
        self.state.asked = asked | self.state.discovering;
        if self.state.asked.is_empty() {
            self.resolve();
        }
    }

    /// What an action costs is paid when it is revealed.
    #[inline(always)]
    pub(crate) fn pay(&mut self, who: Who, action: Action) {
        match action {
            Action::Attack { .. } => {}
            Action::Ability { which, .. } => {
                let cost = self.rules.ability(self.state, who, which).map_or(0, |ability| ability.cost);
                self.state.ardor[who] = self.state.ardor[who].saturating_sub(cost);
            }
            // ARDOR-A8, ARDOR-A9: the surge is spent before the roll.
            Action::Recover | Action::Rise { surge: true } => {
                self.state.surges[who] = self.state.surges[who].saturating_sub(1);
            }
            _ => {}
        }
    }

    /// The die of one player character. `discovers` is false where nothing is to come of it but the score.
    #[inline(always)]
    pub(crate) fn roll(&mut self, who: Who, discovers: bool) {
        if self.state.down.has(who) {
            return self.struggle(who);
        }
        let action = self.state.intent[who];
        let bonus = self.rules.bonus(self.state, who, action);
        let throw = self.dice.roll(Why::new("Action Score", who.0), Roll::d(20).plus(bonus));
        self.state.score[who] = throw.value as i16;
        // ARDOR-S7: a natural 20.
        let inspired = throw.value - i32::from(throw.roll.added()) == 20;
        let careful = self.state.careful[0].has(who);
        self.log.tell(Event::Rolled { who, action, careful, throw, inspired });
        if inspired {
            self.state.inspired.insert(who);
            if discovers {
                self.discover(who);
            }
        }
    }

    /// The roll of one who lies incapacitated.
    #[inline(never)]
    fn struggle(&mut self, who: Who) {
        let surge = self.state.intent[who] == Action::Rise { surge: true };
        // ARDOR-A9, ARDOR-H3: less the Trauma, with a d6 for the surge.
        let trauma = i16::from(self.state.trauma[who]);
        let throw = self.dice.roll(Why::new("recover", who.0), Roll::d(20).plus(-trauma));
        let surge = surge.then(|| self.dice.roll(Why::new("surge", who.0), Roll::d(6)));
        let more = surge.map_or(0, |surge| surge.value);
        self.state.boost[who] = more as u8;
        self.state.score[who] = (throw.value + more) as i16;
        // ARDOR-R13: a natural 20 here is no Inspired Moment.
        if throw.value - i32::from(throw.roll.added()) == 20 {
            self.state.lucky.insert(who);
        }
        self.log.tell(Event::Struggled { who, throw, surge });
    }

    // --- Arduous Actions ---

    fn strain(&mut self, who: Who, action: Action, careful: bool) {
        let (free, ardor) = (self.state.inspired.has(who), self.state.ardor[who]);
        // ARDOR-S6, ARDOR-R11: an ability's own cost comes on top, but in an Inspired Moment all of it is free.
        self.pay(who, action);
        self.state.ardor[who] = if free { ardor } else { self.state.ardor[who].saturating_sub(1) };
        self.state.careful[1].put(who, careful);
        self.state.second[who] = action;
        self.state.doubled.insert(who);
        let score = self.rules.second_score(self.state, who, action);
        self.log.tell(Event::Arduous { who, action, score, free });
        self.done(who);
    }

    #[inline(always)]
    fn pass(&mut self, who: Who) {
        self.log.tell(Event::Passed { who });
        self.done(who);
    }

    /// Nothing more is asked of this one; the round happens when nothing more is asked of anybody.
    #[inline(always)]
    pub(crate) fn done(&mut self, who: Who) {
        self.state.asked.remove(who);
        if self.state.asked.is_empty() && self.state.phase == Phase::Arduous {
            self.resolve();
        }
    }

    /// The round happens, and the next begins.
    #[inline(never)]
    fn resolve(&mut self) {
        let mut resolution =
            Resolution::<_, _, false>::new(self.rules, self.state, self.dice, self.log, Band::NONE);
        resolution.play();
        if !self.ends {
            return;
        }
        resolution.end();
        if self.rules.plotted {
            self.unfold(Tick::RoundEnds);
        }
        if self.state.outcome.is_none() {
            self.open_round();
        }
    }
}

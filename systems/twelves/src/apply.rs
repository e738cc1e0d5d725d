//! What a choice does: the course of a fight and checks. Blows, moves, holds and what the map does have files of their own.

use fracas_dice::{Dice, Roll, Why};
use fracas_kernel::plot::Tick;
use fracas_kernel::{Ask, Crowd, Log, Play, Side, Vital, Who};

use crate::choices::{Choice, Deed};
use crate::data::{Attribute, Twelves};
use crate::event::{Event, Test};
use crate::state::{Band, Phase, State};

/// A fight and what it needs to go on, so that rules read as sentences.
pub(crate) struct Turn<'a, D, L> {
    pub(crate) rules: &'a Twelves,
    pub(crate) state: &'a mut State,
    pub(crate) dice: &'a mut D,
    pub(crate) log: &'a mut L,
}

impl Play for Twelves {
    type State = State;
    type Choice = Choice;
    type Event = Event;
    const SYSTEM: &'static str = "twelves";

    #[inline]
    fn start(&self) -> State {
        self.start.clone()
    }

    #[inline(always)]
    fn ask(&self, state: &State) -> Ask {
        match (state.outcome, state.pending) {
            (Some(outcome), _) => Ask::Over(outcome),
            (None, Some(pending)) => Ask::React(pending.who),
            (None, None) => Ask::Decide(state.acting.widen()),
        }
    }

    #[inline(always)]
    fn apply(&self, state: &mut State, choice: Choice, dice: &mut impl Dice, log: &mut impl Log<Event>) {
        let mut turn = Turn { rules: self, state, dice, log };
        turn.act(choice);
        turn.settle();
    }

    fn everyone(&self, state: &State) -> Crowd {
        state.everyone().widen() - state.course.away
    }

    fn side(&self, state: &State, who: Who) -> Side {
        state.side_of(who)
    }

    fn vital(&self, state: &State, who: Who) -> Vital {
        Vital { health: state.hits[who].into(), standing: state.standing.has(who), gone: state.gone.has(who) }
    }

    fn standing(&self, state: &State) -> Crowd {
        state.standing.widen()
    }

    fn round(&self, state: &State) -> u32 {
        state.round.into()
    }
}

impl<D: Dice, L: Log<Event>> Turn<'_, D, L> {
    /// The choice itself, without what comes when everybody has acted. Most choices are attacks: their way is short, and
    /// the compiler sees it whole.
    #[inline(always)]
    pub(crate) fn act(&mut self, Choice { who, deed }: Choice) {
        match deed {
            Deed::Attack { with, target } => self.attack(who, with, target),
            _ => self.act_otherwise(who, deed),
        }
    }

    #[inline(never)]
    fn act_otherwise(&mut self, who: Who, deed: Deed) {
        self.carry_out(who, deed);
        self.rules.look_around(self.state);
    }

    fn carry_out(&mut self, who: Who, deed: Deed) {
        match deed {
            Deed::Begin => self.begin(),
            Deed::Attack { with, target } => self.attack(who, with, target),
            Deed::Pair { pair, target } => self.attack_twice(who, pair, target),
            Deed::Second { target } => {
                let arm = self.state.pending.take().map_or(0, |pending| pending.arm);
                self.turn_to(who, arm, target);
            }
            Deed::Move { to } => self.walk(who, to),
            Deed::Flee => self.flee(who),
            Deed::Grapple { target } => self.grapple(who, target),
            Deed::Shove { target, to } => self.shove(who, target, to),
            Deed::BreakFree => self.break_free(who),
            Deed::LetGo => self.let_go(who),
            Deed::Use { feature, target } => self.use_feature(who, feature, target),
            Deed::Door { door, what } => self.handle(who, door, what),
            Deed::Carry { prize, up } => self.carry(who, prize, up),
            Deed::Pass => {
                self.spend(who);
                self.log.tell(Event::Passed { who });
            }
        }
    }

    fn begin(&mut self) {
        self.state.phase = Phase::Turn(Side::Heroes);
        start_round(self.state, self.log);
        let heroes = self.state.side[Side::Heroes.index()] & self.state.standing;
        let mut able = Band::NONE;
        for who in heroes {
            let sheet = self.rules.sheet(self.state, who);
            // TWELVES-A3, TWELVES-O1: a feat, the scenario, or how they were met.
            if self.state.ready.has(who) {
                self.log.tell(Event::Ready { who });
                able.insert(who);
                continue;
            }
            // TWELVES-A2
            let value = sheet.attribute(Attribute::Agility);
            let test = self.test("agility check", who, Attribute::Agility, value);
            self.log.tell(Event::Agility { who, test });
            able.put(who, test.success);
        }
        self.state.acting = able;
        skip_dazed(self.state, self.log);
    }

    /// Goes on to whoever can act next, or to the end.
    #[inline(always)]
    fn settle(&mut self) {
        if self.rules.plotted {
            return self.settle_by_the_plot();
        }
        while self.state.acting.is_empty() && self.state.outcome.is_none() && self.state.pending.is_none() {
            next_turn(self.rules, self.state, self.log);
        }
    }

    /// The same where something can happen of itself in between.
    #[inline(never)]
    fn settle_by_the_plot(&mut self) {
        self.unfold(Tick::Now);
        while self.state.acting.is_empty() && self.state.outcome.is_none() && self.state.pending.is_none() {
            if self.state.phase == Phase::Turn(Side::Monsters) {
                self.unfold(Tick::RoundEnds);
                if self.state.outcome.is_some() {
                    return;
                }
            }
            next_turn(self.rules, self.state, self.log);
            self.unfold(Tick::Now);
        }
    }

    /// Ends the fight if a side has nobody left. Called whenever somebody may have been the last.
    pub(crate) fn conclude(&mut self) {
        // A fight with a plot ends by its goals, when all else has happened.
        if self.rules.plotted {
            return;
        }
        if let Some(outcome) = self.state.result() {
            self.state.end(outcome);
            self.log.tell(Event::Over { outcome });
        }
    }

    /// Whoever has acted is done for this turn.
    #[inline(always)]
    pub(crate) fn spend(&mut self, who: Who) {
        self.state.acting.remove(who);
    }

    /// An attribute check.
    pub(crate) fn test(&mut self, label: &'static str, who: Who, attribute: Attribute, value: u8) -> Test {
        // TWELVES-R1: success is to stay at the attribute or under it, so reaching one more is failure.
        let check = self.dice.check(Why::new(label, who.0).wanted_low(), Roll::d(12), i32::from(value) + 1);
        Test { attribute, value, throw: check.throw, success: !check.success }
    }
}

/// The other side's turn, and a new round before the player characters'. Nothing is rolled.
#[inline(never)]
pub(crate) fn next_turn(rules: &Twelves, state: &mut State, log: &mut impl Log<Event>) {
    // TWELVES-A1: the player characters, then their opponents; within a side in the order that it likes.
    let side = match state.phase {
        Phase::Turn(Side::Heroes) => Side::Monsters,
        Phase::Turn(Side::Monsters) | Phase::Before => {
            start_round(state, log);
            if state.regrows.meets(state.standing) {
                regrow(rules, state, log);
            }
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
    state.struck = Band::NONE;
    log.tell(Event::Round { number: state.round });
}

/// Those who regenerate get hits back.
#[inline(never)]
fn regrow(rules: &Twelves, state: &mut State, log: &mut impl Log<Event>) {
    // TWELVES-D6: never the defeated.
    for who in state.regrows & state.standing {
        let hits = rules.sheet(state, who).regrows.min(state.max_hits[who].saturating_sub(state.hits[who]));
        if hits > 0 {
            let left = state.hits[who] + hits;
            state.hits[who] = left;
            log.tell(Event::Regrown { who, hits, left });
        }
    }
}

/// The dazed of the side whose turn it is lose it.
fn skip_dazed(state: &mut State, log: &mut impl Log<Event>) {
    let Phase::Turn(side) = state.phase else { return };
    let lost = state.dazed & state.side[side.index()];
    if !lost.is_empty() {
        lost.for_each(|who| log.tell(Event::LosesTurn { who }));
        state.dazed -= lost;
        state.acting -= lost;
    }
}

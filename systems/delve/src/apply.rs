//! What a choice does: the course of a fight, and moving. Blows, spells and harm have files of their own.

use std::cmp::Ordering;

use fracas_dice::{Dice, Roll, Why};
use fracas_kernel::plot::Tick;
use fracas_kernel::{Ask, By, Crowd, Log, Play, Side, Vital, Who};

use crate::choices::{Choice, Deed};
use crate::conditions::Condition;
use crate::data::{Delve, ROUNDS_IN_A_TURN};
use crate::event::Event;
use crate::state::{Band, Phase, State};

/// A fight and what it needs to go on, so that rules read as sentences.
pub(crate) struct Turn<'a, D, L> {
    pub rules: &'a Delve,
    pub state: &'a mut State,
    pub dice: &'a mut D,
    pub log: &'a mut L,
}

impl Play for Delve {
    type State = State;
    type Choice = Choice;
    type Event = Event;
    const SYSTEM: &'static str = "delve";

    fn start(&self) -> State {
        self.start.as_deref().copied().unwrap_or_else(|| State::new(self))
    }

    #[inline(always)]
    fn ask(&self, state: &State) -> Ask {
        match state.outcome {
            Some(outcome) => Ask::Over(outcome),
            None => Ask::Decide(state.acting.widen()),
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
        let hp = state.hp[who] + state.later.heal[who] - state.later.harm[who];
        let hp = hp.clamp(self.sheet(state, who).dead_at, state.max_hp[who].max(state.hp[who]));
        let standing = state.standing.has(who) && hp > 0;
        Vital { health: hp.into(), standing, gone: state.gone.has(who) }
    }

    fn standing(&self, state: &State) -> Crowd {
        let doomed: Band = state.later.touched.filter(|&who| !self.vital(state, who).standing).collect();
        (state.standing - doomed).widen()
    }

    fn round(&self, state: &State) -> u32 {
        state.round.into()
    }
}

impl<'a, D: Dice, L: Log<Event>> Turn<'a, D, L> {
    /// The same turn for a function that is not inlined and takes it whole: this one then stays in registers, where the
    /// short ways of a fight need it.
    #[inline(always)]
    pub(crate) fn anew(&mut self) -> Turn<'_, D, L> {
        Turn { rules: self.rules, state: self.state, dice: self.dice, log: self.log }
    }

    /// Most choices are attacks: their way is short, and the compiler sees it whole.
    #[inline(always)]
    pub(crate) fn act(&mut self, Choice { who, deed }: Choice) {
        match deed {
            Deed::Attack { with, target } => self.attack(who, with, target),
            _ => self.anew().act_otherwise(who, deed),
        }
    }

    #[inline(never)]
    fn act_otherwise(mut self, who: Who, deed: Deed) {
        match deed {
            Deed::Begin => self.begin(),
            Deed::Move { to } => self.walk(who, to),
            Deed::Leave => self.leave(who),
            Deed::Attack { with, target } => self.attack(who, with, target),
            Deed::Cast { spell, target } => self.cast(who, spell, target),
            Deed::Use { thing } => self.use_thing(who, thing),
            Deed::Door { door, what } => self.handle(who, door, what),
            Deed::Wake { target } => self.rouse(who, target),
            Deed::Carry { prize, up } => self.carry(who, prize, up),
            Deed::Done => {
                self.log.tell(Event::Passed { who });
                self.state.acting.remove(who);
            }
        }
        self.rules.look_around(self.state);
        self.conclude();
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
        if self.state.aware[side.index()] || self.state.caught[side.index()] {
            return self.state.caught[side.index()];
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
    fn open_phase(&mut self, phase: Phase, members: Band) {
        self.state.phase = phase;
        self.state.acting = (members & self.state.standing) - self.state.helpless();
    }

    #[inline(always)]
    fn new_round(&mut self) {
        self.state.round += 1;
        self.state.moved = Band::NONE;
        self.state.acted = Band::NONE;
        self.state.steps = By::all(0);
        self.state.struck = By::all(0);
        self.log.tell(Event::Round { number: self.state.round });
        // DELVE-G3: what comes with a round comes before initiative.
        if self.rules.plotted {
            self.anew().unfold(Tick::Now);
            if self.state.outcome.is_some() {
                return;
            }
        }
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
    pub(crate) fn settle(&mut self) {
        if self.rules.plotted {
            self.anew().look_on();
        }
        while self.state.acting.is_empty() && self.state.outcome.is_none() {
            self.next_phase();
        }
    }

    /// Ends the fight if a side has nobody left. Called when all that somebody did, or a round, has taken effect: nothing
    /// comes after it.
    pub(crate) fn conclude(&mut self) {
        // A fight with a plot ends by its goals, when all else has happened.
        if self.rules.plotted {
            return;
        }
        // DELVE-R4: in a round at the same time nobody has fallen before its end.
        if matches!(self.state.phase, Phase::Both | Phase::Before) || self.state.outcome.is_some() {
            return;
        }
        let Some(outcome) = self.state.result() else { return };
        self.state.end(outcome);
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
        if !self.state.afflicted.is_empty() && self.state.outcome.is_none() {
            self.anew().pass_conditions();
        }
        // DELVE-R17: what works each turn works each ten rounds; the free round is part of the first.
        if self.state.round > 0 && self.state.round.is_multiple_of(ROUNDS_IN_A_TURN) {
            self.anew().pass_turn();
        }
        if self.state.regrows.meets(self.state.hurt) && self.state.outcome.is_none() {
            self.anew().regrow();
        }
        self.conclude();
        if self.rules.plotted {
            self.anew().unfold(Tick::RoundEnds);
        }
        if self.state.outcome.is_none() {
            self.new_round();
        }
    }

    // --- moving ---

    fn walk(&mut self, who: Who, to: u8) {
        let from = self.state.zone[who];
        let far = self.spend_move(who);
        self.open_on_the_way(from, to);
        self.state.put(who, to);
        self.log.tell(Event::Moved { who, from, to, far });
        self.enter(who, to);
        if !self.rules.can_step(self.state, who) {
            self.rest_if_spent(who);
        }
    }

    fn leave(&mut self, who: Who) {
        // DELVE-R9
        self.spend_move(who);
        self.state.leave(who);
        self.log.tell(Event::Left { who });
    }

    /// Somebody shakes a friend awake.
    fn rouse(&mut self, who: Who, target: Who) {
        // DELVE-R18
        self.state.acted.insert(who);
        self.rules.set_condition(self.state, target, Condition::Asleep, 0);
        self.log.tell(Event::Woken { who: target, by: Some(who) });
        self.rest_if_spent(who);
    }

    /// Whoever can neither move nor act any more is done for this round.
    #[inline(always)]
    pub(crate) fn rest_if_spent(&mut self, who: Who) {
        let stuck = !self.rules.ways_on.has(self.state.zone[who]) | self.state.rooted.has(who);
        let moved = self.state.moved.has(who) || stuck;
        if moved && self.state.acted.has(who) {
            self.state.acting.remove(who);
        }
    }
}

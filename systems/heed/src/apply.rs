//! What a choice does: who acts, and what that costs. Each kind of deed has a file of its own, named from the rules; how a
//! combat goes on from turn to turn is in `round`.

use fracas_dice::Dice;
use fracas_kernel::plot::Tick;
use fracas_kernel::{Ask, Crowd, Log, Play, Side, Vital, Who};

use crate::choices::{Choice, Deed};
use crate::data::Heed;
use crate::doors::is_setup;
use crate::event::Event;
use crate::state::{NOBODY, Setup, State, UNCHARGED, Waiting};

impl Play for Heed {
    type State = State;
    type Choice = Choice;
    type Event = Event;
    const SYSTEM: &'static str = "heed";

    fn start(&self) -> State {
        (*self.begun).clone()
    }

    #[inline(always)]
    fn ask(&self, state: &State) -> Ask {
        match state.outcome {
            Some(outcome) => Ask::Over(outcome),
            None if state.pending.waiting != Waiting::Nothing => Ask::React(state.pending.asked),
            None => Ask::Decide(state.deciding().widen()),
        }
    }

    #[inline(always)]
    fn apply(&self, state: &mut State, choice: Choice, dice: &mut impl Dice, log: &mut impl Log<Event>) {
        self.act(state, choice, dice, log);
        if self.plotted {
            Turn { rules: self, state, dice, log }.unfold(Tick::Now);
        }
        if state.acting.is_empty() {
            Turn { rules: self, state, dice, log }.settle();
        }
    }

    fn everyone(&self, state: &State) -> Crowd {
        state.everybody().widen() - state.course.away
    }

    fn side(&self, state: &State, who: Who) -> Side {
        state.side_of(who)
    }

    fn vital(&self, state: &State, who: Who) -> Vital {
        let one = state.one(who);
        let health = i32::from(one.grit) - i32::from(one.wound_count());
        Vital { health: health.max(0), standing: state.standing.has(who), gone: state.gone.has(who) }
    }

    fn standing(&self, state: &State) -> Crowd {
        state.standing.widen()
    }

    fn round(&self, state: &State) -> u32 {
        state.round.into()
    }
}

/// A fight and what it needs to go on, so that rules read as sentences.
pub(crate) struct Turn<'a, D, L> {
    pub rules: &'a Heed,
    pub state: &'a mut State,
    pub dice: &'a mut D,
    pub log: &'a mut L,
}

impl Heed {
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
        let who = choice.who;
        // Most choices are these: their way is short, and the compiler sees it whole.
        match choice.deed {
            Deed::Attack { how, with, target } => turn.attack(who, how, with, target),
            Deed::Defend { block } => turn.defend(block),
            Deed::Parry { yes } => turn.parry(who, yes),
            Deed::Done => turn.end_turn(who),
            deed => turn.act_otherwise(who, deed),
        }
    }
}

impl<D: Dice, L: Log<Event>> Turn<'_, D, L> {
    #[inline(never)]
    fn act_otherwise(&mut self, who: Who, deed: Deed) {
        match deed {
            Deed::Ready => self.ready(who),
            Deed::Heed { target } => self.choose_to_heed(who, target),
            Deed::Move { .. }
            | Deed::Leave
            | Deed::FallProne
            | Deed::StandUp
            | Deed::Aim { .. }
            | Deed::Charge { .. } => self.choose_setup(who, deed),
            Deed::Door { door, what } if is_setup(what) => self.begin_setup(who, Setup::Door(door, what)),
            Deed::Door { door, what } => self.labour_at_door(who, door, what),
            Deed::Work { feature, target } => self.work_feature(who, feature, target),
            Deed::Manage { what, pay } => self.choose_to_manage(who, what, pay),
            Deed::Cast { target } => self.cast(who, target),
            Deed::Use { kind, target } => self.use_potion(who, kind, target),
            Deed::Treat { target, twice } => self.treat(who, target, twice),
            Deed::Grab { target } => self.grab(who, target),
            Deed::BreakFree => self.break_free(who),
            Deed::PickPocket { target } => self.pick_pocket(who, target),
            Deed::Carry { prize, up } => self.carry(who, prize, up),
            Deed::LetGo { what } => self.let_go(who, what),
            Deed::HoldBack => {
                self.log.tell(Event::HeldBack { who });
                self.next_interrupter();
            }
            Deed::Attack { how, with, target } => self.attack(who, how, with, target),
            Deed::Defend { block } => self.defend(block),
            Deed::Parry { yes } => self.parry(who, yes),
            Deed::Done => self.end_turn(who),
        }
    }

    fn ready(&mut self, who: Who) {
        self.state.acting.remove(who);
        self.log.tell(Event::Ready { who });
    }

    /// Spends the action of the round; or the interruption, if that is what it is.
    #[inline(always)]
    pub(crate) fn take_action(&mut self, who: Who) {
        if self.state.pending.waiting == Waiting::Interrupt {
            self.interrupt(who);
        } else {
            // HEED-A2
            self.state.acted.insert(who);
            self.state.active = who;
            self.state.heeding.remove(who);
        }
    }

    /// An action that is no ranged attack.
    pub(crate) fn take_other_action(&mut self, who: Who) {
        self.take_action(who);
        if self.state.aiming.has(who) {
            self.lose_aim(who);
        }
    }

    #[inline(never)]
    fn interrupt(&mut self, who: Who) {
        // HEED-N2, HEED-R6: once a round, and the action of the round is not spent.
        self.state.interrupted.insert(who);
        self.state.pending.waiting = Waiting::Nothing;
        self.log.tell(Event::Interrupts { who, maker: self.state.pending.maker });
    }

    /// An action has come to its end.
    #[inline(always)]
    pub(crate) fn after_action(&mut self) {
        self.state.pending.waiting = Waiting::Nothing;
        self.state.pending.asked = NOBODY;
        if self.state.pending.setup.is_some() {
            self.next_interrupter();
        }
    }

    /// The deed is done; it may have been the last of the combat.
    pub(crate) fn finish(&mut self) {
        self.conclude();
        self.after_action();
    }

    #[inline(always)]
    fn end_turn(&mut self, who: Who) {
        self.log.tell(Event::Passed { who });
        self.state.acting.remove(who);
        self.state.spent.insert(who);
        self.state.active = NOBODY;
        self.state.heeding.remove(who);
        if self.state.one(who).charge != UNCHARGED {
            self.waste_charge(who);
        }
    }
}

//! The course of a combat: who is asked before it, whose turn it is, when a round ends, and when it is all over.

use fracas_dice::Dice;
use fracas_kernel::plot::Tick;
use fracas_kernel::{Log, Outcome, Side, Who};

use crate::apply::Turn;
use crate::data::Heed;
use crate::event::Event;
use crate::state::{Band, NOBODY, Pending, Phase, State, Waiting};

/// The rounds of a try: six minutes of ten rounds each.
const ONE_TRY: u16 = 60;

impl Heed {
    /// Who is asked before the combat: everybody who can heed somebody; or else somebody must say that it begins.
    pub(crate) fn open_before(&self, state: &mut State) {
        let ready = |&who: &Who| {
            // HEED-H1, HEED-R16: before the combat too, but not for those who are surprised.
            !self.is_surprised(state, who)
                && state.one(who).free() > 0
                && !self.heedable(state, who).is_empty()
        };
        let heeding: Band = state.standing.filter(ready).collect();
        let first = state.side[state.first.index()] & state.standing;
        let first = if first.is_empty() { state.standing } else { first };
        state.acting = if heeding.is_empty() { first.lowest() } else { heeding };
    }

    /// Is the side of `who` caught off its guard in this round?
    #[inline]
    pub(crate) fn is_surprised(&self, state: &State, who: Who) -> bool {
        // HEED-I2, HEED-R16: no setup in the first round, by no exchange either.
        state.round <= 1 && state.surprised == Some(state.side_of(who))
    }
}

impl<D: Dice, L: Log<Event>> Turn<'_, D, L> {
    /// Goes on to whoever can act next, or to the end.
    #[inline(never)]
    pub(crate) fn settle(&mut self) {
        while self.state.acting.is_empty()
            && self.state.active == NOBODY
            && self.state.pending.waiting == Waiting::Nothing
            && self.state.outcome.is_none()
        {
            self.next_phase();
            if self.rules.plotted {
                self.unfold(Tick::Now);
            }
        }
    }

    fn next_phase(&mut self) {
        // HEED-I1: the side that starts, then the other, and the round ends; the order stays.
        let first = self.state.first;
        match self.state.phase {
            Phase::Turn(side) if side == first => self.open_turn(first.other()),
            Phase::Before => self.new_round(),
            Phase::Turn(_) => {
                if !self.state.afflicted.is_empty() {
                    self.pass_conditions();
                }
                if self.rules.plotted {
                    self.unfold(Tick::RoundEnds);
                    if self.state.outcome.is_some() {
                        return;
                    }
                }
                if self.state.round.saturating_sub(self.state.bloody) >= ONE_TRY {
                    self.stand_off();
                } else {
                    self.new_round();
                }
            }
        }
    }

    /// Two sides that cannot get at each other would fight for ever. A combat takes one try and no more: after that long
    /// without a wound, both give it up.
    fn stand_off(&mut self) {
        self.log.tell(Event::StandOff);
        self.state.end(Outcome::Draw);
        self.log.tell(Event::Over { outcome: Outcome::Draw });
    }

    fn new_round(&mut self) {
        let state = &mut *self.state;
        state.round = state.round.saturating_add(1);
        state.spent = Band::NONE;
        state.set_up = Band::NONE;
        state.acted = Band::NONE;
        state.interrupted = Band::NONE;
        state.heeding = Band::NONE;
        // HEED-A5: two items in every round.
        state.one_item = Band::ALL;
        state.two_items = Band::ALL;
        self.log.tell(Event::Round { number: self.state.round });
        self.open_turn(self.state.first);
    }

    fn open_turn(&mut self, side: Side) {
        let surprised = self.state.round == 1 && self.state.surprised == Some(side);
        self.log.tell(Event::Turn { side, surprised });
        self.state.phase = Phase::Turn(side);
        self.state.acting = self.state.side[side.index()] & self.state.standing;
    }

    /// Ends the combat if a side has nobody left. Called whenever somebody may have been the last.
    pub(crate) fn conclude(&mut self) {
        // A fight with a plot ends by its goals, when all else has happened.
        if self.rules.plotted {
            return;
        }
        let Some(outcome) = self.state.result() else { return };
        self.state.end(outcome);
        self.log.tell(Event::Over { outcome });
    }
}

impl State {
    /// Who may decide now, where nothing waits for an answer: the one whose turn has begun, or anybody who is left.
    #[inline]
    pub(crate) fn deciding(&self) -> Band {
        if self.active == NOBODY { self.acting } else { Band::one(self.active) }
    }

    /// How it has ended, if it has.
    pub(crate) fn result(&self) -> Option<Outcome> {
        // HEED-R10: a side of which all are down or gone has lost.
        Outcome::of_sides(self.side.map(|side| side.meets(self.standing)))
    }

    pub(crate) fn end(&mut self, outcome: Outcome) {
        self.outcome = Some(outcome);
        self.acting = Band::NONE;
        self.active = NOBODY;
        self.pending = Pending::NOTHING;
    }
}

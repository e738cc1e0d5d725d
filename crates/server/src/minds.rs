//! What a table does by itself: standing answers, and the choices of minds, at a pace or when somebody says `go`.

use fracas_kernel::{Ask, Crowd, Who};
use fracas_store::SeatRow;

use crate::fight::{Done, Fight};
use crate::messages::SeatKind;
use crate::refusal::Refused;

/// Between the choices of one turn: time to see each.
const STEP: u32 = 400;

/// One press of Go, which lasts until the turn of this one is over.
#[derive(Clone, Copy, Debug)]
pub struct Going {
    who: Who,
    round: u32,
}

impl Fight {
    /// Minds that are asked something now. Where several are asked at once, who has answered may be asked still, until all
    /// have: a mind does not think twice.
    pub fn asked_minds(&self) -> Crowd {
        let ask = self.game.ask();
        let minds = ask.asked().and(self.minds());
        if minds == ask.asked() || !matches!(ask, Ask::Decide(_)) {
            return minds;
        }
        let awaited = self.game.awaited().and(ask.asked());
        if awaited.is_empty() { minds } else { minds.and(awaited) }
    }

    /// What the table does by itself now, and after how many milliseconds: a standing answer, or a mind's choice.
    pub fn own_choice(&self) -> Option<(String, u32)> {
        if self.paused || self.closed || self.pending.is_some() || self.change.is_some() {
            return None;
        }
        if let Some(choice) = self.game.standing_answer() {
            return Some((choice, 0));
        }
        let minds = self.asked_minds();
        if minds.is_empty() || (self.pace.is_none() && self.going.is_none()) {
            return None;
        }
        let choice = self.game.instinct(minds).ok()?;
        let pace = self.pace.or_else(|| self.is_going(&choice).then_some(STEP))?;
        Some((choice, pace))
    }

    /// RANKS-U7: does this choice of a mind belong to the turn for which Go was pressed? Answers within it do.
    pub fn is_going(&self, choice: &str) -> bool {
        self.going.is_some_and(|going| {
            let same_turn = self.actor(choice) == Some(going.who) && going.round == self.game.round();
            same_turn || matches!(self.game.ask(), Ask::React(_))
        })
    }

    pub(crate) fn go(&mut self, seat: &SeatRow, turn: bool) -> Result<Done, Refused> {
        self.host_only(seat, "lets minds act")?;
        if self.paused && seat.kind != SeatKind::Judge {
            return Err(Refused::new("paused", "the table is paused"));
        }
        let minds = self.asked_minds();
        if minds.is_empty() {
            return Err(Refused::new("nothing", "no mind is asked now"));
        }
        let choice = self.game.instinct(minds)?;
        let going = self.actor(&choice).filter(|_| turn).map(|who| Going { who, round: self.game.round() });
        let done = self.choose(&choice, &[], None).map_err(|refused| self.discreet(seat, refused))?;
        self.going = going;
        Ok(self.worded(seat, done))
    }
}

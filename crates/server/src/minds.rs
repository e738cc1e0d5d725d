//! What a table does by itself: standing answers, and the choices of minds, at a pace or when somebody says `go`.

use fracas_kernel::{Ask, Crowd, Side, Who};
use fracas_minds::{Brain, Kind};
use fracas_store::SeatRow;
use fracas_table::{Chosen, MindJob};

use crate::fight::{Done, Fight};
use crate::messages::{Difficulty, SeatKind};
use crate::refusal::Refused;

/// Between the choices of one turn: time to see each.
const STEP: u32 = 400;

/// What minds are about.
#[derive(Clone, Debug, Default)]
pub struct Minding {
    /// The last that one of them came to, and the position it was about.
    thought: Option<(u64, Chosen)>,
    /// `go` came before the thought; true: for a whole turn.
    pressed: Option<bool>,
    /// Whom `go` has let play its turn, while the pace is by hand.
    going: Option<Going>,
}

/// One press of Go, which lasts until the turn of this one is over.
#[derive(Clone, Copy, Debug)]
struct Going {
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

    fn rests(&self) -> bool {
        self.paused || self.closed || self.pending.is_some() || self.change.is_some()
    }

    /// What the table does by itself now, and after how many milliseconds: a standing answer, or a mind's choice.
    pub fn own_choice(&self) -> Option<(String, u32)> {
        if self.rests() {
            return None;
        }
        if let Some(choice) = self.game.standing_answer() {
            return Some((choice, 0));
        }
        let choice = self.minds_choice()?;
        let pressed = self.minding.pressed.map(|_| 0);
        let wait = pressed.or(self.pace).or_else(|| self.is_going(&choice).then_some(STEP))?;
        Some((choice, wait))
    }

    /// Is there time to see what a mind is about to do?
    pub fn is_seen_to_wait(&self) -> bool {
        self.pace.is_some_and(|pace| pace > 0) && !self.rests() && self.game.standing_answer().is_none()
    }

    /// What the minds that are asked would choose, as far as that is thought through.
    pub fn minds_choice(&self) -> Option<String> {
        let minds = self.asked_minds();
        if minds.is_empty() {
            return None;
        }
        match self.brain(minds).kind {
            Kind::Instinct => self.game.instinct(minds).ok(),
            _ => {
                let chosen = self.thought().map(|chosen| chosen.choice.clone());
                chosen.filter(|choice| self.actor(choice).is_some_and(|who| minds.has(who)))
            }
        }
    }

    fn thought(&self) -> Option<&Chosen> {
        self.minding
            .thought
            .as_ref()
            .filter(|(position, _)| *position == self.position)
            .map(|(_, chosen)| chosen)
    }

    /// Why a mind makes this choice, if one does and has said so.
    pub fn why(&self, choice: Option<&str>) -> Option<String> {
        let chosen = self.thought().filter(|chosen| Some(chosen.choice.as_str()) == choice)?;
        Some(chosen.why.clone()).filter(|why| !why.is_empty())
    }

    /// Do minds have to think before one of them can choose?
    pub fn must_ponder(&self) -> bool {
        let minds = self.asked_minds();
        let thinks = !minds.is_empty() && !self.rests() && self.brain(minds).kind != Kind::Instinct;
        thinks && self.minds_choice().is_none()
    }

    /// What they have to think through.
    pub fn to_ponder(&self) -> Option<MindJob> {
        let minds = self.asked_minds();
        self.must_ponder().then(|| self.game.mind_later(minds, &self.brain(minds)).ok())?
    }

    /// Takes what came of it; nothing: a fault in thinking, and instinct helps out.
    pub fn thought_of(&mut self, position: u64, chosen: Option<Chosen>) {
        let helped_out = || {
            let choice = self.game.instinct(self.asked_minds()).ok()?;
            Some(Chosen { choice, why: String::new() })
        };
        self.minding.thought = chosen.or_else(helped_out).map(|chosen| (position, chosen));
    }

    /// Difficulty is about those whom players fight against; whoever plays for a player does it as well as usual, or better.
    fn brain(&self, minds: Crowd) -> Brain {
        let heroes =
            || self.game.combatants().iter().any(|one| one.side == Side::Heroes && minds.has(one.who));
        match self.difficulty {
            Difficulty::Easy if heroes() => Difficulty::Normal.brain(),
            level => level.brain(),
        }
    }

    /// RANKS-U7: does this choice of a mind belong to the turn for which Go was pressed? Answers within it do.
    pub fn is_going(&self, choice: &str) -> bool {
        let answers = matches!(self.game.ask(), Ask::React(_));
        self.minding.going.is_some_and(|going| answers || self.actor(choice) == Some(going.who))
    }

    /// Has Go been pressed for what a mind still thinks about?
    pub fn is_pressed(&self) -> bool {
        self.minding.pressed.is_some() || self.minding.going.is_some()
    }

    /// After a step: is the turn for which Go was pressed still played? The judge's hand ends it.
    pub(crate) fn goes_on(&mut self) {
        let lasts = |going: &Going| match self.game.ask() {
            Ask::React(_) => true,
            Ask::Decide(asked) => asked.has(going.who) && going.round == self.game.round(),
            Ask::Over(_) => false,
        };
        let going = self.minding.going.filter(|going| self.last_actor().is_some() && lasts(going));
        self.minding = Minding { going, ..Minding::default() };
    }

    /// Does what [`Fight::own_choice`] says.
    pub fn act(&mut self) -> Option<(Result<Done, Refused>, String)> {
        let (choice, _) = self.own_choice()?;
        self.set_going(&choice);
        Some((self.choose(&choice, &[], None), choice))
    }

    fn set_going(&mut self, choice: &str) {
        let Some(turn) = self.minding.pressed.take() else { return };
        let who = self.actor(choice).filter(|_| turn);
        self.minding.going = who.map(|who| Going { who, round: self.game.round() });
    }

    pub(crate) fn go(&mut self, seat: &SeatRow, turn: bool) -> Result<Done, Refused> {
        self.host_only(seat, "lets minds act")?;
        if self.paused && seat.kind != SeatKind::Judge {
            return Err(Refused::new("paused", "the table is paused"));
        }
        if self.asked_minds().is_empty() {
            return Err(Refused::new("nothing", "no mind is asked now"));
        }
        self.minding.pressed = Some(turn);
        let Some(choice) = self.minds_choice() else { return Ok(Done::Shown) };
        self.set_going(&choice);
        let done = self.choose(&choice, &[], None).map_err(|refused| self.discreet(seat, refused))?;
        Ok(self.worded(seat, done))
    }
}

//! Dice that people type: which, by whom, and the choice that waits for them.

use fracas_dice::{Missing, TapeError};
use fracas_kernel::{Crowd, Typing, Who};
use fracas_store::SeatRow;
use fracas_table::GameError;

use crate::event::Event;
use crate::fight::{Done, Fight};
use crate::messages::{ClientMessage, DiceMode, SeatKind};
use crate::refusal::Refused;

pub const MAX_FACES: usize = 200;

#[derive(Clone, PartialEq, Debug)]
pub struct Typed {
    pub choice: String,
    pub seat: Option<u32>,
    pub faces: Vec<u16>,
}

#[derive(Clone, Debug)]
pub struct Pending {
    pub choice: String,
    pub actor: Option<Who>,
    /// The seat that chose; none: a mind or a standing answer.
    pub seat: Option<u32>,
    pub faces: Vec<u16>,
    pub missing: Missing,
}

impl Pending {
    /// Have dice said something about it already, so that giving it up would be choosing again?
    fn is_decided(&self) -> bool {
        self.missing.rolls > 0
    }

    fn stands() -> Refused {
        Refused::new("by-leave", "Dice have decided something about this choice: it stands.")
            .advise("type the rest; only the judge can give it up")
    }

    /// Does this only add to what was typed?
    pub fn goes_on(&self, choice: &str, faces: &[u16]) -> bool {
        choice.split_whitespace().eq(self.choice.split_whitespace()) && faces.starts_with(&self.faces)
    }
}

impl Fight {
    /// Typed dice that were acknowledged are there again.
    pub fn take_up_typed(&mut self) {
        if self.pending.is_some() {
            return;
        }
        let Some(Typed { choice, seat, faces }) = self.typed.clone().filter(|_| self.change.is_none()) else {
            return;
        };
        let before = self.game.position();
        let _ = self.choose(&choice, &faces, seat);
        if self.game.position() > before {
            // It cannot be: the rules would want fewer dice than before. Then nothing was chosen.
            self.game.undo();
        }
    }

    /// Which dice are typed: those of seats that want it; and, for whoever runs the table, the table's own.
    pub(crate) fn typing(&self, faces: Vec<u16>) -> Typing {
        let mut typing = Typing { faces, ..Typing::default() };
        let players = self.seats.iter().filter(|seat| seat.kind == SeatKind::Player);
        let taken = players.fold(Crowd::NONE, |all, seat| all.or(seat.controls));
        for seat in self.seats.iter().filter(|seat| seat.dice == DiceMode::Mine) {
            let own = if seat.kind == SeatKind::Judge { Crowd::ALL.without(taken) } else { seat.controls };
            typing.rollers = typing.rollers.or(own);
            typing.table |= self.hosts(seat);
        }
        typing
    }

    /// May this seat type the die that is wanted?
    pub fn types(&self, seat: &SeatRow, missing: &Missing) -> bool {
        match seat.kind {
            SeatKind::Judge => true,
            SeatKind::Watcher => false,
            SeatKind::Player if missing.why.roller == fracas_dice::Why::NOBODY => self.hosts(seat),
            SeatKind::Player => seat.controls.has(Who(missing.why.roller)),
        }
    }

    /// Once dice have decided something about a choice, it stands: nobody but the judge gives it up, in whatever way.
    pub(crate) fn stands_by_dice(&self, seat: &SeatRow, message: &ClientMessage) -> Result<(), Refused> {
        let Some(pending) = self.pending.as_ref().filter(|pending| pending.is_decided()) else {
            return Ok(());
        };
        let dodges = match message {
            ClientMessage::Choose { choice, faces, .. } => !pending.goes_on(choice, faces),
            ClientMessage::Undo { .. } | ClientMessage::Redo { .. } | ClientMessage::Go { .. } => true,
            ClientMessage::Dice { .. } => true,
            _ => false,
        };
        if dodges && seat.kind != SeatKind::Judge { Err(Pending::stands()) } else { Ok(()) }
    }

    /// Are all faces that this seat types those of its own dice? The first `known` were typed before.
    pub(crate) fn may_type(
        &mut self,
        seat: &SeatRow,
        choice: &str,
        faces: &[u16],
        known: usize,
    ) -> Result<(), Refused> {
        let typists = self.seats.iter().filter(|one| one.dice == DiceMode::Mine);
        let others = typists.clone().any(|one| one.id != seat.id);
        if seat.kind == SeatKind::Judge || !others || faces.len() > MAX_FACES {
            return Ok(());
        }
        for typed in known..faces.len() {
            match self.game.choose(choice, &self.typing(faces[..typed].to_vec())) {
                Err(GameError::Wanted(missing)) if self.types(seat, &missing) => {}
                Err(GameError::Wanted(_)) => return Err(not_your_die()),
                // What else is wrong shows when it is done in earnest.
                Err(_) => return Ok(()),
                Ok(()) => {
                    self.game.undo();
                    return Ok(());
                }
            }
        }
        Ok(())
    }

    pub(crate) fn add_faces(&mut self, seat: &SeatRow, faces: &[u16]) -> Result<Done, Refused> {
        let Some(pending) = self.pending.clone() else {
            return Err(Refused::new("nothing", "no die is wanted"));
        };
        if !self.types(seat, &pending.missing) {
            return Err(not_your_die());
        }
        if faces.is_empty() {
            return Err(Refused::new("bad-dice", "no face is given").advise("type at least one"));
        }
        let mut all: Vec<u16> = pending.faces.iter().chain(faces).copied().collect();
        // A wrong number does not discard the good ones before it.
        self.cut_at_wrong_face(&pending, &mut all);
        self.may_type(seat, &pending.choice, &all, pending.faces.len())?;
        let done = self.choose(&pending.choice, &all, pending.seat)?;
        // A face is taken, though the step is not made yet: that is no failure of the one who typed it.
        Ok(match done {
            Done::Wanted(_, Some(event)) => Done::Event(event, Vec::new()),
            done => done,
        })
    }

    /// Cuts `all` off before the first face that its die cannot show, if there is one to keep before it.
    fn cut_at_wrong_face(&mut self, pending: &Pending, all: &mut Vec<u16>) {
        if all.len() > MAX_FACES {
            return;
        }
        match self.game.choose(&pending.choice, &self.typing(all.clone())) {
            Err(GameError::Dice(TapeError::Range { position, .. })) if position > pending.faces.len() => {
                all.truncate(position);
            }
            Ok(()) => {
                self.game.undo();
            }
            // What else is wrong shows when it is done in earnest.
            Err(_) => {}
        }
    }

    pub(crate) fn withdraw(&mut self, seat: &SeatRow) -> Result<Done, Refused> {
        let Some(pending) = &self.pending else { return Err(Refused::new("nothing", "no die is wanted")) };
        let own = pending.seat == Some(seat.id) || seat.kind == SeatKind::Judge;
        if !own {
            return Err(Refused::new("not-yours", "somebody else made that choice"));
        }
        if pending.seat.is_none() {
            return Err(Refused::new("refused", "a mind chose that").advise("let the program roll: `dice`"));
        }
        if pending.is_decided() && seat.kind != SeatKind::Judge {
            return Err(Pending::stands());
        }
        self.pending = None;
        Ok(Done::Event(Event::Withdrawn, Vec::new()))
    }
}

fn not_your_die() -> Refused {
    Refused::new("not-yours", "that die is not yours to roll")
}

//! A table as a file: all that is kept about it, without the tokens that open it. Other servers import it, and it can be
//! replayed as it was told.

use fracas_kernel::{Crowd, Outcome, Side};
use fracas_systems::open;
use fracas_table::{Files, Replay, ReplayStep};
use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::event::Event;
use crate::fight::Fight;
use crate::messages::{DiceMode, Mode, SeatKind};
use crate::table::now;
use crate::tokens;
use fracas_store::{EventRow, Kept, SeatRow, TableRow};

#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Export {
    fracas: String,
    format: u32,
    version: String,
    system: String,
    title: String,
    name: String,
    mode: Mode,
    seed: u64,
    /// The seed is kept back, because it would tell the dice to come at the table.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    seedless: bool,
    created: i64,
    seats: Vec<Seat>,
    bundle: Files,
    events: Vec<Happened>,
}

#[derive(Clone, Debug, Serialize, Deserialize)]
struct Seat {
    id: u32,
    kind: SeatKind,
    name: String,
    controls: Crowd,
    /// From format 2 on.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    dice: Option<DiceMode>,
}

#[derive(Clone, Debug, Serialize, Deserialize)]
struct Happened {
    revision: u64,
    at: i64,
    seat: Option<u32>,
    /// As it is kept, even if nobody can read it.
    what: Value,
    /// These from format 2 on.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    message: Option<String>,
    #[serde(default)]
    round: u32,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    outcome: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    told: Option<Value>,
}

#[derive(Debug, thiserror::Error)]
pub enum ExportError {
    #[error("this is not an exported table: {0}")]
    NotJson(#[from] serde_json::Error),
    #[error("this is not an exported table: \"fracas\" should be {kind:?}, not {0:?}", kind = Export::KIND)]
    NotATable(String),
    #[error("this export has format {0}, and this version of the program reads up to {now}", now = Export::FORMAT)]
    Format(u32),
    #[error("event {0} is missing")]
    Gap(usize),
    #[error("event {revision} cannot be read: {error}")]
    Event { revision: u64, error: serde_json::Error },
    #[error("event {0} takes back more steps than there are")]
    NoSuchStep(u64),
    #[error("it cannot be played: {0}")]
    Stuck(String),
}

impl Export {
    pub const KIND: &'static str = "table";
    pub const FORMAT: u32 = 2;

    /// Is this text meant to be an exported table?
    pub fn is_meant(text: &str) -> bool {
        #[derive(Deserialize)]
        struct Head {
            fracas: String,
        }
        serde_json::from_str::<Head>(text).is_ok_and(|head| head.fracas == Export::KIND)
    }

    pub fn read(text: &str) -> Result<Export, ExportError> {
        #[derive(Deserialize)]
        struct Head {
            fracas: String,
            format: u32,
        }
        let head: Head = serde_json::from_str(text)?;
        if head.fracas != Export::KIND {
            return Err(ExportError::NotATable(head.fracas));
        }
        if !(1..=Export::FORMAT).contains(&head.format) {
            return Err(ExportError::Format(head.format));
        }
        let export: Export = serde_json::from_str(text)?;
        match (1..).zip(&export.events).position(|(number, event)| event.revision != number) {
            Some(index) => Err(ExportError::Gap(index + 1)),
            None => Ok(export),
        }
    }

    pub fn write(&self) -> String {
        serde_json::to_string(self).expect("an export is plain data") + "\n"
    }

    pub(crate) fn new(kept: &Kept) -> Export {
        let table = &kept.table;
        let seat = |seat: &SeatRow| Seat {
            id: seat.id,
            kind: seat.kind,
            name: seat.name.clone(),
            controls: seat.controls,
            dice: Some(seat.dice),
        };
        let happened = |event: &EventRow| Happened {
            revision: event.revision,
            at: event.at,
            seat: event.seat,
            what: serde_json::from_str(&event.body).unwrap_or_else(|_| event.body.clone().into()),
            message: event.message.clone(),
            round: event.round,
            outcome: event.outcome.clone(),
            told: event.told.as_deref().and_then(|told| serde_json::from_str(told).ok()),
        };
        Export {
            fracas: Export::KIND.to_owned(),
            format: Export::FORMAT,
            version: table.version.clone(),
            system: table.system.clone(),
            title: table.title.clone(),
            name: table.name.clone(),
            mode: table.mode,
            seed: table.seed,
            seedless: false,
            created: table.created,
            seats: kept.seats.iter().map(seat).collect(),
            bundle: kept.files.clone(),
            events: kept.events.iter().map(happened).collect(),
        }
    }

    /// As others may have it: with the table's seed only if that is closed for good. Whoever imports it draws new dice.
    #[must_use]
    pub(crate) fn discreet(mut self) -> Export {
        let closed = |happened: &Happened| happened.what["event"] == "closed";
        if self.events.iter().any(closed) {
            return self;
        }
        (self.seed, self.seedless) = (0, true);
        for happened in &mut self.events {
            if let Some(dice) = happened.what.get_mut("dice").filter(|dice| dice.is_u64()) {
                *dice = 0.into();
            }
        }
        self
    }

    /// As a table of its own, with a new name and new links. It is played once, so that nothing comes in that nobody can
    /// take up.
    pub(crate) fn kept(&self, most_seats: usize) -> Result<Kept, ExportError> {
        let events = self.parsed()?;
        let seat = |seat: &Seat| SeatRow {
            id: seat.id,
            token: tokens::token(),
            kind: seat.kind,
            name: seat.name.clone(),
            controls: seat.controls,
            dice: seat.dice.unwrap_or(DiceMode::Program),
        };
        let event = |event: &Happened| EventRow {
            revision: event.revision,
            at: event.at,
            seat: event.seat,
            message: event.message.clone(),
            round: event.round,
            outcome: event.outcome.clone(),
            body: event.what.to_string(),
            told: event.told.as_ref().map(Value::to_string),
        };
        let mut kept = Kept {
            table: TableRow {
                id: tokens::table_id(),
                version: self.version.clone(),
                system: self.system.clone(),
                title: self.title.clone(),
                name: self.name.clone(),
                mode: self.mode,
                // Also for a table that starts anew once its judge has said that it goes on by today's rules.
                seed: if self.seedless { tokens::seed() } else { self.seed },
                created: self.created,
            },
            files: self.bundle.clone(),
            seats: self.seats.iter().map(seat).collect(),
            events: self.events.iter().map(event).collect(),
        };
        if self.seedless {
            draw_anew(&mut kept.events, &events);
        }
        let game = open(kept.files.clone().into(), kept.table.seed, 0)
            .map_err(|why| ExportError::Stuck(why.to_string()))?;
        let fight = Fight::play_back(kept.clone(), game, most_seats).map_err(ExportError::Stuck)?;
        // The first format did not say how a table stood.
        if let Some(last) = kept.events.last_mut().filter(|_| self.format == 1) {
            last.round = fight.game.round();
            last.outcome = fight.game.outcome().map(|outcome| outcome.name().to_owned());
        }
        Ok(kept)
    }

    fn parsed(&self) -> Result<Vec<Event>, ExportError> {
        let parse = |happened: &Happened| {
            serde_json::from_value(happened.what.clone())
                .map_err(|error| ExportError::Event { revision: happened.revision, error })
        };
        self.events.iter().map(parse).collect()
    }

    /// The steps that stand, as they were told.
    pub fn replay(&self) -> Result<Replay, ExportError> {
        let (mut steps, mut undone) = (Vec::<ReplayStep>::new(), Vec::new());
        let mut seedless = self.seedless;
        for (event, happened) in self.parsed()?.into_iter().zip(&self.events) {
            match event {
                Event::Step(step) => {
                    steps.push(step);
                    undone.clear();
                }
                Event::Undo { steps: n, dice } | Event::TakeBack { steps: n, dice } => {
                    seedless |= dice.is_some();
                    let kept =
                        steps.len().checked_sub(n).ok_or(ExportError::NoSuchStep(happened.revision))?;
                    undone.extend(steps.drain(kept..).rev());
                }
                Event::Redo => steps.extend(undone.pop()),
                Event::Continued { steps: Some(now), .. } => (steps, undone) = (now, Vec::new()),
                _ => {}
            }
        }
        let mut replay = Replay {
            fracas: Replay::KIND.to_owned(),
            format: Replay::FORMAT,
            version: self.version.clone(),
            system: self.system.clone(),
            title: self.title.clone(),
            seed: self.seed,
            fight: 0,
            seedless,
            outcome: self.events.last().and_then(|last| outcome(last.outcome.as_deref()?)),
            notes: Vec::new(),
            habits: Vec::new(),
            steps,
            bundle: self.bundle.clone(),
        };
        if self.format == 1
            && let Ok(mut game) = open(self.bundle.clone().into(), self.seed, 0)
            && fracas_table::play_back(&replay, usize::MAX, &mut *game).is_ok()
        {
            replay.outcome = game.outcome();
        }
        Ok(replay)
    }
}

/// New dice from the last step on, from a seed that is not in the file: whoever has read that knows nothing of what is to
/// come. It is written as taking nothing back, as where a finished table is played on. What was typed after that step
/// still waits.
fn draw_anew(rows: &mut Vec<EventRow>, events: &[Event]) {
    let moved = events.iter().rposition(Event::moves).map_or(0, |last| last + 1);
    let before = moved.checked_sub(1).map(|last| &rows[last]);
    let drawn = EventRow {
        revision: moved as u64 + 1,
        at: before.or(rows.first()).map_or_else(now, |row| row.at),
        seat: None,
        message: None,
        round: before.map_or(0, |row| row.round),
        outcome: before.and_then(|row| row.outcome.clone()),
        body: serde_json::to_string(&Event::Undo { steps: 0, dice: Some(tokens::seed()) })
            .expect("an event is plain data"),
        told: None,
    };
    for row in &mut rows[moved..] {
        row.revision += 1;
    }
    rows.insert(moved, drawn);
}

fn outcome(name: &str) -> Option<Outcome> {
    let all = [Outcome::Won(Side::Heroes), Outcome::Won(Side::Monsters), Outcome::Draw];
    all.into_iter().find(|outcome| outcome.name() == name)
}

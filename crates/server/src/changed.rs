//! Tables whose rules have changed: found out when a table is taken up, told to whoever runs it, and continued only when
//! that one says so.

use fracas_table::{Game, ReplayStep};

use crate::event::{Event, Settings};
use crate::fight::{Done, Fight};
use crate::messages::Changed;
use crate::refusal::Refused;
use fracas_store::SeatRow;

pub const VERSION: &str = env!("CARGO_PKG_VERSION");

/// The first thing that is not as it was told.
#[derive(Clone, PartialEq, Debug)]
pub struct Change {
    pub what: What,
    pub left: bool,
}

#[derive(Clone, PartialEq, Debug)]
pub enum What {
    /// Everything plays the same, but another version of the program told it.
    Version(String),
    /// A step goes otherwise now.
    Differs { step: usize, told: Vec<String>, now: Vec<String> },
    /// A step cannot be played any more; the table stands before it.
    Stuck { step: usize, told: Vec<String>, why: String },
    /// All steps play the same, but it ends otherwise.
    Outcome { told: Option<String>, now: Option<String> },
}

impl Change {
    fn message(&self) -> String {
        match &self.what {
            What::Version(version) => format!(
                "This table was played with version {version} of the program, and this is version {VERSION}. Every step \
                 so far plays the same; what is to come may not."
            ),
            What::Differs { step, .. } => format!(
                "The rules have changed since this table was played: step {step} goes otherwise now. The log is as it \
                 was told; the table stands where today's rules lead with the same choices and dice."
            ),
            What::Stuck { step, .. } => format!(
                "The rules have changed since this table was played: step {step} can no longer be played. The log is as \
                 it was told; the table stands before that step."
            ),
            What::Outcome { told, now } => {
                let name =
                    |outcome: &Option<String>| outcome.clone().unwrap_or_else(|| "not over".to_owned());
                format!(
                    "The rules have changed since this table was played: it ended as \"{}\", and by today's rules it is \
                     \"{}\". The log is as it was told.",
                    name(told),
                    name(now)
                )
            }
        }
    }
}

/// Plays a kept step again: is it as it was told?
pub fn play_again(game: &mut dyn Game, step: &ReplayStep) -> Option<What> {
    let number = game.position() + 1;
    if let Err(error) = step.redo(game) {
        return Some(What::Stuck { step: number, told: step.lines.clone(), why: error.to_string() });
    }
    let now = game.replay_step(game.position() - 1).lines;
    (now != step.lines).then(|| What::Differs { step: number, told: step.lines.clone(), now })
}

impl Fight {
    /// As a seat is told of it.
    pub fn changed(&self, seat: &SeatRow) -> Option<Changed> {
        let change = self.change.as_ref()?;
        let (told, now) = match &change.what {
            // What was told to the judge may be secret.
            _ if seat.kind != crate::messages::SeatKind::Judge => (Vec::new(), Vec::new()),
            What::Differs { told, now, .. } => (told.clone(), now.clone()),
            What::Stuck { told, why, .. } => (told.clone(), vec![why.clone()]),
            What::Version(_) | What::Outcome { .. } => (Vec::new(), Vec::new()),
        };
        Some(Changed { message: change.message(), told, now, ask: self.hosts(seat), left: change.left })
    }

    /// The answer to whether the table goes on.
    pub(crate) fn answer_change(&self, seat: &SeatRow, on: bool) -> Result<Done, Refused> {
        let Some(change) = &self.change else {
            return Err(Refused::new("nothing", "the rules have not changed"));
        };
        if !self.hosts(seat) {
            return Err(Refused::not_allowed("decides whether the table goes on"));
        }
        let event = match &change.what {
            _ if !on => Event::Left,
            What::Version(_) => Event::Continued { version: VERSION.to_owned(), steps: None, settings: None },
            _ => {
                let steps = (0..self.game.position()).map(|index| self.game.replay_step(index)).collect();
                let settings = Some(Box::new(self.settings()));
                Event::Continued { version: VERSION.to_owned(), steps: Some(steps), settings }
            }
        };
        Ok(Done::Event(event, Vec::new()))
    }

    fn settings(&self) -> Settings {
        Settings {
            minded: self.minded,
            by_hand: self.by_hand,
            met: self.met.iter().cloned().collect(),
            pace: self.pace,
            paused: self.paused,
            difficulty: self.difficulty,
            explains: self.explains,
            bar: self.bar,
            habits: self.game.habits().to_vec(),
        }
    }

    /// Stands where a table was continued; `game` is at its start.
    pub(crate) fn restore(&mut self, steps: &[ReplayStep], settings: &Settings) {
        for step in steps {
            if let Some(what) = play_again(&mut *self.game, step) {
                let stuck = matches!(what, What::Stuck { .. });
                self.differs(what);
                if stuck {
                    break;
                }
            }
        }
        let Settings { minded, by_hand, met, pace, paused, difficulty, explains, bar, habits } =
            settings.clone();
        (self.minded, self.by_hand) = (minded, by_hand);
        (self.pace, self.paused) = (pace, paused);
        (self.difficulty, self.explains, self.bar) = (difficulty, explains, bar);
        self.met = met.into_iter().collect();
        for habit in habits {
            self.game.always(habit.who, &habit.question, Some(&habit.answer));
        }
    }

    /// Takes note of a difference; the first is the one that counts, but that the table is stuck is said in any case.
    pub(crate) fn differs(&mut self, what: What) {
        let stuck = matches!(what, What::Stuck { .. });
        if self.change.is_none() || stuck {
            self.change = Some(Change { what, left: false });
        }
    }

    pub(crate) fn is_stuck(&self) -> bool {
        self.change.as_ref().is_some_and(|change| matches!(change.what, What::Stuck { .. }))
    }
}

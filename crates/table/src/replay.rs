//! A fight as a file: where it started, every choice and every face, and what was told.
//!
//! It holds the content it was played with, and the faces as they fell, so that it can be read, and in most cases played,
//! after rules have changed; [`verify`] says where today's rules part from it. A saved game is the same file, unfinished.

use fracas_content::{Bundle, Source};
use fracas_kernel::{Habit, Judgement, Note, Outcome, Record, Typing};
use serde::{Deserialize, Serialize};

use crate::{Game, GameError};

#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Replay {
    /// Always [`Replay::KIND`].
    pub fracas: String,
    pub format: u32,
    /// The version of the program that wrote it.
    pub version: String,
    pub system: String,
    pub title: String,
    pub seed: u64,
    #[serde(default)]
    pub fight: u64,
    /// Do dice not all come from the seed, because that is kept back or there were several? They are as they fell.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub seedless: bool,
    pub outcome: Option<Outcome>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub notes: Vec<Note>,
    /// Standing answers, for whoever goes on from here.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub habits: Vec<Habit>,
    pub steps: Vec<ReplayStep>,
    pub bundle: Files,
}

/// One step: either a choice or an act of the judge.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct ReplayStep {
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub choice: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub judge: Option<Judgement>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub rolls: Vec<Record>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub lines: Vec<String>,
    /// Why a mind chose it, where one did and said so.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub why: Option<String>,
}

/// The scenario and the library that it was played with, as text.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Files {
    pub scenario: File,
    pub library: Vec<File>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub party: Option<File>,
}

#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct File {
    pub name: String,
    pub text: String,
}

impl From<Source> for File {
    fn from(source: Source) -> File {
        File { name: source.name, text: source.text }
    }
}

impl From<File> for Source {
    fn from(file: File) -> Source {
        Source { kept: true, ..Source::new(file.name, file.text) }
    }
}

impl From<Bundle> for Files {
    fn from(bundle: Bundle) -> Files {
        Files {
            scenario: bundle.scenario.into(),
            library: bundle.library.into_iter().map(File::from).collect(),
            party: bundle.party.map(File::from),
        }
    }
}

impl From<Files> for Bundle {
    fn from(files: Files) -> Bundle {
        Bundle {
            scenario: files.scenario.into(),
            library: files.library.into_iter().map(Source::from).collect(),
            party: files.party.map(Source::from),
        }
    }
}

#[derive(Debug, thiserror::Error)]
pub enum ReplayError {
    #[error("this is not a replay file: {0}")]
    NotJson(#[from] serde_json::Error),
    #[error("this is not a replay file: \"fracas\" should be {kind:?}, not {0:?}", kind = Replay::KIND)]
    NotAReplay(String),
    #[error(
        "this replay has format {0}, and this version of the program reads format {format}",
        format = Replay::FORMAT
    )]
    Format(u32),
    #[error("step {step} has neither a choice nor an act of the judge")]
    EmptyStep { step: usize },
    #[error("step {step} ({what}) cannot be played by today's rules: {error}")]
    Stuck { step: usize, what: String, error: GameError },
}

impl Replay {
    /// Without the seed, which would tell the dice to come.
    #[must_use]
    pub fn without_seed(self) -> Replay {
        Replay { seed: 0, seedless: true, ..self }
    }

    pub const KIND: &'static str = "replay";
    pub const FORMAT: u32 = 1;

    pub fn read(text: &str) -> Result<Replay, ReplayError> {
        /// What says what sort of file it is.
        #[derive(Deserialize)]
        struct Sort {
            #[serde(default)]
            fracas: String,
        }
        let replay: Replay =
            serde_json::from_str(text).map_err(|error| match serde_json::from_str(text) {
                Ok(Sort { fracas }) if fracas != Replay::KIND => ReplayError::NotAReplay(fracas),
                _ => ReplayError::NotJson(error),
            })?;
        if replay.fracas != Replay::KIND {
            return Err(ReplayError::NotAReplay(replay.fracas));
        }
        if replay.format != Replay::FORMAT {
            return Err(ReplayError::Format(replay.format));
        }
        let empty = replay.steps.iter().position(|s| s.choice.is_some() == s.judge.is_some());
        match empty {
            Some(index) => Err(ReplayError::EmptyStep { step: index + 1 }),
            None => Ok(replay),
        }
    }

    pub fn write(&self) -> String {
        serde_json::to_string_pretty(self).expect("a replay is plain data") + "\n"
    }
}

impl ReplayStep {
    /// Does this step in `game`, with dice from the generator where no person typed them.
    fn seeded(&self, game: &mut dyn Game) -> Result<(), GameError> {
        self.with(game, &Typing::again_by_hand(&self.rolls))
    }

    fn what(&self) -> String {
        self.choice.clone().unwrap_or_else(|| "the judge's act".to_owned())
    }

    /// Does this step in `game`, with the faces as they fell.
    pub fn redo(&self, game: &mut dyn Game) -> Result<(), GameError> {
        self.with(game, &Typing::again(&self.rolls))
    }

    fn with(&self, game: &mut dyn Game, typing: &Typing) -> Result<(), GameError> {
        match (&self.choice, &self.judge) {
            (Some(choice), _) => game.choose(choice, typing),
            (None, Some(act)) => game.judge_with(act.clone(), typing),
            (None, None) => Ok(()),
        }
    }
}

/// Plays the first `steps` recorded steps in `game`, which stands at the start of the same scenario and seed.
pub fn play_back(replay: &Replay, steps: usize, game: &mut dyn Game) -> Result<(), ReplayError> {
    for (index, step) in replay.steps.iter().take(steps).enumerate() {
        step.redo(game).map_err(|error| ReplayError::Stuck { step: index + 1, what: step.what(), error })?;
    }
    game.set_notes(replay.notes.clone());
    for habit in &replay.habits {
        game.always(habit.who, &habit.question, Some(&habit.answer));
    }
    Ok(())
}

/// Do today's rules give the same fight?
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[serde(tag = "verdict", rename_all = "lowercase")]
pub enum Verdict {
    Same { steps: usize },
    Differs(Difference),
}

/// The first place where they do not.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Difference {
    /// From 1.
    pub step: usize,
    pub what: String,
    pub recorded: Vec<String>,
    pub now: Vec<String>,
}

/// Plays a replay in `game`, which stands at its start, and compares. Dice that no person typed must come from the
/// seed, if the replay has it.
pub fn verify(replay: &Replay, game: &mut dyn Game) -> Verdict {
    for (index, step) in replay.steps.iter().enumerate() {
        let differs = |what: String, recorded, now| {
            Verdict::Differs(Difference { step: index + 1, what, recorded, now })
        };
        let made = if replay.seedless { step.redo(game) } else { step.seeded(game) };
        if let Err(error) = made {
            return differs(format!("{}: {error}", step.what()), step.lines.clone(), Vec::new());
        }
        let now = game.replay_step(index);
        let sums = |step: &ReplayStep| -> Vec<String> {
            step.rolls.iter().map(|roll| format!("{}: {}", roll.label, roll.sum())).collect()
        };
        if sums(step) != sums(&now) {
            return differs(format!("the dice of {}", step.what()), sums(step), sums(&now));
        }
        if step.lines != now.lines {
            return differs(format!("what {} led to", step.what()), step.lines.clone(), now.lines);
        }
    }
    if replay.outcome != game.outcome() {
        let name = |outcome: Option<Outcome>| vec![outcome.map_or("not over", Outcome::name).to_owned()];
        let now = name(game.outcome());
        let what = "how it ended".to_owned();
        return Verdict::Differs(Difference {
            step: replay.steps.len(),
            what,
            recorded: name(replay.outcome),
            now,
        });
    }
    Verdict::Same { steps: replay.steps.len() }
}

//! What is kept, as plain data, and the words by which it is written.

use std::hash::{DefaultHasher, Hash, Hasher};

use fracas_kernel::{Crowd, Who};
use fracas_table::Files;
use serde::{Deserialize, Serialize};

use crate::StoreError;

#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, Default)]
#[serde(rename_all = "kebab-case")]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
pub enum Mode {
    /// One person plays all heroes against minds, and runs the table too.
    #[default]
    Solo,
    /// A judge runs the table; players have the heroes.
    Judge,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
pub enum SeatKind {
    Judge,
    Player,
    Watcher,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
pub enum DiceMode {
    Program,
    /// A person rolls and types the faces.
    Mine,
}

#[derive(Clone, PartialEq, Debug)]
pub struct TableRow {
    pub id: String,
    pub version: String,
    pub system: String,
    pub title: String,
    pub name: String,
    pub mode: Mode,
    pub seed: u64,
    pub created: i64,
}

#[derive(Clone, PartialEq, Debug)]
pub struct SeatRow {
    pub id: u32,
    pub token: String,
    pub kind: SeatKind,
    pub name: String,
    pub controls: Crowd,
    pub dice: DiceMode,
}

#[derive(Clone, PartialEq, Debug)]
pub struct EventRow {
    /// From 1, without gaps.
    pub revision: u64,
    pub at: i64,
    /// Who sent it, and under which id: none if the table acted by itself.
    pub seat: Option<u32>,
    pub message: Option<String>,
    /// How the table stood afterwards, for lists.
    pub round: u32,
    pub outcome: Option<String>,
    pub body: String,
    /// The lines that it brought, as each seat was told them.
    pub told: Option<String>,
}

/// A table as it is found.
#[derive(Clone, PartialEq, Debug)]
pub struct Kept {
    pub table: TableRow,
    pub files: Files,
    pub seats: Vec<SeatRow>,
    pub events: Vec<EventRow>,
}

/// What is new at a table.
#[derive(Clone, PartialEq, Debug)]
pub struct Since {
    pub seats: Vec<SeatRow>,
    pub events: Vec<EventRow>,
}

/// A table in the list of all.
#[derive(Clone, PartialEq, Debug)]
pub struct Summary {
    pub table: TableRow,
    pub events: u64,
    pub updated: i64,
    pub round: u32,
    pub outcome: Option<String>,
}

/// A table in a list of somebody's.
#[derive(Clone, PartialEq, Debug)]
pub struct Listed {
    pub table: TableRow,
    pub seat: SeatRow,
    pub round: u32,
    pub outcome: Option<String>,
    pub updated: i64,
    pub players: Vec<String>,
}

impl Listed {
    pub(crate) fn new(table: TableRow, seat: SeatRow, last: Option<EventRow>, seats: Vec<SeatRow>) -> Listed {
        let players = seats.into_iter().filter(|seat| seat.kind == SeatKind::Player).map(|seat| seat.name);
        Listed {
            seat,
            round: last.as_ref().map_or(0, |event| event.round),
            updated: last.as_ref().map_or(table.created, |event| event.at),
            outcome: last.and_then(|event| event.outcome),
            players: players.collect(),
            table,
        }
    }
}

pub fn files_text(files: &Files) -> Result<String, StoreError> {
    serde_json::to_string(files).map_err(|error| StoreError::Corrupt(error.to_string()))
}

pub fn files_of(text: &str) -> Result<Files, StoreError> {
    serde_json::from_str(text).map_err(|error| StoreError::Corrupt(format!("its content: {error}")))
}

/// By which the same content is found again.
pub fn key_of(files: &str) -> i64 {
    let mut hasher = DefaultHasher::new();
    files.hash(&mut hasher);
    hasher.finish() as i64
}

pub fn crowd_text(crowd: Crowd) -> String {
    crowd.map(|who| who.0.to_string()).collect::<Vec<_>>().join(" ")
}

pub fn crowd_of(text: &str) -> Result<Crowd, StoreError> {
    let who = |text: &str| text.parse::<u8>().ok().and_then(|n| Who::try_from(n).ok());
    let crowd = text.split_whitespace().map(who).collect::<Option<Crowd>>();
    crowd.ok_or_else(|| StoreError::Corrupt("a seat's combatants".to_owned()))
}

/// Events have no gaps.
pub fn without_gaps(events: Vec<EventRow>, after: u64) -> Result<Vec<EventRow>, StoreError> {
    match events.iter().zip(after + 1..).find(|(event, expected)| event.revision != *expected) {
        Some((_, missing)) => Err(StoreError::Corrupt(format!("event {missing} is missing"))),
        None => Ok(events),
    }
}

/// Enums are kept by the same words as on the wire.
pub fn word(value: &impl Serialize) -> String {
    serde_json::to_value(value).ok().and_then(|value| value.as_str().map(str::to_owned)).unwrap_or_default()
}

pub fn from_word<T: serde::de::DeserializeOwned>(word: &str) -> Result<T, StoreError> {
    serde_json::from_value(word.into()).map_err(|error| StoreError::Corrupt(error.to_string()))
}

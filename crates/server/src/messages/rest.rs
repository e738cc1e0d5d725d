//! The bodies of the REST routes.

use fracas_kernel::{MapView, Named, Side, TableView, Token};
use fracas_minds::Wins;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::{Difficulty, LogLine, Mode, SeatKind};

/// A rule system, and what a judge can choose from in it. (A scenario of one's own may have more.)
#[derive(Clone, Debug, Serialize, ToSchema)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
pub struct SystemCard {
    pub id: String,
    /// Each with `id` and `name`.
    #[schema(value_type = Vec<Object>)]
    pub creatures: Vec<Named>,
    #[schema(value_type = Vec<Object>)]
    pub conditions: Vec<Named>,
}

/// A scenario as it is offered on the start page.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
pub struct ScenarioCard {
    pub system: String,
    pub id: String,
    /// "fight" or "adventure".
    pub kind: String,
    pub title: String,
    pub about: String,
    pub heroes: Vec<String>,
    pub foes: Vec<String>,
    /// How often the heroes lose when everybody acts by instinct, from 0 to 1; none until that has been tried out.
    pub difficulty: Option<f32>,
    /// How often heroes who act by instinct win at each difficulty of a table, from 0 to 1; none where that was not
    /// measured. A Wins; its type is in web/src/wire.
    #[schema(value_type = Option<Object>)]
    pub wins: Option<Wins>,
    /// It is in the library of whoever runs the server, and does not come with the program.
    pub yours: bool,
    pub view: ScenarioView,
}

/// How a scenario looks at its start to somebody who watches.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
pub struct ScenarioView {
    /// A MapView; its type is in web/src/wire.
    #[schema(value_type = Object)]
    pub map: MapView,
    #[schema(value_type = Vec<Object>)]
    pub tokens: Vec<Token>,
}

/// Opens a table: with a built-in `scenario` ("delve/ford"), with the text of a scenario file in `toml`, or `like` one that
/// was played.
#[derive(Clone, Debug, Default, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
pub struct NewTable {
    #[cfg_attr(feature = "types", ts(optional))]
    pub scenario: Option<String>,
    #[cfg_attr(feature = "types", ts(optional))]
    pub toml: Option<String>,
    /// The same once more: the token of the judge's seat at another table, or of a solo player's.
    #[cfg_attr(feature = "types", ts(optional))]
    pub like: Option<String>,
    /// With `like` or `scenario`: these heroes, by id, in the places of the scenario's own.
    #[cfg_attr(feature = "types", ts(optional))]
    pub heroes: Option<Vec<String>>,
    /// With `like` or `scenario`: on these squares instead of its own.
    #[cfg_attr(feature = "types", ts(optional))]
    pub rows: Option<Vec<String>>,
    /// The text of a replay file: the table goes on where it ends, or after some of its steps, with dice of its own.
    #[cfg_attr(feature = "types", ts(optional))]
    pub replay: Option<String>,
    /// A puzzle by its id: the table starts at its position.
    #[cfg_attr(feature = "types", ts(optional))]
    pub puzzle: Option<String>,
    #[cfg_attr(feature = "types", ts(optional))]
    pub steps: Option<usize>,
    /// For an adventure: the text of a party's file, which goes instead of the adventure's own.
    #[cfg_attr(feature = "types", ts(optional))]
    pub party: Option<String>,
    #[cfg_attr(feature = "types", ts(optional))]
    pub seed: Option<u64>,
    #[cfg_attr(feature = "types", ts(optional))]
    pub name: Option<String>,
    #[serde(default)]
    #[cfg_attr(feature = "types", ts(optional, as = "Option<Mode>"))]
    pub mode: Mode,
    #[serde(default)]
    #[schema(value_type = String)]
    #[cfg_attr(feature = "types", ts(optional, as = "Option<Difficulty>"))]
    pub difficulty: Difficulty,
    /// Which heroes go to which seat, by id; without it, all to one seat at a solo table, and one seat each otherwise.
    #[cfg_attr(feature = "types", ts(optional))]
    pub seats: Option<Vec<NewSeat>>,
}

#[derive(Clone, Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
pub struct NewSeat {
    #[cfg_attr(feature = "types", ts(optional))]
    pub name: Option<String>,
    pub heroes: Vec<String>,
}

/// Who was in a fight, and who could be: for the same with other heroes.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
pub struct CastView {
    /// By id, in the order of the places that they take.
    pub party: Vec<String>,
    /// Each with `id` and `name`.
    #[schema(value_type = Vec<Object>)]
    pub heroes: Vec<Named>,
}

/// A picture was brought.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
pub struct Brought {
    pub picture: String,
}

/// A map from another program, as `rows` of a scenario on squares.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
pub struct Squares {
    pub rows: Vec<String>,
    pub doors: usize,
    /// Doors that have become gaps, because a map has only so many.
    pub gaps: usize,
}

/// A position from real play in which one has to choose well.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
pub struct PuzzleCard {
    /// "system/name"
    pub id: String,
    pub system: String,
    /// The fight that it is from.
    pub title: String,
    /// Who has to choose, and for which side.
    pub who: String,
    #[schema(value_type = String)]
    pub side: Side,
    pub round: u32,
}

/// What somebody would do in a puzzle.
#[derive(Clone, Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
pub struct PuzzleTry {
    /// The choice's text form.
    pub choice: String,
}

/// What a strong mind says to that.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
pub struct PuzzleVerdict {
    /// "good", "bad", or "neither": not among the best, and no blunder.
    pub verdict: String,
    /// What is good, as people read it.
    pub good: Vec<String>,
    pub why: String,
}

/// A table was opened: the tokens of its seats, and which of them the opener takes.
#[derive(Clone, Debug, Serialize, Deserialize, ToSchema)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
pub struct Opened {
    pub table: String,
    pub links: Links,
    pub you: String,
}

#[derive(Clone, Debug, Serialize, Deserialize, ToSchema)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
pub struct Links {
    pub judge: String,
    pub players: Vec<PlayerLink>,
    pub watcher: String,
}

#[derive(Clone, Debug, Serialize, Deserialize, ToSchema)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
pub struct PlayerLink {
    pub name: String,
    /// Ids of the heroes.
    pub heroes: Vec<String>,
    pub token: String,
}

/// How other machines reach this server.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
pub struct Reach {
    /// Addresses that work on the same network, each with a slash at its end; none if it listens to this machine alone.
    pub friends: Vec<String>,
    /// What to do if there is none.
    pub advice: Option<String>,
}

/// A table that a browser has a token for.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
pub struct TableCard {
    pub table: String,
    /// The token that it was found by.
    pub token: String,
    pub seat: SeatKind,
    pub name: String,
    pub title: String,
    pub system: String,
    pub round: u32,
    pub players: Vec<String>,
    /// Milliseconds since 1970.
    pub updated: i64,
    /// Who won, or "draw", if it is over.
    pub over: Option<String>,
}

/// A scenario file to be checked.
#[derive(Clone, Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
pub struct ToCheck {
    pub toml: String,
}

#[derive(Clone, Debug, Serialize, ToSchema)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
pub struct Checked {
    pub ok: bool,
    pub problems: Vec<ProblemView>,
    /// How many more were found than are listed.
    pub omitted: usize,
}

/// What is wrong with a file, as `fracas check` says it.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
pub struct ProblemView {
    pub file: String,
    pub line: usize,
    pub column: usize,
    pub field: String,
    pub message: String,
    pub advice: Option<String>,
    pub excerpt: String,
    pub marker: String,
}

/// A request that failed.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
pub struct Failure {
    /// A short stable name of what is wrong.
    pub code: String,
    pub message: String,
    pub advice: Option<String>,
    /// What is wrong with an uploaded scenario.
    pub problems: Vec<ProblemView>,
}

/// Moments of a fight that is looked at again.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
pub struct Moments {
    /// How many steps there are in all: moments are numbered from 0 to this.
    pub steps: usize,
    pub moments: Vec<Moment>,
}

/// The table after a number of steps, and what the last of them told. Nobody chooses here, so the view has no choices.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
pub struct Moment {
    pub step: usize,
    /// A TableView; its type is in web/src/wire.
    #[schema(value_type = Object)]
    pub view: TableView,
    #[schema(value_type = Vec<Object>)]
    pub lines: Vec<LogLine>,
}

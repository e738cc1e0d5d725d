//! The display model: what a screen shows, whatever the system.
//!
//! Screens render this and send back a choice; they know no rule. What a seat must not know is not in it.

use fracas_dice::Throw;
use serde::Serialize;

use crate::{Crowd, Record, Seat, Side, Stakes, Who};

/// All that one seat sees.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
pub struct TableView {
    pub system: &'static str,
    pub title: String,
    pub round: u32,
    /// Where in the round the table is, in words.
    pub phase: String,
    /// The clock, light and supplies of an adventure, always in sight; none in a single fight.
    pub gauges: Vec<Gauge>,
    pub map: MapView,
    /// In the order in which they are listed beside the map.
    pub tokens: Vec<Token>,
    pub question: Option<Question>,
    /// What this seat may choose now.
    pub choices: Vec<ChoiceView>,
    /// What somebody might look for and cannot choose, and why.
    pub quiet: Vec<Quiet>,
    pub outcome: Option<OutcomeView>,
}

/// Something about the whole table that is counted: the time of day, torches, meals.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
pub struct Gauge {
    /// As in the judge's `set` ("torches").
    pub id: &'static str,
    pub name: &'static str,
    /// As it is shown ("day 1, 14:20").
    pub text: String,
    pub means: String,
    /// Is there little or nothing left of it?
    pub low: bool,
}

#[derive(Clone, PartialEq, Debug, Serialize)]
#[serde(tag = "kind", rename_all = "lowercase")]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
pub enum MapView {
    Zones {
        zones: Vec<ZoneCard>,
        links: Vec<Link>,
        /// Pairs of zones that see each other, adjacent or not, each once; none where sight does not matter.
        sight: Vec<(usize, usize)>,
    },
    /// A grid. A place is "x,y", counted from 0 at the upper left; so is `to` of a choice.
    Squares {
        width: u8,
        height: u8,
        /// A row of characters for each row of squares: [`MapView::FLOOR`], [`MapView::OBSTRUCTED`], [`MapView::WALL`],
        /// or [`MapView::UNKNOWN`] where this seat must not know.
        cells: Vec<String>,
        /// As many characters, [`MapView::UNKNOWN`] where whoever acts now cannot see, [`MapView::FLOOR`] elsewhere.
        fog: Vec<String>,
        pieces: Vec<Piece>,
        treasure: Vec<Treasure>,
        auras: Vec<AuraView>,
        /// Where whoever acts now can move, for this seat to know.
        reach: Vec<Reachable>,
    },
}

impl MapView {
    pub const FLOOR: char = '.';
    pub const OBSTRUCTED: char = ',';
    pub const WALL: char = '#';
    pub const UNKNOWN: char = '?';
}

/// The body of a combatant on a grid.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
pub struct Piece {
    pub who: Who,
    /// Its upper left square.
    pub at: (u8, u8),
    /// So many squares wide and high.
    pub size: u8,
    pub colour: PieceColour,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "lowercase")]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
pub enum PieceColour {
    /// A hero has a colour of its own, by number.
    Own(u8),
    Black,
}

/// A pile that lies on a square of a grid.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
pub struct Treasure {
    pub at: (u8, u8),
    pub items: Vec<String>,
}

/// What surrounds a combatant on a grid, so many squares far.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
pub struct AuraView {
    pub who: Who,
    pub reach: u8,
    pub name: String,
    pub good: bool,
}

/// A square that can be moved to, what that costs, and the way there, its end last.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
pub struct Reachable {
    pub at: (u8, u8),
    pub price: u8,
    pub path: Vec<(u8, u8)>,
}

#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
pub struct ZoneCard {
    pub id: String,
    pub name: String,
    pub tags: Vec<String>,
    pub at: (i16, i16),
    pub exit: bool,
}

/// Two adjacent zones, by their place in the list.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
pub struct Link {
    pub a: usize,
    pub b: usize,
    /// What bars or marks the way ("locked door").
    pub note: Option<String>,
}

/// A combatant on the map.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
pub struct Token {
    pub who: Who,
    pub id: String,
    pub name: String,
    /// What it is, in a few words ("fighter 2", "1 HD").
    pub kind: String,
    pub side: Side,
    pub status: Status,
    /// The id of its zone; none when it is off the map.
    pub place: Option<String>,
    pub tracks: Vec<Track>,
    pub badges: Vec<Badge>,
    /// Has it still something to do in this turn?
    pub to_act: bool,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "lowercase")]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
pub enum Status {
    Up,
    Down,
    Dead,
    Gone,
}

/// A number that matters, with its limit where it has one.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
pub struct Track {
    /// As in the judge's `set` ("hp").
    pub id: &'static str,
    pub name: &'static str,
    pub value: i32,
    pub max: Option<i32>,
    pub kind: TrackKind,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "lowercase")]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
pub enum TrackKind {
    /// Falls as one is hurt.
    Health,
    /// Is spent.
    Supply,
    /// Just a number.
    Plain,
}

/// A condition or a mark on a token.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
pub struct Badge {
    pub name: String,
    pub means: String,
    pub good: bool,
}

#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
pub struct Question {
    pub asked: Crowd,
    pub text: String,
    /// Is it in the middle of another's action?
    pub reaction: bool,
    pub rule: Option<&'static str>,
}

/// A choice as a button.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
pub struct ChoiceView {
    /// Its stable text form.
    pub text: String,
    pub who: Who,
    pub label: String,
    pub tab: Tab,
    pub targets: Vec<Who>,
    /// The id of the zone it is about.
    pub to: Option<String>,
    /// What the player should know before, not after.
    pub warnings: Vec<String>,
    /// What its success is, as a verb: "hits", "takes hold".
    pub aim: Option<&'static str>,
    pub rule: Option<&'static str>,
    pub odds: Option<Stakes>,
}

/// Something by the word that [`crate::Judgement`] takes, and as people call it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
pub struct Named {
    pub id: String,
    pub name: String,
}

impl Named {
    pub fn new(id: &str, name: &str) -> Named {
        Named { id: id.to_owned(), name: name.to_owned() }
    }

    /// Called by its word, with a capital.
    pub fn word(id: &str) -> Named {
        let mut letters = id.chars();
        let name = letters.next().map(|first| first.to_uppercase().chain(letters).collect());
        Named { id: id.to_owned(), name: name.unwrap_or_default() }
    }
}

/// What the judge can choose from.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
pub struct Repertoire {
    pub creatures: Vec<Named>,
    pub conditions: Vec<Named>,
    /// What can be given to somebody, and who can be met, in an adventure.
    pub gifts: Vec<Named>,
    pub encounters: Vec<Named>,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "lowercase")]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
pub enum Tab {
    Move,
    Action,
    Turn,
    Answer,
}

/// A choice that cannot be taken now.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
pub struct Quiet {
    pub who: Who,
    pub label: String,
    pub why: String,
    pub rule: Option<&'static str>,
}

#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
pub struct OutcomeView {
    pub winner: Option<Side>,
    pub text: String,
}

/// A line of the log.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Line {
    pub text: String,
    pub tone: Tone,
    /// The rule that it follows from.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub rule: Option<&'static str>,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "lowercase")]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
pub enum Tone {
    /// A new round or phase.
    Heading,
    Plain,
    Good,
    Bad,
    /// The judge's doing.
    Judge,
}

impl Line {
    pub fn new(tone: Tone, text: impl Into<String>) -> Line {
        Line { text: text.into(), tone, rule: None }
    }

    #[must_use]
    pub fn by(mut self, rule: &'static str) -> Line {
        self.rule = Some(rule);
        self
    }
}

/// What is needed to tell an event: the state around it, who listens, and the dice as they lay.
#[derive(Clone, Copy, Debug)]
pub struct Telling<'a, S> {
    pub before: &'a S,
    pub state: &'a S,
    pub seat: Seat,
    pub rolls: &'a [Record],
}

impl<S> Telling<'_, S> {
    /// A roll with its arithmetic: `d20 [14] + 3 = 17`.
    pub fn sum(&self, throw: &Throw) -> String {
        match self.rolls.get(usize::from(throw.nth)) {
            Some(record) => record.sum(),
            None => format!("{} = {}", throw.roll, throw.value),
        }
    }
}

//! The loop that every rule system shares: a state asks a question, takes a choice, rolls dice, and tells what happened.
//!
//! The kernel knows no system, no clock, no file and no screen. A system implements [`Rules`]; everything else (playing,
//! undo, odds, simulation, replay) is somebody calling that trait.

mod answers;
mod any;
mod bearing;
mod because;
mod by;
pub mod checks;
mod crowd;
mod decree;
mod demand;
mod field;
mod fight;
pub mod grid;
mod habit;
mod hand;
mod handle;
mod history;
mod judge;
mod line;
mod odds;
mod overrule;
pub mod plot;
mod ponder;
mod range;
mod rules;
mod scripted;
mod seat;
mod set;
mod sight;
mod steps;
mod temper;
mod threats;
mod toll;
mod veil;
mod view;
mod zones;

pub use any::{AnyDice, AnyLog, any_dice, any_log};
pub use bearing::bearing;
pub use by::By;
pub use crowd::{Crowd, Side, Who};
pub use decree::act_words;
pub use demand::{Demand, Proposal};
pub use field::{Door, DoorSet, Doors, Doorway, Field};
pub use fight::{Fought, Instinct, Mind, fight, playout};
pub use habit::{Habit, standing_answer};
pub use hand::{Hand, Record, Typing};
pub use handle::Handle;
pub use history::{ChooseError, Done, History, Moment, Note, Step, Undo};
pub use judge::{EdgeName, Fate, Fiat, Judgement, Refusal, Sequel};
pub use line::{DieView, Line, LinePart, Modifier, Rolled, Target, Telling, Tone};
pub use odds::{Care, Chance, Means, Split, Spread, Stakes, odds, odds_with};
pub use overrule::{Overrule, find_named};
pub use ponder::Ponder;
pub use range::{Bounds, Range};
pub use rules::{
    Allow, Ask, Beat, Choice, Doubts, Foresee, Judge, Know, Log, Made, Mark, Narrate, Null, Offer, Outcome,
    Play, Report, Rules, Show, Stage, Tell, Think, Vital, Whim,
};
pub use scripted::Scripted;
pub use seat::Seat;
pub use set::{Bits, Numbered, Set};
pub use sight::{knows_place, sees_place, shows_more};
pub use temper::{Best, Quarry, Temper, by_lot, least, most};
pub use threats::{Danger, Threat};
pub use toll::{Befall, Fall, Part, Plight};
pub use veil::{Veil, Veiled};
pub use view::{
    AuraView, Badge, BadgeMark, Bond, BondKind, CardFace, ChoiceView, Cost, Decision, Deed, Gauge, Link,
    MapView, Named, OutcomeView, Picture, Piece, PieceColour, Question, Quiet, Reachable, Repertoire, Role,
    Status, Tab, TableView, Tag, TagKind, Token, Track, TrackKind, Treasure, Unit, ZoneCard,
};
pub use zones::{Zone, ZoneSet, Zones, ZonesError};

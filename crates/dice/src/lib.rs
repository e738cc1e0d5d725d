//! Rolls as small values, and the sources that answer them.
//!
//! A [`Roll`] says what is rolled; a [`Dice`] source says what came up: a seeded generator, a tape from a test or a
//! replay, a person who types what lies on the table, or every outcome in turn with its weight. This crate knows
//! nothing of any rule system.

pub mod asked;
mod dist;
pub mod notation;
mod roll;
mod seeded;
mod source;
mod tape;
mod walk;

pub use dist::{Contest, Dist, NoDist};
pub use notation::{Dialect, Expr, NotationError};
pub use roll::{Edge, Explode, FaceSet, Invalid, MAX_REPEATS, Reroll, Roll, Take, Tricks};
pub use seeded::Seeded;
pub use source::{Check, Dice, Throw, Versus, Why};
pub use tape::{Missing, Tape, TapeError};
pub use walk::Walk;

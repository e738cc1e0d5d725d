//! The time between fights, and the fights in it.
//!
//! A system writes a [`Journey`]: rules of its own for exploring, resting and meeting, and three ways into and out of a
//! fight. [`Adventure`] plays both as one game, so that everything that works on a fight (tables, undo, odds, replays,
//! simulation, screens) works on an adventure. The [`Place`] that is explored is the same for all systems. Nothing here
//! knows a rule of any system.

mod adventure;
mod clock;
mod known;
mod load;
mod naming;
mod party;
mod place;
mod whereabouts;

pub use adventure::{Adventure, Choice, Either, Event, Fought, Journey, State};
pub use clock::Clock;
pub use load::Parts;
pub use party::PartyFile;
pub use place::{Cache, Door, Encounter, Foe, Goal, Place, Spot, Way};
pub use whereabouts::{Found, Whereabouts};

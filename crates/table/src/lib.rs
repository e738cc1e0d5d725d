//! A table that any front end can hold: one fight of any system behind one object, its history and its file.
//!
//! Knows no system by name and no screen. The terminal, the protocol and the server all drive a [`Game`].

mod game;
mod replay;

pub use game::{Combatant, Game, GameError, Table};
pub use replay::{Difference, Replay, ReplayError, ReplayStep, Verdict, play_back, verify};

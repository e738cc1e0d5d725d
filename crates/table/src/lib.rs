//! A table that any front end can hold: one fight of any system behind one object, its history and its file.
//!
//! Knows no system by name and no screen. The terminal, the protocol and the server all drive a [`Game`].

mod asking;
mod game;
mod replay;
mod save;

pub use asking::{Stopped, choose_asking, judge_asking};
pub use game::{
    ChanceJob, Chosen, Combatant, Game, GameError, HintJob, MindJob, OddsJob, Played, Table, ThreatsJob,
};
pub use replay::{Difference, File, Files, Replay, ReplayError, ReplayStep, Verdict, play_back, verify};
pub use save::{SaveError, SaveFile, Saved, saved, state_dir, write_file};

//! The ranks rules: a grid of squares, movement points, senses and hiding, conditions, wounds and action cards. The
//! clauses are cited where they are decided; `README.md` beside this crate says where to look.

mod action;
mod aim;
mod apply;
mod card;
mod choices;
mod conditions;
mod data;
mod doors;
mod effects;
mod encounter;
mod event;
mod field;
mod instinct;
mod judge;
mod known;
mod legal;
mod lines;
mod load;
pub mod maps;
mod movement;
mod odds;
mod onward;
mod plot;
mod rank;
mod round;
mod sight;
mod state;
pub mod trek;
mod value;
mod view;
mod words;
mod wounds;

pub use aim::Aim;
pub use card::*;
pub use choices::{Choice, Deed};
pub use data::*;
pub use doors::Handle;
pub use event::{Bonus, Event, Halt};
pub use state::{
    Borne, DoorSet, Lying, MAX_COMBATANTS, MAX_ITEMS, NOTHING, PerWho, Phase, Places, State, dice_of,
};
pub use trek::Trek;

//! Treks by the delve rules: turns of ten minutes, light and supplies, traps and sickness, nights of rest, and how those
//! who are met take to the party. What all treks have in common is the explorer's business.

mod apply;
mod choices;
mod data;
mod event;
mod fights;
mod hazards;
mod instinct;
mod judge;
mod legal;
mod lines;
mod load;
mod meeting;
mod party;
mod state;
mod treasure;
mod view;
mod words;

use choices::Deed;
pub use data::{Lore, reaction};
use event::Event;

use state::Own;

fracas_adventure::basis!(crate::Delve, data::SUPPLIES, i16);
fracas_adventure::grounds!(crate::state::State);

//! Treks by the twelves rules: a place of zones that is explored ten minutes at a time, and the fights that open in it.
//! What all treks have in common is the explorer's business.

mod apply;
mod choices;
mod data;
mod event;
mod fights;
mod growth;
mod instinct;
mod judge;
mod legal;
mod lines;
mod load;
mod party;
mod state;
mod view;
mod words;

pub use choices::Deed;
pub use data::{Hero, Lore};
pub use event::Event;
pub use growth::{MAX_ATTRIBUTE, MAX_FEATS, MAX_HITS};
pub use state::Own;

fracas_adventure::basis!(crate::Twelves, data::SUPPLIES, i16, sheet_index);
fracas_adventure::grounds!(crate::state::State);

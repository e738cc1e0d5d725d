//! Treks by the ranks rules: a row of stages, ten minutes at a time, what lies there and is carried along, and the fights
//! on the way, each with a map of its own. What all treks have in common is the explorer's business.

mod apply;
mod choices;
mod data;
mod event;
mod fights;
mod ground;
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
pub use data::Lore;
pub use event::Event;
pub use state::{Left, Own};

fracas_adventure::basis!(crate::Ranks, data::SUPPLIES, state::Kept);

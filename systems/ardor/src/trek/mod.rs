//! Treks by the ardor rules: breaks and rests, going unseen, dangerous ways, experience, strongholds and long-term goals.
//! What all treks have in common is the explorer's business.

mod apply;
mod choices;
mod data;
mod event;
mod fights;
mod instinct;
mod judge;
mod legal;
mod lines;
mod load;
mod party;
mod rests;
mod rewards;
mod state;
mod view;
mod words;

pub use apply::TOUGHER;
pub use choices::Deed;
pub(crate) use data::Comforts;
pub use data::{Comfort, Lore, Pursuit};
pub use event::Event;
pub(crate) use load::{comforts, pursuit};
pub use rests::{TOUGHEN, UNGLIMPSED};
pub use state::Own;

fracas_adventure::basis!(crate::Ardor, data::SUPPLIES, i16);
fracas_adventure::grounds!(crate::state::State);

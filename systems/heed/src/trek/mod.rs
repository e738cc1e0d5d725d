//! Treks by the heed rules: trys and the tasks that are picked for them, senses that alert what lives in a place, and the
//! fights that open in it. What all treks have in common is the explorer's business.

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
mod meeting;
mod party;
mod senses;
mod state;
mod tasks;
mod view;
mod words;

pub use choices::Deed;
pub(crate) use data::Task;
pub use data::{Lore, Opening};
pub use event::{Event, Handling};
pub use load::MAX_GROWTH;
pub use meeting::Answer;
pub use state::{Chore, Own};

fracas_adventure::basis!(crate::Heed, data::SUPPLIES, Option<[u8; 6]>);
fracas_adventure::grounds!(crate::state::State);

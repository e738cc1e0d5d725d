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
pub use state::Own;

/// One adventure of the twelves rules.
pub type Trek = fracas_adventure::Explorer<Lore>;
pub type State = fracas_adventure::State<Own>;
type Step<'a> = fracas_adventure::Step<'a, Lore>;
type Told<'a> = &'a mut dyn fracas_kernel::Log<fracas_adventure::EventOf<Lore>>;

fracas_adventure::basis!(crate::Twelves, data::SUPPLIES, sheet_index);

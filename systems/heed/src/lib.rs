//! The heed rules: zones, setup and action, focus, heeding, parries, interruptions, gear slots that decide checks. The
//! clauses are cited where they are decided; `README.md` beside this crate says where to look.

mod apply;
mod blow;
mod choices;
mod conditions;
mod data;
mod doors;
mod event;
mod features;
mod focus;
mod grab;
mod instinct;
mod items;
mod judge;
mod known;
mod legal;
mod lines;
mod load;
mod movement;
mod odds;
mod onward;
mod plot;
mod round;
mod setup;
mod sight;
mod spells;
mod state;
pub mod trek;
mod value;
mod view;
mod words;
mod wounds;

pub use choices::{Choice, Deed, Focus, Manage, Pay, Target};
pub use data::{
    Condition, Does, Heed, Item, Placed, Power, Qualities, Quality, Range, Sheet, Source, Sources, Spell,
    Takes,
};
pub use event::Event;
pub use features::{Feature, Fixture};
pub use items::MAX_ITEMS;
pub use judge::Track;
pub use load::Shipped;
pub use state::{Band, How, MAX, MAX_FEATURES, MAX_KEPT, MAX_ZONES, Phase, Setup, State};
pub use trek::Trek;

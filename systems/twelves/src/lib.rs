//! The twelves rules: named zones, pools of d12 that explode against To Hit, two weapons against Rank, grappling and
//! shoving, features and hazards, opportunity attacks. The clauses are cited where they are decided; `README.md` beside
//! this crate says where to look.

mod apply;
mod blow;
mod choices;
mod data;
mod doors;
mod effects;
mod event;
mod hands;
mod heroes;
mod instinct;
mod judge;
mod known;
mod legal;
mod lines;
mod load;
mod map;
mod movement;
mod odds;
mod onward;
mod paths;
mod plot;
mod state;
pub mod trek;
mod value;
mod view;
mod words;

pub use choices::{Choice, Deed};
pub use data::{
    Arm, Attribute, Does, Effect, Feat, Feature, Hazard, Knack, MAX_ARMS, Placed, Sheet, Takes, Twelves,
    Weapon,
};
pub use event::{Event, How, Number, Source, Test};
pub use heroes::rolled_hero;
pub use state::{MAX, MAX_FEATURES, MAX_ZONES, Phase, State};
pub use trek::Trek;

//! The ardor rules: one Action Score a round, everybody's intent stated, everything resolved at once, Ardor to
//! strain for more, Trauma for those who fall. The clauses are cited where they are decided; `README.md` beside this crate
//! says where to look.

mod action;
mod apply;
mod attack;
mod choices;
mod conditions;
mod data;
mod discovery;
mod doors;
mod effects;
mod event;
mod features;
mod fumbles;
mod healing;
mod instinct;
mod judge;
mod known;
mod legal;
mod lines;
mod load;
mod movement;
mod odds;
mod onward;
mod order;
mod plot;
mod resolution;
mod round_end;
mod score;
mod state;
pub mod trek;
mod value;
mod view;
mod words;
mod worth;

pub use action::{Action, Kind, OFF};
pub use choices::{Choice, Deed};
pub use data::{
    Ability, Ardor, Attribute, Careful, Condition, Effect, Fumble, Habits, Placed, Prey, Reach, Sheet, Takes,
    Weapon,
};
pub use event::{Blow, Event, Hit, Missed, With};
pub use features::{FEATURE, Fall, Feature};
pub use judge::TrackName;
pub use state::{MAX, MAX_ZONES, Phase, State};
pub use trek::Trek;

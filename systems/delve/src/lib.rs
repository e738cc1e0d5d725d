//! The delve rules: surprise, initiative every round, a d20 against armour class, saves, spells, zones that are close,
//! near or far. The clauses are cited where they are decided; `README.md` beside this crate says where to look.

mod apply;
mod blow;
mod choices;
mod classes;
mod conditions;
mod data;
mod doors;
mod effects;
mod event;
mod ground;
mod harm;
mod heroes;
mod instinct;
mod judge;
mod known;
mod legal;
mod lines;
mod load;
mod odds;
mod onward;
mod pace;
mod plot;
mod spells;
mod state;
mod trek;
mod value;
mod view;
mod words;

pub use choices::{Choice, Deed, Target};
pub use classes::{Bright, Class};
pub use conditions::{Condition, Own};
pub use data::{
    Affliction, Attack, Delve, Does, Effect, Harm, Hazard, Ill, Kind, Lasts, Placed, Reach, Save, Sheet,
    Spell, Takes, Weapon, ability_modifier, monster_save,
};
pub use event::Event;
pub use fracas_adventure::Attitude;
pub use ground::{Lie, Thing};
pub use heroes::{hp_for_level, rolled_hero};
pub use state::{MAX, MAX_ZONES, Phase, State};
pub use trek::{Trek, reaction};

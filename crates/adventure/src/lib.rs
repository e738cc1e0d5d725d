//! Treks: the time between fights, and the fights in it.
//!
//! [`Explorer`] plays what all systems do in a [`Place`]: a party goes, searches, listens, opens doors, takes things, rests
//! and meets others. A system supplies its checks, costs, clock, sheets and deeds of its own through the traits of
//! [`explore`]. [`Adventure`] plays a trek and the fights that open in it as one game, so that everything that works on
//! a fight (tables, undo, odds, replays, simulation, screens) works on an adventure. Nothing here knows a rule of any
//! system.

mod adventure;
mod apply;
mod attitude;
mod battlefield;
pub mod checks;
mod choices;
mod clock;
mod course;
mod door;
mod event;
pub mod explore;
mod fights;
mod file;
mod foes;
mod gear;
mod instinct;
mod judge;
mod known;
mod legal;
mod lines;
mod load;
mod map;
mod naming;
mod odds;
mod onward;
mod party;
mod place;
mod report;
mod state;
mod supplies;
mod traps;
mod view;
mod wandering;
mod whereabouts;
mod words;

pub use adventure::{Adventure, Either, Fought, Trek};
pub use apply::{Step, There};
pub use attitude::{Attitude, Attitudes};
pub use battlefield::{Array, Battlefield, Distance, Footing, Role};
pub use choices::{Choice, Deed};
pub use clock::Clock;
pub use course::Course;
pub use door::Doors;
pub use event::{Attempt, Event, Test};
pub use explore::{
    Basis, Battles, Clauses, Decrees, DeedOf, Display, EventOf, Explore, Explorer, FightOf, Fray, Instincts,
    Limits, Lookup, Muster, Options, Routes, Setting, StateOf, Tales, Wording, Words,
};
pub use file::PartyFile;
pub use foes::{ByFoe, Wounds};
pub use gear::{Findings, Gear, Good, Pack, Treasure};
pub use legal::{Verdict, need, no};
pub use load::{Load, Opening, Parts, Roster};
pub use onward::{Onward, onward};
pub use party::{ByHero, Heroes, Party};
pub use place::{Cache, Encounter, Foe, Goal, Numbers, Place, Spot, Way};
pub use state::{Foes, Passing, State, Stray};
pub use supplies::{Supplies, Supply};
pub use traps::{Snares, Trap, TrapSet, Traps};
pub use wandering::Wandering;
pub use whereabouts::{Found, Whereabouts};
pub use words::trap_warning;

pub use fracas_kernel::Door;

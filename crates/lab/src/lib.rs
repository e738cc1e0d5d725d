//! Many fights at once, and a report of them.
//!
//! Fight *i* of a simulation draws its dice from stream *i* of the seed and the whims of its minds from another stream
//! *i*, so that any fight can be run again alone. Only whole numbers are added up while fights run, each in a place of
//! its own; what is worked out from them is worked out once, at the end. The report is therefore the same, bit for bit,
//! on any number of threads. The lab knows no system, no file and no terminal.

mod counts;
mod luck;
mod plan;
mod print;
mod report;
mod run;
mod shelves;
mod stats;
mod tally;
mod tricks;

pub use counts::Counts;
pub use luck::{Fortune, Sample, luck};
pub use plan::Plan;
pub use report::{
    CombatantReport, Ends, Fall, LuckReport, Report, SceneReport, Summary, Survivors, Third, report,
};
pub use run::{Told, retell, simulate};
pub use shelves::{Kept, Percent};
pub use stats::Rate;
pub use tally::{CombatantTally, End, SceneTally, Tally};
pub use tricks::{Trick, won_by};

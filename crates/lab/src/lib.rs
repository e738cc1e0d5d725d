//! Many fights at once, and a report of them.
//!
//! Fight *i* of a simulation draws its dice from stream *i* of the seed and the whims of its minds from another stream
//! *i*, so that any fight can be run again alone. Only whole numbers are added up while fights run, each in a place of
//! its own; what is worked out from them is worked out once, at the end. The report is therefore the same, bit for bit,
//! on any number of threads. The lab knows no system, no file and no terminal.

mod compare;
mod counts;
mod course;
mod day;
mod deeds;
mod exact;
mod html;
mod luck;
mod part;
mod plan;
mod print;
mod report;
mod review;
mod rows;
mod run;
mod shelves;
mod stats;
mod supplies;
mod tally;
mod tricks;

pub use compare::Comparison;
pub use counts::Counts;
pub use course::Course;
pub use day::{DayReport, DayTally, Leg, LegReport, LegTally, days};
pub use deeds::{DeedTally, Deeds, deeds};
pub use exact::{Exact, exact};
pub use html::{Curve, Page, ToldFight};
pub use luck::{Fortune, Sample, luck, luck_in};
pub use part::{Part, PartError, Run, Shard, merge};
pub use plan::Plan;
pub use report::{
    About, CombatantReport, DeedReport, Ends, Fall, FellTo, LuckReport, MindsReport, Report, SceneReport,
    Summary, Survivors, Third, report,
};
pub use review::{Better, Person, Review, ReviewStep, Scrutiny, Taken, TurningPoint, review};
pub use rows::{Cell, FightRow, Header, rows};
pub use run::{Told, ends, retell, simulate, simulate_some};
pub use shelves::{Kept, Percent};
pub use stats::Rate;
pub use supplies::{Left, Stock, Supply, supplies_text};
pub use tally::{CombatantTally, End, SceneTally, Tally};
pub use tricks::{Instead, Ruse, Trick, own_trick, too_good, usual_tricks, won_by};

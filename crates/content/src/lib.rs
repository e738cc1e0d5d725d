//! Reads content: TOML files become a tree that remembers where everything stood, and a [`Reader`] picks typed fields
//! out of it, collecting every problem with its place and with what would be right. The library of content built into
//! the program is here too. This crate knows no rule system: what the fields mean is the business of each system.
//!
//! ```
//! use fracas_content::{Names, Source, read};
//!
//! let source = Source::new("inn.toml", "name = 'The Inn'\n[[zone]]\nname = 'bar'\n[[zone]]\nname = 'loft'\nnear = ['bra']");
//! let problems = read(&source, |top| {
//!     let name = top.string("name");
//!     let mut zones = Names::new("zone");
//!     let mut tables = top.tables("zone");
//!     for zone in &mut tables {
//!         zone.name("name", &mut zones);
//!     }
//!     let near: Vec<Vec<usize>> = tables.iter_mut().map(|zone| zone.references("near", &zones)).collect();
//!     tables.iter().for_each(|zone| zone.finish());
//!     top.finish();
//!     (name, near)
//! })
//! .unwrap_err();
//! assert_eq!(
//!     problems.to_string(),
//!     "inn.toml:6:9: zone[1].near[0]: no zone is named \"bra\"
//!   | near = ['bra']
//!   |         ^^^^^
//!   help: did you mean \"bar\"? known: \"bar\", \"loft\"\n"
//! );
//! ```

mod belongings;
mod bundle;
mod cast;
mod document;
mod field;
mod include;
mod kin;
mod library;
mod names;
mod near;
mod own;
mod paths;
mod place;
mod plot;
mod problem;
mod reader;
mod shown;
mod source;
mod survey;
mod syntax;
#[cfg(test)]
mod tests;
mod written;
mod zones;

pub use bundle::{Bundle, Kind, MINDS, each_table, find, system_of};
pub use cast::Cast;
pub use document::{Document, read};
pub use field::{Field, Whole};
pub use include::includes;
pub use library::{Listed, adventures, library, puzzles, scenario, scenarios, systems};
pub use names::Names;
pub use near::{nearest, suggest};
pub use own::{Found, OwnLibrary, own_library, use_own_library};
pub use paths::{Blank, PathError, Spot};
pub use plot::{Hazards, Person, Plots, Stage};
pub use problem::{Check, Problem, Problems, with_warnings};
pub use reader::Reader;
pub use source::{MAX_BYTES, NotFound, Source};
pub use survey::{FileKind, Form, IMAGINED, Needed, Question, Survey};
pub use zones::{DOORS, Pairs, doors, field, fight_zone, zone, zone_links, zone_map, zones, zones_apart};

//! What authors of content need: what every field means ([`Reference`]), schemas with which editors complete and
//! check files while they are typed ([`schema`]), starting points for files of one's own ([`start`]), the edits of
//! files that are written by forms ([`edited`]), the next level of a hero ([`grown`]), and maps from other programs ([`squares`], [`redrawn`]). What fields there are is found
//! out from the loaders; what they mean stands in `fields/`. It knows no rule.

mod draft;
mod growth;
mod meaning;
mod page;
mod redraw;
mod reference;
mod schema;
mod start;
mod uvtt;

pub use draft::{Edit, EditError, Step, document, edited};
pub use growth::{Grown, grown};
pub use page::{default_of, example_of, page};
pub use redraw::redrawn;
pub use reference::{Field, Part, Reference, Table};
pub use schema::{FILES, Schema, schema, schemas, taplo};
pub use start::{Start, start};
pub use uvtt::{Squares, UvttError, squares};

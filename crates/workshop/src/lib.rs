//! What authors of content need: what every field means ([`Reference`]), schemas with which editors complete and
//! check files while they are typed ([`schema`]), starting points for files of one's own ([`start`]), and the edits of
//! files that are written by forms ([`edited`]). What fields
//! there are is found out from the loaders; what they mean stands in `fields/`. It knows no rule.

mod draft;
mod meaning;
mod page;
mod reference;
mod schema;
mod start;

pub use draft::{Edit, EditError, Step, document, edited};
pub use page::{default_of, example_of, page};
pub use reference::{Field, Part, Reference, Table};
pub use schema::{FILES, Schema, schema, schemas, taplo};
pub use start::{Start, start};

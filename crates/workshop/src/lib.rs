//! What authors of content need: what every field means ([`Reference`]), schemas with which editors complete and
//! check files while they are typed ([`schema`]), and starting points for files of one's own ([`start`]). What fields
//! there are is found out from the loaders; what they mean stands in `fields/`. It knows no rule.

mod meaning;
mod page;
mod reference;
mod schema;
mod start;

pub use page::page;
pub use reference::{Field, Part, Reference, Table};
pub use schema::{FILES, Schema, schema, schemas, taplo};
pub use start::{Start, start};

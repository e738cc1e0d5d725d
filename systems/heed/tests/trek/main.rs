//! Treks, clause by clause, with dice on the table.

mod clauses;
mod combat;
mod judge;
mod load;
mod minds;
mod party;
mod scene;

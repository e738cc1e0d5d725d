//! Treks, clause by clause, with dice on the table.

mod battlefields;
mod clauses;
mod combat;
mod generic;
mod judge;
mod lasting;
mod load;
mod meeting;
mod minds;
mod party;
mod scene;
mod traps;

//! The time between fights.

mod battlefields;
mod clauses;
mod generic;
mod lasting;
mod plots;
mod scene;

//! The time between fights.

mod battlefields;
mod clauses;
mod generic;
mod judged;
mod lasting;
mod load;
mod scene;
mod traps;

//! The time between fights.

mod clauses;
mod generic;
mod load;
mod scene;

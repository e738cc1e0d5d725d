//! The time between fights.

mod clauses;
mod generic;
mod scene;

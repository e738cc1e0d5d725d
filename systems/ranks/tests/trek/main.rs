//! The time between fights.

mod generic;

//! The time between fights: the clauses with dice on the table, the judge, files, and the kernel's checks.

mod files;
mod generic;
mod paths;
mod rests;
mod scene;

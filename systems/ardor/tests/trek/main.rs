//! The time between fights: the clauses with dice on the table, the judge, files, and the kernel's checks.

mod battlefields;
mod files;
mod generic;
mod lasting;
mod paths;
mod plots;
mod rests;
mod scene;

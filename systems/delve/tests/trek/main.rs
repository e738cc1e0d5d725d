//! The delve clauses between fights, one by one, with dice on the table.

mod battlefields;
mod generic;
mod hazards;
mod meetings;
mod party;
mod plots;
mod scene;
mod secrets;
mod time;
mod treasure;

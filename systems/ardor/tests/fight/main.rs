//! Fights, clause by clause and as a whole, in one program: to build one costs a good part of what it costs to run it.

mod clauses_actions;
mod clauses_health;
mod clauses_round;
mod doors;
mod features;
mod generic;
mod load;
mod odds;
mod plot;
mod rulings;
mod scene;
mod secrets;
mod shown;
mod tricks;

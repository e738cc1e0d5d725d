//! Fights, clause by clause and as a whole, in one program: to build one costs a good part of what it costs to run it.

mod authors;
mod clauses_actions;
mod clauses_movement;
mod clauses_screen;
mod clauses_small_print;
mod clauses_turns;
mod display;
mod generic;
mod idleness;
mod instinct;
mod odds;
mod plot;
mod scene;
mod secrets;
mod tricks;

//! Fights, clause by clause and as a whole, in one program: to build one costs a good part of what it costs to run it.

mod clauses_blows;
mod clauses_focus;
mod clauses_turns;
mod display;
mod doors;
mod generic;
mod load;
mod minds;
mod odds;
mod plot;
mod scene;
mod tricks;

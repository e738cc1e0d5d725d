//! Fights, clause by clause and as a whole, in one program: to build one costs a good part of what it costs to run it.

mod clauses;
mod clauses_moves;
mod doors;
mod generic;
mod judged;
mod load;
mod nature;
mod odds;
mod plot;
mod scene;
mod tricks;

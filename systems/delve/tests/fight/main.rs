//! Fights, clause by clause and as a whole, in one program: to build one costs a good part of what it costs to run it.

mod clauses;
mod generic;
mod ground;
mod load;
mod nature;
mod plot;
mod rulings;
mod scene;
mod tricks;

//! The template rules: the smallest complete system, to be copied. `README.md` beside this crate says where to look.

mod apply;
mod choices;
mod data;
mod event;
mod instinct;
mod judge;
mod legal;
mod lines;
mod load;
mod odds;
mod state;
mod value;
mod view;
mod words;

pub use data::Template;

//! The workshop: files of the owner's library, read and written by forms, checked and tried out while they are edited.
//! It is the owner's: files tell what lies ahead in adventures, and everybody at the server's tables meets what is
//! saved in them.

mod draft;
mod files;
mod forms;
pub mod messages;
mod rest;
mod things;
mod trial;

pub use rest::*;

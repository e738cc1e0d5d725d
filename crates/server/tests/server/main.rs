//! The server as its clients meet it: real sockets on this machine, real storage.

mod api;
mod changed;
mod common;
mod fights;
mod frames;
mod limits;
mod seats;
mod secrets;
mod storage;
mod stores;
mod threats;
mod treks;
mod turns;

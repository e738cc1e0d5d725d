//! The server as its clients meet it: real sockets on this machine, real storage.

mod api;
mod common;
mod fights;
mod frames;
mod journeys;
mod limits;
mod seats;
mod secrets;
mod storage;
mod threats;
mod turns;

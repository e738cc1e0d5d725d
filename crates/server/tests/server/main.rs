//! The server as its clients meet it: real sockets on this machine, real storage.

mod access;
mod api;
mod changed;
#[path = "../../../store/tests/suite/cluster.rs"]
mod cluster;
mod common;
mod fights;
mod frames;
mod limits;
mod minds;
mod pairs;
mod pictures;
mod proxy;
mod reviews;
mod seats;
mod secrets;
mod several;
mod storage;
mod stores;
mod threats;
mod treks;
mod turns;
mod veil;

//! The table over HTTP and WebSocket: seats with their own views, storage that loses nothing, the play page.
//!
//! It knows no rule and no system: it holds [`fracas_table::Game`]s and sends their views. [`run`] is the whole program;
//! [`Server`] is for those who hold one themselves.

mod access;
mod announce;
mod api;
mod asks;
mod beside;
mod changed;
mod config;
mod event;
mod export;
mod fight;
mod guard;
mod house;
mod keeping;
mod live;
mod maps;
pub mod messages;
mod metrics;
mod minds;
mod net;
mod odds;
mod opening;
mod pages;
mod pictures;
mod puzzles;
mod queue;
mod refusal;
mod rest;
mod scenarios;
mod seats;
mod server;
mod shelf;
mod socket;
mod state;
mod table;
mod talk;
mod tokens;
mod told;
mod typed;
mod workshop;

pub use api::{document, paths};
pub use config::{Config, Limits};
pub use export::{Export, ExportError};
pub use keeping::{Keeping, KeepingError, Links, TableSummary};
pub use net::{Tls, TlsError};
pub use pages::rules;
pub use server::{ServeError, Server, run, serve};
pub use workshop::messages as workshop_messages;

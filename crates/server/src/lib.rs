//! The table over HTTP and WebSocket: seats with their own views, storage that loses nothing, the play page.
//!
//! It knows no rule and no system: it holds [`fracas_table::Game`]s and sends their views.

pub mod messages;

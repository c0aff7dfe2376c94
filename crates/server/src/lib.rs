//! The app behind HTTP and WebSocket: rooms, their durable log, the engines' workers. It knows no game.

mod app;
mod begin;
mod http;
mod ids;
mod lobby;
mod logs;
mod room;
mod serve;
pub mod store;
mod think;
pub mod wire;

pub use http::{Asset, Assets};
pub use logs::write_logs;
pub use serve::{Config, Running, ServeError, run, start};

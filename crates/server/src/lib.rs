//! The app behind HTTP and WebSocket: rooms, their durable log, the engines' workers. It knows no game.

mod analysis;
mod app;
mod begin;
mod budget;
mod calendar;
mod config;
mod crowd;
mod deal;
mod http;
mod ids;
pub mod library;
mod listen;
mod lobby;
mod logs;
mod puzzles;
mod room;
mod serve;
pub mod store;
mod study;
mod think;
pub mod wire;

pub use config::Config;
pub use http::{Asset, Assets};
pub use ids::unhex;
pub use listen::allow_many_files;
pub use logs::write_logs;
pub use serve::{Running, ServeError, run, start};

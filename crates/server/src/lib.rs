//! Game server over HTTP and WebSocket: rooms, their durable event log, the engine worker pool. Independent of any
//! particular game.

mod analysis;
mod app;
mod budget;
mod calendar;
mod config;
mod connections;
mod deal;
mod engine_pool;
mod http;
mod ids;
mod jobs;
pub mod library;
mod listener;
mod lobby;
mod logs;
mod new_game;
mod puzzles;
mod room;
mod serve;
pub mod store;
pub mod wire;

pub use config::Config;
pub use http::{Asset, Assets};
pub use ids::unhex;
pub use listener::allow_many_files;
pub use logs::write_logs;
pub use serve::{Running, ServeError, run, start};

//! Game server over HTTP and WebSocket: rooms, their durable event log, the scheduler of engine work. Independent of any
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
mod limits;
mod listener;
mod lobby;
mod logs;
mod new_game;
mod puzzles;
mod room;
mod scheduler;
mod serve;
pub mod store;
pub mod wire;

pub use config::{Config, MastersImport};
pub use http::{Asset, Assets};
pub use ids::unhex;
pub use limits::ServerLimits;
pub use listener::allow_many_files;
pub use logs::write_logs;
pub use serve::{Running, ServeError, run, start};

//! Game server over HTTP and WebSocket: rooms, their durable event log, the scheduler of engine work. Independent of any
//! particular game.

mod allocator;
mod analysis;
mod app;
mod budget;
mod calendar;
mod cleanup;
mod config;
mod connections;
mod deadlines;
mod deal;
mod engine_pool;
mod fair_play;
mod game_clock;
mod heartbeat_file;
mod http;
mod ids;
mod jobs;
pub mod library;
mod limits;
mod listener;
mod lobby;
mod logs;
pub mod maintenance;
mod metrics;
mod new_game;
mod operator;
mod people;
mod player_name;
mod puzzles;
mod ratings;
mod room;
mod scheduler;
mod seeks;
mod serve;
pub mod store;
pub mod tournaments;
pub mod wire;

pub use cleanup::AbandonRule;
pub use config::{Config, MastersImport, Registration};
pub use http::{Asset, Assets};
pub use limits::ServerLimits;
pub use listener::allow_many_files;
pub use logs::write_logs;
pub use serve::{Running, ServeError, run, start};

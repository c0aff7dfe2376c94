//! UCI and UCCI: text to values and back, and the session an engine holds with a graphical interface.
//!
//! [`uci`] and [`ucci`] read and write lines and know nothing else; [`serve`] is the conversation, over any input
//! and output. Games are met through `table` alone.

mod bench;
mod board;
mod command;
mod gate;
mod lines;
mod mouth;
mod options;
mod ranks;
mod session;
mod think;
pub mod ucci;
pub mod uci;

pub use bench::{BENCH_DEPTH, BenchPosition, Benched, bench, bench_positions, bench_with};
pub use command::{Command, Go, Times, Tongue};
pub use options::{Declared, Kind, bound_visits, default_engine};
pub use session::{Host, serve};

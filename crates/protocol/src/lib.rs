//! UCI and UCCI: text to values and back, and the session an engine holds with a graphical interface.
//!
//! [`uci`] and [`ucci`] read and write lines and know nothing else; [`serve`] is the conversation, over any input
//! and output. Games are met through `table` alone.

mod bench;
mod board;
mod command;
mod jobs;
mod lines;
mod options;
mod output;
mod ranks;
mod search_handle;
mod session;
pub mod ucci;
pub mod uci;

pub use bench::{BENCH_DEPTH, BenchPosition, BenchResult, bench, bench_positions, bench_with};
pub use command::{Command, Go, Times, UciDialect};
pub use options::{OptionDecl, OptionKind, bound_visits, default_engine};
pub use session::{SessionConfig, serve};

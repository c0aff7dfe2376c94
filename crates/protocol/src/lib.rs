//! UCI and UCCI: parser, writer, and the session of an engine with a graphical interface.
//!
//! [`uci`] and [`ucci`] parse and write lines and do nothing else; [`serve`] runs a session over any input and
//! output. Games are accessed only through `table`.

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

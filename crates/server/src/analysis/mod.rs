//! Position analysis: streams engine reports while a client listens, bounded in threads and with lower priority than play.

mod run;
mod scheduler;
mod tree;

pub use scheduler::{AnalysisRequest, AnalysisScheduler};
pub use tree::{read, write};

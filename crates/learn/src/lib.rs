//! Training of NNUE networks on self-play games: data generation ([`datagen`]), new labels ([`rescore`]) and
//! training ([`train`]).
//!
//! [`trainer`] returns the type-erased interface of a game; everything below it is compiled for the types of the game.

pub mod datagen;
mod dataset;
mod record;
pub mod rescore;
pub mod teacher;
pub mod train;
mod trainer;
mod workers;

pub use datagen::{DatagenOptions, DatagenProgress};
pub use rescore::RescoreProgress;
pub use train::{DatasetStats, EpochLoss, TrainEvent, TrainOptions, TrainReport};
pub use trainer::{EvalChoice, LabelSource, TextLabel, Trainer, trainer};

/// Error of a file operation.
fn file_error(path: &std::path::Path, error: &std::io::Error) -> game::Message {
    game::Message::new("learn_file").text("file", path.display().to_string()).text("why", error.to_string())
}

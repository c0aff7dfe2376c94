//! Learning from our own games: playing them, reading them, fitting a network to them.
//!
//! [`lab`] gives the laboratory of a game: everything below is compiled for the game's own types.

mod chunk;
pub mod datagen;
mod lab;
mod record;
pub mod train;

pub use datagen::{Datagen, Progress};
pub use lab::{EvalChoice, Lab, lab};
pub use train::{Counted, Epoch, News, Train, Trained};

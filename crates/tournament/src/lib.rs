//! Tournaments: pairing, standings, teams, files in TRF, and explanations of every pairing. No I/O.
//!
//! A [`model::Tournament`] is a value. [`dutch::pair_round`] pairs a round of it.

pub mod dutch;
mod matching;
pub mod model;
pub mod points;
pub mod standings;
pub mod trf;
mod weight;

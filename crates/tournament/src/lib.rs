//! Tournaments: pairing, standings, teams, files in TRF, and explanations of every pairing. No I/O.
//!
//! A [`model::Tournament`] is a value. [`dutch::pair_round`] pairs a round of it, [`explain`] says why,
//! [`standings::standings`] ranks the players.

pub mod berger;
pub mod crosstable;
pub mod dutch;
pub mod explain;
pub mod generate;
pub mod knockout;
pub mod manual;
mod matching;
pub mod model;
pub mod points;
pub mod standings;
pub mod team;
pub mod trf;
mod weight;

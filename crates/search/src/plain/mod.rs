//! The textbook: algorithms one can count, watch and compare. Each does exactly what its name says.
//!
//! Any game's rules are enough for all of them ([`Blank`] opinion, [`Blind`] sense); a game that gives tactics
//! ([`Keen`]) and an evaluation makes them strong.

mod alphabeta;
mod blank;
mod determinized;
mod greedy;
mod mcts;
mod minimax;
mod random;
mod sense;
pub(crate) mod walk;

pub use alphabeta::{AlphaBeta, AlphaBetaOptions};
pub use blank::Blank;
pub use determinized::{Determinized, imagined};
pub use greedy::Greedy;
pub use mcts::{Mcts, MctsMode, MctsOptions};
pub use minimax::Minimax;
pub use random::Random;
pub use sense::{Blind, Keen, Sense};

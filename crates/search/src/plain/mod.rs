//! Textbook algorithms to count, watch and compare: random, greedy, minimax, alpha-beta, Monte Carlo tree search and
//! determinization. Each does exactly what its name says.
//!
//! A game's rules are enough for all of them ([`ZeroEval`], [`WithoutTactics`]); tactics ([`WithTactics`]) and an
//! evaluation make them strong.

mod alphabeta;
pub(crate) mod context;
mod determinized;
mod greedy;
mod mcts;
mod minimax;
mod observed;
mod observer;
mod random;
mod recorder;
mod tactical_info;
mod zero_eval;

pub use alphabeta::{AlphaBeta, AlphaBetaOptions};
pub use determinized::{Determinized, determinized_line};
pub use greedy::Greedy;
pub use mcts::{Mcts, MctsMode, MctsOptions};
pub use minimax::Minimax;
pub use observer::{Pass, Resolution, SearchObserver, Visit};
pub use random::RandomMover;
pub use recorder::{
    Growth, GrowthEdge, IterationTally, NO_NODE, NodeKind, NodeRow, Recorder, Recording, Tally,
    effective_branching,
};
pub use tactical_info::{TacticalInfo, WithTactics, WithoutTactics};
pub use zero_eval::ZeroEval;

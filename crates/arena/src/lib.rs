//! Matches between engines of the house and engines of others: played, judged by our own rules, counted and weighed.
//!
//! A [`EngineMatch`] is a list of [`PlayerSpec`]s and a schedule of pairs of games, each pair one opening with colors
//! swapped. What comes of it is a [`Report`] for each pairing: wins, draws, losses, faults, [`elo`] and [`sprt`].

mod bout;
mod built_in;
mod duel;
pub mod elo;
mod engine;
mod opening;
mod player;
mod query;
mod report;
mod schedule;
mod seer;
mod spec;
pub mod sprt;
mod state;
mod tempo;
pub mod tune;

pub use bout::{Bout, Cause, Finished, Judging};
pub use duel::{EngineMatch, Progress};
pub use opening::{Opening, Openings};
pub use player::{Choice, Fault, Player, Start, Turn, greet};
pub use report::{Faults, Report, Tally};
pub use schedule::{Pairing, Schedule, round_robin};
pub use seer::Omniscient;
pub use spec::{ExternalSpec, PlayerKind, PlayerSpec, Protocol};
pub use state::State;
pub use tempo::Tempo;

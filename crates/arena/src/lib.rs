//! Matches between built-in and external engines, with Elo estimates and SPRT; Texel tuning of evaluation weights, and
//! SPSA tuning of search parameters.
//!
//! An [`EngineMatch`] is a list of [`PlayerSpec`]s and a schedule of pairs of games, each pair one opening with colors
//! swapped. Its result is a [`PairingReport`] for each pairing: wins, draws, losses, faults, [`elo`] and [`sprt`].

mod built_in;
pub mod elo;
mod engine;
mod engine_game;
mod engine_match;
mod omniscient;
mod opening;
mod player;
mod query;
mod report;
mod schedule;
mod scorer;
mod spec;
pub mod sprt;
pub mod spsa;
mod state;
mod time_control;
pub mod tune;

pub use engine_game::{Adjudication, Cause, EngineGame, FinishedGame};
pub use engine_match::{EngineMatch, MatchProgress};
pub use omniscient::Omniscient;
pub use opening::{Opening, Openings};
pub use player::{Choice, Fault, GameStart, MoveRequest, Player, check_player, start_player};
pub use report::{Faults, GameResult, PairingReport};
pub use schedule::{Pairing, Schedule, round_robin};
pub use scorer::Scorer;
pub use spec::{ExternalSpec, PlayerKind, PlayerSpec, Protocol};
pub use state::MatchState;
pub use time_control::TimeControl;

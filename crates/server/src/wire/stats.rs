//! Wire types of the statistics: results against every opponent.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::{SeatView, Side, TS};

/// Results of the caller: `GET /api/stats`.
#[derive(Clone, Debug, Serialize, Deserialize, TS, ToSchema)]
pub struct Stats {
    /// One row per game and pair of opponents; the last played first.
    pub rows: Vec<StatRow>,
    /// Finished games of people that do not count: loaded, set up, or with a reveal taken back.
    pub uncounted: u32,
}

/// Results of one pairing in one game.
#[derive(Clone, Debug, Serialize, Deserialize, TS, ToSchema)]
pub struct StatRow {
    /// The game.
    pub game: String,
    /// Player from whose side the results are counted: the caller, one of two machines, or the first side on one device.
    pub one: SeatView,
    /// The opponent.
    pub other: SeatView,
    /// Games won by `one`.
    pub wins: u32,
    /// Games drawn.
    pub draws: u32,
    /// Games lost by `one`.
    pub losses: u32,
    /// Those without hints, takebacks, handicap, given turns or set-ups.
    pub unaided: StatTally,
    /// Mean thinking time of `one` per move.
    pub one_ms: Option<u64>,
    /// Mean thinking time of `other` per move.
    pub other_ms: Option<u64>,
    /// Results, oldest first; at most 200.
    pub results: Vec<StatResult>,
}

/// Result counts from the side of `one`.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize, TS, ToSchema)]
pub struct StatTally {
    /// Won.
    pub wins: u32,
    /// Drawn.
    pub draws: u32,
    /// Lost.
    pub losses: u32,
}

/// Finished game.
#[derive(Clone, Debug, Serialize, Deserialize, TS, ToSchema)]
pub struct StatResult {
    /// End time.
    pub at: i64,
    /// The room.
    pub room: String,
    /// Side of `one`.
    pub side: Side,
    /// Result for `one`.
    pub result: StatResultKind,
    /// Code of the reason.
    pub reason: String,
    /// Codes of aids, as in a room's view.
    pub aids: Vec<String>,
}

/// Result of a game.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, TS, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum StatResultKind {
    /// Won.
    Win,
    /// Drawn.
    Draw,
    /// Lost.
    Loss,
}

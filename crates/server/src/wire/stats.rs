//! Results against every opponent.

use serde::{Deserialize, Serialize};
use ts_rs::TS;
use utoipa::ToSchema;

use super::{SeatView, Side};

/// Everything played in this browser: `GET /api/stats`.
#[derive(Clone, Debug, Serialize, Deserialize, TS, ToSchema)]
pub struct Stats {
    /// One row for each game and pair of opponents; the last played first.
    pub rows: Vec<StatRow>,
}

/// The results of one pairing at one game.
#[derive(Clone, Debug, Serialize, Deserialize, TS, ToSchema)]
pub struct StatRow {
    /// The game.
    pub game: String,
    /// From whose view: you; at machine matches one of them; on one device the first side.
    pub one: SeatView,
    /// The opponent.
    pub other: SeatView,
    /// Games won by `one`.
    pub wins: u32,
    /// Games drawn.
    pub draws: u32,
    /// Games lost by `one`.
    pub losses: u32,
    /// The mean time `one` thought about a move.
    pub one_ms: Option<u64>,
    /// The mean time `other` thought about a move.
    pub other_ms: Option<u64>,
    /// The results in order, oldest first; the last 200.
    pub results: Vec<StatResult>,
}

/// One finished game.
#[derive(Clone, Debug, Serialize, Deserialize, TS, ToSchema)]
pub struct StatResult {
    /// When it ended.
    pub at: i64,
    /// The room.
    pub room: String,
    /// What `one` played.
    pub side: Side,
    /// How it went for `one`.
    pub result: StatResultKind,
    /// The code of the reason it ended for.
    pub reason: String,
}

/// How a game went.
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

//! Wire types of engine output: search info, scores, evaluations, hints; scores are always from the first side's view.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::Side;
use super::TS;

/// Score from the first side's view.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize, TS, ToSchema)]
pub struct Score {
    /// Centipawns, unless a mate was found.
    pub cp: Option<i32>,
    /// Moves to mate: positive if the first side mates.
    pub mate: Option<i32>,
    /// Expected score of the first side, 0 to 1: the height of the evaluation bar.
    pub chance: f32,
}

/// Search info, streamed while an engine searches.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, TS, ToSchema)]
pub struct SearchInfo {
    /// Purpose of the search.
    pub purpose: Purpose,
    /// Side to move.
    pub side: Side,
    /// Number of plies played.
    pub ply: u32,
    /// Depth in plies.
    pub depth: u32,
    /// Selective depth in plies.
    pub seldepth: u32,
    /// Nodes searched.
    pub nodes: u64,
    /// Nodes per second.
    pub nps: u64,
    /// Time in milliseconds.
    pub ms: u64,
    /// Score; `null` for an engine that does not evaluate.
    pub score: Option<Score>,
    /// Principal variation by notation.
    pub line: BTreeMap<String, Vec<String>>,
    /// Most visited moves of a Monte-Carlo search, best first.
    pub visits: Vec<Visit>,
}

/// Purpose of a search.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, TS, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum Purpose {
    /// The machine's own move.
    Move,
    /// A hint.
    Hint,
    /// An evaluation.
    Evaluation,
}

/// Visit statistics of a move in a Monte-Carlo search.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, TS, ToSchema)]
pub struct Visit {
    /// The move.
    pub mv: String,
    /// Number of visits.
    pub count: u64,
    /// Mean value for the side to move, 0 to 1.
    pub value: f32,
    /// Prior probability, 0 to 1.
    pub prior: f32,
}

/// Evaluation of the position after a ply.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, TS, ToSchema)]
pub struct Evaluation {
    /// Score.
    pub score: Score,
    /// Search depth in plies.
    pub depth: u32,
    /// Best move.
    pub best: Option<String>,
    /// Standard deviation of the best move's score over the pieces it may reveal, in centipawns; `null` if it reveals
    /// nothing.
    pub spread: Option<i32>,
}

/// Hint.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, TS, ToSchema)]
pub struct Hint {
    /// Number of plies played.
    pub ply: u32,
    /// The move.
    pub mv: String,
    /// From and to.
    pub squares: Option<[u16; 2]>,
    /// Line that starts with it, by notation.
    pub line: BTreeMap<String, Vec<String>>,
    /// Score of the line.
    pub score: Score,
}

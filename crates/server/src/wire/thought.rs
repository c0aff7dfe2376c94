//! What machines think, as pages show it: always from the first side's view.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use ts_rs::TS;
use utoipa::ToSchema;

use super::Side;

/// What a position is worth, from the first side's view.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize, TS, ToSchema)]
pub struct Worth {
    /// Hundredths of a soldier or pawn, unless a forced end is seen.
    pub cp: Option<i32>,
    /// Moves to a mate: positive when the first side mates.
    pub mate: Option<i32>,
    /// The first side's expected share of the point, 0 to 1: the height of the bar.
    pub chance: f32,
}

/// A machine at work: streamed while it thinks.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, TS, ToSchema)]
pub struct Thought {
    /// Why it thinks.
    pub purpose: Purpose,
    /// Whose move it thinks about.
    pub side: Side,
    /// After how many plies.
    pub ply: u32,
    /// Plies it looked ahead.
    pub depth: u32,
    /// The deepest line it followed.
    pub deepest: u32,
    /// Positions visited.
    pub nodes: u64,
    /// Positions a second.
    pub nps: u64,
    /// Time spent.
    pub ms: u64,
    /// What it expects; `null` for one that does not judge.
    pub worth: Option<Worth>,
    /// The best line by notation.
    pub line: BTreeMap<String, Vec<String>>,
    /// For a search by visits: the moves it tried most, best first.
    pub visits: Vec<Visit>,
}

/// Why a machine thinks.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, TS, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum Purpose {
    /// About its own move.
    Move,
    /// About a hint.
    Hint,
    /// To weigh the position.
    Evaluation,
}

/// A move's share in a search by visits.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, TS, ToSchema)]
pub struct Visit {
    /// The move.
    pub mv: String,
    /// How often it was tried.
    pub count: u64,
    /// Its mean value for the side to move, 0 to 1.
    pub value: f32,
    /// How likely it seemed at first, 0 to 1.
    pub prior: f32,
}

/// The weight of the position after a ply.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, TS, ToSchema)]
pub struct Evaluation {
    /// What it is worth.
    pub worth: Worth,
    /// Plies looked ahead.
    pub depth: u32,
    /// The move that seemed best there.
    pub best: Option<String>,
    /// Where that move turns a man up: how far its worth may turn out from what is expected, in hundredths (the
    /// deviation over what may turn up).
    pub spread: Option<i32>,
}

/// A piece of advice.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, TS, ToSchema)]
pub struct Hint {
    /// After how many plies.
    pub ply: u32,
    /// The move.
    pub mv: String,
    /// From and to.
    pub squares: Option<[u16; 2]>,
    /// The line it begins, by notation.
    pub line: BTreeMap<String, Vec<String>>,
    /// What it leads to.
    pub worth: Worth,
}

//! Wire types of the Lab: searches of up to four algorithms, recorded.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::{MessageOut, Side, SolveState, Start, TS};

/// Experiment to start: `POST /api/labs`; to estimate: `POST /api/labs/estimate`.
#[derive(Clone, Debug, Serialize, Deserialize, TS, ToSchema)]
#[ts(optional_fields)]
pub struct LabIn {
    /// The game.
    pub game: String,
    /// Start position, in any dialect. Default: the start of the game.
    #[serde(default)]
    pub position: Option<String>,
    /// Moves that lead to the position, in coordinates.
    #[serde(default)]
    #[ts(as = "Option<Vec<String>>")]
    pub moves: Vec<String>,
    /// Rule options.
    #[serde(default)]
    #[ts(as = "Option<BTreeMap<String, String>>")]
    pub options: BTreeMap<String, String>,
    /// Algorithms with their options: `alphabeta:depth=4,table=off`. Up to four, or eight without trees.
    pub engines: Vec<String>,
    /// True to count only, without keeping the trees. Default: false.
    #[serde(default)]
    pub count_only: Option<bool>,
}

/// Estimates of an experiment.
#[derive(Clone, Debug, Serialize, Deserialize, TS, ToSchema)]
pub struct LabEstimate {
    /// Estimated number of positions of each algorithm; `null` where it does not depend on the tree.
    pub nodes: Vec<Option<u64>>,
    /// Largest estimate that is accepted.
    pub most: u64,
    /// Number of nodes of a tree that are kept.
    pub kept: u32,
    /// Legal moves of the position.
    pub legal: u32,
}

/// Experiment: `GET /api/labs/{id}`, and each event of `GET /api/labs/{id}/events`.
#[derive(Clone, Debug, Serialize, Deserialize, TS, ToSchema)]
pub struct LabView {
    /// Identifier.
    pub id: String,
    /// The game.
    pub game: String,
    /// Position that is searched.
    pub start: Start,
    /// Side to move.
    pub turn: Side,
    /// State.
    pub state: SolveState,
    /// The algorithms, in the order of the request.
    pub runs: Vec<LabRunView>,
    /// Error, if it failed.
    pub failure: Option<MessageOut>,
}

/// Search of one algorithm.
#[derive(Clone, Debug, Serialize, Deserialize, TS, ToSchema)]
pub struct LabRunView {
    /// Algorithm with its options.
    pub engine: String,
    /// Estimated number of positions.
    pub estimate: Option<u64>,
    /// State.
    pub state: SolveState,
    /// Positions searched so far.
    pub nodes: u64,
    /// Result, after the end.
    pub result: Option<LabResult>,
    /// Error, if it failed.
    pub failure: Option<MessageOut>,
}

/// Result of a search. Scores are centipawns from the view of the side to move; 31,000 less the plies for a mate.
#[derive(Clone, Debug, Serialize, Deserialize, TS, ToSchema)]
pub struct LabResult {
    /// Principal variation in coordinates, the chosen move first.
    pub line: Vec<String>,
    /// Score.
    pub score: Option<i32>,
    /// Depth in plies.
    pub depth: u32,
    /// Positions searched.
    pub nodes: u64,
    /// Cutoffs.
    pub cutoffs: u64,
    /// Positions answered from the transposition table.
    pub table_hits: u64,
    /// Time in milliseconds.
    pub ms: f64,
    /// Effective branching factor; `null` for an algorithm that is not a search to a depth.
    pub branching: Option<f64>,
    /// True if the search ended before its depth: by its limits, or stopped.
    pub stopped: bool,
    /// Counts by iteration.
    pub iterations: Vec<LabIteration>,
    /// Nodes of the tree that were kept; 0 without a tree.
    pub rows: u32,
    /// Simulations, for Monte Carlo tree search.
    pub simulations: u32,
    /// Deepest level of the tree that was kept, if deeper ones were only counted.
    pub kept_levels: Option<u8>,
}

/// Iteration of a search: one, or one for each depth with iterative deepening.
#[derive(Clone, Debug, Serialize, Deserialize, TS, ToSchema)]
pub struct LabIteration {
    /// Depth in plies.
    pub depth: u32,
    /// Score; `null` if it was not finished.
    pub score: Option<i32>,
    /// Chosen move in coordinates.
    pub best: Option<String>,
    /// Time until its end in milliseconds.
    pub ms: Option<f64>,
    /// Counts by ply, the root first.
    pub plies: Vec<LabTally>,
}

/// Counts of the nodes at one ply.
#[derive(Clone, Copy, Debug, Serialize, Deserialize, TS, ToSchema)]
pub struct LabTally {
    /// Positions.
    pub nodes: u64,
    /// Second searches of positions already counted.
    pub researches: u64,
    /// Static evaluations.
    pub evaluated: u64,
    /// Ends of games.
    pub ended: u64,
    /// Table hits.
    pub table_hits: u64,
    /// Nodes of which all moves were searched.
    pub all: u64,
    /// Cutoffs.
    pub cutoffs: u64,
    /// Cutoffs by the first move.
    pub first_cutoffs: u64,
    /// Moves to search.
    pub moves: u64,
    /// Moves searched.
    pub searched: u64,
}

impl From<&table::Tally> for LabTally {
    fn from(tally: &table::Tally) -> LabTally {
        LabTally {
            nodes: tally.nodes,
            researches: tally.researches,
            evaluated: tally.evaluated,
            ended: tally.ended,
            table_hits: tally.table_hits,
            all: tally.all,
            cutoffs: tally.cutoffs,
            first_cutoffs: tally.first_cutoffs,
            moves: tally.moves,
            searched: tally.searched,
        }
    }
}

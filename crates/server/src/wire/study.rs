//! Wire types of lines, solver searches, proof trees and defense play.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use super::{MatchOutcome, MessageOut, Ply, Score, Side, Start, TS};

/// Line of moves to look up: `POST /api/lines`.
#[derive(Clone, Debug, Serialize, Deserialize, TS, ToSchema)]
#[ts(optional_fields)]
pub struct LineIn {
    /// The game.
    pub game: String,
    /// Start position in any dialect. Default: the start of the game.
    #[serde(default)]
    pub position: Option<String>,
    /// Moves in coordinates.
    #[serde(default)]
    #[ts(as = "Option<Vec<String>>")]
    pub moves: Vec<String>,
    /// Rule options, name to value.
    #[serde(default)]
    #[ts(as = "Option<BTreeMap<String, String>>")]
    pub options: BTreeMap<String, String>,
}

/// Line of moves as a board shows it.
#[derive(Clone, Debug, Serialize, Deserialize, TS, ToSchema)]
pub struct LineView {
    /// The game.
    pub game: String,
    /// Start of the line.
    pub start: Start,
    /// The moves.
    pub plies: Vec<Ply>,
    /// Side to move.
    pub turn: Side,
    /// The square of a general or king in check.
    pub check: Option<u16>,
    /// Squares of the line that won the game.
    pub line: Vec<u16>,
    /// Legal moves in coordinates; empty after the end.
    pub legal: Vec<String>,
    /// Outcome, if the game is over.
    pub outcome: Option<MatchOutcome>,
}

/// Search for a win: `POST /api/solves`.
#[derive(Clone, Debug, Serialize, Deserialize, TS, ToSchema)]
#[ts(optional_fields)]
pub struct SolveIn {
    /// The game.
    pub game: String,
    /// The position, in any dialect.
    pub position: String,
    /// Side that is to win. Default: the side to move.
    #[serde(default)]
    pub winner: Option<Side>,
    /// Maximum number of its moves: 1 to 200. Default: any number.
    #[serde(default)]
    pub moves: Option<u32>,
    /// Time limit in seconds: 1 to 600. Default: 30.
    #[serde(default)]
    pub seconds: Option<u32>,
}

/// State of a background job.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, TS, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum SolveState {
    /// Queued.
    Waiting,
    /// Running.
    Running,
    /// Finished.
    Done,
}

/// Search for a win: `GET /api/solves/{id}`, and each event of `GET /api/solves/{id}/events`.
#[derive(Clone, Debug, Serialize, Deserialize, TS, ToSchema)]
pub struct SolveView {
    /// Identifier.
    pub id: String,
    /// The game.
    pub game: String,
    /// The position.
    pub start: Start,
    /// Side that is to win.
    pub winner: Side,
    /// Maximum number of its moves.
    pub within: Option<u32>,
    /// Time limit in seconds.
    pub seconds: u32,
    /// State.
    pub state: SolveState,
    /// Progress, while it is running.
    pub progress: Option<SolveProgress>,
    /// Answer, after the end.
    pub answer: Option<SolveAnswer>,
    /// Error, if it failed.
    pub failure: Option<MessageOut>,
}

/// Progress of a search for a win.
#[derive(Clone, Copy, Debug, Serialize, Deserialize, TS, ToSchema)]
pub struct SolveProgress {
    /// Wins in this number of moves or fewer are refuted.
    pub refuted: u32,
    /// A win in this number of moves is proven.
    pub won: Option<u32>,
    /// Current depth in moves.
    pub depth: u32,
    /// Current width: 0 is checks only, 5 every move.
    pub width: u32,
    /// Proof number of the root.
    pub proof: Option<u32>,
    /// Disproof number of the root.
    pub disproof: Option<u32>,
    /// Nodes searched.
    pub nodes: u64,
    /// Time in milliseconds.
    pub ms: u64,
}

/// Result of a search for a win.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, TS, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum SolveResult {
    /// Proven forced win.
    Win,
    /// Proven that there is no forced win, within the requested number of moves or any.
    NoWin,
    /// Undecided.
    Unknown,
}

/// Answer of a search for a win.
#[derive(Clone, Debug, Serialize, Deserialize, TS, ToSchema)]
pub struct SolveAnswer {
    /// Result.
    pub result: SolveResult,
    /// Win: upper bound in moves. No win: within this number of moves, or any.
    pub moves: Option<u32>,
    /// Lower bound in moves, for a win or while undecided.
    pub at_least: Option<u32>,
    /// Answer as a sentence.
    pub message: MessageOut,
    /// First moves that win in the minimum number of moves.
    pub keys: Vec<Ply>,
    /// True if `keys` is complete.
    pub all_keys: bool,
    /// Line of longest resistance.
    pub line: Vec<Ply>,
    /// True if every line was replayed by the rules.
    pub verified: bool,
    /// True if a win depends on the rule against perpetual check.
    pub by_rule: bool,
    /// True if there is a proof tree: `GET /api/solves/{id}/tree`.
    pub tree: bool,
    /// Nodes searched.
    pub nodes: u64,
    /// Time in milliseconds.
    pub ms: u64,
    /// Estimate of the engine, if undecided. Not a proof.
    pub estimate: Option<Estimate>,
}

/// Estimate of an engine.
#[derive(Clone, Debug, Serialize, Deserialize, TS, ToSchema)]
pub struct Estimate {
    /// Score.
    pub score: Score,
    /// Expected line.
    pub line: Vec<Ply>,
}

/// Path in a proof tree: `GET /api/solves/{id}/tree`.
#[derive(Clone, Default, Debug, Serialize, Deserialize, TS, IntoParams)]
#[serde(default)]
#[into_params(parameter_in = Query)]
#[ts(optional_fields)]
pub struct TreeQuery {
    /// Moves from the position, in coordinates, separated by commas. Default: none.
    pub path: Option<String>,
}

/// Node of a proof tree.
#[derive(Clone, Debug, Serialize, Deserialize, TS, ToSchema)]
pub struct ProofNodeView {
    /// Moves that lead to it.
    pub path: Vec<Ply>,
    /// Side to move.
    pub turn: Side,
    /// Remaining moves of the winner at most.
    pub moves: u32,
    /// The winner's move, or every defense, the longest resistance first.
    pub branches: Vec<ProofBranch>,
    /// Outcome, if the game is over.
    pub outcome: Option<MatchOutcome>,
}

/// Branch of a proof tree.
#[derive(Clone, Debug, Serialize, Deserialize, TS, ToSchema)]
pub struct ProofBranch {
    /// The move.
    pub ply: Ply,
    /// Remaining moves of the winner after it.
    pub moves: u32,
    /// Answer to a defense; after the winner's move the longest resistance.
    pub answer: Option<Ply>,
}

/// Win to play out against the machine's longest resistance: `POST /api/defences`.
#[derive(Clone, Debug, Serialize, Deserialize, TS, ToSchema)]
#[ts(optional_fields)]
pub struct DefenseIn {
    /// The game.
    pub game: String,
    /// Start position.
    pub position: String,
    /// Moves so far, in coordinates; the machine is to move.
    pub moves: Vec<String>,
    /// Search whose proof may still apply.
    #[serde(default)]
    pub solve: Option<String>,
}

/// Status of the player's goal.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, TS, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum GoalStatus {
    /// Reached.
    Reached,
    /// Proven to be reachable.
    Holds,
    /// Undecided within the time limit.
    Open,
    /// Lost.
    Lost,
}

/// Reply of the machine.
#[derive(Clone, Debug, Serialize, Deserialize, TS, ToSchema)]
pub struct DefenseView {
    /// Status of the goal.
    pub status: GoalStatus,
    /// Remaining moves of the player at most, if proven.
    pub moves: Option<u32>,
    /// The line with the reply.
    pub line: LineView,
}

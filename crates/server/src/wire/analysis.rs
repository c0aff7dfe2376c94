//! Wire types of the analysis board: live analysis, lines with their opening, files as variation trees.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use super::{LineView, MessageOut, OpeningOut, Ply, Score, Start, TS};

/// Limits for analyses: `GET /api/analysis/means`.
#[derive(Clone, Copy, Debug, Serialize, Deserialize, TS, ToSchema)]
pub struct AnalysisLimits {
    /// Maximum number of threads.
    pub threads: u32,
    /// Maximum number of lines.
    pub lines: u32,
    /// Maximum time per position in seconds.
    pub seconds: u32,
    /// Transposition table size in megabytes.
    pub hash: u32,
}

/// Position to analyze while the client listens: `GET /api/analysis`.
#[derive(Clone, Default, Debug, Serialize, Deserialize, TS, IntoParams)]
#[serde(default)]
#[into_params(parameter_in = Query)]
#[ts(optional_fields)]
pub struct AnalysisQuery {
    /// The game.
    pub game: String,
    /// Start position of the line. Default: the start of the game.
    pub position: Option<String>,
    /// Moves that lead to the position, in coordinates, separated by commas.
    pub moves: Option<String>,
    /// Rule options as `name:value`, separated by commas.
    pub options: Option<String>,
    /// Number of best lines, 1 to 5. Default: 1.
    pub lines: Option<u32>,
    /// Number of threads, limited by the server. Default: 1.
    pub threads: Option<u32>,
    /// Maximum depth in plies.
    pub depth: Option<u32>,
    /// Maximum time in seconds. Default: 30.
    pub seconds: Option<u32>,
    /// True to analyze the threat: the opponent moves instead.
    pub threat: Option<bool>,
}

/// State of an analysis.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, TS, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum AnalysisState {
    /// Queued.
    Waiting,
    /// Running.
    Running,
    /// The requested depth or time was reached.
    Done,
    /// Preempted by other analyses; it may be requested again.
    Resting,
    /// Replaced by another analysis of the same player.
    Elsewhere,
}

/// Report of an analysis: each event of `GET /api/analysis`, the last one with a final state.
#[derive(Clone, Debug, Serialize, Deserialize, TS, ToSchema)]
pub struct AnalysisView {
    /// State.
    pub state: AnalysisState,
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
    /// Transposition table usage in permille.
    pub full: u32,
    /// Number of threads.
    pub threads: u32,
    /// Best lines, best first.
    pub lines: Vec<AnalysisLine>,
    /// Error, if the analysis failed.
    pub failure: Option<MessageOut>,
}

/// Line of an analysis.
#[derive(Clone, Debug, Serialize, Deserialize, TS, ToSchema)]
pub struct AnalysisLine {
    /// Score from the first side's view.
    pub score: Score,
    /// True if the score is exact; otherwise it is a bound.
    pub exact: bool,
    /// The moves in coordinates.
    pub moves: Vec<String>,
    /// The moves by notation.
    pub text: BTreeMap<String, Vec<String>>,
}

/// Line of moves to look up: `GET /api/lines`.
#[derive(Clone, Default, Debug, Serialize, Deserialize, TS, IntoParams)]
#[serde(default)]
#[into_params(parameter_in = Query)]
#[ts(optional_fields)]
pub struct LineQuery {
    /// The game.
    pub game: String,
    /// Start position. Default: the start of the game.
    pub position: Option<String>,
    /// Moves in coordinates, separated by commas.
    pub moves: Option<String>,
    /// Rule options as `name:value`, separated by commas.
    pub options: Option<String>,
    /// Number of plies to leave out of the response. Default: 0.
    pub from: Option<u32>,
}

/// Line of moves with its opening.
#[derive(Clone, Debug, Serialize, Deserialize, TS, ToSchema)]
pub struct LineFollowed {
    /// The line, with the plies from `from` on.
    pub line: LineView,
    /// Last named opening on the line.
    pub opening: Option<OpeningOut>,
    /// True if the side to move could pass, so that a threat can be analyzed.
    pub may_pass: bool,
}

/// File to read as a variation tree: `POST /api/analysis/read`, the file as the body, up to 512 KiB.
#[derive(Clone, Default, Debug, Serialize, Deserialize, TS, IntoParams)]
#[serde(default)]
#[into_params(parameter_in = Query)]
#[ts(optional_fields)]
pub struct TreeFileQuery {
    /// Index of the game in the file. Default: 0.
    pub index: Option<u32>,
    /// The game. Default: as the file says, else the one that reads it furthest.
    pub game: Option<String>,
    /// The notation. Default: detected.
    pub notation: Option<String>,
}

/// Format of a tree to write: `POST /api/analysis/write`, its PGN in coordinates as the body.
#[derive(Clone, Default, Debug, Serialize, Deserialize, TS, IntoParams)]
#[serde(default)]
#[into_params(parameter_in = Query)]
#[ts(optional_fields)]
pub struct TreeWriteQuery {
    /// The game.
    pub game: String,
    /// `pgn`, `txt`, `dhtmlxq`, `xqf` or `psq`. Default: `pgn`.
    pub format: Option<String>,
    /// The notation of moves. Default: the one that other programs read.
    pub notation: Option<String>,
}

/// File that was read.
#[derive(Clone, Debug, Serialize, Deserialize, TS, ToSchema)]
pub struct TreeFile {
    /// Its games.
    pub games: Vec<TreeFileGame>,
    /// Index of the game that `tree` shows.
    pub at: u32,
    /// The tree.
    pub tree: TreeView,
    /// Faults of the file.
    pub faults: Vec<MessageOut>,
}

/// A game of a file.
#[derive(Clone, Debug, Serialize, Deserialize, TS, ToSchema)]
pub struct TreeFileGame {
    /// The game.
    pub game: String,
    /// Red or White; empty if unknown.
    pub first: String,
    /// Black.
    pub second: String,
    /// The event.
    pub event: String,
    /// The date.
    pub date: String,
    /// `1-0`, `0-1`, `1/2-1/2` or `*`.
    pub result: String,
    /// Moves in all variations.
    pub moves: u32,
}

/// Game with its variations.
#[derive(Clone, Debug, Serialize, Deserialize, TS, ToSchema)]
pub struct TreeView {
    /// The game.
    pub game: String,
    /// The header.
    pub tags: Vec<[String; 2]>,
    /// `1-0`, `0-1`, `1/2-1/2` or `*`.
    pub result: String,
    /// True if it starts from another position than the game's own.
    pub set_up: bool,
    /// Start of the game.
    pub start: Start,
    /// Comment before the first move.
    pub comment: String,
    /// Arrows and circles of the start position: `cal Gh2e2`, `csl Re2`.
    pub marks: Vec<String>,
    /// Moves in depth-first order; the main line before its variations.
    pub nodes: Vec<TreeNode>,
    /// True if there are more moves than the limit.
    pub more: bool,
}

/// Move of a variation tree.
#[derive(Clone, Debug, Serialize, Deserialize, TS, ToSchema)]
pub struct TreeNode {
    /// Index of the previous move.
    pub after: Option<u32>,
    /// The move and the position after it.
    pub ply: Ply,
    /// Comment.
    pub comment: String,
    /// Glyphs: 1 is `!`, 2 is `?`.
    pub glyphs: Vec<u8>,
    /// Arrows, circles and other PGN commands, name first.
    pub marks: Vec<String>,
}

//! Wire types of the puzzle collections: lists, progress, attempts.

use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use super::{GoalStatus, LineView, Ply, Side, TS};

/// All collections: `GET /api/puzzles`.
#[derive(Clone, Debug, Serialize, Deserialize, TS, ToSchema)]
pub struct Puzzles {
    /// The collections.
    pub sets: Vec<PuzzleSet>,
    /// The caller's progress.
    pub me: PuzzleProgress,
    /// Puzzle of the day.
    pub daily: Option<PuzzleDaily>,
}

/// Wishes for the overview: `GET /api/puzzles`.
#[derive(Clone, Default, Debug, Serialize, Deserialize, TS, ToSchema, IntoParams)]
#[serde(default)]
#[into_params(parameter_in = Query)]
#[ts(optional_fields)]
pub struct DailyQuery {
    /// Game of the puzzle of the day. Default: any; also if the game has no puzzles.
    pub game: Option<String>,
}

/// Puzzle collection.
#[derive(Clone, Debug, Serialize, Deserialize, TS, ToSchema)]
pub struct PuzzleSet {
    /// Its name in URLs; the app has its title.
    pub name: String,
    /// The game.
    pub game: String,
    /// Source and license.
    pub source: String,
    /// Number of puzzles.
    pub count: u32,
    /// Number of puzzles the caller has solved.
    pub solved: u32,
    /// Number of proven wins.
    pub proven: u32,
    /// Number of draws to hold.
    pub drawn: u32,
}

/// Progress of a player.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, TS, ToSchema)]
pub struct PuzzleProgress {
    /// Rating, on the scale of the puzzles' difficulty.
    pub rating: i32,
    /// Solved at the first attempt.
    pub solved: u32,
    /// Failed at the first attempt.
    pub failed: u32,
    /// Current streak of solved puzzles.
    pub streak: u32,
    /// Longest streak.
    pub best: u32,
}

/// Puzzle of the day.
#[derive(Clone, Debug, Serialize, Deserialize, TS, ToSchema)]
pub struct PuzzleDaily {
    /// Start of the day, in milliseconds since 1970.
    pub day: i64,
    /// The puzzle.
    pub puzzle: PuzzleRow,
}

/// Filter of puzzles: `GET /api/puzzles/{collection}`.
#[derive(Clone, Default, Debug, Serialize, Deserialize, TS, IntoParams)]
#[serde(default)]
#[into_params(parameter_in = Query)]
#[ts(optional_fields)]
pub struct PuzzlesQuery {
    /// Minimum number of moves.
    pub least: Option<u32>,
    /// Maximum number of moves.
    pub most: Option<u32>,
    /// Maximum number of pieces on the board.
    #[serde(alias = "men")]
    pub pieces: Option<u32>,
    /// Solver status: `proven`, `drawn`, `undecided` or `line`.
    pub status: Option<PuzzleStatus>,
    /// Player's state: `new`, `solved` or `failed`.
    pub mine: Option<String>,
    /// Text in the title, number or note; diacritics are ignored.
    pub text: Option<String>,
    /// Number of puzzles to skip. Default: 0.
    pub from: Option<u32>,
    /// Page size, at most 100. Default: 24.
    pub count: Option<u32>,
}

/// Page of puzzles.
#[derive(Clone, Debug, Serialize, Deserialize, TS, ToSchema)]
pub struct PuzzlePage {
    /// The puzzles.
    pub rows: Vec<PuzzleRow>,
    /// Total number of puzzles found.
    pub total: u32,
}

/// Goal of a puzzle.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, TS, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum PuzzleGoal {
    /// Win by force.
    Win,
    /// Hold the draw.
    Draw,
    /// Find the line that wins something.
    Line,
}

/// Precomputed solver status of a puzzle.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, TS, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum PuzzleStatus {
    /// Proven win.
    Proven,
    /// Proven that there is no win: a drawn composition.
    Drawn,
    /// Undecided.
    Undecided,
    /// No forced win; the engine chooses the same first move.
    Line,
}

/// Player's state of a puzzle.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, TS, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum PuzzleMine {
    /// Solved at the first attempt.
    Solved,
    /// Solved with a hint, or at a later attempt.
    Again,
    /// Failed and not solved yet.
    Failed,
    /// Hint used, and not solved yet.
    Helped,
}

/// Title of a composition.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS, ToSchema)]
pub struct PuzzleTitle {
    /// Simplified characters.
    pub hans: String,
    /// Traditional characters.
    pub hant: String,
    /// Hán-Việt reading of the characters.
    pub vi: String,
    /// In English.
    pub en: String,
}

/// A puzzle in a list.
#[derive(Clone, Debug, Serialize, Deserialize, TS, ToSchema)]
pub struct PuzzleRow {
    /// The collection.
    pub collection: String,
    /// Its identifier in the collection.
    pub id: String,
    /// Its number in the collection, from 1.
    pub number: u32,
    /// The game.
    pub game: String,
    /// Its title.
    pub title: Option<PuzzleTitle>,
    /// Players and event, or a link.
    pub note: Option<String>,
    /// The position.
    pub position: String,
    /// Side to move: the player's side.
    pub turn: Side,
    /// Goal.
    pub goal: PuzzleGoal,
    /// Solver status.
    pub status: PuzzleStatus,
    /// Number of moves of the win, or of the line.
    pub moves: Option<u32>,
    /// True if no win is shorter.
    pub shortest: bool,
    /// Number of pieces on the board.
    pub pieces: u32,
    /// Difficulty rating.
    pub rating: u32,
    /// The caller's state of it.
    pub mine: Option<PuzzleMine>,
}

/// Puzzle to solve: `GET /api/puzzles/{collection}/{id}`.
#[derive(Clone, Debug, Serialize, Deserialize, TS, ToSchema)]
pub struct PuzzleView {
    /// As in lists.
    pub row: PuzzleRow,
    /// Move that led to the position, in coordinates.
    pub before: Option<String>,
    /// The position as a line without moves.
    pub line: LineView,
    /// Number of first moves that win in the minimum number of moves; `null` if not all are known.
    pub keys: Option<u32>,
    /// Source of the collection.
    pub source: String,
    /// Previous puzzle in the collection.
    pub previous: Option<String>,
    /// Next puzzle in the collection.
    pub next: Option<String>,
}

/// Attempt: `POST /api/puzzles/{collection}/{id}/try`.
#[derive(Clone, Debug, Serialize, Deserialize, TS, ToSchema)]
pub struct TryIn {
    /// All moves from the puzzle's position, in coordinates; the last one is the player's.
    pub moves: Vec<String>,
}

/// Result of an attempt.
#[derive(Clone, Debug, Serialize, Deserialize, TS, ToSchema)]
pub struct TryView {
    /// Status of the goal.
    pub status: GoalStatus,
    /// Remaining moves at most, if proven.
    pub moves: Option<u32>,
    /// The line with the machine's reply.
    pub line: LineView,
    /// The caller's state of the puzzle.
    pub mine: Option<PuzzleMine>,
    /// Progress, if it has changed.
    pub me: Option<PuzzleProgress>,
    /// Rating change.
    pub change: Option<i32>,
}

/// Request for a hint: `POST /api/puzzles/{collection}/{id}/help`. The puzzle then no longer counts as solved unaided.
#[derive(Clone, Debug, Serialize, Deserialize, TS, ToSchema)]
pub struct HelpIn {
    /// All moves so far; the player is to move.
    pub moves: Vec<String>,
    /// True for the whole solution instead of the next move: the puzzle then counts as failed.
    pub whole: bool,
}

/// Hint.
#[derive(Clone, Debug, Serialize, Deserialize, TS, ToSchema)]
pub struct HelpView {
    /// Next move, or the solution from the puzzle's position.
    pub line: Vec<Ply>,
    /// The caller's state of the puzzle.
    pub mine: Option<PuzzleMine>,
    /// Progress, if it has changed.
    pub me: Option<PuzzleProgress>,
}

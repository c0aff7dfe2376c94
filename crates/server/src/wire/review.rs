//! Wire types of reviews: evaluated moves, mistakes, turning points, retries.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::{LineIn, MatchOutcome, MessageOut, Ply, RecordIn, Score, Side, SolveState, Start, TS};

/// Game to review: `POST /api/reviews`, from exactly one of `room`, `record` and `line`.
#[derive(Clone, Debug, Default, Serialize, Deserialize, TS, ToSchema)]
#[serde(default)]
#[ts(optional_fields)]
pub struct ReviewIn {
    /// A finished match on this server, or a running one against a machine.
    pub room: Option<String>,
    /// A record as text: its first game.
    pub record: Option<RecordIn>,
    /// A line of moves.
    pub line: Option<LineIn>,
    /// Result of the line's game, if its moves do not show it: `1-0`, `0-1`, `1/2-1/2`; `*` for none.
    pub result: Option<String>,
    /// Search effort. Default: `usual`.
    pub effort: Option<ReviewEffort>,
}

/// Search effort per position.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize, TS, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum ReviewEffort {
    /// Shallow.
    Quick,
    /// Default.
    #[default]
    Usual,
    /// Deep.
    Deep,
}

/// A review: `GET /api/reviews/{id}`.
#[derive(Clone, Debug, Serialize, Deserialize, TS, ToSchema)]
pub struct ReviewView {
    /// Identifier.
    pub id: String,
    /// The game.
    pub game: String,
    /// Start of the game.
    pub start: Start,
    /// Moves, each as its mover knew it.
    pub plies: Vec<Ply>,
    /// Outcome, if known.
    pub outcome: Option<MatchOutcome>,
    /// Search effort.
    pub effort: ReviewEffort,
    /// Progress.
    pub progress: ReviewProgress,
    /// Result after the end; a partial result if it was stopped.
    pub review: Option<ReviewOut>,
    /// Error, if it failed.
    pub failure: Option<MessageOut>,
}

/// Progress of a review: each event of `GET /api/reviews/{id}/events`.
#[derive(Clone, Debug, Serialize, Deserialize, TS, ToSchema)]
pub struct ReviewProgress {
    /// State.
    pub state: SolveState,
    /// Number of evaluated moves. The last move is evaluated first.
    pub done: u32,
    /// Number of moves of the game.
    pub total: u32,
    /// Scores by ply, if already known.
    pub scores: Vec<Option<Score>>,
}

/// Result of a review.
#[derive(Clone, Debug, Serialize, Deserialize, TS, ToSchema)]
pub struct ReviewOut {
    /// Number of plies at the beginning that were not reviewed: 0 unless it was stopped.
    pub from: u32,
    /// Reviewed moves.
    pub plies: Vec<ReviewPly>,
    /// Quality of each side's play.
    pub sides: [ReviewSide; 2],
    /// Turning points.
    pub turning: Vec<TurningPoint>,
    /// Summary in a few sentences.
    pub summary: Vec<MessageOut>,
}

/// Reviewed move. Chances are expected scores from 0 to 1.
#[derive(Clone, Debug, Serialize, Deserialize, TS, ToSchema)]
pub struct ReviewPly {
    /// Number of plies before it.
    pub ply: u32,
    /// Move number.
    pub number: u32,
    /// Side that played it.
    pub side: Side,
    /// Score before the move.
    pub before: Score,
    /// Score after the move, with everything it revealed.
    pub after: Score,
    /// First side's expected score after the move, before anything was revealed. The same as `after` without hidden
    /// information.
    pub expected: f32,
    /// Best move of the engine.
    pub best: Option<Ply>,
    /// Best line; only for mistakes.
    pub line: Vec<Ply>,
    /// Legal moves in coordinates; only for mistakes.
    pub legal: Vec<String>,
    /// Search depth in plies.
    pub depth: u32,
    /// Expected score that the move lost.
    pub loss: f32,
    /// Judgment of the move.
    pub judgment: Option<Judgment>,
    /// Accuracy, 0 to 100; `null` for forced moves.
    pub accuracy: Option<f32>,
    /// Expected score gained by what the move revealed; `null` if it revealed nothing.
    pub luck: Option<f32>,
}

/// Judgment of a bad move.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, TS, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum Judgment {
    /// Lost 0.1 of the expected score: `?!`.
    Inaccuracy,
    /// Lost 0.2: `?`.
    Mistake,
    /// Lost 0.3: `??`.
    Blunder,
}

/// Quality of one side's play.
#[derive(Clone, Debug, Serialize, Deserialize, TS, ToSchema)]
pub struct ReviewSide {
    /// Accuracy, 0 to 100; `null` without decisions.
    pub accuracy: Option<f32>,
    /// Number of moves with a choice.
    pub moves: u32,
    /// `?!`
    pub inaccuracies: u32,
    /// `?`
    pub mistakes: u32,
    /// `??`
    pub blunders: u32,
    /// Sum of the expected score lost by decisions.
    pub loss: f32,
    /// Sum of the expected score gained by luck; `null` without hidden information.
    pub luck: Option<f32>,
}

/// Move that turned the game.
#[derive(Clone, Debug, Serialize, Deserialize, TS, ToSchema)]
pub struct TurningPoint {
    /// Number of plies before it.
    pub ply: u32,
    /// Move number.
    pub number: u32,
    /// Side that played it.
    pub side: Side,
    /// Side that leads after it; `null` if the game is level.
    pub lead: Option<Side>,
    /// Change of the first side's expected score.
    pub swing: f32,
    /// Cause.
    pub cause: TurnCause,
}

/// Cause of a turning point.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, TS, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum TurnCause {
    /// A bad move.
    Decision,
    /// A revealed piece.
    Luck,
    /// Neither alone.
    Play,
}

/// Another move in place of a mistake: `POST /api/reviews/{id}/tries`.
#[derive(Clone, Debug, Serialize, Deserialize, TS, ToSchema)]
pub struct ReviewTryIn {
    /// Number of plies before it.
    pub ply: u32,
    /// The move, in coordinates.
    pub mv: String,
}

/// Evaluation of another move.
#[derive(Clone, Debug, Serialize, Deserialize, TS, ToSchema)]
pub struct ReviewTryView {
    /// True if it is the engine's best move.
    pub best: bool,
    /// Judgment; `null` for a good move.
    pub judgment: Option<Judgment>,
    /// Expected score that it loses.
    pub loss: f32,
    /// Score after it.
    pub score: Score,
    /// The move and its best continuation.
    pub line: Vec<Ply>,
    /// Judgment as a sentence.
    pub message: MessageOut,
}

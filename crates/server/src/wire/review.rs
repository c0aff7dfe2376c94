//! Games reviewed: what each move was worth, where it went wrong, and a mistake tried again.

use serde::{Deserialize, Serialize};
use ts_rs::TS;
use utoipa::ToSchema;

use super::{LineIn, MatchOutcome, Ply, RecordIn, Said, Side, SolveState, Start, Worth};

/// A game to be reviewed: `POST /api/reviews`. One of `room`, `record` and `line` says which.
#[derive(Clone, Debug, Default, Serialize, Deserialize, TS, ToSchema)]
#[serde(default)]
#[ts(optional_fields)]
pub struct ReviewIn {
    /// A match of this house that is over, or an open one against a machine.
    pub room: Option<String>,
    /// A record as text: its first game.
    pub record: Option<RecordIn>,
    /// A line of moves.
    pub line: Option<LineIn>,
    /// How the game of the line ended, where its moves do not say it: `1-0`, `0-1`, `1/2-1/2`; `*` for not at all.
    pub result: Option<String>,
    /// How hard to look. Default: `usual`.
    pub effort: Option<ReviewEffort>,
}

/// How hard a review looks at each position.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize, TS, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum ReviewEffort {
    /// A glance.
    Quick,
    /// As is usual.
    #[default]
    Usual,
    /// Long.
    Deep,
}

/// A review: `GET /api/reviews/{id}`.
#[derive(Clone, Debug, Serialize, Deserialize, TS, ToSchema)]
pub struct ReviewView {
    /// Its name.
    pub id: String,
    /// The game.
    pub game: String,
    /// Where the game begins.
    pub start: Start,
    /// The moves, with what is known of them after the end.
    pub plies: Vec<Ply>,
    /// How it ended, where that is known.
    pub outcome: Option<MatchOutcome>,
    /// How hard it looks.
    pub effort: ReviewEffort,
    /// How far it is.
    pub progress: ReviewProgress,
    /// What was found, once it is over; what was found so far, where it was stopped.
    pub review: Option<ReviewOut>,
    /// Why there is nothing, if there is nothing.
    pub failure: Option<Said>,
}

/// How far a review is: each event of `GET /api/reviews/{id}/events`.
#[derive(Clone, Debug, Serialize, Deserialize, TS, ToSchema)]
pub struct ReviewProgress {
    /// How it stands.
    pub state: SolveState,
    /// Moves weighed. It begins with the last one.
    pub done: u32,
    /// Moves of the game.
    pub total: u32,
    /// What the position after so many plies is worth, where that is known already.
    pub worths: Vec<Option<Worth>>,
}

/// What a review found.
#[derive(Clone, Debug, Serialize, Deserialize, TS, ToSchema)]
pub struct ReviewOut {
    /// Plies at the beginning that were not looked at: 0 unless it was stopped.
    pub from: u32,
    /// Every move from there on.
    pub plies: Vec<ReviewPly>,
    /// Each side's play.
    pub sides: [ReviewSide; 2],
    /// Where the game changed hands.
    pub turning: Vec<TurningPoint>,
    /// The game in a few sentences.
    pub summary: Vec<Said>,
}

/// A move, weighed. Chances are shares of the point, 0 to 1.
#[derive(Clone, Debug, Serialize, Deserialize, TS, ToSchema)]
pub struct ReviewPly {
    /// Plies played before it.
    pub ply: u32,
    /// Its number as players count.
    pub number: u32,
    /// Who played it.
    pub side: Side,
    /// What the position promised before it.
    pub before: Worth,
    /// What it promised once everything about the move was known.
    pub after: Worth,
    /// What the mover could expect of it before anything turned up: the first side's chance. The same as `after`
    /// where nothing is hidden.
    pub expected: f32,
    /// The move the machine would have played.
    pub best: Option<Ply>,
    /// The line that goes with it: told where the move played was a mistake.
    pub line: Vec<Ply>,
    /// What could be played, in coordinates: told where the move played was a mistake.
    pub legal: Vec<String>,
    /// Plies looked ahead.
    pub depth: u32,
    /// How much of the mover's chance the decision gave away.
    pub loss: f32,
    /// What to call it.
    pub judgement: Option<Judgement>,
    /// How exact it was, 0 to 100; `null` where there was nothing to decide.
    pub accuracy: Option<f32>,
    /// What luck added to the mover's chance when something turned up; `null` where nothing did.
    pub luck: Option<f32>,
}

/// What to call a bad move.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, TS, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum Judgement {
    /// Gave away a tenth of the point: `?!`.
    Inaccuracy,
    /// Two tenths: `?`.
    Mistake,
    /// Three tenths: `??`.
    Blunder,
}

/// One side's play.
#[derive(Clone, Debug, Serialize, Deserialize, TS, ToSchema)]
pub struct ReviewSide {
    /// How exact, 0 to 100; `null` where nothing had to be decided.
    pub accuracy: Option<f32>,
    /// Moves that had to be decided.
    pub moves: u32,
    /// `?!`
    pub inaccuracies: u32,
    /// `?`
    pub mistakes: u32,
    /// `??`
    pub blunders: u32,
    /// All that its decisions gave away, in points.
    pub loss: f32,
    /// All that its luck brought it, in points; `null` where nothing is hidden.
    pub luck: Option<f32>,
}

/// A move with which the game changed hands.
#[derive(Clone, Debug, Serialize, Deserialize, TS, ToSchema)]
pub struct TurningPoint {
    /// Plies played before it.
    pub ply: u32,
    /// Its number as players count.
    pub number: u32,
    /// Who played it.
    pub side: Side,
    /// Who leads after it; `null` where nobody does.
    pub lead: Option<Side>,
    /// How far the first side's chance went up or down.
    pub swing: f32,
    /// What did it.
    pub cause: TurnCause,
}

/// What turned a game.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, TS, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum TurnCause {
    /// A bad move.
    Decision,
    /// What turned up.
    Luck,
    /// Neither alone.
    Play,
}

/// Another move instead of a mistake: `POST /api/reviews/{id}/tries`.
#[derive(Clone, Debug, Serialize, Deserialize, TS, ToSchema)]
pub struct ReviewTryIn {
    /// Plies played before it.
    pub ply: u32,
    /// The move, in coordinates.
    pub mv: String,
}

/// What another move is worth.
#[derive(Clone, Debug, Serialize, Deserialize, TS, ToSchema)]
pub struct ReviewTryView {
    /// Whether it is the machine's own move.
    pub best: bool,
    /// What to call it; `null` is good.
    pub judgement: Option<Judgement>,
    /// How much of the mover's chance it gives away.
    pub loss: f32,
    /// What it promises.
    pub worth: Worth,
    /// The move, and how it would be answered.
    pub line: Vec<Ply>,
    /// The same as a sentence.
    pub said: Said,
}

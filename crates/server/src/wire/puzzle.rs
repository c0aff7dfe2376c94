//! Collections of puzzles: what they are, what one has made of them, and tries.

use serde::{Deserialize, Serialize};
use ts_rs::TS;
use utoipa::{IntoParams, ToSchema};

use super::{LineView, Ply, Side, Standing};

/// All collections: `GET /api/puzzles`.
#[derive(Clone, Debug, Serialize, Deserialize, TS, ToSchema)]
pub struct Puzzles {
    /// The collections.
    pub sets: Vec<PuzzleSet>,
    /// What one has made of them.
    pub me: PuzzleProgress,
    /// Today's puzzle.
    pub daily: Option<PuzzleDaily>,
}

/// A collection.
#[derive(Clone, Debug, Serialize, Deserialize, TS, ToSchema)]
pub struct PuzzleSet {
    /// Its name in addresses; the app has the words for it.
    pub name: String,
    /// The game.
    pub game: String,
    /// Where it comes from, and under which terms.
    pub source: String,
    /// How many puzzles.
    pub count: u32,
    /// How many of them one has solved.
    pub solved: u32,
    /// Wins that are proven.
    pub proven: u32,
    /// Draws to be held.
    pub drawn: u32,
}

/// A person's progress.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, TS, ToSchema)]
pub struct PuzzleProgress {
    /// The rating, on the scale of the puzzles.
    pub rating: i32,
    /// Solved at the first try.
    pub solved: u32,
    /// Not.
    pub failed: u32,
    /// Solved in a row until now.
    pub streak: u32,
    /// The longest such row.
    pub best: u32,
}

/// Today's puzzle.
#[derive(Clone, Debug, Serialize, Deserialize, TS, ToSchema)]
pub struct PuzzleDaily {
    /// When the day began, in milliseconds since 1970.
    pub day: i64,
    /// The puzzle.
    pub puzzle: PuzzleRow,
}

/// Which puzzles: `GET /api/puzzles/{collection}`.
#[derive(Clone, Default, Debug, Serialize, Deserialize, TS, IntoParams)]
#[serde(default)]
#[into_params(parameter_in = Query)]
#[ts(optional_fields)]
pub struct PuzzlesQuery {
    /// Won in no fewer moves.
    pub least: Option<u32>,
    /// Won in no more moves.
    pub most: Option<u32>,
    /// No more men on the board.
    pub men: Option<u32>,
    /// Only those that stand so: `proven`, `drawn`, `undecided`, `line`.
    pub status: Option<PuzzleStatus>,
    /// Only those one has made this of: `new`, `solved`, `failed`.
    pub mine: Option<String>,
    /// Only those whose title, number or note has this in it, whatever the marks.
    pub text: Option<String>,
    /// Behind so many. Default: 0.
    pub from: Option<u32>,
    /// So many, at most 100. Default: 24.
    pub count: Option<u32>,
}

/// Some puzzles of a collection.
#[derive(Clone, Debug, Serialize, Deserialize, TS, ToSchema)]
pub struct PuzzlePage {
    /// The puzzles.
    pub rows: Vec<PuzzleRow>,
    /// How many there are in all.
    pub total: u32,
}

/// What is asked of the person.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, TS, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum PuzzleGoal {
    /// To win by force.
    Win,
    /// To hold the draw.
    Draw,
    /// To find the line that wins something.
    Line,
}

/// What our solver said of it beforehand.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, TS, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum PuzzleStatus {
    /// The win is proven.
    Proven,
    /// There is no win: a drawn composition.
    Drawn,
    /// Not decided.
    Undecided,
    /// No forced win is asked for; the machine chooses the same first move.
    Line,
}

/// What one has made of a puzzle.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, TS, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum PuzzleMine {
    /// Solved at the first try.
    Solved,
    /// Solved with help, or at a later try.
    Again,
    /// Not solved yet.
    Failed,
    /// Helped, and not solved yet.
    Helped,
}

/// The title of a composition.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS, ToSchema)]
pub struct PuzzleTitle {
    /// Simplified characters.
    pub hans: String,
    /// Traditional characters.
    pub hant: String,
    /// As Vietnamese reads the characters.
    pub vi: String,
    /// In English.
    pub en: String,
}

/// A puzzle in a list.
#[derive(Clone, Debug, Serialize, Deserialize, TS, ToSchema)]
pub struct PuzzleRow {
    /// The collection.
    pub collection: String,
    /// Its name there.
    pub id: String,
    /// Which one of the collection, counted from 1.
    pub number: u32,
    /// The game.
    pub game: String,
    /// Its title.
    pub title: Option<PuzzleTitle>,
    /// Players and event, or a link.
    pub note: Option<String>,
    /// The position.
    pub position: String,
    /// Whose move it is: the person's side.
    pub turn: Side,
    /// What is asked for.
    pub goal: PuzzleGoal,
    /// What the solver said.
    pub status: PuzzleStatus,
    /// The moves of the win, or of the line.
    pub moves: Option<u32>,
    /// Whether no win is shorter.
    pub shortest: bool,
    /// Men on the board.
    pub men: u32,
    /// How hard it is.
    pub rating: u32,
    /// What one has made of it.
    pub mine: Option<PuzzleMine>,
}

/// A puzzle to be solved: `GET /api/puzzles/{collection}/{id}`.
#[derive(Clone, Debug, Serialize, Deserialize, TS, ToSchema)]
pub struct PuzzleView {
    /// What lists show of it.
    pub row: PuzzleRow,
    /// The move that led to it, in coordinates.
    pub before: Option<String>,
    /// The board.
    pub line: LineView,
    /// First moves that win in the number stated; `null` where not all are known.
    pub keys: Option<u32>,
    /// Where the collection comes from.
    pub source: String,
    /// The puzzle before it in the collection.
    pub previous: Option<String>,
    /// The puzzle behind it.
    pub next: Option<String>,
}

/// A try: `POST /api/puzzles/{collection}/{id}/try`.
#[derive(Clone, Debug, Serialize, Deserialize, TS, ToSchema)]
pub struct TryIn {
    /// All moves from the puzzle's position, in coordinates; the last is the person's.
    pub moves: Vec<String>,
}

/// What came of a try.
#[derive(Clone, Debug, Serialize, Deserialize, TS, ToSchema)]
pub struct TryView {
    /// What has become of the goal.
    pub standing: Standing,
    /// Moves still needed at most, where that is proven.
    pub moves: Option<u32>,
    /// The line with the machine's reply.
    pub line: LineView,
    /// What one has made of the puzzle.
    pub mine: Option<PuzzleMine>,
    /// The progress, where it has changed.
    pub me: Option<PuzzleProgress>,
    /// How the rating has changed.
    pub change: Option<i32>,
}

/// A cry for help: `POST /api/puzzles/{collection}/{id}/help`. It counts: the puzzle is no longer solved alone.
#[derive(Clone, Debug, Serialize, Deserialize, TS, ToSchema)]
pub struct HelpIn {
    /// All moves so far; the person is to move.
    pub moves: Vec<String>,
    /// The whole solution instead of the next move: the puzzle then counts as not solved.
    pub whole: bool,
}

/// The help.
#[derive(Clone, Debug, Serialize, Deserialize, TS, ToSchema)]
pub struct HelpView {
    /// The next move, or the solution from the puzzle's position.
    pub line: Vec<Ply>,
    /// What one has made of the puzzle now.
    pub mine: Option<PuzzleMine>,
    /// The progress, where it has changed.
    pub me: Option<PuzzleProgress>,
}

//! Positions to work on: lines looked at, wins proven while one watches, a proof walked, a win played out.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use ts_rs::TS;
use utoipa::{IntoParams, ToSchema};

use super::{MatchOutcome, Ply, Said, Side, Start, Worth};

/// A line to be looked at: `POST /api/lines`.
#[derive(Clone, Debug, Serialize, Deserialize, TS, ToSchema)]
#[ts(optional_fields)]
pub struct LineIn {
    /// The game.
    pub game: String,
    /// The position it begins with, in any dialect; default: the start of the game.
    #[serde(default)]
    pub position: Option<String>,
    /// The moves played, in coordinates.
    #[serde(default)]
    #[ts(as = "Option<Vec<String>>")]
    pub moves: Vec<String>,
    /// Rule options, name to value.
    #[serde(default)]
    #[ts(as = "Option<BTreeMap<String, String>>")]
    pub options: BTreeMap<String, String>,
}

/// A line as a board shows it.
#[derive(Clone, Debug, Serialize, Deserialize, TS, ToSchema)]
pub struct LineView {
    /// The game.
    pub game: String,
    /// Where it begins.
    pub start: Start,
    /// The moves.
    pub plies: Vec<Ply>,
    /// Whose move it is.
    pub turn: Side,
    /// The square of a general or king in check.
    pub check: Option<u16>,
    /// What may be played now, in coordinates; nothing once the game is over.
    pub legal: Vec<String>,
    /// The end of the game, if it has come.
    pub outcome: Option<MatchOutcome>,
}

/// A win to be looked for: `POST /api/solves`.
#[derive(Clone, Debug, Serialize, Deserialize, TS, ToSchema)]
#[ts(optional_fields)]
pub struct SolveIn {
    /// The game.
    pub game: String,
    /// The position, in any dialect.
    pub position: String,
    /// The side that is to win. Default: the side to move.
    #[serde(default)]
    pub winner: Option<Side>,
    /// In at most so many of its moves: 1 to 200. Default: any number.
    #[serde(default)]
    pub moves: Option<u32>,
    /// Seconds to work at most: 1 to 600. Default: 30.
    #[serde(default)]
    pub seconds: Option<u32>,
}

/// How a search stands.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, TS, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum SolveState {
    /// Others come first.
    Waiting,
    /// It runs.
    Running,
    /// It is over.
    Done,
}

/// A search for a win: `GET /api/solves/{id}`, and each event of `GET /api/solves/{id}/events`.
#[derive(Clone, Debug, Serialize, Deserialize, TS, ToSchema)]
pub struct SolveView {
    /// Its name.
    pub id: String,
    /// The game.
    pub game: String,
    /// The position.
    pub start: Start,
    /// The side that is to win.
    pub winner: Side,
    /// In at most so many of its moves.
    pub within: Option<u32>,
    /// Seconds it may take.
    pub seconds: u32,
    /// How it stands.
    pub state: SolveState,
    /// What it does, while it works.
    pub progress: Option<SolveProgress>,
    /// What it found, once it is over.
    pub answer: Option<SolveAnswer>,
    /// Why there is no answer, if there is none.
    pub failure: Option<Said>,
}

/// A search for a win at work.
#[derive(Clone, Copy, Debug, Serialize, Deserialize, TS, ToSchema)]
pub struct SolveProgress {
    /// Wins in so many moves and fewer are ruled out.
    pub refuted: u32,
    /// A win in so many is proven.
    pub won: Option<u32>,
    /// How many moves deep it looks now.
    pub depth: u32,
    /// How wide: 0 is checks only, 5 every move.
    pub width: u32,
    /// The proof number: how many positions still have to be won, as far as is known.
    pub proof: Option<u32>,
    /// The disproof number: how many still have to be held.
    pub disproof: Option<u32>,
    /// Positions visited.
    pub nodes: u64,
    /// Milliseconds spent.
    pub ms: u64,
}

/// What was found out.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, TS, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum SolveResult {
    /// A forced win, proven.
    Win,
    /// No forced win within the moves asked for, or within any number.
    NoWin,
    /// Not decided.
    Unknown,
}

/// The answer of a search for a win.
#[derive(Clone, Debug, Serialize, Deserialize, TS, ToSchema)]
pub struct SolveAnswer {
    /// What was found out.
    pub result: SolveResult,
    /// A win: so many moves at most. No win: within so many, or any number.
    pub moves: Option<u32>,
    /// A win: it takes no fewer. Not decided: neither does any.
    pub at_least: Option<u32>,
    /// The same as a sentence.
    pub said: Said,
    /// First moves that win in that number.
    pub keys: Vec<Ply>,
    /// Whether these are all of them.
    pub all_keys: bool,
    /// The line of the longest resistance.
    pub line: Vec<Ply>,
    /// Whether every line was replayed by the rules.
    pub verified: bool,
    /// A win: whether it rests on the rule that the other side must not check for ever.
    pub by_rule: bool,
    /// Whether there is a tree to walk: `GET /api/solves/{id}/tree`.
    pub tree: bool,
    /// Positions visited.
    pub nodes: u64,
    /// Milliseconds spent.
    pub ms: u64,
    /// Where nothing was decided: what the machine believes. No proof.
    pub estimate: Option<Estimate>,
}

/// What the machine believes of a position.
#[derive(Clone, Debug, Serialize, Deserialize, TS, ToSchema)]
pub struct Estimate {
    /// Its worth.
    pub worth: Worth,
    /// The line it expects.
    pub line: Vec<Ply>,
}

/// Where in the tree of a proof: `GET /api/solves/{id}/tree`.
#[derive(Clone, Default, Debug, Serialize, Deserialize, TS, IntoParams)]
#[serde(default)]
#[into_params(parameter_in = Query)]
#[ts(optional_fields)]
pub struct TreeQuery {
    /// The moves from the position, in coordinates, with commas between them. Default: none.
    pub path: Option<String>,
}

/// A place in the tree of a proof.
#[derive(Clone, Debug, Serialize, Deserialize, TS, ToSchema)]
pub struct KnotView {
    /// The moves that led here.
    pub path: Vec<Ply>,
    /// Whose move it is.
    pub turn: Side,
    /// The winner's moves still needed at most.
    pub moves: u32,
    /// The winner's one move, or every defence, the longest resistance first.
    pub branches: Vec<KnotBranch>,
    /// The end of the game, if it has come.
    pub outcome: Option<MatchOutcome>,
}

/// A move in the tree of a proof.
#[derive(Clone, Debug, Serialize, Deserialize, TS, ToSchema)]
pub struct KnotBranch {
    /// The move.
    pub ply: Ply,
    /// The winner's moves needed after it.
    pub moves: u32,
    /// How a defence is answered; after the winner's move the longest resistance.
    pub answer: Option<Ply>,
}

/// A win played out against the machine, which holds out as long as it can: `POST /api/defences`.
#[derive(Clone, Debug, Serialize, Deserialize, TS, ToSchema)]
#[ts(optional_fields)]
pub struct DefenceIn {
    /// The game.
    pub game: String,
    /// The position it began with.
    pub position: String,
    /// The moves so far, in coordinates; the machine is to move.
    pub moves: Vec<String>,
    /// The search whose proof may still fit.
    #[serde(default)]
    pub solve: Option<String>,
}

/// What has become of the person's aim.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, TS, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum Standing {
    /// It is reached.
    Reached,
    /// It still can be reached, proven.
    Holds,
    /// Nobody knows in this time.
    Open,
    /// It is lost.
    Slipped,
}

/// The machine's reply.
#[derive(Clone, Debug, Serialize, Deserialize, TS, ToSchema)]
pub struct DefenceView {
    /// What has become of the aim.
    pub standing: Standing,
    /// The person's moves still needed at most, where that is proven.
    pub moves: Option<u32>,
    /// The line with the reply.
    pub line: LineView,
}

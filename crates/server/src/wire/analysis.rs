//! The analysis board on the wire: what an engine sees while somebody looks, a line followed, files as trees.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use ts_rs::TS;
use utoipa::{IntoParams, ToSchema};

use super::{LineView, OpeningOut, Ply, Said, Start, Worth};

/// What an analysis may use of the house: `GET /api/analysis/means`.
#[derive(Clone, Copy, Debug, Serialize, Deserialize, TS, ToSchema)]
pub struct AnalysisMeans {
    /// The most threads.
    pub threads: u32,
    /// The most lines.
    pub lines: u32,
    /// The most seconds for a position.
    pub seconds: u32,
    /// Megabytes of memory for what was seen.
    pub hash: u32,
}

/// A position to be analyzed for as long as one listens: `GET /api/analysis`.
#[derive(Clone, Default, Debug, Serialize, Deserialize, TS, IntoParams)]
#[serde(default)]
#[into_params(parameter_in = Query)]
#[ts(optional_fields)]
pub struct AnalysisQuery {
    /// The game.
    pub game: String,
    /// The position the line begins with; default: the start of the game.
    pub position: Option<String>,
    /// The moves that led to the position, in coordinates, with commas between them.
    pub moves: Option<String>,
    /// Rule options: `name:value`, with commas between them.
    pub options: Option<String>,
    /// How many best lines, 1 to 5. Default: 1.
    pub lines: Option<u32>,
    /// How many threads, as far as the house has them. Default: 1.
    pub threads: Option<u32>,
    /// No deeper than so many plies.
    pub depth: Option<u32>,
    /// No longer than so many seconds. Default: 30.
    pub seconds: Option<u32>,
    /// What the other side would do if it were to move.
    pub threat: Option<bool>,
}

/// How an analysis stands.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, TS, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum AnalysisState {
    /// Others come first.
    Waiting,
    /// It runs.
    Running,
    /// It has looked as deep, or as long, as was asked for.
    Done,
    /// It made room for others and may be asked again.
    Resting,
    /// The same person has begun another one elsewhere.
    Elsewhere,
}

/// What an analysis sees: each event of `GET /api/analysis`, the last one with a state that ends it.
#[derive(Clone, Debug, Serialize, Deserialize, TS, ToSchema)]
pub struct AnalysisView {
    /// How it stands.
    pub state: AnalysisState,
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
    /// How full its memory is, in thousandths.
    pub full: u32,
    /// Threads at work.
    pub threads: u32,
    /// The best lines, best first.
    pub lines: Vec<AnalysisLine>,
    /// Why there are none, if something went wrong.
    pub failure: Option<Said>,
}

/// A line an analysis sees.
#[derive(Clone, Debug, Serialize, Deserialize, TS, ToSchema)]
pub struct AnalysisLine {
    /// What it is worth, from the first side's view.
    pub worth: Worth,
    /// Whether that is exact; else it is a bound.
    pub exact: bool,
    /// The moves in coordinates.
    pub moves: Vec<String>,
    /// The moves by notation.
    pub text: BTreeMap<String, Vec<String>>,
}

/// A line to be followed: `GET /api/lines`.
#[derive(Clone, Default, Debug, Serialize, Deserialize, TS, IntoParams)]
#[serde(default)]
#[into_params(parameter_in = Query)]
#[ts(optional_fields)]
pub struct LineQuery {
    /// The game.
    pub game: String,
    /// The position it begins with; default: the start of the game.
    pub position: Option<String>,
    /// The moves, in coordinates, with commas between them.
    pub moves: Option<String>,
    /// Rule options: `name:value`, with commas between them.
    pub options: Option<String>,
    /// Show only the plies behind so many. Default: all.
    pub from: Option<u32>,
}

/// A line that was followed.
#[derive(Clone, Debug, Serialize, Deserialize, TS, ToSchema)]
pub struct LineFollowed {
    /// The line; its plies begin where they were asked from.
    pub line: LineView,
    /// The last opening on its way.
    pub opening: Option<OpeningOut>,
    /// Whether the side to move could give the turn away: then one may ask what the other side threatens.
    pub may_pass: bool,
}

/// A file to be read as a tree: `POST /api/analysis/read`, the file as the body, up to 512 KiB.
#[derive(Clone, Default, Debug, Serialize, Deserialize, TS, IntoParams)]
#[serde(default)]
#[into_params(parameter_in = Query)]
#[ts(optional_fields)]
pub struct TreeFileQuery {
    /// Which of its games. Default: the first, 0.
    pub index: Option<u32>,
    /// The game; default: as the file says, else the one that reads it furthest.
    pub game: Option<String>,
    /// The notation; default: the one that reads it.
    pub notation: Option<String>,
}

/// How a tree is to be written: `POST /api/analysis/write`, its PGN in coordinates as the body.
#[derive(Clone, Default, Debug, Serialize, Deserialize, TS, IntoParams)]
#[serde(default)]
#[into_params(parameter_in = Query)]
#[ts(optional_fields)]
pub struct TreeWriteQuery {
    /// The game.
    pub game: String,
    /// `pgn`, `txt` or `dhtmlxq`. Default: `pgn`.
    pub format: Option<String>,
    /// The notation of moves. Default: the one other programs read.
    pub notation: Option<String>,
}

/// A file that was read.
#[derive(Clone, Debug, Serialize, Deserialize, TS, ToSchema)]
pub struct TreeFile {
    /// Its games.
    pub games: Vec<TreeFileGame>,
    /// Which of them the tree is.
    pub at: u32,
    /// The tree.
    pub tree: TreeView,
    /// What could not be read in it.
    pub troubles: Vec<Said>,
}

/// A game of a file.
#[derive(Clone, Debug, Serialize, Deserialize, TS, ToSchema)]
pub struct TreeFileGame {
    /// The game.
    pub game: String,
    /// Red or White; empty where nobody is named.
    pub first: String,
    /// Black.
    pub second: String,
    /// The event.
    pub event: String,
    /// The day.
    pub date: String,
    /// `1-0`, `0-1`, `1/2-1/2` or `*`.
    pub result: String,
    /// Moves in all variations.
    pub moves: u32,
}

/// A game with its variations, ready to be worked on.
#[derive(Clone, Debug, Serialize, Deserialize, TS, ToSchema)]
pub struct TreeView {
    /// The game.
    pub game: String,
    /// The header.
    pub tags: Vec<[String; 2]>,
    /// `1-0`, `0-1`, `1/2-1/2` or `*`.
    pub result: String,
    /// Whether it begins elsewhere than games usually do.
    pub set_up: bool,
    /// Where it begins.
    pub start: Start,
    /// What is said before the first move.
    pub comment: String,
    /// Arrows and circles there: `cal Gh2e2`, `csl Re2`.
    pub marks: Vec<String>,
    /// The moves, each before what follows it; the main line before its variations.
    pub nodes: Vec<TreeNode>,
    /// Whether there are more moves than are shown.
    pub more: bool,
}

/// A move of a tree.
#[derive(Clone, Debug, Serialize, Deserialize, TS, ToSchema)]
pub struct TreeNode {
    /// The index of the move before it.
    pub after: Option<u32>,
    /// The move and the board behind it.
    pub ply: Ply,
    /// What is said of it.
    pub comment: String,
    /// Glyphs: 1 is `!`, 2 is `?`.
    pub glyphs: Vec<u8>,
    /// Arrows, circles and other commands, name first.
    pub marks: Vec<String>,
}

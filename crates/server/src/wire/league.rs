//! Wire types of the Lab's leagues and of evaluations taken apart.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use super::{LineView, MessageOut, Side, SolveState, TS};

/// League to start: `POST /api/leagues`.
#[derive(Clone, Debug, Serialize, Deserialize, TS, ToSchema)]
#[ts(optional_fields)]
pub struct LeagueIn {
    /// The game.
    pub game: String,
    /// Rule options.
    #[serde(default)]
    #[ts(as = "Option<BTreeMap<String, String>>")]
    pub options: BTreeMap<String, String>,
    /// Two to eight engines.
    pub engines: Vec<LeagueEngineIn>,
    /// Games of every two engines; an even number, since colors are swapped.
    pub games: u32,
    /// Positions an engine may search for a move. Default: 20,000.
    #[serde(default)]
    pub nodes: Option<u32>,
    /// Seed of openings and engines. Default: a new one.
    #[serde(default)]
    pub seed: Option<u32>,
}

/// Engine of a league.
#[derive(Clone, Debug, Serialize, Deserialize, TS, ToSchema)]
#[ts(optional_fields)]
pub struct LeagueEngineIn {
    /// Name in the tables. Default: the specification.
    #[serde(default)]
    pub name: Option<String>,
    /// Specification, such as `champion:level=3` or `alphabeta:depth=3,eval=custom,horse=450`; or `outside:` and the name
    /// that the operator has given to a program.
    pub engine: String,
}

/// League: `GET /api/leagues/{id}`, and each event of `GET /api/leagues/{id}/events`.
#[derive(Clone, Debug, Serialize, Deserialize, TS, ToSchema)]
pub struct LeagueView {
    /// Identifier.
    pub id: String,
    /// The game.
    pub game: String,
    /// State.
    pub state: SolveState,
    /// True if it was ended by its owner.
    pub stopped: bool,
    /// Time of its start in milliseconds since 1970.
    pub created_at: i64,
    /// Seed of openings and engines.
    pub seed: u32,
    /// Positions an engine may search for a move.
    pub nodes: u32,
    /// Games of every two engines.
    pub games: u32,
    /// Games in total.
    pub total: u32,
    /// Games that have ended.
    pub done: u32,
    /// The engines, in the order of the request.
    pub engines: Vec<LeagueEngineView>,
    /// Results of every two engines.
    pub pairs: Vec<LeaguePair>,
    /// Game that is played now.
    pub live: Option<LeagueLive>,
    /// Error that ended the league.
    pub failure: Option<MessageOut>,
}

/// Engine of a league, with its results.
#[derive(Clone, Debug, Serialize, Deserialize, TS, ToSchema)]
pub struct LeagueEngineView {
    /// Name in the tables.
    pub name: String,
    /// Specification.
    pub engine: String,
    /// Games won.
    pub wins: u32,
    /// Games drawn.
    pub draws: u32,
    /// Games lost.
    pub losses: u32,
    /// Games lost by a crash or an illegal move.
    pub faults: u32,
    /// Elo difference to the field, by its score; `null` without games, and where it has won or lost all of them.
    pub elo: Option<f64>,
    /// Half the width of its 95 % interval.
    pub error: Option<f64>,
}

/// Results of two engines, from the first one's view.
#[derive(Clone, Debug, Serialize, Deserialize, TS, ToSchema)]
pub struct LeaguePair {
    /// Index of the first engine.
    pub a: u32,
    /// Index of the second one.
    pub b: u32,
    /// Games won by the first one.
    pub wins: u32,
    /// Games drawn.
    pub draws: u32,
    /// Games lost by the first one.
    pub losses: u32,
    /// Elo difference by pairs of games; `null` without a whole pair, and where it is infinite.
    pub elo: Option<f64>,
    /// Half the width of its 95 % interval.
    pub error: Option<f64>,
}

/// Game that is being played.
#[derive(Clone, Debug, Serialize, Deserialize, TS, ToSchema)]
pub struct LeagueLive {
    /// Its number, from 0.
    pub number: u32,
    /// Index of the engine with the first move.
    pub first: u32,
    /// Index of the other one.
    pub second: u32,
    /// Current position.
    pub position: String,
    /// Squares of the last move.
    pub last: Option<[u16; 2]>,
    /// Square of a general or king in check.
    pub check: Option<u16>,
    /// Moves played.
    pub plies: u32,
}

/// The caller's leagues, and the programs of the operator: `GET /api/leagues`.
#[derive(Clone, Debug, Serialize, Deserialize, TS, ToSchema)]
pub struct LeaguesView {
    /// The newest first.
    pub leagues: Vec<LeagueRowView>,
    /// Names of the operator's programs.
    pub outside: Vec<String>,
}

/// Line of a list of leagues.
#[derive(Clone, Debug, Serialize, Deserialize, TS, ToSchema)]
pub struct LeagueRowView {
    /// Identifier.
    pub id: String,
    /// The game.
    pub game: String,
    /// Names of the engines.
    pub engines: Vec<String>,
    /// Time of its start.
    pub created_at: i64,
    /// Games in total.
    pub total: u32,
    /// Games that have ended.
    pub done: u32,
}

/// Finished game of a league: `GET /api/leagues/{id}/games`.
#[derive(Clone, Debug, Serialize, Deserialize, TS, ToSchema)]
pub struct LeagueGame {
    /// Its number, from 0.
    pub number: u32,
    /// Index of the engine with the first move.
    pub first: u32,
    /// Index of the other one.
    pub second: u32,
    /// Winner; `null` for a draw.
    pub winner: Option<Side>,
    /// Cause of the end.
    pub cause: String,
    /// Number of moves of both sides.
    pub plies: u32,
}

/// Finished game with its moves: `GET /api/leagues/{id}/games/{number}`.
#[derive(Clone, Debug, Serialize, Deserialize, TS, ToSchema)]
pub struct LeagueGameView {
    /// Result.
    pub game: LeagueGame,
    /// Moves and positions.
    pub line: LineView,
}

/// Form of an export: `GET /api/leagues/{id}/export`.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, TS, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum LeagueExport {
    /// Games as a table.
    Csv,
    /// Everything, for other programs.
    Json,
    /// Games with their moves.
    Pgn,
}

/// Query of an export.
#[derive(Clone, Copy, Debug, Serialize, Deserialize, TS, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct LeagueExportQuery {
    /// Form.
    pub form: LeagueExport,
}

/// Evaluation to take apart: `POST /api/labs/evaluation`.
#[derive(Clone, Debug, Serialize, Deserialize, TS, ToSchema)]
#[ts(optional_fields)]
pub struct EvalIn {
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
    /// Evaluation: one of the game's, or `custom:` with weights. Default: the game's strongest.
    #[serde(default)]
    pub eval: Option<String>,
}

/// Evaluation taken apart, in centipawns from the first side's view.
#[derive(Clone, Debug, Serialize, Deserialize, TS, ToSchema)]
pub struct EvalView {
    /// The evaluation.
    pub eval: String,
    /// Evaluations of this game, the strongest first; none if the game has rules only.
    pub evals: Vec<String>,
    /// Weights that `custom` takes.
    pub weights: Vec<WeightInfo>,
    /// True for a network that judges by itself, without the terms of the hand-crafted evaluation.
    pub alone: bool,
    /// Terms; their sum is the total.
    pub terms: Vec<EvalTermView>,
    /// The evaluation.
    pub total: i32,
    /// Worth of each piece for its owner: the evaluation with it minus the evaluation without it.
    pub pieces: Vec<PieceWorthView>,
}

/// Term of an evaluation.
#[derive(Clone, Debug, Serialize, Deserialize, TS, ToSchema)]
pub struct EvalTermView {
    /// Name: the catalogue's `eval_term_` entry.
    pub name: String,
    /// Centipawns.
    pub cp: i32,
}

/// Worth of a piece.
#[derive(Clone, Debug, Serialize, Deserialize, TS, ToSchema)]
pub struct PieceWorthView {
    /// Name of its square.
    pub square: String,
    /// Owner.
    pub side: Side,
    /// Centipawns.
    pub cp: i32,
}

/// Weight of a user's own evaluation.
#[derive(Clone, Debug, Serialize, Deserialize, TS, ToSchema)]
pub struct WeightInfo {
    /// Name of the option.
    pub name: String,
    /// Least value.
    pub least: i32,
    /// Largest value.
    pub most: i32,
    /// Value of the built-in evaluation.
    pub usual: i32,
}

//! Wire types of the games that the server offers: board size, options, notations, engines, levels, odds.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::TS;

/// Game.
#[derive(Clone, Debug, Serialize, Deserialize, TS, ToSchema)]
pub struct GameInfo {
    /// Its name: `xiangqi`. The catalogues' key is `game_{name}`.
    pub name: String,
    /// Number of files of the board.
    pub files: u8,
    /// Number of ranks of the board.
    pub ranks: u8,
    /// Number of the nearest rank in coordinates: 0 at xiangqi, 1 at chess.
    pub first_rank: u8,
    /// True if pieces stand on the intersections of lines.
    pub on_points: bool,
    /// True if pieces may lie face down: each seat then has its own view.
    pub hidden: bool,
    /// Catalogue keys of the two sides, first side first.
    pub sides: [String; 2],
    /// The start position.
    pub start: String,
    /// The rule options.
    pub options: Vec<OptionInfo>,
    /// Notations of moves, coordinates first. The catalogues' key is `notation_{name, - as _}`.
    pub notations: Vec<String>,
    /// Position formats, the server's own first.
    pub dialects: Vec<String>,
    /// Engines with their parameters.
    pub engines: Vec<EngineInfo>,
    /// Levels 1 to 8; empty for a game without levels.
    pub levels: Vec<LevelInfo>,
    /// Odds that one side may give.
    pub odds: Vec<OddsInfo>,
    /// True if the turn may be passed.
    pub can_give_turn: bool,
}

/// Rule option. The catalogues' key is `option_{name}`.
#[derive(Clone, Debug, Serialize, Deserialize, TS, ToSchema)]
pub struct OptionInfo {
    /// Its name.
    pub name: String,
    /// Default value.
    pub default: String,
    /// Allowed values; empty for a number (0 to 65535).
    pub values: Vec<String>,
}

/// Engine. Its specification is text: `alphabeta:depth=4,table=off`.
#[derive(Clone, Debug, Serialize, Deserialize, TS, ToSchema)]
pub struct EngineInfo {
    /// Its name: `alphabeta`. The catalogues' key is `engine_name_{name}`.
    pub name: String,
    /// Parameters.
    pub options: Vec<EngineOption>,
}

/// Parameter of an engine. The catalogues' key is `engine_param_{name}`.
#[derive(Clone, Debug, Serialize, Deserialize, TS, ToSchema)]
pub struct EngineOption {
    /// Its name.
    pub name: String,
    /// Type of its value.
    pub kind: EngineOptionKind,
    /// Minimum, for numbers.
    pub least: Option<f64>,
    /// Maximum, for numbers.
    pub most: Option<f64>,
    /// Allowed words, for choices.
    pub values: Vec<String>,
    /// Suggested value; `null` to leave the parameter out.
    pub default: Option<String>,
}

/// Type of a parameter's value.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, TS, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum EngineOptionKind {
    /// Integer.
    Integer,
    /// Real number.
    Number,
    /// `on` or `off`.
    Switch,
    /// One of the allowed words.
    Choice,
}

/// Level of the machine.
#[derive(Clone, Debug, Serialize, Deserialize, TS, ToSchema)]
pub struct LevelInfo {
    /// 1 to 8.
    pub level: u8,
    /// Catalogue key of its display name: `level_3`.
    pub name: String,
    /// Rating; `null` if it was not measured.
    pub elo: Option<i32>,
    /// Origin of the rating.
    pub elo_mark: Option<EloMark>,
}

/// Origin of a rating. The catalogues' key is `elo_{mark}`.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize, TS, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum EloMark {
    /// Measured against players of known rating.
    Anchored,
    /// Extrapolated beyond the range of those players.
    Estimated,
    /// The project's own scale.
    Relative,
}

impl From<table::EloMark> for EloMark {
    fn from(mark: table::EloMark) -> EloMark {
        match mark {
            table::EloMark::Anchored => EloMark::Anchored,
            table::EloMark::Estimated => EloMark::Estimated,
            table::EloMark::Relative => EloMark::Relative,
        }
    }
}

/// Odds: pieces that one side plays without.
#[derive(Clone, Debug, Serialize, Deserialize, TS, ToSchema)]
pub struct OddsInfo {
    /// Their name: `horse_left`. The catalogues' key is `odds_{name}`.
    pub name: String,
    /// Start position if the first side gives them.
    pub first: String,
    /// Start position if the second side gives them.
    pub second: String,
}

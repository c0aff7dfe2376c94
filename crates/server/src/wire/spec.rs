//! The games of the house as a page offers them: sizes, options, notations, brains, levels, odds.

use serde::{Deserialize, Serialize};
use ts_rs::TS;
use utoipa::ToSchema;

/// One game.
#[derive(Clone, Debug, Serialize, Deserialize, TS, ToSchema)]
pub struct GameInfo {
    /// Its name: `xiangqi`. The catalogues call it `game_{name}`.
    pub name: String,
    /// Files of the board.
    pub files: u8,
    /// Ranks of the board.
    pub ranks: u8,
    /// The number of the nearest rank in coordinates: 0 at xiangqi, 1 at chess.
    pub first_rank: u8,
    /// Whether men stand on the crossings of lines.
    pub on_points: bool,
    /// Whether men may lie face down: each seat then sees its own board.
    pub hidden: bool,
    /// The catalogues' keys of the two sides, first side first.
    pub sides: [String; 2],
    /// The start position.
    pub start: String,
    /// The rule options.
    pub options: Vec<OptionInfo>,
    /// The notations of moves, coordinates first. The catalogues call them `notation_{name, - as _}`.
    pub notations: Vec<String>,
    /// The forms positions are written in, ours first.
    pub dialects: Vec<String>,
    /// The algorithms that play it, with their parameters.
    pub brains: Vec<BrainInfo>,
    /// The levels 1 to 8; empty for a game without them.
    pub levels: Vec<LevelInfo>,
    /// The odds one side may give.
    pub odds: Vec<OddsInfo>,
    /// Whether the turn may be given away.
    pub can_give_turn: bool,
}

/// A rule option. The catalogues call it `option_{name}`.
#[derive(Clone, Debug, Serialize, Deserialize, TS, ToSchema)]
pub struct OptionInfo {
    /// Its name.
    pub name: String,
    /// The value where nothing is said.
    pub default: String,
    /// The values it may take; empty where it is a number (0 to 65535).
    pub values: Vec<String>,
}

/// An algorithm. It is asked for as text: `alphabeta:depth=4,table=off`.
#[derive(Clone, Debug, Serialize, Deserialize, TS, ToSchema)]
pub struct BrainInfo {
    /// Its name: `alphabeta`. The catalogues call it `engine_name_{name}`.
    pub name: String,
    /// What can be chosen.
    pub options: Vec<BrainOption>,
}

/// A parameter of an algorithm. The catalogues call it `engine_param_{name}`.
#[derive(Clone, Debug, Serialize, Deserialize, TS, ToSchema)]
pub struct BrainOption {
    /// Its name.
    pub name: String,
    /// What kind of value it takes.
    pub kind: BrainOptionKind,
    /// The smallest number, for numbers.
    pub least: Option<f64>,
    /// The largest number, for numbers.
    pub most: Option<f64>,
    /// The words it may be, for choices.
    pub values: Vec<String>,
    /// What a page should propose; `null`: leave it out.
    pub default: Option<String>,
}

/// What kind of value a parameter takes.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, TS, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum BrainOptionKind {
    /// A whole number.
    Integer,
    /// Any number.
    Number,
    /// `on` or `off`.
    Switch,
    /// One of some words.
    Choice,
}

/// A level of the machine.
#[derive(Clone, Debug, Serialize, Deserialize, TS, ToSchema)]
pub struct LevelInfo {
    /// 1 to 8.
    pub level: u8,
    /// The catalogues' key of its human name: `level_3`.
    pub name: String,
    /// About how strong it plays; `null` where nobody has measured it.
    pub elo: Option<i32>,
    /// What kind of figure that is.
    pub elo_mark: Option<EloMark>,
}

/// Where the figure of a strength comes from. The catalogues say it as `elo_{mark}`.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize, TS, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum EloMark {
    /// Measured against players whose strength is known.
    Anchored,
    /// Chained from those, beyond where they reach: about so much.
    Estimated,
    /// The house's own scale.
    House,
}

impl From<table::EloMark> for EloMark {
    fn from(mark: table::EloMark) -> EloMark {
        match mark {
            table::EloMark::Anchored => EloMark::Anchored,
            table::EloMark::Estimated => EloMark::Estimated,
            table::EloMark::Relative => EloMark::House,
        }
    }
}

/// Men one side does without.
#[derive(Clone, Debug, Serialize, Deserialize, TS, ToSchema)]
pub struct OddsInfo {
    /// Their name: `horse_left`. The catalogues call them `odds_{name}`.
    pub name: String,
    /// The start position when the first side gives them.
    pub first: String,
    /// The start position when the second side gives them.
    pub second: String,
}

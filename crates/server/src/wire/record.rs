//! Wire types of records and positions.

use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use super::{MatchOutcome, MessageOut, Ply, Start, TS};

/// Format of a record: `GET /api/rooms/{id}/record`.
#[derive(Clone, Default, Debug, Serialize, Deserialize, TS, IntoParams)]
#[serde(default)]
#[into_params(parameter_in = Query)]
#[ts(optional_fields)]
pub struct RecordQuery {
    /// `txt`, `pgn`, `fen` or `json`. Default: `txt`.
    pub format: Option<String>,
    /// Notation of moves. Default: the usual one of the language.
    pub notation: Option<String>,
    /// Language of the text around the moves: vi, en, zh-Hans, zh-Hant. Default: en.
    pub lang: Option<String>,
    /// Maximum number of plies.
    pub plies: Option<u32>,
}

/// Record to read: `POST /api/records`, up to 512 KiB.
#[derive(Clone, Debug, Serialize, Deserialize, TS, ToSchema)]
#[ts(optional_fields)]
pub struct RecordIn {
    /// The text: PGN, a list of moves in any notation, or the server's own `.txt`.
    pub text: String,
    /// The game. Default: as the text says, else the one that reads it furthest.
    #[serde(default)]
    pub game: Option<String>,
    /// The notation. Default: detected.
    #[serde(default)]
    pub notation: Option<String>,
}

/// Hints for reading a file: `POST /api/records/file`, the file as the body, up to 512 KiB.
#[derive(Clone, Default, Debug, Serialize, Deserialize, TS, IntoParams)]
#[serde(default)]
#[into_params(parameter_in = Query)]
#[ts(optional_fields)]
pub struct RecordFileQuery {
    /// The game. Default: as the file says, else the one that reads it furthest.
    pub game: Option<String>,
    /// The notation. Default: detected.
    pub notation: Option<String>,
}

/// Record, as far as it was read.
#[derive(Clone, Debug, Serialize, Deserialize, TS, ToSchema)]
pub struct RecordRead {
    /// The game.
    pub game: String,
    /// Notation of the moves.
    pub notation: String,
    /// Header tags.
    pub tags: Vec<[String; 2]>,
    /// Start position, if it is not the game's own.
    pub setup: Option<String>,
    /// Start of the game.
    pub start: Start,
    /// Moves that were read.
    pub plies: Vec<Ply>,
    /// End of the game on the board, or as the text says.
    pub outcome: Option<MatchOutcome>,
    /// First move that could not be read; everything before it was.
    pub failure: Option<RecordFailure>,
    /// Warnings.
    pub warnings: Vec<MessageOut>,
}

/// Unreadable move of a record.
#[derive(Clone, Debug, Serialize, Deserialize, TS, ToSchema)]
pub struct RecordFailure {
    /// Number of plies before it.
    pub plies: u32,
    /// Move number.
    pub number: u32,
    /// The move as written in the text.
    pub text: String,
    /// Description of the fault.
    pub why: MessageOut,
}

/// Position to check: `POST /api/positions`.
#[derive(Clone, Debug, Serialize, Deserialize, TS, ToSchema)]
#[ts(optional_fields)]
pub struct PositionIn {
    /// The game.
    pub game: String,
    /// The position in any of the game's dialects.
    pub text: String,
    /// Rule options, name to value.
    #[serde(default)]
    #[ts(as = "Option<std::collections::BTreeMap<String, String>>")]
    pub options: std::collections::BTreeMap<String, String>,
}

/// Position that can be played.
#[derive(Clone, Debug, Serialize, Deserialize, TS, ToSchema)]
pub struct PositionRead {
    /// The position in the server's own dialect, with side to move and check.
    pub start: Start,
    /// Stable identifier.
    pub position_id: String,
    /// Number of legal moves.
    pub legal: u32,
    /// Outcome, if the game is over.
    pub outcome: Option<MatchOutcome>,
    /// Unusual properties of the position.
    pub warnings: Vec<MessageOut>,
    /// The position in every dialect of the game.
    pub dialects: std::collections::BTreeMap<String, String>,
    /// Pieces one by one: letter, row, column, side.
    pub list: String,
}

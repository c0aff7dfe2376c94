//! Records and positions read and written.

use serde::{Deserialize, Serialize};
use ts_rs::TS;
use utoipa::{IntoParams, ToSchema};

use super::{MatchOutcome, Ply, Said, Start};

/// How a record is wanted: `GET /api/rooms/{id}/record`.
#[derive(Clone, Default, Debug, Serialize, Deserialize, TS, IntoParams)]
#[serde(default)]
#[into_params(parameter_in = Query)]
#[ts(optional_fields)]
pub struct RecordQuery {
    /// `txt`, `pgn`, `fen` or `json`. Default: `txt`.
    pub format: Option<String>,
    /// The notation of moves. Default: the language's own.
    pub notation: Option<String>,
    /// The language of what is written around them: vi, en, zh-Hans, zh-Hant. Default: en.
    pub lang: Option<String>,
    /// Only so many plies.
    pub plies: Option<u32>,
}

/// A record to be read: `POST /api/records`, up to 512 KiB.
#[derive(Clone, Debug, Serialize, Deserialize, TS, ToSchema)]
#[ts(optional_fields)]
pub struct RecordIn {
    /// The text: PGN, a list of moves in any notation, or our own `.txt`.
    pub text: String,
    /// The game; default: as the text says, else the one that reads it furthest.
    #[serde(default)]
    pub game: Option<String>,
    /// The notation; default: the one that reads the record.
    #[serde(default)]
    pub notation: Option<String>,
}

/// How a file is to be read: `POST /api/records/file`, its bytes up to 512 KiB.
#[derive(Clone, Default, Debug, Serialize, Deserialize, TS, IntoParams)]
#[serde(default)]
#[into_params(parameter_in = Query)]
#[ts(optional_fields)]
pub struct RecordFileQuery {
    /// The game; default: as the file says, else the one that reads it furthest.
    pub game: Option<String>,
    /// The notation; default: the one that reads the record.
    pub notation: Option<String>,
}

/// What was read, as far as it could be.
#[derive(Clone, Debug, Serialize, Deserialize, TS, ToSchema)]
pub struct RecordRead {
    /// The game.
    pub game: String,
    /// The notation moves were written in.
    pub notation: String,
    /// Names and the like from the header.
    pub tags: Vec<[String; 2]>,
    /// The position the text begins with, where it is not the game's start.
    pub setup: Option<String>,
    /// Where the game begins.
    pub start: Start,
    /// The moves read, ready to be looked at or played on from.
    pub plies: Vec<Ply>,
    /// How the game ended on the board, or as the text says.
    pub outcome: Option<MatchOutcome>,
    /// The first move that could not be read; everything before it was.
    pub failure: Option<RecordFailure>,
    /// What is unusual.
    pub warnings: Vec<Said>,
}

/// The move a record breaks off at.
#[derive(Clone, Debug, Serialize, Deserialize, TS, ToSchema)]
pub struct RecordFailure {
    /// How many plies were read before it.
    pub plies: u32,
    /// The move's number as players count.
    pub number: u32,
    /// The move as it stands in the text.
    pub text: String,
    /// What is wrong with it.
    pub why: Said,
}

/// A position to be checked: `POST /api/positions`.
#[derive(Clone, Debug, Serialize, Deserialize, TS, ToSchema)]
#[ts(optional_fields)]
pub struct PositionIn {
    /// The game.
    pub game: String,
    /// The position in any of its dialects.
    pub text: String,
    /// Rule options, name to value.
    #[serde(default)]
    #[ts(as = "Option<std::collections::BTreeMap<String, String>>")]
    pub options: std::collections::BTreeMap<String, String>,
}

/// A position that can be played.
#[derive(Clone, Debug, Serialize, Deserialize, TS, ToSchema)]
pub struct PositionRead {
    /// The position in our own dialect, its turn and check.
    pub start: Start,
    /// Its frozen name.
    pub position_id: String,
    /// How many legal moves there are.
    pub legal: u32,
    /// The end of the game, if it has come.
    pub outcome: Option<MatchOutcome>,
    /// What is unusual but playable.
    pub warnings: Vec<Said>,
    /// The position in every dialect of the game.
    pub dialects: std::collections::BTreeMap<String, String>,
    /// Its men one by one: letter, row, column, side.
    pub list: String,
}

//! Wire types of the library: search results, games with variations, opening explorer, import reports.

use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use super::{MessageOut, Side, Start, TS};

/// Search criteria: `GET /api/library`. All criteria must match.
#[derive(Clone, Default, Debug, Serialize, Deserialize, TS, IntoParams)]
#[serde(default)]
#[into_params(parameter_in = Query)]
#[ts(optional_fields)]
pub struct LibraryQuery {
    /// Only the caller's own games.
    pub own: Option<bool>,
    /// The game.
    pub game: Option<String>,
    /// Players or events; several, separated by commas, must all match. Tone marks may be left out, and Chinese names are
    /// found by their Hán-Việt reading.
    pub text: Option<String>,
    /// A player on either side.
    pub player: Option<String>,
    /// The event.
    pub event: Option<String>,
    /// First date, as `1997`, `1997.11` or `1997.11.16`.
    pub since: Option<String>,
    /// Last date.
    pub until: Option<String>,
    /// `first`, `second`, `draw` or `open`.
    pub result: Option<String>,
    /// Code of the opening or a prefix of it: `C`, `C60`.
    pub code: Option<String>,
    /// Words of the opening's name.
    pub opening: Option<String>,
    /// A position of the game.
    pub position: Option<String>,
    /// The folder; empty for games in none.
    pub folder: Option<String>,
    /// A label.
    pub label: Option<String>,
    /// Number of games to skip.
    pub skip: Option<u32>,
    /// Page size, up to 100. Default: 50.
    pub count: Option<u32>,
}

/// Name, with its readings if it is Chinese.
#[derive(Clone, Debug, Serialize, Deserialize, TS, ToSchema)]
pub struct NameOut {
    /// As it was written.
    pub text: String,
    /// Its Hán-Việt reading.
    pub reading: Option<String>,
    /// Its pinyin without tones, by syllables.
    pub pinyin: Option<String>,
}

/// An opening.
#[derive(Clone, Debug, Serialize, Deserialize, TS, ToSchema)]
pub struct OpeningOut {
    /// ECO at chess, ECCO at xiangqi.
    pub code: String,
    /// Its name.
    pub name: NameOut,
}

/// A game in a list.
#[derive(Clone, Debug, Serialize, Deserialize, TS, ToSchema)]
pub struct LibraryRow {
    /// Number in the library.
    pub id: i64,
    /// True if it is the caller's own game, which can be edited and deleted.
    pub own: bool,
    /// The game.
    pub game: String,
    /// Red or White.
    pub first: NameOut,
    /// Black.
    pub second: NameOut,
    /// The event.
    pub event: NameOut,
    /// The site.
    pub site: NameOut,
    /// `1997.11.16`, `1997.11`, `1997` or empty.
    pub date: String,
    /// `first`, `second`, `draw` or `open`.
    pub result: String,
    /// The opening.
    pub opening: Option<OpeningOut>,
    /// Plies of the main line.
    pub plies: u32,
    /// Moves in all variations.
    pub moves: u32,
    /// The folder; empty for none.
    pub folder: String,
    /// The labels.
    pub labels: Vec<String>,
}

/// Search results.
#[derive(Clone, Debug, Serialize, Deserialize, TS, ToSchema)]
pub struct LibraryPage {
    /// Page of games, newest first.
    pub games: Vec<LibraryRow>,
    /// Total number of games found.
    pub total: u32,
}

/// A game with its moves: `GET /api/library/games/{id}`.
#[derive(Clone, Debug, Serialize, Deserialize, TS, ToSchema)]
pub struct LibraryGame {
    /// As in lists.
    pub row: LibraryRow,
    /// The header.
    pub tags: Vec<[String; 2]>,
    /// Start of the game.
    pub start: Start,
    /// Comment before the first move.
    pub preface: String,
    /// Moves in depth-first order; the main line before its variations.
    pub nodes: Vec<LibraryNode>,
    /// True if there are more moves than the limit.
    pub more: bool,
}

/// Move of a library game.
#[derive(Clone, Debug, Serialize, Deserialize, TS, ToSchema)]
pub struct LibraryNode {
    /// Index of the previous move.
    pub after: Option<u32>,
    /// True if it starts a variation.
    pub varies: bool,
    /// In coordinates.
    pub mv: String,
    /// In the requested notation.
    pub text: String,
    /// Move number.
    pub number: u32,
    /// Side that played it.
    pub side: Side,
    /// From and to.
    pub squares: [u16; 2],
    /// Position after the move.
    pub position: String,
    /// The square of a general or king in check.
    pub check: Option<u16>,
    /// Comment.
    pub comment: String,
    /// Glyphs: 1 is `!`, 2 is `?`.
    pub glyphs: Vec<u8>,
}

/// Format of an export.
#[derive(Clone, Default, Debug, Serialize, Deserialize, TS, IntoParams)]
#[serde(default)]
#[into_params(parameter_in = Query)]
#[ts(optional_fields)]
pub struct ExportQuery {
    /// `pgn`, `txt`, `dhtmlxq`, `xqf` or `psq`. Default: `pgn`.
    pub format: Option<String>,
    /// The notation of moves.
    pub notation: Option<String>,
}

/// A comment: `POST /api/library/games/{id}/comment`.
#[derive(Clone, Debug, Serialize, Deserialize, TS, ToSchema)]
#[ts(optional_fields)]
pub struct CommentIn {
    /// Index of the move; none for the whole game.
    #[serde(default)]
    pub node: Option<u32>,
    /// Text; empty to delete the comment.
    pub text: String,
}

/// Folder and labels of a game: `PUT /api/library/games/{id}`.
#[derive(Clone, Debug, Serialize, Deserialize, TS, ToSchema)]
pub struct SortIn {
    /// The folder.
    pub folder: String,
    /// The labels.
    pub labels: Vec<String>,
}

/// A folder.
#[derive(Clone, Debug, Serialize, Deserialize, TS, ToSchema)]
pub struct FolderCount {
    /// Number of games in it.
    pub name: String,
    /// Games in it.
    pub games: u32,
}

/// Overview of the library: `GET /api/library/shelf`.
#[derive(Clone, Debug, Serialize, Deserialize, TS, ToSchema)]
pub struct LibraryOverview {
    /// Number of shared games.
    pub shared: u32,
    /// Number of own games.
    pub own: u32,
    /// Own folders.
    pub folders: Vec<FolderCount>,
    /// Own labels.
    pub labels: Vec<String>,
    /// Number of bundled master games that can be imported.
    pub masters: u32,
}

/// File to import: `POST /api/library/import`, the file as the body.
#[derive(Clone, Default, Debug, Serialize, Deserialize, TS, IntoParams)]
#[serde(default)]
#[into_params(parameter_in = Query)]
#[ts(optional_fields)]
pub struct ImportQuery {
    /// File name, for the report.
    pub name: Option<String>,
    /// Folder for its games.
    pub folder: Option<String>,
}

/// Import report.
#[derive(Clone, Default, Debug, Serialize, Deserialize, TS, ToSchema)]
pub struct ImportOut {
    /// Games found.
    pub games: u32,
    /// Games added.
    pub new: u32,
    /// Games that were in the library already.
    pub known: u32,
    /// Games with faults.
    pub faulty: u32,
    /// Faults by file.
    pub faults: Vec<ImportFaultOut>,
}

/// Fault in an imported file.
#[derive(Clone, Debug, Serialize, Deserialize, TS, ToSchema)]
pub struct ImportFaultOut {
    /// The file.
    pub file: String,
    /// Description of the fault.
    pub why: MessageOut,
}

/// Progress of the import of master games: `GET /api/library/masters`.
#[derive(Clone, Default, Debug, Serialize, Deserialize, TS, ToSchema)]
pub struct ImportJob {
    /// True while it is running.
    pub running: bool,
    /// Games imported so far.
    pub games: u32,
    /// Total number of games.
    pub total: u32,
    /// Report, after the end.
    pub report: Option<ImportOut>,
}

/// Position to explore: `GET /api/library/explorer`.
#[derive(Clone, Default, Debug, Serialize, Deserialize, TS, IntoParams)]
#[into_params(parameter_in = Query)]
#[ts(optional_fields)]
pub struct ExplorerQuery {
    /// The game.
    pub game: String,
    /// The position. Default: the start.
    pub position: Option<String>,
    /// The notation of moves.
    pub notation: Option<String>,
}

/// Result counts.
#[derive(Clone, Copy, Debug, Serialize, Deserialize, TS, ToSchema)]
pub struct TallyOut {
    /// Games.
    pub games: u32,
    /// Won by the first side.
    pub first: u32,
    /// Drawn.
    pub drawn: u32,
    /// Won by the second side.
    pub second: u32,
}

/// Moves played in a position.
#[derive(Clone, Debug, Serialize, Deserialize, TS, ToSchema)]
pub struct ExplorerOut {
    /// The position in the server's own dialect.
    pub position: String,
    /// Opening of the position.
    pub opening: Option<OpeningOut>,
    /// Results of all games with the position.
    pub tally: TallyOut,
    /// Moves, the most frequent first.
    pub moves: Vec<ExplorerMove>,
    /// Some of the games, newest first.
    pub games: Vec<LibraryRow>,
}

/// Move with its results.
#[derive(Clone, Debug, Serialize, Deserialize, TS, ToSchema)]
pub struct ExplorerMove {
    /// In coordinates.
    pub mv: String,
    /// In the requested notation.
    pub text: String,
    /// Position after the move.
    pub position: String,
    /// Results.
    pub tally: TallyOut,
}

//! The library on the wire: games found, one game with its variations, the explorer, what was brought in.

use serde::{Deserialize, Serialize};
use ts_rs::TS;
use utoipa::{IntoParams, ToSchema};

use super::{Said, Side, Start};

/// What is looked for: `GET /api/library`. Every wish narrows the list.
#[derive(Clone, Default, Debug, Serialize, Deserialize, TS, IntoParams)]
#[serde(default)]
#[into_params(parameter_in = Query)]
#[ts(optional_fields)]
pub struct LibraryQuery {
    /// Only one's own games.
    pub own: Option<bool>,
    /// The game.
    pub game: Option<String>,
    /// Players or events; several, separated by commas, must all fit. Marks of tone may be left out, and Chinese names
    /// are found by their Hán-Việt reading.
    pub text: Option<String>,
    /// A player on either side.
    pub player: Option<String>,
    /// The event.
    pub event: Option<String>,
    /// Days from this one on, as `1997`, `1997.11` or `1997.11.16`.
    pub since: Option<String>,
    /// Days up to this one.
    pub until: Option<String>,
    /// `first`, `second`, `draw` or `open`.
    pub result: Option<String>,
    /// The opening's code or its beginning: `C`, `C60`.
    pub code: Option<String>,
    /// Words of the opening's name.
    pub opening: Option<String>,
    /// A position the game went through.
    pub position: Option<String>,
    /// The folder; empty for games in none.
    pub folder: Option<String>,
    /// A label.
    pub label: Option<String>,
    /// How many to skip.
    pub skip: Option<u32>,
    /// How many to give, up to 100. Default: 50.
    pub count: Option<u32>,
}

/// A name, and how it is read in Vietnamese where it is Chinese.
#[derive(Clone, Debug, Serialize, Deserialize, TS, ToSchema)]
pub struct NameOut {
    /// As it was written.
    pub text: String,
    /// Its Hán-Việt reading.
    pub reading: Option<String>,
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
    /// Its number.
    pub id: i64,
    /// Whether it is one's own, to be sorted and thrown away.
    pub own: bool,
    /// The game.
    pub game: String,
    /// Red or White.
    pub first: NameOut,
    /// Black.
    pub second: NameOut,
    /// The event.
    pub event: NameOut,
    /// The place.
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
    /// The folder; empty where it lies in none.
    pub folder: String,
    /// The labels.
    pub labels: Vec<String>,
}

/// Games that were found.
#[derive(Clone, Debug, Serialize, Deserialize, TS, ToSchema)]
pub struct LibraryPage {
    /// Some of them, newest first.
    pub games: Vec<LibraryRow>,
    /// How many there are in all.
    pub total: u32,
}

/// A game with its moves: `GET /api/library/games/{id}`.
#[derive(Clone, Debug, Serialize, Deserialize, TS, ToSchema)]
pub struct LibraryGame {
    /// As in lists.
    pub row: LibraryRow,
    /// The header.
    pub tags: Vec<[String; 2]>,
    /// Where it begins.
    pub start: Start,
    /// What is said before the first move.
    pub preface: String,
    /// The moves, each before what follows it; the main line before its variations.
    pub nodes: Vec<LibraryNode>,
    /// Whether there are more moves than are shown.
    pub more: bool,
}

/// A move of a game.
#[derive(Clone, Debug, Serialize, Deserialize, TS, ToSchema)]
pub struct LibraryNode {
    /// The index of the move before it.
    pub after: Option<u32>,
    /// Whether it stands instead of another.
    pub varies: bool,
    /// In coordinates.
    pub mv: String,
    /// In the notation asked for.
    pub text: String,
    /// The number on a score sheet.
    pub number: u32,
    /// Who played it.
    pub side: Side,
    /// From and to.
    pub squares: [u16; 2],
    /// The position behind it.
    pub position: String,
    /// The square of a general or king in check.
    pub check: Option<u16>,
    /// What is said of it.
    pub comment: String,
    /// Glyphs: 1 is `!`, 2 is `?`.
    pub glyphs: Vec<u8>,
}

/// How a game is wanted.
#[derive(Clone, Default, Debug, Serialize, Deserialize, TS, IntoParams)]
#[serde(default)]
#[into_params(parameter_in = Query)]
#[ts(optional_fields)]
pub struct ExportQuery {
    /// `pgn`, `txt` or `dhtmlxq`. Default: `pgn`.
    pub format: Option<String>,
    /// The notation of moves.
    pub notation: Option<String>,
}

/// A comment: `POST /api/library/games/{id}/comment`.
#[derive(Clone, Debug, Serialize, Deserialize, TS, ToSchema)]
#[ts(optional_fields)]
pub struct CommentIn {
    /// The move's index; none for the whole game.
    #[serde(default)]
    pub node: Option<u32>,
    /// What is said; empty to say nothing any more.
    pub text: String,
}

/// Where a game is put: `PUT /api/library/games/{id}`.
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
    /// Its name; empty for games in none.
    pub name: String,
    /// Games in it.
    pub games: u32,
}

/// What there is: `GET /api/library/shelf`.
#[derive(Clone, Debug, Serialize, Deserialize, TS, ToSchema)]
pub struct ShelfOut {
    /// Games everybody may read.
    pub shared: u32,
    /// One's own.
    pub own: u32,
    /// One's own folders.
    pub folders: Vec<FolderCount>,
    /// One's own labels.
    pub labels: Vec<String>,
    /// Master games that come with the house and can be brought in.
    pub masters: u32,
}

/// A file to be brought in: `POST /api/library/import`, the file as the body.
#[derive(Clone, Default, Debug, Serialize, Deserialize, TS, IntoParams)]
#[serde(default)]
#[into_params(parameter_in = Query)]
#[ts(optional_fields)]
pub struct ImportQuery {
    /// Its name, for the report.
    pub name: Option<String>,
    /// The folder its games go into.
    pub folder: Option<String>,
}

/// What became of a file.
#[derive(Clone, Default, Debug, Serialize, Deserialize, TS, ToSchema)]
pub struct ImportOut {
    /// Games found.
    pub games: u32,
    /// Kept.
    pub new: u32,
    /// There already.
    pub known: u32,
    /// With something that could not be read.
    pub faulty: u32,
    /// What could not be read, and where.
    pub troubles: Vec<ImportTrouble>,
}

/// Something that could not be read.
#[derive(Clone, Debug, Serialize, Deserialize, TS, ToSchema)]
pub struct ImportTrouble {
    /// The file.
    pub file: String,
    /// What is wrong.
    pub why: Said,
}

/// How far the master games are brought in: `GET /api/library/masters`.
#[derive(Clone, Default, Debug, Serialize, Deserialize, TS, ToSchema)]
pub struct ImportJob {
    /// Whether it goes on.
    pub running: bool,
    /// Games so far.
    pub games: u32,
    /// Games in all.
    pub total: u32,
    /// What became of it, at the end.
    pub report: Option<ImportOut>,
}

/// A position to be explored: `GET /api/library/explorer`.
#[derive(Clone, Default, Debug, Serialize, Deserialize, TS, IntoParams)]
#[into_params(parameter_in = Query)]
#[ts(optional_fields)]
pub struct ExplorerQuery {
    /// The game.
    pub game: String,
    /// The position; default: the start.
    pub position: Option<String>,
    /// The notation of moves.
    pub notation: Option<String>,
}

/// Results counted.
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

/// What was played in a position.
#[derive(Clone, Debug, Serialize, Deserialize, TS, ToSchema)]
pub struct ExplorerOut {
    /// The position, as we write it.
    pub position: String,
    /// The opening it stands for.
    pub opening: Option<OpeningOut>,
    /// All games that went through it.
    pub tally: TallyOut,
    /// The moves, the most frequent first.
    pub moves: Vec<ExplorerMove>,
    /// Some of the games, newest first.
    pub games: Vec<LibraryRow>,
}

/// A move and how it went.
#[derive(Clone, Debug, Serialize, Deserialize, TS, ToSchema)]
pub struct ExplorerMove {
    /// In coordinates.
    pub mv: String,
    /// In the notation asked for.
    pub text: String,
    /// The position behind it.
    pub position: String,
    /// Its results.
    pub tally: TallyOut,
}

//! Wire types of tournaments that are not stored: views, links, files, requests.

use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use super::TS;
use super::tournament::{
    BoardResult, ByeChoice, Entrant, SectionSettings, TournamentAct, TournamentCategory, TournamentPreset,
    TournamentRole,
};
use super::{MessageOut, Side};

/// Tournament to create: `POST /api/tournaments`.
#[derive(Clone, Debug, Serialize, Deserialize, TS, ToSchema)]
#[ts(optional_fields)]
pub struct NewTournament {
    /// Name, up to 80 characters.
    pub name: String,
    /// Place and date, as they are printed.
    #[serde(default)]
    pub place: Option<String>,
    /// Preset of its first section.
    pub preset: TournamentPreset,
    /// Name of its first section. Default: none.
    #[serde(default)]
    pub section: Option<String>,
}

/// Changes to make, all or none: `POST /api/tournaments/{id}/acts`.
#[derive(Clone, Debug, Serialize, Deserialize, TS, ToSchema)]
pub struct TournamentActs {
    /// Changes.
    pub acts: Vec<TournamentAct>,
}

/// Players as text: `POST /api/tournaments/{id}/players`.
#[derive(Clone, Debug, Serialize, Deserialize, TS, ToSchema)]
pub struct PlayersIn {
    /// Section.
    pub section: u32,
    /// Lines with a name each, a CSV or tab-separated table with a head, or a TRF file.
    pub text: String,
    /// True to read only.
    pub preview: bool,
}

/// Players that were read.
#[derive(Clone, Debug, Serialize, Deserialize, TS, ToSchema)]
pub struct PlayersOut {
    /// The players.
    pub players: Vec<Entrant>,
}

/// Round to pair: `POST /api/tournaments/{id}/pair`.
#[derive(Clone, Copy, Debug, Serialize, Deserialize, TS, ToSchema)]
pub struct PairIn {
    /// Section.
    pub section: u32,
}

/// Question "why": `GET /api/tournaments/{id}/why`.
#[derive(Clone, Copy, Debug, Serialize, Deserialize, TS, ToSchema, IntoParams)]
#[ts(optional_fields)]
#[into_params(parameter_in = Query)]
pub struct WhyQuery {
    /// Section.
    pub section: u32,
    /// Round.
    pub round: u32,
    /// Start number of the player who asks.
    pub number: u32,
    /// Start number of the player who is not the opponent; 0 for the bye.
    pub not: Option<u32>,
}

/// Answer to a question "why".
#[derive(Clone, Debug, Serialize, Deserialize, TS, ToSchema)]
pub struct WhyOut {
    /// Sentences.
    pub sentences: Vec<MessageOut>,
}

/// Tournaments of the server: `GET /api/tournaments`.
#[derive(Clone, Debug, Serialize, Deserialize, TS, ToSchema)]
pub struct TournamentList {
    /// The newest first.
    pub tournaments: Vec<TournamentListRow>,
}

/// Row of the list.
#[derive(Clone, Debug, Serialize, Deserialize, TS, ToSchema)]
pub struct TournamentListRow {
    /// Identifier.
    pub id: String,
    /// Name.
    pub name: String,
    /// Place and date.
    pub place: String,
    /// Last change.
    pub touched_at: i64,
    /// The caller's right.
    pub role: Option<TournamentRole>,
}

/// Tournament as the caller may see it.
#[derive(Clone, Debug, Serialize, Deserialize, TS, ToSchema)]
pub struct TournamentView {
    /// Identifier.
    pub id: String,
    /// Number of changes so far.
    pub seq: u64,
    /// Name.
    pub name: String,
    /// Place and date.
    pub place: String,
    /// Text for the players.
    pub notes: String,
    /// The caller's right.
    pub role: Option<TournamentRole>,
    /// Officials.
    pub officials: Vec<OfficialView>,
    /// Sections.
    pub sections: Vec<SectionView>,
    /// Current time, for countdowns.
    pub now: i64,
}

/// Official of a tournament.
#[derive(Clone, Debug, Serialize, Deserialize, TS, ToSchema)]
pub struct OfficialView {
    /// Name.
    pub name: String,
    /// Right.
    pub role: TournamentRole,
    /// Identity, for the organizer, who may take the right back.
    pub player: Option<String>,
}

/// Section of a tournament.
#[derive(Clone, Debug, Serialize, Deserialize, TS, ToSchema)]
pub struct SectionView {
    /// Number.
    pub id: u32,
    /// Settings.
    pub settings: SectionSettings,
    /// Rounds planned, computed for a round robin.
    pub rounds_planned: u32,
    /// True after its end.
    pub closed: bool,
    /// Players by start number.
    pub players: Vec<TournamentPlayer>,
    /// Rounds; the last may be a draft, which only officials see.
    pub rounds: Vec<TournamentRound>,
    /// Start number of the caller.
    pub you: Option<u32>,
    /// Codes of the tie-breaks.
    pub tie_breaks: Vec<String>,
    /// Standings after the published rounds, best first.
    pub standings: Vec<StandingRow>,
    /// Standings of the categories.
    pub categories: Vec<CategoryView>,
    /// Team results.
    pub teams: Vec<TeamRow>,
    /// Start numbers that are kept apart.
    pub forbidden: Vec<Vec<u32>>,
    /// Ways in which pairing and results differ from the FIDE Dutch system.
    pub departures: Vec<MessageOut>,
    /// Groups before the knockout, with their standings.
    pub groups: Vec<GroupView>,
    /// Stages of the knockout, the first one first; empty for other systems and before the groups have ended.
    pub bracket: Vec<BracketStage>,
    /// Winner of the knockout.
    pub champion: Option<u32>,
}

/// Group of a section.
#[derive(Clone, Debug, Serialize, Deserialize, TS, ToSchema)]
pub struct GroupView {
    /// Letter: A, B, …
    pub name: String,
    /// Start numbers with their ranks in the group and their points, best first.
    pub ranks: Vec<(u32, u32, f64)>,
    /// Players who go on.
    pub qualifiers: u32,
}

/// Stage of a knockout.
#[derive(Clone, Debug, Serialize, Deserialize, TS, ToSchema)]
pub struct BracketStage {
    /// Its name, such as "Semi-finals".
    pub title: MessageOut,
    /// Matches from top to bottom; the match for the third place comes last.
    pub matches: Vec<BracketMatch>,
}

/// Match of a knockout.
#[derive(Clone, Debug, Default, Serialize, Deserialize, TS, ToSchema)]
pub struct BracketMatch {
    /// Start number of the higher seed; `null` until it is known.
    pub first: Option<u32>,
    /// Start number of the lower seed; `null` for a bye, and until it is known.
    pub second: Option<u32>,
    /// Points of both in the games of the match.
    pub score: [f64; 2],
    /// Number of games that have ended.
    pub games: u32,
    /// Player who goes on.
    pub winner: Option<u32>,
    /// True if all games are played, it is level, and the organizer has to decide.
    pub level: bool,
    /// True for the match for the third place.
    pub third_place: bool,
    /// True if the first player goes on without a match.
    pub bye: bool,
}

/// Player of a section.
#[derive(Clone, Debug, Serialize, Deserialize, TS, ToSchema)]
pub struct TournamentPlayer {
    /// Start number.
    pub number: u32,
    /// Data.
    pub entrant: Entrant,
    /// First round of a late entry; 1 otherwise.
    pub from_round: u32,
    /// First round after a withdrawal.
    pub withdrawn_from: Option<u32>,
    /// Byes asked for: round and points.
    pub byes: Vec<(u32, ByeChoice)>,
    /// Fouls by round.
    pub fouls: Vec<(u32, u32)>,
    /// True if the player joined with a device.
    pub joined: bool,
}

/// Round of a section.
#[derive(Clone, Debug, Serialize, Deserialize, TS, ToSchema)]
pub struct TournamentRound {
    /// Number, from 1.
    pub round: u32,
    /// Stage and game of a knockout, or the group stage.
    pub title: Option<MessageOut>,
    /// True if it is published.
    pub published: bool,
    /// Start of the games.
    pub starts_at: Option<i64>,
    /// True if the pairing was changed by hand.
    pub by_hand: bool,
    /// Boards.
    pub boards: Vec<BoardView>,
    /// Player with the pairing-allocated bye.
    pub bye: Option<u32>,
    /// Board with the final of the two leaders.
    pub final_board: Option<u32>,
    /// Remarks on a pairing made by hand, for officials.
    pub remarks: Vec<MessageOut>,
}

/// Board of a round.
#[derive(Clone, Debug, Serialize, Deserialize, TS, ToSchema)]
pub struct BoardView {
    /// Number, from 1.
    pub board: u32,
    /// Moves first.
    pub first: u32,
    /// Moves second.
    pub second: u32,
    /// Result.
    pub result: Option<BoardResult>,
    /// Results as both players report them, for officials and the players themselves.
    pub proposed: [Option<BoardResult>; 2],
    /// Game on this server.
    pub room: Option<String>,
}

/// Row of the standings, with the rounds of the player.
#[derive(Clone, Debug, Serialize, Deserialize, TS, ToSchema)]
pub struct StandingRow {
    /// Start number.
    pub number: u32,
    /// Rank; players who tie in everything share it.
    pub rank: u32,
    /// Points.
    pub points: f64,
    /// Tie-breaks as they are printed.
    pub tie_breaks: Vec<String>,
    /// Performance rating.
    pub performance: Option<i32>,
    /// Rounds.
    pub cells: Vec<CrosstableCell>,
}

/// Round of a player in the crosstable.
#[derive(Clone, Debug, Serialize, Deserialize, TS, ToSchema)]
pub struct CrosstableCell {
    /// Start number of the opponent.
    pub opponent: Option<u32>,
    /// Side.
    pub side: Option<Side>,
    /// `1`, `=`, `0`; `+`, `-` without play; `F`, `H`, `Z`, `U` for byes as in TRF; `*` while the game is running.
    pub result: String,
}

/// Standings of a category.
#[derive(Clone, Debug, Serialize, Deserialize, TS, ToSchema)]
pub struct CategoryView {
    /// The category.
    pub category: TournamentCategory,
    /// Start numbers with their ranks in the category, best first.
    pub ranks: Vec<(u32, u32)>,
    /// Team results of its players.
    pub teams: Vec<TeamRow>,
}

/// Result of a team.
#[derive(Clone, Debug, Serialize, Deserialize, TS, ToSchema)]
pub struct TeamRow {
    /// Name.
    pub team: String,
    /// Rank; `null` for a team with too few players.
    pub rank: Option<u32>,
    /// Sum of ranks.
    pub rank_sum: u32,
    /// Sum of points.
    pub points: f64,
    /// Players that count, best first.
    pub players: Vec<u32>,
}

/// Log of changes: `GET /api/tournaments/{id}/log`.
#[derive(Clone, Debug, Serialize, Deserialize, TS, ToSchema)]
pub struct TournamentLog {
    /// Changes, the newest first.
    pub entries: Vec<TournamentLogEntry>,
}

/// Change in the log.
#[derive(Clone, Debug, Serialize, Deserialize, TS, ToSchema)]
pub struct TournamentLogEntry {
    /// Number.
    pub seq: u64,
    /// Time.
    pub at: i64,
    /// Name of the person who made it.
    pub by: String,
    /// Sentence.
    pub what: MessageOut,
}

/// Secret parts of links, for the organizer: `GET /api/tournaments/{id}/links`.
#[derive(Clone, Debug, Serialize, Deserialize, TS, ToSchema)]
pub struct TournamentLinks {
    /// Origin for the links, if the caller's own (`localhost`) leads other devices nowhere.
    pub origin: Option<String>,
    /// Token that makes an arbiter.
    pub arbiter: String,
    /// Start numbers with the tokens that make the reader this player.
    pub players: Vec<(u32, String)>,
    /// Boards of the last round with the tokens under which its players report the result.
    pub boards: Vec<(u32, String)>,
}

/// Query of links.
#[derive(Clone, Copy, Debug, Serialize, Deserialize, TS, ToSchema, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct LinksQuery {
    /// Section.
    pub section: u32,
}

/// Token of a link: `POST /api/tournaments/{id}/join`.
#[derive(Clone, Debug, Serialize, Deserialize, TS, ToSchema)]
#[ts(optional_fields)]
pub struct TokenIn {
    /// Token.
    pub token: String,
    /// Name of an arbiter.
    #[serde(default)]
    pub name: Option<String>,
}

/// Board behind a QR code: `GET /api/tournaments/{id}/boards/{token}`.
#[derive(Clone, Debug, Serialize, Deserialize, TS, ToSchema)]
pub struct BoardSlip {
    /// Name of the tournament.
    pub tournament: String,
    /// Name of the section.
    pub section: String,
    /// Round.
    pub round: u32,
    /// The board.
    pub board: BoardView,
    /// Name of the player who moves first.
    pub first: String,
    /// Name of the second player.
    pub second: String,
}

/// Result reported by a player: `POST /api/tournaments/{id}/boards/{token}`.
#[derive(Clone, Copy, Debug, Serialize, Deserialize, TS, ToSchema)]
pub struct ProposalIn {
    /// Side of the player.
    pub side: Side,
    /// Result.
    pub result: BoardResult,
}

/// File of a section to download.
#[derive(Clone, Debug, Serialize, Deserialize, TS, ToSchema, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct SectionFileQuery {
    /// Section.
    pub section: u32,
    /// `trf16`, `trf26`, `csv` or `pgn`.
    pub format: String,
}

/// Text to show as a QR code: `GET /api/qr`.
#[derive(Clone, Debug, Serialize, Deserialize, TS, ToSchema, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct QrQuery {
    /// Text, up to 500 bytes.
    pub text: String,
}

/// A whole tournament as one file: `GET` and `POST /api/tournaments/file`. Its form is stable.
#[derive(Clone, Debug, Serialize, Deserialize, TS, ToSchema)]
pub struct TournamentFile {
    /// `kydai-tournament`.
    pub format: String,
    /// 1.
    pub version: u32,
    /// Identifier.
    pub id: String,
    /// Secret from which the links are made.
    pub secret: String,
    /// The log.
    pub log: Vec<TournamentFileEntry>,
}

/// Change in a file.
#[derive(Clone, Debug, Serialize, Deserialize, TS, ToSchema)]
pub struct TournamentFileEntry {
    /// Time.
    pub at: i64,
    /// Name of the person who made it.
    pub by: String,
    /// Change.
    pub act: TournamentAct,
}

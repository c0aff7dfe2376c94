//! A match as one viewer sees it.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use ts_rs::TS;
use utoipa::ToSchema;

use super::{ClockChoice, EloMark, Evaluation, Said};

/// A side.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize, TS, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum Side {
    /// Red or White.
    First,
    /// Black.
    Second,
}

/// Whose knowledge a view is made from.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize, TS, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum Viewer {
    /// The first side's.
    First,
    /// The second side's.
    Second,
    /// What everybody knows.
    Public,
}

/// A match as one viewer sees it. Sent whole on connecting; later with the plies that are new.
#[derive(Clone, Debug, Serialize, Deserialize, TS, ToSchema)]
pub struct RoomView {
    /// The room.
    pub room: String,
    /// The game.
    pub game: String,
    /// Its rule options where they are not the default.
    pub options: BTreeMap<String, String>,
    /// How many events led here.
    pub seq: u64,
    /// Whose knowledge this is.
    pub viewer: Viewer,
    /// The sides one may act for: one, both (two on one device), or none (watching).
    pub hands: Vec<Side>,
    /// Who sits where.
    pub seats: [SeatView; 2],
    /// Where the match began.
    pub start: Start,
    /// What one side gave the other: the catalogues' keys `odds_{..}`, and moves in a row.
    pub handicap: Option<Said>,
    /// How many of the plies known so far still stand: forget those behind, then add `plies`.
    pub plies_from: u32,
    /// The plies from there on.
    pub plies: Vec<Ply>,
    /// The position now. Its first field is the board: capitals are the first side's, X and x lie face down.
    pub position: String,
    /// Its frozen name.
    pub position_id: String,
    /// Whose move it is.
    pub turn: Side,
    /// The square of a general or king in check.
    pub check: Option<u16>,
    /// The moves one may play now, in coordinates.
    pub legal: Vec<String>,
    /// How the match ended; `null` while it goes on.
    pub outcome: Option<MatchOutcome>,
    /// The draw the side to move may claim.
    pub claim: Option<MatchOutcome>,
    /// The arbiter's file, once the position has stood there before: a warning, or the verdict.
    pub case: Option<CaseView>,
    /// What waits for an answer.
    pub offer: Option<OfferView>,
    /// The clocks.
    pub clock: ClockView,
    /// Whether the match is paused.
    pub paused: bool,
    /// How many plies could be played again.
    pub undone: u32,
    /// Men that lie face down and that one has seen in a move taken back.
    pub seen: Vec<SeenMan>,
    /// How often each side may still take back; `null`: without limit.
    pub undo_left: [Option<u32>; 2],
    /// Whether taking back, giving the turn and pausing need the other's consent.
    pub by_consent: bool,
    /// Whether evaluation and hints are allowed now: not between people before the end.
    pub may_evaluate: bool,
    /// Whether one is being told evaluations.
    pub evaluating: bool,
    /// Machine against machine: the least time for a move.
    pub pace_ms: Option<u32>,
    /// A room that follows this one: a rematch.
    pub next: Option<String>,
    /// Whether one runs this match between machines: pause, step, pace.
    pub may_run: bool,
    /// For games with hidden men: how anybody can verify the deal.
    pub deal: Option<DealView>,
}

/// A man that lies face down and was seen before a move was taken back.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS, ToSchema)]
pub struct SeenMan {
    /// Where.
    pub square: u16,
    /// Its letter (a capital).
    pub letter: String,
}

/// The house's promise about a deal, and after the match what it was made from. Bytes are hexadecimal digits.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS, ToSchema)]
pub struct DealView {
    /// How the men are dealt: `jieqi-v1`.
    pub scheme: String,
    /// The fingerprint of the seed, known before anybody adds anything.
    pub commitment: String,
    /// Whether the men are dealt: both seats have added their part. Nobody can play before.
    pub dealt: bool,
    /// What each seat added; `null` where that is still awaited.
    pub nonces: [Option<String>; 2],
    /// Where each part came from.
    pub by: [Option<PartBy>; 2],
    /// The seed, once the match is over.
    pub seed: Option<String>,
    /// The board the match began with and every man face up, once the match is over.
    pub men: Option<String>,
}

/// Where a part of a deal came from.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, TS, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum PartBy {
    /// The device of whoever plays there.
    Player,
    /// The house: a machine plays there, or the game is older than the promise.
    House,
}

/// All that is needed to verify a deal: `GET /api/rooms/{id}/deal`, once the match is over. The page `/verify` and
/// `kydai verify` read it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS, ToSchema)]
pub struct DealProof {
    /// The game.
    pub game: String,
    /// How the men were dealt.
    pub scheme: String,
    /// The room it was played in.
    #[serde(default)]
    pub room: Option<String>,
    /// Its rule options where they are not the default.
    #[serde(default)]
    pub options: BTreeMap<String, String>,
    /// The position it began with; `null` is the game's start.
    #[serde(default)]
    pub start: Option<String>,
    /// What was published before the game.
    pub commitment: String,
    /// The house's bytes.
    pub seed: String,
    /// What the two sides added.
    pub nonces: [String; 2],
    /// Where each part came from.
    #[serde(default)]
    pub by: [Option<PartBy>; 2],
    /// The board with every man face up.
    #[serde(default)]
    pub men: Option<String>,
    /// The moves in coordinates, each with what its player saw turn up and captured face down.
    #[serde(default)]
    pub moves: Vec<String>,
}

/// Who sits somewhere.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize, TS, ToSchema)]
pub struct SeatView {
    /// What kind of player.
    pub kind: SeatKind,
    /// A person's name; `null` for a guest.
    pub name: Option<String>,
    /// The machine's level.
    pub level: Option<u8>,
    /// The machine's algorithm: `alphabeta:depth=4`.
    pub brain: Option<String>,
    /// About how strong, where it is known.
    pub elo: Option<i32>,
    /// What kind of figure that is.
    pub elo_mark: Option<EloMark>,
}

/// What kind of player sits somewhere.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize, TS, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum SeatKind {
    /// You.
    You,
    /// Another person.
    Person,
    /// A friend on your device.
    Here,
    /// The machine.
    Machine,
    /// Nobody yet: an invitation is out.
    Empty,
}

/// Where a line begins.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS, ToSchema)]
pub struct Start {
    /// The position.
    pub position: String,
    /// Whose move it is.
    pub turn: Side,
    /// The square of a general or king in check.
    pub check: Option<u16>,
}

/// A ply, and the board behind it.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, TS, ToSchema)]
pub struct Ply {
    /// The move in coordinates, with what this viewer knows turned up; `--` is a turn given away.
    pub mv: String,
    /// Who played it.
    pub side: Side,
    /// The move in every notation of the game.
    pub text: BTreeMap<String, String>,
    /// From and to; `null` for a turn given away.
    pub squares: Option<[u16; 2]>,
    /// The position behind it, as this viewer knows it.
    pub position: String,
    /// The square of a general or king in check behind it.
    pub check: Option<u16>,
    /// The man it captured.
    pub took: Option<Taken>,
    /// The letter of the man it turned up.
    pub turned: Option<String>,
    /// How long its player thought.
    pub ms: Option<u64>,
    /// What the position behind it is worth, once somebody has weighed it.
    pub evaluation: Option<Evaluation>,
}

/// A captured man.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS, ToSchema)]
pub struct Taken {
    /// Whose man it was.
    pub side: Side,
    /// Its letter (a capital); `?` where this viewer was not told.
    pub letter: String,
    /// Whether it lay face down.
    pub face_down: bool,
}

/// The end of a match.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS, ToSchema)]
pub struct MatchOutcome {
    /// The winner; `null` is a draw.
    pub winner: Option<Side>,
    /// The rule that ended it: `checkmate`. The catalogues call it `reason_{reason}`.
    pub reason: String,
    /// Why, as a sentence.
    pub why: Said,
}

/// What waits for an answer.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS, ToSchema)]
pub struct OfferView {
    /// Who offered it.
    pub by: Side,
    /// What.
    pub kind: OfferKind,
    /// How many plies, for taking back and playing again.
    pub plies: Option<u32>,
}

/// What can be offered.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, TS, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum OfferKind {
    /// A draw.
    Draw,
    /// Taking back.
    TakeBack,
    /// Playing again.
    Redo,
    /// Giving the turn away.
    GiveTurn,
    /// Stopping the clocks.
    Pause,
}

/// The clocks.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS, ToSchema)]
pub struct ClockView {
    /// How time is kept.
    pub rule: ClockChoice,
    /// What each side had left at `now`; `null` without a clock.
    pub left_ms: [Option<i64>; 2],
    /// Whose time runs.
    pub running: Option<Side>,
    /// The server's time when this was true.
    pub now: i64,
    /// Since when the side to move thinks, on the server's clock.
    pub since: Option<i64>,
}

/// The arbiter's file on a repetition.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS, ToSchema)]
pub struct CaseView {
    /// How often the position has stood on the board.
    pub occurrences: u32,
    /// At which occurrence the verdict falls.
    pub limit: u32,
    /// Whether it has fallen.
    pub is_final: bool,
    /// The verdict: in force, or threatening.
    pub verdict: MatchOutcome,
    /// Who must deviate.
    pub must_deviate: Option<Side>,
    /// The catalogues' key of the rule.
    pub rule: String,
    /// The cycle, oldest ply first.
    pub plies: Vec<PlyNote>,
    /// What has happened and what follows.
    pub summary: Said,
    /// Who must deviate, as a sentence.
    pub duty: Said,
}

/// One ply of the cycle.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS, ToSchema)]
pub struct PlyNote {
    /// Its index among the plies of the match.
    pub ply: u32,
    /// The move's number as players count.
    pub number: u32,
    /// Who played it.
    pub side: Side,
    /// `check`, `chase` or `idle`; the catalogues call it `conduct_{..}`.
    pub conduct: String,
    /// The men chased.
    pub chases: Vec<ChaseView>,
}

/// A man chased by another.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS, ToSchema)]
pub struct ChaseView {
    /// Who threatens.
    pub chaser: ManView,
    /// Who is threatened.
    pub victim: ManView,
    /// Whether the victim is protected.
    pub protected: bool,
    /// Whether it is chased through the whole cycle.
    pub throughout: bool,
    /// The same as a sentence.
    pub said: Said,
}

/// A man and where it stands.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS, ToSchema)]
pub struct ManView {
    /// The catalogues' key of the man.
    pub man: String,
    /// The square's name.
    pub square: String,
}

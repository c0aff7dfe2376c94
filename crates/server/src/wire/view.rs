//! Wire types of a match as one viewer sees it.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::TS;
use super::rating::RatedView;
use super::{ClockChoice, EloMark, Evaluation, MessageOut, TalkRule};

/// Side.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize, TS, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum Side {
    /// Red or White.
    First,
    /// Black.
    Second,
}

/// Viewer whose knowledge a view contains.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize, TS, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum Viewer {
    /// First side.
    First,
    /// Second side.
    Second,
    /// Public information only.
    Public,
}

/// Match as one viewer sees it. Sent in full on connecting, later with the new plies only.
#[derive(Clone, Debug, Serialize, Deserialize, TS, ToSchema)]
pub struct RoomView {
    /// The room.
    pub room: String,
    /// The game.
    pub game: String,
    /// Rule options that are not the default.
    pub options: BTreeMap<String, String>,
    /// Number of events so far.
    pub seq: u64,
    /// Viewer.
    pub viewer: Viewer,
    /// Sides the client controls: one, both (on one device), or none (spectator).
    pub own_sides: Vec<Side>,
    /// Occupants of the seats.
    pub seats: [SeatView; 2],
    /// Start of the match.
    pub start: Start,
    /// Handicap as a message.
    pub handicap: Option<MessageOut>,
    /// Number of known plies that are still valid: drop those after it, then append `plies`.
    pub plies_from: u32,
    /// Plies from there on.
    pub plies: Vec<Ply>,
    /// Current position. Its first field is the board: capitals are the first side's, X and x lie face down.
    pub position: String,
    /// Stable identifier of the position.
    pub position_id: String,
    /// Side to move.
    pub turn: Side,
    /// The square of a general or king in check.
    pub check: Option<u16>,
    /// Squares of the line that won the game.
    pub line: Vec<u16>,
    /// Moves the client may play now, in coordinates.
    pub legal: Vec<String>,
    /// Outcome; `null` while the match is running.
    pub outcome: Option<MatchOutcome>,
    /// Draw that the side to move may claim.
    pub claim: Option<MatchOutcome>,
    /// Repetition case, once the position has occurred before: a warning or the verdict.
    pub case: Option<CaseView>,
    /// Pending offer.
    pub offer: Option<OfferView>,
    /// The clocks.
    pub clock: ClockView,
    /// Milliseconds left for the first move of the side to move, after which the game is aborted; `null` without a limit.
    pub first_move_ms: Option<i64>,
    /// True if the match is paused.
    pub paused: bool,
    /// Number of plies that can be redone.
    pub undone: u32,
    /// Face-down pieces that the viewer has seen in moves taken back.
    pub seen: Vec<SeenPiece>,
    /// Remaining takebacks of each side; `null` for no limit.
    pub undo_left: [Option<u32>; 2],
    /// Takeback of the client's last move now.
    pub take_back: TakeBackView,
    /// Codes of what the players had besides their own thinking: `hint`, `take_back`, `turn_given`, `handicap`; with
    /// `loaded`, `set_up` or `peeked` the result does not count in anybody's statistics.
    pub aids: Vec<String>,
    /// True if takebacks, passing and pauses need the opponent's consent.
    pub by_consent: bool,
    /// True if evaluations and hints are allowed: between people only after the end.
    pub may_evaluate: bool,
    /// True if the client receives evaluations.
    pub evaluating: bool,
    /// Minimum time per move between machines.
    pub pace_ms: Option<u32>,
    /// Rating pool and ratings of a rated game; `null` for a casual one.
    pub rated: Option<RatedView>,
    /// Room of the rematch.
    pub next: Option<String>,
    /// What the client may say to the opponent. Spectators neither talk nor see the talk of the players.
    pub talk: TalkRule,
    /// True if the game is in the list of running games.
    pub is_listed: bool,
    /// Number of plies by which spectators are behind the players.
    pub delay: u32,
    /// True if the client controls this match between machines: pause, step, pace.
    pub may_run: bool,
    /// Verifiable deal of a game with hidden pieces.
    pub deal: Option<DealView>,
}

/// Takeback of the client's last move.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, TS, ToSchema)]
pub struct TakeBackView {
    /// Reason why it is impossible now; `null` if it is possible.
    pub why_not: Option<MessageOut>,
    /// True if it needs `seen`: a piece was revealed, which stays known, and the result will not count.
    pub reveals: bool,
}

/// Face-down piece that was seen before a move was taken back.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS, ToSchema)]
pub struct SeenPiece {
    /// Square.
    pub square: u16,
    /// Its letter (a capital).
    pub letter: String,
}

/// Commitment of a deal, and after the match its opening. Bytes are hexadecimal digits.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS, ToSchema)]
pub struct DealView {
    /// Scheme of the deal: `jieqi-v1`.
    pub scheme: String,
    /// Commitment to the server's seed, published before the nonces.
    pub commitment: String,
    /// True if both nonces are known and the pieces are dealt. No move is possible before.
    pub dealt: bool,
    /// Nonce of each seat; `null` while it is missing.
    pub nonces: [Option<String>; 2],
    /// Origin of each nonce.
    pub by: [Option<PartBy>; 2],
    /// The seed, after the match.
    pub seed: Option<String>,
    /// Start position with every piece face up, after the match.
    pub pieces: Option<String>,
}

/// Origin of a nonce.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, TS, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum PartBy {
    /// The player's device.
    Player,
    /// The server: for a machine, or in a game older than this scheme. Older proofs call it `house`.
    #[serde(alias = "house")]
    Server,
}

/// Proof of a deal: `GET /api/rooms/{id}/deal`, after the match. The page `/verify` and `kydai verify` check it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS, ToSchema)]
pub struct DealProof {
    /// The game.
    pub game: String,
    /// Scheme of the deal.
    pub scheme: String,
    /// The room.
    #[serde(default)]
    pub room: Option<String>,
    /// Rule options that are not the default.
    #[serde(default)]
    pub options: BTreeMap<String, String>,
    /// Start position; `null` for the game's own.
    #[serde(default)]
    pub start: Option<String>,
    /// Commitment published before the game.
    pub commitment: String,
    /// Seed of the server.
    pub seed: String,
    /// Nonces of the two sides.
    pub nonces: [String; 2],
    /// Origin of each nonce.
    #[serde(default)]
    pub by: [Option<PartBy>; 2],
    /// Start position with every piece face up.
    #[serde(default, alias = "men")]
    pub pieces: Option<String>,
    /// Moves in coordinates, each with the pieces that its mover saw revealed and captured face down.
    #[serde(default)]
    pub moves: Vec<String>,
}

/// Occupant of a seat.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize, TS, ToSchema)]
pub struct SeatView {
    /// Kind of player.
    pub kind: SeatKind,
    /// A person's name; `null` for a guest without a name.
    pub name: Option<String>,
    /// The handle of a person's account; `null` for a guest.
    pub handle: Option<String>,
    /// The machine's level.
    pub level: Option<u8>,
    /// Engine specification: `alphabeta:depth=4`.
    pub engine: Option<String>,
    /// Rating, if known.
    pub elo: Option<i32>,
    /// Origin of the rating.
    pub elo_mark: Option<EloMark>,
}

/// Kind of player in a seat.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize, TS, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum SeatKind {
    /// The caller.
    You,
    /// Another person.
    Person,
    /// Another person on the same device.
    Here,
    /// An engine.
    Machine,
    /// Empty: an invitation is open.
    Empty,
}

/// Start of a line.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS, ToSchema)]
pub struct Start {
    /// The position.
    pub position: String,
    /// Side to move.
    pub turn: Side,
    /// The square of a general or king in check.
    pub check: Option<u16>,
}

/// Ply, and the position after it.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, TS, ToSchema)]
pub struct Ply {
    /// Move in coordinates, with the revealed pieces that this viewer knows; `--` is a pass.
    pub mv: String,
    /// Side that played it.
    pub side: Side,
    /// The move in every notation of the game.
    pub text: BTreeMap<String, String>,
    /// From and to; `null` for a pass.
    pub squares: Option<[u16; 2]>,
    /// Position after it, as this viewer knows it.
    pub position: String,
    /// The square of a general or king in check after it.
    pub check: Option<u16>,
    /// Captured piece.
    pub took: Option<Taken>,
    /// Letter of the revealed piece.
    pub turned: Option<String>,
    /// Thinking time in milliseconds.
    pub ms: Option<u64>,
    /// Computing time of the engine that played it, in milliseconds.
    pub computed_ms: Option<u64>,
    /// Time left on the mover's clock after it, in milliseconds.
    pub clock_ms: Option<u64>,
    /// Evaluation of the position after it, once it is known.
    pub evaluation: Option<Evaluation>,
}

/// Captured piece.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS, ToSchema)]
pub struct Taken {
    /// Side that lost it.
    pub side: Side,
    /// Its letter (a capital); `?` if this viewer does not know it.
    pub letter: String,
    /// True if it lay face down.
    pub face_down: bool,
}

/// Outcome of a match.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS, ToSchema)]
pub struct MatchOutcome {
    /// Winner; `null` for a draw.
    pub winner: Option<Side>,
    /// Reason code: `checkmate`. The catalogues' key is `reason_{reason}`.
    pub reason: String,
    /// Reason as a sentence.
    pub why: MessageOut,
}

/// Pending offer.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS, ToSchema)]
pub struct OfferView {
    /// Side that made it.
    pub by: Side,
    /// Kind.
    pub kind: OfferKind,
    /// Number of plies, for takebacks and redos.
    pub plies: Option<u32>,
}

/// Kind of an offer.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, TS, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum OfferKind {
    /// A draw.
    Draw,
    /// Takeback.
    TakeBack,
    /// Redo.
    Redo,
    /// Pass.
    GiveTurn,
    /// Pause.
    Pause,
}

/// State of the clocks.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS, ToSchema)]
pub struct ClockView {
    /// Time control.
    pub rule: ClockChoice,
    /// Remaining time of each side at `now`; `null` without a clock.
    pub left_ms: [Option<i64>; 2],
    /// Side whose clock is running.
    pub running: Option<Side>,
    /// Server time of this state.
    pub now: i64,
    /// Server time at which the side to move started thinking.
    pub since: Option<i64>,
}

/// Repetition case of the arbiter.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS, ToSchema)]
pub struct CaseView {
    /// Number of occurrences of the position.
    pub occurrences: u32,
    /// Occurrence at which the verdict takes effect.
    pub limit: u32,
    /// True if the verdict is in effect.
    pub is_final: bool,
    /// The verdict: in effect, or pending.
    pub verdict: MatchOutcome,
    /// Side that must deviate.
    pub must_deviate: Option<Side>,
    /// Catalogue key of the rule.
    pub rule: String,
    /// Plies of the cycle, oldest first.
    pub plies: Vec<PlyNote>,
    /// Summary as a sentence.
    pub summary: MessageOut,
    /// Side that must deviate, as a sentence.
    pub duty: MessageOut,
}

/// Ply of a repetition cycle.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS, ToSchema)]
pub struct PlyNote {
    /// Its index in the match.
    pub ply: u32,
    /// Move number.
    pub number: u32,
    /// Side that played it.
    pub side: Side,
    /// `check`, `chase` or `idle`; the catalogues' key is `conduct_{..}`.
    pub conduct: String,
    /// Chases by this ply.
    pub chases: Vec<ChaseView>,
}

/// Chase of one piece by another.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS, ToSchema)]
pub struct ChaseView {
    /// Chasing piece.
    pub chaser: PieceView,
    /// Chased piece.
    pub victim: PieceView,
    /// True if the chased piece is protected.
    pub protected: bool,
    /// True if it is chased throughout the cycle.
    pub throughout: bool,
    /// The chase as a sentence.
    pub message: MessageOut,
}

/// Piece on its square.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS, ToSchema)]
pub struct PieceView {
    /// Catalogue key of the piece.
    pub piece: String,
    /// Name of the square.
    pub square: String,
}

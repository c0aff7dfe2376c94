//! Rooms as lists show them, invitations, and the small answers.

use serde::{Deserialize, Serialize};
use ts_rs::TS;
use utoipa::{IntoParams, ToSchema};

use super::{MatchOutcome, Said, SeatView, Side};

/// The answer to a new game.
#[derive(Clone, Debug, Serialize, Deserialize, TS, ToSchema)]
pub struct NewRoom {
    /// The room. Whoever knows it may watch: the page is `/room/{room}`.
    pub room: String,
    /// The one-time key of the empty seat, for a friend by link: the page is `/join/{invitation}`.
    pub invitation: Option<String>,
}

/// What an invitation is for: `GET /api/invitations/{token}`.
#[derive(Clone, Debug, Serialize, Deserialize, TS, ToSchema)]
pub struct Invitation {
    /// The room.
    pub room: String,
    /// The game.
    pub game: String,
    /// The seat that waits.
    pub side: Side,
    /// Who waits there.
    pub seats: [SeatView; 2],
    /// Whether it is one's own: sitting down on both sides is refused.
    pub own: bool,
}

/// Sitting down: `POST /api/invitations/{token}`.
#[derive(Clone, Default, Debug, Serialize, Deserialize, TS, ToSchema)]
#[serde(default)]
#[ts(optional_fields)]
pub struct JoinIn {
    /// The name to be known by, up to 40 letters.
    pub name: Option<String>,
}

/// A game in a list.
#[derive(Clone, Debug, Serialize, Deserialize, TS, ToSchema)]
pub struct RoomRow {
    /// The room.
    pub room: String,
    /// The game.
    pub game: String,
    /// Who sits where.
    pub seats: [SeatView; 2],
    /// The sides that are yours.
    pub hands: Vec<Side>,
    /// When it began.
    pub created_at: i64,
    /// When something happened last.
    pub touched_at: i64,
    /// How many plies were played.
    pub plies: u32,
    /// The position now, as you know it.
    pub position: String,
    /// From and to of the last move.
    pub last_move: Option<[u16; 2]>,
    /// Whose move it is.
    pub turn: Side,
    /// How it ended; `null` while it goes on.
    pub outcome: Option<MatchOutcome>,
    /// The invitation nobody has taken yet; only to who made it.
    pub invitation: Option<String>,
}

/// A page of a list, newest first.
#[derive(Clone, Debug, Serialize, Deserialize, TS, ToSchema)]
pub struct RoomPage {
    /// The games.
    pub rooms: Vec<RoomRow>,
    /// How many there are in all.
    pub total: u32,
    /// What `before` must be for the next page; `null` on the last.
    pub next: Option<String>,
}

/// Which games: `GET /api/rooms`.
#[derive(Clone, Default, Debug, Serialize, Deserialize, TS, IntoParams)]
#[serde(default)]
#[into_params(parameter_in = Query)]
#[ts(optional_fields)]
pub struct RoomsQuery {
    /// `live`, `over`, or all.
    pub state: Option<String>,
    /// Only this game.
    pub game: Option<String>,
    /// How many, 1 to 100. Default: 20.
    pub count: Option<u32>,
    /// Behind this `next` of the page before.
    pub before: Option<String>,
}

/// Who one is to the house: `GET` and `PUT /api/me`.
#[derive(Clone, Default, Debug, Serialize, Deserialize, TS, ToSchema)]
pub struct Me {
    /// The name shown to others; `null` for a guest.
    pub name: Option<String>,
}

/// That the house is open: `GET /api/health`.
#[derive(Clone, Debug, Serialize, Deserialize, TS, ToSchema)]
pub struct Health {
    /// `ok`, or `unwell` when the log cannot be written.
    pub status: String,
    /// The program's version.
    pub version: String,
    /// Rooms in memory.
    pub rooms: u32,
    /// Open sockets.
    pub sockets: u32,
    /// Searches running.
    pub thinking: u32,
}

/// What went wrong, for people.
#[derive(Clone, Debug, Serialize, Deserialize, TS, ToSchema)]
pub struct ErrorOut {
    /// The message.
    pub error: Said,
}

//! Wire types of the lobby: seeks, challenges, and who is here.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::{ClockChoice, Color, PersonRating, TS};

/// Request for an opponent: `POST /api/seeks`. A fitting seek of somebody else begins the game at once; otherwise it waits as long
/// as the caller's stream of lobby events is open.
#[derive(Clone, Debug, Serialize, Deserialize, TS, ToSchema)]
#[ts(optional_fields)]
pub struct SeekIn {
    /// The game.
    pub game: String,
    /// Time control.
    pub clock: ClockChoice,
    /// True for a rated game, which needs an account. Default: casual.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rated: Option<bool>,
    /// Color of the caller. Default: random.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub color: Option<Color>,
    /// Least and greatest rating of the opponent. Default: any.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub range: Option<[i32; 2]>,
    /// Greatest distance between the ratings of the opponent and of the caller, who needs an account. Default: any.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub within: Option<u16>,
    /// True if the opponent's rating must not be provisional.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub established: Option<bool>,
    /// False to keep the game out of the list of running games. Default: true.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub listed: Option<bool>,
}

/// Response to a seek.
#[derive(Clone, Debug, Serialize, Deserialize, TS, ToSchema)]
pub struct SeekOut {
    /// The game, if an opponent was waiting.
    pub room: Option<String>,
    /// The seek, if it waits.
    pub seek: Option<String>,
}

/// Challenge to a player: `POST /api/challenges`.
#[derive(Clone, Debug, Serialize, Deserialize, TS, ToSchema)]
pub struct ChallengeIn {
    /// Handle of the challenged player.
    pub handle: String,
    /// Terms.
    pub terms: SeekIn,
}

/// Response to a challenge.
#[derive(Clone, Debug, Serialize, Deserialize, TS, ToSchema)]
pub struct ChallengeOut {
    /// The challenge.
    pub id: String,
}

/// Open seek.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS, ToSchema)]
pub struct SeekView {
    /// Identifier.
    pub id: String,
    /// Display name; `null` for none.
    pub name: Option<String>,
    /// Handle; `null` for a guest.
    pub handle: Option<String>,
    /// Rating in this game and speed; `null` for a guest.
    pub rating: Option<PersonRating>,
    /// The game.
    pub game: String,
    /// Time control.
    pub clock: ClockChoice,
    /// True for a rated game.
    pub rated: bool,
    /// Color of the seeker.
    pub color: Color,
    /// Rating range of the opponent.
    pub range: Option<[i32; 2]>,
    /// True if the opponent's rating must not be provisional.
    pub established: bool,
}

/// Challenge by somebody.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS, ToSchema)]
pub struct ChallengeView {
    /// Identifier.
    pub id: String,
    /// Challenger and terms.
    pub seek: SeekView,
}

/// Person in the lobby.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS, ToSchema)]
pub struct LobbyPerson {
    /// Handle.
    pub handle: String,
    /// Display name.
    pub name: Option<String>,
}

/// Seeks, and who is here.
#[derive(Clone, PartialEq, Eq, Default, Debug, Serialize, Deserialize, TS, ToSchema)]
pub struct LobbyView {
    /// Open seeks, the oldest first.
    pub seeks: Vec<SeekView>,
    /// People with accounts, by handle.
    pub people: Vec<LobbyPerson>,
    /// Number of people, guests included.
    pub here: u32,
}

/// Lobby as the caller sees it: `GET /api/lobby`.
#[derive(Clone, Debug, Serialize, Deserialize, TS, ToSchema)]
pub struct LobbyState {
    /// Seeks, and who is here.
    pub lobby: LobbyView,
    /// The caller's seek.
    pub seek: Option<String>,
    /// Challenges to the caller.
    pub challenges: Vec<ChallengeView>,
}

/// Event of the lobby: `GET /api/lobby/events`, as server-sent events.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS, ToSchema)]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum LobbyEvent {
    /// The lobby has changed.
    Lobby(LobbyView),
    /// The caller's game begins.
    Begin {
        /// The room.
        room: String,
    },
    /// The caller's seek waits, on whichever page it was made.
    Seek {
        /// The seek.
        id: String,
    },
    /// A seek of the caller no longer waits: it was withdrawn or replaced, here or on another page, or the operator ended it.
    SeekOver {
        /// The seek.
        id: String,
    },
    /// Somebody challenges the caller.
    Challenge(ChallengeView),
    /// A challenge was declined, withdrawn or accepted.
    ChallengeOver {
        /// The challenge.
        id: String,
    },
}

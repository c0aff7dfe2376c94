//! What a person asks for when beginning a game.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use ts_rs::TS;
use utoipa::ToSchema;

use super::Side;

/// A game to begin: `POST /api/rooms`. Only `game` and the two players must be said.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, TS, ToSchema)]
#[ts(optional_fields)]
pub struct NewGame {
    /// The game's name.
    pub game: String,
    /// Rule options, name to value.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    #[ts(as = "Option<BTreeMap<String, String>>")]
    pub options: BTreeMap<String, String>,
    /// One player: usually who asks.
    pub one: Player,
    /// The other.
    pub other: Player,
    /// What `one` plays. Default: the first side.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub color: Option<Color>,
    /// Who moves first. Default: the first side, or as `setup` says.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub starts: Option<Side>,
    /// Odds given.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub handicap: Option<HandicapChoice>,
    /// How time is kept. Default: not at all.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub clock: Option<ClockChoice>,
    /// Taking back. Default: free against the machine and on one device, by consent between people.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub undo: Option<UndoChoice>,
    /// The position to begin with.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub setup: Option<String>,
    /// Moves already played from there, in coordinates: a record to play on from.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[ts(as = "Option<Vec<String>>")]
    pub moves: Vec<String>,
    /// Machine against machine: the least time for a move, in milliseconds (0 to 10000). Default: 800.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub pace_ms: Option<u32>,
}

/// Who plays.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS, ToSchema)]
#[serde(tag = "kind", rename_all = "snake_case")]
#[ts(optional_fields)]
pub enum Player {
    /// Who asks.
    Me,
    /// A friend on this device.
    Here {
        /// The friend's name, up to 40 letters.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        name: Option<String>,
    },
    /// A friend who will open the invitation.
    Link,
    /// The machine at a level.
    Level {
        /// 1 to 8.
        level: u8,
    },
    /// The machine by an algorithm: `alphabeta:depth=4`.
    Brain {
        /// Name and parameters.
        brain: String,
    },
}

/// What `one` plays.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, TS, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum Color {
    /// Red or White.
    First,
    /// Black.
    Second,
    /// Whatever chance says.
    Random,
}

/// `one` or `other` of a new game.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, TS, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum Seat {
    /// The first named.
    One,
    /// The other.
    Other,
}

/// What the stronger gives the weaker.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS, ToSchema)]
#[ts(optional_fields)]
pub struct HandicapChoice {
    /// Who gives.
    pub by: Seat,
    /// Men left away: a name of the game's `odds`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub odds: Option<String>,
    /// Moves the other side plays in a row before the giver's first (chấp tiên): 1 to 3. Default: none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub moves: Option<u8>,
}

/// How time is kept.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, TS, ToSchema)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum ClockChoice {
    /// Not at all.
    Off,
    /// For the whole game, with more for each move.
    Game {
        /// At the beginning: one second to 24 hours.
        initial_ms: i64,
        /// With each move: none to one hour.
        increment_ms: i64,
    },
    /// For each move.
    Move {
        /// One second to 24 hours.
        allowance_ms: i64,
    },
}

/// Whether moves may be taken back.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, TS, ToSchema)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum UndoChoice {
    /// Never.
    Never,
    /// When the other agrees.
    Asked,
    /// Without limit; not between people.
    Free,
    /// So many times; not between people.
    Limited {
        /// How often each side may.
        times: u32,
    },
}

//! Wire types of profiles: ratings, rated games, results, following.

use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use super::{OpeningOut, PersonRating, Side, TS};

/// Rating of a player in one pool.
#[derive(Clone, Debug, Serialize, Deserialize, TS, ToSchema)]
pub struct PoolRating {
    /// Rating pool.
    pub pool: String,
    /// Rating.
    pub rating: PersonRating,
    /// Number of rated games.
    pub games: u32,
    /// Ratings after the last games, oldest first.
    pub curve: Vec<CurvePoint>,
}

/// Point of a rating curve.
#[derive(Clone, Debug, Serialize, Deserialize, TS, ToSchema)]
pub struct CurvePoint {
    /// End of the game.
    pub at: i64,
    /// Rating after it.
    pub rating: i32,
    /// The room.
    pub room: String,
}

/// Profile: `GET /api/players/{handle}`. Of a private profile others see the name only.
#[derive(Clone, Debug, Serialize, Deserialize, TS, ToSchema)]
pub struct PlayerOut {
    /// Handle.
    pub handle: String,
    /// Display name.
    pub name: Option<String>,
    /// Time of registration.
    pub created_at: i64,
    /// True if the profile is private.
    pub is_private: bool,
    /// True if it is the caller's own.
    pub is_you: bool,
    /// True if the caller follows this player.
    pub is_followed: bool,
    /// True if the caller blocks this player.
    pub is_blocked: bool,
    /// Number of followers.
    pub followers: u32,
    /// True if the player is in the lobby and may be challenged.
    pub is_here: bool,
    /// Rated game that is being played.
    pub room: Option<String>,
    /// Ratings.
    pub ratings: Vec<PoolRating>,
}

/// Result of a game for one player.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, TS, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum GameResult {
    /// Won.
    Won,
    /// Drawn.
    Drawn,
    /// Lost.
    Lost,
}

impl GameResult {
    /// Word in the database.
    pub fn word(self) -> &'static str {
        match self {
            GameResult::Won => "won",
            GameResult::Drawn => "drawn",
            GameResult::Lost => "lost",
        }
    }

    /// Reads the word in the database.
    pub fn of(word: &str) -> GameResult {
        match word {
            "won" => GameResult::Won,
            "lost" => GameResult::Lost,
            _ => GameResult::Drawn,
        }
    }
}

/// Filter of a player's rated games.
#[derive(Clone, Debug, Default, Serialize, Deserialize, TS, IntoParams)]
#[into_params(parameter_in = Query)]
#[ts(optional_fields)]
pub struct PlayerGamesQuery {
    /// Rating pool. Default: all.
    pub pool: Option<String>,
    /// The game, for all of its pools. Default: all.
    pub game: Option<String>,
    /// Side of the player. Default: both.
    pub side: Option<Side>,
    /// Result. Default: all.
    pub result: Option<GameResult>,
    /// Handle of the opponent. Default: all.
    pub opponent: Option<String>,
    /// `next` of the page before.
    pub before: Option<i64>,
    /// Number of games, up to 50. Default: 20.
    pub count: Option<u32>,
}

/// Rated games: `GET /api/players/{handle}/games`, the newest first.
#[derive(Clone, Debug, Serialize, Deserialize, TS, ToSchema)]
pub struct PlayerGames {
    /// Games.
    pub games: Vec<PlayerGame>,
    /// For the next page; `null` if there is none.
    pub next: Option<i64>,
}

/// Name of a player with an account.
#[derive(Clone, Debug, Serialize, Deserialize, TS, ToSchema)]
pub struct PlayerName {
    /// Handle.
    pub handle: String,
    /// Display name.
    pub name: Option<String>,
}

/// Rated game from one player's side.
#[derive(Clone, Debug, Serialize, Deserialize, TS, ToSchema)]
pub struct PlayerGame {
    /// The room; `null` if it was deleted.
    pub room: Option<String>,
    /// Rating pool.
    pub pool: String,
    /// End of the game.
    pub ended_at: i64,
    /// Side of the player.
    pub side: Side,
    /// Result for the player.
    pub result: GameResult,
    /// Opponent; `null` if the account was deleted.
    pub opponent: Option<PlayerName>,
    /// Rating of the opponent before the game.
    pub opponent_rating: i32,
    /// Rating of the player before the game.
    pub before: i32,
    /// Rating of the player after it.
    pub after: i32,
    /// False if the game did not change the ratings.
    pub is_counted: bool,
    /// Plies.
    pub plies: u32,
    /// Opening, where openings have names.
    pub opening: Option<OpeningOut>,
}

/// Query of results.
#[derive(Clone, Debug, Serialize, Deserialize, TS, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct PlayerResultsQuery {
    /// Rating pool.
    pub pool: String,
}

/// Games won, drawn and lost.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize, TS, ToSchema)]
pub struct ResultTally {
    /// Won.
    pub won: u32,
    /// Drawn.
    pub drawn: u32,
    /// Lost.
    pub lost: u32,
}

impl ResultTally {
    /// Adds a game.
    pub fn add(&mut self, result: GameResult) {
        match result {
            GameResult::Won => self.won += 1,
            GameResult::Drawn => self.drawn += 1,
            GameResult::Lost => self.lost += 1,
        }
    }

    /// Number of games.
    pub fn total(&self) -> u32 {
        self.won + self.drawn + self.lost
    }
}

/// Results of a player in a pool: `GET /api/players/{handle}/results`, from the last 1000 rated games.
#[derive(Clone, Debug, Serialize, Deserialize, TS, ToSchema)]
pub struct PlayerResults {
    /// Rating pool.
    pub pool: String,
    /// With the first side, with the second side.
    pub sides: [ResultTally; 2],
    /// By opening, the most frequent first; at most 20.
    pub openings: Vec<OpeningResult>,
    /// By opponent, the most frequent first; at most 20.
    pub opponents: Vec<OpponentResult>,
}

/// Results with an opening.
#[derive(Clone, Debug, Serialize, Deserialize, TS, ToSchema)]
pub struct OpeningResult {
    /// Opening.
    pub opening: OpeningOut,
    /// Results.
    pub tally: ResultTally,
}

/// Results against an opponent.
#[derive(Clone, Debug, Serialize, Deserialize, TS, ToSchema)]
pub struct OpponentResult {
    /// Opponent; `null` if the account was deleted.
    pub opponent: Option<PlayerName>,
    /// Results.
    pub tally: ResultTally,
}

/// What others see of a player: `PUT /api/account/profile`. Fields that are left out stay as they are.
#[derive(Clone, Debug, Serialize, Deserialize, TS, ToSchema)]
#[ts(optional_fields)]
pub struct ProfileIn {
    /// True to show others the name only, and not to be on leaderboards.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub is_private: Option<bool>,
    /// True to keep running games out of all lists.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub is_unlisted: Option<bool>,
}

/// Player whom the caller follows: `GET /api/following`.
#[derive(Clone, Debug, Serialize, Deserialize, TS, ToSchema)]
pub struct FollowedOut {
    /// The player.
    pub player: PlayerName,
    /// True if the player is in the lobby.
    pub is_here: bool,
    /// Rated game that is being played.
    pub room: Option<String>,
}

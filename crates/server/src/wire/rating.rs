//! Wire types of ratings.

use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use crate::ratings::{Standing, is_provisional};
use crate::store::RatingChange;

use super::TS;

/// Rating of a person.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, TS, ToSchema)]
pub struct PersonRating {
    /// Rating in whole points.
    pub rating: i32,
    /// Standard deviation in whole points.
    pub deviation: i32,
    /// True while few games were played, or none for long.
    pub provisional: bool,
}

impl PersonRating {
    /// Rating of a standing at a time.
    pub fn of(standing: &Standing, now: i64) -> PersonRating {
        let rating = standing.at(now);
        PersonRating {
            rating: libm::round(rating.rating) as i32,
            deviation: libm::round(rating.deviation) as i32,
            provisional: is_provisional(&rating),
        }
    }
}

/// Change of the ratings by a game, the first side's first.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS, ToSchema)]
pub struct RatingChangeOut {
    /// Ratings before the game.
    pub before: [i32; 2],
    /// Ratings after it.
    pub after: [i32; 2],
    /// Reason why the game does not count, as a code of the catalog; `null` if it does.
    pub uncounted: Option<String>,
}

impl From<&RatingChange> for RatingChangeOut {
    fn from(change: &RatingChange) -> Self {
        let RatingChange { before, after, uncounted } = change.clone();
        RatingChangeOut { before, after, uncounted: uncounted.map(|code| format!("uncounted_{code}")) }
    }
}

/// Rated game: pool and ratings.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS, ToSchema)]
pub struct RatedView {
    /// Rating pool: the game's name and the speed, separated by a dot.
    pub pool: String,
    /// Ratings of the two players when they sat down.
    pub ratings: [Option<PersonRating>; 2],
    /// Change by this game; `null` before its end.
    pub change: Option<RatingChangeOut>,
}

/// Query of a leaderboard.
#[derive(Clone, Debug, Serialize, Deserialize, TS, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct RankingQuery {
    /// Rating pool.
    pub pool: String,
}

/// Leaderboard: `GET /api/ranking`. Provisional ratings are not listed.
#[derive(Clone, Debug, Serialize, Deserialize, TS, ToSchema)]
pub struct RankingOut {
    /// Rating pool.
    pub pool: String,
    /// The strongest players first, up to 100.
    pub rows: Vec<RankingRow>,
}

/// Row of a leaderboard.
#[derive(Clone, Debug, Serialize, Deserialize, TS, ToSchema)]
pub struct RankingRow {
    /// Handle.
    pub handle: String,
    /// Display name.
    pub name: Option<String>,
    /// Rating.
    pub rating: PersonRating,
    /// Number of rated games.
    pub games: u32,
}

//! Profiles of players, read from the log of rated games, and who follows whom.
//!
//! Statements are accepted by SQLite and PostgreSQL.

use sqlx::Row;
use sqlx::sqlite::SqliteRow;

use super::{Store, StoreError};

/// Filter of a player's rated games.
#[derive(Clone, Debug, Default)]
pub struct ProfileFilter {
    /// The player.
    pub player: String,
    /// Rating pools; empty for all.
    pub pools: Vec<String>,
    /// `first` or `second`.
    pub side: Option<&'static str>,
    /// `won`, `drawn` or `lost`.
    pub result: Option<&'static str>,
    /// The opponent.
    pub opponent: Option<String>,
    /// Only games before this number.
    pub before: Option<i64>,
    /// Maximum number of games.
    pub count: u32,
}

/// Rated game from the side of one player.
#[derive(Clone, Debug)]
pub struct ProfileGameRow {
    /// Position in the log.
    pub number: i64,
    /// The room; `None` if it was deleted.
    pub room: Option<String>,
    /// Rating pool.
    pub pool: String,
    /// True if the player had the first side.
    pub is_first: bool,
    /// `won`, `drawn` or `lost`.
    pub result: String,
    /// End of the game.
    pub ended_at: i64,
    /// Plies.
    pub plies: i64,
    /// First plies.
    pub opening: String,
    /// True if the game changed the ratings.
    pub is_counted: bool,
    /// Ratings of the player before and after the game, and of the opponent before it.
    pub ratings: [f64; 3],
    /// Opponent: player, and handle and display name if the account exists.
    pub opponent: (String, Option<String>, Option<String>),
}

/// Player whom somebody follows.
#[derive(Clone, Debug)]
pub struct FollowedRow {
    /// The player.
    pub player: String,
    /// Handle.
    pub handle: String,
    /// Display name.
    pub name: Option<String>,
    /// Running rated game.
    pub room: Option<String>,
}

const GAMES: &str = "
SELECT g.number, r.id, g.pool, CAST(CASE WHEN g.first = $1 THEN 1 ELSE 0 END AS BIGINT),
    CASE WHEN g.winner = 'draw' THEN 'drawn' WHEN (g.winner = 'first') = (g.first = $1) THEN 'won' ELSE 'lost' END,
    g.ended_at, g.plies, g.opening, CAST(CASE WHEN g.uncounted IS NULL THEN 1 ELSE 0 END AS BIGINT),
    CASE WHEN g.first = $1 THEN g.first_before ELSE g.second_before END,
    CASE WHEN g.first = $1 THEN g.first_after ELSE g.second_after END,
    CASE WHEN g.first = $1 THEN g.second_before ELSE g.first_before END,
    CASE WHEN g.first = $1 THEN g.second ELSE g.first END, a.handle, p.name
FROM rated_game g
LEFT JOIN room r ON r.id = g.room
LEFT JOIN account a ON a.player = CASE WHEN g.first = $1 THEN g.second ELSE g.first END
LEFT JOIN player p ON p.id = a.player
WHERE (g.first = $1 OR g.second = $1)
    AND (CAST($2 AS TEXT) IS NULL OR g.pool IN ($2, $3, $4))
    AND (CAST($5 AS TEXT) IS NULL OR $5 = CASE WHEN g.first = $1 THEN 'first' ELSE 'second' END)
    AND (CAST($6 AS TEXT) IS NULL OR $6 = CASE WHEN g.winner = 'draw' THEN 'drawn'
        WHEN (g.winner = 'first') = (g.first = $1) THEN 'won' ELSE 'lost' END)
    AND (CAST($7 AS TEXT) IS NULL OR g.first = $7 OR g.second = $7)
    AND (CAST($8 AS BIGINT) IS NULL OR g.number < $8)
ORDER BY g.number DESC LIMIT $9";

fn game_row(row: &SqliteRow) -> Result<ProfileGameRow, StoreError> {
    let flag = |index: usize| Ok::<bool, StoreError>(row.try_get::<i64, _>(index)? != 0);
    Ok(ProfileGameRow {
        number: row.try_get(0)?,
        room: row.try_get(1)?,
        pool: row.try_get(2)?,
        is_first: flag(3)?,
        result: row.try_get(4)?,
        ended_at: row.try_get(5)?,
        plies: row.try_get(6)?,
        opening: row.try_get(7)?,
        is_counted: flag(8)?,
        ratings: [row.try_get(9)?, row.try_get(10)?, row.try_get(11)?],
        opponent: (row.try_get(12)?, row.try_get(13)?, row.try_get(14)?),
    })
}

impl Store {
    /// Rated games of a player, the newest first.
    pub async fn profile_games(&self, filter: &ProfileFilter) -> Result<Vec<ProfileGameRow>, StoreError> {
        let pool = |index: usize| filter.pools.get(index).or(filter.pools.last());
        let rows = sqlx::query(GAMES)
            .bind(&filter.player)
            .bind(pool(0))
            .bind(pool(1))
            .bind(pool(2))
            .bind(filter.side)
            .bind(filter.result)
            .bind(&filter.opponent)
            .bind(filter.before)
            .bind(filter.count)
            .fetch_all(&self.readers)
            .await?;
        rows.iter().map(game_row).collect()
    }

    /// Number of followers of a player.
    pub async fn followers(&self, player: &str) -> Result<i64, StoreError> {
        let row = sqlx::query("SELECT count(*) FROM follow WHERE followed = $1").bind(player);
        Ok(row.fetch_one(&self.readers).await?.try_get(0)?)
    }

    /// Returns true if one player follows another.
    pub async fn is_following(&self, player: &str, followed: &str) -> Result<bool, StoreError> {
        let row = sqlx::query("SELECT 1 FROM follow WHERE player = $1 AND followed = $2");
        Ok(row.bind(player).bind(followed).fetch_optional(&self.readers).await?.is_some())
    }

    /// Running rated game of a player, the newest one. Others are not shown a game whose other player wants no spectators
    /// from lists.
    pub async fn running_rated_game(&self, player: &str, own: bool) -> Result<Option<String>, StoreError> {
        let row = sqlx::query(
            "SELECT r.id FROM seat s JOIN room r ON r.id = s.room
             WHERE s.player = $1 AND r.live = 1 AND r.pool IS NOT NULL AND r.is_listed = 1
               AND ($2 <> 0 OR NOT EXISTS (SELECT 1 FROM seat o JOIN account a ON a.player = o.player
                    WHERE o.room = r.id AND (a.is_private <> 0 OR a.is_unlisted <> 0)))
             ORDER BY r.touched_at DESC LIMIT 1",
        )
        .bind(player)
        .bind(i64::from(own));
        row.fetch_optional(&self.readers).await?.map(|row| Ok(row.try_get(0)?)).transpose()
    }

    /// Players whom a player follows, by handle.
    pub async fn following(&self, player: &str) -> Result<Vec<FollowedRow>, StoreError> {
        let rows = sqlx::query(
            "SELECT a.player, a.handle, p.name,
                 (SELECT r.id FROM seat s JOIN room r ON r.id = s.room WHERE s.player = a.player AND r.live = 1
                  AND r.pool IS NOT NULL AND r.is_listed = 1
                  AND NOT EXISTS (SELECT 1 FROM seat o JOIN account b ON b.player = o.player
                      WHERE o.room = r.id AND (b.is_private <> 0 OR b.is_unlisted <> 0))
                  ORDER BY r.touched_at DESC LIMIT 1)
             FROM follow f JOIN account a ON a.player = f.followed LEFT JOIN player p ON p.id = a.player
             WHERE f.player = $1 ORDER BY lower(a.handle)",
        )
        .bind(player)
        .fetch_all(&self.readers)
        .await?;
        let read = |row: &SqliteRow| {
            Ok(FollowedRow {
                player: row.try_get(0)?,
                handle: row.try_get(1)?,
                name: row.try_get(2)?,
                room: row.try_get(3)?,
            })
        };
        rows.iter().map(read).collect()
    }
}

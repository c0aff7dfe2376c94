//! Ratings and the log of rated games they follow from.
//!
//! A game is counted in the transaction that stores its end, keyed by the room, so that it counts exactly once. Statements
//! are accepted by SQLite and PostgreSQL.

use std::collections::HashMap;
use std::path::Path;

use sqlx::sqlite::SqliteRow;
use sqlx::{Connection, Row, SqliteConnection};

use super::{Store, StoreError};
use crate::ratings::{FARMING_WINDOW_MS, PairGame, Rating, Standing, Winner, farming, rate};

/// End of a rated game.
#[derive(Clone, Debug)]
pub struct RatedResult {
    /// The room.
    pub room: String,
    /// Rating pool.
    pub pool: String,
    /// Players of the two sides.
    pub players: [String; 2],
    /// `first`, `second` or `draw`.
    pub winner: String,
    /// End of the game.
    pub ended_at: i64,
    /// Plies.
    pub plies: i64,
    /// First plies.
    pub opening: String,
    /// Advantage of the first side in rating points.
    pub advantage: f64,
}

/// Change of two ratings by a game, in whole points.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct RatingChange {
    /// Ratings before the game.
    pub before: [i32; 2],
    /// Ratings after it.
    pub after: [i32; 2],
    /// Code of the reason why the game does not count.
    pub uncounted: Option<String>,
}

/// Rated game of a player, for curves and histories.
#[derive(Clone, Debug)]
pub struct RatedGameRow {
    /// The room.
    pub room: String,
    /// End of the game.
    pub ended_at: i64,
    /// The player's rating after it.
    pub rating: f64,
}

/// Row of a leaderboard.
#[derive(Clone, Debug)]
pub struct RankedRow {
    /// Handle.
    pub handle: String,
    /// Display name.
    pub name: Option<String>,
    /// Standing.
    pub standing: Standing,
}

fn whole(rating: f64) -> i32 {
    libm::round(rating) as i32
}

fn standing_row(row: &SqliteRow) -> Result<Standing, StoreError> {
    Ok(Standing {
        rating: Rating {
            rating: row.try_get("rating")?,
            deviation: row.try_get("deviation")?,
            volatility: row.try_get("volatility")?,
        },
        games: row.try_get("games")?,
        rated_at: row.try_get("rated_at")?,
    })
}

async fn standing(
    connection: &mut SqliteConnection,
    player: &str,
    pool: &str,
) -> Result<Standing, StoreError> {
    let row = sqlx::query(
        "SELECT rating, deviation, volatility, games, rated_at FROM rating WHERE player = $1 AND pool = $2",
    )
    .bind(player)
    .bind(pool)
    .fetch_optional(connection)
    .await?;
    row.as_ref().map_or(Ok(Standing::NEW), standing_row)
}

/// Counts the end of a rated game, once per room.
pub(super) async fn count_game(
    connection: &mut SqliteConnection,
    game: &RatedResult,
) -> Result<Option<RatingChange>, StoreError> {
    let known = sqlx::query("SELECT 1 FROM rated_game WHERE room = $1").bind(&game.room);
    if known.fetch_optional(&mut *connection).await?.is_some() {
        return Ok(None);
    }
    let [first, second] = &game.players;
    let before =
        [standing(connection, first, &game.pool).await?, standing(connection, second, &game.pool).await?];
    let uncounted = is_farming(connection, game).await?;
    let after = match uncounted {
        Some(_) => before,
        None => rate(before, Winner::of(&game.winner), game.ended_at, game.advantage),
    };
    sqlx::query(
        "INSERT INTO rated_game (room, number, pool, first, second, winner, ended_at, plies, opening, advantage,
         uncounted, first_before, first_after, second_before, second_after)
         SELECT $1, coalesce(max(number), 0) + 1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14
         FROM rated_game",
    )
    .bind(&game.room)
    .bind(&game.pool)
    .bind(first)
    .bind(second)
    .bind(&game.winner)
    .bind(game.ended_at)
    .bind(game.plies)
    .bind(&game.opening)
    .bind(game.advantage)
    .bind(uncounted)
    .bind(before[0].rating.rating)
    .bind(after[0].rating.rating)
    .bind(before[1].rating.rating)
    .bind(after[1].rating.rating)
    .execute(&mut *connection)
    .await?;
    if uncounted.is_none() {
        for (player, standing) in game.players.iter().zip(&after) {
            store_standing(connection, player, &game.pool, standing).await?;
        }
    }
    let points = |standings: &[Standing; 2]| standings.each_ref().map(|one| whole(one.rating.rating));
    Ok(Some(RatingChange {
        before: points(&before),
        after: points(&after),
        uncounted: uncounted.map(str::to_owned),
    }))
}

async fn store_standing(
    connection: &mut SqliteConnection,
    player: &str,
    pool: &str,
    standing: &Standing,
) -> Result<(), StoreError> {
    sqlx::query(
        "INSERT INTO rating (player, pool, rating, deviation, volatility, games, rated_at)
         VALUES ($1, $2, $3, $4, $5, $6, $7) ON CONFLICT (player, pool) DO UPDATE SET rating = excluded.rating,
         deviation = excluded.deviation, volatility = excluded.volatility, games = excluded.games,
         rated_at = excluded.rated_at",
    )
    .bind(player)
    .bind(pool)
    .bind(standing.rating.rating)
    .bind(standing.rating.deviation)
    .bind(standing.rating.volatility)
    .bind(standing.games)
    .bind(standing.rated_at)
    .execute(connection)
    .await?;
    Ok(())
}

/// The player who won; `None` for a draw.
fn winner_of(winner: &str, players: &[String; 2]) -> Option<String> {
    match Winner::of(winner) {
        Winner::First => Some(players[0].clone()),
        Winner::Second => Some(players[1].clone()),
        Winner::Draw => None,
    }
}

async fn is_farming(
    connection: &mut SqliteConnection,
    game: &RatedResult,
) -> Result<Option<&'static str>, StoreError> {
    let rows = sqlx::query(
        "SELECT first, second, winner, plies, opening, ended_at FROM rated_game
         WHERE pool = $1 AND ((first = $2 AND second = $3) OR (first = $3 AND second = $2)) AND ended_at > $4
         AND uncounted IS NULL ORDER BY number DESC LIMIT 100",
    )
    .bind(&game.pool)
    .bind(&game.players[0])
    .bind(&game.players[1])
    .bind(game.ended_at - FARMING_WINDOW_MS)
    .fetch_all(connection)
    .await?;
    let mut before = Vec::with_capacity(rows.len());
    for row in &rows {
        let players = [row.try_get(0)?, row.try_get(1)?];
        before.push(PairGame {
            winner: winner_of(row.try_get(2)?, &players),
            plies: row.try_get(3)?,
            opening: row.try_get(4)?,
            ended_at: row.try_get(5)?,
        });
    }
    let now = PairGame {
        winner: winner_of(&game.winner, &game.players),
        plies: game.plies,
        opening: game.opening.clone(),
        ended_at: game.ended_at,
    };
    Ok(farming(&now, &before))
}

/// Difference between stored ratings and those computed again from the log.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct RatingCheck {
    /// Rated games in the log.
    pub games: usize,
    /// Ratings computed.
    pub ratings: usize,
    /// Player and pool of ratings that differ in any bit.
    pub different: Vec<(String, String)>,
}

/// Computes all ratings again from the log and compares them bit by bit; with `repair` the differing ones are replaced.
pub async fn check_ratings(file: &Path, repair: bool) -> Result<RatingCheck, StoreError> {
    if !file.exists() {
        return Err(StoreError::Missing(file.to_owned()));
    }
    super::schema::refuse_newer(file).await?;
    let mut connection = SqliteConnection::connect_with(&super::plain_options(file)).await?;
    super::schema::migrate(&mut connection).await?;
    let mut transaction = connection.begin_with("BEGIN IMMEDIATE").await?;
    let check = recompute(&mut transaction, repair).await?;
    transaction.commit().await?;
    connection.close().await?;
    Ok(check)
}

async fn recompute(connection: &mut SqliteConnection, repair: bool) -> Result<RatingCheck, StoreError> {
    let rows = sqlx::query(
        "SELECT pool, first, second, winner, ended_at, advantage FROM rated_game
         WHERE uncounted IS NULL ORDER BY number",
    )
    .fetch_all(&mut *connection)
    .await?;
    let mut computed: HashMap<(String, String), Standing> = HashMap::new();
    for row in &rows {
        let pool: String = row.try_get(0)?;
        let keys = [(row.try_get(1)?, pool.clone()), (row.try_get(2)?, pool)];
        let before = keys.each_ref().map(|key| computed.get(key).copied().unwrap_or(Standing::NEW));
        let after = rate(before, Winner::of(row.try_get(3)?), row.try_get(4)?, row.try_get(5)?);
        computed.extend(keys.into_iter().zip(after));
    }
    let mut stored: HashMap<(String, String), Standing> = HashMap::new();
    let kept = sqlx::query("SELECT player, pool, rating, deviation, volatility, games, rated_at FROM rating")
        .fetch_all(&mut *connection)
        .await?;
    for row in &kept {
        stored.insert((row.try_get("player")?, row.try_get("pool")?), standing_row(row)?);
    }
    let bits = |one: &Standing| {
        let Rating { rating, deviation, volatility } = one.rating;
        ([rating, deviation, volatility].map(f64::to_bits), one.games, one.rated_at)
    };
    let mut different: Vec<(String, String)> = computed
        .keys()
        .chain(stored.keys())
        .filter(|key| computed.get(*key).map(bits) != stored.get(*key).map(bits))
        .cloned()
        .collect();
    different.sort();
    different.dedup();
    if repair {
        for (player, pool) in &different {
            match computed.get(&(player.clone(), pool.clone())) {
                Some(standing) => store_standing(connection, player, pool, standing).await?,
                None => {
                    sqlx::query("DELETE FROM rating WHERE player = $1 AND pool = $2")
                        .bind(player)
                        .bind(pool)
                        .execute(&mut *connection)
                        .await?;
                }
            }
        }
    }
    Ok(RatingCheck { games: rows.len(), ratings: computed.len(), different })
}

impl Store {
    /// Standing of a player in a pool.
    pub async fn standing(&self, player: &str, pool: &str) -> Result<Standing, StoreError> {
        standing(&mut *self.readers.acquire().await?, player, pool).await
    }

    /// Standings of a player in all pools with rated games.
    pub async fn standings(&self, player: &str) -> Result<Vec<(String, Standing)>, StoreError> {
        let rows = sqlx::query(
            "SELECT pool, rating, deviation, volatility, games, rated_at FROM rating WHERE player = $1 ORDER BY pool",
        )
        .bind(player)
        .fetch_all(&self.readers)
        .await?;
        rows.iter().map(|row| Ok((row.try_get("pool")?, standing_row(row)?))).collect()
    }

    /// Change of the ratings by a game, once it was counted.
    pub async fn rating_change(&self, room: &str) -> Result<Option<RatingChange>, StoreError> {
        let row = sqlx::query(
            "SELECT first_before, second_before, first_after, second_after, uncounted FROM rated_game WHERE room = $1",
        )
        .bind(room)
        .fetch_optional(&self.readers)
        .await?;
        let Some(row) = row else { return Ok(None) };
        Ok(Some(RatingChange {
            before: [whole(row.try_get(0)?), whole(row.try_get(1)?)],
            after: [whole(row.try_get(2)?), whole(row.try_get(3)?)],
            uncounted: row.try_get(4)?,
        }))
    }

    /// Players of a pool, the strongest first.
    pub async fn ranking(&self, pool: &str, now: i64, most: u32) -> Result<Vec<RankedRow>, StoreError> {
        let rows = sqlx::query(
            "SELECT a.handle, p.name, r.rating, r.deviation, r.volatility, r.games, r.rated_at
             FROM rating r JOIN account a ON a.player = r.player LEFT JOIN player p ON p.id = r.player
             WHERE r.pool = $1 AND a.is_private = 0
                AND NOT EXISTS (SELECT 1 FROM ban b WHERE b.player = a.player AND (b.until IS NULL OR b.until > $2))
             ORDER BY r.rating DESC, a.handle LIMIT $3",
        )
        .bind(pool)
        .bind(now)
        .bind(most)
        .fetch_all(&self.readers)
        .await?;
        let read = |row: &SqliteRow| {
            Ok(RankedRow {
                handle: row.try_get("handle")?,
                name: row.try_get("name")?,
                standing: standing_row(row)?,
            })
        };
        rows.iter().map(read).collect()
    }

    /// Last counted games of a player in a pool, the oldest first.
    pub async fn rating_curve(
        &self,
        player: &str,
        pool: &str,
        most: u32,
    ) -> Result<Vec<RatedGameRow>, StoreError> {
        let rows = sqlx::query(
            "SELECT room, ended_at, CASE WHEN first = $1 THEN first_after ELSE second_after END AS rating
             FROM rated_game WHERE pool = $2 AND (first = $1 OR second = $1) AND uncounted IS NULL
             ORDER BY number DESC LIMIT $3",
        )
        .bind(player)
        .bind(pool)
        .bind(most)
        .fetch_all(&self.readers)
        .await?;
        let read = |row: &SqliteRow| {
            Ok(RatedGameRow {
                room: row.try_get("room")?,
                ended_at: row.try_get("ended_at")?,
                rating: row.try_get("rating")?,
            })
        };
        rows.iter().rev().map(read).collect()
    }
}

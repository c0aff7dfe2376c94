//! Leagues of the Lab and their games.

use sqlx::{Row, SqliteConnection};

use super::{Store, StoreError, WriteResult};

/// Leagues of one owner that are kept; older ones are deleted with their games.
const MOST_KEPT: i64 = 30;

/// League.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct LeagueRow {
    /// Identifier.
    pub id: String,
    /// Player who started it.
    pub owner: String,
    /// Request as JSON.
    pub body: String,
    /// Time of its start.
    pub created_at: i64,
    /// True if its owner has ended it.
    pub stopped: bool,
}

/// Finished game of a league.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct LeagueGameRow {
    /// Number in the schedule.
    pub number: i64,
    /// `first`, `second` or `draw`.
    pub winner: String,
    /// Code of the cause of the end.
    pub cause: String,
    /// Number of moves, those of the opening included.
    pub plies: i64,
    /// Start position; `None` for the usual one.
    pub setup: Option<String>,
    /// Moves in coordinates, separated by spaces.
    pub moves: String,
    /// The game as PGN.
    pub pgn: String,
}

/// Change of the leagues.
#[derive(Debug)]
pub enum LeagueWrite {
    /// Stores a new league.
    Create(LeagueRow),
    /// Stores a finished game.
    Game {
        /// The league.
        league: String,
        /// The game.
        row: LeagueGameRow,
    },
    /// Ends a league.
    Stop(String),
}

pub(super) async fn execute(
    connection: &mut SqliteConnection,
    write: &LeagueWrite,
) -> Result<WriteResult, StoreError> {
    match write {
        LeagueWrite::Create(row) => {
            sqlx::query(
                "INSERT INTO league (id, owner, body, created_at, stopped) VALUES ($1, $2, $3, $4, 0)
                 ON CONFLICT DO NOTHING",
            )
            .bind(&row.id)
            .bind(&row.owner)
            .bind(&row.body)
            .bind(row.created_at)
            .execute(&mut *connection)
            .await?;
            sqlx::query(
                "DELETE FROM league WHERE owner = $1 AND id NOT IN
                 (SELECT id FROM league WHERE owner = $1 ORDER BY created_at DESC, id LIMIT $2)",
            )
            .bind(&row.owner)
            .bind(MOST_KEPT)
            .execute(connection)
            .await?;
        }
        LeagueWrite::Game { league, row } => {
            // A league that was deleted meanwhile takes no more games.
            sqlx::query(
                "INSERT INTO league_game (league, number, winner, cause, plies, setup, moves, pgn)
                 SELECT id, $2, $3, $4, $5, $6, $7, $8 FROM league WHERE id = $1 ON CONFLICT DO NOTHING",
            )
            .bind(league)
            .bind(row.number)
            .bind(&row.winner)
            .bind(&row.cause)
            .bind(row.plies)
            .bind(&row.setup)
            .bind(&row.moves)
            .bind(&row.pgn)
            .execute(connection)
            .await?;
        }
        LeagueWrite::Stop(id) => {
            sqlx::query("UPDATE league SET stopped = 1 WHERE id = $1").bind(id).execute(connection).await?;
        }
    }
    Ok(WriteResult::Written)
}

fn league_row(row: &sqlx::sqlite::SqliteRow) -> Result<LeagueRow, sqlx::Error> {
    Ok(LeagueRow {
        id: row.try_get(0)?,
        owner: row.try_get(1)?,
        body: row.try_get(2)?,
        created_at: row.try_get(3)?,
        stopped: row.try_get::<i64, _>(4)? != 0,
    })
}

impl Store {
    /// League with this identifier.
    pub async fn league(&self, id: &str) -> Result<Option<LeagueRow>, StoreError> {
        let row = sqlx::query("SELECT id, owner, body, created_at, stopped FROM league WHERE id = $1")
            .bind(id)
            .fetch_optional(&self.readers)
            .await?;
        Ok(row.as_ref().map(league_row).transpose()?)
    }

    /// Leagues of a player with the numbers of their finished games, newest first.
    pub async fn leagues_of(&self, owner: &str) -> Result<Vec<(LeagueRow, i64)>, StoreError> {
        let rows = sqlx::query(
            "SELECT id, owner, body, created_at, stopped,
             (SELECT count(*) FROM league_game WHERE league = league.id)
             FROM league WHERE owner = $1 ORDER BY created_at DESC, id",
        )
        .bind(owner)
        .fetch_all(&self.readers)
        .await?;
        let rows = rows.iter().map(|row| Ok((league_row(row)?, row.try_get(5)?)));
        Ok(rows.collect::<Result<_, sqlx::Error>>()?)
    }

    /// Finished games of a league in their order.
    pub async fn league_games(&self, league: &str) -> Result<Vec<LeagueGameRow>, StoreError> {
        let rows = sqlx::query(
            "SELECT number, winner, cause, plies, setup, moves, pgn FROM league_game WHERE league = $1
             ORDER BY number",
        )
        .bind(league)
        .fetch_all(&self.readers)
        .await?;
        let rows = rows.iter().map(|row| {
            Ok(LeagueGameRow {
                number: row.try_get(0)?,
                winner: row.try_get(1)?,
                cause: row.try_get(2)?,
                plies: row.try_get(3)?,
                setup: row.try_get(4)?,
                moves: row.try_get(5)?,
                pgn: row.try_get(6)?,
            })
        });
        Ok(rows.collect::<Result<_, sqlx::Error>>()?)
    }
}

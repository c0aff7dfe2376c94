//! Talk of the two players of a game, blocks between accounts, and reports to the operator.
//!
//! Statements are accepted by SQLite and PostgreSQL.

use sqlx::sqlite::SqliteRow;
use sqlx::{Row, SqliteConnection};

use super::accounts::texts;
use super::{Store, StoreError, WriteResult};

/// Maximum number of players whom one player blocks.
const MAX_BLOCKED: i64 = 1_000;

/// Line of the talk in a room.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TalkRow {
    /// Number within the room.
    pub number: i64,
    /// Side of the speaker.
    pub side: usize,
    /// Time.
    pub at: i64,
    /// Code of a fixed phrase.
    pub phrase: Option<String>,
    /// Free text.
    pub body: Option<String>,
}

/// New report.
#[derive(Clone, Debug)]
pub struct NewReport {
    /// Identifier.
    pub id: String,
    /// Who reports.
    pub reporter: String,
    /// Who is reported.
    pub reported: String,
    /// Room and name of the game, if the report is about one.
    pub game: Option<(String, String)>,
    /// Moves of the game in coordinates, separated by spaces.
    pub moves: String,
    /// Code of the reason.
    pub reason: String,
    /// Note of the reporter.
    pub note: String,
    /// Time.
    pub at: i64,
}

/// Player whom somebody blocks.
#[derive(Clone, Debug)]
pub struct BlockedRow {
    /// Handle.
    pub handle: String,
    /// Display name.
    pub name: Option<String>,
}

/// Write to talk, blocks and reports.
#[derive(Debug)]
pub enum TalkWrite {
    /// A line.
    Line {
        /// The room.
        room: String,
        /// Identity of the speaker.
        player: String,
        /// The line.
        line: TalkRow,
    },
    /// Blocks a player; both no longer follow each other.
    Block {
        /// The account's player.
        player: String,
        /// The other one.
        blocked: String,
        /// Time.
        at: i64,
    },
    /// Blocks a player no longer.
    Unblock {
        /// The account's player.
        player: String,
        /// The other one.
        blocked: String,
    },
    /// A report. An open one by the same person about the same person and game is replaced.
    Report(NewReport),
    /// Deletes talk from before a time and talk of rooms that are gone, except where a report is open.
    Clean {
        /// That time.
        before: i64,
    },
}

pub(super) async fn execute(
    connection: &mut SqliteConnection,
    write: &TalkWrite,
) -> Result<WriteResult, StoreError> {
    match write {
        TalkWrite::Line { room, player, line } => {
            sqlx::query(
                "INSERT INTO talk (room, number, side, player, at, phrase, body) VALUES ($1, $2, $3, $4, $5, $6, $7)
                 ON CONFLICT (room, number) DO NOTHING",
            )
            .bind(room)
            .bind(line.number)
            .bind(line.side as i64)
            .bind(player)
            .bind(line.at)
            .bind(&line.phrase)
            .bind(&line.body)
            .execute(connection)
            .await?;
        }
        TalkWrite::Block { player, blocked, at } => return block(connection, player, blocked, *at).await,
        TalkWrite::Unblock { player, blocked } => {
            sqlx::query("DELETE FROM block WHERE player = $1 AND blocked = $2")
                .bind(player)
                .bind(blocked)
                .execute(connection)
                .await?;
        }
        TalkWrite::Report(report) => add_report(connection, report).await?,
        TalkWrite::Clean { before } => {
            sqlx::query(
                "DELETE FROM talk WHERE (at < $1 OR room NOT IN (SELECT id FROM room))
                 AND room NOT IN (SELECT room FROM report WHERE closed_at IS NULL AND room IS NOT NULL)",
            )
            .bind(before)
            .execute(connection)
            .await?;
        }
    }
    Ok(WriteResult::Written)
}

async fn block(
    connection: &mut SqliteConnection,
    player: &str,
    blocked: &str,
    at: i64,
) -> Result<WriteResult, StoreError> {
    sqlx::query(
        "INSERT INTO block (player, blocked, at) SELECT o.player, b.player, $3 FROM account o, account b
         WHERE o.player = $1 AND b.player = $2 AND (SELECT count(*) FROM block WHERE player = $1) < $4
         ON CONFLICT (player, blocked) DO NOTHING",
    )
    .bind(player)
    .bind(blocked)
    .bind(at)
    .bind(MAX_BLOCKED)
    .execute(&mut *connection)
    .await?;
    let known = sqlx::query("SELECT 1 FROM block WHERE player = $1 AND blocked = $2");
    if known.bind(player).bind(blocked).fetch_optional(&mut *connection).await?.is_none() {
        return Ok(WriteResult::Nothing);
    }
    sqlx::query(
        "DELETE FROM follow WHERE (player = $1 AND followed = $2) OR (player = $2 AND followed = $1)",
    )
    .bind(player)
    .bind(blocked)
    .execute(connection)
    .await?;
    Ok(WriteResult::Written)
}

async fn add_report(connection: &mut SqliteConnection, report: &NewReport) -> Result<(), StoreError> {
    let (room, game) = report.game.as_ref().map(|(room, game)| (room, game)).unzip();
    sqlx::query(
        "DELETE FROM report WHERE reporter = $1 AND reported = $2 AND coalesce(room, '') = coalesce($3, '')
         AND closed_at IS NULL",
    )
    .bind(&report.reporter)
    .bind(&report.reported)
    .bind(room)
    .execute(&mut *connection)
    .await?;
    sqlx::query(
        "INSERT INTO report (id, reporter, reported, room, game, moves, reason, note, at)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)",
    )
    .bind(&report.id)
    .bind(&report.reporter)
    .bind(&report.reported)
    .bind(room)
    .bind(game)
    .bind(&report.moves)
    .bind(&report.reason)
    .bind(&report.note)
    .bind(report.at)
    .execute(connection)
    .await?;
    Ok(())
}

fn talk_row(row: &SqliteRow) -> Result<TalkRow, StoreError> {
    Ok(TalkRow {
        number: row.try_get(0)?,
        side: usize::from(row.try_get::<i64, _>(1)? == 1),
        at: row.try_get(2)?,
        phrase: row.try_get(3)?,
        body: row.try_get(4)?,
    })
}

impl Store {
    /// Newest lines of the talk in a room, the oldest first.
    pub async fn talk(&self, room: &str, most: usize) -> Result<Vec<TalkRow>, StoreError> {
        let rows = sqlx::query(
            "SELECT number, side, at, phrase, body FROM talk WHERE room = $1 ORDER BY number DESC LIMIT $2",
        )
        .bind(room)
        .bind(most as i64)
        .fetch_all(&self.readers)
        .await?;
        rows.iter().rev().map(talk_row).collect()
    }

    /// Everything that a player has said: room, time, and phrase or text.
    pub async fn talk_of(&self, player: &str) -> Result<Vec<(String, i64, String)>, StoreError> {
        let rows = sqlx::query(
            "SELECT room, at, coalesce(body, phrase, '') FROM talk WHERE player = $1 ORDER BY at, room, number",
        )
        .bind(player)
        .fetch_all(&self.readers)
        .await?;
        rows.iter().map(|row| Ok((row.try_get(0)?, row.try_get(1)?, row.try_get(2)?))).collect()
    }

    /// Returns true if one of two players blocks the other.
    pub async fn is_blocked(&self, one: &str, other: &str) -> Result<bool, StoreError> {
        let row = sqlx::query(
            "SELECT 1 FROM block WHERE (player = $1 AND blocked = $2) OR (player = $2 AND blocked = $1) LIMIT 1",
        );
        Ok(row.bind(one).bind(other).fetch_optional(&self.readers).await?.is_some())
    }

    /// Returns true if a player blocks another one.
    pub async fn is_blocking(&self, player: &str, blocked: &str) -> Result<bool, StoreError> {
        let row = sqlx::query("SELECT 1 FROM block WHERE player = $1 AND blocked = $2");
        Ok(row.bind(player).bind(blocked).fetch_optional(&self.readers).await?.is_some())
    }

    /// Players whom a player blocks or who block that player.
    pub async fn avoided(&self, player: &str) -> Result<Vec<String>, StoreError> {
        let rows = sqlx::query(
            "SELECT blocked FROM block WHERE player = $1 UNION SELECT player FROM block WHERE blocked = $1",
        );
        texts(&rows.bind(player).fetch_all(&self.readers).await?)
    }

    /// Players whom a player blocks, by handle.
    pub async fn blocked(&self, player: &str) -> Result<Vec<BlockedRow>, StoreError> {
        let rows = sqlx::query(
            "SELECT a.handle, p.name FROM block b JOIN account a ON a.player = b.blocked
             LEFT JOIN player p ON p.id = a.player WHERE b.player = $1 ORDER BY lower(a.handle)",
        );
        let rows = rows.bind(player).fetch_all(&self.readers).await?;
        rows.iter().map(|row| Ok(BlockedRow { handle: row.try_get(0)?, name: row.try_get(1)? })).collect()
    }

    /// Number of reports by a person since a time.
    pub async fn reports_since(&self, reporter: &str, since: i64) -> Result<i64, StoreError> {
        let row = sqlx::query("SELECT count(*) FROM report WHERE reporter = $1 AND at >= $2");
        Ok(row.bind(reporter).bind(since).fetch_one(&self.readers).await?.try_get(0)?)
    }

    /// Returns true if the running games of one of these players are in no list.
    pub async fn is_unlisted(&self, players: [&str; 2]) -> Result<bool, StoreError> {
        let row = sqlx::query(
            "SELECT 1 FROM account WHERE player IN ($1, $2) AND (is_unlisted <> 0 OR is_private <> 0) LIMIT 1",
        );
        let [one, other] = players;
        Ok(row.bind(one).bind(other).fetch_optional(&self.readers).await?.is_some())
    }
}

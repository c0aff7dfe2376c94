//! Reads of accounts, sessions and what belongs to a player.

use sqlx::Row;
use sqlx::sqlite::SqliteRow;

use super::accounts::texts;
use super::{Store, StoreError};

/// Stored account.
#[derive(Clone, Debug)]
pub struct AccountRow {
    /// The player.
    pub player: String,
    /// Handle.
    pub handle: String,
    /// Display name.
    pub name: Option<String>,
    /// Password hash.
    pub password: String,
    /// Hash of the recovery code.
    pub recovery: String,
    /// Settings of the page, as JSON.
    pub settings: String,
    /// Time of registration.
    pub created_at: i64,
    /// True if others see the name only.
    pub is_private: bool,
    /// True if running games are in no list.
    pub is_unlisted: bool,
}

/// Stored session.
#[derive(Clone, Debug)]
pub struct SessionRow {
    /// Hash of the session cookie.
    pub key: String,
    /// Public identifier.
    pub id: String,
    /// Time of the sign-in.
    pub created_at: i64,
    /// Last use.
    pub used_at: i64,
    /// Name of the browser.
    pub agent: String,
}

const ACCOUNT: &str =
    "SELECT a.player, a.handle, p.name, a.password, a.recovery, a.settings, a.created_at, a.is_private,
    a.is_unlisted
    FROM account a LEFT JOIN player p ON p.id = a.player";

fn account_row(row: &SqliteRow) -> Result<AccountRow, StoreError> {
    Ok(AccountRow {
        player: row.try_get(0)?,
        handle: row.try_get(1)?,
        name: row.try_get(2)?,
        password: row.try_get(3)?,
        recovery: row.try_get(4)?,
        settings: row.try_get(5)?,
        created_at: row.try_get(6)?,
        is_private: row.try_get::<i64, _>(7)? != 0,
        is_unlisted: row.try_get::<i64, _>(8)? != 0,
    })
}

impl Store {
    /// Player of a session, by the hash of its cookie.
    pub async fn session_player(&self, key: &str) -> Result<Option<(String, i64)>, StoreError> {
        let row = sqlx::query("SELECT player, used_at FROM session WHERE key = $1").bind(key);
        Ok(match row.fetch_optional(&self.readers).await? {
            Some(row) => Some((row.try_get(0)?, row.try_get(1)?)),
            None => None,
        })
    }

    /// Account of a player.
    pub async fn account(&self, player: &str) -> Result<Option<AccountRow>, StoreError> {
        let query = format!("{ACCOUNT} WHERE a.player = $1");
        let row = sqlx::query(sqlx::AssertSqlSafe(query)).bind(player).fetch_optional(&self.readers).await?;
        row.as_ref().map(account_row).transpose()
    }

    /// Account whose handle has this skeleton.
    pub async fn account_by_skeleton(&self, skeleton: &str) -> Result<Option<AccountRow>, StoreError> {
        let query = format!("{ACCOUNT} WHERE a.skeleton = $1");
        let row = sqlx::query(sqlx::AssertSqlSafe(query)).bind(skeleton);
        row.fetch_optional(&self.readers).await?.as_ref().map(account_row).transpose()
    }

    /// Sessions of a player, the last used first.
    pub async fn sessions(&self, player: &str) -> Result<Vec<SessionRow>, StoreError> {
        let rows = sqlx::query(
            "SELECT key, id, created_at, used_at, agent FROM session WHERE player = $1 ORDER BY used_at DESC, id",
        )
        .bind(player)
        .fetch_all(&self.readers)
        .await?;
        let read = |row: &SqliteRow| {
            Ok(SessionRow {
                key: row.try_get(0)?,
                id: row.try_get(1)?,
                created_at: row.try_get(2)?,
                used_at: row.try_get(3)?,
                agent: row.try_get(4)?,
            })
        };
        rows.iter().map(read).collect()
    }

    /// Returns true if somebody signed in to this account in this browser before.
    pub async fn is_known_device(&self, player: &str, device: &str) -> Result<bool, StoreError> {
        let row =
            sqlx::query("SELECT 1 FROM device WHERE player = $1 AND key = $2").bind(player).bind(device);
        Ok(row.fetch_optional(&self.readers).await?.is_some())
    }

    /// Rooms on a player's list, the oldest first.
    pub async fn listed_rooms(&self, player: &str) -> Result<Vec<String>, StoreError> {
        let rows = sqlx::query(
            "SELECT r.id FROM shelf s JOIN room r ON r.id = s.room WHERE s.player = $1 ORDER BY r.created_at, r.id",
        )
        .bind(player)
        .fetch_all(&self.readers)
        .await?;
        texts(&rows)
    }

    /// Running games of a player against other people.
    pub async fn running_games(&self, player: &str) -> Result<Vec<String>, StoreError> {
        let rows = sqlx::query(
            "SELECT r.id FROM room r JOIN seat a ON a.room = r.id JOIN seat b ON b.room = r.id AND b.side <> a.side
             WHERE r.live = 1 AND a.player = $1 AND b.kind = 'person' AND b.player <> $1",
        )
        .bind(player)
        .fetch_all(&self.readers)
        .await?;
        texts(&rows)
    }

    /// Running rated games of a player.
    pub async fn running_rated(&self, player: &str, game: &str) -> Result<Vec<String>, StoreError> {
        let rows = sqlx::query(
            "SELECT r.id FROM seat s JOIN room r ON r.id = s.room
             WHERE s.player = $1 AND r.live = 1 AND r.pool IS NOT NULL AND r.game = $2",
        )
        .bind(player)
        .bind(game)
        .fetch_all(&self.readers)
        .await?;
        texts(&rows)
    }

    /// States of a player's puzzles: collection, puzzle and state, the oldest first.
    pub async fn puzzle_states(&self, player: &str) -> Result<Vec<[String; 3]>, StoreError> {
        let rows = sqlx::query(
            "SELECT collection, puzzle, state FROM puzzle WHERE player = $1 ORDER BY at, collection, puzzle",
        )
        .bind(player)
        .fetch_all(&self.readers)
        .await?;
        rows.iter().map(|row| Ok([row.try_get(0)?, row.try_get(1)?, row.try_get(2)?])).collect()
    }
}

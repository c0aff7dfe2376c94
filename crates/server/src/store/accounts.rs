//! Accounts, their sessions and the browsers they were used in.
//!
//! All statements are accepted by SQLite and PostgreSQL, except for the question whether the library's tables exist.

use std::path::Path;

use sqlx::sqlite::SqliteRow;
use sqlx::{Connection, Row, SqliteConnection};

use super::StoreError;

/// Maximum number of browsers that are remembered per account.
const MAX_DEVICES: i64 = 20;
/// Maximum number of players whom one player follows.
pub const MAX_FOLLOWED: i64 = 500;

/// New session of an account.
#[derive(Clone, Debug)]
pub struct NewSession {
    /// Hash of the session cookie.
    pub key: String,
    /// Public identifier, for the list of sessions.
    pub id: String,
    /// Name of the browser.
    pub agent: String,
    /// Time.
    pub at: i64,
    /// Hash of the browser's guest cookie.
    pub device: String,
}

/// New account.
#[derive(Debug)]
pub struct NewAccount {
    /// The guest who signs up; stays the player's identity.
    pub player: String,
    /// Handle, as typed.
    pub handle: String,
    /// Text that look-alike handles share.
    pub skeleton: String,
    /// Display name.
    pub name: Option<String>,
    /// Password hash.
    pub password: String,
    /// Hash of the recovery code.
    pub recovery: String,
    /// Registration code, where one is needed.
    pub code: Option<String>,
    /// First session.
    pub session: NewSession,
}

/// Write to accounts and sessions.
#[derive(Debug)]
pub enum AccountWrite {
    /// Signs a guest up.
    Create(NewAccount),
    /// Adds a session. The things of a guest are brought along if wished.
    SignIn {
        /// The account's player.
        player: String,
        /// The session.
        session: NewSession,
        /// The guest.
        bring: Option<String>,
    },
    /// Notes that a session was used.
    Used {
        /// Hash of the session cookie.
        key: String,
        /// Time.
        at: i64,
    },
    /// Ends one session by its public identifier, or all of an account.
    Revoke {
        /// The account's player.
        player: String,
        /// The session; `None` for all.
        id: Option<String>,
    },
    /// Changes the password, and ends all sessions but one.
    Password {
        /// The account's player.
        player: String,
        /// Password hash.
        password: String,
        /// Session that stays.
        keep: Option<String>,
    },
    /// Replaces the recovery code.
    Recovery {
        /// The account's player.
        player: String,
        /// Hash of the old code, if it has to match.
        old: Option<String>,
        /// Hash of the new code.
        new: String,
    },
    /// Settings of the page.
    Settings {
        /// The account's player.
        player: String,
        /// JSON text.
        settings: String,
    },
    /// Makes a profile private or public, and shows running games to everybody or not.
    Privacy {
        /// The account's player.
        player: String,
        /// True if others see the name only; `None` to keep it.
        is_private: Option<bool>,
        /// True if running games are in no list; `None` to keep it.
        is_unlisted: Option<bool>,
    },
    /// Follows another player.
    Follow {
        /// The account's player.
        player: String,
        /// The other one.
        followed: String,
        /// Time.
        at: i64,
    },
    /// Follows another player no longer.
    Unfollow {
        /// The account's player.
        player: String,
        /// The other one.
        followed: String,
    },
    /// Deletes an account; its games become those of an unknown player.
    Delete {
        /// The account's player.
        player: String,
        /// Identity that replaces it.
        tombstone: String,
    },
    /// Adds registration codes.
    Codes {
        /// Hashes of the codes.
        codes: Vec<String>,
        /// Time.
        at: i64,
    },
}

/// Result of a write to accounts.
#[derive(Debug, PartialEq, Eq)]
pub enum AccountWritten {
    /// Done.
    Done,
    /// The account, the session or the code does not exist.
    Nothing,
    /// The handle, or one that looks like it, is taken.
    HandleTaken,
    /// The guest is an account already.
    AlreadySignedUp,
    /// The registration code does not exist or was used.
    CodeInvalid,
    /// Session cookies that ended.
    Ended(Vec<String>),
    /// Rooms in which a player has another identity now.
    Renamed(Vec<String>),
    /// An account was deleted.
    Deleted {
        /// Session cookies that ended.
        sessions: Vec<String>,
        /// Rooms in which the player has another identity now.
        renamed: Vec<String>,
        /// Rooms that were deleted.
        gone: Vec<String>,
    },
}

pub(super) async fn execute(
    connection: &mut SqliteConnection,
    write: &AccountWrite,
) -> Result<AccountWritten, StoreError> {
    match write {
        AccountWrite::Create(account) => create(connection, account).await,
        AccountWrite::SignIn { player, session, bring } => {
            if !exists(connection, player).await? {
                return Ok(AccountWritten::Nothing);
            }
            add_session(connection, player, session).await?;
            match bring {
                Some(guest) => Ok(AccountWritten::Renamed(merge(connection, guest, player).await?)),
                None => Ok(AccountWritten::Done),
            }
        }
        AccountWrite::Used { key, at } => {
            sqlx::query("UPDATE session SET used_at = $2 WHERE key = $1")
                .bind(key)
                .bind(at)
                .execute(connection)
                .await?;
            Ok(AccountWritten::Done)
        }
        AccountWrite::Revoke { player, id } => {
            let ended = sqlx::query(
                "DELETE FROM session WHERE player = $1 AND (CAST($2 AS TEXT) IS NULL OR id = $2) RETURNING key",
            )
            .bind(player)
            .bind(id)
            .fetch_all(connection)
            .await?;
            Ok(AccountWritten::Ended(texts(&ended)?))
        }
        AccountWrite::Password { player, password, keep } => {
            sqlx::query("UPDATE account SET password = $2 WHERE player = $1")
                .bind(player)
                .bind(password)
                .execute(&mut *connection)
                .await?;
            let ended = sqlx::query(
                "DELETE FROM session WHERE player = $1 AND (CAST($2 AS TEXT) IS NULL OR key <> $2) RETURNING key",
            )
            .bind(player)
            .bind(keep)
            .fetch_all(connection)
            .await?;
            Ok(AccountWritten::Ended(texts(&ended)?))
        }
        AccountWrite::Recovery { player, old, new } => {
            let changed = sqlx::query(
                "UPDATE account SET recovery = $3 WHERE player = $1 AND (CAST($2 AS TEXT) IS NULL OR recovery = $2)",
            )
            .bind(player)
            .bind(old)
            .bind(new)
            .execute(connection)
            .await?;
            let known = changed.rows_affected() > 0;
            Ok(if known { AccountWritten::Done } else { AccountWritten::Nothing })
        }
        AccountWrite::Settings { player, settings } => {
            sqlx::query("UPDATE account SET settings = $2 WHERE player = $1")
                .bind(player)
                .bind(settings)
                .execute(connection)
                .await?;
            Ok(AccountWritten::Done)
        }
        AccountWrite::Privacy { player, is_private, is_unlisted } => {
            sqlx::query(
                "UPDATE account SET is_private = coalesce($2, is_private), is_unlisted = coalesce($3, is_unlisted)
                 WHERE player = $1",
            )
            .bind(player)
            .bind(is_private.map(i64::from))
            .bind(is_unlisted.map(i64::from))
            .execute(connection)
            .await?;
            Ok(AccountWritten::Done)
        }
        AccountWrite::Follow { player, followed, at } => follow(connection, player, followed, *at).await,
        AccountWrite::Unfollow { player, followed } => {
            sqlx::query("DELETE FROM follow WHERE player = $1 AND followed = $2")
                .bind(player)
                .bind(followed)
                .execute(connection)
                .await?;
            Ok(AccountWritten::Done)
        }
        AccountWrite::Delete { player, tombstone } => delete(connection, player, tombstone).await,
        AccountWrite::Codes { codes, at } => {
            for code in codes {
                sqlx::query("INSERT INTO registration_code (code, created_at) VALUES ($1, $2)")
                    .bind(code)
                    .bind(at)
                    .execute(&mut *connection)
                    .await?;
            }
            Ok(AccountWritten::Done)
        }
    }
}

/// Follows a player, unless the account of one of them is gone or the list is full.
async fn follow(
    connection: &mut SqliteConnection,
    player: &str,
    followed: &str,
    at: i64,
) -> Result<AccountWritten, StoreError> {
    let added = sqlx::query(
        "INSERT INTO follow (player, followed, at) SELECT o.player, f.player, $3 FROM account o, account f
         WHERE o.player = $1 AND f.player = $2 AND (SELECT count(*) FROM follow WHERE player = $1) < $4
         AND NOT EXISTS (SELECT 1 FROM block b WHERE b.player = $2 AND b.blocked = $1)
         ON CONFLICT (player, followed) DO NOTHING",
    )
    .bind(player)
    .bind(followed)
    .bind(at)
    .bind(MAX_FOLLOWED)
    .execute(&mut *connection)
    .await?;
    let known = sqlx::query("SELECT 1 FROM follow WHERE player = $1 AND followed = $2");
    let follows = added.rows_affected() > 0
        || known.bind(player).bind(followed).fetch_optional(connection).await?.is_some();
    Ok(if follows { AccountWritten::Done } else { AccountWritten::Nothing })
}

pub(super) fn texts(rows: &[SqliteRow]) -> Result<Vec<String>, StoreError> {
    rows.iter().map(|row| Ok(row.try_get(0)?)).collect()
}

async fn exists(connection: &mut SqliteConnection, player: &str) -> Result<bool, StoreError> {
    let row = sqlx::query("SELECT 1 FROM account WHERE player = $1").bind(player);
    Ok(row.fetch_optional(connection).await?.is_some())
}

async fn create(
    connection: &mut SqliteConnection,
    account: &NewAccount,
) -> Result<AccountWritten, StoreError> {
    if exists(connection, &account.player).await? {
        return Ok(AccountWritten::AlreadySignedUp);
    }
    let added = sqlx::query(
        "INSERT INTO account (player, handle, skeleton, password, recovery, settings, created_at)
         VALUES ($1, $2, $3, $4, $5, '', $6) ON CONFLICT (skeleton) DO NOTHING",
    )
    .bind(&account.player)
    .bind(&account.handle)
    .bind(&account.skeleton)
    .bind(&account.password)
    .bind(&account.recovery)
    .bind(account.session.at)
    .execute(&mut *connection)
    .await?;
    if added.rows_affected() == 0 {
        return Ok(AccountWritten::HandleTaken);
    }
    if let Some(code) = &account.code {
        let used =
            sqlx::query("UPDATE registration_code SET used_by = $2 WHERE code = $1 AND used_by IS NULL")
                .bind(code)
                .bind(&account.player)
                .execute(&mut *connection)
                .await?;
        if used.rows_affected() == 0 {
            // The jobs of one transaction are committed together, so the row is taken back here.
            sqlx::query("DELETE FROM account WHERE player = $1")
                .bind(&account.player)
                .execute(connection)
                .await?;
            return Ok(AccountWritten::CodeInvalid);
        }
    }
    if account.name.is_some() {
        sqlx::query(
            "INSERT INTO player (id, name) VALUES ($1, $2) ON CONFLICT (id) DO UPDATE SET name = excluded.name",
        )
        .bind(&account.player)
        .bind(&account.name)
        .execute(&mut *connection)
        .await?;
    }
    add_session(connection, &account.player, &account.session).await?;
    Ok(AccountWritten::Renamed(rooms_of(connection, &account.player).await?))
}

async fn add_session(
    connection: &mut SqliteConnection,
    player: &str,
    session: &NewSession,
) -> Result<(), StoreError> {
    sqlx::query(
        "INSERT INTO session (key, id, player, created_at, used_at, agent) VALUES ($1, $2, $3, $4, $4, $5)",
    )
    .bind(&session.key)
    .bind(&session.id)
    .bind(player)
    .bind(session.at)
    .bind(&session.agent)
    .execute(&mut *connection)
    .await?;
    sqlx::query(
        "INSERT INTO device (player, key, used_at) VALUES ($1, $2, $3)
         ON CONFLICT (player, key) DO UPDATE SET used_at = excluded.used_at",
    )
    .bind(player)
    .bind(&session.device)
    .bind(session.at)
    .execute(&mut *connection)
    .await?;
    sqlx::query(
        "DELETE FROM device WHERE player = $1 AND key NOT IN
         (SELECT key FROM device WHERE player = $1 ORDER BY used_at DESC, key LIMIT $2)",
    )
    .bind(player)
    .bind(MAX_DEVICES)
    .execute(connection)
    .await?;
    Ok(())
}

/// Rooms in which a player has a seat or which the player created.
async fn rooms_of(connection: &mut SqliteConnection, player: &str) -> Result<Vec<String>, StoreError> {
    let rows =
        sqlx::query("SELECT room FROM seat WHERE player = $1 UNION SELECT id FROM room WHERE owner = $1")
            .bind(player)
            .fetch_all(connection)
            .await?;
    texts(&rows)
}

/// Gives everything of a guest to a player, except for games between the two. Returns the rooms that changed.
async fn merge(connection: &mut SqliteConnection, from: &str, to: &str) -> Result<Vec<String>, StoreError> {
    const OWN_GAMES: &str = "SELECT room FROM seat WHERE player = $2";
    let rooms = rooms_of(connection, from).await?;
    for change in [
        format!("UPDATE room SET owner = $2 WHERE owner = $1 AND id NOT IN ({OWN_GAMES})"),
        format!(
            "INSERT INTO shelf (player, room) SELECT $2, room FROM shelf WHERE player = $1
             AND room NOT IN ({OWN_GAMES}) ON CONFLICT DO NOTHING"
        ),
        format!("DELETE FROM shelf WHERE player = $1 AND room NOT IN ({OWN_GAMES})"),
        // Last, since it changes which games are the player's own.
        format!("UPDATE seat SET player = $2 WHERE player = $1 AND room NOT IN ({OWN_GAMES})"),
        "INSERT INTO puzzle (player, collection, puzzle, state, at)
         SELECT $2, collection, puzzle, state, at FROM puzzle WHERE player = $1 ON CONFLICT DO NOTHING"
            .to_owned(),
        // The better known rating counts: the one with more puzzles.
        "DELETE FROM puzzler WHERE player = $2 AND solved + failed <
         (SELECT solved + failed FROM puzzler WHERE player = $1)"
            .to_owned(),
        "INSERT INTO puzzler (player, rating, solved, failed, streak, best)
         SELECT $2, rating, solved, failed, streak, best FROM puzzler WHERE player = $1 ON CONFLICT DO NOTHING"
            .to_owned(),
        // What is left of the guest now are games between the two.
        "UPDATE talk SET player = $2 WHERE player = $1 AND room NOT IN (SELECT room FROM seat WHERE player = $1)"
            .to_owned(),
        "UPDATE report SET reported = $2 WHERE reported = $1".to_owned(),
        "UPDATE job SET owner = $2 WHERE owner = $1".to_owned(),
        "UPDATE league SET owner = $2 WHERE owner = $1".to_owned(),
    ] {
        sqlx::query(sqlx::AssertSqlSafe(change)).bind(from).bind(to).execute(&mut *connection).await?;
    }
    for change in ["DELETE FROM puzzle WHERE player = $1", "DELETE FROM puzzler WHERE player = $1"] {
        sqlx::query(change).bind(from).execute(&mut *connection).await?;
    }
    if has_library(connection).await? {
        merge_library(connection, from, to).await?;
    }
    Ok(rooms)
}

async fn has_library(connection: &mut SqliteConnection) -> Result<bool, StoreError> {
    let row = sqlx::query("SELECT 1 FROM sqlite_master WHERE type = 'table' AND name = 'library_owner'");
    Ok(row.fetch_optional(connection).await?.is_some())
}

async fn library_owner(connection: &mut SqliteConnection, player: &str) -> Result<Option<i64>, StoreError> {
    let row = sqlx::query("SELECT id FROM library_owner WHERE player = $1").bind(player);
    Ok(match row.fetch_optional(connection).await? {
        Some(row) => Some(row.try_get(0)?),
        None => None,
    })
}

/// Moves the library of a guest to a player; games that both have stay once.
async fn merge_library(connection: &mut SqliteConnection, from: &str, to: &str) -> Result<(), StoreError> {
    let Some(source) = library_owner(connection, from).await? else { return Ok(()) };
    let Some(target) = library_owner(connection, to).await? else {
        sqlx::query("UPDATE library_owner SET player = $2 WHERE player = $1")
            .bind(from)
            .bind(to)
            .execute(connection)
            .await?;
        return Ok(());
    };
    for change in [
        "UPDATE library_game SET owner = $2 WHERE owner = $1
         AND digest NOT IN (SELECT digest FROM library_game WHERE owner = $2)",
        "UPDATE library_position SET owner = $2 WHERE owner = $1
         AND game IN (SELECT id FROM library_game WHERE owner = $2)",
    ] {
        sqlx::query(change).bind(source).bind(target).execute(&mut *connection).await?;
    }
    delete_library(connection, source).await
}

async fn delete_library(connection: &mut SqliteConnection, owner: i64) -> Result<(), StoreError> {
    for change in [
        "DELETE FROM library_position WHERE owner = $1",
        "DELETE FROM library_game WHERE owner = $1",
        "DELETE FROM library_owner WHERE id = $1",
    ] {
        sqlx::query(change).bind(owner).execute(&mut *connection).await?;
    }
    Ok(())
}

async fn delete(
    connection: &mut SqliteConnection,
    player: &str,
    tombstone: &str,
) -> Result<AccountWritten, StoreError> {
    if !exists(connection, player).await? {
        return Ok(AccountWritten::Nothing);
    }
    let renamed = rooms_of(connection, player).await?;
    let sessions = sqlx::query("SELECT key FROM session WHERE player = $1")
        .bind(player)
        .fetch_all(&mut *connection)
        .await?;
    let sessions = texts(&sessions)?;
    if has_library(connection).await?
        && let Some(owner) = library_owner(connection, player).await?
    {
        delete_library(connection, owner).await?;
    }
    let gone = sqlx::query(
        "DELETE FROM room WHERE id IN (SELECT room FROM shelf WHERE player = $1)
         AND NOT EXISTS (SELECT 1 FROM shelf s WHERE s.room = room.id AND s.player <> $1) RETURNING id",
    )
    .bind(player)
    .fetch_all(&mut *connection)
    .await?;
    for change in [
        "DELETE FROM shelf WHERE player = $1",
        "DELETE FROM puzzle WHERE player = $1",
        "DELETE FROM puzzler WHERE player = $1",
        "DELETE FROM player WHERE id = $1",
        "DELETE FROM job WHERE owner = $1",
        "DELETE FROM league WHERE owner = $1",
        "DELETE FROM talk WHERE player = $1",
        "DELETE FROM report WHERE reported = $1",
        "DELETE FROM account WHERE player = $1",
    ] {
        sqlx::query(change).bind(player).execute(&mut *connection).await?;
    }
    for change in [
        "UPDATE seat SET player = $2, name = NULL WHERE player = $1",
        "UPDATE room SET owner = $2 WHERE owner = $1",
        "UPDATE rating SET player = $2 WHERE player = $1",
        "UPDATE report SET reporter = $2, note = '' WHERE reporter = $1",
        "UPDATE rated_game SET first = $2 WHERE first = $1",
        "UPDATE rated_game SET second = $2 WHERE second = $1",
    ] {
        sqlx::query(change).bind(player).bind(tombstone).execute(&mut *connection).await?;
    }
    Ok(AccountWritten::Deleted { sessions, renamed, gone: texts(&gone)? })
}

/// Executes a write on a database, beside a server or without one.
pub async fn write_beside_server(file: &Path, write: &AccountWrite) -> Result<AccountWritten, StoreError> {
    if !file.exists() {
        return Err(StoreError::Missing(file.to_owned()));
    }
    super::schema::refuse_newer(file).await?;
    let mut connection =
        SqliteConnection::connect_with(&super::plain_options(file).foreign_keys(true)).await?;
    super::schema::migrate(&mut connection).await?;
    let mut transaction = connection.begin_with("BEGIN IMMEDIATE").await?;
    let written = execute(&mut transaction, write).await?;
    transaction.commit().await?;
    connection.close().await?;
    Ok(written)
}

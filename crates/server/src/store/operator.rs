//! Acts of the operator: bans, renamed and closed accounts, reset passwords, closed reports, and the log of all of them.
//!
//! An act and its row in the log are one transaction, executed by the server or beside it; a running server follows the
//! log. Statements are accepted by SQLite and PostgreSQL.

use std::path::Path;

use sqlx::sqlite::SqliteRow;
use sqlx::{Connection, Row, SqliteConnection};

use super::accounts::{self, AccountWrite, AccountWritten, texts};
use super::{Store, StoreError};

/// Scope of a ban.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum BanScope {
    /// Rated games.
    Rated,
    /// Everything that needs an account.
    All,
}

impl BanScope {
    /// Stored word.
    pub fn word(self) -> &'static str {
        match self {
            BanScope::Rated => "rated",
            BanScope::All => "all",
        }
    }

    /// Reads the stored word; an unknown one is the stricter.
    pub fn of(word: &str) -> BanScope {
        if word == "rated" { BanScope::Rated } else { BanScope::All }
    }
}

/// Stored ban.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct BanRow {
    /// The player.
    pub player: String,
    /// Handle.
    pub handle: String,
    /// Scope.
    pub scope: BanScope,
    /// End; `None` for no end.
    pub until: Option<i64>,
    /// Reason, which the player is told.
    pub reason: String,
    /// Begin.
    pub at: i64,
}

/// Act of the operator. Accounts are named by the skeleton of their handle.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum OperatorAct {
    /// Bans a player; from everything, the sessions end.
    Ban {
        /// The account.
        account: String,
        /// Scope.
        scope: BanScope,
        /// Until when; `None` for no end.
        until: Option<i64>,
        /// Reason, which the player is told.
        reason: String,
    },
    /// Ends a ban.
    Unban {
        /// The account.
        account: String,
    },
    /// Changes the handle.
    Rename {
        /// The account.
        account: String,
        /// New handle.
        handle: String,
        /// Its skeleton.
        skeleton: String,
    },
    /// Removes the display name.
    ClearName {
        /// The account.
        account: String,
    },
    /// Makes the password unusable, sets a recovery code, and ends all sessions.
    ResetPassword {
        /// The account.
        account: String,
        /// Hash that no password has.
        password: String,
        /// Hash of the recovery code.
        recovery: String,
    },
    /// Deletes an account; its games become those of an unknown player.
    Close {
        /// The account.
        account: String,
        /// Identity that replaces it.
        tombstone: String,
    },
    /// Closes a report.
    CloseReport {
        /// The report.
        id: String,
        /// Verdict of the operator.
        verdict: String,
    },
}

impl OperatorAct {
    fn account(&self) -> Option<&str> {
        match self {
            OperatorAct::Ban { account, .. }
            | OperatorAct::Unban { account }
            | OperatorAct::Rename { account, .. }
            | OperatorAct::ClearName { account }
            | OperatorAct::ResetPassword { account, .. }
            | OperatorAct::Close { account, .. } => Some(account),
            OperatorAct::CloseReport { .. } => None,
        }
    }

    /// Word of the kind in the log.
    fn kind(&self) -> &'static str {
        match self {
            OperatorAct::Ban { .. } => "ban",
            OperatorAct::Unban { .. } => "unban",
            OperatorAct::Rename { .. } => "rename",
            OperatorAct::ClearName { .. } => "clear_name",
            OperatorAct::ResetPassword { .. } => "reset_password",
            OperatorAct::Close { .. } => "close",
            OperatorAct::CloseReport { .. } => "close_report",
        }
    }

    /// Details for the log; never a secret.
    fn note(&self) -> String {
        match self {
            OperatorAct::Ban { scope, until, reason, .. } => {
                let until = until.map_or_else(String::new, crate::calendar::date);
                [scope.word(), &until, reason]
                    .into_iter()
                    .filter(|part| !part.is_empty())
                    .collect::<Vec<_>>()
                    .join(" · ")
            }
            OperatorAct::Rename { handle, .. } => handle.clone(),
            OperatorAct::Close { tombstone, .. } => tombstone.clone(),
            OperatorAct::CloseReport { id, verdict } => format!("{id} · {verdict}"),
            _ => String::new(),
        }
    }
}

/// Act with its time and author.
#[derive(Clone, Debug)]
pub struct OperatorWrite {
    /// Time.
    pub at: i64,
    /// `terminal` or `page`.
    pub made_by: &'static str,
    /// The act.
    pub act: OperatorAct,
}

/// Result of an act.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum OperatorWritten {
    /// Done.
    Done,
    /// There is no such account or report, or nothing to end.
    Nothing,
    /// The handle, or one that looks like it, is taken.
    HandleTaken,
}

/// Row of the log.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct OperatorActRow {
    /// Number, from 1 on.
    pub number: i64,
    /// Time.
    pub at: i64,
    /// `terminal` or `page`.
    pub made_by: String,
    /// Kind.
    pub kind: String,
    /// The player, as known before the act.
    pub player: Option<String>,
    /// Handle at that time.
    pub handle: Option<String>,
    /// Details.
    pub note: String,
}

/// Account as the operator sees it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct OperatorAccountRow {
    /// Handle.
    pub handle: String,
    /// Display name.
    pub name: Option<String>,
    /// Registration.
    pub created_at: i64,
    /// Last use of a session.
    pub used_at: Option<i64>,
    /// Sessions.
    pub sessions: i64,
    /// Rated games.
    pub games: i64,
    /// Ban: scope, end and reason.
    pub ban: Option<(BanScope, Option<i64>, String)>,
}

/// Report by a player.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ReportRow {
    /// Identifier.
    pub id: String,
    /// Handles of the reporter and the reported; `None` for a deleted account.
    pub handles: [Option<String>; 2],
    /// Room.
    pub room: Option<String>,
    /// Name of the game.
    pub game: Option<String>,
    /// Moves.
    pub moves: String,
    /// Code of the reason.
    pub reason: String,
    /// Note of the reporter.
    pub note: String,
    /// Time.
    pub at: i64,
    /// Time at which it was closed.
    pub closed_at: Option<i64>,
    /// Verdict of the operator.
    pub verdict: Option<String>,
}

/// Numbers for the operator.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct OperatorCounts {
    /// Accounts.
    pub accounts: i64,
    /// Rated games that ended.
    pub rated_games: i64,
    /// Rated games that run.
    pub rated_running: i64,
    /// Open reports.
    pub reports: i64,
    /// Bans.
    pub bans: i64,
}

/// Executes an act and logs it.
pub(super) async fn execute(
    connection: &mut SqliteConnection,
    write: &OperatorWrite,
) -> Result<OperatorWritten, StoreError> {
    let found = match write.act.account() {
        Some(skeleton) => {
            let row = sqlx::query("SELECT player, handle FROM account WHERE skeleton = $1").bind(skeleton);
            match row.fetch_optional(&mut *connection).await? {
                Some(row) => Some((row.try_get::<String, _>(0)?, row.try_get::<String, _>(1)?)),
                None => return Ok(OperatorWritten::Nothing),
            }
        }
        None => None,
    };
    let player = found.as_ref().map_or("", |(player, _)| player.as_str());
    let done = act(connection, player, write).await?;
    if done == OperatorWritten::Done {
        let (player, handle) = found.unzip();
        sqlx::query(
            "INSERT INTO operator_act (number, at, made_by, kind, player, handle, note)
             SELECT coalesce(max(number), 0) + 1, $1, $2, $3, $4, $5, $6 FROM operator_act",
        )
        .bind(write.at)
        .bind(write.made_by)
        .bind(write.act.kind())
        .bind(player)
        .bind(handle)
        .bind(write.act.note())
        .execute(connection)
        .await?;
    }
    Ok(done)
}

async fn act(
    connection: &mut SqliteConnection,
    player: &str,
    write: &OperatorWrite,
) -> Result<OperatorWritten, StoreError> {
    let changed = match &write.act {
        OperatorAct::Ban { scope, until, reason, .. } => {
            if *scope == BanScope::All {
                end_sessions(connection, player).await?;
            }
            sqlx::query(
                "INSERT INTO ban (player, scope, until, reason, at) VALUES ($1, $2, $3, $4, $5)
                 ON CONFLICT (player) DO UPDATE SET scope = excluded.scope, until = excluded.until,
                 reason = excluded.reason, at = excluded.at",
            )
            .bind(player)
            .bind(scope.word())
            .bind(until)
            .bind(reason)
            .bind(write.at)
            .execute(connection)
            .await?
        }
        OperatorAct::Unban { .. } => {
            sqlx::query("DELETE FROM ban WHERE player = $1").bind(player).execute(connection).await?
        }
        OperatorAct::Rename { handle, skeleton, .. } => {
            let taken = sqlx::query("SELECT 1 FROM account WHERE skeleton = $1 AND player <> $2");
            if taken.bind(skeleton).bind(player).fetch_optional(&mut *connection).await?.is_some() {
                return Ok(OperatorWritten::HandleTaken);
            }
            sqlx::query("UPDATE account SET handle = $2, skeleton = $3 WHERE player = $1")
                .bind(player)
                .bind(handle)
                .bind(skeleton)
                .execute(connection)
                .await?
        }
        OperatorAct::ClearName { .. } => {
            sqlx::query("UPDATE player SET name = NULL WHERE id = $1")
                .bind(player)
                .execute(connection)
                .await?
        }
        OperatorAct::ResetPassword { password, recovery, .. } => {
            end_sessions(connection, player).await?;
            sqlx::query("UPDATE account SET password = $2, recovery = $3 WHERE player = $1")
                .bind(player)
                .bind(password)
                .bind(recovery)
                .execute(connection)
                .await?
        }
        OperatorAct::Close { tombstone, .. } => {
            let delete = AccountWrite::Delete { player: player.to_owned(), tombstone: tombstone.clone() };
            return Ok(match accounts::execute(connection, &delete).await? {
                AccountWritten::Deleted { .. } => OperatorWritten::Done,
                _ => OperatorWritten::Nothing,
            });
        }
        OperatorAct::CloseReport { id, verdict } => {
            sqlx::query("UPDATE report SET closed_at = $2, verdict = $3 WHERE id = $1 AND closed_at IS NULL")
                .bind(id)
                .bind(write.at)
                .bind(verdict)
                .execute(connection)
                .await?
        }
    };
    Ok(if changed.rows_affected() > 0 { OperatorWritten::Done } else { OperatorWritten::Nothing })
}

async fn end_sessions(connection: &mut SqliteConnection, player: &str) -> Result<(), StoreError> {
    sqlx::query("DELETE FROM session WHERE player = $1").bind(player).execute(connection).await?;
    Ok(())
}

/// Executes an act on a database, beside a server or without one.
pub async fn act_beside_server(file: &Path, write: &OperatorWrite) -> Result<OperatorWritten, StoreError> {
    let mut connection = open(file).await?;
    let mut transaction = connection.begin_with("BEGIN IMMEDIATE").await?;
    let written = execute(&mut transaction, write).await?;
    transaction.commit().await?;
    connection.close().await?;
    Ok(written)
}

/// Opens a database and brings it to the newest version.
async fn open(file: &Path) -> Result<SqliteConnection, StoreError> {
    if !file.exists() {
        return Err(StoreError::Missing(file.to_owned()));
    }
    super::schema::refuse_newer(file).await?;
    let mut connection =
        SqliteConnection::connect_with(&super::plain_options(file).foreign_keys(true)).await?;
    super::schema::migrate(&mut connection).await?;
    Ok(connection)
}

/// Accounts whose handle or name contains a text, the newest first, read beside a server or without one.
pub async fn accounts_of(file: &Path, text: &str, most: u32) -> Result<Vec<OperatorAccountRow>, StoreError> {
    accounts_in(&mut open(file).await?, text, most).await
}

/// Reports of a database; open ones only, or all.
pub async fn reports_of(file: &Path, all: bool, most: u32) -> Result<Vec<ReportRow>, StoreError> {
    reports_in(&mut open(file).await?, all, most).await
}

/// Newest rows of the log of a database.
pub async fn operator_log_of(file: &Path, most: u32) -> Result<Vec<OperatorActRow>, StoreError> {
    log_in(&mut open(file).await?, most).await
}

async fn accounts_in(
    connection: &mut SqliteConnection,
    text: &str,
    most: u32,
) -> Result<Vec<OperatorAccountRow>, StoreError> {
    // The wildcards of LIKE stand for themselves.
    let escaped = text.to_lowercase().replace('!', "!!").replace('%', "!%").replace('_', "!_");
    let rows = sqlx::query(
        "SELECT a.handle, p.name, a.created_at, (SELECT max(s.used_at) FROM session s WHERE s.player = a.player),
         (SELECT count(*) FROM session s WHERE s.player = a.player),
         (SELECT count(*) FROM rated_game g WHERE g.first = a.player OR g.second = a.player),
         b.scope, b.until, b.reason
         FROM account a LEFT JOIN player p ON p.id = a.player LEFT JOIN ban b ON b.player = a.player
         WHERE lower(a.handle) LIKE $1 ESCAPE '!' OR lower(p.name) LIKE $1 ESCAPE '!'
         ORDER BY a.created_at DESC, a.handle LIMIT $2",
    )
    .bind(format!("%{escaped}%"))
    .bind(most)
    .fetch_all(connection)
    .await?;
    let read = |row: &SqliteRow| {
        let scope: Option<&str> = row.try_get(6)?;
        let ban = match scope {
            Some(scope) => Some((BanScope::of(scope), row.try_get(7)?, row.try_get(8)?)),
            None => None,
        };
        Ok(OperatorAccountRow {
            handle: row.try_get(0)?,
            name: row.try_get(1)?,
            created_at: row.try_get(2)?,
            used_at: row.try_get(3)?,
            sessions: row.try_get(4)?,
            games: row.try_get(5)?,
            ban,
        })
    };
    rows.iter().map(read).collect()
}

async fn reports_in(
    connection: &mut SqliteConnection,
    all: bool,
    most: u32,
) -> Result<Vec<ReportRow>, StoreError> {
    let rows = sqlx::query(
        "SELECT r.id, a.handle, b.handle, r.room, r.game, r.moves, r.reason, r.note, r.at, r.closed_at, r.verdict
         FROM report r LEFT JOIN account a ON a.player = r.reporter LEFT JOIN account b ON b.player = r.reported
         WHERE $1 = 1 OR r.closed_at IS NULL ORDER BY r.at DESC, r.id LIMIT $2",
    )
    .bind(i64::from(all))
    .bind(most)
    .fetch_all(connection)
    .await?;
    let read = |row: &SqliteRow| {
        Ok(ReportRow {
            id: row.try_get(0)?,
            handles: [row.try_get(1)?, row.try_get(2)?],
            room: row.try_get(3)?,
            game: row.try_get(4)?,
            moves: row.try_get(5)?,
            reason: row.try_get(6)?,
            note: row.try_get(7)?,
            at: row.try_get(8)?,
            closed_at: row.try_get(9)?,
            verdict: row.try_get(10)?,
        })
    };
    rows.iter().map(read).collect()
}

async fn log_in(connection: &mut SqliteConnection, most: u32) -> Result<Vec<OperatorActRow>, StoreError> {
    let rows = sqlx::query(
        "SELECT number, at, made_by, kind, player, handle, note FROM operator_act ORDER BY number DESC LIMIT $1",
    )
    .bind(most)
    .fetch_all(connection)
    .await?;
    rows.iter().map(log_row).collect()
}

fn log_row(row: &SqliteRow) -> Result<OperatorActRow, StoreError> {
    Ok(OperatorActRow {
        number: row.try_get(0)?,
        at: row.try_get(1)?,
        made_by: row.try_get(2)?,
        kind: row.try_get(3)?,
        player: row.try_get(4)?,
        handle: row.try_get(5)?,
        note: row.try_get(6)?,
    })
}

impl Store {
    /// Accounts whose handle or name contains a text, the newest first.
    pub async fn find_accounts(&self, text: &str, most: u32) -> Result<Vec<OperatorAccountRow>, StoreError> {
        accounts_in(&mut *self.readers.acquire().await?, text, most).await
    }

    /// Open reports, the newest first.
    pub async fn open_reports(&self, most: u32) -> Result<Vec<ReportRow>, StoreError> {
        reports_in(&mut *self.readers.acquire().await?, false, most).await
    }

    /// Newest rows of the operator's log.
    pub async fn operator_log(&self, most: u32) -> Result<Vec<OperatorActRow>, StoreError> {
        log_in(&mut *self.readers.acquire().await?, most).await
    }

    /// Rows of the operator's log after a number, in order.
    pub async fn operator_acts_after(&self, number: i64) -> Result<Vec<OperatorActRow>, StoreError> {
        let rows = sqlx::query(
            "SELECT number, at, made_by, kind, player, handle, note FROM operator_act
             WHERE number > $1 ORDER BY number LIMIT 100",
        )
        .bind(number)
        .fetch_all(&self.readers)
        .await?;
        rows.iter().map(log_row).collect()
    }

    /// Number of the last row of the operator's log.
    pub async fn last_operator_act(&self) -> Result<i64, StoreError> {
        let row = sqlx::query("SELECT coalesce(max(number), 0) FROM operator_act").fetch_one(&self.readers);
        Ok(row.await?.try_get(0)?)
    }

    /// All bans.
    pub async fn bans(&self) -> Result<Vec<BanRow>, StoreError> {
        let rows = sqlx::query(
            "SELECT b.player, a.handle, b.scope, b.until, b.reason, b.at FROM ban b
             JOIN account a ON a.player = b.player ORDER BY b.at DESC, a.handle",
        )
        .fetch_all(&self.readers)
        .await?;
        let read = |row: &SqliteRow| {
            Ok(BanRow {
                player: row.try_get(0)?,
                handle: row.try_get(1)?,
                scope: BanScope::of(row.try_get(2)?),
                until: row.try_get(3)?,
                reason: row.try_get(4)?,
                at: row.try_get(5)?,
            })
        };
        rows.iter().map(read).collect()
    }

    /// Numbers for the operator.
    pub async fn operator_counts(&self) -> Result<OperatorCounts, StoreError> {
        let row = sqlx::query(
            "SELECT (SELECT count(*) FROM account), (SELECT count(*) FROM rated_game),
             (SELECT count(*) FROM room WHERE live = 1 AND pool IS NOT NULL),
             (SELECT count(*) FROM report WHERE closed_at IS NULL), (SELECT count(*) FROM ban)",
        )
        .fetch_one(&self.readers)
        .await?;
        Ok(OperatorCounts {
            accounts: row.try_get(0)?,
            rated_games: row.try_get(1)?,
            rated_running: row.try_get(2)?,
            reports: row.try_get(3)?,
            bans: row.try_get(4)?,
        })
    }

    /// Rooms in which a player has a seat.
    pub async fn rooms_with(&self, player: &str) -> Result<Vec<String>, StoreError> {
        let rows = sqlx::query("SELECT room FROM seat WHERE player = $1").bind(player);
        texts(&rows.fetch_all(&self.readers).await?)
    }
}

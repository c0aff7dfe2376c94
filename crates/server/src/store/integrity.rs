//! Integrity checks of a database file.

use std::path::Path;
use std::time::Duration;

use sqlx::{Connection, Row, SqliteConnection};

use super::StoreError;

/// Size up to which the check at start is finished before the server opens.
const CHECKED_AT_ONCE: u64 = 1 << 30;
/// Maximum number of problems that SQLite lists.
const MAX_PROBLEMS: usize = 20;

/// Problems that SQLite finds with `quick_check` or `integrity_check`; none if the file is sound.
pub async fn problems(connection: &mut SqliteConnection, check: &str) -> Result<Vec<String>, StoreError> {
    let query = format!("PRAGMA {check}({MAX_PROBLEMS})");
    let rows = match sqlx::query(sqlx::AssertSqlSafe(query)).fetch_all(connection).await {
        Ok(rows) => rows,
        Err(error) if is_damage(&error) => return Ok(vec![error.to_string()]),
        Err(error) => return Err(error.into()),
    };
    let said: Result<Vec<String>, sqlx::Error> = rows.iter().map(|row| row.try_get(0)).collect();
    Ok(said?.into_iter().filter(|line| line != "ok").collect())
}

/// Number of rows that refer to rows that do not exist.
pub async fn lost_references(connection: &mut SqliteConnection) -> Result<usize, StoreError> {
    Ok(sqlx::query("PRAGMA foreign_key_check").fetch_all(connection).await?.len())
}

/// Returns true for the errors of a damaged file: SQLITE_CORRUPT and SQLITE_NOTADB.
pub fn is_damage(error: &sqlx::Error) -> bool {
    let code = error.as_database_error().and_then(sqlx::error::DatabaseError::code);
    code.and_then(|code| code.parse::<i64>().ok()).is_some_and(|code| matches!(code & 0xff, 11 | 26))
}

/// Checks a database before it is opened for writing. A very large one is checked beside the running server, and damage
/// is then only logged.
pub async fn check_at_start(file: &Path) -> Result<(), StoreError> {
    if std::fs::metadata(file)?.len() <= CHECKED_AT_ONCE {
        return check(file).await;
    }
    let file = file.to_owned();
    tokio::spawn(async move {
        match check(&file).await {
            Ok(()) => tracing::info!("database integrity checked"),
            Err(error) => {
                tracing::error!(%error, "THE DATABASE IS DAMAGED: stop the server and run `kydai check`");
            }
        }
    });
    Ok(())
}

async fn check(file: &Path) -> Result<(), StoreError> {
    let options = super::plain_options(file).busy_timeout(Duration::from_secs(30));
    let mut connection = SqliteConnection::connect_with(&options).await?;
    let found = problems(&mut connection, "quick_check").await;
    connection.close().await?;
    match found? {
        problems if problems.is_empty() => Ok(()),
        problems => Err(StoreError::Damaged(problems.join("; "))),
    }
}

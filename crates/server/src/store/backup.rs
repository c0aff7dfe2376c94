//! Backups of the database, each verified before an older one is deleted.

use std::path::{Path, PathBuf};
use std::sync::atomic::Ordering;

use sqlx::sqlite::{SqliteConnectOptions, SqliteConnection};
use sqlx::{Connection, Row};

use super::{Store, StoreError};

/// Parts of a backup's file name, around its timestamp.
const PREFIX: &str = "kydai-";
const SUFFIX: &str = ".sqlite";
/// Name of a backup that is not verified yet.
const UNVERIFIED: &str = "unfinished.sqlite";

impl Store {
    /// Number of writes since the database was opened, without heartbeats.
    pub fn written(&self) -> u64 {
        self.written.load(Ordering::Relaxed)
    }

    /// Copies the database into a folder under a name that contains `when` and sorts by it, verifies the copy, and keeps
    /// the newest `keep` copies. Runs beside other writes.
    pub async fn back_up(&self, folder: &Path, when: &str, keep: usize) -> Result<PathBuf, StoreError> {
        let unverified = folder.join(UNVERIFIED);
        let copy = folder.join(format!("{PREFIX}{when}{SUFFIX}"));
        std::fs::create_dir_all(folder)?;
        remove(&unverified)?;
        let target = unverified.to_str().ok_or(StoreError::Name)?;
        sqlx::query("VACUUM INTO ?").bind(target).execute(&self.readers).await?;
        verify(&unverified).await?;
        std::fs::File::open(&unverified)?.sync_all()?;
        std::fs::rename(&unverified, &copy)?;
        let mut copies = copies(folder)?;
        copies.sort();
        let surplus = copies.len().saturating_sub(keep);
        copies.iter().take(surplus).try_for_each(|old| remove(old))?;
        Ok(copy)
    }
}

async fn verify(file: &Path) -> Result<(), StoreError> {
    let options = SqliteConnectOptions::new().filename(file).read_only(true);
    let mut connection = SqliteConnection::connect_with(&options).await?;
    let row = sqlx::query("PRAGMA integrity_check").fetch_one(&mut connection).await?;
    let message: String = row.try_get(0)?;
    connection.close().await?;
    if message == "ok" { Ok(()) } else { Err(StoreError::Copy(message)) }
}

fn remove(file: &Path) -> Result<(), std::io::Error> {
    match std::fs::remove_file(file) {
        Err(error) if error.kind() != std::io::ErrorKind::NotFound => Err(error),
        _ => Ok(()),
    }
}

fn copies(folder: &Path) -> Result<Vec<PathBuf>, std::io::Error> {
    let mut copies = Vec::new();
    for entry in std::fs::read_dir(folder)? {
        let path = entry?.path();
        let name = path.file_name().and_then(|name| name.to_str()).unwrap_or_default();
        if name.starts_with(PREFIX) && name.ends_with(SUFFIX) {
            copies.push(path);
        }
    }
    Ok(copies)
}

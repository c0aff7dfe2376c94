//! Copies of the database beside it, each verified before an older one goes.

use std::path::{Path, PathBuf};
use std::sync::atomic::Ordering;

use sqlx::sqlite::{SqliteConnectOptions, SqliteConnection};
use sqlx::{Connection, Row};

use super::{Store, StoreError};

/// How the name of a copy begins and ends; between them is when it was made.
const HEAD: &str = "kydai-";
const TAIL: &str = ".sqlite";
/// A copy that is not verified yet.
const UNFINISHED: &str = "unfinished.sqlite";

impl Store {
    /// How many jobs were written since the database was opened, the marks of time aside.
    pub fn written(&self) -> u64 {
        self.written.load(Ordering::Relaxed)
    }

    /// Copies the database into a folder under a name that says `when` and sorts by it, verifies the copy, and keeps
    /// the newest so many. Games go on meanwhile.
    pub async fn back_up(&self, folder: &Path, when: &str, keep: usize) -> Result<PathBuf, StoreError> {
        let unfinished = folder.join(UNFINISHED);
        let copy = folder.join(format!("{HEAD}{when}{TAIL}"));
        std::fs::create_dir_all(folder)?;
        remove(&unfinished)?;
        let target = unfinished.to_str().ok_or(StoreError::Name)?;
        sqlx::query("VACUUM INTO ?").bind(target).execute(&self.readers).await?;
        verify(&unfinished).await?;
        std::fs::File::open(&unfinished)?.sync_all()?;
        std::fs::rename(&unfinished, &copy)?;
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
    let said: String = row.try_get(0)?;
    connection.close().await?;
    if said == "ok" { Ok(()) } else { Err(StoreError::Copy(said)) }
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
        if name.starts_with(HEAD) && name.ends_with(TAIL) {
            copies.push(path);
        }
    }
    Ok(copies)
}

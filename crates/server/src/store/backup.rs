//! Backups of the database: verified copies, kept in tiers of age.

use std::collections::HashSet;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use sqlx::Connection;
use sqlx::sqlite::SqliteConnection;

use super::contents::Contents;
use super::integrity;
use super::private_files::create_private;
use super::{Store, StoreError, schema};
use crate::calendar::{moment_millis, parse_moment};
use crate::ids;

/// Parts of a backup's file name, around its timestamp.
const PREFIX: &str = "kydai-";
const SUFFIX: &str = ".sqlite";
/// Prefix of a backup that is not verified yet.
const UNVERIFIED: &str = "unfinished";
/// Age after which an unverified backup was left behind by a crash.
const LEFT_BEHIND: Duration = Duration::from_secs(3600);

const HOUR: i64 = 3_600_000;
const DAY: i64 = 24 * HOUR;
const WEEK: i64 = 7 * DAY;

/// Number of copies kept in each tier of age. A copy may count in several tiers.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Retention {
    /// The newest copies.
    pub recent: usize,
    /// Hours of which the last copy is kept.
    pub hours: usize,
    /// Days of which the last copy is kept.
    pub days: usize,
    /// Weeks of which the last copy is kept.
    pub weeks: usize,
}

/// Verified backup.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct BackupFile {
    /// The file.
    pub file: PathBuf,
    /// Time of the backup, in milliseconds since 1970.
    pub at: i64,
    /// Its contents.
    pub contents: Contents,
}

impl Store {
    /// Number of writes since the database was opened, without heartbeats.
    pub fn written(&self) -> u64 {
        self.written.load(Ordering::Relaxed)
    }
}

/// Copies a database into a folder, verifies the copy, and removes copies that no tier needs. Runs beside a server.
pub async fn back_up(database: &Path, folder: &Path, retention: Retention) -> Result<BackupFile, StoreError> {
    static COUNT: AtomicU64 = AtomicU64::new(0);
    if !database.exists() {
        return Err(StoreError::Missing(database.to_owned()));
    }
    schema::refuse_newer(database).await?;
    std::fs::create_dir_all(folder)?;
    let number = COUNT.fetch_add(1, Ordering::Relaxed);
    let unverified = folder.join(format!("{UNVERIFIED}-{}-{number}{SUFFIX}", std::process::id()));
    let copied = copy(database, &unverified).await;
    let contents = match copied {
        Ok(contents) => contents,
        Err(error) => {
            let _ = remove(&unverified);
            return Err(error);
        }
    };
    // Two copies of one moment get different names: nothing is overwritten.
    let mut at = ids::wall_clock();
    let file = loop {
        let file = folder.join(format!("{PREFIX}{}{SUFFIX}", moment_millis(at)));
        if !file.exists() {
            break file;
        }
        at += 1;
    };
    std::fs::rename(&unverified, &file)?;
    sync_folder(folder)?;
    let copies = list(folder).await?;
    for old in surplus(&copies, retention) {
        remove(&old)?;
    }
    remove_left_behind(folder)?;
    Ok(BackupFile { file, at, contents })
}

async fn copy(database: &Path, target: &Path) -> Result<Contents, StoreError> {
    remove(target)?;
    // An empty file is a valid target, and this one is private from the start.
    create_private(target)?;
    let name = target.to_str().ok_or(StoreError::Name)?;
    let mut source = SqliteConnection::connect_with(&super::plain_options(database)).await?;
    sqlx::query("VACUUM INTO ?").bind(name).execute(&mut source).await?;
    source.close().await?;
    let contents = verify(target).await?;
    std::fs::File::open(target)?.sync_all()?;
    Ok(contents)
}

/// Verifies a copy and returns its contents.
pub async fn verify(file: &Path) -> Result<Contents, StoreError> {
    let mut connection = SqliteConnection::connect_with(&super::copy_options(file)).await?;
    let result = match integrity::problems(&mut connection, "integrity_check").await {
        Ok(problems) if problems.is_empty() => Contents::of(&mut connection).await,
        Ok(problems) => Err(StoreError::Copy(problems.join("; "))),
        Err(error) => Err(error),
    };
    connection.close().await?;
    result
}

/// Backups in a folder, newest first. A file that cannot be read is left out: it is never removed either.
pub async fn list(folder: &Path) -> Result<Vec<BackupFile>, StoreError> {
    let mut copies = Vec::new();
    let entries = match std::fs::read_dir(folder) {
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => return Ok(copies),
        entries => entries?,
    };
    for entry in entries {
        let file = entry?.path();
        let name = file.file_name().and_then(|name| name.to_str()).unwrap_or_default();
        let stamp = name.strip_prefix(PREFIX).and_then(|name| name.strip_suffix(SUFFIX));
        let Some(at) = stamp.and_then(parse_moment) else { continue };
        match contents(&file).await {
            Ok(contents) => copies.push(BackupFile { file, at, contents }),
            Err(error) => tracing::warn!(file = %file.display(), %error, "unreadable backup"),
        }
    }
    copies.sort_by(|one, other| (other.at, &other.file).cmp(&(one.at, &one.file)));
    Ok(copies)
}

async fn contents(file: &Path) -> Result<Contents, StoreError> {
    let mut connection = SqliteConnection::connect_with(&super::copy_options(file)).await?;
    let counted = Contents::of(&mut connection).await;
    connection.close().await?;
    counted
}

/// Copies that no tier needs. An emptier copy never replaces a fuller one: copies with more in them than the newest form
/// a group of their own with its own tiers, and so on.
fn surplus(copies: &[BackupFile], retention: Retention) -> Vec<PathBuf> {
    let mut newest_first: Vec<&BackupFile> = copies.iter().collect();
    newest_first.sort_by_key(|copy| std::cmp::Reverse(copy.at));
    let mut surplus = Vec::new();
    while let Some(newest) = newest_first.first().copied() {
        let (fuller, group): (Vec<&BackupFile>, Vec<&BackupFile>) =
            newest_first.into_iter().partition(|copy| newest.contents.lacks_something_of(&copy.contents));
        let tiers = [(HOUR, retention.hours), (DAY, retention.days), (WEEK, retention.weeks)];
        let mut kept: HashSet<&Path> =
            group.iter().take(retention.recent).map(|copy| copy.file.as_path()).collect();
        for (length, count) in tiers {
            let mut slots: Vec<i64> = Vec::new();
            for copy in &group {
                let slot = copy.at.div_euclid(length);
                if !slots.contains(&slot) && slots.len() < count {
                    slots.push(slot);
                    kept.insert(&copy.file);
                }
            }
        }
        surplus.extend(
            group.iter().filter(|copy| !kept.contains(copy.file.as_path())).map(|copy| copy.file.clone()),
        );
        newest_first = fuller;
    }
    surplus
}

fn remove_left_behind(folder: &Path) -> Result<(), std::io::Error> {
    for entry in std::fs::read_dir(folder)? {
        let entry = entry?;
        let name = entry.file_name();
        if !name.to_str().is_some_and(|name| name.starts_with(UNVERIFIED) && name.ends_with(SUFFIX)) {
            continue;
        }
        let age = entry.metadata()?.modified()?.elapsed().unwrap_or_default();
        if age > LEFT_BEHIND {
            remove(&entry.path())?;
        }
    }
    Ok(())
}

fn remove(file: &Path) -> Result<(), std::io::Error> {
    match std::fs::remove_file(file) {
        Err(error) if error.kind() != std::io::ErrorKind::NotFound => Err(error),
        _ => Ok(()),
    }
}

/// Makes the names in a folder durable.
pub fn sync_folder(folder: &Path) -> Result<(), std::io::Error> {
    #[cfg(unix)]
    std::fs::File::open(folder)?.sync_all()?;
    #[cfg(not(unix))]
    let _ = folder;
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    const RETENTION: Retention = Retention { recent: 2, hours: 3, days: 3, weeks: 2 };

    fn copy(at: i64, moves: i64) -> BackupFile {
        let contents = Contents { rooms: 1, moves, ..Contents::default() };
        BackupFile { file: PathBuf::from(format!("{at}")), at, contents }
    }

    /// Ages of the copies that stay when each is made in turn, in hours before the last.
    fn kept(copies: &[BackupFile]) -> Vec<i64> {
        let mut folder: Vec<BackupFile> = Vec::new();
        for copy in copies {
            folder.push(copy.clone());
            let gone = surplus(&folder, RETENTION);
            folder.retain(|copy| !gone.contains(&copy.file));
        }
        let last = folder.iter().map(|copy| copy.at).max().unwrap_or_default();
        folder.iter().map(|copy| (last - copy.at) / HOUR).collect()
    }

    #[test]
    fn copies_thin_out_with_age() {
        // Hourly for six weeks, beginning on a Thursday at midnight as 1970 did.
        let copies: Vec<BackupFile> = (0..6 * 7 * 24).map(|hour| copy(hour * HOUR, hour)).collect();
        assert_eq!(kept(&copies), [168, 48, 24, 2, 1, 0]);
    }

    #[test]
    fn an_emptier_database_pushes_out_no_fuller_copy() {
        let full: Vec<BackupFile> = (0..5).map(|day| copy(day * DAY, 100 + day)).collect();
        let before = kept(&full);
        assert_eq!(before, [72, 48, 24, 0].map(|hours| hours).to_vec().split_off(1));
        let mut copies = full.clone();
        // The database was lost: for a year only a few moves are played.
        copies.extend((5..370).map(|day| copy(day * DAY, day - 4)).take(99));
        let last = copies.last().map_or(0, |copy| copy.at);
        let ages = kept(&copies);
        for age in before {
            assert!(ages.contains(&(age + (last - 4 * DAY) / HOUR)), "{age}: {ages:?}");
        }
        // Once the new database holds as much, the old copies age like any other.
        copies.extend((400..460).map(|day| copy(day * DAY, day)));
        assert!(kept(&copies).into_iter().all(|age| age <= 14 * 24));
    }

    #[test]
    fn many_stops_within_a_minute_keep_older_days() {
        let mut copies: Vec<BackupFile> = (0..3).map(|day| copy(day * DAY, 5)).collect();
        copies.extend((0..20).map(|stop| copy(2 * DAY + HOUR + stop * 1000, 5)));
        let ages = kept(&copies);
        assert!(ages.contains(&25) && ages.contains(&49), "{ages:?}");
    }
}

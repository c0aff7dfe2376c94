//! `kydai backup`, `kydai restore` and `kydai check`: care of the data directory.

use std::path::{Path, PathBuf};

use clap::Args;
use serde_json::{Value as Json, json};
use server::maintenance;
use server::store::{BackupFile, Contents, StoreError};
use server::{Config, ServeError};
use table::{Message, ToMessage};

use crate::failure::Failure;
use crate::output::Output;

/// `kydai backup`.
#[derive(Args)]
pub struct Backup {
    /// Data directory [default: the system's data directory]
    #[arg(long, value_name = "DIR")]
    pub data: Option<PathBuf>,

    /// Directory for the copy [default: backups in the data directory]
    #[arg(long, value_name = "DIR")]
    pub to: Option<PathBuf>,
}

/// `kydai restore`.
#[derive(Args)]
pub struct Restore {
    /// Backup to restore: a name from the list, or a file; without one, the backups are listed
    #[arg(value_name = "NAME")]
    pub copy: Option<PathBuf>,

    /// Data directory [default: the system's data directory]
    #[arg(long, value_name = "DIR")]
    pub data: Option<PathBuf>,

    /// Directory of the backups [default: backups in the data directory]
    #[arg(long, value_name = "DIR")]
    pub from: Option<PathBuf>,
}

/// `kydai check`.
#[derive(Args)]
pub struct Check {
    /// Database or backup to check [default: the database of the data directory]
    #[arg(value_name = "FILE")]
    pub file: Option<PathBuf>,

    /// Data directory [default: the system's data directory]
    #[arg(long, value_name = "DIR")]
    pub data: Option<PathBuf>,
}

pub fn back_up(asked: &Backup, output: &Output) -> Result<(), Failure> {
    let database = database(asked.data.as_deref());
    let folder = asked.to.clone().unwrap_or_else(|| maintenance::default_backup_dir(&database));
    let retention = Config::new(([127, 0, 0, 1], 0).into(), database.clone()).retention();
    let copy =
        maintenance::backup(&database, &folder, retention).map_err(|error| failure(error, &database))?;
    if output.json {
        return output.print_json(&copy_json(&copy));
    }
    let message = counted("backup_done", &copy.contents).text("file", copy.file.display().to_string());
    output.print(&output.render(&message))
}

pub fn restore(asked: &Restore, output: &Output) -> Result<(), Failure> {
    let database = database(asked.data.as_deref());
    let folder = asked.from.clone().unwrap_or_else(|| maintenance::default_backup_dir(&database));
    let Some(name) = &asked.copy else { return list(&folder, output) };
    // A bare name is one of the list; anything else is a path.
    let listed = folder.join(name);
    let copy = if listed.exists() { listed } else { name.clone() };
    let report = maintenance::restore(&database, &copy).map_err(|error| failure(error, &copy))?;
    if output.json {
        return output.print_json(&json!({
            "contents": contents_json(&report.contents),
            "previous": report.previous.as_ref().map(|file| file.display().to_string()),
        }));
    }
    output.print(&output.render(&counted("restore_done", &report.contents)))?;
    match report.previous {
        Some(file) => output
            .print(&output.render(&Message::new("restore_kept").text("file", file.display().to_string()))),
        None => Ok(()),
    }
}

fn list(folder: &Path, output: &Output) -> Result<(), Failure> {
    let copies = maintenance::backups(folder).map_err(|error| failure(error, folder))?;
    if output.json {
        return output.print_json(&copies.iter().map(copy_json).collect());
    }
    if copies.is_empty() {
        return Err(Message::new("restore_none").text("folder", folder.display().to_string()).into());
    }
    for copy in &copies {
        let name = copy.file.file_name().unwrap_or_default().to_string_lossy().into_owned();
        output.print(&output.render(&counted("restore_copy", &copy.contents).text("name", name)))?;
    }
    output.print(&output.word("restore_choose"))
}

pub fn check(asked: &Check, output: &Output) -> Result<(), Failure> {
    let file = asked.file.clone().unwrap_or_else(|| database(asked.data.as_deref()));
    let report = maintenance::check(&file).map_err(|error| failure(error, &file))?;
    if output.json {
        output.print_json(&json!({
            "version": report.version, "contents": contents_json(&report.contents), "replayed": report.replayed,
            "problems": report.problems,
        }))?;
    } else {
        for problem in &report.problems {
            output.print(problem)?;
        }
    }
    if !report.problems.is_empty() {
        return Err(Message::new("check_problems").number("count", report.problems.len()).into());
    }
    if output.json {
        return Ok(());
    }
    let known = server::store::KNOWN_VERSION;
    if report.version < known {
        let older = Message::new("check_older").number("found", report.version).number("known", known);
        output.print(&output.render(&older))?;
    }
    output
        .print(&output.render(&counted("check_sound", &report.contents).number("replayed", report.replayed)))
}

pub(super) fn database(data: Option<&Path>) -> PathBuf {
    data.map_or_else(super::serve::data_folder, Path::to_owned).join(super::serve::DATABASE)
}

pub(super) fn failure(error: StoreError, file: &Path) -> Failure {
    let message = match error {
        StoreError::Missing(file) => Message::new("data_missing").text("file", file.display().to_string()),
        error @ (StoreError::Locked { .. } | StoreError::Newer { .. } | StoreError::Damaged(_)) => {
            ServeError::Store(error).message()
        }
        error => Message::new("data_failed")
            .text("file", file.display().to_string())
            .text("why", error.to_string()),
    };
    message.into()
}

fn counted(code: &'static str, contents: &Contents) -> Message {
    Message::new(code)
        .number("games", contents.rooms)
        .number("moves", contents.moves)
        .number("library", contents.library)
}

fn contents_json(contents: &Contents) -> Json {
    json!({ "games": contents.rooms, "moves": contents.moves, "library": contents.library,
        "puzzles": contents.puzzles })
}

fn copy_json(copy: &BackupFile) -> Json {
    json!({ "file": copy.file.display().to_string(), "at": copy.at, "contents": contents_json(&copy.contents) })
}

pub const BACKUP_ABOUT: &str = "\
Copy the database to a new file, verify the copy, and thin out older copies: the newest ones and
the last of each hour, day and week stay. A copy is never replaced by an emptier one. The server
may be running; it makes such copies itself every hour and when it stops.";

pub const BACKUP_EXAMPLES: &str = "\
Examples:
  kydai backup
  kydai backup --data /srv/kydai --to /mnt/other-disk/kydai";

pub const RESTORE_ABOUT: &str = "\
List the backups, or put one in the place of the database. The server must be stopped. The copy
is verified first, and the previous database is kept under another name.";

pub const RESTORE_EXAMPLES: &str = "\
Examples:
  kydai restore
  kydai restore kydai-2026.11.16-05.24.09.123.sqlite
  kydai restore --data /srv/kydai /mnt/other-disk/kydai/kydai-2026.11.16-05.24.09.123.sqlite";

pub const CHECK_ABOUT: &str = "\
Check the database or a backup: the file's integrity, the references between its tables, and
every game by playing it again from its log. Nothing is changed; the server may be running. The
exit status is 1 if something is wrong.";

pub const CHECK_EXAMPLES: &str = "\
Examples:
  kydai check
  kydai check --data /srv/kydai
  kydai check /mnt/other-disk/kydai/kydai-2026.11.16-05.24.09.123.sqlite";

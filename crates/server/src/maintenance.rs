//! Care of the stored data by an operator: backup, restore and check, beside a running server or without one.

use std::path::{Path, PathBuf};

use game::Message;

use crate::calendar::{self, moment_millis};
use crate::heartbeat_file;
use crate::ids;
use crate::operator;
use crate::people::{UNUSABLE_PASSWORD, read_handle, recovery_code, skeleton};
use crate::room;
use crate::store::{
    self, AccountWrite, BackupFile, BanScope, Contents, DataLock, KNOWN_VERSION, OperatorAccountRow,
    OperatorAct, OperatorActRow, OperatorWrite, OperatorWritten, RatingCheck, ReportRow, Retention,
    StoreError, create_private, load_room, sync_folder, with_ending,
};
use crate::wire::{BanFrom, OperatorActIn};

/// Result of a check.
#[derive(Clone, Debug, Default)]
pub struct CheckReport {
    /// Schema version of the database.
    pub version: i64,
    /// Numbers of stored things.
    pub contents: Contents,
    /// Games replayed from their event logs. A database of an older version is not replayed: the next start upgrades it.
    pub replayed: usize,
    /// Everything that is wrong.
    pub problems: Vec<String>,
}

/// Result of a restore.
#[derive(Clone, Debug)]
pub struct RestoreReport {
    /// Contents of the restored database.
    pub contents: Contents,
    /// Name under which the previous database was kept, if there was one.
    pub previous: Option<PathBuf>,
}

/// Directory of the backups of a database, unless another one is configured.
pub fn default_backup_dir(database: &Path) -> PathBuf {
    database.with_file_name("backups")
}

/// Backs a database up into a folder. A server may be running.
pub fn backup(database: &Path, folder: &Path, retention: Retention) -> Result<BackupFile, StoreError> {
    run(store::back_up(database, folder, retention))
}

/// Lists the backups of a folder, newest first.
pub fn backups(folder: &Path) -> Result<Vec<BackupFile>, StoreError> {
    run(store::backups(folder))
}

/// Checks a database or a backup: the file's integrity, references, and a replay of every game. A server may be running.
pub fn check(database: &Path) -> Result<CheckReport, StoreError> {
    run(check_database(database))
}

/// Puts a backup in the place of a database. Refuses while a server runs; the previous database is kept under another
/// name.
pub fn restore(database: &Path, copy: &Path) -> Result<RestoreReport, StoreError> {
    run(restore_database(database, copy))
}

/// Adds registration codes, beside a running server or without one. Only their hashes are stored.
pub fn registration_codes(database: &Path, count: usize) -> Result<Vec<String>, StoreError> {
    let (codes, hashes): (Vec<String>, Vec<String>) = (0..count).map(|_| recovery_code()).unzip();
    let write = AccountWrite::Codes { codes: hashes, at: ids::now() };
    run(store::write_beside_server(database, &write))?;
    Ok(codes)
}

/// Computes all ratings again from the log of rated games; with `repair`, ratings that differ are replaced.
pub fn check_ratings(database: &Path, repair: bool) -> Result<RatingCheck, StoreError> {
    run(store::check_ratings(database, repair))
}

/// Act of the operator, ready to be carried out.
pub(crate) struct PlannedAct {
    /// The act.
    pub act: OperatorAct,
    /// Recovery code to show once.
    pub recovery_code: Option<String>,
}

/// Reason why an act changed nothing.
pub(crate) enum ActError {
    /// There is no such account or report, or nothing to end.
    Nothing(Message),
    /// The handle is taken.
    Taken(Message),
}

impl From<ActError> for Message {
    fn from(error: ActError) -> Message {
        match error {
            ActError::Nothing(message) | ActError::Taken(message) => message,
        }
    }
}

/// Longest reason or verdict, in characters.
const MAX_REASON: usize = 200;
/// Longest ban with an end, in days.
const MAX_DAYS: u32 = 3_650;

/// Validates an act of the operator.
pub(crate) fn plan_act(asked: &OperatorActIn) -> Result<PlannedAct, Message> {
    let plain = |act| PlannedAct { act, recovery_code: None };
    let account = |handle: &str| skeleton(&handle.chars().take(100).collect::<String>());
    let short = |text: &str| -> Result<String, Message> {
        let text = text.trim();
        if text.chars().count() > MAX_REASON || text.chars().any(char::is_control) {
            return Err(Message::new("operator_reason").number("most", MAX_REASON));
        }
        Ok(text.to_owned())
    };
    Ok(match asked {
        OperatorActIn::Ban { handle, scope, days, reason } => {
            if days.is_some_and(|days| days == 0 || days > MAX_DAYS) {
                return Err(Message::new("operator_days").number("most", MAX_DAYS));
            }
            plain(OperatorAct::Ban {
                account: account(handle),
                scope: if *scope == BanFrom::Rated { BanScope::Rated } else { BanScope::All },
                until: days.map(|days| ids::now() + i64::from(days) * 86_400_000),
                reason: short(reason)?,
            })
        }
        OperatorActIn::Unban { handle } => plain(OperatorAct::Unban { account: account(handle) }),
        OperatorActIn::Rename { handle, to } => {
            let to = read_handle(to)?;
            plain(OperatorAct::Rename { account: account(handle), skeleton: skeleton(&to), handle: to })
        }
        OperatorActIn::ClearName { handle } => plain(OperatorAct::ClearName { account: account(handle) }),
        OperatorActIn::ResetPassword { handle } => {
            let (code, recovery) = recovery_code();
            let password = UNUSABLE_PASSWORD.to_owned();
            let act = OperatorAct::ResetPassword { account: account(handle), password, recovery };
            PlannedAct { act, recovery_code: Some(code) }
        }
        OperatorActIn::Close { handle } => {
            plain(OperatorAct::Close { account: account(handle), tombstone: ids::player(&ids::cookie()) })
        }
        OperatorActIn::CloseReport { id, verdict } => {
            plain(OperatorAct::CloseReport { id: id.clone(), verdict: short(verdict)? })
        }
    })
}

/// Tells what an act came to.
pub(crate) fn act_result(asked: &OperatorActIn, written: OperatorWritten) -> Result<(), ActError> {
    match (written, asked) {
        (OperatorWritten::Done, _) => Ok(()),
        (OperatorWritten::HandleTaken, OperatorActIn::Rename { to, .. }) => {
            Err(ActError::Taken(Message::new("handle_taken").text("handle", to)))
        }
        (_, OperatorActIn::CloseReport { id, .. }) => {
            Err(ActError::Nothing(Message::new("operator_no_report").text("id", id)))
        }
        (
            _,
            OperatorActIn::Ban { handle, .. }
            | OperatorActIn::Unban { handle }
            | OperatorActIn::Rename { handle, .. }
            | OperatorActIn::ClearName { handle }
            | OperatorActIn::ResetPassword { handle }
            | OperatorActIn::Close { handle },
        ) => Err(ActError::Nothing(Message::new("operator_nothing").text("handle", handle))),
    }
}

/// Error of an act at the terminal.
#[derive(Debug)]
pub enum OperateError {
    /// The act is wrong, or changed nothing.
    Act(Message),
    /// The database cannot be used.
    Store(StoreError),
}

/// Carries out an act of the operator, beside a running server or without one. A running server follows within a few seconds.
/// Returns the recovery code to show, if there is one.
pub fn operate(database: &Path, asked: &OperatorActIn) -> Result<Option<String>, OperateError> {
    let PlannedAct { act, recovery_code } = plan_act(asked).map_err(OperateError::Act)?;
    let write = OperatorWrite { at: ids::wall_clock(), made_by: "terminal", act };
    let written = run(store::act_beside_server(database, &write)).map_err(OperateError::Store)?;
    act_result(asked, written).map_err(|error| OperateError::Act(error.into()))?;
    Ok(recovery_code)
}

/// Date of a time in milliseconds, in UTC: 2026.11.16.
pub fn date(at: i64) -> String {
    calendar::date(at)
}

/// Date and time to the minute, in UTC.
pub fn minute(at: i64) -> String {
    calendar::minute(at)
}

/// Accounts whose handle or name contains a text, the newest first.
pub fn accounts(database: &Path, text: &str, most: u32) -> Result<Vec<OperatorAccountRow>, StoreError> {
    run(store::accounts_of(database, text, most))
}

/// Reports: open ones, or all.
pub fn reports(database: &Path, all: bool, most: u32) -> Result<Vec<ReportRow>, StoreError> {
    run(store::reports_of(database, all, most))
}

/// Newest rows of the operator's log.
pub fn operator_log(database: &Path, most: u32) -> Result<Vec<OperatorActRow>, StoreError> {
    run(store::operator_log_of(database, most))
}

/// Key of the operator's page; created when there is none, or anew. Returns its file too.
pub fn operator_key(database: &Path, renew: bool) -> Result<(String, PathBuf), StoreError> {
    if !database.exists() {
        return Err(StoreError::Missing(database.to_owned()));
    }
    Ok((operator::key(database, renew)?, operator::key_file(database)))
}

fn run<T>(work: impl Future<Output = Result<T, StoreError>>) -> Result<T, StoreError> {
    tokio::runtime::Builder::new_current_thread().enable_all().build()?.block_on(work)
}

async fn check_database(database: &Path) -> Result<CheckReport, StoreError> {
    let mut connection = store::read_only(database).await?;
    let mut problems = store::problems(&mut connection, "integrity_check").await?;
    if !problems.is_empty() {
        return Ok(CheckReport { problems, ..CheckReport::default() });
    }
    let version = store::version(&mut connection).await?;
    if version > KNOWN_VERSION {
        return Err(StoreError::Newer { found: version, known: KNOWN_VERSION });
    }
    let contents = Contents::of(&mut connection).await?;
    let mut report = CheckReport { version, contents, ..CheckReport::default() };
    let lost = store::lost_references(&mut connection).await?;
    if lost > 0 {
        problems.push(format!("{lost} rows refer to rows that do not exist"));
    }
    if version == KNOWN_VERSION {
        for id in store::room_ids(&mut connection).await? {
            // A game may be deleted while the check runs.
            let replayed = match load_room(&mut connection, &id).await {
                Ok(None) => continue,
                Ok(Some(loaded)) => room::replay(&id, loaded).map_err(|message| message.to_string()),
                Err(error) => Err(error.to_string()),
            };
            match replayed {
                Ok(()) => report.replayed += 1,
                Err(why) => problems.push(format!("game {id}: {why}")),
            }
        }
    }
    Ok(CheckReport { problems, ..report })
}

async fn restore_database(database: &Path, copy: &Path) -> Result<RestoreReport, StoreError> {
    if !copy.exists() {
        return Err(StoreError::Missing(copy.to_owned()));
    }
    if let Some(folder) = database.parent() {
        std::fs::create_dir_all(folder)?;
    }
    let lock = DataLock::acquire(database, "kydai restore")?;
    // The copy of the copy is checked, not its original: what is verified is what is used.
    let incoming = with_ending(database, ".incoming");
    if incoming.exists() {
        std::fs::remove_file(&incoming)?;
    }
    create_private(&incoming)?;
    std::fs::copy(copy, &incoming)?;
    let checked = verify_incoming(&incoming).await;
    let contents = match checked {
        Ok(contents) => contents,
        Err(error) => {
            let _ = std::fs::remove_file(&incoming);
            return Err(error);
        }
    };
    create_private(&incoming)?;
    std::fs::File::open(&incoming)?.sync_all()?;
    let previous = set_aside(database)?;
    std::fs::rename(&incoming, database)?;
    // It belongs to the previous database.
    heartbeat_file::remove(database);
    if let Some(folder) = database.parent() {
        sync_folder(folder)?;
    }
    lock.release();
    Ok(RestoreReport { contents, previous })
}

async fn verify_incoming(file: &Path) -> Result<Contents, StoreError> {
    let contents = store::verify_copy(file).await?;
    let mut connection = store::read_only(file).await?;
    let version = store::version(&mut connection).await?;
    if version > KNOWN_VERSION {
        return Err(StoreError::Newer { found: version, known: KNOWN_VERSION });
    }
    if version == 0 {
        return Err(StoreError::Copy("it is not a database of Kỳ Đài".to_owned()));
    }
    Ok(contents)
}

/// Renames the database with its write-ahead log. Returns the new name, if there was a database.
fn set_aside(database: &Path) -> Result<Option<PathBuf>, StoreError> {
    if !database.exists() {
        return Ok(None);
    }
    let name = format!("replaced-{}.sqlite", moment_millis(ids::wall_clock()));
    let previous = database.with_file_name(name);
    for ending in ["-wal", "-shm", ""] {
        let from = with_ending(database, ending);
        if from.exists() {
            std::fs::rename(from, with_ending(&previous, ending))?;
        }
    }
    Ok(Some(previous))
}

/// Database as it was found at start, before anything was created.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Found {
    /// A database with something in it.
    Database,
    /// No database, or an empty one, in a data directory that is in use.
    Nothing,
    /// No data directory, or an empty one: the first start.
    NoDirectory,
}

impl Found {
    /// Looks for the database and its directory.
    pub(crate) fn at(database: &Path) -> Found {
        if std::fs::metadata(database).is_ok_and(|file| file.len() > 0) {
            return Found::Database;
        }
        let in_use = database.parent().and_then(|folder| std::fs::read_dir(folder).ok()?.next()).is_some();
        if in_use { Found::Nothing } else { Found::NoDirectory }
    }
}

/// Logs what was found at start: loudly, if the database is lost or holds less than its backups.
pub(crate) fn report_contents(database: &Path, found: Found, contents: &Contents, copies: &[BackupFile]) {
    let fullest =
        copies.iter().filter(|copy| contents.lacks_something_of(&copy.contents)).max_by_key(|copy| {
            let Contents { moves, library, puzzles, .. } = copy.contents;
            moves + library + puzzles
        });
    let database = database.display();
    match fullest {
        Some(copy) if found != Found::Database || contents.is_empty() => tracing::error!(
            %database, backup = %copy.file.display(), games = copy.contents.rooms, moves = copy.contents.moves,
            library = copy.contents.library,
            "THE DATABASE IS NEW AND EMPTY, BUT A BACKUP HOLDS GAMES. If this is not intended, stop the server and \
             run `kydai restore`. The backups are kept."
        ),
        Some(copy) => tracing::warn!(
            %database, moves = contents.moves, library = contents.library, backup = %copy.file.display(),
            backup_moves = copy.contents.moves, backup_library = copy.contents.library,
            "the database holds less than one of its backups; `kydai restore` goes back to it"
        ),
        None if found == Found::Nothing => tracing::warn!(
            %database, "a new, empty database was created: if there should be one, check the data directory"
        ),
        None if found == Found::NoDirectory => {
            tracing::info!(%database, "first start: a new database was created");
        }
        None => tracing::info!(
            %database, games = contents.rooms, moves = contents.moves, library = contents.library, "database opened"
        ),
    }
}

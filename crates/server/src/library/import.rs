//! Import of games: parsed on a blocking thread, stored in batches, with a report at the end.

use std::ops::ControlFlow;

use axum::Json;
use axum::body::Bytes;
use axum::extract::{Extension, Query, State};
use axum::http::StatusCode;
use game::Message;
use library::{Entry, Library, LibraryError, MASTERS_COUNT, PendingPositions};
use table::{ReadGame, ReadLimits, ReadOptions, read_file};
use tokio::sync::mpsc;

use super::{LibraryState, LocalFile};
use crate::budget::{Budget, BudgetMeter};
use crate::config::MastersImport;
use crate::http::error::Error;
use crate::http::guard::Caller;
use crate::ids;
use crate::scheduler::{CancelOnDrop, Class, Refused, Requester, Scheduler, TimeBase};
use crate::wire::{ErrorOut, ImportFaultOut, ImportJob, ImportOut, ImportQuery, MessageOut, count};

/// Games per transaction.
const BATCH: usize = 100;
/// Number of pending index entries after which they are written.
const MAX_PENDING: usize = 400_000;
/// Maximum number of games per player.
const MAX_OWN_GAMES: i64 = 5000;
/// Maximum number of reported faults; the rest is only counted.
const MAX_FAULTS: usize = 200;

/// Result of an import.
#[derive(Clone, Default, Debug)]
pub struct ImportReport {
    /// Games found.
    pub games: usize,
    /// Games added.
    pub new: usize,
    /// Games that were in the library already.
    pub known: usize,
    /// Games with faults.
    pub faulty: usize,
    /// Faults by file.
    pub faults: Vec<ImportFault>,
    /// True if a file had more games than the limit.
    pub more: bool,
}

/// Fault in an imported file.
#[derive(Clone, Debug)]
pub struct ImportFault {
    /// The file.
    pub file: String,
    /// Description of the fault.
    pub why: Message,
}

/// Parsed games on their way to the library.
#[derive(Default)]
struct Batch {
    entries: Vec<Entry>,
    report: ImportReport,
    /// Bytes consumed of all files.
    taken: usize,
}

/// Import settings: owner, folder and limits.
pub(super) struct ImportSettings {
    pub owner: i64,
    pub folder: String,
    pub bounds: ReadLimits,
    /// Budget for parsing; `None` for no limit.
    pub budget: Option<Budget>,
    /// Scheduler and requester of an import within the server; `None` for a thread without one.
    pub on: Option<(Scheduler, Requester)>,
}

/// Error of an import.
#[derive(Debug)]
pub(super) enum ImportError {
    /// The scheduler does not take it now.
    Refused(Refused),
    /// The library failed.
    Library(LibraryError),
}

impl From<LibraryError> for ImportError {
    fn from(error: LibraryError) -> Self {
        ImportError::Library(error)
    }
}

impl From<ImportError> for Error {
    fn from(error: ImportError) -> Self {
        match error {
            ImportError::Refused(refused) => refused.into(),
            ImportError::Library(error) => error.into(),
        }
    }
}

impl std::fmt::Display for ImportError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            ImportError::Refused(refused) => write!(f, "the import was refused: {refused:?}"),
            ImportError::Library(error) => write!(f, "{error}"),
        }
    }
}

/// Parses files and stores their games. `progress` gets the bytes consumed and the games found.
pub(super) async fn import_games(
    library: &Library,
    settings: ImportSettings,
    files: Vec<LocalFile>,
    progress: &(dyn Fn(u64, usize) + Sync),
) -> Result<ImportReport, ImportError> {
    let (sender, mut batches) = mpsc::channel::<Batch>(4);
    let (bounds, budget) = (settings.bounds, settings.budget);
    let mut cancel_guard = None;
    match settings.on.clone() {
        Some((scheduler, requester)) => {
            let ticket = scheduler.ticket(TimeBase::Running);
            cancel_guard = Some(CancelOnDrop(ticket.clone()));
            let own = ticket.clone();
            let work = move || {
                let meter = budget.map(Budget::start);
                let stop = || {
                    own.yield_point();
                    own.is_stopped() || meter.as_ref().is_some_and(BudgetMeter::is_exhausted)
                };
                read_all(files, bounds, &stop, &sender);
            };
            scheduler.submit(Class::Import, requester, 1, &ticket, work).map_err(ImportError::Refused)?;
        }
        None => {
            tokio::task::spawn_blocking(move || read_all(files, bounds, &|| false, &sender));
        }
    }
    let mut report = ImportReport::default();
    let mut places = PendingPositions::default();
    let kept = async {
        while let Some(batch) = batches.recv().await {
            report.games += batch.report.games;
            report.faulty += batch.report.faulty;
            report.more |= batch.report.more;
            let room = MAX_FAULTS.saturating_sub(report.faults.len());
            report.faults.extend(batch.report.faults.into_iter().take(room));
            let added =
                library.add(settings.owner, &settings.folder, ids::now(), batch.entries, &mut places).await?;
            report.new += added.new;
            report.known += added.known;
            if places.len() > MAX_PENDING {
                library.index(&mut places).await?;
            }
            progress(batch.taken as u64, report.games);
        }
        library.index(&mut places).await
    };
    let result: Result<(), LibraryError> = kept.await;
    drop((cancel_guard, batches));
    result?;
    Ok(report)
}

fn read_all(
    files: Vec<LocalFile>,
    bounds: ReadLimits,
    stop: &dyn Fn() -> bool,
    sender: &mpsc::Sender<Batch>,
) {
    let ask = ReadOptions { game: None, notation: None, bounds };
    let mut before = 0;
    for file in files {
        let mut batch = Batch { taken: before, ..Batch::default() };
        let read = read_file(&file.bytes, &ask, stop, &mut |read| {
            batch.taken = before + read.taken;
            batch.report.games += 1;
            take(&file.name, read, &mut batch);
            if batch.entries.len() >= BATCH {
                let full = std::mem::take(&mut batch);
                if sender.blocking_send(full).is_err() {
                    return ControlFlow::Break(());
                }
            }
            ControlFlow::Continue(())
        });
        before += file.bytes.len();
        batch.taken = before;
        batch.report.more = read.more;
        if read.games == 0 {
            batch.report.faults.push(ImportFault { file: file.name, why: Message::new("convert_no_games") });
        } else if read.more {
            let why = Message::new("library_more").number("count", bounds.games);
            batch.report.faults.push(ImportFault { file: file.name, why });
        }
        if sender.blocking_send(batch).is_err() {
            return;
        }
    }
}

/// Adds a game to a batch as far as it was read; a game without content is only reported.
fn take(file: &str, read: ReadGame, batch: &mut Batch) {
    let mut faults = read.errors;
    let holds = read.record.plies() > 0 || read.record.setup().is_some();
    if holds {
        match Entry::from_record(read.record.as_ref()) {
            Ok(entry) => batch.entries.push(entry),
            Err(why) => faults.push(why),
        }
    } else if faults.is_empty() {
        faults.push(
            Message::new("convert_game")
                .number("game", read.number)
                .nest("why", Message::new("record_empty")),
        );
    }
    batch.report.faulty += usize::from(!faults.is_empty());
    batch.report.faults.extend(faults.into_iter().map(|why| ImportFault { file: file.to_owned(), why }));
}

impl From<ImportReport> for ImportOut {
    fn from(report: ImportReport) -> Self {
        let fault_out = |fault: &ImportFault| ImportFaultOut {
            file: fault.file.clone(),
            why: MessageOut::from(&fault.why),
        };
        ImportOut {
            games: count(report.games),
            new: count(report.new),
            known: count(report.known),
            faulty: count(report.faulty),
            faults: report.faults.iter().map(fault_out).collect(),
        }
    }
}

/// Imports the games of one file of up to 512 KiB.
#[utoipa::path(post, path = "/import", params(ImportQuery), request_body = String,
    responses((status = 200, body = ImportOut), (status = 422, body = ErrorOut)))]
pub async fn import(
    State(state): State<LibraryState>,
    Extension(caller): Extension<Caller>,
    Query(query): Query<ImportQuery>,
    body: Bytes,
) -> Result<Json<ImportOut>, Error> {
    let (library, owner) = state.library_for(&caller.player).await?;
    if library.count(owner).await? >= MAX_OWN_GAMES {
        return Err(Error::new(
            StatusCode::FORBIDDEN,
            &Message::new("library_full").number("count", MAX_OWN_GAMES),
        ));
    }
    let name: String =
        query.name.unwrap_or_default().chars().filter(|letter| !letter.is_control()).take(120).collect();
    let folder = super::own_games::clean(query.folder.as_deref().unwrap_or_default());
    let on = Some((state.app.scheduler.clone(), caller.requester()));
    let settings =
        ImportSettings { owner, folder, bounds: ReadLimits::PUBLIC, budget: Some(Budget::FILE), on };
    let files = vec![LocalFile { name, bytes: body.to_vec() }];
    let report = import_games(library, settings, files, &|_, _| {}).await?;
    Ok(Json(report.into()))
}

/// Progress of the import of master games.
#[utoipa::path(get, path = "/masters", responses((status = 200, body = ImportJob)))]
pub async fn masters(State(state): State<LibraryState>) -> Json<ImportJob> {
    Json(job_state(&state))
}

fn job_state(state: &LibraryState) -> ImportJob {
    state.job.lock().map(|job| job.clone()).unwrap_or_default()
}

/// Imports the bundled master games, which are shared by all players.
#[utoipa::path(post, path = "/masters", responses((status = 202, body = ImportJob), (status = 403, body = ErrorOut), (status = 409, body = ErrorOut)))]
pub async fn begin_masters(
    State(state): State<LibraryState>,
    Extension(caller): Extension<Caller>,
) -> Result<(StatusCode, Json<ImportJob>), Error> {
    let allowed = match state.app.config.masters {
        MastersImport::Anyone => true,
        MastersImport::Local => caller.address.is_some_and(|address| address.to_canonical().is_loopback()),
        MastersImport::Nobody => false,
    };
    if !allowed {
        return Err(Error::new(StatusCode::FORBIDDEN, &Message::new("library_masters_closed")));
    }
    let library = state.library().await?.clone();
    if library.has_masters().await? {
        return Err(Error::new(StatusCode::CONFLICT, &Message::new("library_masters_there")));
    }
    if let Ok(mut job) = state.job.lock() {
        if job.running {
            return Err(Error::new(StatusCode::CONFLICT, &Message::new("library_busy")));
        }
        *job = ImportJob { running: true, games: 0, total: count(MASTERS_COUNT), report: None };
    }
    let running = state.clone();
    tokio::spawn(async move {
        let on = Some((running.app.scheduler.clone(), Requester::server()));
        let settings =
            ImportSettings { owner: 0, folder: String::new(), bounds: ReadLimits::LOCAL, budget: None, on };
        let progress = |_: u64, games: usize| {
            if let Ok(mut job) = running.job.lock() {
                job.games = count(games);
            }
        };
        let unpacked = tokio::task::spawn_blocking(LocalFile::masters).await;
        let done = match unpacked {
            Ok(file) => import_games(&library, settings, vec![file], &progress)
                .await
                .inspect_err(|error| tracing::error!(%error, "import of the master games")),
            Err(_) => Err(ImportError::Refused(Refused::Closed)),
        };
        let done = done.ok();
        if done.is_some()
            && let Err(error) = library.mark_masters().await
        {
            tracing::error!(%error, "the import of the master games is not marked as done");
        }
        if done.is_none() {
            tracing::error!("import of the master games failed");
        }
        if let Ok(mut job) = running.job.lock() {
            job.running = false;
            job.report = done.map(ImportOut::from);
        }
    });
    Ok((StatusCode::ACCEPTED, Json(job_state(&state))))
}

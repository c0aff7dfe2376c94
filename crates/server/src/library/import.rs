//! Bringing games in: read beside the server's own work, kept a hundred at a time, with a report at the end.

use std::ops::ControlFlow;
use std::sync::atomic::Ordering;

use axum::Json;
use axum::body::Bytes;
use axum::extract::{Extension, Query, State};
use axum::http::StatusCode;
use game::Message;
use library::{Entry, Library, LibraryError, MASTERS_COUNT, PendingPositions};
use table::{ReadGame, ReadLimits, ReadOptions, read_file};
use tokio::sync::mpsc;

use super::{Door, LocalFile};
use crate::budget::{Budget, Spent, Waiting};
use crate::http::error::Error;
use crate::http::guard::Caller;
use crate::ids;
use crate::wire::{ErrorOut, ImportJob, ImportOut, ImportQuery, ImportTrouble, Said, count};

/// Games kept in one transaction.
const BATCH: usize = 100;
/// Positions that wait before they are indexed.
const WAITING: usize = 400_000;
/// How many games a person may keep.
const SHELF: i64 = 5000;
/// Faults told; more are counted.
const TOLD: usize = 200;

/// What became of files that were brought in.
#[derive(Clone, Default, Debug)]
pub struct ImportReport {
    /// Games found.
    pub games: usize,
    /// Kept.
    pub new: usize,
    /// There already.
    pub known: usize,
    /// With something that could not be read.
    pub faulty: usize,
    /// What, in which file.
    pub faults: Vec<ImportFault>,
    /// Whether files had more games than are taken.
    pub more: bool,
}

/// Something that could not be read.
#[derive(Clone, Debug)]
pub struct ImportFault {
    /// The file.
    pub file: String,
    /// What is wrong.
    pub why: Message,
}

/// Some games that were read, on their way to the library.
#[derive(Default)]
struct Batch {
    entries: Vec<Entry>,
    report: ImportReport,
    /// Bytes taken of all files.
    taken: usize,
}

/// Where games go and how they are read.
pub(super) struct Order {
    pub owner: i64,
    pub folder: String,
    pub bounds: ReadLimits,
    /// What reading may cost; `None` for whatever it takes.
    pub budget: Option<Budget>,
}

/// Reads files and keeps their games. `progress` hears the bytes taken and the games found.
pub(super) async fn bring_in(
    library: &Library,
    order: Order,
    files: Vec<LocalFile>,
    progress: &(dyn Fn(u64, usize) + Sync),
) -> Result<ImportReport, LibraryError> {
    let (sender, mut batches) = mpsc::channel::<Batch>(4);
    let (waiting, left) = Waiting::begin();
    let (bounds, budget) = (order.bounds, order.budget);
    let reading = tokio::task::spawn_blocking(move || {
        let spent = budget.map(Budget::begin);
        let stop = || left.load(Ordering::Relaxed) || spent.as_ref().is_some_and(Spent::is_over);
        read_all(files, bounds, &stop, &sender);
    });
    let mut report = ImportReport::default();
    let mut places = PendingPositions::default();
    let kept = async {
        while let Some(batch) = batches.recv().await {
            report.games += batch.report.games;
            report.faulty += batch.report.faulty;
            report.more |= batch.report.more;
            let room = TOLD.saturating_sub(report.faults.len());
            report.faults.extend(batch.report.faults.into_iter().take(room));
            let added =
                library.add(order.owner, &order.folder, ids::now(), batch.entries, &mut places).await?;
            report.new += added.new;
            report.known += added.known;
            if places.len() > WAITING {
                library.index(&mut places).await?;
            }
            progress(batch.taken as u64, report.games);
        }
        library.index(&mut places).await
    };
    let result = kept.await;
    drop((waiting, batches));
    let _ = reading.await;
    result.map(|()| report)
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

/// Adds a game to a batch, as far as it could be read; one that holds nothing is only reported.
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
        let trouble =
            |fault: &ImportFault| ImportTrouble { file: fault.file.clone(), why: Said::from(&fault.why) };
        ImportOut {
            games: count(report.games),
            new: count(report.new),
            known: count(report.known),
            faulty: count(report.faulty),
            troubles: report.faults.iter().map(trouble).collect(),
        }
    }
}

/// Brings the games of one file in, up to 512 KiB.
#[utoipa::path(post, path = "/api/library/import", params(ImportQuery), request_body = String,
    responses((status = 200, body = ImportOut), (status = 422, body = ErrorOut)))]
pub async fn import(
    State(door): State<Door>,
    Extension(caller): Extension<Caller>,
    Query(query): Query<ImportQuery>,
    body: Bytes,
) -> Result<Json<ImportOut>, Error> {
    let (library, owner) = door.shelf_of(&caller.player).await?;
    if library.count(owner).await? >= SHELF {
        return Err(Error::new(StatusCode::FORBIDDEN, &Message::new("library_full").number("count", SHELF)));
    }
    let _turn = door.reading.acquire().await;
    let name: String =
        query.name.unwrap_or_default().chars().filter(|letter| !letter.is_control()).take(120).collect();
    let folder = super::shelf::clean(query.folder.as_deref().unwrap_or_default());
    let order = Order { owner, folder, bounds: ReadLimits::PUBLIC, budget: Some(Budget::FILE) };
    let files = vec![LocalFile { name, bytes: body.to_vec() }];
    let report = bring_in(library, order, files, &|_, _| {}).await?;
    Ok(Json(report.into()))
}

/// How far the master games are brought in.
#[utoipa::path(get, path = "/api/library/masters", responses((status = 200, body = ImportJob)))]
pub async fn masters(State(door): State<Door>) -> Json<ImportJob> {
    Json(state(&door))
}

fn state(door: &Door) -> ImportJob {
    door.job.lock().map(|job| job.clone()).unwrap_or_default()
}

/// Brings the master games in that come with the house; everybody may read them.
#[utoipa::path(post, path = "/api/library/masters", responses((status = 202, body = ImportJob), (status = 409, body = ErrorOut)))]
pub async fn begin_masters(State(door): State<Door>) -> Result<(StatusCode, Json<ImportJob>), Error> {
    let library = door.library().await?.clone();
    if let Ok(mut job) = door.job.lock() {
        if job.running {
            return Err(Error::new(StatusCode::CONFLICT, &Message::new("library_busy")));
        }
        *job = ImportJob { running: true, games: 0, total: count(MASTERS_COUNT), report: None };
    }
    let running = door.clone();
    tokio::spawn(async move {
        let order = Order { owner: 0, folder: String::new(), bounds: ReadLimits::LOCAL, budget: None };
        let progress = |_: u64, games: usize| {
            if let Ok(mut job) = running.job.lock() {
                job.games = count(games);
            }
        };
        let unpacked = tokio::task::spawn_blocking(LocalFile::masters).await;
        let done = match unpacked {
            Ok(file) => bring_in(&library, order, vec![file], &progress).await.ok(),
            Err(_) => None,
        };
        if done.is_none() {
            tracing::error!("the master games were not brought in");
        }
        if let Ok(mut job) = running.job.lock() {
            job.running = false;
            job.report = done.map(ImportOut::from);
        }
    });
    Ok((StatusCode::ACCEPTED, Json(state(&door))))
}

//! Long jobs as rows of the database: they survive a restart under the same identifier.
//!
//! A job's row has the lease of the run that computes it. Leases are renewed at intervals and released at shutdown; one that
//! has ended, as after a crash, is taken, and the job starts again.

use std::time::Duration;

use game::Message;
use tokio::sync::watch;

use crate::app::App;
use crate::ids;
use crate::scheduler::Requester;
use crate::store::{JobRow, JobWrite, StoreError, WriteJob, WriteResult};
use crate::wire::{LabView, ReviewIn, ReviewProgress, SolveIn, SolveState, SolveView};

use super::{JobError, league};

/// Duration of a lease, and the interval at which leases are renewed and taken.
const LEASE: i64 = 15_000;
const INTERVAL: Duration = Duration::from_secs(5);

/// Kind of a long job.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum JobKind {
    /// Solver search.
    Solve,
    /// Game review.
    Review,
    /// League of the Lab.
    League,
}

impl JobKind {
    fn code(self) -> &'static str {
        match self {
            JobKind::Solve => "solve",
            JobKind::Review => "review",
            JobKind::League => "league",
        }
    }
}

/// State that tells whether a job has ended.
pub trait HasState {
    /// The state.
    fn state(&self) -> SolveState;
}

impl HasState for SolveView {
    fn state(&self) -> SolveState {
        self.state
    }
}

impl HasState for LabView {
    fn state(&self) -> SolveState {
        self.state
    }
}

impl HasState for ReviewProgress {
    fn state(&self) -> SolveState {
        self.state
    }
}

/// Stores a job that has just begun, and removes it when it has ended.
pub async fn keep<T: HasState + Send + Sync + 'static>(
    app: &App,
    (kind, id): (JobKind, &str),
    requester: &Requester,
    body: String,
    updates: watch::Receiver<T>,
) -> Result<(), StoreError> {
    let row = JobRow {
        id: id.to_owned(),
        kind: kind.code().to_owned(),
        owner: requester.guest.clone(),
        address: requester.address.map(|address| address.to_string()),
        body,
        created_at: ids::now(),
    };
    let write = JobWrite::Keep { row, holder: app.run_id.to_string(), until: ids::now() + LEASE };
    app.store.write(WriteJob::Job(write)).await?;
    remove_at_end(app.clone(), id.to_owned(), updates);
    Ok(())
}

fn remove_at_end<T: HasState + Send + Sync + 'static>(app: App, id: String, mut updates: watch::Receiver<T>) {
    tokio::spawn(async move {
        let _ = updates.wait_for(|view| view.state() == SolveState::Done).await;
        // A job that the shutdown has stopped continues after the restart.
        if !app.is_closing() {
            remove(&app, id).await;
        }
    });
}

async fn remove(app: &App, id: String) {
    if let Err(error) = app.store.write(WriteJob::Job(JobWrite::Remove(id))).await {
        tracing::error!(%error, "an ended job is not removed");
    }
}

/// Renews the leases of this run and takes up ended ones, at intervals.
pub async fn maintain(app: App) {
    let mut ticks = tokio::time::interval(INTERVAL);
    loop {
        ticks.tick().await;
        if let Err(error) = take_up(&app).await {
            tracing::error!(%error, "leases of jobs");
        }
    }
}

async fn take_up(app: &App) -> Result<(), StoreError> {
    let holder = app.run_id.to_string();
    let (now, until) = (ids::now(), ids::now() + LEASE);
    app.store.write(WriteJob::Job(JobWrite::Renew { holder: holder.clone(), until })).await?;
    let taken = app.store.write(WriteJob::Job(JobWrite::Take { holder, now, until })).await?;
    let WriteResult::Jobs(rows) = taken else { return Ok(()) };
    for row in rows {
        tracing::info!(job = row.id, kind = row.kind, "job taken up again");
        match resume(app, &row).await {
            Ok(()) => {}
            // Taken up again when this lease has ended.
            Err(JobError::Refused(refused)) => tracing::warn!(job = row.id, ?refused, "job waits"),
            Err(error) => {
                tracing::error!(job = row.id, ?error, "job cannot be taken up");
                app.store.write(WriteJob::Job(JobWrite::Remove(row.id))).await?;
            }
        }
    }
    Ok(())
}

async fn resume(app: &App, row: &JobRow) -> Result<(), JobError> {
    let unreadable = |_| Message::new("wire_broken");
    let requester = Requester {
        guest: row.owner.clone(),
        address: row.address.as_deref().and_then(|address| address.parse().ok()),
    };
    if row.kind == JobKind::Solve.code() {
        let asked: SolveIn = serde_json::from_str(&row.body).map_err(unreadable)?;
        if app.solves.job(&row.id).is_none() {
            let job = app.solves.begin(&asked, &requester, Some(row.id.clone()))?;
            remove_at_end(app.clone(), row.id.clone(), job.watch());
        }
    } else if row.kind == JobKind::League.code() {
        if app.leagues.job(&row.id).is_none() {
            match league::resume(app, &row.id, &requester).await? {
                Some(job) => remove_at_end(app.clone(), row.id.clone(), job.watch()),
                None => remove(app, row.id.clone()).await,
            }
        }
    } else {
        let asked: ReviewIn = serde_json::from_str(&row.body).map_err(unreadable)?;
        if app.reviews.job(&row.id).is_none() {
            let effort = asked.effort.unwrap_or_default();
            let game = super::review_source(app, &requester, asked).await?;
            let (job, _) = app.reviews.begin(game, effort, &requester, Some(row.id.clone()))?;
            remove_at_end(app.clone(), row.id.clone(), job.watch());
        }
    }
    Ok(())
}

/// Ends the leases of this run at shutdown, so that the next run takes the jobs at once.
pub async fn release(app: &App) {
    let released = app.store.write(WriteJob::Job(JobWrite::Release(app.run_id.to_string()))).await;
    if let Err(error) = released {
        tracing::error!(%error, "leases are not released");
    }
}

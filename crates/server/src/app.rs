//! Application state shared by all parts of the server.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

use crate::analysis::AnalysisScheduler;
use crate::config::Config;
use crate::deadlines::Deadlines;
use crate::engine_pool::{EngineBuilder, EnginePool, stateless_engine};
use crate::heartbeat_file;
use crate::http::RateLimiter;
use crate::ids;
use crate::jobs::{LabJobs, Leagues, ReviewJobs, SolveJobs};
use crate::lobby::Lobby;
use crate::maintenance;
use crate::operator::Bans;
use crate::people::People;
use crate::scheduler::Scheduler;
use crate::seeks::Seeks;
use crate::store::{self, DataLock, Store, StoreError};
use crate::talk::TalkLimiter;
use crate::tournaments::Tournaments;
use crate::watching::Watching;

/// Start time of the server, and the last heartbeat of the previous run.
#[derive(Clone, Copy, Debug)]
pub struct StartTimes {
    /// Start time of this run.
    pub started_at: i64,
    /// Last heartbeat of the previous run.
    pub last_heartbeat: Option<i64>,
}

/// Application state: cheap to clone, shared by all requests.
#[derive(Clone)]
pub struct App {
    /// Persistent store.
    pub store: Store,
    /// Lock of the data directory.
    pub lock: Arc<DataLock>,
    /// Scheduler of everything that computes for long.
    pub scheduler: Scheduler,
    /// Engines.
    pub engine_pool: EnginePool,
    /// Solver jobs.
    pub solves: Arc<SolveJobs>,
    /// Game review jobs.
    pub reviews: Arc<ReviewJobs>,
    /// Experiments of the Lab.
    pub labs: Arc<LabJobs>,
    /// Leagues of the Lab.
    pub leagues: Arc<Leagues>,
    /// Position analyses.
    pub analyses: Arc<AnalysisScheduler>,
    /// Rooms in memory.
    pub lobby: Arc<Lobby>,
    /// Tournaments in memory.
    pub tournaments: Arc<Tournaments>,
    /// People who look for a game.
    pub seeks: Arc<Seeks>,
    /// Games that anybody may watch.
    pub watching: Arc<Watching>,
    /// Limits how often players talk.
    pub talk_limiter: Arc<TalkLimiter>,
    /// Identities, passwords and sessions.
    pub people: Arc<People>,
    /// Bans.
    pub bans: Arc<Bans>,
    /// Deadlines of rooms that are not in memory.
    pub deadlines: Arc<Deadlines>,
    /// Configuration.
    pub config: Arc<Config>,
    /// Start times.
    pub start_times: StartTimes,
    /// Rate limiter for requests.
    pub rate_limiter: Arc<RateLimiter>,
    /// Open sockets.
    pub sockets: Arc<AtomicUsize>,
    /// Name of this run of the server, the holder of leases.
    pub run_id: Arc<str>,
    healthy: Arc<AtomicBool>,
    closing: Arc<AtomicBool>,
}

impl App {
    /// Opens the database and starts the workers.
    pub async fn open(config: Config) -> Result<App, StoreError> {
        let build = match config.advice_nodes {
            Some(_) => stateless_engine,
            None => table::Rulebook::engine,
        };
        App::open_with(config, build).await
    }

    /// Opens the database with the given engine builder.
    pub async fn open_with(config: Config, build: EngineBuilder) -> Result<App, StoreError> {
        let found = maintenance::Found::at(&config.database);
        let lock = Arc::new(DataLock::acquire(&config.database, "kydai serve")?);
        let store = Store::open(&config.database).await?;
        let copies = store::backups(&config.backup_dir()).await?;
        maintenance::report_contents(&config.database, found, &store.contents().await?, &copies);
        // The file is newer than the row after a crash, and gone after a graceful shutdown.
        let last_heartbeat = store.last_heartbeat().await?.max(heartbeat_file::read(&config.database));
        let start_times = StartTimes { started_at: ids::now(), last_heartbeat };
        let scheduler = Scheduler::start(config.limits.rules(config.workers));
        Ok(App {
            store,
            lock,
            engine_pool: EnginePool::new(scheduler.clone(), config.workers, build)
                .with_outside(&config.league_engines),
            reviews: Arc::new(ReviewJobs::new(scheduler.clone())),
            solves: Arc::new(SolveJobs::new(scheduler.clone())),
            labs: Arc::new(LabJobs::new(scheduler.clone(), config.limits.lab_nodes)),
            leagues: Arc::default(),
            analyses: Arc::new(AnalysisScheduler::new(config.workers / 2, scheduler.clone())),
            scheduler,
            lobby: Arc::default(),
            tournaments: Arc::default(),
            seeks: Arc::default(),
            watching: Arc::default(),
            talk_limiter: Arc::default(),
            people: Arc::default(),
            bans: Arc::default(),
            deadlines: Arc::default(),
            rate_limiter: Arc::new(RateLimiter::new(config.requests)),
            config: Arc::new(config),
            start_times,
            sockets: Arc::default(),
            run_id: ids::room().into(),
            healthy: Arc::new(AtomicBool::new(true)),
            closing: Arc::default(),
        })
    }

    /// Returns true once the server shuts down.
    pub fn is_closing(&self) -> bool {
        self.closing.load(Ordering::Relaxed)
    }

    /// Notes that the server shuts down.
    pub fn begin_closing(&self) {
        self.closing.store(true, Ordering::Relaxed);
    }

    /// Returns true if the last write to the event log succeeded.
    pub fn is_healthy(&self) -> bool {
        self.healthy.load(Ordering::Relaxed)
    }

    /// Returns true if new clients are welcome: the event log can be written and the server is not shutting down.
    pub fn is_ready(&self) -> bool {
        self.is_healthy() && !self.closing.load(Ordering::Relaxed)
    }

    /// Records whether a write to the event log succeeded.
    pub fn set_healthy(&self, healthy: bool) {
        self.healthy.store(healthy, Ordering::Relaxed);
    }
}

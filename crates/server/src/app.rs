//! Application state shared by all parts of the server.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

use crate::analysis::AnalysisScheduler;
use crate::budget::BlockingWorkers;
use crate::config::Config;
use crate::engine_pool::{EnginePool, stateless_engine};
use crate::http::RateLimiter;
use crate::ids;
use crate::jobs::{ReviewJobs, SolveJobs};
use crate::lobby::Lobby;
use crate::store::{Store, StoreError};

/// Maximum number of uploaded files parsed at once; others wait.
const MAX_CONCURRENT_FILES: usize = 2;

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
    /// Engine worker pool.
    pub engine_pool: EnginePool,
    /// Solver jobs.
    pub solves: Arc<SolveJobs>,
    /// Game review jobs.
    pub reviews: Arc<ReviewJobs>,
    /// Position analyses.
    pub analyses: Arc<AnalysisScheduler>,
    /// Rooms in memory.
    pub lobby: Arc<Lobby>,
    /// Configuration.
    pub config: Arc<Config>,
    /// Start times.
    pub start_times: StartTimes,
    /// Rate limiter for requests.
    pub rate_limiter: Arc<RateLimiter>,
    /// Workers that parse uploaded files.
    pub file_workers: Arc<BlockingWorkers>,
    /// Open sockets.
    pub sockets: Arc<AtomicUsize>,
    healthy: Arc<AtomicBool>,
}

impl App {
    /// Opens the database and starts the workers.
    pub async fn open(config: Config) -> Result<App, StoreError> {
        let engine_pool = match config.advice_nodes {
            Some(_) => EnginePool::with_builder(config.workers, stateless_engine),
            None => EnginePool::start(config.workers),
        };
        App::open_with(config, engine_pool).await
    }

    /// Opens the database with the given engine pool.
    pub async fn open_with(config: Config, engine_pool: EnginePool) -> Result<App, StoreError> {
        let store = Store::open(&config.database).await?;
        let start_times =
            StartTimes { started_at: ids::now(), last_heartbeat: store.last_heartbeat().await? };
        let analyses = Arc::new(AnalysisScheduler::new(config.workers / 2, engine_pool.clone()));
        Ok(App {
            store,
            reviews: Arc::new(ReviewJobs::start(engine_pool.clone())),
            engine_pool,
            solves: Arc::new(SolveJobs::start(config.workers.div_ceil(2))),
            analyses,
            lobby: Arc::default(),
            rate_limiter: Arc::new(RateLimiter::new(config.requests)),
            config: Arc::new(config),
            start_times,
            file_workers: Arc::new(BlockingWorkers::new(MAX_CONCURRENT_FILES)),
            sockets: Arc::default(),
            healthy: Arc::new(AtomicBool::new(true)),
        })
    }

    /// Returns true if the last write to the event log succeeded.
    pub fn is_healthy(&self) -> bool {
        self.healthy.load(Ordering::Relaxed)
    }

    /// Records whether a write to the event log succeeded.
    pub fn set_healthy(&self, healthy: bool) {
        self.healthy.store(healthy, Ordering::Relaxed);
    }
}

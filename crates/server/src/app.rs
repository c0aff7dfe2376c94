//! What every part of the server shares.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

use crate::analysis::Analyses;
use crate::budget::Desks;
use crate::config::Config;
use crate::http::Rates;
use crate::ids;
use crate::lobby::Lobby;
use crate::store::{Store, StoreError};
use crate::study::{Reviews, Studies};
use crate::think::{Engines, forgetful};

/// Files of strangers read at once; more wait.
const READING: usize = 2;

/// When the house opened, and when it was last known to be open before.
#[derive(Clone, Copy, Debug)]
pub struct OpenedAt {
    /// Now.
    pub at: i64,
    /// Before.
    pub last_open: Option<i64>,
}

/// The house: cheap to copy, the same for everybody.
#[derive(Clone)]
pub struct App {
    /// What outlives the program.
    pub store: Store,
    /// Who thinks.
    pub engines: Engines,
    /// Positions that are worked on.
    pub studies: Arc<Studies>,
    /// Games that are looked at again.
    pub reviews: Arc<Reviews>,
    /// Positions that are looked at with an engine.
    pub analyses: Arc<Analyses>,
    /// The rooms that are open.
    pub lobby: Arc<Lobby>,
    /// How it is to be run.
    pub config: Arc<Config>,
    /// When it opened.
    pub opened: OpenedAt,
    /// What visitors may still ask.
    pub rates: Arc<Rates>,
    /// Where files of strangers are read.
    pub reading: Arc<Desks>,
    /// Open sockets.
    pub sockets: Arc<AtomicUsize>,
    well: Arc<AtomicBool>,
}

impl App {
    /// Opens the house over a database.
    pub async fn open(config: Config) -> Result<App, StoreError> {
        let engines = match config.advice_nodes {
            Some(_) => Engines::with(config.workers, forgetful),
            None => Engines::start(config.workers),
        };
        App::open_with(config, engines).await
    }

    /// Opens the house with these engines.
    pub async fn open_with(config: Config, engines: Engines) -> Result<App, StoreError> {
        let store = Store::open(&config.database).await?;
        let opened = OpenedAt { at: ids::now(), last_open: store.last_open().await? };
        let analyses = Arc::new(Analyses::new(config.workers / 2, engines.clone()));
        Ok(App {
            store,
            reviews: Arc::new(Reviews::start(engines.clone())),
            engines,
            studies: Arc::new(Studies::start(config.workers.div_ceil(2))),
            analyses,
            lobby: Arc::default(),
            rates: Arc::new(Rates::new(config.requests)),
            config: Arc::new(config),
            opened,
            reading: Arc::new(Desks::new(READING)),
            sockets: Arc::default(),
            well: Arc::new(AtomicBool::new(true)),
        })
    }

    /// Whether the log could be written the last time.
    pub fn was_well(&self) -> bool {
        self.well.load(Ordering::Relaxed)
    }

    /// Notes whether the log could be written.
    pub fn is_well(&self, well: bool) {
        self.well.store(well, Ordering::Relaxed);
    }
}

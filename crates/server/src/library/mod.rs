//! The library behind REST: games brought in, found, explored, written down.

pub(crate) mod games;
pub(crate) mod import;
mod local;
pub(crate) mod replace;
pub(crate) mod search;
pub(crate) mod shelf;

use std::path::PathBuf;
use std::sync::{Arc, Mutex};

use axum::Router;
use axum::routing::{get, post};
use library::{Library, LibraryError};
use tokio::sync::{OnceCell, Semaphore};

use crate::app::App;
use crate::http::error::Error;
use crate::wire::ImportJob;

pub use import::{ImportFault, ImportReport};
pub use local::{LocalFile, import_files};

/// Files read at once; more wait.
const READING: usize = 2;

/// What the library's addresses share. The library is opened when it is first asked for.
#[derive(Clone)]
pub(crate) struct Door {
    file: Arc<PathBuf>,
    library: Arc<OnceCell<Library>>,
    reading: Arc<Semaphore>,
    job: Arc<Mutex<ImportJob>>,
}

impl Door {
    async fn library(&self) -> Result<&Library, Error> {
        Ok(self.library.get_or_try_init(|| Library::open(&self.file)).await?)
    }

    /// The library, and the number it knows a person by.
    async fn shelf_of(&self, player: &str) -> Result<(&Library, i64), Error> {
        let library = self.library().await?;
        let owner = library.owner(player).await?;
        Ok((library, owner))
    }
}

impl From<LibraryError> for Error {
    fn from(error: LibraryError) -> Self {
        tracing::error!(%error, "the library refused");
        Error::new(axum::http::StatusCode::SERVICE_UNAVAILABLE, &game::Message::new("wire_not_kept"))
    }
}

/// The addresses below `/api/library`.
pub fn router(app: &App) -> Router<App> {
    let door = Door {
        file: Arc::new(app.config.database.clone()),
        library: Arc::default(),
        reading: Arc::new(Semaphore::new(READING)),
        job: Arc::default(),
    };
    Router::new()
        .route("/", get(search::search))
        .route("/shelf", get(shelf::shelf))
        .route("/explorer", get(search::explore))
        .route("/import", post(import::import))
        .route("/masters", get(import::masters).post(import::begin_masters))
        .route("/export", get(games::export))
        .route("/games/{id}", get(games::look).put(shelf::sort).delete(shelf::forget))
        .route("/games/{id}/record", get(games::record).put(replace::replace))
        .route("/games/{id}/comment", post(games::comment))
        .with_state(door)
}

//! REST endpoints of the game library: import, search, explorer, export.

pub(crate) mod games;
pub(crate) mod import;
mod local;
pub(crate) mod own_games;
pub(crate) mod replace;
pub(crate) mod search;

use std::sync::{Arc, Mutex};

use axum::Router;
use axum::routing::{get, post};
use library::{Library, LibraryError};
use tokio::sync::OnceCell;

use crate::app::App;
use crate::http::error::Error;
use crate::wire::ImportJob;

pub use import::{ImportFault, ImportReport};
pub use local::{LocalFile, import_files};

/// State shared by the library endpoints. The library is opened on first use.
#[derive(Clone)]
pub(crate) struct LibraryState {
    app: App,
    library: Arc<OnceCell<Library>>,
    job: Arc<Mutex<ImportJob>>,
}

impl LibraryState {
    async fn library(&self) -> Result<&Library, Error> {
        let App { config, store, .. } = &self.app;
        let open = || Library::open_with_gate(&config.database, Arc::new(store.gate()));
        Ok(self.library.get_or_try_init(open).await?)
    }

    /// Returns the library and the number by which it knows a player.
    async fn library_for(&self, player: &str) -> Result<(&Library, i64), Error> {
        let library = self.library().await?;
        let owner = library.owner(player).await?;
        Ok((library, owner))
    }
}

impl From<LibraryError> for Error {
    fn from(error: LibraryError) -> Self {
        if let LibraryError::Stopped = error {
            return Error::new(
                axum::http::StatusCode::SERVICE_UNAVAILABLE,
                &game::Message::new("library_slow"),
            );
        }
        tracing::error!(%error, "library error");
        Error::new(axum::http::StatusCode::SERVICE_UNAVAILABLE, &game::Message::new("wire_not_kept"))
    }
}

/// Routes below `/api/library`.
pub fn router(app: &App) -> Router<App> {
    let state = LibraryState { app: app.clone(), library: Arc::default(), job: Arc::default() };
    Router::new()
        .route("/", get(search::search))
        .route("/shelf", get(own_games::overview))
        .route("/explorer", get(search::explore))
        .route("/import", post(import::import))
        .route("/masters", get(import::masters).post(import::begin_masters))
        .route("/export", get(games::export))
        .route("/games/{id}", get(games::view).put(own_games::sort).delete(own_games::delete))
        .route("/games/{id}/record", get(games::record).put(replace::replace))
        .route("/games/{id}/comment", post(games::comment))
        .with_state(state)
}

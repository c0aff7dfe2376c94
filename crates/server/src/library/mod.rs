//! REST endpoints of the game library: import, search, explorer, export.

mod games;
mod import;
mod local;
mod own_games;
mod replace;
mod search;

use std::sync::{Arc, Mutex};

use library::{Library, LibraryError};
use tokio::sync::OnceCell;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

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
    pub(crate) fn new(app: App) -> LibraryState {
        LibraryState { app, library: Arc::default(), job: Arc::default() }
    }

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
pub(crate) fn routes() -> OpenApiRouter<LibraryState> {
    OpenApiRouter::default()
        .routes(routes!(search::search))
        .routes(routes!(search::explore))
        .routes(routes!(own_games::overview))
        .routes(routes!(import::import))
        .routes(routes!(import::masters, import::begin_masters))
        .routes(routes!(games::export))
        .routes(routes!(games::view, own_games::sort, own_games::delete))
        .routes(routes!(games::record, replace::replace))
        .routes(routes!(games::comment))
}

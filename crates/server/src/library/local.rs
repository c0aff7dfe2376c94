//! Import of local files into the shared library, without a running server and without limits.

use std::io::Read;
use std::path::Path;
use std::sync::Arc;

use library::{Library, MASTERS};
use table::ReadLimits;

use super::import::{ImportReport, ImportSettings, import_games};
use crate::store::Gate;

/// File with its name.
pub struct LocalFile {
    /// Name for the report.
    pub name: String,
    /// Content.
    pub bytes: Vec<u8>,
}

impl LocalFile {
    /// The bundled master games.
    pub fn masters() -> LocalFile {
        let mut bytes = Vec::new();
        // The bundled archive is trusted; if it is damaged, no games are found, and that is reported.
        let _ = flate2::read::MultiGzDecoder::new(MASTERS).read_to_end(&mut bytes);
        LocalFile { name: "masters.tsv".to_owned(), bytes }
    }
}

/// Imports files into the shared library of a database. `progress` gets the bytes consumed and the games found.
pub fn import_files(
    database: &Path,
    files: Vec<LocalFile>,
    folder: &str,
    progress: &(dyn Fn(u64, usize) + Sync),
) -> Result<ImportReport, String> {
    let runtime = tokio::runtime::Builder::new_current_thread()
        .enable_all()
        .build()
        .map_err(|error| error.to_string())?;
    // The server keeps its games in the same file.
    crate::store::create_private(database).map_err(|error| error.to_string())?;
    let work = async {
        let library = Library::open_with_gate(database, Arc::new(Gate::default()))
            .await
            .map_err(|error| error.to_string())?;
        let settings = ImportSettings {
            owner: 0,
            folder: super::own_games::clean(folder),
            bounds: ReadLimits::LOCAL,
            budget: None,
            on: None,
        };
        import_games(&library, settings, files, progress).await.map_err(|error| error.to_string())
    };
    runtime.block_on(work)
}

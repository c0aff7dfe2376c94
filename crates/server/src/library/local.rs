//! Games of this machine's own files, brought in without a server: no limits but memory.

use std::io::Read;
use std::path::Path;

use library::{Library, MASTERS};
use table::ReadLimits;

use super::import::{ImportReport, Order, bring_in};

/// A file with its name.
pub struct LocalFile {
    /// As it is reported.
    pub name: String,
    /// What it holds.
    pub bytes: Vec<u8>,
}

impl LocalFile {
    /// The master games that come with the house.
    pub fn masters() -> LocalFile {
        let mut bytes = Vec::new();
        // They were packed by us; should they be broken, no game is found, and that is reported.
        let _ = flate2::read::MultiGzDecoder::new(MASTERS).read_to_end(&mut bytes);
        LocalFile { name: "masters.tsv".to_owned(), bytes }
    }
}

/// Brings files into the library of a database, for everybody. `progress` hears bytes taken and games found.
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
    let work = async {
        let library = Library::open(database).await?;
        let order =
            Order { owner: 0, folder: super::shelf::clean(folder), bounds: ReadLimits::LOCAL, budget: None };
        bring_in(&library, order, files, progress).await
    };
    runtime.block_on(work).map_err(|error| error.to_string())
}

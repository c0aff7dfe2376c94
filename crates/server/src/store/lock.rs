//! Lock of the data directory: one server at a time, named by the lock file.

use std::fs::{File, OpenOptions, TryLockError};
use std::io::{Read, Seek, Write};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};

use super::StoreError;
use super::private_files::make_private;
use crate::calendar::moment;
use crate::ids;

/// Exclusive lock beside a database. The operating system releases it when the process ends, however it ends.
pub struct DataLock {
    file: Mutex<Option<File>>,
}

/// Path of the lock file of a database.
pub fn lock_file(database: &Path) -> PathBuf {
    database.with_extension("lock")
}

impl DataLock {
    /// Takes the lock for a program described by `purpose`, or names the process that holds it.
    pub fn acquire(database: &Path, purpose: &str) -> Result<DataLock, StoreError> {
        let path = lock_file(database);
        let mut file = OpenOptions::new().read(true).write(true).create(true).truncate(false).open(&path)?;
        make_private(&path);
        match file.try_lock() {
            Ok(()) => {}
            Err(TryLockError::WouldBlock) => {
                let mut holder = String::new();
                // Elsewhere than on Unix a locked file may be unreadable; the refusal is what matters.
                let _ = file.read_to_string(&mut holder);
                return Err(StoreError::Locked { holder: holder.trim().to_owned() });
            }
            Err(TryLockError::Error(error)) => return Err(error.into()),
        }
        file.set_len(0)?;
        file.rewind()?;
        let now = moment(ids::wall_clock());
        writeln!(file, "{purpose}, process {}, since {now} UTC", std::process::id())?;
        Ok(DataLock { file: Mutex::new(Some(file)) })
    }

    /// Releases the lock before this value is dropped.
    pub fn release(&self) {
        self.file.lock().unwrap_or_else(PoisonError::into_inner).take();
    }
}

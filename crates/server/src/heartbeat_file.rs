//! Heartbeat file beside the database: written without sync every few milliseconds while a clock is running, so that a
//! crash costs or gives nobody more than that.

use std::fs::File;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread::JoinHandle;
use std::time::Duration;

use crate::deadlines::Deadlines;
use crate::ids;
use crate::store::create_private;

/// Interval of the heartbeat while a clock is running.
const INTERVAL: Duration = Duration::from_millis(50);
/// Longest pause without a running clock; a starting clock ends it.
const PAUSE: Duration = Duration::from_secs(10);

/// Path of the heartbeat file of a database.
pub fn heartbeat_file(database: &Path) -> PathBuf {
    database.with_extension("heartbeat")
}

/// Time of the last heartbeat before a crash; `None` after a graceful shutdown, or if the file is unreadable.
pub fn read(database: &Path) -> Option<i64> {
    std::fs::read_to_string(heartbeat_file(database)).ok()?.trim().parse().ok()
}

/// Removes the heartbeat file: after a graceful shutdown, and before a restored database is used.
pub fn remove(database: &Path) {
    let _ = std::fs::remove_file(heartbeat_file(database));
}

/// Thread that writes the heartbeat file.
pub struct HeartbeatThread {
    stopped: Arc<AtomicBool>,
    thread: Option<JoinHandle<()>>,
    database: PathBuf,
}

impl HeartbeatThread {
    /// Starts the thread.
    pub fn start(database: &Path, deadlines: &Arc<Deadlines>) -> Result<HeartbeatThread, std::io::Error> {
        let stopped = Arc::new(AtomicBool::new(false));
        let (stop, path, counter) = (Arc::clone(&stopped), heartbeat_file(database), Arc::clone(deadlines));
        let thread = std::thread::Builder::new().name("heartbeat".to_owned()).spawn(move || {
            let mut file = None;
            while !stop.load(Ordering::Relaxed) {
                if !counter.is_urgent(ids::now()) {
                    std::thread::park_timeout(PAUSE);
                    continue;
                }
                if let Err(error) = write(&mut file, &path, ids::now()) {
                    tracing::warn!(%error, "heartbeat file not written");
                    std::thread::sleep(Duration::from_secs(1));
                }
                std::thread::sleep(INTERVAL);
            }
        })?;
        deadlines.set_heartbeat(thread.thread().clone());
        Ok(HeartbeatThread { stopped, thread: Some(thread), database: database.to_owned() })
    }

    /// Stops the thread and removes the file: the database now has the last heartbeat.
    pub fn stop(mut self) {
        self.stopped.store(true, Ordering::Relaxed);
        if let Some(thread) = self.thread.take() {
            thread.thread().unpark();
            let _ = thread.join();
        }
        remove(&self.database);
    }
}

/// Overwrites the time in one write of fixed length.
fn write(file: &mut Option<File>, path: &Path, now: i64) -> Result<(), std::io::Error> {
    use std::io::{Seek, Write};
    if file.is_none() {
        create_private(path)?;
        *file = Some(std::fs::OpenOptions::new().write(true).open(path)?);
    }
    let Some(file) = file else { return Ok(()) };
    file.rewind()?;
    file.write_all(format!("{now:020}\n").as_bytes())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_file_is_written_only_while_a_clock_is_running() {
        let folder = std::env::temp_dir().join(format!("kydai-heartbeat-{}", std::process::id()));
        std::fs::create_dir_all(&folder).expect("a directory");
        let database = folder.join("kydai.sqlite");
        let deadlines = Arc::new(Deadlines::default());
        let thread = HeartbeatThread::start(&database, &deadlines).expect("a thread");
        std::thread::sleep(5 * INTERVAL);
        assert_eq!(read(&database), None);
        let begun = ids::now();
        let clock = deadlines.start_clock();
        // Many more heartbeats than one a second.
        let mut seen = std::collections::BTreeSet::new();
        while seen.len() < 5 {
            seen.extend(read(&database));
            std::thread::sleep(INTERVAL / 5);
        }
        assert!(seen.iter().all(|at| *at >= begun));
        drop(clock);
        std::thread::sleep(3 * INTERVAL);
        let last = read(&database);
        std::thread::sleep(5 * INTERVAL);
        assert_eq!(read(&database), last, "no clock is running");
        thread.stop();
        assert_eq!(read(&database), None);
        std::fs::remove_dir_all(&folder).expect("removed");
    }
}

//! Deadlines of rooms that are not in memory, and the number of running clocks.
//!
//! A room whose clock is running has a row with the earliest time at which a flag can fall. At start the rows are read
//! and the rooms stay on disk: a room is loaded when somebody opens it, or when its deadline comes.

use std::collections::{BTreeSet, HashMap};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError};
use std::thread::Thread;
use std::time::Duration;

use tokio::sync::Notify;

use crate::app::App;
use crate::ids;
use crate::room::RoomMessage;

/// Longest sleep, so that a changed time is noticed.
const MAX_SLEEP: Duration = Duration::from_secs(60);
/// Pause between two rooms that are loaded, so that many deadlines at once leave time for games.
const LOAD_INTERVAL: Duration = Duration::from_millis(2);
/// Time before a deadline from which milliseconds matter.
const URGENT_MS: i64 = 3_600_000;
/// Pause between rooms that are loaded for a machine's move after a restart, in milliseconds.
const MACHINE_INTERVAL_MS: i64 = 100;

/// Deadlines, and the count of running clocks in memory.
#[derive(Default)]
pub struct Deadlines {
    armed: Mutex<Armed>,
    changed: Notify,
    running: AtomicUsize,
    /// Thread to wake when the first clock starts.
    heartbeat: OnceLock<Thread>,
}

#[derive(Default)]
struct Armed {
    by_room: HashMap<Arc<str>, i64>,
    queue: BTreeSet<(i64, Arc<str>)>,
}

/// Running clock of a room in memory; counted until it is dropped.
pub struct RunningClock(Arc<Deadlines>);

impl Drop for RunningClock {
    fn drop(&mut self) {
        self.0.running.fetch_sub(1, Ordering::Relaxed);
    }
}

/// Deadline of a room, as stored.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct StoredDeadline {
    /// The room.
    pub room: String,
    /// Earliest time at which a flag can fall.
    pub at: i64,
    /// True if a machine has a seat: it may have to move before the deadline.
    pub machine: bool,
}

impl Deadlines {
    fn armed(&self) -> MutexGuard<'_, Armed> {
        self.armed.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Arms the deadlines of a start. Rooms with a machine are loaded one after another, so that it can move.
    pub fn arm_all(&self, stored: Vec<StoredDeadline>, now: i64) {
        let mut machines = 0;
        for deadline in stored {
            let mut at = deadline.at;
            if deadline.machine {
                at = at.min(now + machines * MACHINE_INTERVAL_MS);
                machines += 1;
            }
            self.arm(&deadline.room, at);
        }
    }

    /// Arms the deadline of a room that leaves memory.
    pub fn arm(&self, room: &str, at: i64) {
        let room: Arc<str> = room.into();
        let mut armed = self.armed();
        if let Some(before) = armed.by_room.insert(Arc::clone(&room), at) {
            armed.queue.remove(&(before, Arc::clone(&room)));
        }
        armed.queue.insert((at, room));
        drop(armed);
        self.changed.notify_one();
        self.wake_heartbeat();
    }

    /// Disarms the deadline of a room that enters memory or is deleted.
    pub fn disarm(&self, room: &str) {
        let mut armed = self.armed();
        if let Some((room, at)) = armed.by_room.remove_entry(room) {
            armed.queue.remove(&(at, room));
        }
    }

    /// Number of armed deadlines.
    pub fn count(&self) -> usize {
        self.armed().by_room.len()
    }

    /// Counts a running clock of a room in memory.
    pub fn start_clock(self: &Arc<Self>) -> RunningClock {
        self.running.fetch_add(1, Ordering::Relaxed);
        self.wake_heartbeat();
        RunningClock(Arc::clone(self))
    }

    /// Number of running clocks, in memory and on disk.
    pub fn clocks(&self) -> usize {
        self.running.load(Ordering::Relaxed) + self.count()
    }

    /// Returns true if a clock runs whose game a lost second matters to: in memory, or with its deadline within the hour.
    /// Games by correspondence rest for days.
    pub fn is_urgent(&self, now: i64) -> bool {
        let soon = || self.armed().queue.first().is_some_and(|(at, _)| *at < now + URGENT_MS);
        self.running.load(Ordering::Relaxed) > 0 || soon()
    }

    /// Sets the thread to wake when the first clock starts.
    pub fn set_heartbeat(&self, thread: Thread) {
        let _ = self.heartbeat.set(thread);
    }

    fn wake_heartbeat(&self) {
        if let Some(thread) = self.heartbeat.get() {
            thread.unpark();
        }
    }

    /// Takes the rooms whose deadline has come, or returns the time until the next one.
    fn due(&self, now: i64) -> Result<Vec<Arc<str>>, Duration> {
        let armed = self.armed();
        let due: Vec<Arc<str>> =
            armed.queue.iter().take_while(|(at, _)| *at <= now).map(|(_, room)| Arc::clone(room)).collect();
        if !due.is_empty() {
            return Ok(due);
        }
        let wait = armed.queue.first().and_then(|(at, _)| u64::try_from(at - now).ok());
        Err(wait.map_or(MAX_SLEEP, |wait| Duration::from_millis(wait).min(MAX_SLEEP)))
    }
}

/// Loads rooms when their deadlines come.
pub async fn load_when_due(app: App) {
    loop {
        match app.deadlines.due(ids::now()) {
            Ok(rooms) => {
                for room in rooms {
                    // Loading disarms the deadline. The room keeps its own, or leaves memory if it is later than stored.
                    if let Err(missing) = app.lobby.send(&app, &room, RoomMessage::Settle).await {
                        tracing::error!(room = &*room, ?missing, "cannot load a room whose clock is running");
                        app.deadlines.disarm(&room);
                    }
                    tokio::time::sleep(LOAD_INTERVAL).await;
                }
            }
            Err(wait) => tokio::select! {
                () = tokio::time::sleep(wait) => {}
                () = app.deadlines.changed.notified() => {}
            },
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn deadlines_come_in_order_and_an_opened_room_has_none() {
        let deadlines = Deadlines::default();
        let stored =
            |room: &str, at: i64, machine: bool| StoredDeadline { room: room.to_owned(), at, machine };
        deadlines.arm_all(
            vec![stored("late", 9_000, false), stored("soon", 2_000, false), stored("open", 1_000, false)],
            1_000,
        );
        deadlines.disarm("open");
        assert_eq!(deadlines.due(1_500), Err(Duration::from_millis(500)));
        let due = deadlines.due(2_000).unwrap_or_default();
        assert_eq!(due.iter().map(|room| &**room).collect::<Vec<_>>(), ["soon"]);
        deadlines.arm("soon", 20_000);
        assert_eq!((deadlines.count(), deadlines.due(2_000)), (2, Err(Duration::from_millis(7_000))));
        deadlines.arm_all(vec![stored("m1", 99_000, true), stored("m2", 99_000, true)], 2_000);
        assert_eq!(deadlines.due(2_100).map(|due| due.len()), Ok(2), "machines do not wait for their flag");
    }
}

//! Bounded work for untrusted input: a limited number of tasks at once, each with a CPU and wall-clock budget, canceled
//! when the client disconnects.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use tokio::sync::Semaphore;

/// Cost limit of one task.
#[derive(Clone, Copy, Debug)]
pub struct Budget {
    /// CPU time of the thread, so that a busy machine does not shorten the work.
    pub cpu: Duration,
    /// Wall-clock time.
    pub wall: Duration,
}

impl Budget {
    /// Budget for a file of at most 512 KiB.
    pub const FILE: Budget = Budget { cpu: Duration::from_millis(250), wall: Duration::from_secs(10) };

    /// Starts measuring for the calling thread.
    pub fn start(self) -> BudgetMeter {
        BudgetMeter { budget: self, started: Instant::now(), cpu_at_start: cpu_time() }
    }
}

/// Measures what one thread has spent of its budget.
pub struct BudgetMeter {
    budget: Budget,
    started: Instant,
    cpu_at_start: Duration,
}

impl BudgetMeter {
    /// Returns true if the budget is exhausted.
    pub fn is_exhausted(&self) -> bool {
        cpu_time().saturating_sub(self.cpu_at_start) >= self.budget.cpu
            || self.started.elapsed() >= self.budget.wall
    }
}

/// CPU time used by this thread.
#[cfg(unix)]
fn cpu_time() -> Duration {
    use nix::time::{ClockId, clock_gettime};
    clock_gettime(ClockId::CLOCK_THREAD_CPUTIME_ID).map(Duration::from).unwrap_or_default()
}

#[cfg(not(unix))]
fn cpu_time() -> Duration {
    static STARTED: std::sync::OnceLock<Instant> = std::sync::OnceLock::new();
    STARTED.get_or_init(Instant::now).elapsed()
}

/// Sets a flag when it is dropped, to cancel work that nobody waits for.
pub struct CancelOnDrop(Arc<AtomicBool>);

impl CancelOnDrop {
    /// Returns the guard and the flag it sets.
    pub fn new() -> (CancelOnDrop, Arc<AtomicBool>) {
        let canceled = Arc::new(AtomicBool::new(false));
        (CancelOnDrop(Arc::clone(&canceled)), canceled)
    }
}

impl Drop for CancelOnDrop {
    fn drop(&mut self) {
        self.0.store(true, Ordering::Relaxed);
    }
}

/// Bounded set of blocking workers.
pub struct BlockingWorkers(Arc<Semaphore>);

impl BlockingWorkers {
    /// Creates a set that runs at most `count` tasks at once.
    pub fn new(count: usize) -> BlockingWorkers {
        BlockingWorkers(Arc::new(Semaphore::new(count)))
    }

    /// Runs a task when a worker is free. `work` polls the given function and stops once it returns true. `None` if it
    /// panicked.
    pub async fn run<T: Send + 'static>(
        &self,
        budget: Budget,
        work: impl FnOnce(&dyn Fn() -> bool) -> T + Send + 'static,
    ) -> Option<T> {
        let (_cancel_guard, canceled) = CancelOnDrop::new();
        let permit = Arc::clone(&self.0).acquire_owned().await.ok()?;
        let done = tokio::task::spawn_blocking(move || {
            // Held until the work has really ended, also if the caller is gone.
            let _desk = permit;
            let meter = budget.start();
            work(&|| canceled.load(Ordering::Relaxed) || meter.is_exhausted())
        });
        done.await.ok()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Runs until it is asked to stop.
    fn count_until_stopped(stop: &dyn Fn() -> bool) -> u64 {
        let mut count = 0;
        while !stop() {
            count += 1;
        }
        count
    }

    #[tokio::test]
    async fn endless_work_ends_with_its_budget() {
        let workers = BlockingWorkers::new(1);
        let little_cpu = Budget { cpu: Duration::from_millis(20), wall: Duration::from_secs(3600) };
        assert!(workers.run(little_cpu, count_until_stopped).await.is_some());
        let little_time = Budget { cpu: Duration::from_secs(3600), wall: Duration::from_millis(20) };
        assert!(workers.run(little_time, count_until_stopped).await.is_some());
    }

    #[tokio::test]
    async fn abandoned_work_is_canceled_and_frees_its_worker() {
        let workers = BlockingWorkers::new(1);
        let endless = Budget { cpu: Duration::MAX, wall: Duration::MAX };
        let canceled =
            tokio::time::timeout(Duration::from_millis(50), workers.run(endless, count_until_stopped)).await;
        assert!(canceled.is_err(), "the work does not end by itself");
        // The only worker: if the task had not stopped, this would wait forever.
        assert_eq!(workers.run(Budget::FILE, |_| 7).await, Some(7));
    }

    #[tokio::test]
    async fn a_panicking_task_leaves_the_workers_usable() {
        let workers = BlockingWorkers::new(1);
        let broken = workers.run(Budget::FILE, |stop| assert!(stop(), "on purpose")).await;
        assert_eq!(broken, None);
        assert_eq!(workers.run(Budget::FILE, |_| 7).await, Some(7));
    }
}

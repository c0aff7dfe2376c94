//! Work done for strangers: so many pieces at once, each for so long, and only while somebody waits for it.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use tokio::sync::Semaphore;

/// What a piece of work may cost.
#[derive(Clone, Copy, Debug)]
pub struct Budget {
    /// Time of the processor: on a busy machine nobody gets less done.
    pub processor: Duration,
    /// Time on the wall.
    pub clock: Duration,
}

impl Budget {
    /// A file of at most 512 KiB.
    pub const FILE: Budget = Budget { processor: Duration::from_millis(250), clock: Duration::from_secs(10) };

    /// Begins to count for the thread that calls.
    pub fn begin(self) -> Spent {
        Spent { budget: self, begun: Instant::now(), at_first: processor_time() }
    }
}

/// A budget that is being spent by one thread.
pub struct Spent {
    budget: Budget,
    begun: Instant,
    at_first: Duration,
}

impl Spent {
    /// Whether nothing is left.
    pub fn is_over(&self) -> bool {
        processor_time().saturating_sub(self.at_first) >= self.budget.processor
            || self.begun.elapsed() >= self.budget.clock
    }
}

/// The time of the processor this thread has had.
#[cfg(unix)]
fn processor_time() -> Duration {
    use nix::time::{ClockId, clock_gettime};
    clock_gettime(ClockId::CLOCK_THREAD_CPUTIME_ID).map(Duration::from).unwrap_or_default()
}

#[cfg(not(unix))]
fn processor_time() -> Duration {
    static BEGUN: std::sync::OnceLock<Instant> = std::sync::OnceLock::new();
    BEGUN.get_or_init(Instant::now).elapsed()
}

/// Says, once it is gone, that nobody waits any more.
pub struct Waiting(Arc<AtomicBool>);

impl Waiting {
    /// Somebody waits; and what tells that nobody does.
    pub fn begin() -> (Waiting, Arc<AtomicBool>) {
        let left = Arc::new(AtomicBool::new(false));
        (Waiting(Arc::clone(&left)), left)
    }
}

impl Drop for Waiting {
    fn drop(&mut self) {
        self.0.store(true, Ordering::Relaxed);
    }
}

/// Where such work is done: beside the server's own, a few pieces at once.
pub struct Desks(Arc<Semaphore>);

impl Desks {
    /// So many pieces at once.
    pub fn new(count: usize) -> Desks {
        Desks(Arc::new(Semaphore::new(count)))
    }

    /// Does a piece of work when its turn comes. `work` asks again and again whether to stop. `None` where it broke.
    pub async fn spend<T: Send + 'static>(
        &self,
        budget: Budget,
        work: impl FnOnce(&dyn Fn() -> bool) -> T + Send + 'static,
    ) -> Option<T> {
        let (_waiting, left) = Waiting::begin();
        let desk = Arc::clone(&self.0).acquire_owned().await.ok()?;
        let done = tokio::task::spawn_blocking(move || {
            // Taken until the work has really ended, also when nobody waits for it.
            let _desk = desk;
            let spent = budget.begin();
            work(&|| left.load(Ordering::Relaxed) || spent.is_over())
        });
        done.await.ok()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Works until it is told to stop.
    fn without_end(stop: &dyn Fn() -> bool) -> u64 {
        let mut count = 0;
        while !stop() {
            count += 1;
        }
        count
    }

    #[tokio::test]
    async fn work_without_end_ends_with_its_budget() {
        let desks = Desks::new(1);
        let little = Budget { processor: Duration::from_millis(20), clock: Duration::from_secs(3600) };
        assert!(desks.spend(little, without_end).await.is_some());
        let short = Budget { processor: Duration::from_secs(3600), clock: Duration::from_millis(20) };
        assert!(desks.spend(short, without_end).await.is_some());
    }

    #[tokio::test]
    async fn work_nobody_waits_for_is_left_and_its_desk_is_free_again() {
        let desks = Desks::new(1);
        let endless = Budget { processor: Duration::MAX, clock: Duration::MAX };
        let left = tokio::time::timeout(Duration::from_millis(50), desks.spend(endless, without_end)).await;
        assert!(left.is_err(), "it does not end by itself");
        // The only desk: had the work not stopped, this would wait for ever.
        assert_eq!(desks.spend(Budget::FILE, |_| 7).await, Some(7));
    }

    #[tokio::test]
    async fn work_that_breaks_breaks_nothing_else() {
        let desks = Desks::new(1);
        let broken = desks.spend(Budget::FILE, |stop| assert!(stop(), "on purpose")).await;
        assert_eq!(broken, None);
        assert_eq!(desks.spend(Budget::FILE, |_| 7).await, Some(7));
    }
}

//! Bounded work for untrusted input: tasks with a CPU and wall-clock budget, canceled when the client disconnects.

use std::time::{Duration, Instant};

use crate::scheduler::{Class, Refused, Requester, Scheduler};

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

/// Runs work that a request waits for on the scheduler. `work` polls the given function and stops once it returns true: the
/// budget is exhausted, or the client is gone. `None` if it panicked.
pub async fn run_within<T: Send + 'static>(
    scheduler: &Scheduler,
    requester: Requester,
    (budget, patience): (Budget, Duration),
    work: impl FnOnce(&dyn Fn() -> bool) -> T + Send + 'static,
) -> Result<Option<T>, Refused> {
    scheduler
        .ask(Class::Question, requester, patience, move |ticket| {
            let meter = budget.start();
            work(&|| {
                ticket.yield_point();
                ticket.is_stopped() || meter.is_exhausted()
            })
        })
        .await
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::limits::ServerLimits;

    /// Runs until it is asked to stop.
    fn count_until_stopped(stop: &dyn Fn() -> bool) -> u64 {
        let mut count = 0;
        while !stop() {
            count += 1;
        }
        count
    }

    const PATIENCE: Duration = Duration::from_secs(600);

    fn an() -> Requester {
        Requester { guest: "an".to_owned(), address: None }
    }

    #[tokio::test]
    async fn endless_work_ends_with_its_budget() {
        let scheduler = Scheduler::start(ServerLimits::default().rules(1));
        let little_cpu = Budget { cpu: Duration::from_millis(20), wall: Duration::from_secs(3600) };
        let done = run_within(&scheduler, an(), (little_cpu, PATIENCE), count_until_stopped).await;
        assert!(done.is_ok_and(|count| count.is_some()));
        let little_time = Budget { cpu: Duration::from_secs(3600), wall: Duration::from_millis(20) };
        let done = run_within(&scheduler, an(), (little_time, PATIENCE), count_until_stopped).await;
        assert!(done.is_ok_and(|count| count.is_some()));
        scheduler.close();
    }

    #[tokio::test]
    async fn abandoned_work_is_canceled_and_frees_its_slot() {
        let scheduler = Scheduler::start(ServerLimits::default().rules(1));
        let endless = Budget { cpu: Duration::MAX, wall: Duration::MAX };
        let canceled = tokio::time::timeout(
            Duration::from_millis(50),
            run_within(&scheduler, an(), (endless, PATIENCE), count_until_stopped),
        )
        .await;
        assert!(canceled.is_err(), "the work does not end by itself");
        // The only slot: if the task had not stopped, this would wait forever.
        assert_eq!(run_within(&scheduler, an(), (Budget::FILE, PATIENCE), |_| 7).await, Ok(Some(7)));
        scheduler.close();
    }
}

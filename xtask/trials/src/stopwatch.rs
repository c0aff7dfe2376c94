//! Time spent on the processor, so that a busy machine disturbs a race as little as possible.

use std::path::Path;
use std::time::{Duration, Instant};

/// Whom a stopwatch times.
#[derive(Clone, Copy)]
pub enum Runner {
    /// The thread that holds the watch.
    Us,
    /// All threads of this process.
    Process(u32),
}

/// Times processor time where the system tells it, else the time that passes.
pub struct Stopwatch {
    runner: Runner,
    before: Option<Duration>,
    start: Instant,
}

impl Stopwatch {
    /// Starts.
    pub fn start(runner: Runner) -> Self {
        Stopwatch { runner, before: runner.busy(), start: Instant::now() }
    }

    /// What was spent since the start.
    pub fn stop(&self) -> Duration {
        let passed = self.start.elapsed();
        let spent = self.runner.busy().zip(self.before).map(|(now, before)| now.saturating_sub(before));
        // A system that counts nothing counts zero.
        spent.filter(|spent| !spent.is_zero()).unwrap_or(passed)
    }
}

impl Runner {
    fn busy(self) -> Option<Duration> {
        match self {
            Runner::Us => task(Path::new("/proc/thread-self")),
            Runner::Process(id) => {
                let tasks = std::fs::read_dir(format!("/proc/{id}/task")).ok()?;
                tasks.map(|one| task(&one.ok()?.path())).sum()
            }
        }
    }
}

/// Nanoseconds on the processor: the first number of a task's `schedstat`.
fn task(directory: &Path) -> Option<Duration> {
    let text = std::fs::read_to_string(directory.join("schedstat")).ok()?;
    Some(Duration::from_nanos(text.split_whitespace().next()?.parse().ok()?))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn work_takes_time() {
        for runner in [Runner::Us, Runner::Process(std::process::id())] {
            let watch = Stopwatch::start(runner);
            let start = Instant::now();
            let mut sum = 0u64;
            while start.elapsed() < Duration::from_millis(30) {
                sum = std::hint::black_box(sum.wrapping_mul(3).wrapping_add(1));
            }
            assert!(watch.stop() > Duration::ZERO);
        }
    }

    #[test]
    fn a_process_that_is_not_there_is_timed_by_the_clock() {
        let watch = Stopwatch::start(Runner::Process(u32::MAX));
        std::thread::sleep(Duration::from_millis(2));
        assert!(watch.stop() >= Duration::from_millis(2));
    }
}

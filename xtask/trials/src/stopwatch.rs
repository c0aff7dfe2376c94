//! Stopwatch for processor time, so that other load on the machine disturbs measurements little.

use std::path::Path;
use std::time::{Duration, Instant};

/// Subject of a stopwatch.
#[derive(Clone, Copy)]
pub enum Timed {
    /// The current thread.
    CurrentThread,
    /// All threads of this process.
    Process(u32),
}

/// Measures processor time if the system reports it, otherwise wall-clock time.
pub struct Stopwatch {
    timed: Timed,
    before: Option<Duration>,
    start: Instant,
}

impl Stopwatch {
    /// Starts the stopwatch.
    pub fn start(timed: Timed) -> Self {
        Stopwatch { timed, before: timed.cpu_time(), start: Instant::now() }
    }

    /// Returns the time since the start.
    pub fn stop(&self) -> Duration {
        let passed = self.start.elapsed();
        let spent = self.timed.cpu_time().zip(self.before).map(|(now, before)| now.saturating_sub(before));
        // Zero means that the system does not report it.
        spent.filter(|spent| !spent.is_zero()).unwrap_or(passed)
    }
}

impl Timed {
    fn cpu_time(self) -> Option<Duration> {
        match self {
            Timed::CurrentThread => task_cpu_time(Path::new("/proc/thread-self")),
            Timed::Process(id) => {
                let tasks = std::fs::read_dir(format!("/proc/{id}/task_cpu_time")).ok()?;
                tasks.map(|one| task_cpu_time(&one.ok()?.path())).sum()
            }
        }
    }
}

/// Returns the processor time of a task: the first number of its `schedstat`, in nanoseconds.
fn task_cpu_time(directory: &Path) -> Option<Duration> {
    let text = std::fs::read_to_string(directory.join("schedstat")).ok()?;
    Some(Duration::from_nanos(text.split_whitespace().next()?.parse().ok()?))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn work_takes_processor_time() {
        for timed in [Timed::CurrentThread, Timed::Process(std::process::id())] {
            let watch = Stopwatch::start(timed);
            let start = Instant::now();
            let mut sum = 0u64;
            while start.elapsed() < Duration::from_millis(30) {
                sum = std::hint::black_box(sum.wrapping_mul(3).wrapping_add(1));
            }
            assert!(watch.stop() > Duration::ZERO);
        }
    }

    #[test]
    fn a_missing_process_is_timed_by_the_wall_clock() {
        let watch = Stopwatch::start(Timed::Process(u32::MAX));
        std::thread::sleep(Duration::from_millis(2));
        assert!(watch.stop() >= Duration::from_millis(2));
    }
}

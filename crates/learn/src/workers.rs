//! Threads that do the same work and stop together when one fails.

use std::sync::atomic::{AtomicBool, Ordering};

use game::Message;

/// Runs `work` in some threads. The first error sets `stop`, which the others are to look at, and is returned.
pub fn run(
    threads: usize,
    stop: &AtomicBool,
    work: &(dyn Fn() -> Result<(), Message> + Sync),
) -> Result<(), Message> {
    std::thread::scope(|scope| {
        let spawn = || {
            scope.spawn(|| {
                let result = work();
                stop.fetch_or(result.is_err(), Ordering::Relaxed);
                result
            })
        };
        let threads: Vec<_> = (0..threads.max(1)).map(|_| spawn()).collect();
        let results: Vec<Result<(), Message>> = threads
            .into_iter()
            .map(|thread| thread.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic)))
            .collect();
        results.into_iter().collect()
    })
}

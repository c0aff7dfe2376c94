//! Parallel work with a progress bar.

use std::io::{IsTerminal, Write};
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::time::{Duration, Instant};

/// Update interval of the bar on a terminal, and of lines in a log.
const BAR_INTERVAL: Duration = Duration::from_millis(200);
const LOG_INTERVAL: Duration = Duration::from_secs(20);

/// Runs `work` on every item on some threads and returns the results in order. `note` is appended to the bar.
pub fn run_parallel<T: Sync, R: Send>(
    items: &[T],
    threads: usize,
    work: impl Fn(&T) -> R + Sync,
    note: impl Fn() -> String + Sync,
) -> Vec<R> {
    let next = AtomicUsize::new(0);
    let finished = AtomicBool::new(false);
    let done = Mutex::new(Vec::with_capacity(items.len()));
    let count = || done.lock().map_or(0, |done| done.len());
    std::thread::scope(|scope| {
        let workers: Vec<_> = (0..threads.max(1))
            .map(|_| {
                scope.spawn(|| {
                    while let Some((index, item)) = next_item(items, &next) {
                        let result = work(item);
                        if let Ok(mut done) = done.lock() {
                            done.push((index, result));
                        }
                    }
                })
            })
            .collect();
        scope.spawn(|| report_progress(&finished, items.len(), &count, &note));
        for worker in workers {
            // A panic in the work fails the trial.
            if let Err(panic) = worker.join() {
                finished.store(true, Ordering::Release);
                std::panic::resume_unwind(panic);
            }
        }
        finished.store(true, Ordering::Release);
    });
    let mut results = done.into_inner().unwrap_or_default();
    results.sort_unstable_by_key(|(index, _)| *index);
    results.into_iter().map(|(_, result)| result).collect()
}

/// Returns the next item that no thread has taken.
fn next_item<'a, T>(items: &'a [T], next: &AtomicUsize) -> Option<(usize, &'a T)> {
    let index = next.fetch_add(1, Ordering::Relaxed);
    items.get(index).map(|item| (index, item))
}

fn report_progress(
    finished: &AtomicBool,
    total: usize,
    count: &impl Fn() -> usize,
    note: &impl Fn() -> String,
) {
    let terminal = std::io::stderr().is_terminal();
    let mut last = Instant::now();
    while !finished.load(Ordering::Acquire) {
        std::thread::sleep(Duration::from_millis(20));
        if last.elapsed() < if terminal { BAR_INTERVAL } else { LOG_INTERVAL } {
            continue;
        }
        last = Instant::now();
        let line = format!("{} {}", bar(count(), total), note());
        // An error of the output must not stop the work.
        let _ = match terminal {
            true => write!(std::io::stderr(), "\r{line} "),
            false => writeln!(std::io::stderr(), "{line}"),
        };
    }
    if terminal {
        let _ = writeln!(std::io::stderr(), "\r{} {}", bar(count(), total), note());
    }
}

/// `[######....] 3/5`.
fn bar(done: usize, total: usize) -> String {
    const WIDTH: usize = 30;
    let full = (WIDTH * done).checked_div(total).unwrap_or(WIDTH);
    format!("[{}{}] {done}/{total}", "#".repeat(full), ".".repeat(WIDTH - full))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_item_is_processed_once_and_results_keep_their_order() {
        let items: Vec<usize> = (0..1000).collect();
        let doubled = run_parallel(&items, 4, |item| item * 2, String::new);
        assert!(doubled.iter().enumerate().all(|(index, &value)| value == index * 2));
        assert_eq!(doubled.len(), 1000);
    }

    #[test]
    fn the_bar_fills() {
        assert!(bar(0, 10).starts_with("[......"));
        assert!(bar(10, 10).starts_with("[######"));
        assert!(bar(0, 0).ends_with("0/0"));
    }
}

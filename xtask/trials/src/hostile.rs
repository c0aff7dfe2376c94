//! Cost of hostile files in time and memory, each read in a separate process.

#[path = "../../../crates/table/tests/hostile/mod.rs"]
mod files;

use std::ops::ControlFlow;
use std::process::Command;
use std::time::Duration;

use table::{ReadLimits, ReadOptions, read_file};

use crate::Done;
use crate::stopwatch::{Stopwatch, Timed};

/// Time budget of a file, the same as the server's.
const BUDGET: Duration = Duration::from_millis(250);

/// Reads every file and prints its cost.
pub fn run() -> Done {
    let program = std::env::current_exe().map_err(|why| why.to_string())?;
    println!("| file | games | moves | processor time | stopped | memory |\n|---|---:|---:|---:|---|---:|");
    let (mut slowest, mut largest) = (0.0_f64, 0.0_f64);
    for (index, (name, bytes)) in files::files().into_iter().enumerate() {
        let output = Command::new(&program)
            .args(["hostile", "--file", &index.to_string()])
            .output()
            .map_err(|why| why.to_string())?;
        let text = String::from_utf8_lossy(&output.stdout).into_owned();
        let fields: Vec<&str> = text.split_whitespace().collect();
        let [games, moves, millis, stopped, memory] = fields.as_slice() else {
            return Err(format!("{name} ({} bytes) crashed the reader: {}", bytes.len(), output.status));
        };
        slowest = slowest.max(millis.parse().unwrap_or(f64::NAN));
        largest = largest.max(memory.parse().unwrap_or(f64::NAN));
        println!("| {name} | {games} | {moves} | {millis} ms | {stopped} | {memory} MB |");
    }
    println!("| the worst | | | {slowest:.1} ms | | {largest:.1} MB |");
    Ok(())
}

/// Reads one file in this process and prints its cost.
pub fn read_one(index: usize) -> Done {
    let Some((_, bytes)) = files::files().into_iter().nth(index) else {
        return Err(format!("there is no file {index}"));
    };
    // The memory of the files themselves does not count.
    reset_peak_memory();
    let before = memory("VmRSS:");
    let watch = Stopwatch::start(Timed::CurrentThread);
    let stopped = std::cell::Cell::new(false);
    let stop = || {
        stopped.set(stopped.get() || watch.stop() >= BUDGET);
        stopped.get()
    };
    let ask = ReadOptions { game: None, notation: None, bounds: ReadLimits::PUBLIC };
    let (mut games, mut moves) = (Vec::new(), 0);
    read_file(&bytes, &ask, &stop, &mut |read| {
        moves += read.record.moves();
        // Kept in memory, as the server does to answer.
        games.push(read);
        ControlFlow::Continue(())
    });
    let spent = watch.stop().as_secs_f64() * 1e3;
    let peak = (memory("VmHWM:") - before).max(0.0);
    let stopped = if stopped.get() { "yes" } else { "no" };
    println!("{} {moves} {spent:.1} {stopped} {peak:.1}", games.len());
    Ok(())
}

/// Returns a value of `/proc/self/status` in megabytes.
fn memory(name: &str) -> f64 {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let line = status.lines().find_map(|line| line.strip_prefix(name));
    line.and_then(|line| line.split_whitespace().next()?.parse::<f64>().ok()).unwrap_or(f64::NAN) / 1024.0
}

/// Resets the peak memory counter of this process.
fn reset_peak_memory() {
    let _ = std::fs::write("/proc/self/clear_refs", "5");
}

//! Hostile files, each read by a process of its own: what it costs in time and memory.

#[path = "../../../crates/table/tests/hostile/mod.rs"]
mod files;

use std::ops::ControlFlow;
use std::process::Command;
use std::time::Duration;

use table::{ReadLimits, ReadOptions, read_file};

use crate::Done;
use crate::stopwatch::{Runner, Stopwatch};

/// What a file may cost: as the server has it.
const BUDGET: Duration = Duration::from_millis(250);

/// Reads every file and prints what each cost.
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
            return Err(format!("{name} ({} bytes) ended the reader: {}", bytes.len(), output.status));
        };
        slowest = slowest.max(millis.parse().unwrap_or(f64::NAN));
        largest = largest.max(memory.parse().unwrap_or(f64::NAN));
        println!("| {name} | {games} | {moves} | {millis} ms | {stopped} | {memory} MB |");
    }
    println!("| the worst | | | {slowest:.1} ms | | {largest:.1} MB |");
    Ok(())
}

/// Reads one file in this process and says what it cost.
pub fn read_one(index: usize) -> Done {
    let Some((_, bytes)) = files::files().into_iter().nth(index) else {
        return Err(format!("there is no file {index}"));
    };
    // What the files themselves took is not the reader's.
    forget_the_peak();
    let before = memory("VmRSS:");
    let watch = Stopwatch::start(Runner::Us);
    let stopped = std::cell::Cell::new(false);
    let stop = || {
        stopped.set(stopped.get() || watch.stop() >= BUDGET);
        stopped.get()
    };
    let ask = ReadOptions { game: None, notation: None, bounds: ReadLimits::PUBLIC };
    let (mut games, mut moves) = (Vec::new(), 0);
    read_file(&bytes, &ask, &stop, &mut |read| {
        moves += read.record.moves();
        // Kept, as a server that answers with them would.
        games.push(read);
        ControlFlow::Continue(())
    });
    let spent = watch.stop().as_secs_f64() * 1e3;
    let peak = (memory("VmHWM:") - before).max(0.0);
    let stopped = if stopped.get() { "yes" } else { "no" };
    println!("{} {moves} {spent:.1} {stopped} {peak:.1}", games.len());
    Ok(())
}

/// A line of what the system says of this process, in megabytes.
fn memory(name: &str) -> f64 {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let line = status.lines().find_map(|line| line.strip_prefix(name));
    line.and_then(|line| line.split_whitespace().next()?.parse::<f64>().ok()).unwrap_or(f64::NAN) / 1024.0
}

/// Lets the system count the most memory anew.
fn forget_the_peak() {
    let _ = std::fs::write("/proc/self/clear_refs", "5");
}

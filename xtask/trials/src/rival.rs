//! Another engine, run by UCI, for comparisons.

use std::io::{BufRead, BufReader, Write};
use std::path::Path;
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::time::Duration;

use crate::Done;
use crate::speed::Search;
use crate::stopwatch::{Stopwatch, Timed};

/// A running engine.
pub struct Rival {
    child: Child,
    input: ChildStdin,
    /// Its output line by line, read by a separate thread, so that it never blocks.
    output: Receiver<String>,
}

/// Interval at which the processor time of a searching rival is checked.
const POLL_INTERVAL: Duration = Duration::from_millis(10);
/// Size of its hash table in megabytes, the same as ours.
const HASH: u32 = 64;

impl Rival {
    /// Starts the engine and selects the game.
    pub fn start(program: &Path, variant: &str) -> Done<Self> {
        let name = program.display();
        let mut child = Command::new(program)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .map_err(|error| format!("{name} could not be started: {error}"))?;
        let (input, output) = (child.stdin.take(), child.stdout.take());
        let (Some(input), Some(output)) = (input, output) else { return Err(format!("{name} has no pipes")) };
        let (lines, received) = channel();
        std::thread::spawn(move || {
            for line in BufReader::new(output).lines().map_while(Result::ok) {
                if lines.send(line).is_err() {
                    break;
                }
            }
        });
        let mut rival = Rival { child, input, output: received };
        rival.send("uci")?;
        rival.wait_for("uciok")?;
        rival.send("setoption name Threads value 1")?;
        rival.send(&format!("setoption name Hash value {HASH}"))?;
        rival.send(&format!("setoption name UCI_Variant value {variant}"))?;
        rival.send("isready")?;
        rival.wait_for("readyok")?;
        Ok(rival)
    }

    /// Runs perft; returns the count and the processor time.
    pub fn perft(&mut self, position: &str, depth: u32) -> Done<(u64, Duration)> {
        self.send(&format!("position fen {position}"))?;
        self.send("isready")?;
        self.wait_for("readyok")?;
        let watch = Stopwatch::start(Timed::Process(self.child.id()));
        self.send(&format!("go perft {depth}"))?;
        let answer = self.wait_for("Nodes searched:")?;
        let took = watch.stop();
        let nodes = answer.rsplit(' ').next().and_then(|number| number.parse().ok());
        Ok((nodes.ok_or_else(|| format!("the rival answered `{answer}`"))?, took))
    }

    /// Returns the number of moves of the first mate it announces within this processor time.
    pub fn mate(&mut self, position: &str, millis: u64) -> Done<Option<u32>> {
        self.send("ucinewgame")?;
        self.send(&format!("position fen {position}"))?;
        self.send("isready")?;
        self.wait_for("readyok")?;
        let watch = Stopwatch::start(Timed::Process(self.child.id()));
        self.send("go infinite")?;
        let (mut mate, mut stopped) = (None, false);
        loop {
            match self.output.recv_timeout(POLL_INTERVAL) {
                Ok(line) if line.starts_with("bestmove") => return Ok(mate),
                Ok(line) => mate = mate.or_else(|| announced(&line)),
                Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => return Err("the rival exited during a search".into()),
            }
            if !stopped && (mate.is_some() || watch.stop() >= Duration::from_millis(millis)) {
                self.send("stop")?;
                stopped = true;
            }
        }
    }

    /// Searches for a fixed time; returns depth, nodes and processor time.
    pub fn search(&mut self, position: &str, millis: u64) -> Done<Search> {
        self.send("ucinewgame")?;
        self.send(&format!("position fen {position}"))?;
        self.send("isready")?;
        self.wait_for("readyok")?;
        let watch = Stopwatch::start(Timed::Process(self.child.id()));
        self.send(&format!("go movetime {millis}"))?;
        let (mut depth, mut nodes) = (0, 0);
        loop {
            let line = self.output.recv().map_err(|_| "the rival exited during a search")?;
            if line.starts_with("bestmove") {
                return Ok(Search { depth, nodes, took: watch.stop() });
            }
            nodes = number_after(&line, " nodes ").unwrap_or(nodes);
            if !line.contains("bound") {
                depth = number_after(&line, "info depth ").map_or(depth, |depth| depth as u32);
            }
        }
    }

    fn send(&mut self, line: &str) -> Done {
        writeln!(self.input, "{line}")
            .and_then(|()| self.input.flush())
            .map_err(|error| format!("cannot write to the rival: {error}"))
    }

    fn wait_for(&mut self, beginning: &str) -> Done<String> {
        loop {
            let received = self.output.recv();
            let line = received.map_err(|_| format!("the rival exited before `{beginning}`"))?;
            if line.starts_with(beginning) {
                return Ok(line.trim_end().to_owned());
            }
        }
    }
}

/// Returns the number after these words.
fn number_after(line: &str, words: &str) -> Option<u64> {
    line.split_once(words)?.1.split(' ').next()?.parse().ok()
}

/// Returns the number of moves of a mate for the side to move that an `info` line announces.
fn announced(line: &str) -> Option<u32> {
    let (_, score) = line.split_once(" score mate ")?;
    let moves = score.split(' ').next()?.parse().ok()?;
    (moves > 0 && !line.contains(" upperbound")).then_some(moves)
}

impl Drop for Rival {
    fn drop(&mut self) {
        // It may have exited already; in any case it must not be left running.
        let _ = writeln!(self.input, "quit");
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_a_mate_for_the_side_to_move_is_an_announcement() {
        assert_eq!(announced("info depth 9 score mate 4 nodes 12 pv a1a2"), Some(4));
        assert_eq!(announced("info depth 9 score mate 4 upperbound nodes 12 pv a1a2"), None);
        assert_eq!(announced("info depth 9 score mate -4 nodes 12 pv a1a2"), None);
        assert_eq!(announced("info depth 9 score cp 900 nodes 12 pv a1a2"), None);
    }
}

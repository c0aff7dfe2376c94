//! Another program that counts, spoken to over UCI.

use std::io::{BufRead, BufReader, Write};
use std::path::Path;
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::time::Duration;

use crate::Done;
use crate::speed::Search;
use crate::stopwatch::{Runner, Stopwatch};

/// A running engine.
pub struct Rival {
    child: Child,
    input: ChildStdin,
    /// What it says, line by line, read by a thread of its own: it must never wait for us.
    output: Receiver<String>,
}

/// How often a thinking rival's time is looked at.
const LOOK: Duration = Duration::from_millis(10);
/// Megabytes of memory, as much as we take.
const HASH: u32 = 64;

impl Rival {
    /// Starts the engine and tells it the game.
    pub fn start(program: &Path, variant: &str) -> Done<Self> {
        let name = program.display();
        let mut child = Command::new(program)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .map_err(|error| format!("{name} could not be started: {error}"))?;
        let (input, output) = (child.stdin.take(), child.stdout.take());
        let (Some(input), Some(output)) = (input, output) else { return Err(format!("{name} has no pipes")) };
        let (lines, heard) = channel();
        std::thread::spawn(move || {
            for line in BufReader::new(output).lines().map_while(Result::ok) {
                if lines.send(line).is_err() {
                    break;
                }
            }
        });
        let mut rival = Rival { child, input, output: heard };
        rival.say("uci")?;
        rival.wait_for("uciok")?;
        rival.say("setoption name Threads value 1")?;
        rival.say(&format!("setoption name Hash value {HASH}"))?;
        rival.say(&format!("setoption name UCI_Variant value {variant}"))?;
        rival.say("isready")?;
        rival.wait_for("readyok")?;
        Ok(rival)
    }

    /// Counts, and how long that took.
    pub fn perft(&mut self, position: &str, depth: u32) -> Done<(u64, Duration)> {
        self.say(&format!("position fen {position}"))?;
        self.say("isready")?;
        self.wait_for("readyok")?;
        let watch = Stopwatch::start(Runner::Process(self.child.id()));
        self.say(&format!("go perft {depth}"))?;
        let answer = self.wait_for("Nodes searched:")?;
        let took = watch.stop();
        let nodes = answer.rsplit(' ').next().and_then(|number| number.parse().ok());
        Ok((nodes.ok_or_else(|| format!("the rival answered `{answer}`"))?, took))
    }

    /// The moves to the first mate it announces within so many milliseconds of processor time, if it announces one.
    pub fn mate(&mut self, position: &str, millis: u64) -> Done<Option<u32>> {
        self.say("ucinewgame")?;
        self.say(&format!("position fen {position}"))?;
        self.say("isready")?;
        self.wait_for("readyok")?;
        let watch = Stopwatch::start(Runner::Process(self.child.id()));
        self.say("go infinite")?;
        let (mut mate, mut told) = (None, false);
        loop {
            match self.output.recv_timeout(LOOK) {
                Ok(line) if line.starts_with("bestmove") => return Ok(mate),
                Ok(line) => mate = mate.or_else(|| announced(&line)),
                Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => return Err("the rival left while it thought".into()),
            }
            if !told && (mate.is_some() || watch.stop() >= Duration::from_millis(millis)) {
                self.say("stop")?;
                told = true;
            }
        }
    }

    /// Searches for so many milliseconds: how deep it came, how much it visited, and the processor time it took.
    pub fn search(&mut self, position: &str, millis: u64) -> Done<Search> {
        self.say("ucinewgame")?;
        self.say(&format!("position fen {position}"))?;
        self.say("isready")?;
        self.wait_for("readyok")?;
        let watch = Stopwatch::start(Runner::Process(self.child.id()));
        self.say(&format!("go movetime {millis}"))?;
        let (mut depth, mut nodes) = (0, 0);
        loop {
            let line = self.output.recv().map_err(|_| "the rival left while it thought")?;
            if line.starts_with("bestmove") {
                return Ok(Search { depth, nodes, took: watch.stop() });
            }
            nodes = number_after(&line, " nodes ").unwrap_or(nodes);
            if !line.contains("bound") {
                depth = number_after(&line, "info depth ").map_or(depth, |depth| depth as u32);
            }
        }
    }

    fn say(&mut self, line: &str) -> Done {
        writeln!(self.input, "{line}")
            .and_then(|()| self.input.flush())
            .map_err(|error| format!("the rival does not listen: {error}"))
    }

    fn wait_for(&mut self, beginning: &str) -> Done<String> {
        loop {
            let heard = self.output.recv();
            let line = heard.map_err(|_| format!("the rival left before it said `{beginning}`"))?;
            if line.starts_with(beginning) {
                return Ok(line.trim_end().to_owned());
            }
        }
    }
}

/// The number that follows these words.
fn number_after(line: &str, words: &str) -> Option<u64> {
    line.split_once(words)?.1.split(' ').next()?.parse().ok()
}

/// The moves of a mate for the side to move that a line of thought announces.
fn announced(line: &str) -> Option<u32> {
    let (_, score) = line.split_once(" score mate ")?;
    let moves = score.split(' ').next()?.parse().ok()?;
    (moves > 0 && !line.contains(" upperbound")).then_some(moves)
}

impl Drop for Rival {
    fn drop(&mut self) {
        // It may have left already; either way it must not outlive us.
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

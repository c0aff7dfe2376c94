//! Another program that counts, spoken to over UCI.

use std::io::{BufRead, BufReader, Write};
use std::path::Path;
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::time::Duration;

use crate::Done;
use crate::stopwatch::{Runner, Stopwatch};

/// A running engine.
pub struct Rival {
    child: Child,
    input: ChildStdin,
    output: BufReader<ChildStdout>,
}

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
        let mut rival = Rival { child, input, output: BufReader::new(output) };
        rival.say("uci")?;
        rival.wait_for("uciok")?;
        rival.say("setoption name Threads value 1")?;
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

    /// The moves to the mate it announces after so many milliseconds of thinking, if it announces one.
    pub fn mate(&mut self, position: &str, millis: u64) -> Done<Option<u32>> {
        self.say("ucinewgame")?;
        self.say(&format!("position fen {position}"))?;
        self.say(&format!("go movetime {millis}"))?;
        let mut mate = None;
        loop {
            let line = self.wait_for("")?;
            if line.starts_with("bestmove") {
                return Ok(mate);
            }
            if let Some((_, score)) = line.split_once(" score ") {
                let moves = score.strip_prefix("mate ").and_then(|rest| rest.split(' ').next());
                mate = moves.and_then(|moves| moves.parse().ok());
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
            let mut line = String::new();
            let length = self
                .output
                .read_line(&mut line)
                .map_err(|error| format!("the rival fell silent: {error}"))?;
            if length == 0 {
                return Err(format!("the rival left before it said `{beginning}`"));
            }
            if line.starts_with(beginning) {
                return Ok(line.trim_end().to_owned());
            }
        }
    }
}

impl Drop for Rival {
    fn drop(&mut self) {
        // It may have left already; either way it must not outlive us.
        let _ = writeln!(self.input, "quit");
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

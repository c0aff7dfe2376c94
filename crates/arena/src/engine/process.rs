//! A program spoken to line by line, with a deadline on every answer; it never outlives its owner.

use std::io::{BufRead, BufReader, Read, Write};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, SyncSender, sync_channel};
use std::thread;
use std::time::{Duration, Instant};

use crate::player::Fault;

/// Longer lines are cut here: no engine says that much at once.
const LONGEST: u64 = 1 << 16;
/// Lines that may wait unread before the program is made to wait.
const WAITING: usize = 4096;
/// How long a program may take to leave after it was told to.
const FAREWELL: Duration = Duration::from_millis(300);

/// A running program.
pub struct Process {
    child: Child,
    input: Option<ChildStdin>,
    lines: Receiver<String>,
    /// What it is told before it must leave.
    goodbye: &'static str,
}

impl Process {
    /// Starts a program.
    pub fn start(program: &str, arguments: &[String], goodbye: &'static str) -> Result<Self, Fault> {
        let dead = |error: std::io::Error| Fault::Crash(format!("{program}: {error}"));
        let mut child = Command::new(program)
            .args(arguments)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .map_err(dead)?;
        let (sender, lines) = sync_channel(WAITING);
        let input = child.stdin.take();
        if let Some(output) = child.stdout.take() {
            let reader = thread::Builder::new().name("engine".into());
            reader.spawn(move || read(output, &sender)).map_err(dead)?;
        }
        Ok(Process { child, input, lines, goodbye })
    }

    /// Says a line.
    pub fn say(&mut self, line: &str) -> Result<(), Fault> {
        let said = match &mut self.input {
            Some(input) => writeln!(input, "{line}").and_then(|()| input.flush()),
            None => return Err(Fault::Crash(line.to_owned())),
        };
        said.map_err(|error| Fault::Crash(error.to_string()))
    }

    /// The next line it says, before the deadline.
    pub fn hear(&mut self, deadline: Instant) -> Result<String, Fault> {
        let wait = deadline.saturating_duration_since(Instant::now());
        self.lines.recv_timeout(wait).map_err(|error| match error {
            RecvTimeoutError::Timeout => Fault::TooLate,
            RecvTimeoutError::Disconnected => Fault::Crash(self.epitaph()),
        })
    }

    /// Lines until one is what is waited for.
    pub fn hear_until<T>(
        &mut self,
        patience: Duration,
        mut wanted: impl FnMut(&str) -> Option<T>,
    ) -> Result<T, Fault> {
        let deadline = Instant::now() + patience;
        loop {
            if let Some(found) = wanted(self.hear(deadline)?.trim()) {
                return Ok(found);
            }
        }
    }

    /// Forgets what it said unasked.
    pub fn clear(&mut self) {
        while self.lines.try_recv().is_ok() {}
    }

    /// How it ended, once its output has.
    fn epitaph(&mut self) -> String {
        let gone = Instant::now() + FAREWELL;
        while Instant::now() < gone {
            if let Ok(Some(status)) = self.child.try_wait() {
                return status.to_string();
            }
            thread::sleep(Duration::from_millis(5));
        }
        "output closed".to_owned()
    }
}

fn read(output: ChildStdout, sender: &SyncSender<String>) {
    let mut output = BufReader::new(output);
    let mut bytes = Vec::new();
    loop {
        bytes.clear();
        match output.by_ref().take(LONGEST).read_until(b'\n', &mut bytes) {
            Ok(0) | Err(_) => return,
            Ok(_) => {
                if sender.send(String::from_utf8_lossy(&bytes).into_owned()).is_err() {
                    return;
                }
            }
        }
    }
}

/// No program is left behind: it is asked to leave, then made to, and always waited for.
impl Drop for Process {
    fn drop(&mut self) {
        let goodbye = self.goodbye;
        // One that is gone already hears nothing.
        let _ = self.say(goodbye);
        self.input = None;
        let gone = Instant::now() + FAREWELL;
        while Instant::now() < gone {
            // A full channel would keep its reader, and so the program, waiting.
            self.clear();
            if let Ok(Some(_)) = self.child.try_wait() {
                return;
            }
            thread::sleep(Duration::from_millis(5));
        }
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

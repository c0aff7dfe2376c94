//! Child process with line-based communication and a timeout on every answer; it is ended when dropped.

use std::io::{BufRead, BufReader, Read, Write};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, SyncSender, sync_channel};
use std::thread;
use std::time::{Duration, Instant};

use crate::player::Fault;

/// Longer lines are split.
const MAX_LINE: u64 = 1 << 16;
/// Number of unread lines after which the program is blocked.
const MAX_PENDING: usize = 4096;
/// Time a program may take to exit after the quit command.
const EXIT_TIMEOUT: Duration = Duration::from_millis(300);

/// A running program.
pub struct Process {
    child: Child,
    input: Option<ChildStdin>,
    lines: Receiver<String>,
    /// Command that asks the program to exit.
    quit_command: &'static str,
}

impl Process {
    /// Starts a program.
    pub fn start(program: &str, arguments: &[String], quit_command: &'static str) -> Result<Self, Fault> {
        let dead = |error: std::io::Error| Fault::Crash(format!("{program}: {error}"));
        let mut child = Command::new(program)
            .args(arguments)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .map_err(dead)?;
        let (sender, lines) = sync_channel(MAX_PENDING);
        let input = child.stdin.take();
        if let Some(output) = child.stdout.take() {
            let reader = thread::Builder::new().name("engine".into());
            reader.spawn(move || read(output, &sender)).map_err(dead)?;
        }
        Ok(Process { child, input, lines, quit_command })
    }

    /// Sends a line.
    pub fn send(&mut self, line: &str) -> Result<(), Fault> {
        let result = match &mut self.input {
            Some(input) => writeln!(input, "{line}").and_then(|()| input.flush()),
            None => return Err(Fault::Crash(line.to_owned())),
        };
        result.map_err(|error| Fault::Crash(error.to_string()))
    }

    /// Receives the next line before the deadline.
    pub fn receive(&mut self, deadline: Instant) -> Result<String, Fault> {
        let wait = deadline.saturating_duration_since(Instant::now());
        self.lines.recv_timeout(wait).map_err(|error| match error {
            RecvTimeoutError::Timeout => Fault::TooLate,
            RecvTimeoutError::Disconnected => Fault::Crash(self.exit_status()),
        })
    }

    /// Receives lines until `wanted` accepts one.
    pub fn receive_until<T>(
        &mut self,
        timeout: Duration,
        mut wanted: impl FnMut(&str) -> Option<T>,
    ) -> Result<T, Fault> {
        let deadline = Instant::now() + timeout;
        loop {
            if let Some(found) = wanted(self.receive(deadline)?.trim()) {
                return Ok(found);
            }
        }
    }

    /// Discards unread output.
    pub fn clear(&mut self) {
        while self.lines.try_recv().is_ok() {}
    }

    /// Returns the exit status after the output has closed.
    fn exit_status(&mut self) -> String {
        let gone = Instant::now() + EXIT_TIMEOUT;
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
        match output.by_ref().take(MAX_LINE).read_until(b'\n', &mut bytes) {
            Ok(0) | Err(_) => return,
            Ok(_) => {
                if sender.send(String::from_utf8_lossy(&bytes).into_owned()).is_err() {
                    return;
                }
            }
        }
    }
}

/// Sends the quit command, kills the program after a timeout, and always waits for it: no process is left behind.
impl Drop for Process {
    fn drop(&mut self) {
        let quit_command = self.quit_command;
        // The program may have exited already.
        let _ = self.send(quit_command);
        self.input = None;
        let gone = Instant::now() + EXIT_TIMEOUT;
        while Instant::now() < gone {
            // A full channel would block the reader and so the program.
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

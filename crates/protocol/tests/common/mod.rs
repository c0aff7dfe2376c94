//! Graphical interface for tests: drives an in-memory session line by line and waits for answers.

#![allow(dead_code, reason = "every test file uses its own part")]

use std::io::{self, BufRead, Read, Write};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

use protocol::{SessionConfig, UciDialect, serve};
use table::games;

/// Timeout: longer than any answer takes on a busy machine.
const SHUTDOWN_TIMEOUT: Duration = Duration::from_secs(60);

/// Input of the session.
struct Ear {
    lines: Receiver<Vec<u8>>,
    buffer: Vec<u8>,
}

impl Read for Ear {
    fn read(&mut self, out: &mut [u8]) -> io::Result<usize> {
        let mut available = self.fill_buf()?;
        let count = available.read(out)?;
        self.consume(count);
        Ok(count)
    }
}

impl BufRead for Ear {
    fn fill_buf(&mut self) -> io::Result<&[u8]> {
        if self.buffer.is_empty() {
            self.buffer = self.lines.recv().unwrap_or_default();
        }
        Ok(&self.buffer)
    }

    fn consume(&mut self, count: usize) {
        self.buffer.drain(..count);
    }
}

/// Output of the session.
struct SharedOutput {
    lines: Sender<String>,
    open: Vec<u8>,
}

impl Write for SharedOutput {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        for &byte in bytes {
            if byte == b'\n' {
                let line = String::from_utf8(std::mem::take(&mut self.open)).expect("answers are UTF-8");
                self.lines.send(line).map_err(|_| io::Error::from(io::ErrorKind::BrokenPipe))?;
            } else {
                self.open.push(byte);
            }
        }
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// Graphical interface.
pub struct Gui {
    to: Option<Sender<Vec<u8>>>,
    from: Receiver<String>,
    session: Option<JoinHandle<()>>,
}

impl Gui {
    /// Opens a session.
    pub fn open(config: SessionConfig) -> Self {
        let (to, ear) = channel();
        let (output, from) = channel();
        let session = std::thread::spawn(move || {
            let ear = Ear { lines: ear, buffer: Vec::new() };
            serve(ear, SharedOutput { lines: output, open: Vec::new() }, config);
        });
        Gui { to: Some(to), from, session: Some(session) }
    }

    /// `kydai uci`.
    pub fn uci() -> Self {
        Self::open(SessionConfig::new(UciDialect::Uci, None))
    }

    /// `kydai uci --game`.
    pub fn uci_game(game: &str) -> Self {
        Self::open(SessionConfig::new(UciDialect::Uci, Some(games::by_name(game).expect("a game"))))
    }

    /// `kydai ucci`.
    pub fn ucci() -> Self {
        Self::open(SessionConfig::new(UciDialect::Ucci, None))
    }

    /// Sends lines.
    pub fn send(&self, text: &str) {
        self.send_bytes(format!("{text}\n").into_bytes());
    }

    /// Sends raw bytes.
    pub fn send_bytes(&self, bytes: Vec<u8>) {
        self.to.as_ref().expect("open").send(bytes).expect("the session lives");
    }

    /// Next line.
    pub fn line(&self) -> String {
        self.from.recv_timeout(SHUTDOWN_TIMEOUT).expect("an answer in time")
    }

    /// Next line, if one arrives within the time.
    pub fn line_within(&self, wait: Duration) -> Option<String> {
        match self.from.recv_timeout(wait) {
            Ok(line) => Some(line),
            Err(RecvTimeoutError::Timeout) => None,
            Err(RecvTimeoutError::Disconnected) => panic!("the session ended"),
        }
    }

    /// All lines up to and including the first with this prefix.
    pub fn until(&self, start: &str) -> Vec<String> {
        let mut lines = Vec::new();
        loop {
            let line = self.line();
            let last = line.starts_with(start);
            lines.push(line);
            if last {
                return lines;
            }
        }
    }

    /// Sends lines and collects all answers up to the first with this prefix.
    pub fn ask(&self, text: &str, start: &str) -> Vec<String> {
        self.send(text);
        self.until(start)
    }

    /// Sends lines and collects all answers up to that of `isready`.
    pub fn send_and_collect(&self, text: &str) -> Vec<String> {
        let mut lines = self.ask(&format!("{text}\nisready"), "readyok");
        lines.pop();
        lines
    }

    /// Best move of the engine.
    pub fn best(&self, text: &str) -> String {
        let lines = self.ask(text, "bestmove");
        let last = lines.last().expect("a line");
        last.split_whitespace().nth(1).expect("a move").to_owned()
    }

    /// Quits and returns the remaining output; the session must end.
    pub fn quit(mut self) -> Vec<String> {
        self.send("quit");
        self.finish()
    }

    /// Closes the input without `quit`.
    pub fn hang_up(mut self) -> Vec<String> {
        self.finish()
    }

    fn finish(&mut self) -> Vec<String> {
        self.to = None;
        let begin = Instant::now();
        let session = self.session.take().expect("a session");
        while !session.is_finished() {
            assert!(begin.elapsed() < SHUTDOWN_TIMEOUT, "the session does not end");
            std::thread::sleep(Duration::from_millis(1));
        }
        session.join().expect("the session ends cleanly");
        self.from.try_iter().collect()
    }
}

impl Drop for Gui {
    fn drop(&mut self) {
        // Ends the session of a test that fails.
        self.to = None;
    }
}

/// The only line with this prefix.
pub fn find<'a>(lines: &'a [String], start: &str) -> &'a str {
    lines.iter().find(|line| line.starts_with(start)).unwrap_or_else(|| panic!("no {start} in {lines:#?}"))
}

/// Word after a word.
pub fn after<'a>(line: &'a str, word: &str) -> &'a str {
    let mut words = line.split_whitespace();
    words.find(|found| *found == word).unwrap_or_else(|| panic!("no {word} in {line}"));
    words.next().unwrap_or_else(|| panic!("nothing behind {word} in {line}"))
}

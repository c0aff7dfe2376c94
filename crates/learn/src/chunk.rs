//! Records on disk: numbered files that only grow, so that a run may be cut at any time and go on later.

use std::fs::{self, File, OpenOptions};
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};
use std::sync::Mutex;

use game::Message;

use crate::record::Record;

/// What a file of records begins with; the game's name and a line's end follow.
const MAGIC: &str = "kydai games 1 ";
/// Records in a file before the next one is begun.
const RECORDS: usize = 1000;

/// A folder of records of one game.
pub struct Folder {
    path: PathBuf,
    game: &'static str,
    /// The number of the next file; two threads never write the same one.
    next: Mutex<u32>,
}

/// A file being written.
pub struct Chunk {
    file: File,
    /// Its number: games grow from it.
    pub number: u32,
    /// Records written to it.
    pub count: usize,
    buffer: Vec<u8>,
}

fn failed(path: &Path, error: &io::Error) -> Message {
    Message::new("learn_file").text("file", path.display().to_string()).text("why", error.to_string())
}

impl Folder {
    /// Opens a folder, made where there is none.
    pub fn create(path: &Path, game: &'static str) -> Result<Self, Message> {
        fs::create_dir_all(path).map_err(|error| failed(path, &error))?;
        Self::open(path, game)
    }

    /// Opens a folder that is there.
    pub fn open(path: &Path, game: &'static str) -> Result<Self, Message> {
        let folder = Folder { path: path.to_owned(), game, next: Mutex::new(0) };
        let last = folder.numbers()?.last().copied();
        *folder.lock() = last.map_or(0, |last| last + 1);
        Ok(folder)
    }

    fn lock(&self) -> std::sync::MutexGuard<'_, u32> {
        self.next.lock().unwrap_or_else(std::sync::PoisonError::into_inner)
    }

    fn file(&self, number: u32) -> PathBuf {
        self.path.join(format!("{number:06}.games"))
    }

    /// The numbers of the files, in order.
    fn numbers(&self) -> Result<Vec<u32>, Message> {
        let entries = fs::read_dir(&self.path).map_err(|error| failed(&self.path, &error))?;
        let names = entries.filter_map(|entry| entry.ok()?.file_name().into_string().ok());
        let mut numbers: Vec<u32> =
            names.filter_map(|name| name.strip_suffix(".games")?.parse().ok()).collect();
        numbers.sort_unstable();
        Ok(numbers)
    }

    /// Begins a file nobody has begun.
    pub fn begin(&self) -> Result<Chunk, Message> {
        let mut next = self.lock();
        loop {
            let number = *next;
            *next += 1;
            let path = self.file(number);
            match OpenOptions::new().append(true).create_new(true).open(&path) {
                Ok(mut file) => {
                    let head = format!("{MAGIC}{}\n", self.game);
                    file.write_all(head.as_bytes()).map_err(|error| failed(&path, &error))?;
                    return Ok(Chunk { file, number, count: 0, buffer: Vec::new() });
                }
                // Somebody else writes into the same folder.
                Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {}
                Err(error) => return Err(failed(&path, &error)),
            }
        }
    }

    /// Reads every whole record, oldest file first. A file's torn end is passed over; a file of another game is
    /// refused.
    pub fn read(&self, visit: &mut dyn FnMut(Record)) -> Result<(), Message> {
        for number in self.numbers()? {
            let path = self.file(number);
            let mut bytes = Vec::new();
            File::open(&path)
                .and_then(|mut file| file.read_to_end(&mut bytes))
                .map_err(|error| failed(&path, &error))?;
            let Some(end) = bytes.iter().take(64).position(|&byte| byte == b'\n') else { continue };
            let head = String::from_utf8_lossy(&bytes[..end]).into_owned();
            if head.strip_prefix(MAGIC) != Some(self.game) {
                return Err(Message::new("learn_other_game")
                    .text("file", path.display().to_string())
                    .word("game", format!("game_{}", self.game)));
            }
            let mut rest = &bytes[end + 1..];
            while let Some((record, taken)) = Record::read(rest) {
                visit(record);
                rest = &rest[taken..];
            }
        }
        Ok(())
    }
}

impl Chunk {
    /// Whether it is time for the next one.
    pub fn is_full(&self) -> bool {
        self.count >= RECORDS
    }

    /// Adds a record: one write, so that a cut loses one game at most.
    pub fn add(&mut self, record: &Record) -> Result<(), Message> {
        self.buffer.clear();
        record.write(&mut self.buffer);
        self.count += 1;
        self.file.write_all(&self.buffer).map_err(|error| {
            Message::new("learn_file")
                .text("file", format!("{:06}.games", self.number))
                .text("why", error.to_string())
        })
    }
}

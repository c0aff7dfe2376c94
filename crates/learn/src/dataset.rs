//! Dataset of self-play games on disk: numbered append-only files, so that a run can be interrupted at any time and
//! continued later.

use std::fs::{self, File, OpenOptions};
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};
use std::sync::Mutex;

use game::Message;

use crate::file_error;
use crate::record::Record;

/// Start of a record file; the name of the game and a newline follow.
const MAGIC: &str = "kydai games 1 ";
/// Number of games in a file.
const GAMES_PER_FILE: usize = 1000;

/// Folder of record files of one game.
pub struct Dataset {
    path: PathBuf,
    game: &'static str,
    /// Number of the next file; two threads never write to the same one.
    next: Mutex<u32>,
}

/// A record file being written.
pub struct RecordFile {
    file: File,
    /// Its number, which seeds the games.
    pub number: u32,
    /// Number of games written.
    pub count: usize,
    buffer: Vec<u8>,
}

impl Dataset {
    /// Opens a folder; creates it if it does not exist.
    pub fn create(path: &Path, game: &'static str) -> Result<Self, Message> {
        fs::create_dir_all(path).map_err(|error| file_error(path, &error))?;
        Self::open(path, game)
    }

    /// Opens an existing folder.
    pub fn open(path: &Path, game: &'static str) -> Result<Self, Message> {
        let folder = Dataset { path: path.to_owned(), game, next: Mutex::new(0) };
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

    /// Returns the numbers of the files in ascending order.
    pub fn numbers(&self) -> Result<Vec<u32>, Message> {
        let entries = fs::read_dir(&self.path).map_err(|error| file_error(&self.path, &error))?;
        let names = entries.filter_map(|entry| entry.ok()?.file_name().into_string().ok());
        let mut numbers: Vec<u32> =
            names.filter_map(|name| name.strip_suffix(".games")?.parse().ok()).collect();
        numbers.sort_unstable();
        Ok(numbers)
    }

    /// Returns the number of files and their size in bytes.
    pub fn size(&self) -> Result<(usize, u64), Message> {
        let numbers = self.numbers()?;
        let sizes =
            numbers.iter().map(|&number| fs::metadata(self.file(number)).map_or(0, |file| file.len()));
        Ok((numbers.len(), sizes.sum()))
    }

    /// Creates the next file.
    pub fn create_file(&self) -> Result<RecordFile, Message> {
        let mut next = self.lock();
        loop {
            let number = *next;
            *next += 1;
            let path = self.file(number);
            match OpenOptions::new().append(true).create_new(true).open(&path) {
                Ok(mut file) => {
                    let head = format!("{MAGIC}{}\n", self.game);
                    file.write_all(head.as_bytes()).map_err(|error| file_error(&path, &error))?;
                    return Ok(RecordFile { file, number, count: 0, buffer: Vec::new() });
                }
                // Another process writes to the same folder.
                Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {}
                Err(error) => return Err(file_error(&path, &error)),
            }
        }
    }

    /// Reads every complete record, oldest file first. A truncated end of a file is skipped; a file of another game is an
    /// error.
    pub fn read(&self, visit: &mut dyn FnMut(Record)) -> Result<(), Message> {
        self.numbers()?.into_iter().try_for_each(|number| self.read_file(number, visit))
    }

    /// Reads every complete record of a file.
    pub fn read_file(&self, number: u32, visit: &mut dyn FnMut(Record)) -> Result<(), Message> {
        let path = self.file(number);
        let mut bytes = Vec::new();
        File::open(&path)
            .and_then(|mut file| file.read_to_end(&mut bytes))
            .map_err(|error| file_error(&path, &error))?;
        let Some(end) = bytes.iter().take(64).position(|&byte| byte == b'\n') else { return Ok(()) };
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
        Ok(())
    }

    /// Returns true if the folder has a file with this number.
    pub fn has_file(&self, number: u32) -> bool {
        self.file(number).exists()
    }

    /// Writes a whole file; it appears under its name only when it is complete.
    pub fn write_file(&self, number: u32, records: &[Record]) -> Result<(), Message> {
        let mut bytes = format!("{MAGIC}{}\n", self.game).into_bytes();
        records.iter().for_each(|record| record.write(&mut bytes));
        let path = self.file(number);
        let unfinished = path.with_extension("unfinished");
        fs::write(&unfinished, &bytes)
            .and_then(|()| fs::rename(&unfinished, &path))
            .map_err(|error| file_error(&path, &error))
    }
}

impl RecordFile {
    /// Returns true if the file is full.
    pub fn is_full(&self) -> bool {
        self.count >= GAMES_PER_FILE
    }

    /// Appends a game and the positions from inside its searches in one write, so that an interruption loses one game at most.
    pub fn add(&mut self, game: &Record, positions: &[Record]) -> Result<(), Message> {
        self.buffer.clear();
        game.write(&mut self.buffer);
        positions.iter().for_each(|position| position.write(&mut self.buffer));
        self.count += 1;
        self.file
            .write_all(&self.buffer)
            .map_err(|error| file_error(Path::new(&format!("{:06}.games", self.number)), &error))
    }
}

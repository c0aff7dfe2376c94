//! Game files of other programs, identified by their content and read without recursion.

pub mod ccbridge;
pub mod dhtmlxq;
pub mod plain;
pub mod psq;
pub mod xqf;
mod xqf_write;

use game::Side;

pub use xqf_write::write as write_xqf;

use crate::decode::decode;
use crate::tree::GameResult;

/// File format of game records.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum FileFormat {
    /// XQStudio.
    Xqf,
    /// One game of CCBridge.
    Cbr,
    /// A library of CCBridge.
    Cbl,
    /// The older XML format of CCBridge.
    Cbf,
    /// DhtmlXQ, the bracketed text of forums.
    DhtmlXq,
    /// PSQ of the Piskvork manager: a game of gomoku.
    Psq,
    /// Portable game notation.
    Pgn,
    /// A table with a game in each row.
    Tsv,
    /// Plain text: a record written by [`crate::write_txt`], a list of moves, or one position per line.
    Txt,
}

impl FileFormat {
    /// Name in commands and reports.
    pub const fn name(self) -> &'static str {
        match self {
            FileFormat::Xqf => "xqf",
            FileFormat::Cbr => "cbr",
            FileFormat::Cbl => "cbl",
            FileFormat::Cbf => "cbf",
            FileFormat::DhtmlXq => "dhtmlxq",
            FileFormat::Psq => "psq",
            FileFormat::Pgn => "pgn",
            FileFormat::Tsv => "tsv",
            FileFormat::Txt => "txt",
        }
    }
}

/// Content of a file after format detection.
pub enum FileContent<'a> {
    /// Binary content.
    Bytes(FileFormat, &'a [u8]),
    /// Text, with the name of its encoding.
    Text(FileFormat, String, &'static str),
}

impl FileContent<'_> {
    /// File format.
    pub fn format(&self) -> FileFormat {
        match self {
            FileContent::Bytes(format, _) | FileContent::Text(format, ..) => *format,
        }
    }
}

/// Identifies the format of a file by its content; the file name is not used.
pub fn identify(bytes: &[u8]) -> FileContent<'_> {
    if bytes.starts_with(b"XQ") && bytes.len() >= 1024 {
        return FileContent::Bytes(FileFormat::Xqf, bytes);
    }
    if bytes.starts_with(ccbridge::RECORD) {
        return FileContent::Bytes(FileFormat::Cbr, bytes);
    }
    if bytes.starts_with(ccbridge::LIBRARY) {
        return FileContent::Bytes(FileFormat::Cbl, bytes);
    }
    let (text, encoding) = decode(bytes);
    if is_binary(&text) {
        return FileContent::Text(FileFormat::Txt, String::new(), encoding);
    }
    let format = if text.contains("<ChineseChessRecord") {
        FileFormat::Cbf
    } else if dhtmlxq::is_dhtmlxq(&text) {
        FileFormat::DhtmlXq
    } else if psq::is_psq(&text) {
        FileFormat::Psq
    } else {
        plain::format(&text)
    };
    FileContent::Text(format, text, encoding)
}

/// Number of characters inspected to detect binary content.
const SAMPLE: usize = 2048;

/// Returns true if the text is decoded binary data such as an image or a program.
fn is_binary(text: &str) -> bool {
    let odd = |letter: &char| *letter == '\u{FFFD}' || letter.is_control() && !letter.is_whitespace();
    let (mut odd_letters, mut letters) = (0, 0);
    for letter in text.chars().take(SAMPLE) {
        letters += 1;
        odd_letters += usize::from(odd(&letter));
    }
    odd_letters * 20 > letters
}

/// Result by the number XQF and CCBridge use.
fn result_of_number(number: u8) -> GameResult {
    match number {
        1 => GameResult::Won(Side::First),
        2 => GameResult::Won(Side::Second),
        3 | 4 => GameResult::Drawn,
        _ => GameResult::Unknown,
    }
}

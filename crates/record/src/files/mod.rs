//! The files other programs leave: told apart by their first bytes, read without recursion.

pub mod ccbridge;
pub mod dhtmlxq;
pub mod plain;
pub mod xqf;

use game::Side;

use crate::decode::decode;
use crate::tree::GameResult;

/// The forms a file of games may have.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum FileFormat {
    /// XQStudio.
    Xqf,
    /// One game of CCBridge.
    Cbr,
    /// A library of CCBridge.
    Cbl,
    /// The older form of CCBridge.
    Cbf,
    /// The bracketed text of forums.
    DhtmlXq,
    /// Portable game notation.
    Pgn,
    /// A table with a game in each row.
    Tsv,
    /// A record of ours, a list of moves, or positions one a line.
    Txt,
}

impl FileFormat {
    /// The name in commands and reports.
    pub const fn name(self) -> &'static str {
        match self {
            FileFormat::Xqf => "xqf",
            FileFormat::Cbr => "cbr",
            FileFormat::Cbl => "cbl",
            FileFormat::Cbf => "cbf",
            FileFormat::DhtmlXq => "dhtmlxq",
            FileFormat::Pgn => "pgn",
            FileFormat::Tsv => "tsv",
            FileFormat::Txt => "txt",
        }
    }
}

/// A file opened: what it is, and its text where it is text.
pub enum FileContent<'a> {
    /// Bytes of a form that is no text.
    Bytes(FileFormat, &'a [u8]),
    /// Text, with the name of its encoding.
    Text(FileFormat, String, &'static str),
}

impl FileContent<'_> {
    /// The form.
    pub fn form(&self) -> FileFormat {
        match self {
            FileContent::Bytes(form, _) | FileContent::Text(form, ..) => *form,
        }
    }
}

/// Tells what a file is by what it holds; its name is not asked.
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
    if is_noise(&text) {
        return FileContent::Text(FileFormat::Txt, String::new(), encoding);
    }
    let form = if text.contains("<ChineseChessRecord") {
        FileFormat::Cbf
    } else if dhtmlxq::is(&text) {
        FileFormat::DhtmlXq
    } else {
        plain::form(&text)
    };
    FileContent::Text(form, text, encoding)
}

/// How much of a text tells whether it is one.
const SAMPLE: usize = 2048;

/// Returns true if these are the bytes of something else: a picture, a program.
fn is_noise(text: &str) -> bool {
    let odd = |letter: &char| *letter == '\u{FFFD}' || letter.is_control() && !letter.is_whitespace();
    let (mut odd_letters, mut letters) = (0, 0);
    for letter in text.chars().take(SAMPLE) {
        letters += 1;
        odd_letters += usize::from(odd(&letter));
    }
    odd_letters * 20 > letters
}

/// The ending XQF and CCBridge number so.
fn result_word(number: u8) -> GameResult {
    match number {
        1 => GameResult::Won(Side::First),
        2 => GameResult::Won(Side::Second),
        3 | 4 => GameResult::Drawn,
        _ => GameResult::Unknown,
    }
}

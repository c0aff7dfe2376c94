//! The files other programs leave: told apart by their first bytes, read without recursion.

pub mod ccbridge;
pub mod dhtmlxq;
pub mod plain;
pub mod xqf;

use game::Side;

use crate::decode::decode;
use crate::tree::Ending;

/// The forms a file of games may have.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Form {
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

impl Form {
    /// The name in commands and reports.
    pub const fn name(self) -> &'static str {
        match self {
            Form::Xqf => "xqf",
            Form::Cbr => "cbr",
            Form::Cbl => "cbl",
            Form::Cbf => "cbf",
            Form::DhtmlXq => "dhtmlxq",
            Form::Pgn => "pgn",
            Form::Tsv => "tsv",
            Form::Txt => "txt",
        }
    }
}

/// A file opened: what it is, and its text where it is text.
pub enum Opened<'a> {
    /// Bytes of a form that is no text.
    Bytes(Form, &'a [u8]),
    /// Text, with the name of its encoding.
    Text(Form, String, &'static str),
}

impl Opened<'_> {
    /// The form.
    pub fn form(&self) -> Form {
        match self {
            Opened::Bytes(form, _) | Opened::Text(form, ..) => *form,
        }
    }
}

/// Tells what a file is by what it holds; its name is not asked.
pub fn open(bytes: &[u8]) -> Opened<'_> {
    if bytes.starts_with(b"XQ") && bytes.len() >= 1024 {
        return Opened::Bytes(Form::Xqf, bytes);
    }
    if bytes.starts_with(ccbridge::RECORD) {
        return Opened::Bytes(Form::Cbr, bytes);
    }
    if bytes.starts_with(ccbridge::LIBRARY) {
        return Opened::Bytes(Form::Cbl, bytes);
    }
    let (text, encoding) = decode(bytes);
    if is_noise(&text) {
        return Opened::Text(Form::Txt, String::new(), encoding);
    }
    let form = if text.contains("<ChineseChessRecord") {
        Form::Cbf
    } else if dhtmlxq::is(&text) {
        Form::DhtmlXq
    } else {
        plain::form(&text)
    };
    Opened::Text(form, text, encoding)
}

/// How much of a text tells whether it is one.
const SAMPLE: usize = 2048;

/// Whether these are the bytes of something else: a picture, a program.
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
fn result_word(number: u8) -> Ending {
    match number {
        1 => Ending::Won(Side::First),
        2 => Ending::Won(Side::Second),
        3 | 4 => Ending::Drawn,
        _ => Ending::Open,
    }
}

//! Character cursor, and the parts all traditional notations share: numbers and reveal suffixes.

use std::str::Chars;

use xiangqi::Role;

use super::traditional::RevealSuffix;

/// Cursor over the rest of a text.
#[derive(Clone)]
pub struct Cursor<'a>(Chars<'a>);

impl<'a> Cursor<'a> {
    /// Creates a cursor over a trimmed text.
    pub fn new(text: &'a str) -> Self {
        Cursor(text.trim().chars())
    }

    /// Next character, not consumed.
    pub fn peek(&self) -> Option<char> {
        self.0.clone().next()
    }

    /// Returns true at the end of the text.
    pub fn is_done(&self) -> bool {
        self.peek().is_none()
    }

    /// Consumes the next character if `meaning` accepts it.
    pub fn take<T>(&mut self, meaning: impl FnOnce(char) -> Option<T>) -> Option<T> {
        let found = meaning(self.peek()?)?;
        self.0.next();
        Some(found)
    }

    /// Consumes the next character if it is one of these.
    pub fn eat(&mut self, letters: &[char]) -> bool {
        self.take(|letter| letters.contains(&letter).then_some(())).is_some()
    }

    /// Consumes a word if the text continues with it.
    pub fn eat_word(&mut self, word: &str) -> bool {
        match self.0.as_str().strip_prefix(word) {
            Some(rest) => {
                self.0 = rest.chars();
                true
            }
            None => false,
        }
    }

    /// Skips white space.
    pub fn skip_space(&mut self) {
        while self.take(|letter| letter.is_whitespace().then_some(())).is_some() {}
    }

    /// Parses an ASCII digit from 1 to 9.
    pub fn digit(&mut self) -> Option<u8> {
        self.take(|letter| letter.to_digit(10).map(|digit| digit as u8).filter(|&digit| digit > 0))
    }

    /// Parses a reveal suffix and expects the end of the text: `=R` turned up, `xP` captured face down, `?` unknown.
    pub fn reveal_suffix(mut self, role: impl Fn(&mut Self) -> Option<Role>) -> Option<RevealSuffix> {
        let identity = |cursor: &mut Self| {
            if cursor.eat(&['?', '？']) { Some(Role::Unknown) } else { role(cursor) }
        };
        let became = if self.eat(&['=', '＝']) { Some(identity(&mut self)?) } else { None };
        let captured = if self.eat(&['x', 'X', '×']) { Some(identity(&mut self)?) } else { None };
        self.is_done().then_some(RevealSuffix { became, captured })
    }
}

/// Writes a reveal suffix, roles as formatted by `spell`.
pub fn write_reveal_suffix(
    reveals: RevealSuffix,
    cross: char,
    out: &mut String,
    spell: impl Fn(Role, &mut String),
) {
    for (mark, identity) in [('=', reveals.became), (cross, reveals.captured)] {
        match identity {
            Some(Role::Unknown) => out.extend([mark, '?']),
            Some(role) => {
                out.push(mark);
                spell(role, out);
            }
            None => {}
        }
    }
}

/// A number from 1 to 9 as a digit.
pub fn numeral(number: u8) -> char {
    char::from(b'0' + number.min(9))
}

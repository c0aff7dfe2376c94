//! ParsedMove a text letter by letter, and the parts all tongues share: numbers and what chance added.

use std::str::Chars;

use xiangqi::Role;

use super::traditional::RevealSuffix;

/// What is left of a text.
#[derive(Clone)]
pub struct Cursor<'a>(Chars<'a>);

impl<'a> Cursor<'a> {
    /// The whole of a text, without the space around it.
    pub fn new(text: &'a str) -> Self {
        Cursor(text.trim().chars())
    }

    /// The next letter, still unread.
    pub fn peek(&self) -> Option<char> {
        self.0.clone().next()
    }

    /// Returns true if nothing is left.
    pub fn is_done(&self) -> bool {
        self.peek().is_none()
    }

    /// Reads the next letter if it means something; else it stays.
    pub fn take<T>(&mut self, meaning: impl FnOnce(char) -> Option<T>) -> Option<T> {
        let found = meaning(self.peek()?)?;
        self.0.next();
        Some(found)
    }

    /// Reads the next letter if it is one of these.
    pub fn eat(&mut self, letters: &[char]) -> bool {
        self.take(|letter| letters.contains(&letter).then_some(())).is_some()
    }

    /// Reads a word if the text goes on with it.
    pub fn eat_word(&mut self, word: &str) -> bool {
        match self.0.as_str().strip_prefix(word) {
            Some(rest) => {
                self.0 = rest.chars();
                true
            }
            None => false,
        }
    }

    /// Passes over white space.
    pub fn skip_space(&mut self) {
        while self.take(|letter| letter.is_whitespace().then_some(())).is_some() {}
    }

    /// Reads a number from 1 to 9 in ASCII.
    pub fn digit(&mut self) -> Option<u8> {
        self.take(|letter| letter.to_digit(10).map(|digit| digit as u8).filter(|&digit| digit > 0))
    }

    /// Reads what chance added and demands the end: `=R` turned up, `xP` captured face down, `?` unrevealed.
    pub fn tail(mut self, role: impl Fn(&mut Self) -> Option<Role>) -> Option<RevealSuffix> {
        let identity = |cursor: &mut Self| {
            if cursor.eat(&['?', '？']) { Some(Role::Unknown) } else { role(cursor) }
        };
        let became = if self.eat(&['=', '＝']) { Some(identity(&mut self)?) } else { None };
        let captured = if self.eat(&['x', 'X', '×']) { Some(identity(&mut self)?) } else { None };
        self.is_done().then_some(RevealSuffix { became, captured })
    }
}

/// Writes what chance added, a role as `spell` spells it.
pub fn write_tail(tail: RevealSuffix, cross: char, out: &mut String, spell: impl Fn(Role, &mut String)) {
    for (mark, identity) in [('=', tail.became), (cross, tail.captured)] {
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

/// A number from 1 to 9 as a letter.
pub fn numeral(number: u8) -> char {
    char::from(b'0' + number.min(9))
}

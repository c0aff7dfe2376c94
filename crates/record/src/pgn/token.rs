//! PGN tokens: header lines, comments, parentheses, glyphs and words.

/// A token.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Token<'a> {
    /// A header line, its value unquoted.
    Tag(&'a str, String),
    /// A malformed header line.
    BadTag(&'a str),
    /// A comment, in braces or to the end of the line.
    Comment(&'a str),
    /// An unclosed comment.
    OpenComment(&'a str),
    /// `(`.
    Open,
    /// `)`.
    Close,
    /// A numeric annotation glyph: `$5`.
    Glyph(u8),
    /// A move, a number, a result, or an annotation symbol.
    Word(&'a str),
}

/// Longest header line in bytes.
const LONGEST_TAG: usize = 8 * 1024;

/// Returns true for separators between moves; an ASCII semicolon opens a comment instead.
fn is_comma(letter: char) -> bool {
    matches!(letter, ',' | '，' | '；' | '、')
}

/// Tokenizer. Every text can be tokenized.
#[derive(Clone)]
pub(super) struct Tokens<'a> {
    rest: &'a str,
    line_start: bool,
}

impl<'a> Tokens<'a> {
    pub(super) fn new(text: &'a str) -> Self {
        Tokens { rest: text.trim_start_matches('\u{feff}'), line_start: true }
    }

    /// Takes this many bytes; the end must be a character boundary.
    fn take(&mut self, bytes: usize) -> &'a str {
        let (taken, rest) = self.rest.split_at(bytes);
        self.rest = rest;
        self.line_start = false;
        taken
    }

    fn take_line(&mut self) -> &'a str {
        let end = self.rest.find('\n').unwrap_or(self.rest.len());
        self.take(end).trim_end()
    }

    fn skip_space(&mut self) {
        loop {
            let trimmed = self.rest.trim_start_matches(|c: char| c.is_whitespace() || is_comma(c));
            let skipped = &self.rest[..self.rest.len() - trimmed.len()];
            self.line_start |= skipped.contains('\n');
            self.rest = trimmed;
            // A percent sign at the start of a line hides the line (PGN escape mechanism).
            if !(self.line_start && self.rest.starts_with('%')) {
                return;
            }
            self.take_line();
        }
    }

    fn tag(&mut self) -> Token<'a> {
        // The window is bounded so that many headers on one endless line are not scanned again and again.
        let window = &self.rest[..self.rest.floor_char_boundary(LONGEST_TAG)];
        let line_end = window.find('\n').unwrap_or(window.len());
        let line = &window[..line_end];
        let Some((name, value, used)) = read_tag(line) else {
            return Token::BadTag(self.take(line_end).trim_end());
        };
        self.take(used);
        Token::Tag(name, value)
    }
}

/// Parses a header line `[Name "Value"]` into name, value and length.
fn read_tag(line: &str) -> Option<(&str, String, usize)> {
    let quote = line.find('"')?;
    let name = line.get(1..quote)?.trim();
    if name.is_empty() || name.contains(char::is_whitespace) {
        return None;
    }
    let mut value = String::new();
    let mut escaped = false;
    for (index, c) in line.char_indices().skip_while(|(index, _)| *index <= quote) {
        match c {
            '\\' if !escaped => escaped = true,
            '"' if !escaped => {
                let after = &line[index + 1..];
                let bracket = after.find(']').filter(|&at| after[..at].trim().is_empty())?;
                return Some((name, value, index + 1 + bracket + 1));
            }
            _ => {
                if escaped && !matches!(c, '"' | '\\') {
                    value.push('\\');
                }
                value.push(c);
                escaped = false;
            }
        }
    }
    None
}

impl<'a> Iterator for Tokens<'a> {
    type Item = Token<'a>;

    fn next(&mut self) -> Option<Token<'a>> {
        self.skip_space();
        let first = self.rest.chars().next()?;
        Some(match first {
            '[' => self.tag(),
            '{' => match self.rest.find('}') {
                Some(end) => {
                    self.take(1);
                    let text = self.take(end - 1);
                    self.take(1);
                    Token::Comment(text)
                }
                None => Token::OpenComment(self.take(self.rest.len()).trim_start_matches('{')),
            },
            ';' => Token::Comment(self.take_line().trim_start_matches(';')),
            '(' => {
                self.take(1);
                Token::Open
            }
            ')' => {
                self.take(1);
                Token::Close
            }
            '$' => {
                let end =
                    1 + self.rest[1..].find(|c: char| !c.is_ascii_digit()).unwrap_or(self.rest.len() - 1);
                let number = self.take(end);
                number[1..].parse().map_or(Token::Word(number), Token::Glyph)
            }
            '}' | ']' => Token::Word(self.take(1)),
            _ => {
                let ends = |c: char| {
                    c.is_whitespace()
                        || is_comma(c)
                        || matches!(c, '{' | '}' | '(' | ')' | '[' | ']' | ';' | '$')
                };
                let end = self.rest.find(ends).unwrap_or(self.rest.len());
                Token::Word(self.take(end))
            }
        })
    }
}

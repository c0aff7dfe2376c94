//! What is to be analyzed: a position, or the moves of a game with the position they begin from.

use std::io::Read;
use std::path::Path;

use table::{Message, Rulebook};

use crate::failure::Failure;

/// Larger files are no single game.
const LARGEST: u64 = 16 << 20;

/// What was found in an argument or a file.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Source {
    /// The position, where one was named.
    pub fen: Option<String>,
    /// The moves as they were written, numbers and all; empty for a position alone.
    pub moves: String,
}

/// Reads an argument: the name of a file (`-` is standard input), else a position, else moves.
pub fn read(argument: &str, book: &dyn Rulebook) -> Result<Source, Failure> {
    let path = Path::new(argument);
    let text = if argument == "-" {
        let mut text = String::new();
        std::io::stdin().take(LARGEST).read_to_string(&mut text).map_err(Failure::Unreadable)?;
        text
    } else if path.is_file() {
        let file = |why: String| Message::new("cli_file").text("file", argument).text("why", why);
        let open = std::fs::File::open(path).map_err(|error| file(error.to_string()))?;
        let mut text = String::new();
        open.take(LARGEST).read_to_string(&mut text).map_err(|error| file(error.to_string()))?;
        text
    } else {
        argument.to_owned()
    };
    Ok(understand(&text, book))
}

/// A record with a header is PGN; a text that opens as a position is one; everything else are moves.
fn understand(text: &str, book: &dyn Rulebook) -> Source {
    let text = text.trim_start_matches('\u{FEFF}').trim();
    if text.starts_with('[') {
        return pgn(text);
    }
    let (first, rest) = text.split_once('\n').unwrap_or((text, ""));
    let first = first.trim().strip_prefix("fen ").unwrap_or(first.trim());
    // Most of a position's first word are slashes and men: when it is wrong, its own error is the one to tell.
    let board = first.split_whitespace().next().unwrap_or_default();
    if board.matches('/').count() >= 2 || book.open(Some(first), &[]).is_ok() {
        let (fen, moves) = first.split_once(" moves ").unwrap_or((first, ""));
        return Source {
            fen: Some(fen.to_owned()),
            moves: format!("{moves} {}", bare(rest)).trim().to_owned(),
        };
    }
    Source { fen: None, moves: bare(text) }
}

/// The first game of a PGN text: its position and its moves.
fn pgn(text: &str) -> Source {
    let mut fen = None;
    let mut moves = String::new();
    for line in text.lines() {
        let line = line.trim();
        if line.starts_with('[') {
            if !moves.trim().is_empty() {
                // The header of the next game.
                break;
            }
            let tag = line.trim_start_matches('[').trim_end_matches(']');
            if let Some((name, value)) = tag.split_once(char::is_whitespace)
                && name.eq_ignore_ascii_case("FEN")
            {
                fen = Some(value.trim().trim_matches('"').to_owned());
            }
        } else if !line.starts_with('%') {
            moves.push_str(line);
            moves.push('\n');
        }
    }
    Source { fen, moves: bare(&moves) }
}

/// Moves without what people write around them: comments, variations, glyphs, signs of praise and blame.
fn bare(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let (mut brace, mut depth, mut rest) = (false, 0usize, false);
    for letter in text.chars() {
        match letter {
            '\n' => {
                rest = false;
                out.push('\n');
            }
            _ if rest => {}
            '}' if brace => brace = false,
            _ if brace => {}
            '{' => brace = true,
            ';' => rest = true,
            '(' | '（' => depth += 1,
            ')' | '）' => depth = depth.saturating_sub(1),
            _ if depth > 0 => {}
            '!' | '?' | '！' | '？' => {}
            _ => out.push(letter),
        }
    }
    let words = out.lines().map(|line| {
        let kept = line.split_whitespace().filter(|word| !word.starts_with('$'));
        kept.collect::<Vec<_>>().join(" ")
    });
    words.filter(|line| !line.is_empty()).collect::<Vec<_>>().join("\n")
}

#[cfg(test)]
mod tests {
    use table::games;

    use super::*;

    fn source(text: &str) -> Source {
        understand(text, games::by_name("xiangqi").expect("xiangqi"))
    }

    #[test]
    fn a_position_is_told_from_moves() {
        let fen = "3k5/9/9/9/9/9/9/9/9/4K4 w - - 0 1";
        assert_eq!(source(fen), Source { fen: Some(fen.to_owned()), moves: String::new() });
        assert_eq!(source("h2e2 h9g7").moves, "h2e2 h9g7");
        let both = source(&format!("{fen}\nd9d8 e0e1"));
        assert_eq!((both.fen.as_deref(), both.moves.as_str()), (Some(fen), "d9d8 e0e1"));
        let both = source(&format!("fen {fen} moves e0e1"));
        assert_eq!((both.fen.as_deref(), both.moves.as_str()), (Some(fen), "e0e1"));
        assert!(source("9/9/x w").fen.is_some(), "a wrong position is still one");
    }

    #[test]
    fn the_first_game_of_a_record_is_read() {
        let text = "[Event \"A\"]\n[FEN \"8/8 w\"]\n\n1. e4! {best {by test} e5 (1... c5 (1... d5)) $1 2. Nf3?! ; so\nNc6 1-0\n\n[Event \"B\"]\n\n1. d4";
        let read = source(text);
        assert_eq!(read.fen.as_deref(), Some("8/8 w"));
        assert_eq!(read.moves, "1. e4 e5 2. Nf3\nNc6 1-0");
    }
}

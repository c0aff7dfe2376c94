//! Plain text formats, all converted to PGN: records with headers, lists of moves, positions, tables.

use std::borrow::Cow;

use super::FileFormat;

/// Detects the format of a text.
pub fn format(text: &str) -> FileFormat {
    let mut lines =
        text.lines().map(|line| line.trim_start_matches('\u{feff}').trim()).filter(|line| !line.is_empty());
    let first = lines.clone().next().unwrap_or_default();
    if first.contains('\t') && columns(first).any(|column| column.starts_with("moves")) {
        return FileFormat::Tsv;
    }
    if first.starts_with('#') {
        return FileFormat::Txt;
    }
    if lines.any(is_tag) { FileFormat::Pgn } else { FileFormat::Txt }
}

fn is_tag(line: &str) -> bool {
    let Some(inside) = line.strip_prefix('[') else { return false };
    inside.starts_with(|letter: char| letter.is_ascii_alphabetic()) && inside.contains('"')
}

fn columns(line: &str) -> impl Iterator<Item = &str> {
    line.split('\t').map(str::trim)
}

/// Converts a text of one or more games to PGN: own comment lines are dropped, positions become headers.
pub fn as_pgn(text: &str, format: FileFormat) -> Cow<'_, str> {
    match format {
        FileFormat::Txt => Cow::Owned(to_headers(text)),
        _ => Cow::Borrowed(text),
    }
}

/// Drops the comment lines of plain text records and turns every position into a header.
fn to_headers(text: &str) -> String {
    let mut out = String::with_capacity(text.len() + 64);
    for line in text.lines() {
        let line = line.trim_start_matches('\u{feff}').trim();
        if line.starts_with('#') {
            continue;
        }
        if let Some(fen) = field(line, "fen").filter(|_| line.starts_with('{')) {
            out.push_str(&from_object(line, fen));
            continue;
        }
        match position(line) {
            Some((fen, rest)) => {
                let (name, moves) = operations(rest);
                out.push_str("\n[FEN \"");
                out.push_str(fen);
                out.push_str("\"]\n");
                if let Some(name) = name {
                    out.push_str("[Event \"");
                    out.push_str(&name.replace(['"', '\\'], "'"));
                    out.push_str("\"]\n");
                }
                out.push('\n');
                out.push_str(moves);
            }
            None => out.push_str(line),
        }
        out.push('\n');
    }
    out
}

/// Converts a position given as a JSON object on one line, as in puzzle collections, with its source and moves.
fn from_object(line: &str, fen: &str) -> String {
    let clean = |text: &str| text.replace("\\n", " ").replace(['"', '\\', '[', ']'], "'");
    let mut out = format!("\n[FEN \"{fen}\"]\n");
    let event = ["from", "title", "event", "id"].iter().find_map(|name| field(line, name));
    if let Some(event) = event {
        out.push_str(&format!("[Event \"{}\"]\n", clean(event).trim()));
    }
    if let Some(result) = field(line, "result") {
        out.push_str(&format!("[Result \"{}\"]\n", clean(result)));
    }
    let list = line.split_once("\"line\":").map_or("", |(_, rest)| rest.trim_start());
    let moves = list.strip_prefix('[').and_then(|rest| rest.split_once(']')).map_or("", |(moves, _)| moves);
    out.push('\n');
    out.push_str(&moves.replace(['"', ','], " "));
    out.push('\n');
    out
}

/// Value of a string field of a JSON object on one line.
fn field<'a>(line: &'a str, name: &str) -> Option<&'a str> {
    let (_, rest) = line.split_once(&format!("\"{name}\""))?;
    let rest = rest.trim_start().strip_prefix(':')?.trim_start().strip_prefix('"')?;
    let end = rest
        .bytes()
        .zip(std::iter::once(b' ').chain(rest.bytes()))
        .position(|(byte, before)| byte == b'"' && before != b'\\')?;
    rest.get(..end)
}

/// Splits a line that begins with a position into the position and the rest.
fn position(line: &str) -> Option<(&str, &str)> {
    let line = line.strip_prefix("position ").unwrap_or(line);
    let line = line.strip_prefix("fen ").unwrap_or(line);
    let board = line.split([' ', ',']).next()?;
    let ranks = board.split('/').count();
    let is_board = (8..=10).contains(&ranks)
        && board.len() < 200
        && board
            .bytes()
            .all(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'/' | b'~' | b'+' | b'[' | b']'));
    if !is_board {
        return None;
    }
    // The fields after the board: side to move, castling rights, counters. Anything else is not part of the position.
    let mut end = board.len();
    for (index, field) in line[end..].split_inclusive(' ').scan(end, |at, field| {
        let start = *at;
        *at += field.len();
        Some((start, field))
    }) {
        let word = field.trim();
        if word.is_empty() {
            continue;
        }
        let bare = word.trim_end_matches([',', ';']);
        let is_field = matches!(bare, "w" | "b" | "r" | "-")
            || bare.bytes().all(|byte| byte.is_ascii_digit())
            || bare.bytes().all(|byte| b"KQkqABCDEFGHabcdefgh".contains(&byte)) && bare.len() <= 4
            || bare.len() == 2
                && bare.as_bytes()[1].is_ascii_digit()
                && bare.as_bytes()[0].is_ascii_lowercase()
            || is_pool(bare);
        if !is_field {
            break;
        }
        end = index
            + field.trim_end().trim_end_matches([',', ';']).len()
            + (field.len() - field.trim_start().len());
        if bare.len() != word.len() {
            break;
        }
    }
    let rest = line[end..].trim_start_matches([' ', ',', ';']);
    Some((line[..end].trim(), rest.strip_prefix("moves ").unwrap_or(rest)))
}

/// Returns true for a jieqi pool of hidden pieces: `R2A2c2`.
fn is_pool(word: &str) -> bool {
    let bytes = word.as_bytes();
    bytes.len() >= 2
        && bytes.len().is_multiple_of(2)
        && bytes.chunks(2).all(|pair| pair[0].is_ascii_alphabetic() && pair[1].is_ascii_digit())
        && bytes.iter().any(u8::is_ascii_alphabetic)
        && !(bytes.len() == 4 && bytes[0].is_ascii_lowercase() && bytes[2].is_ascii_lowercase())
}

/// Splits EPD operations (`bm Qg6; id "WAC.001";`) into the name and moves; other text is taken as moves.
fn operations(rest: &str) -> (Option<&str>, &str) {
    let word = rest.split([' ', ';']).next().unwrap_or_default();
    let is_epd = matches!(word, "bm" | "am" | "id" | "dm" | "pv" | "acd" | "acn" | "ce")
        || word.len() == 2
            && word.starts_with(['c', 'D'])
            && word.ends_with(|letter: char| letter.is_ascii_digit());
    if !is_epd {
        return (None, rest);
    }
    let name = rest.split_once("id \"").and_then(|(_, tail)| tail.split_once('"')).map(|(name, _)| name);
    (name, "")
}

/// Converts the rows of a table to PGN, one game each.
pub fn rows(text: &str) -> impl Iterator<Item = String> + '_ {
    let mut lines = text.lines();
    let names: Vec<&str> =
        lines.next().map(|head| columns(head.trim_start_matches('\u{feff}')).collect()).unwrap_or_default();
    lines.filter(|line| !line.trim().is_empty()).map(move |line| {
        let mut out = String::with_capacity(line.len() + 256);
        let mut moves = "";
        for (name, value) in names.iter().zip(columns(line)) {
            let tag = match *name {
                _ if value.is_empty() => continue,
                name if name.starts_with("moves") => {
                    moves = value;
                    continue;
                }
                "id" => "Id",
                "red" => "Red",
                "white" => "White",
                "black" => "Black",
                "result" => "Result",
                "ecco" => "ECCO",
                "eco" => "ECO",
                "date" => "Date",
                "event" => "Event",
                "site" => "Site",
                "fen" => "FEN",
                "game" => "Game",
                _ => continue,
            };
            out.push_str(&format!("[{tag} \"{}\"]\n", value.replace('\\', "\\\\").replace('"', "\\\"")));
        }
        out.push('\n');
        out.push_str(moves);
        out
    })
}

/// Splits PGN before every header that follows moves: one part per game, or a few games without headers.
pub fn games(text: &str) -> impl Iterator<Item = &str> {
    let mut rest = text;
    std::iter::from_fn(move || {
        if rest.trim_start_matches('\u{feff}').trim().is_empty() {
            return None;
        }
        let end = next_game(rest);
        let (piece, tail) = rest.split_at(end);
        rest = tail;
        Some(piece)
    })
}

/// Offset of the next game's header.
fn next_game(text: &str) -> usize {
    let mut at = 0;
    let mut comment = false;
    let mut moves = false;
    let mut seen = [false; 2];
    for line in text.split_inclusive('\n') {
        let trimmed = line.trim_start_matches('\u{feff}').trim_start();
        if !comment && trimmed.starts_with('[') && is_tag(trimmed) {
            // A second position or event starts a new game even if the first one has no moves.
            let opens = ["[FEN ", "[Event "].iter().position(|tag| trimmed.starts_with(tag));
            let again = opens.is_some_and(|which| std::mem::replace(&mut seen[which], true));
            if moves || again {
                return at;
            }
        } else {
            // A brace inside a comment to the end of the line opens nothing.
            let visible = if comment { line } else { line.split(';').next().unwrap_or_default() };
            for byte in visible.bytes() {
                match byte {
                    b'{' if !comment => comment = true,
                    b'}' => comment = false,
                    _ => {}
                }
            }
            moves |= !trimmed.is_empty() && !trimmed.starts_with('{');
        }
        at += line.len();
    }
    text.len()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn positions_start_games() {
        let text =
            to_headers("3k5/9/9/9/9/9/9/9/9/4K4 w, g4g8 d8d9, 1-0\n# remark\n8/8/8/8/8/8/8/K1k5 w - - 0 1\n");
        assert_eq!(text.matches("[FEN ").count(), 2, "{text}");
        assert!(text.contains("[FEN \"3k5/9/9/9/9/9/9/9/9/4K4 w\"]\n\ng4g8 d8d9, 1-0"), "{text}");
        assert!(text.contains("[FEN \"8/8/8/8/8/8/8/K1k5 w - - 0 1\"]"), "{text}");
        let epd = to_headers("8/8/8/8/8/8/8/K1k5 w - - bm Qg6; id \"WAC.001\";");
        assert!(epd.contains("[FEN \"8/8/8/8/8/8/8/K1k5 w - -\"]\n[Event \"WAC.001\"]\n\n\n"), "{epd}");
        assert!(to_headers("xxxxkxxxx/9/9/9/9/9/9/9/9/4K4 w R2A2c2 0 1").contains("w R2A2c2 0 1\"]"));
        assert!(to_headers("8/8/8/8/8/8/8/K1k5 w a1a2 c1c2").contains("K1k5 w\"]"), "moves are no fields");
    }

    #[test]
    fn positions_may_be_json_objects() {
        let text = to_headers(concat!(
            "{\"id\": \"a\", \"fen\": \"3k5/9/9/9/9/9/9/9/R8/4K4 w\", \"from\": \"An \\\"x\\\" - Bình\"}\n",
            "{\"fen\": \"3k5/9/9/9/9/9/9/9/R8/4K4 w\", \"line\": [\"a1a9\", \"d9d8\"], \"result\": \"1-0\"}\n",
            "{\"fen\": \"open\n{\"fen\": 5}\n",
        ));
        assert_eq!(text.matches("[FEN \"3k5/9/9/9/9/9/9/9/R8/4K4 w\"]").count(), 2, "{text}");
        assert!(text.contains("[Event \"An ''x'' - Bình\"]"), "{text}");
        let moves = text.split_once("[Result \"1-0\"]").map(|(_, after)| after.split_whitespace().take(2));
        assert!(moves.is_some_and(|moves| moves.eq(["a1a9", "d9d8"])), "{text}");
    }

    #[test]
    fn a_text_is_cut_where_headers_follow_moves() {
        let text = "[Event \"A\"]\n\n1. e4 {[Event \"no\"]\n[Event \"neither\"]} e5 *\n[Event \"B\"]\n[Site \"x\"]\n\n*\n";
        let pieces: Vec<&str> = games(text).collect();
        assert_eq!(pieces.len(), 2, "{pieces:?}");
        assert!(pieces[1].starts_with("[Event \"B\"]"));
    }

    #[test]
    fn formats_are_detected_by_content() {
        for (text, expected) in [
            ("[Event \"A\"]\n1. e4", FileFormat::Pgn),
            ("# Kỳ Đài: cờ tướng\n[Game \"xiangqi\"]\n", FileFormat::Txt),
            ("id\tred\tblack\tmoves_iccs\n1\ta\tb\th2e2", FileFormat::Tsv),
            ("h2e2 h9g7", FileFormat::Txt),
            ("", FileFormat::Txt),
        ] {
            assert_eq!(format(text), expected, "{text}");
        }
    }
}

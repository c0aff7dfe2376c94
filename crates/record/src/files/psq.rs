//! PSQ of the Piskvork manager, the common record of gomoku programs: a header, one stone per line, then the names.
//!
//! ```text
//! Piskvorky 15x15, 0:0, 0
//! 8,8,1200
//! 9,9,350
//! An
//! Bình
//! 0
//! ```
//!
//! The header has the board's size, levels of the two players and which of them begins (0 or 1). A stone is its column from
//! the left, its row from the top, both counted from 1, and milliseconds. The rules are not in the file.

use std::collections::BTreeSet;
use std::fmt::Write as _;

use game::{Game, Message, Move, Position as _, Side};

use crate::pgn::PgnFault;
use crate::raw_game::{RawGame, RawMove};
use crate::tree::{GameResult, Tree};

const HEAD: &str = "Piskvork";

/// Files and ranks of the largest board; squares are numbered with this width.
const SIDE: usize = 15;
/// The smallest board that has room for a line of five.
const LEAST: usize = 5;

/// Returns true if a text is in this format.
pub fn is_psq(text: &str) -> bool {
    text.trim_start_matches('\u{feff}').trim_start().starts_with(HEAD)
}

/// Place of a word in the text: line and column, both counted from 1.
type Place = (usize, usize);

fn fault((line, column): Place, why: Message) -> PgnFault {
    PgnFault::Place { line, column, why }
}

/// Reads the game of a text.
pub fn read(text: &str, most: usize) -> RawGame {
    let mut game = RawGame { result_by_rules: true, ..RawGame::default() };
    game.tag("Game", "Gomoku");
    let text = text.trim_start_matches('\u{feff}');
    let mut lines = text
        .lines()
        .enumerate()
        .map(|(index, line)| (index + 1, line.trim_end()))
        .filter(|(_, line)| !line.trim().is_empty());
    let (number, head) = lines.next().unwrap_or((1, ""));
    let size = match header(head) {
        Ok((size, second_begins)) => {
            if size != SIDE {
                let row = size.to_string();
                game.setup = Some(format!("{} w", vec![row.as_str(); size].join("/")));
            }
            add_moves(&mut game, &mut lines.clone(), size, most);
            let names: Vec<&str> = lines.map(|(_, line)| line.trim()).filter(|line| is_name(line)).collect();
            let order = if second_begins { [1, 0] } else { [0, 1] };
            for (tag, at) in ["White", "Black"].into_iter().zip(order) {
                game.tag(tag, names.get(at).copied().unwrap_or_default());
            }
            return game;
        }
        Err((column, why)) => (column, why),
    };
    let (column, why) = size;
    game.faults.push(fault((number, column), why));
    game
}

/// Parses the header: size of the board, and true if the second player begins; an error with its column.
fn header(line: &str) -> Result<(usize, bool), (usize, Message)> {
    let malformed = |rest: &str| (column_of(line, rest), Message::new("psq_header"));
    let rest = line.trim_start().strip_prefix(HEAD).unwrap_or_default();
    // The name of the program is Piskvorky or Piskvork.
    let rest = rest.strip_prefix('y').unwrap_or(rest).trim_start();
    let (files, tail) = number(rest).ok_or_else(|| malformed(rest))?;
    let after = tail.strip_prefix(['x', 'X']).ok_or_else(|| malformed(tail))?;
    let (ranks, tail) = number(after).ok_or_else(|| malformed(after))?;
    if files != ranks || !(LEAST..=SIDE).contains(&files) {
        let why = Message::new("psq_size").number("files", files).number("ranks", ranks);
        return Err((column_of(line, rest), why));
    }
    let second_begins = tail.split(',').nth(2).is_some_and(|word| word.trim() == "1");
    Ok((files, second_begins))
}

/// Column of the rest of a line.
fn column_of(line: &str, rest: &str) -> usize {
    1 + line.get(..line.len() - rest.len()).map_or(0, |before| before.chars().count())
}

/// Splits a number off the beginning of a text.
fn number(text: &str) -> Option<(usize, &str)> {
    let end = text.bytes().position(|byte| !byte.is_ascii_digit()).unwrap_or(text.len());
    Some((text[..end].parse().ok()?, &text[end..]))
}

/// Returns true for a line that is no stone and no number: the name of a player.
fn is_name(line: &str) -> bool {
    !line.bytes().all(|byte| byte.is_ascii_digit() || b"-+., ".contains(&byte))
}

/// Adds the stones up to the first line that is no pair of numbers; stops at a fault.
fn add_moves<'a>(
    game: &mut RawGame,
    lines: &mut impl Iterator<Item = (usize, &'a str)>,
    size: usize,
    most: usize,
) {
    let mut taken = BTreeSet::new();
    for (line_number, line) in lines {
        let start = line.trim_start();
        // The names follow, or the number that ends a game.
        if !start.contains(',') || is_name(start) {
            break;
        }
        let place = |rest: &str| (line_number, column_of(line, rest));
        let malformed = |rest: &str| fault(place(rest), Message::new("psq_stone"));
        let stone = || {
            let (file, tail) = number(start).ok_or_else(|| malformed(start))?;
            let row = tail.trim_start().strip_prefix(',').map(str::trim_start);
            let row = row.ok_or_else(|| malformed(tail))?;
            let (rank, tail) = number(row).ok_or_else(|| malformed(row))?;
            if !tail.trim_start().is_empty() && !tail.trim_start().starts_with(',') {
                return Err(malformed(tail));
            }
            for (value, at) in [(file, start), (rank, row)] {
                if !(1..=size).contains(&value) {
                    let why = Message::new("psq_outside").number("number", value).number("size", size);
                    return Err(fault(place(at), why));
                }
            }
            Ok(SIDE * (size - rank) + file - 1)
        };
        let square = match stone() {
            Ok(square) => square,
            Err(fault) => return game.faults.push(fault),
        };
        if !taken.insert(square) {
            let why = Message::new("psq_taken").text("stone", start.trim_end());
            return game.faults.push(fault(place(start), why));
        }
        if game.moves.len() >= most {
            return game.faults.push(PgnFault::TooLarge);
        }
        // At most 224.
        let square = square as u8;
        let after = game.moves.len().checked_sub(1);
        game.moves.push(RawMove { after, from: square, to: square, ..RawMove::default() });
    }
}

/// Writes the main line of a game in which stones are placed on an empty square board; `None` for any other game.
pub fn write<G: Game>(tree: &Tree<G>) -> Option<String> {
    let picture = G::picture(tree.root());
    let size = picture.files;
    let is_empty = picture.pieces.iter().all(Option::is_none) && tree.root().turn() == Side::First;
    if picture.ranks != size || !(LEAST..=SIDE).contains(&size) || G::spec().files != SIDE || !is_empty {
        return None;
    }
    let mut out = format!("{HEAD}y {size}x{size}, 0:0, 0\n");
    for node in tree.main_line() {
        let (mv, _) = tree.played(node)?;
        if mv.from() != mv.to() {
            return None;
        }
        let _ = writeln!(out, "{},{},0", mv.to() % SIDE + 1, size - mv.to() / SIDE);
    }
    for (tags, unnamed) in [(["White", "X"], "?"), (["Black", "O"], "?")] {
        let name = tags.iter().find_map(|tag| tree.tag(tag)).unwrap_or(unnamed);
        let line: String =
            name.chars().map(|letter| if letter.is_control() { ' ' } else { letter }).collect();
        let line = line.trim();
        // A name of digits would be read as a stone.
        let _ = if is_name(line) { writeln!(out, "{line}") } else { writeln!(out, "?{line}") };
    }
    let code = match tree.ending {
        GameResult::Unknown => -1,
        GameResult::Won(_) | GameResult::Drawn => 0,
    };
    let _ = writeln!(out, "{code}");
    Some(out)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn faults(text: &str) -> Vec<(usize, usize, &'static str)> {
        let game = read(text, 300);
        let place = |fault: &PgnFault| match fault {
            PgnFault::Place { line, column, why } => (*line, *column, why.code),
            other => panic!("{other:?}"),
        };
        game.faults.iter().map(place).collect()
    }

    #[test]
    fn columns_count_from_the_left_and_rows_from_the_top() {
        let game = read("Piskvorky 15x15, 11:0, 0\r\n1,1,0\r\n15,15,77\r\n8,7\r\nAn\r\nBình\r\n0\r\n", 300);
        assert!(game.faults.is_empty(), "{:?}", game.faults);
        assert_eq!(game.moves.iter().map(|mv| mv.to).collect::<Vec<_>>(), [210, 14, 127]);
        assert_eq!(game.setup, None);
        let tag = |name: &str| game.tags.iter().find(|(known, _)| known == name).map(|(_, value)| &**value);
        assert_eq!((tag("White"), tag("Black")), (Some("An"), Some("Bình")));
    }

    #[test]
    fn the_second_player_of_the_file_may_begin() {
        let game = read("Piskvorky 7x7, 0:0, 1\n4,4,0\n-1\nAn\nBình\n", 300);
        assert_eq!(game.setup.as_deref(), Some("7/7/7/7/7/7/7 w"));
        assert_eq!(game.tags[1..], [("White", "Bình"), ("Black", "An")].map(|(a, b)| (a.into(), b.into())));
    }

    #[test]
    fn faults_name_their_line_and_column() {
        assert_eq!(faults("Piskvorky 20x20, 0:0, 0\n1,1,0\n"), [(1, 11, "psq_size")]);
        assert_eq!(faults("Piskvorky 15, 0:0, 0\n"), [(1, 13, "psq_header")]);
        assert_eq!(faults("Piskvork\n"), [(1, 9, "psq_header")]);
        assert_eq!(faults("Piskvorky 15x15, 0:0, 0\n8,8,0\n\n 8,16,0\n"), [(4, 4, "psq_outside")]);
        assert_eq!(faults("Piskvorky 15x15, 0:0, 0\n0,8,0\n"), [(2, 1, "psq_outside")]);
        assert_eq!(faults("Piskvorky 15x15, 0:0, 0\n8,,0\n"), [(2, 3, "psq_stone")]);
        assert_eq!(faults("Piskvorky 15x15, 0:0, 0\n8,8,0\n9,9,0\n8,8,0\n"), [(4, 1, "psq_taken")]);
        assert_eq!(faults("Piskvorky 15x15, 0:0, 0\n8 8,0\n"), [(2, 2, "psq_stone")]);
        assert_eq!(faults("Piskvorky 99999999999999999999x1\n"), [(1, 11, "psq_header")]);
    }
}

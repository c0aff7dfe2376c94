//! Positions as a list of pieces: letter, row, column, side. `k 9 4 -1,k 1 5 1,` is a general of each side.
//!
//! Rows are counted from the first side's end and columns from its left, both from 1. The first side is 1, the second
//! -1. The side to move may follow the last comma, `w` or `b`.

use game::{GameSpec, Message, Picture, Side};

/// Maximum number of list entries read: more than any board has squares.
const MOST_PIECES: usize = 400;

/// Returns true if a text is a piece list rather than a position in a dialect.
pub fn is_list(text: &str) -> bool {
    text.contains(',') && !text.contains('/')
}

/// Converts a piece list to position text that the game can parse.
pub fn read_list(spec: &GameSpec, text: &str) -> Result<String, Message> {
    let mut pieces: Vec<Option<char>> = vec![None; spec.files * spec.ranks];
    let mut turn = 'w';
    let entries = text.split([',', ';', '\n']).map(str::trim).filter(|entry| !entry.is_empty());
    for (index, entry) in entries.take(MOST_PIECES).enumerate() {
        if let Some(side) = read_turn(entry) {
            turn = side;
            continue;
        }
        let wrong = || {
            Message::new("list_entry")
                .number("number", index + 1)
                .text("text", entry.chars().take(40).collect::<String>())
                .number("rows", spec.ranks)
                .number("columns", spec.files)
        };
        let (letter, square) = read_entry(spec, entry).ok_or_else(wrong)?;
        let place = pieces.get_mut(square).ok_or_else(wrong)?;
        if place.is_some() {
            return Err(Message::new("list_taken").text("square", square_name(spec, square)));
        }
        *place = Some(letter);
    }
    Ok(format!("{} {turn}", write_pieces(spec, &pieces)))
}

/// Writes the pieces of a board as a list.
pub fn write_list(picture: &Picture) -> String {
    let mut text = String::new();
    for (square, piece) in picture.pieces.iter().enumerate() {
        let Some(piece) = piece else { continue };
        let side = if piece.side == Side::First { 1 } else { -1 };
        let (row, column) = (square / picture.files + 1, square % picture.files + 1);
        text.push_str(&format!("{} {row} {column} {side},", piece.letter.to_ascii_lowercase()));
    }
    text
}

fn read_turn(entry: &str) -> Option<char> {
    match entry {
        "w" | "W" | "r" | "R" => Some('w'),
        "b" | "B" => Some('b'),
        _ => None,
    }
}

fn read_entry(spec: &GameSpec, entry: &str) -> Option<(char, usize)> {
    let mut words = entry.split_whitespace();
    let mut letters = words.next()?.chars();
    let letter = letters.next().filter(|letter| letter.is_ascii_alphabetic() && letters.next().is_none())?;
    let mut number = |most: usize| words.next()?.parse().ok().filter(|&number| (1..=most).contains(&number));
    let (row, column): (usize, usize) = (number(spec.ranks)?, number(spec.files)?);
    let letter = match words.next()? {
        "1" | "+1" => letter.to_ascii_uppercase(),
        "-1" => letter.to_ascii_lowercase(),
        _ => return None,
    };
    words.next().is_none().then_some((letter, (row - 1) * spec.files + column - 1))
}

fn square_name(spec: &GameSpec, square: usize) -> String {
    let file = char::from(b'a' + u8::try_from(square % spec.files).unwrap_or(0));
    format!("{file}{}", square / spec.files + spec.first_rank)
}

fn write_pieces(spec: &GameSpec, pieces: &[Option<char>]) -> String {
    let rank = |row: &[Option<char>]| {
        let mut text = String::new();
        let mut gap = 0;
        for piece in row {
            match piece {
                None => gap += 1,
                Some(letter) => {
                    if gap > 0 {
                        text.push_str(&gap.to_string());
                    }
                    gap = 0;
                    text.push(*letter);
                }
            }
        }
        if gap > 0 {
            text.push_str(&gap.to_string());
        }
        text
    };
    pieces.chunks(spec.files).rev().map(rank).collect::<Vec<_>>().join("/")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games;

    fn read(game: &str, text: &str) -> Result<String, Message> {
        read_list(games::by_name(game).expect("a game").spec(), text)
    }

    #[test]
    fn a_list_is_parsed_to_a_position() {
        let position = read("xiangqi", "k 9 4 -1,k 1 5 1,").expect("a list");
        assert_eq!(position, "9/3k5/9/9/9/9/9/9/9/4K4 w");
        assert_eq!(
            read("xiangqi", "k 10 5 -1, r 5 1 1; k 1 4 1, b").expect("a list"),
            "4k4/9/9/9/9/R8/9/9/9/3K5 b"
        );
        assert_eq!(read("chess", "k 8 5 -1,q 1 1 1,k 1 8 1,").expect("a list"), "4k3/8/8/8/8/8/8/Q6K w");
    }

    #[test]
    fn every_start_position_round_trips_through_its_list() {
        for book in games::ALL {
            let study = book.open(None, &[]).expect("the start");
            let list = write_list(&study.picture());
            let again = read_list(book.spec(), &list).expect("what was written");
            let board = study.position("").split(' ').next().unwrap_or_default().to_owned();
            assert!(again.starts_with(&board) || study.spec().name == "toy", "{again} {board}");
        }
    }

    #[test]
    fn malformed_entries_are_reported() {
        for (text, code) in [
            ("k 11 4 -1,", "list_entry"),
            ("k 9 10 1,", "list_entry"),
            ("k 9 4 2,", "list_entry"),
            ("kk 9 4 1,", "list_entry"),
            ("k 9 4,", "list_entry"),
            ("k 9 4 1 1,", "list_entry"),
            ("將 9 4 1,", "list_entry"),
            ("k 99999999999999999999 4 1,", "list_entry"),
            ("k 9 4 1,r 9 4 -1,", "list_taken"),
        ] {
            assert_eq!(read("xiangqi", text).expect_err(text).code, code, "{text}");
        }
        assert!(is_list("k 9 4 -1,k 1 5 1,") && !is_list("9/9 w"));
    }
}

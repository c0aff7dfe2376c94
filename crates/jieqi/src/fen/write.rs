//! FEN writer for all dialects.

use std::fmt::Write;

use game::{Position as _, Side};
use xiangqi::fen::write_board;
use xiangqi::movegen::XiangqiVariant;
use xiangqi::{Piece, Role, Square};

use super::Dialect;
use crate::{Pool, Position};

/// Writes a position. The default dialect keeps all of the position's information; docs/rules/jieqi.md lists what the
/// others lose.
pub fn write(here: &Position, dialect: Dialect) -> String {
    let spell = |square: Square, piece: Piece| spell(here, dialect, square, piece);
    let board = write_board(here.board(), spell);
    let turn = match here.turn() {
        Side::First => 'w',
        Side::Second => 'b',
    };
    let counters = format!("{} {}", here.plies_since_capture(), here.number());
    let pool = || write_pieces(|side| here.pool(side));
    match dialect {
        Dialect::Pikafish => format!("{board} {turn} {} {counters}", pool()),
        Dialect::JieqiBox => {
            format!("{board} {turn} {} {} {counters}", pool(), write_pieces(|side| here.known_captures(side)))
        }
        Dialect::Pychess => format!("{board} {turn} - - {counters}"),
        Dialect::Bracket => format!("{board}{} {turn} - - {counters}", write_captured(here)),
    }
}

fn spell(here: &Position, dialect: Dialect, square: Square, piece: Piece) -> String {
    let cased = |letter: char| match piece.side() {
        Side::First => letter,
        Side::Second => letter.to_ascii_lowercase(),
    };
    match (here.is_dark(square), dialect, piece.role()) {
        (true, Dialect::Pychess, _) => format!("{}~", piece.letter()),
        (true, ..) => cased('X').to_string(),
        (false, _, Role::Unknown) => cased('U').to_string(),
        (false, Dialect::Bracket, role) => cased(bracket_letter(role)).to_string(),
        (false, ..) => piece.letter().to_string(),
    }
}

/// The bracket dialect was proposed with the letters H and E.
fn bracket_letter(role: Role) -> char {
    match role {
        Role::Horse => 'H',
        Role::Elephant => 'E',
        _ => role.letter(),
    }
}

/// Pieces of both sides as letters with numbers, Red's first; `-` if there are none.
fn write_pieces(pieces: impl Fn(Side) -> Pool) -> String {
    let mut text = String::new();
    for side in Side::BOTH {
        for (role, count) in pieces(side).pieces() {
            // Writing to a string never fails.
            let _ = write!(text, "{}{count}", Piece::new(side, role).letter());
        }
    }
    if text.is_empty() { "-".to_owned() } else { text }
}

/// Pieces known to be captured and the number of unknown captures: `[C1H2X7r1]`; empty if there are none.
fn write_captured(here: &Position) -> String {
    let mut text = String::new();
    for side in Side::BOTH {
        let mut push = |letter: char, count: usize| {
            let letter = if side == Side::First { letter } else { letter.to_ascii_lowercase() };
            if count > 0 {
                let _ = write!(text, "{letter}{count}");
            }
        };
        for role in Pool::ROLES {
            let on_board = here.board().pieces(side, role).without(here.dark()).len();
            let elsewhere = on_board + here.pool(side).count(role);
            push(bracket_letter(role), role.per_side().saturating_sub(elsewhere));
        }
        push('X', here.unknown_captures(side));
    }
    if text.is_empty() { text } else { format!("[{text}]") }
}

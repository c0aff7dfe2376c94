//! FEN writer: X-FEN by default, or Shredder castling letters.

use std::fmt::Write as _;

use cozy_chess::{Color, File, Piece, Rank, Square};

use crate::{Position, letter};

/// Writes a position; `shredder` names every castling rook by its file.
pub(crate) fn write(here: &Position, shredder: bool) -> String {
    let board = here.board();
    let mut out = String::with_capacity(90);
    for rank in Rank::ALL.into_iter().rev() {
        let mut gap = 0;
        for file in File::ALL {
            let square = Square::new(file, rank);
            let Some((piece, color)) = board.piece_on(square).zip(board.color_on(square)) else {
                gap += 1;
                continue;
            };
            push_gap(&mut out, &mut gap);
            out.push(colored(letter(piece), color));
        }
        push_gap(&mut out, &mut gap);
        out.push(if rank == Rank::First { ' ' } else { '/' });
    }
    out.push(if board.side_to_move() == Color::White { 'w' } else { 'b' });
    out.push(' ');
    let rights = out.len();
    for color in Color::ALL {
        let granted = board.castle_rights(color);
        for (file, name) in [(granted.short, 'K'), (granted.long, 'Q')] {
            out.extend(file.map(|file| {
                let plain = !shredder && is_plain(here, color, file);
                colored(if plain { name } else { file_letter(file) }, color)
            }));
        }
    }
    if out.len() == rights {
        out.push('-');
    }
    let en_passant = here.en_passant().map_or("-".to_owned(), |square| square.to_string());
    // Writing to a string does not fail.
    let _ = write!(out, " {en_passant} {} {}", here.halfmoves(), here.fullmoves());
    out
}

/// Returns true if `K` or `Q` will be read back as this rook: the outermost one, and the corner rook where the corner
/// is meant.
fn is_plain(here: &Position, color: Color, rook: File) -> bool {
    let board = here.board();
    let king = board.king(color);
    let home = Rank::First.relative_to(color);
    let beyond = |file: &File| if rook > king.file() { *file > rook } else { *file < rook };
    let rooks = board.colored_pieces(color, Piece::Rook);
    let outermost = !File::ALL.into_iter().filter(beyond).any(|file| rooks.has(Square::new(file, home)));
    outermost && (king.file() != File::E || matches!(rook, File::A | File::H))
}

fn push_gap(out: &mut String, gap: &mut u32) {
    out.extend(char::from_digit(*gap, 10).filter(|_| *gap > 0));
    *gap = 0;
}

fn colored(letter: char, color: Color) -> char {
    if color == Color::White { letter } else { letter.to_ascii_lowercase() }
}

fn file_letter(file: File) -> char {
    char::from(b'A' + file as u8)
}

//! Static exchange evaluation (SEE) on one square, least valuable attacker first.

use cozy_chess::{
    BitBoard, Board, Color, Piece, Square, get_bishop_moves, get_bishop_rays, get_king_moves,
    get_knight_moves, get_pawn_attacks, get_rook_moves, get_rook_rays,
};
use game::PieceValues;

use crate::position::piece_index;
use crate::{Move, Position};

/// Returns true if the exchange started by this move gains at least `margin`.
pub(crate) fn see_ge(here: &Position, mv: Move, margin: i32, worth: &PieceValues) -> bool {
    let board = here.board();
    if here.is_castling(mv) {
        return margin <= 0;
    }
    let (from, to) = (mv.from_square(), mv.to_square());
    let mut color = board.side_to_move();
    let value =
        |color: Color, piece: Option<Piece>| piece.map_or(0, |piece| worth.of(piece_index(color, piece)));

    let captured = here.captured_on(mv);
    let mover = board.piece_on(from);
    let stands = mv.promotion().or(mover);
    let promoted = value(color, stands) - value(color, mover);
    let mut balance = value(!color, captured.and_then(|square| board.piece_on(square))) + promoted - margin;
    if balance < 0 {
        return false;
    }
    balance = value(color, stands) - balance;
    if balance <= 0 {
        return true;
    }
    let gone = captured.map_or(BitBoard::EMPTY, Square::bitboard);
    let mut occupied = (board.occupied() - from.bitboard() - gone) | to.bitboard();
    let mut wins = true;
    loop {
        color = !color;
        let Some((square, piece)) = least_valuable_attacker(board, color, to, occupied) else { return wins };
        wins = !wins;
        occupied -= square.bitboard();
        if piece == Piece::King {
            // A king may only capture last: not into an attack.
            return if least_valuable_attacker(board, !color, to, occupied).is_some() { !wins } else { wins };
        }
        balance = worth.of(piece_index(color, piece)) - balance;
        if balance < i32::from(wins) {
            return wins;
        }
    }
}

/// Least valuable attacker of a color on a square, among the pieces still there.
fn least_valuable_attacker(
    board: &Board,
    color: Color,
    to: Square,
    occupied: BitBoard,
) -> Option<(Square, Piece)> {
    let pieces = board.colors(color) & (occupied - to.bitboard());
    Piece::ALL.into_iter().find_map(|piece| {
        let reach = match piece {
            Piece::Pawn => get_pawn_attacks(to, !color),
            Piece::Knight => get_knight_moves(to),
            Piece::Bishop => get_bishop_moves(to, occupied),
            Piece::Rook => get_rook_moves(to, occupied),
            Piece::Queen => get_bishop_moves(to, occupied) | get_rook_moves(to, occupied),
            Piece::King => get_king_moves(to),
        };
        let free = |&square: &Square| piece == Piece::King || !exposes(board, color, square, to, occupied);
        (reach & pieces & board.pieces(piece)).into_iter().find(free).map(|square| (square, piece))
    })
}

/// Returns true if capturing with this piece exposes its own king: it was pinned.
fn exposes(board: &Board, color: Color, from: Square, to: Square, occupied: BitBoard) -> bool {
    let king = board.king(color);
    if !(get_rook_rays(king) | get_bishop_rays(king)).has(from) {
        return false;
    }
    let left = occupied - from.bitboard();
    let enemies = board.colors(!color) & (left - to.bitboard());
    let queens = board.pieces(Piece::Queen);
    let straight = get_rook_moves(king, left) & (board.pieces(Piece::Rook) | queens);
    let slanted = get_bishop_moves(king, left) & (board.pieces(Piece::Bishop) | queens);
    !((straight | slanted) & enemies).is_empty()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns true if a move's exchange gains at least `margin`, with textbook piece values.
    fn gains(fen: &str, from: Square, to: Square, margin: i32) -> bool {
        let here = Position::new(fen.parse::<Board>().expect(fen), 0, false);
        let mut worth = PieceValues([0; 32]);
        for color in Color::ALL {
            for (piece, value) in Piece::ALL.into_iter().zip([100, 300, 320, 500, 900, 10_000]) {
                worth.0[piece_index(color, piece)] = value;
            }
        }
        let mut moves = game::MoveList::new();
        game::Position::legal_moves(&here, &mut moves);
        let mv =
            moves.iter().find(|mv| mv.from_square() == from && mv.to_square() == to).expect("a legal move");
        see_ge(&here, *mv, margin, &worth)
    }

    #[test]
    fn a_pinned_piece_does_not_take_back() {
        let pinned = "4k3/4n3/8/3p4/8/8/4R3/3R2K1 w - - 0 1";
        assert!(gains(pinned, Square::D1, Square::D5, 100));
        let free = "4k3/4n3/8/3p4/8/8/8/3R2K1 w - - 0 1";
        assert!(!gains(free, Square::D1, Square::D5, 0));
    }

    #[test]
    fn a_pinned_piece_takes_the_piece_that_pins_it() {
        let taken = "4k3/8/8/4r3/3p4/8/4R3/6K1 w - - 0 1";
        assert!(gains(taken, Square::E2, Square::E5, 500));
        let covered = "4k3/8/4q3/4r3/8/8/4R3/6K1 w - - 0 1";
        assert!(gains(covered, Square::E2, Square::E5, 0) && !gains(covered, Square::E2, Square::E5, 1));
    }
}

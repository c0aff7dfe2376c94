//! Passed pawns on their way: who stops them, who helps them.

use chess::cozy_chess::{BitBoard, Board, Color, Piece, Rank, Square};

use super::pawns::{Structure, down_fill, seen_by, up_fill};
use super::pieces::{Reach, steps};
use super::terms::{
    PASSED_ENEMY_KING, PASSED_FREE, PASSED_OWN_KING, PASSED_ROAD, PASSED_ROOK, PASSED_SAFE, RUNAWAY, Sink,
    sign_of,
};

/// Steps beyond which a king's distance matters no more.
const FAR: i32 = 5;

/// Counts what becomes of a side's passed pawns.
pub(super) fn count(
    board: &Board,
    color: Color,
    structure: &Structure,
    own: &Reach,
    enemy: &Reach,
    sink: &mut impl Sink,
) {
    let passed = structure.passed[color as usize];
    if passed.is_empty() {
        return;
    }
    let sign = sign_of(color);
    let (king, enemy_king) = (board.king(color), board.king(!color));
    let mut runs = false;
    for pawn in passed {
        let rank = pawn.relative_to(color).rank() as usize;
        let bit = seen_by(color, pawn.bitboard());
        let road = BitBoard(seen_by(color, BitBoard(up_fill(bit << 8))));
        let stop = BitBoard(seen_by(color, BitBoard(bit << 8)));
        if (stop & board.occupied()).is_empty() {
            sink.add(PASSED_FREE + rank, sign);
        }
        if (stop & enemy.all).is_empty() {
            sink.add(PASSED_SAFE + rank, sign);
        }
        if (road & (board.occupied() | (enemy.all & !own.all))).is_empty() {
            sink.add(PASSED_ROAD + rank, sign);
        }
        if let (3.., Some(next)) = (rank, stop.next_square()) {
            sink.add(PASSED_OWN_KING + rank - 3, sign * steps(king, next).min(FAR));
            sink.add(PASSED_ENEMY_KING + rank - 3, sign * steps(enemy_king, next).min(FAR));
        }
        let behind = BitBoard(seen_by(color, BitBoard(down_fill(bit >> 8)))) & board.pieces(Piece::Rook);
        sink.add(PASSED_ROOK, sign * (behind & board.colors(color)).len() as i32);
        sink.add(PASSED_ROOK + 1, sign * (behind & board.colors(!color)).len() as i32);
        runs |= (road & board.colors(color)).is_empty() && outruns(board, color, pawn);
    }
    let simple = board.pieces(Piece::Pawn) | board.pieces(Piece::King);
    if runs && (board.colors(!color) - simple).is_empty() {
        sink.add(RUNAWAY, sign);
    }
}

/// Whether the enemy king stands outside the square of a pawn.
fn outruns(board: &Board, color: Color, pawn: Square) -> bool {
    let goal = Square::new(pawn.file(), Rank::Eighth.relative_to(color));
    let rank = pawn.relative_to(color).rank() as i32;
    // A pawn at home steps twice at first.
    let way = 7 - rank.max(2);
    let late = i32::from(board.side_to_move() != color);
    steps(board.king(!color), goal) - late > way
}

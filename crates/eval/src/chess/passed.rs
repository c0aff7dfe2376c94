//! Passed pawns: blockers, clear paths, king distances and rooks behind them.

use chess::cozy_chess::{BitBoard, Board, Color, Piece, Rank, Square};

use super::pawns::{Structure, down_fill, relative, up_fill};
use super::pieces::{Attacks, king_distance};
use super::terms::{
    PASSED_CLEAR_PATH, PASSED_ENEMY_KING, PASSED_OWN_KING, PASSED_ROOK, PASSED_SAFE, PASSED_UNBLOCKED, Sink,
    UNSTOPPABLE, sign_of,
};

/// Cap of the king distance.
const FAR: i32 = 5;

/// Counts the terms of a side's passed pawns.
pub(super) fn count(
    board: &Board,
    color: Color,
    structure: &Structure,
    own: &Attacks,
    enemy: &Attacks,
    sink: &mut impl Sink,
) {
    let passed = structure.passed[color as usize];
    if passed.is_empty() {
        return;
    }
    let sign = sign_of(color);
    let (king, enemy_king) = (board.king(color), board.king(!color));
    let mut unstoppable = false;
    for pawn in passed {
        let rank = pawn.relative_to(color).rank() as usize;
        let bit = relative(color, pawn.bitboard());
        let path = BitBoard(relative(color, BitBoard(up_fill(bit << 8))));
        let stop = BitBoard(relative(color, BitBoard(bit << 8)));
        if (stop & board.occupied()).is_empty() {
            sink.add(PASSED_UNBLOCKED + rank, sign);
        }
        if (stop & enemy.all).is_empty() {
            sink.add(PASSED_SAFE + rank, sign);
        }
        if (path & (board.occupied() | (enemy.all & !own.all))).is_empty() {
            sink.add(PASSED_CLEAR_PATH + rank, sign);
        }
        if let (3.., Some(next)) = (rank, stop.next_square()) {
            sink.add(PASSED_OWN_KING + rank - 3, sign * king_distance(king, next).min(FAR));
            sink.add(PASSED_ENEMY_KING + rank - 3, sign * king_distance(enemy_king, next).min(FAR));
        }
        let behind = BitBoard(relative(color, BitBoard(down_fill(bit >> 8)))) & board.pieces(Piece::Rook);
        sink.add(PASSED_ROOK, sign * (behind & board.colors(color)).len() as i32);
        sink.add(PASSED_ROOK + 1, sign * (behind & board.colors(!color)).len() as i32);
        unstoppable |= (path & board.colors(color)).is_empty() && is_unstoppable(board, color, pawn);
    }
    let simple = board.pieces(Piece::Pawn) | board.pieces(Piece::King);
    if unstoppable && (board.colors(!color) - simple).is_empty() {
        sink.add(UNSTOPPABLE, sign);
    }
}

/// Returns true if the enemy king is outside the square of the pawn.
fn is_unstoppable(board: &Board, color: Color, pawn: Square) -> bool {
    let promotion = Square::new(pawn.file(), Rank::Eighth.relative_to(color));
    let rank = pawn.relative_to(color).rank() as i32;
    // A pawn on its starting rank may move two squares.
    let moves = 7 - rank.max(2);
    let tempo = i32::from(board.side_to_move() != color);
    king_distance(board.king(!color), promotion) - tempo > moves
}

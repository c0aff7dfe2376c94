//! Pieces in danger: attacked by less, or held by nobody.

use chess::cozy_chess::{BitBoard, Board, Color, Piece};

use super::pawns::{seen_by, up_attacks};
use super::pieces::Reach;
use super::terms::{KING_HITS, LOOSE, MINOR_HITS, PAWN_HITS, PUSH_HITS, ROOK_HITS, Sink, sign_of};

/// The third rank, where a pawn that may step twice comes through.
const THIRD_RANK: u64 = 0x0000_0000_00FF_0000;

/// Counts what a side threatens.
pub(super) fn count(board: &Board, color: Color, own: &Reach, enemy: &Reach, sink: &mut impl Sink) {
    let sign = sign_of(color);
    let times = |set: BitBoard| sign * set.len() as i32;
    let theirs = board.colors(!color);
    let pieces = |piece: Piece| board.pieces(piece) & theirs;
    let by = |piece: Piece| own.by[piece as usize];
    let (pawns, knights, bishops) = (pieces(Piece::Pawn), pieces(Piece::Knight), pieces(Piece::Bishop));
    let (rooks, queens) = (pieces(Piece::Rook), pieces(Piece::Queen));

    // Held by a pawn, or by more than attack it.
    let held = enemy.by[Piece::Pawn as usize] | (enemy.twice & !own.twice);
    let weak = own.all & !held;

    let pawn = by(Piece::Pawn);
    for (kind, set) in [knights, bishops, rooks, queens].into_iter().enumerate() {
        sink.add(PAWN_HITS + kind, times(set & pawn));
    }
    let minor = by(Piece::Knight) | by(Piece::Bishop);
    for (kind, set) in [pawns & weak, knights, bishops, rooks, queens].into_iter().enumerate() {
        sink.add(MINOR_HITS + kind, times(set & minor));
    }
    let rook = by(Piece::Rook);
    for (kind, set) in [pawns & weak, knights & weak, bishops & weak, queens].into_iter().enumerate() {
        sink.add(ROOK_HITS + kind, times(set & rook));
    }
    sink.add(KING_HITS, times(theirs & weak & by(Piece::King)));
    let loose = theirs & own.all & !enemy.all;
    sink.add(LOOSE, times(loose & pawns));
    sink.add(LOOSE + 1, times(loose - pawns));

    let empty = seen_by(color, !board.occupied());
    let marchers = seen_by(color, board.colored_pieces(color, Piece::Pawn));
    let once = (marchers << 8) & empty;
    let pushed = once | (((once & THIRD_RANK) << 8) & empty);
    let safe = !enemy.by[Piece::Pawn as usize] & (own.all | !enemy.all);
    let pushed = pushed & seen_by(color, safe);
    let pushed = BitBoard(seen_by(color, BitBoard(up_attacks(pushed))));
    sink.add(PUSH_HITS, times((theirs - pawns) & pushed & !pawn));
}

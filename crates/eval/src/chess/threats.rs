//! Threats: pieces attacked by cheaper ones, hanging pieces, pawn push threats.

use chess::cozy_chess::{BitBoard, Board, Color, Piece};

use super::pawns::{relative, up_attacks};
use super::pieces::Attacks;
use super::terms::{
    HANGING, KING_THREATS, MINOR_THREATS, PAWN_THREATS, PUSH_THREATS, ROOK_THREATS, Sink, sign_of,
};

/// Third rank, which a double push crosses.
const THIRD_RANK: u64 = 0x0000_0000_00FF_0000;

/// Counts the threats of a side.
pub(super) fn count(board: &Board, color: Color, own: &Attacks, enemy: &Attacks, sink: &mut impl Sink) {
    let sign = sign_of(color);
    let times = |set: BitBoard| sign * set.len() as i32;
    let theirs = board.colors(!color);
    let pieces = |piece: Piece| board.pieces(piece) & theirs;
    let by = |piece: Piece| own.by[piece as usize];
    let (pawns, knights, bishops) = (pieces(Piece::Pawn), pieces(Piece::Knight), pieces(Piece::Bishop));
    let (rooks, queens) = (pieces(Piece::Rook), pieces(Piece::Queen));

    // Defended by a pawn, or twice while attacked once.
    let defended = enemy.by[Piece::Pawn as usize] | (enemy.twice & !own.twice);
    let weak = own.all & !defended;

    let pawn = by(Piece::Pawn);
    for (kind, set) in [knights, bishops, rooks, queens].into_iter().enumerate() {
        sink.add(PAWN_THREATS + kind, times(set & pawn));
    }
    let minor = by(Piece::Knight) | by(Piece::Bishop);
    for (kind, set) in [pawns & weak, knights, bishops, rooks, queens].into_iter().enumerate() {
        sink.add(MINOR_THREATS + kind, times(set & minor));
    }
    let rook = by(Piece::Rook);
    for (kind, set) in [pawns & weak, knights & weak, bishops & weak, queens].into_iter().enumerate() {
        sink.add(ROOK_THREATS + kind, times(set & rook));
    }
    sink.add(KING_THREATS, times(theirs & weak & by(Piece::King)));
    let hanging = theirs & own.all & !enemy.all;
    sink.add(HANGING, times(hanging & pawns));
    sink.add(HANGING + 1, times(hanging - pawns));

    let empty = relative(color, !board.occupied());
    let pawns_to_push = relative(color, board.colored_pieces(color, Piece::Pawn));
    let once = (pawns_to_push << 8) & empty;
    let pushed = once | (((once & THIRD_RANK) << 8) & empty);
    let safe = !enemy.by[Piece::Pawn as usize] & (own.all | !enemy.all);
    let pushed = pushed & relative(color, safe);
    let pushed = BitBoard(relative(color, BitBoard(up_attacks(pushed))));
    sink.add(PUSH_THREATS, times((theirs - pawns) & pushed & !pawn));
}

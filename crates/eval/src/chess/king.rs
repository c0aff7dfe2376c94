//! King safety: pawn shelter, pawn storm, attacks on the king ring, safe checks.

use chess::cozy_chess::{
    BitBoard, Board, Color, File, Piece, Rank, Square, get_bishop_moves, get_king_moves, get_knight_moves,
    get_rook_moves,
};

use super::pawns::relative;
use super::pieces::Attacks;
use super::terms::{
    KING_DANGER, KING_DANGER_STEPS, KING_FILE, KING_RING, KING_RING_WEAK, SAFE_CHECKS, SHELTER, STORM, Sink,
    sign_of,
};

/// Returns the king zone: the king's square and its neighbors, shifted off the edge.
#[inline]
pub(super) fn zone(king: Square) -> BitBoard {
    let file = File::index((king.file() as usize).clamp(1, 6));
    let rank = Rank::index((king.rank() as usize).clamp(1, 6));
    let center = Square::new(file, rank);
    get_king_moves(center) | center.bitboard()
}

/// Danger units of a safe check by a knight, bishop, rook, queen.
const CHECK_DANGER: [i32; 4] = [3, 2, 4, 3];

/// Counts the shelter of a side's own king and its attack on the enemy king.
pub(super) fn count(board: &Board, color: Color, own: &Attacks, enemy: &Attacks, sink: &mut impl Sink) {
    shelter(board, color, sink);
    danger(board, color, own, enemy, sink);
}

/// Counts pawn shelter and pawn storm on the king's file and its neighbors.
fn shelter(board: &Board, color: Color, sink: &mut impl Sink) {
    let sign = sign_of(color);
    let king = board.king(color).relative_to(color);
    let own = relative(color, board.colored_pieces(color, Piece::Pawn));
    let enemy = relative(color, board.colored_pieces(!color, Piece::Pawn));
    // Pawns behind the king do not count.
    let above = !0_u64 << (8 * king.rank() as u32);
    let middle = (king.file() as usize).clamp(1, 6);
    for file in middle - 1..=middle + 1 {
        let line = File::A.bitboard().0 << file;
        let shield = first_rank(own & line & above);
        let stormer = first_rank(enemy & line & above);
        let stopped = stormer != 0 && shield != 0 && stormer == shield + 1;
        sink.add(SHELTER + file.min(7 - file) * 8 + shield, sign);
        sink.add(STORM + usize::from(stopped) * 8 + stormer, sign);
        if own & line == 0 {
            sink.add(KING_FILE + usize::from(enemy & line != 0), sign);
        }
    }
}

/// Returns the rank of the lowest square; 0 if there is none (no pawn stands on the first rank).
#[inline]
fn first_rank(set: u64) -> usize {
    if set == 0 { 0 } else { set.trailing_zeros() as usize / 8 }
}

/// Counts the danger of the enemy king.
fn danger(board: &Board, color: Color, own: &Attacks, enemy: &Attacks, sink: &mut impl Sink) {
    let sign = sign_of(color);
    let king = board.king(!color);
    let ring = get_king_moves(king);
    let alone = enemy.by[Piece::King as usize] | enemy.by[Piece::Queen as usize];
    let weak = own.all & !enemy.twice & (!enemy.all | alone);
    // A check is safe on a square that is not defended, or is defended weakly and attacked twice.
    let safe = !board.colors(color) & (!enemy.all | (weak & own.twice));

    let occupied = board.occupied() ^ board.colored_pieces(!color, Piece::Queen);
    let across = get_bishop_moves(king, occupied);
    let straight = get_rook_moves(king, occupied);
    let from = [get_knight_moves(king), across, straight, across | straight];
    let mut units = own.king_pressure;
    for kind in 0..4 {
        let reached = own.by[Piece::Knight as usize + kind];
        let checks = reached & from[kind] & safe;
        if !checks.is_empty() {
            units += CHECK_DANGER[kind];
            sink.add(SAFE_CHECKS + kind, sign * checks.len() as i32);
        }
        sink.add(KING_RING + kind, sign * (reached & ring).len() as i32);
    }
    let exposed = (ring & weak).len() as i32;
    sink.add(KING_RING_WEAK, sign * exposed);
    units += exposed;
    let without_queen = usize::from(board.colored_pieces(color, Piece::Queen).is_empty());
    sink.add(
        KING_DANGER + without_queen * KING_DANGER_STEPS + (units as usize).min(KING_DANGER_STEPS - 1),
        sign,
    );
}

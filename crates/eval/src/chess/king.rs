//! The safety of the kings: the pawns before them, and what bears on them.

use chess::cozy_chess::{
    BitBoard, Board, Color, File, Piece, Rank, Square, get_bishop_moves, get_king_moves, get_knight_moves,
    get_rook_moves,
};

use super::pawns::seen_by;
use super::pieces::Reach;
use super::terms::{CHECKS, DANGER, DANGERS, KING_FILE, RING, RING_WEAK, SHELTER, STORM, Sink, sign_of};

/// The squares where an attack on a king on this square shows: his own and those around, away from the edge.
#[inline]
pub(super) fn zone(king: Square) -> BitBoard {
    let file = File::index((king.file() as usize).clamp(1, 6));
    let rank = Rank::index((king.rank() as usize).clamp(1, 6));
    let center = Square::new(file, rank);
    get_king_moves(center) | center.bitboard()
}

/// What a safe check from a knight, bishop, rook, queen adds to the danger.
const CHECK: [i32; 4] = [3, 2, 4, 3];

/// Counts what a side has before its own king, and what it does to the enemy's.
pub(super) fn count(board: &Board, color: Color, own: &Reach, enemy: &Reach, sink: &mut impl Sink) {
    shelter(board, color, sink);
    danger(board, color, own, enemy, sink);
}

/// The pawns on the king's file and those beside it, both sides'.
fn shelter(board: &Board, color: Color, sink: &mut impl Sink) {
    let sign = sign_of(color);
    let king = board.king(color).relative_to(color);
    let own = seen_by(color, board.colored_pieces(color, Piece::Pawn));
    let enemy = seen_by(color, board.colored_pieces(!color, Piece::Pawn));
    // Ranks below the king's shelter nothing and storm nobody.
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

/// The rank of the lowest square; 0 of none, since no pawn stands there.
#[inline]
fn first_rank(set: u64) -> usize {
    if set == 0 { 0 } else { set.trailing_zeros() as usize / 8 }
}

/// What a side's pieces do to the enemy king.
fn danger(board: &Board, color: Color, own: &Reach, enemy: &Reach, sink: &mut impl Sink) {
    let sign = sign_of(color);
    let king = board.king(!color);
    let ring = get_king_moves(king);
    let alone = enemy.by[Piece::King as usize] | enemy.by[Piece::Queen as usize];
    let weak = own.all & !enemy.twice & (!enemy.all | alone);
    // A check is safe where nobody takes, or only the king or queen a piece that is held.
    let safe = !board.colors(color) & (!enemy.all | (weak & own.twice));

    let occupied = board.occupied() ^ board.colored_pieces(!color, Piece::Queen);
    let across = get_bishop_moves(king, occupied);
    let straight = get_rook_moves(king, occupied);
    let from = [get_knight_moves(king), across, straight, across | straight];
    let mut units = own.bearing;
    for kind in 0..4 {
        let reached = own.by[Piece::Knight as usize + kind];
        let checks = reached & from[kind] & safe;
        if !checks.is_empty() {
            units += CHECK[kind];
            sink.add(CHECKS + kind, sign * checks.len() as i32);
        }
        sink.add(RING + kind, sign * (reached & ring).len() as i32);
    }
    let exposed = (ring & weak).len() as i32;
    sink.add(RING_WEAK, sign * exposed);
    units += exposed;
    let without_queen = usize::from(board.colored_pieces(color, Piece::Queen).is_empty());
    sink.add(DANGER + without_queen * DANGERS + (units as usize).min(DANGERS - 1), sign);
}

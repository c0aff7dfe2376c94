//! The counts the opinion is a weighted sum of, named once for playing and tuning.

use chess::cozy_chess::{Board, Color, Square};

use super::king;
use super::passed;
use super::pawns::{self, Structure};
use super::pieces::{self, Reach};
use super::threats;
pub use crate::xiangqi::terms::Sink;

/// Where each piece stands: six roles, every square for itself, since a king's wings differ.
pub const PLACES: usize = 6 * 64;

/// Terms after the places, one after another: squares a knight may go to.
pub const KNIGHT_FREEDOM: usize = PLACES;
/// Squares a bishop may go to.
pub const BISHOP_FREEDOM: usize = KNIGHT_FREEDOM + 9;
/// Squares a rook may go to.
pub const ROOK_FREEDOM: usize = BISHOP_FREEDOM + 14;
/// Squares a queen may go to.
pub const QUEEN_FREEDOM: usize = ROOK_FREEDOM + 15;
/// Steps a knight, bishop, rook, queen stands nearer to the enemy king than it could.
pub const NEARNESS: usize = QUEEN_FREEDOM + 28;
/// Two bishops.
pub const BISHOP_PAIR: usize = NEARNESS + 4;
/// Own pawns on the color of a bishop.
pub const BISHOP_PAWNS: usize = BISHOP_PAIR + 1;
/// A knight, a bishop on a square no enemy pawn can ever attack, held by a pawn.
pub const OUTPOST: usize = BISHOP_PAWNS + 1;
/// A knight that can reach such a square.
pub const OUTPOST_NEAR: usize = OUTPOST + 2;
/// A minor piece right behind a pawn.
pub const SHIELDED: usize = OUTPOST_NEAR + 1;
/// A rook on a file without pawns, and without own pawns.
pub const ROOK_FILE: usize = SHIELDED + 1;
/// A rook on the seventh rank that hits pawns there or shuts the king in.
pub const ROOK_SEVENTH: usize = ROOK_FILE + 2;
/// A knight and a rook, for each own pawn above five: knights like pawns, rooks like room.
pub const PAWNS_WITH: usize = ROOK_SEVENTH + 1;

/// A passed pawn by its rank.
pub const PASSED: usize = PAWNS_WITH + 2;
/// A passed pawn that may step on, by rank.
pub const PASSED_FREE: usize = PASSED + 8;
/// A passed pawn whose next square no enemy attacks, by rank.
pub const PASSED_SAFE: usize = PASSED_FREE + 8;
/// A passed pawn with a clear road to the last rank, by rank.
pub const PASSED_ROAD: usize = PASSED_SAFE + 8;
/// Steps from the own king to the square before a passed pawn, for pawns on the fourth to the seventh rank.
pub const PASSED_OWN_KING: usize = PASSED_ROAD + 8;
/// The same for the enemy king.
pub const PASSED_ENEMY_KING: usize = PASSED_OWN_KING + 4;
/// A rook behind a passed pawn: the owner's, the enemy's.
pub const PASSED_ROOK: usize = PASSED_ENEMY_KING + 4;
/// A passed pawn that no lone king catches.
pub const RUNAWAY: usize = PASSED_ROOK + 2;

/// A pawn that may become passed, by rank.
pub const CANDIDATE: usize = RUNAWAY + 1;
/// A pawn beside another, by rank.
pub const PHALANX: usize = CANDIDATE + 8;
/// A pawn held by another, by rank.
pub const HELD: usize = PHALANX + 8;
/// A pawn without neighbors, with an enemy pawn before it or on a half-open file.
pub const ISOLATED: usize = HELD + 8;
/// A pawn left behind by its neighbors, the same two ways.
pub const BACKWARD: usize = ISOLATED + 2;
/// A pawn with another of its side before it.
pub const DOUBLED: usize = BACKWARD + 2;

/// The pawn before the king, by the file's distance from the edge and the pawn's rank (0: none).
pub const SHELTER: usize = DOUBLED + 1;
/// The enemy pawn on such a file, free to come or stopped by a pawn, by its rank (0: none).
pub const STORM: usize = SHELTER + 4 * 8;
/// Files at the king without pawns, and without own pawns.
pub const KING_FILE: usize = STORM + 2 * 8;
/// The danger an enemy king is in, with and without a queen against him.
pub const DANGER: usize = KING_FILE + 2;
/// Steps of danger told apart.
pub const DANGERS: usize = 32;
/// Squares next to the enemy king hit by knights, bishops, rooks, queens.
pub const RING: usize = DANGER + 2 * DANGERS;
/// Squares from which a knight, bishop, rook, queen checks safely.
pub const CHECKS: usize = RING + 4;
/// Squares next to the enemy king that only he or his queen defends.
pub const RING_WEAK: usize = CHECKS + 4;

/// Pawns attack knights, bishops, rooks, queens.
pub const PAWN_HITS: usize = RING_WEAK + 1;
/// Minor pieces attack weak pawns, knights, bishops, rooks, queens.
pub const MINOR_HITS: usize = PAWN_HITS + 4;
/// Rooks attack weak pawns, knights, bishops, and queens.
pub const ROOK_HITS: usize = MINOR_HITS + 5;
/// The king attacks pieces nobody holds.
pub const KING_HITS: usize = ROOK_HITS + 4;
/// Pieces attacked and held by nobody: pawns, others.
pub const LOOSE: usize = KING_HITS + 1;
/// Pieces that a safe step of a pawn would attack.
pub const PUSH_HITS: usize = LOOSE + 2;
/// The right to move.
pub const TEMPO: usize = PUSH_HITS + 1;
/// All terms.
pub const COUNT: usize = TEMPO + 1;

/// The term of a piece of a role on a square, seen from its own side.
pub const fn place_term(role: usize, square: usize, color: usize) -> usize {
    role * 64 + if color == 0 { square } else { square ^ 56 }
}

/// All terms of a board, places included: what the tuner reads.
pub fn count_all(board: &Board, sink: &mut impl Sink) {
    for square in Square::ALL {
        if let (Some(piece), Some(color)) = (board.piece_on(square), board.color_on(square)) {
            sink.add(place_term(piece as usize, square as usize, color as usize), sign_of(color));
        }
    }
    let structure = pawns::count(board, sink);
    count(board, &structure, sink);
}

/// The terms that are counted anew at each position; those of the pawns alone are [`pawns::count`]'s.
pub(super) fn count(board: &Board, structure: &Structure, sink: &mut impl Sink) {
    let reach = Color::ALL.map(|color| pieces::count(board, color, structure, sink));
    for color in Color::ALL {
        let own: &Reach = &reach[color as usize];
        let enemy: &Reach = &reach[!color as usize];
        king::count(board, color, own, enemy, sink);
        threats::count(board, color, own, enemy, sink);
        passed::count(board, color, structure, own, enemy, sink);
    }
    sink.add(TEMPO, sign_of(board.side_to_move()));
}

/// Counts are White's less Black's.
#[inline]
pub(super) const fn sign_of(color: Color) -> i32 {
    match color {
        Color::White => 1,
        Color::Black => -1,
    }
}

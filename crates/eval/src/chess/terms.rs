//! Evaluation terms of chess: the counts of which the evaluation is a weighted sum.

use chess::cozy_chess::{Board, Color, Square};

use super::king;
use super::passed;
use super::pawns::{self, Structure};
use super::pieces::{self, Attacks};
use super::threats;
pub use crate::xiangqi::terms::Sink;

/// Number of piece-square terms: six roles on 64 squares, not folded, since the king side and the queen side differ.
pub const PIECE_SQUARES: usize = 6 * 64;

/// Mobility of a knight. Terms follow the piece-square terms one after another.
pub const KNIGHT_MOBILITY: usize = PIECE_SQUARES;
/// Mobility of a bishop.
pub const BISHOP_MOBILITY: usize = KNIGHT_MOBILITY + 9;
/// Mobility of a rook.
pub const ROOK_MOBILITY: usize = BISHOP_MOBILITY + 14;
/// Mobility of a queen.
pub const QUEEN_MOBILITY: usize = ROOK_MOBILITY + 15;
/// King tropism of a knight, bishop, rook, queen: 7 minus the distance to the enemy king.
pub const KING_TROPISM: usize = QUEEN_MOBILITY + 28;
/// Bishop pair.
pub const BISHOP_PAIR: usize = KING_TROPISM + 4;
/// Own pawns on the color of a bishop.
pub const BISHOP_PAWNS: usize = BISHOP_PAIR + 1;
/// A knight, a bishop on an outpost: a square no enemy pawn can ever attack, defended by a pawn.
pub const OUTPOST: usize = BISHOP_PAWNS + 1;
/// A knight that can reach an outpost.
pub const OUTPOST_NEAR: usize = OUTPOST + 2;
/// A minor piece right behind a pawn.
pub const MINOR_BEHIND_PAWN: usize = OUTPOST_NEAR + 1;
/// A rook on an open file, on a half-open file.
pub const ROOK_FILE: usize = MINOR_BEHIND_PAWN + 1;
/// A rook on the seventh rank with enemy pawns there or the enemy king on the eighth.
pub const ROOK_SEVENTH: usize = ROOK_FILE + 2;
/// A knight and a rook, for each own pawn above five: knights gain and rooks lose value with more pawns.
pub const PAWN_COUNT: usize = ROOK_SEVENTH + 1;

/// A passed pawn by its rank.
pub const PASSED: usize = PAWN_COUNT + 2;
/// A passed pawn that is not blocked, by rank.
pub const PASSED_UNBLOCKED: usize = PASSED + 8;
/// A passed pawn whose next square no enemy attacks, by rank.
pub const PASSED_SAFE: usize = PASSED_UNBLOCKED + 8;
/// A passed pawn with a clear path to the last rank, by rank.
pub const PASSED_CLEAR_PATH: usize = PASSED_SAFE + 8;
/// Distance from the own king to the square before a passed pawn, for pawns on the fourth to the seventh rank.
pub const PASSED_OWN_KING: usize = PASSED_CLEAR_PATH + 8;
/// The same for the enemy king.
pub const PASSED_ENEMY_KING: usize = PASSED_OWN_KING + 4;
/// A rook behind a passed pawn: the owner's, the enemy's.
pub const PASSED_ROOK: usize = PASSED_ENEMY_KING + 4;
/// A passed pawn that the enemy king cannot catch, against a side without pieces.
pub const UNSTOPPABLE: usize = PASSED_ROOK + 2;

/// A candidate passed pawn, by rank.
pub const CANDIDATE: usize = UNSTOPPABLE + 1;
/// A pawn beside another, by rank.
pub const PHALANX: usize = CANDIDATE + 8;
/// A pawn defended by another, by rank.
pub const SUPPORTED: usize = PHALANX + 8;
/// An isolated pawn, with an enemy pawn before it or on a half-open file.
pub const ISOLATED: usize = SUPPORTED + 8;
/// A backward pawn, the same two cases.
pub const BACKWARD: usize = ISOLATED + 2;
/// A doubled pawn.
pub const DOUBLED: usize = BACKWARD + 2;

/// Pawn shelter: the own pawn in front of the king, by the file's distance from the edge and the pawn's rank (0: none).
pub const SHELTER: usize = DOUBLED + 1;
/// Pawn storm: the enemy pawn on such a file, unblocked or blocked by a pawn, by its rank (0: none).
pub const STORM: usize = SHELTER + 4 * 8;
/// Open and half-open files next to the king.
pub const KING_FILE: usize = STORM + 2 * 8;
/// Danger of the enemy king, with and without an attacking queen.
pub const KING_DANGER: usize = KING_FILE + 2;
/// Number of danger steps.
pub const KING_DANGER_STEPS: usize = 32;
/// Squares next to the enemy king attacked by knights, bishops, rooks, queens.
pub const KING_RING: usize = KING_DANGER + 2 * KING_DANGER_STEPS;
/// Safe checking squares of a knight, bishop, rook, queen.
pub const SAFE_CHECKS: usize = KING_RING + 4;
/// Attacked squares next to the enemy king that only the king or queen defends.
pub const KING_RING_WEAK: usize = SAFE_CHECKS + 4;

/// Pawns attack knights, bishops, rooks, queens.
pub const PAWN_THREATS: usize = KING_RING_WEAK + 1;
/// Minor pieces attack weak pawns, knights, bishops, rooks, queens.
pub const MINOR_THREATS: usize = PAWN_THREATS + 4;
/// Rooks attack weak pawns, knights, bishops, and queens.
pub const ROOK_THREATS: usize = MINOR_THREATS + 5;
/// The king attacks weak pieces.
pub const KING_THREATS: usize = ROOK_THREATS + 4;
/// Hanging pieces (attacked and undefended): pawns, others.
pub const HANGING: usize = KING_THREATS + 1;
/// Pieces that a safe pawn push would attack.
pub const PUSH_THREATS: usize = HANGING + 2;
/// Tempo: the side to move.
pub const TEMPO: usize = PUSH_THREATS + 1;
/// Number of terms.
pub const COUNT: usize = TEMPO + 1;

/// Returns the piece-square term of a role on a square, in the view of its side.
pub const fn square_term(role: usize, square: usize, color: usize) -> usize {
    role * 64 + if color == 0 { square } else { square ^ 56 }
}

/// Counts all terms of a board, piece-square terms included, for the tuner.
pub fn count_all(board: &Board, sink: &mut impl Sink) {
    for square in Square::ALL {
        if let (Some(piece), Some(color)) = (board.piece_on(square), board.color_on(square)) {
            sink.add(square_term(piece as usize, square as usize, color as usize), sign_of(color));
        }
    }
    let structure = pawns::count(board, sink);
    count(board, &structure, sink);
}

/// Counts the terms that are neither updated incrementally nor cached with the pawn structure ([`pawns::count`]).
pub(super) fn count(board: &Board, structure: &Structure, sink: &mut impl Sink) {
    let attacked = Color::ALL.map(|color| pieces::count(board, color, structure, sink));
    for color in Color::ALL {
        let own: &Attacks = &attacked[color as usize];
        let enemy: &Attacks = &attacked[!color as usize];
        king::count(board, color, own, enemy, sink);
        threats::count(board, color, own, enemy, sink);
        passed::count(board, color, structure, own, enemy, sink);
    }
    sink.add(TEMPO, sign_of(board.side_to_move()));
}

/// Returns the sign of a color's counts: they are White's minus Black's.
#[inline]
pub(super) const fn sign_of(color: Color) -> i32 {
    match color {
        Color::White => 1,
        Color::Black => -1,
    }
}

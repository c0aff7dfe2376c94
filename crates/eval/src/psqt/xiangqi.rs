//! Piece-square tables of xiangqi, ten ranks by nine files, in Red's view: the far rank on top.

use ::xiangqi::{FILES, Position, RANKS, SQUARES};

use super::PieceSquares;
use crate::TaperedScore;

type Table = [[i32; FILES]; RANKS];

/// The general is safest on its back rank.
const GENERAL: Table = [
    [0, 0, 0, 0, 0, 0, 0, 0, 0],
    [0, 0, 0, 0, 0, 0, 0, 0, 0],
    [0, 0, 0, 0, 0, 0, 0, 0, 0],
    [0, 0, 0, 0, 0, 0, 0, 0, 0],
    [0, 0, 0, 0, 0, 0, 0, 0, 0],
    [0, 0, 0, 0, 0, 0, 0, 0, 0],
    [0, 0, 0, 0, 0, 0, 0, 0, 0],
    [0, 0, 0, -40, -45, -40, 0, 0, 0],
    [0, 0, 0, -20, -22, -20, 0, 0, 0],
    [0, 0, 0, 2, 10, 2, 0, 0, 0],
];

/// Advisors belong on the center and the corners of the palace.
const ADVISOR: Table = [
    [0, 0, 0, 0, 0, 0, 0, 0, 0],
    [0, 0, 0, 0, 0, 0, 0, 0, 0],
    [0, 0, 0, 0, 0, 0, 0, 0, 0],
    [0, 0, 0, 0, 0, 0, 0, 0, 0],
    [0, 0, 0, 0, 0, 0, 0, 0, 0],
    [0, 0, 0, 0, 0, 0, 0, 0, 0],
    [0, 0, 0, 0, 0, 0, 0, 0, 0],
    [0, 0, 0, -8, 0, -8, 0, 0, 0],
    [0, 0, 0, 0, 8, 0, 0, 0, 0],
    [0, 0, 0, 2, 0, 2, 0, 0, 0],
];

/// The central point links the elephants; the edge is worst.
const ELEPHANT: Table = [
    [0, 0, 0, 0, 0, 0, 0, 0, 0],
    [0, 0, 0, 0, 0, 0, 0, 0, 0],
    [0, 0, 0, 0, 0, 0, 0, 0, 0],
    [0, 0, 0, 0, 0, 0, 0, 0, 0],
    [0, 0, 0, 0, 0, 0, 0, 0, 0],
    [0, 0, -2, 0, 0, 0, -2, 0, 0],
    [0, 0, 0, 0, 0, 0, 0, 0, 0],
    [-14, 0, 0, 0, 12, 0, 0, 0, -14],
    [0, 0, 0, 0, 0, 0, 0, 0, 0],
    [0, 0, 2, 0, 0, 0, 2, 0, 0],
];

/// Developed, across the river, near the flanks of the palace.
const HORSE: Table = [
    [-4, 2, 8, 12, 0, 12, 8, 2, -4],
    [2, 10, 42, 24, 4, 24, 42, 10, 2],
    [6, 18, 30, 38, 28, 38, 30, 18, 6],
    [10, 34, 28, 44, 34, 44, 28, 34, 10],
    [4, 26, 30, 38, 42, 38, 30, 26, 4],
    [2, 16, 26, 30, 32, 30, 26, 16, 2],
    [0, 8, 16, 14, 20, 14, 16, 8, 0],
    [2, 4, 14, 8, 6, 8, 14, 4, 2],
    [-10, 0, 4, 6, -40, 6, 4, 0, -10],
    [-8, -14, 0, -2, 0, -2, 0, -14, -8],
];

/// Open files, the enemy's second rank, the river.
const CHARIOT: Table = [
    [8, 10, 8, 16, 18, 16, 8, 10, 8],
    [10, 20, 14, 32, 38, 32, 14, 20, 10],
    [8, 12, 10, 20, 24, 20, 10, 12, 8],
    [8, 18, 16, 24, 26, 24, 16, 18, 8],
    [10, 16, 16, 22, 24, 22, 16, 16, 10],
    [12, 20, 18, 24, 24, 24, 18, 20, 12],
    [4, 12, 8, 16, 16, 16, 8, 12, 4],
    [0, 10, 4, 14, 10, 14, 4, 10, 0],
    [-8, 8, 4, 12, 2, 12, 4, 8, -8],
    [-16, 4, -2, 12, 0, 12, -2, 4, -16],
];

/// The central file, and the enemy's back rank.
const CANNON: Table = [
    [14, 10, 0, -14, -10, -14, 0, 10, 14],
    [4, 6, 2, -8, -12, -8, 2, 6, 4],
    [2, 2, 0, -8, -6, -8, 0, 2, 2],
    [0, 4, 4, 2, 14, 2, 4, 4, 0],
    [0, 2, 2, 4, 16, 4, 2, 2, 0],
    [0, 2, 4, 4, 14, 4, 4, 2, 0],
    [-2, 0, 6, 2, 12, 2, 6, 0, -2],
    [0, 4, 8, 10, 18, 10, 8, 4, 0],
    [0, 2, 4, 6, 6, 6, 4, 2, 0],
    [-2, 0, 2, 6, 6, 6, 2, 0, -2],
];

/// No bonus at home, most after the river, a penalty on the last rank.
const SOLDIER: Table = [
    [-10, -6, 0, 6, 10, 6, 0, -6, -10],
    [40, 60, 82, 104, 112, 104, 82, 60, 40],
    [40, 58, 76, 92, 94, 92, 76, 58, 40],
    [36, 52, 62, 70, 74, 70, 62, 52, 36],
    [22, 36, 38, 50, 54, 50, 38, 36, 22],
    [2, 0, 12, 0, 18, 0, 12, 0, 2],
    [-6, 0, -2, 0, 8, 0, -2, 0, -6],
    [0, 0, 0, 0, 0, 0, 0, 0, 0],
    [0, 0, 0, 0, 0, 0, 0, 0, 0],
    [0, 0, 0, 0, 0, 0, 0, 0, 0],
];

/// Tables by the index of the role; the last is for a piece of unknown role.
static TABLES: [Table; 8] =
    [GENERAL, ADVISOR, ELEPHANT, HORSE, CHARIOT, CANNON, SOLDIER, [[0; FILES]; RANKS]];

/// Returns the table value of a piece of either side.
fn table_value(piece: usize, square: usize) -> i32 {
    let (file, rank) = (square % FILES, square / FILES);
    let from_top = if piece >> 3 & 1 == 0 { RANKS - 1 - rank } else { rank };
    TABLES[piece & 7][from_top][file]
}

impl PieceSquares for Position {
    const MAX_PHASE: i32 = 1;

    fn phase(_piece: usize) -> i32 {
        0
    }

    fn square_bonus(piece: usize, square: usize) -> TaperedScore {
        debug_assert!(square < SQUARES);
        TaperedScore::new(table_value(piece, square), table_value(piece, square))
    }
}

impl PieceSquares for jieqi::Position {
    const MAX_PHASE: i32 = 1;

    fn phase(_piece: usize) -> i32 {
        0
    }

    /// Face-up advisors and elephants move freely: the tables of xiangqi do not apply to them.
    fn square_bonus(piece: usize, square: usize) -> TaperedScore {
        let value = if matches!(piece & 7, 1 | 2) || piece >= 16 { 0 } else { table_value(piece, square) };
        TaperedScore::new(value, value)
    }
}

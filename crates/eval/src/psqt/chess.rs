//! Piece-square tables of chess in White's view, with a separate endgame table for pawns and king.

use ::chess::Position;

use super::PieceSquares;
use crate::TaperedScore;

type Table = [[i32; 8]; 8];

const PAWN: Table = [
    [0, 0, 0, 0, 0, 0, 0, 0],
    [60, 62, 64, 66, 66, 64, 62, 60],
    [22, 26, 32, 36, 36, 32, 26, 22],
    [8, 12, 16, 28, 28, 16, 12, 8],
    [2, 4, 10, 24, 24, 6, 4, 2],
    [4, 2, 2, 8, 8, -4, 2, 4],
    [4, 8, 6, -18, -18, 10, 8, 4],
    [0, 0, 0, 0, 0, 0, 0, 0],
];

/// Advanced pawns are worth more in the endgame.
const PAWN_END: Table = [
    [0, 0, 0, 0, 0, 0, 0, 0],
    [90, 88, 86, 84, 84, 86, 88, 90],
    [50, 48, 46, 44, 44, 46, 48, 50],
    [26, 24, 22, 20, 20, 22, 24, 26],
    [12, 10, 10, 8, 8, 10, 10, 12],
    [4, 4, 2, 2, 2, 2, 4, 4],
    [0, 0, 0, 0, 0, 0, 0, 0],
    [0, 0, 0, 0, 0, 0, 0, 0],
];

const KNIGHT: Table = [
    [-56, -36, -24, -20, -20, -24, -36, -56],
    [-34, -16, 4, 6, 6, 4, -16, -34],
    [-20, 6, 18, 22, 22, 18, 6, -20],
    [-16, 6, 20, 28, 28, 20, 6, -16],
    [-18, 2, 18, 24, 24, 18, 2, -18],
    [-24, 2, 14, 16, 16, 14, 2, -24],
    [-36, -18, -2, 4, 4, -2, -18, -36],
    [-52, -28, -24, -18, -18, -24, -28, -52],
];

const BISHOP: Table = [
    [-18, -12, -10, -8, -8, -10, -12, -18],
    [-12, 2, 2, 4, 4, 2, 2, -12],
    [-6, 6, 10, 12, 12, 10, 6, -6],
    [-4, 8, 12, 18, 18, 12, 8, -4],
    [-4, 8, 14, 18, 18, 14, 8, -4],
    [-2, 12, 12, 12, 12, 12, 12, -2],
    [-6, 14, 4, 6, 6, 4, 14, -6],
    [-18, -8, -14, -8, -8, -14, -8, -18],
];

const ROOK: Table = [
    [6, 6, 8, 10, 10, 8, 6, 6],
    [14, 18, 20, 20, 20, 20, 18, 14],
    [0, 4, 6, 8, 8, 6, 4, 0],
    [-4, 0, 4, 6, 6, 4, 0, -4],
    [-6, 0, 2, 6, 6, 2, 0, -6],
    [-8, 0, 2, 6, 6, 2, 0, -8],
    [-8, 0, 2, 6, 6, 2, 0, -8],
    [-4, -2, 6, 12, 12, 8, -2, -4],
];

const QUEEN: Table = [
    [-14, -6, -2, 0, 0, -2, -6, -14],
    [-6, 2, 4, 6, 6, 4, 2, -6],
    [-2, 4, 8, 8, 8, 8, 4, -2],
    [0, 4, 8, 10, 10, 8, 4, 0],
    [0, 4, 8, 10, 10, 8, 4, 0],
    [-2, 4, 6, 6, 6, 6, 4, -2],
    [-6, 0, 4, 4, 4, 2, 0, -6],
    [-14, -8, -6, 0, -2, -8, -8, -14],
];

/// In the middlegame the king stays behind its pawns.
const KING: Table = [
    [-60, -60, -64, -70, -70, -64, -60, -60],
    [-56, -56, -60, -66, -66, -60, -56, -56],
    [-50, -52, -56, -62, -62, -56, -52, -50],
    [-46, -48, -54, -60, -60, -54, -48, -46],
    [-36, -40, -46, -52, -52, -46, -40, -36],
    [-20, -26, -32, -38, -38, -32, -26, -20],
    [10, 8, -10, -20, -20, -10, 8, 10],
    [18, 28, 12, -6, 0, 6, 30, 20],
];

/// In the endgame the king belongs in the center.
const KING_END: Table = [
    [-48, -36, -26, -20, -20, -26, -36, -48],
    [-28, -12, 2, 10, 10, 2, -12, -28],
    [-22, 0, 20, 28, 28, 20, 0, -22],
    [-20, 2, 26, 36, 36, 26, 2, -20],
    [-22, 0, 24, 34, 34, 24, 0, -22],
    [-26, -6, 14, 20, 20, 14, -6, -26],
    [-34, -20, -4, 2, 2, -4, -20, -34],
    [-52, -38, -28, -22, -22, -28, -38, -52],
];

/// Middlegame and endgame tables by role: pawn, knight, bishop, rook, queen, king.
static TABLES: [[Table; 2]; 6] =
    [[PAWN, PAWN_END], [KNIGHT, KNIGHT], [BISHOP, BISHOP], [ROOK, ROOK], [QUEEN, QUEEN], [KING, KING_END]];

impl PieceSquares for Position {
    /// 1 for knights and bishops, 2 for rooks, 4 for queens.
    const MAX_PHASE: i32 = 24;

    fn phase(piece: usize) -> i32 {
        [0, 1, 1, 2, 4, 0][piece % 6]
    }

    fn square_bonus(piece: usize, square: usize) -> TaperedScore {
        let (file, rank) = (square % 8, square / 8);
        let from_top = if piece < 6 { 7 - rank } else { rank };
        let [middle, end] = &TABLES[piece % 6];
        TaperedScore::new(middle[from_top][file], end[from_top][file])
    }
}

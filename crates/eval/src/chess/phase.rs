//! Game phase, exchange values of pieces, and win/draw/loss model of chess.

use chess::cozy_chess::Piece;

use crate::wdl::WdlModel;

/// Game phase of the starting position: queens count 4, rooks 2, knights and bishops 1.
pub const MAX_PHASE: i32 = 2 * (4 + 2 * 2 + 4);

/// Returns the weight of a piece in the game phase, by its observer index.
#[inline]
pub fn phase_weight(piece: usize) -> i32 {
    const BY_PIECE: [i32; 16] = [0, 1, 1, 2, 4, 0, 0, 1, 1, 2, 4, 0, 0, 0, 0, 0];
    BY_PIECE[piece & 15]
}

/// Returns the value of a piece in static exchange evaluation.
pub fn exchange_value(piece: Piece) -> i32 {
    match piece {
        Piece::Pawn => 100,
        Piece::Knight => 320,
        Piece::Bishop => 335,
        Piece::Rook => 510,
        Piece::Queen => 980,
        Piece::King => 20_000,
    }
}

/// Win/draw/loss model, fitted to games.
pub(super) const WDL: WdlModel = WdlModel { scale: 150.0, draw_margin: 0.8 };

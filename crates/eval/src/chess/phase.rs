//! How far a game has gone, what men are worth in exchange, and what a score means in chances.

use chess::cozy_chess::Piece;
use game::Score;

/// Phase of the start position: queens count 4, rooks 2, knights and bishops 1.
pub const FULL: i32 = 2 * (4 + 2 * 2 + 4);

/// What a man adds to the phase, by the index observers hear.
#[inline]
pub fn phase_of(man: usize) -> i32 {
    const BY_MAN: [i32; 16] = [0, 1, 1, 2, 4, 0, 0, 1, 1, 2, 4, 0, 0, 0, 0, 0];
    BY_MAN[man & 15]
}

/// What a man is worth in an exchange.
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

/// Hundredths that make a lead of one in the logistic curve, fitted to games.
const SCALE: f32 = 150.0;
/// How wide the draw lies around the middle.
const DRAWISH: f32 = 0.8;

/// The chances to win, draw and lose.
pub fn chances(score: Score) -> [f32; 3] {
    if score.is_decided() {
        return if score > Score::DRAW { [1.0, 0.0, 0.0] } else { [0.0, 0.0, 1.0] };
    }
    let lead = score.raw() as f32 / SCALE;
    let sigmoid = |x: f32| 1.0 / (1.0 + (-x).exp());
    let (win, loss) = (sigmoid(lead - DRAWISH), sigmoid(-lead - DRAWISH));
    [win, 1.0 - win - loss, loss]
}

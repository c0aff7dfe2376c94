//! What pieces are worth: values by game, and a face-down piece by what it may turn out to be.

use game::{Position, Side};
use xiangqi::{Piece, Role};

/// What a game tells of its pieces to an opinion that counts them. Pieces are the indices observers hear.
pub trait Pieces: Position {
    /// The value of each piece, centipawns of a soldier or pawn.
    const VALUES: [i32; 32];
    /// The values a greedy player goes by.
    const GREEDY_VALUES: [i32; 32] = Self::VALUES;
    /// Centipawns that make a lead of one in the curve of chances.
    const SCALE: f32;
    /// How wide the draw lies in that curve.
    const DRAWISH: f32;

    /// Whose piece it is.
    fn side_of(piece: usize) -> Side;

    /// Every piece on the board: square and piece.
    fn each_piece(&self, visit: &mut impl FnMut(usize, usize));

    /// Whether this index stands for a piece whose role the mind does not know.
    fn is_hidden(_piece: usize) -> bool {
        false
    }

    /// The worth of the pieces whose role is not known, the first side's less the second's.
    fn hidden(&self, _values: &[i32; 32]) -> i32 {
        0
    }

    /// The values with those of face-down pieces filled in as this mind reckons them.
    fn worth(&self, values: &[i32; 32]) -> [i32; 32] {
        *values
    }
}

/// Values of the seven roles of xiangqi, both sides, face down too: general, advisor, elephant, horse, chariot,
/// cannon, soldier, and one for a piece of unknown role.
const fn xiangqi_values(roles: [i32; 8]) -> [i32; 32] {
    let mut values = [0; 32];
    let mut piece = 0;
    while piece < 32 {
        values[piece] = if piece < 16 { roles[piece % 8] } else { roles[7] };
        piece += 1;
    }
    values
}

impl Pieces for xiangqi::Position {
    const VALUES: [i32; 32] = xiangqi_values([20_000, 180, 180, 400, 900, 420, 100, 300]);
    const GREEDY_VALUES: [i32; 32] = xiangqi_values([6000, 120, 120, 270, 600, 285, 30, 196]);
    const SCALE: f32 = 180.0;
    const DRAWISH: f32 = 0.8;

    fn side_of(piece: usize) -> Side {
        Side::BOTH[piece >> 3 & 1]
    }

    fn each_piece(&self, visit: &mut impl FnMut(usize, usize)) {
        for square in self.board().occupied() {
            let piece = xiangqi::Square::new(square).and_then(|point| self.board().piece_at(point));
            if let Some(piece) = piece {
                visit(square, piece.index());
            }
        }
    }
}

impl Pieces for jieqi::Position {
    // Advisors and elephants roam once turned up: they are worth more than guards that stay at home.
    const VALUES: [i32; 32] = xiangqi_values([20_000, 250, 250, 420, 900, 450, 140, 300]);
    const GREEDY_VALUES: [i32; 32] = <xiangqi::Position as Pieces>::GREEDY_VALUES;
    const SCALE: f32 = 220.0;
    const DRAWISH: f32 = 0.5;

    fn side_of(piece: usize) -> Side {
        Side::BOTH[piece >> 3 & 1]
    }

    fn each_piece(&self, visit: &mut impl FnMut(usize, usize)) {
        for square in self.board().occupied() {
            let Some(point) = xiangqi::Square::new(square) else { continue };
            if let Some(piece) = self.board().piece_at(point) {
                visit(square, piece.index() + if self.is_dark(point) { 16 } else { 0 });
            }
        }
    }

    fn is_hidden(piece: usize) -> bool {
        piece >= 16 || piece & 7 == Role::Unknown.index()
    }

    fn hidden(&self, values: &[i32; 32]) -> i32 {
        let unknown = self.dark() | self.board().role(Role::Unknown);
        let [first, second] = Side::BOTH
            .map(|side| (unknown & self.board().side(side)).len() as i32 * pool_mean(self, side, values));
        first - second
    }

    fn worth(&self, values: &[i32; 32]) -> [i32; 32] {
        let mut worth = *values;
        for side in Side::BOTH {
            let mean = pool_mean(self, side, values);
            for role in Role::ALL {
                worth[16 + Piece::new(side, role).index()] = mean;
            }
            worth[Piece::new(side, Role::Unknown).index()] = mean;
        }
        worth
    }
}

/// The mean worth of the pieces of a side this mind cannot account for.
fn pool_mean(here: &jieqi::Position, side: Side, values: &[i32; 32]) -> i32 {
    let pool = here.pool(side);
    let sum: i32 =
        pool.pieces().map(|(role, count)| values[Piece::new(side, role).index()] * count as i32).sum();
    sum / (pool.total().max(1) as i32)
}

impl Pieces for chess::Position {
    const VALUES: [i32; 32] = {
        // Pawn, knight, bishop, rook, queen, king.
        let roles = [100, 320, 330, 500, 950, 20_000];
        let mut values = [0; 32];
        let mut piece = 0;
        while piece < 12 {
            values[piece] = roles[piece % 6];
            piece += 1;
        }
        values
    };
    const SCALE: f32 = 170.0;
    const DRAWISH: f32 = 0.6;

    fn side_of(piece: usize) -> Side {
        Side::BOTH[(piece / 6) & 1]
    }

    fn each_piece(&self, visit: &mut impl FnMut(usize, usize)) {
        let board = self.board();
        for square in board.occupied() {
            if let (Some(color), Some(piece)) = (board.color_on(square), board.piece_on(square)) {
                visit(square as usize, chess::piece_index(color, piece));
            }
        }
    }
}

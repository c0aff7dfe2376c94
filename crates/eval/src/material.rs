//! Material: piece values by game. A face-down piece is worth the mean of the pieces it may turn out to be.

use game::{Position, Side};
use xiangqi::{Piece, Role};

/// Material of a position. Pieces are the indices that [`game::Observer`] receives.
pub trait Material: Position {
    /// Value of each piece in centipawns.
    const VALUES: [i32; 32];
    /// Values that the greedy player uses.
    const GREEDY_VALUES: [i32; 32] = Self::VALUES;
    /// Names of the roles in the order of their indices; the pieces of the second side follow at `ROLE_STRIDE`.
    const ROLES: &'static [&'static str];
    /// Distance between the indices of the same role of both sides.
    const ROLE_STRIDE: usize;
    /// Sigmoid scale of the win/draw/loss model in centipawns.
    const WDL_SCALE: f32;
    /// Half the width of the draw range of that model, in units of the scale.
    const DRAW_MARGIN: f32;

    /// Returns the side of a piece.
    fn side_of(piece: usize) -> Side;

    /// Visits every piece on the board: square and piece.
    fn for_each_piece(&self, visit: &mut impl FnMut(usize, usize));

    /// Returns true if this index stands for a piece of unknown role.
    fn is_hidden(_piece: usize) -> bool {
        false
    }

    /// Returns the expected value of the pieces of unknown role, the first side's minus the second's.
    fn hidden(&self, _values: &[i32; 32]) -> i32 {
        0
    }

    /// Returns the piece values, with the expected values of face-down pieces filled in.
    fn worth(&self, values: &[i32; 32]) -> [i32; 32] {
        *values
    }
}

/// Expands the values of the roles (general, advisor, elephant, horse, chariot, cannon, soldier, unknown) to all piece
/// indices: both sides, face up and face down.
const fn xiangqi_values(roles: [i32; 8]) -> [i32; 32] {
    let mut values = [0; 32];
    let mut piece = 0;
    while piece < 32 {
        values[piece] = if piece < 16 { roles[piece % 8] } else { roles[7] };
        piece += 1;
    }
    values
}

/// Roles of xiangqi and jieqi.
const XIANGQI_ROLES: &[&str] = &["general", "advisor", "elephant", "horse", "chariot", "cannon", "soldier"];

impl Material for xiangqi::Position {
    const ROLES: &'static [&'static str] = XIANGQI_ROLES;
    const ROLE_STRIDE: usize = 8;
    const VALUES: [i32; 32] = xiangqi_values([20_000, 180, 180, 400, 900, 420, 100, 300]);
    const GREEDY_VALUES: [i32; 32] = xiangqi_values([6000, 120, 120, 270, 600, 285, 30, 196]);
    const WDL_SCALE: f32 = 180.0;
    const DRAW_MARGIN: f32 = 0.8;

    fn side_of(piece: usize) -> Side {
        Side::BOTH[piece >> 3 & 1]
    }

    fn for_each_piece(&self, visit: &mut impl FnMut(usize, usize)) {
        for square in self.board().occupied() {
            let piece = xiangqi::Square::new(square).and_then(|point| self.board().piece_at(point));
            if let Some(piece) = piece {
                visit(square, piece.index());
            }
        }
    }
}

impl Material for jieqi::Position {
    const ROLES: &'static [&'static str] = XIANGQI_ROLES;
    const ROLE_STRIDE: usize = 8;
    // Face-up advisors and elephants move freely: they are worth more than in xiangqi.
    const VALUES: [i32; 32] = xiangqi_values([20_000, 250, 250, 420, 900, 450, 140, 300]);
    const GREEDY_VALUES: [i32; 32] = <xiangqi::Position as Material>::GREEDY_VALUES;
    const WDL_SCALE: f32 = 220.0;
    const DRAW_MARGIN: f32 = 0.5;

    fn side_of(piece: usize) -> Side {
        Side::BOTH[piece >> 3 & 1]
    }

    fn for_each_piece(&self, visit: &mut impl FnMut(usize, usize)) {
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

/// Returns the mean value of the pieces in the pool of a side.
fn pool_mean(here: &jieqi::Position, side: Side, values: &[i32; 32]) -> i32 {
    let pool = here.pool(side);
    let sum: i32 =
        pool.pieces().map(|(role, count)| values[Piece::new(side, role).index()] * count as i32).sum();
    sum / (pool.total().max(1) as i32)
}

impl Material for chess::Position {
    const ROLES: &'static [&'static str] = &["pawn", "knight", "bishop", "rook", "queen", "king"];
    const ROLE_STRIDE: usize = 6;
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
    const WDL_SCALE: f32 = 170.0;
    const DRAW_MARGIN: f32 = 0.6;

    fn side_of(piece: usize) -> Side {
        Side::BOTH[(piece / 6) & 1]
    }

    fn for_each_piece(&self, visit: &mut impl FnMut(usize, usize)) {
        let board = self.board();
        for square in board.occupied() {
            if let (Some(color), Some(piece)) = (board.color_on(square), board.piece_on(square)) {
                visit(square as usize, chess::piece_index(color, piece));
            }
        }
    }
}

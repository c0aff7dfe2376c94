//! What men are worth: values by game, and a face-down man by what it may turn out to be.

use game::{Position, Side};
use xiangqi::{Man, Role};

/// What a game tells of its men to an opinion that counts them. Men are the indices observers hear.
pub trait Men: Position {
    /// The value of each man, hundredths of a soldier or pawn.
    const VALUES: [i32; 32];
    /// The values a greedy player goes by.
    const GREEDY_VALUES: [i32; 32] = Self::VALUES;
    /// Hundredths that make a lead of one in the curve of chances.
    const SCALE: f32;
    /// How wide the draw lies in that curve.
    const DRAWISH: f32;

    /// Whose man it is.
    fn side_of(man: usize) -> Side;

    /// Every man on the board: square and man.
    fn each_man(&self, visit: &mut impl FnMut(usize, usize));

    /// Whether this index stands for a man whose role the mind does not know.
    fn is_hidden(_man: usize) -> bool {
        false
    }

    /// The worth of the men whose role is not known, the first side's less the second's.
    fn hidden(&self, _values: &[i32; 32]) -> i32 {
        0
    }

    /// The values with those of face-down men filled in as this mind reckons them.
    fn worth(&self, values: &[i32; 32]) -> [i32; 32] {
        *values
    }
}

/// Values of the seven roles of xiangqi, both sides, face down too: general, advisor, elephant, horse, chariot,
/// cannon, soldier, and one for a man of unknown role.
const fn xiangqi_values(roles: [i32; 8]) -> [i32; 32] {
    let mut values = [0; 32];
    let mut man = 0;
    while man < 32 {
        values[man] = if man < 16 { roles[man % 8] } else { roles[7] };
        man += 1;
    }
    values
}

impl Men for xiangqi::Position {
    const VALUES: [i32; 32] = xiangqi_values([20_000, 180, 180, 400, 900, 420, 100, 300]);
    const GREEDY_VALUES: [i32; 32] = xiangqi_values([6000, 120, 120, 270, 600, 285, 30, 196]);
    const SCALE: f32 = 180.0;
    const DRAWISH: f32 = 0.8;

    fn side_of(man: usize) -> Side {
        Side::BOTH[man >> 3 & 1]
    }

    fn each_man(&self, visit: &mut impl FnMut(usize, usize)) {
        for square in self.board().occupied() {
            let man = xiangqi::Square::new(square).and_then(|point| self.board().man_at(point));
            if let Some(man) = man {
                visit(square, man.index());
            }
        }
    }
}

impl Men for jieqi::Position {
    // Advisors and elephants roam once turned up: they are worth more than guards that stay at home.
    const VALUES: [i32; 32] = xiangqi_values([20_000, 250, 250, 420, 900, 450, 140, 300]);
    const GREEDY_VALUES: [i32; 32] = <xiangqi::Position as Men>::GREEDY_VALUES;
    const SCALE: f32 = 220.0;
    const DRAWISH: f32 = 0.5;

    fn side_of(man: usize) -> Side {
        Side::BOTH[man >> 3 & 1]
    }

    fn each_man(&self, visit: &mut impl FnMut(usize, usize)) {
        for square in self.board().occupied() {
            let Some(point) = xiangqi::Square::new(square) else { continue };
            if let Some(man) = self.board().man_at(point) {
                visit(square, man.index() + if self.is_dark(point) { 16 } else { 0 });
            }
        }
    }

    fn is_hidden(man: usize) -> bool {
        man >= 16 || man & 7 == Role::Unknown.index()
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
                worth[16 + Man::new(side, role).index()] = mean;
            }
            worth[Man::new(side, Role::Unknown).index()] = mean;
        }
        worth
    }
}

/// The mean worth of the men of a side this mind cannot account for.
fn pool_mean(here: &jieqi::Position, side: Side, values: &[i32; 32]) -> i32 {
    let pool = here.pool(side);
    let sum: i32 = pool.men().map(|(role, count)| values[Man::new(side, role).index()] * count as i32).sum();
    sum / (pool.total().max(1) as i32)
}

impl Men for chess::Position {
    const VALUES: [i32; 32] = {
        // Pawn, knight, bishop, rook, queen, king.
        let roles = [100, 320, 330, 500, 950, 20_000];
        let mut values = [0; 32];
        let mut man = 0;
        while man < 12 {
            values[man] = roles[man % 6];
            man += 1;
        }
        values
    };
    const SCALE: f32 = 170.0;
    const DRAWISH: f32 = 0.6;

    fn side_of(man: usize) -> Side {
        Side::BOTH[(man / 6) & 1]
    }

    fn each_man(&self, visit: &mut impl FnMut(usize, usize)) {
        let board = self.board();
        for square in board.occupied() {
            if let (Some(color), Some(piece)) = (board.color_on(square), board.piece_on(square)) {
                visit(square as usize, chess::man_index(color, piece));
            }
        }
    }
}

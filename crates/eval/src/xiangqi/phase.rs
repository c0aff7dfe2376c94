//! How far a game has gone, what men are worth in exchange, and what a score means in chances.

use game::{Score, Side};
use xiangqi::{Board, Role};

/// Phase of the start position: chariots count 6, cannons and horses 3, soldiers 1.
pub const FULL: i32 = 2 * (2 * 6 + 2 * 3 + 2 * 3 + 5);

/// The right to move.
pub const TEMPO: i32 = 8;

/// What a man adds to the phase, by the index observers hear.
#[inline]
pub fn phase_of(man: usize) -> i32 {
    const BY_ROLE: [i32; 8] = [0, 0, 0, 3, 6, 3, 1, 0];
    BY_ROLE[man & 7]
}

/// What a man is worth in an exchange.
pub fn exchange_value(role: Role) -> i32 {
    match role {
        Role::General => 20_000,
        Role::Advisor | Role::Elephant => 180,
        Role::Horse => 400,
        Role::Chariot => 900,
        Role::Cannon => 420,
        Role::Soldier => 110,
        Role::Unknown => 300,
    }
}

/// A side without men that can cross the river cannot win, however much it leads: its lead shrinks.
pub fn damp(board: &Board, own: i32) -> i32 {
    let fighters = board.role(Role::Chariot)
        | board.role(Role::Horse)
        | board.role(Role::Cannon)
        | board.role(Role::Soldier);
    let [red, black] = Side::BOTH.map(|side| fighters.meets(board.side(side)));
    if red && black { own } else { own * 3 / 4 }
}

/// Hundredths that make a lead of one in the logistic curve, fitted to games.
const SCALE: f32 = 180.0;
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

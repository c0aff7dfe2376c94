//! How far a game of jieqi has gone, what men are worth in exchange, and what a score means in chances.

use game::Score;
use jieqi::Role;

/// Phase of the start position: thirty men that lie face down.
pub const FULL: i32 = 60;

/// The right to move.
pub const TEMPO: i32 = 12;

/// What a man adds to the phase, by the index observers hear.
#[inline]
pub fn phase_of(man: usize) -> i32 {
    const BY_ROLE: [i32; 8] = [0, 1, 1, 3, 6, 3, 1, 2];
    if man >= 16 { 2 } else { BY_ROLE[man & 7] }
}

/// What a man is worth in an exchange. Advisors and elephants roam once turned up: they are worth more than guards that
/// stay at home.
pub fn exchange_value(role: Role) -> i32 {
    match role {
        Role::General => 20_000,
        Role::Advisor | Role::Elephant => 240,
        Role::Horse => 390,
        Role::Chariot => 900,
        Role::Cannon => 410,
        Role::Soldier => 140,
        Role::Unknown => 300,
    }
}

/// Hundredths that make a lead of one in the logistic curve.
const SCALE: f32 = 430.0;
/// How wide the draw lies around the middle.
const DRAWISH: f32 = 0.1;

/// The chances to win, draw and lose.
pub fn chances(score: Score) -> [f32; 3] {
    if score.is_decided() {
        return if score > Score::DRAW { [1.0, 0.0, 0.0] } else { [0.0, 0.0, 1.0] };
    }
    let lead = score.raw() as f32 / SCALE;
    let sigmoid = |x: f32| 1.0 / (1.0 + (-x).exp());
    let (win, loss) = (sigmoid(lead - DRAWISH), sigmoid(-lead - DRAWISH));
    [win, (1.0 - win - loss).max(0.0), loss]
}

//! How far a game of jieqi has gone, what pieces are worth in exchange, and what a score means in chances.

use jieqi::Role;

use crate::chances::Chances;

/// Phase of the start position: thirty pieces that lie face down.
pub const FULL: i32 = 60;

/// The right to move.
pub const TEMPO: i32 = 12;

/// What a piece adds to the phase, by the index observers hear.
#[inline]
pub fn phase_of(piece: usize) -> i32 {
    const BY_ROLE: [i32; 8] = [0, 1, 1, 3, 6, 3, 1, 2];
    if piece >= 16 { 2 } else { BY_ROLE[piece & 7] }
}

/// What a piece is worth in an exchange. Advisors and elephants roam once turned up: they are worth more than guards that
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

/// What a score means in chances.
pub(super) const CHANCES: Chances = Chances { scale: 430.0, drawish: 0.1 };

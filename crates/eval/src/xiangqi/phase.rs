//! How far a game has gone, what pieces are worth in exchange, and what a score means in chances.

use game::Side;
use xiangqi::{Board, Role};

use crate::chances::Chances;

/// Phase of the start position: chariots count 6, cannons and horses 3, soldiers 1.
pub const FULL: i32 = 2 * (2 * 6 + 2 * 3 + 2 * 3 + 5);

/// The right to move.
pub const TEMPO: i32 = 8;

/// What a piece adds to the phase, by the index observers hear.
#[inline]
pub fn phase_of(piece: usize) -> i32 {
    const BY_ROLE: [i32; 8] = [0, 0, 0, 3, 6, 3, 1, 0];
    BY_ROLE[piece & 7]
}

/// What a piece is worth in an exchange.
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

/// A side without pieces that can cross the river cannot win, however much it leads: its lead shrinks.
pub fn damp(board: &Board, own: i32) -> i32 {
    let fighters = board.role(Role::Chariot)
        | board.role(Role::Horse)
        | board.role(Role::Cannon)
        | board.role(Role::Soldier);
    let [red, black] = Side::BOTH.map(|side| fighters.meets(board.side(side)));
    if red && black { own } else { own * 3 / 4 }
}

/// What a score means in chances, fitted to games.
pub(super) const CHANCES: Chances = Chances { scale: 180.0, drawish: 0.8 };

//! Game phase, exchange values of pieces, and win/draw/loss model of xiangqi.

use game::Side;
use xiangqi::{Board, Role};

use crate::wdl::WdlModel;

/// Game phase of the starting position: chariots count 6, cannons and horses 3, soldiers 1.
pub const MAX_PHASE: i32 = 2 * (2 * 6 + 2 * 3 + 2 * 3 + 5);

/// Tempo bonus of the side to move.
pub const TEMPO: i32 = 8;

/// Returns the weight of a piece in the game phase, by its observer index.
#[inline]
pub fn phase_weight(piece: usize) -> i32 {
    const BY_ROLE: [i32; 8] = [0, 0, 0, 3, 6, 3, 1, 0];
    BY_ROLE[piece & 7]
}

/// Returns the value of a piece in static exchange evaluation.
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

/// Scales the score down if a side has no piece that can cross the river: that side cannot win.
pub fn scale_unwinnable(board: &Board, own: i32) -> i32 {
    let fighters = board.role(Role::Chariot)
        | board.role(Role::Horse)
        | board.role(Role::Cannon)
        | board.role(Role::Soldier);
    let [red, black] = Side::BOTH.map(|side| fighters.intersects(board.side(side)));
    if red && black { own } else { own * 3 / 4 }
}

/// Win/draw/loss model, fitted to games.
pub(super) const WDL: WdlModel = WdlModel { scale: 180.0, draw_margin: 0.8 };

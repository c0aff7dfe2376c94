//! Game phase, exchange values of pieces, and win/draw/loss model of jieqi.

use jieqi::Role;

use crate::wdl::WdlModel;

/// Game phase of the starting position: thirty face-down pieces.
pub const MAX_PHASE: i32 = 60;

/// Tempo bonus of the side to move.
pub const TEMPO: i32 = 12;

/// Returns the weight of a piece in the game phase, by its observer index.
#[inline]
pub fn phase_weight(piece: usize) -> i32 {
    const BY_ROLE: [i32; 8] = [0, 1, 1, 3, 6, 3, 1, 2];
    if piece >= 16 { 2 } else { BY_ROLE[piece & 7] }
}

/// Returns the value of a piece in static exchange evaluation. Face-up advisors and elephants move freely, so they are
/// worth more than in xiangqi.
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

/// Win/draw/loss model.
pub(super) const WDL: WdlModel = WdlModel { scale: 430.0, draw_margin: 0.1 };

//! Static exchange evaluation (SEE) on one point, least valuable attacker first. With cannons and horses every piece
//! that leaves may open or close a line, a screen or a leg, so attackers are recomputed at each step.

use game::{PieceValues, Side};
use grid::Bitboard;

use crate::movegen::attackers;
use crate::{Move, Role, Square, XiangqiVariant, attacks};

/// Returns true if the exchange started by this move gains at least `margin`.
pub fn see_ge<P: XiangqiVariant>(here: &P, mv: Move, margin: i32, worth: &PieceValues) -> bool {
    let board = here.board();
    let (from, to) = (mv.origin(), mv.target());
    let value = |square: Square| here.observed_index(square).map_or(0, |piece| worth.of(piece));
    let mut side = here.turn();

    let mut balance = value(to) - margin;
    if balance < 0 {
        return false;
    }
    balance = value(from) - balance;
    if balance <= 0 {
        return true;
    }
    let mut occupied = board.occupied().without(from.set()) | to.set();
    let mut wins = true;
    loop {
        side = !side;
        let Some((square, role)) = least_valuable_attacker(here, side, to, occupied) else { return wins };
        wins = !wins;
        occupied = occupied.without(square.set());
        if role == Role::General {
            // A general may only capture last: not into an attack, and not facing the other general.
            let hit = attackers(here, !side, to, occupied, !occupied | to.set()).any();
            return if hit { !wins } else { wins };
        }
        balance = value(square) - balance;
        if balance < i32::from(wins) {
            return wins;
        }
    }
}

/// Least valuable attacker of a side on a point, among the pieces still there. Piece kinds that cannot reach the
/// point are skipped: the search calls this for most moves.
fn least_valuable_attacker<P: XiangqiVariant>(
    here: &P,
    side: Side,
    to: Square,
    occupied: Bitboard,
) -> Option<(Square, Role)> {
    let board = here.board();
    let pieces = board.side(side) & occupied.without(to.set());
    let first = |role: Role, from: Bitboard| {
        let free = |&square: &Square| role == Role::General || !exposes(here, side, square, to, occupied);
        let found = (from & board.role(role) & pieces).into_iter().map(Square::known).find(free);
        found.map(|square| (square, role))
    };
    // Advisors and elephants are restricted to their area, unless they roam.
    let restricted = |role: Role, from: Bitboard, at_home: bool| {
        first(role, if at_home || !P::ROAMING { from } else { from & here.roaming() })
    };
    let (in_palace, at_home) =
        (attacks::PALACE[side.index()].has(to.index()), attacks::HALF[side.index()].has(to.index()));

    first(Role::Soldier, attacks::soldier_to(side, to))
        .or_else(|| {
            (in_palace || P::ROAMING)
                .then(|| restricted(Role::Advisor, attacks::advisor_anywhere(to), in_palace))
                .flatten()
        })
        .or_else(|| {
            (at_home || P::ROAMING)
                .then(|| restricted(Role::Elephant, attacks::elephant_anywhere(to, occupied), at_home))
                .flatten()
        })
        .or_else(|| first(Role::Horse, attacks::horse_to(to, occupied)))
        .or_else(|| {
            let sliders = (board.role(Role::Cannon) | board.role(Role::Chariot)) & pieces;
            if !attacks::cross(to).intersects(sliders) {
                return None;
            }
            let (slide, hits) = attacks::slide_and_hits(to, occupied);
            first(Role::Cannon, hits).or_else(|| first(Role::Chariot, slide))
        })
        .or_else(|| if in_palace { first(Role::General, attacks::general(side, to)) } else { None })
}

/// Returns true if capturing with this piece exposes its own general: it was pinned, perhaps by a cannon behind two
/// pieces.
fn exposes<P: XiangqiVariant>(here: &P, side: Side, from: Square, to: Square, occupied: Bitboard) -> bool {
    let Some(general) = here.board().general(side) else { return false };
    // Only pieces on the general's lines, or on the leg of an attacking horse, can be pinned.
    let shields = attacks::cross(general) | attacks::advisor_anywhere(general);
    if !shields.has(from.index()) {
        return false;
    }
    let left = occupied.without(from.set());
    attackers(here, side.other(), general, left, !left | to.set()).any()
}

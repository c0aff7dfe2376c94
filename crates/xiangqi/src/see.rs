//! What an exchange on one point gains, piece for piece, cheapest first. Cannons and horses make this delicate: every piece
//! that leaves may open or close a line, a screen or a leg, so attackers are looked up anew at each step.

use game::{PieceValues, Side};
use grid::Bitboard;

use crate::movegen::attackers;
use crate::{Move, Role, Square, XiangqiVariant, attacks};

/// Whether the exchange this move begins gains at least `margin`.
pub fn see_ge<S: XiangqiVariant>(stage: &S, mv: Move, margin: i32, worth: &PieceValues) -> bool {
    let board = stage.board();
    let (from, to) = (mv.origin(), mv.target());
    let value = |square: Square| stage.observed_index(square).map_or(0, |piece| worth.of(piece));
    let mut side = stage.turn();

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
        let Some((square, role)) = cheapest(stage, side, to, occupied) else { return wins };
        wins = !wins;
        occupied = occupied.without(square.set());
        if role == Role::General {
            // A general may capture last only: not into the reach of another piece, nor into the other general's sight.
            let hit = attackers(stage, !side, to, occupied, !occupied | to.set()).any();
            return if hit { !wins } else { wins };
        }
        balance = value(square) - balance;
        if balance < i32::from(wins) {
            return wins;
        }
    }
}

/// The cheapest piece of a side that captures on a point, among the pieces still there. What cannot come there at all is not
/// looked for: this is asked for most moves of a search.
fn cheapest<S: XiangqiVariant>(
    stage: &S,
    side: Side,
    to: Square,
    occupied: Bitboard,
) -> Option<(Square, Role)> {
    let board = stage.board();
    let pieces = board.side(side) & occupied.without(to.set());
    let first = |role: Role, from: Bitboard| {
        let free = |&square: &Square| role == Role::General || !exposes(stage, side, square, to, occupied);
        let found = (from & board.role(role) & pieces).into_iter().map(Square::known).find(free);
        found.map(|square| (square, role))
    };
    // Guards keep to their place, unless they roam.
    let guards = |role: Role, from: Bitboard, at_home: bool| {
        first(role, if at_home || !S::ROAMING { from } else { from & stage.roaming() })
    };
    let (in_palace, at_home) =
        (attacks::PALACE[side.index()].has(to.index()), attacks::HALF[side.index()].has(to.index()));

    first(Role::Soldier, attacks::soldier_to(side, to))
        .or_else(|| {
            (in_palace || S::ROAMING)
                .then(|| guards(Role::Advisor, attacks::advisor_anywhere(to), in_palace))
                .flatten()
        })
        .or_else(|| {
            (at_home || S::ROAMING)
                .then(|| guards(Role::Elephant, attacks::elephant_anywhere(to, occupied), at_home))
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

/// Whether a piece that goes to capture lays its own general open: it was pinned, perhaps by a cannon behind two pieces.
fn exposes<S: XiangqiVariant>(stage: &S, side: Side, from: Square, to: Square, occupied: Bitboard) -> bool {
    let Some(general) = stage.board().general(side) else { return false };
    // Only what stands on the general's lines, or on the leg of a horse that looks at it, shields it.
    let shields = attacks::cross(general) | attacks::advisor_anywhere(general);
    if !shields.has(from.index()) {
        return false;
    }
    let left = occupied.without(from.set());
    attackers(stage, side.other(), general, left, !left | to.set()).any()
}

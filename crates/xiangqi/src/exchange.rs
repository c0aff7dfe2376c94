//! What an exchange on one point gains, man for man, cheapest first. Cannons and horses make this delicate: every man
//! that leaves may open or close a line, a screen or a leg, so attackers are looked up anew at each step.

use game::{Side, Worth};
use grid::Set;

use crate::movegen::attackers;
use crate::{Move, Role, Square, Stage, attacks};

/// From the man one would rather lose to the one that comes last.
const ORDER: [Role; 7] =
    [Role::Soldier, Role::Advisor, Role::Elephant, Role::Horse, Role::Cannon, Role::Chariot, Role::General];

/// Whether the exchange this move begins gains at least `margin`.
pub fn wins<S: Stage>(stage: &S, mv: Move, margin: i32, worth: &Worth) -> bool {
    let board = stage.board();
    let (from, to) = (mv.origin(), mv.target());
    let value = |square: Square| stage.heard(square).map_or(0, |man| worth.of(man));
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
            // A general may capture last only: not into the reach of another man, nor into the other general's sight.
            let hit = attackers(stage, !side, to, occupied, !occupied | to.set()).any();
            return if hit { !wins } else { wins };
        }
        balance = value(square) - balance;
        if balance < i32::from(wins) {
            return wins;
        }
    }
}

/// The cheapest man of a side that captures on a point, among the men still there.
fn cheapest<S: Stage>(stage: &S, side: Side, to: Square, occupied: Set) -> Option<(Square, Role)> {
    let board = stage.board();
    let men = board.side(side) & occupied.without(to.set());
    let (slide, hits) = attacks::slide_and_hits(to, occupied);
    let roaming = if S::ROAMING { stage.roaming() } else { Set::EMPTY };
    let home = |role: Role, set: Set, within: Set| {
        let bound = if within.has(to.index()) { set } else { Set::EMPTY };
        board.role(role) & (bound | (set & roaming))
    };
    ORDER.into_iter().find_map(|role| {
        let found = match role {
            Role::Soldier => attacks::soldier_to(side, to) & board.role(role),
            Role::Advisor => home(role, attacks::advisor_anywhere(to), attacks::PALACE[side.index()]),
            Role::Elephant => {
                home(role, attacks::elephant_anywhere(to, occupied), attacks::HOME[side.index()])
            }
            Role::Horse => attacks::horse_to(to, occupied) & board.role(role),
            Role::Cannon => hits & board.role(role),
            Role::Chariot => slide & board.role(role),
            Role::General => attacks::general(side, to) & board.role(role),
            Role::Unknown => Set::EMPTY,
        };
        let free = |&square: &Square| role == Role::General || !exposes(stage, side, square, to, occupied);
        (found & men).into_iter().map(Square::known).find(free).map(|square| (square, role))
    })
}

/// Whether a man that goes to capture lays its own general open: it was pinned, perhaps by a cannon behind two men.
fn exposes<S: Stage>(stage: &S, side: Side, from: Square, to: Square, occupied: Set) -> bool {
    let Some(general) = stage.board().general(side) else { return false };
    // Only what stands on the general's lines, or on the leg of a horse that looks at it, shields it.
    let shields = attacks::cross(general) | attacks::advisor_anywhere(general);
    if !shields.has(from.index()) {
        return false;
    }
    let left = occupied.without(from.set());
    attackers(stage, side.other(), general, left, !left | to.set()).any()
}

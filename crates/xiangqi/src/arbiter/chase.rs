//! What it is to chase: a threat to capture a man that would gain something, by men that are forbidden to chase.

use game::Side;
use grid::Set;

use crate::movegen::{is_safe, reach};
use crate::{Board, Move, Role, Square, Stage, attacks};

/// A threat to capture.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) struct Threat {
    pub chaser: Square,
    pub victim: Square,
    /// The victim could be recaptured for, but the attack counts all the same.
    pub protected: bool,
    /// The victim is a chariot that stands in a horse's leg to stop a check: chasing it outweighs what it may
    /// chase in return (diagrams 39 to 41).
    pub grave: bool,
}

/// The captures `side` threatens that count as chasing, were it to move.
pub(super) fn threats<S: Stage>(stage: &S, side: Side) -> Vec<Threat> {
    let board = stage.board();
    let occupied = board.occupied();
    let prey = prey(board, side.other());
    let mut found = Vec::new();
    // Generals and soldiers may chase as they please.
    for role in [Role::Chariot, Role::Cannon, Role::Horse, Role::Elephant, Role::Advisor] {
        for chaser in board.men(side, role).into_iter().map(Square::known) {
            let hits = reach(stage, side, role, chaser, occupied) & prey;
            for victim in hits.into_iter().map(Square::known) {
                found.extend(threat(stage, side, chaser, victim));
            }
        }
    }
    found
}

/// The men of a side that may not be chased: all but the general and soldiers that have not crossed the river.
fn prey(board: &Board, side: Side) -> Set {
    let at_home = board.role(Role::Soldier) & attacks::HOME[side.index()];
    board.side(side).without(board.role(Role::General) | at_home | board.role(Role::Unknown))
}

/// The threat of a man within reach of another, if it counts.
fn threat<S: Stage>(stage: &S, side: Side, chaser: Square, victim: Square) -> Option<Threat> {
    let board = stage.board();
    let (attacking, attacked) = (board.man_at(chaser)?.role(), board.man_at(victim)?.role());
    // A pinned man attacks nothing but the man that pins it.
    if !is_safe(stage, side, chaser, victim) {
        return None;
    }
    let grave = attacked == Role::Chariot && blocks_a_horse(stage, side.other(), victim);
    let protected = || is_protected(stage, side, chaser, victim);
    let weaker_attacks_stronger = match attacking {
        Role::Horse | Role::Cannon => attacked == Role::Chariot,
        Role::Elephant | Role::Advisor => matches!(attacked, Role::Chariot | Role::Horse | Role::Cannon),
        _ => false,
    };
    if weaker_attacks_stronger {
        return Some(Threat { chaser, victim, protected: protected(), grave });
    }
    // Men of a kind that can capture each other offer an exchange.
    let strikes_back = attacking == attacked
        && reach(stage, side.other(), attacked, victim, board.occupied()).has(chaser.index())
        && is_safe(stage, side.other(), victim, chaser);
    (!strikes_back && !protected()).then_some(Threat { chaser, victim, protected: false, grave })
}

/// Whether a man stands in the leg of an enemy horse that would give check.
fn blocks_a_horse<S: Stage>(stage: &S, side: Side, square: Square) -> bool {
    let board = stage.board();
    let horses = board.men(side.other(), Role::Horse);
    board.general(side).is_some_and(|general| {
        let occupied = board.occupied().without(square.set());
        (attacks::horse_to(general, occupied) & horses)
            .into_iter()
            .any(|horse| attacks::horse_leg(Square::known(horse), general) == square.set())
    })
}

/// Whether the other side could legally recapture after this capture.
fn is_protected<S: Stage>(stage: &S, side: Side, chaser: Square, victim: Square) -> bool {
    let Some(mv) = Move::new(chaser, victim) else { return false };
    let after = stage.captured(mv);
    let board = after.board();
    let other = side.other();
    board.side(other).into_iter().map(Square::known).any(|from| {
        board.man_at(from).is_some_and(|man| {
            reach(&after, other, man.role(), from, board.occupied()).has(victim.index())
                && is_safe(&after, other, from, victim)
        })
    })
}

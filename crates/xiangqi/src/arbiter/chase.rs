//! What it is to chase: an attack that threatens to gain a man, by men that are forbidden to chase.

use game::Side;
use grid::Set;

use crate::movegen::{is_safe, reach};
use crate::{Board, Man, Move, Role, Square, Stage, attacks};

/// A legal capture of a man that may not be chased, were it the attacker's turn.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) struct Attack {
    pub chaser: Square,
    pub victim: Square,
    pub answer: Answer,
    /// A weaker man attacks a stronger one: a threat whatever the answer.
    unequal: bool,
}

/// How the attacked side could answer the capture.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Answer {
    /// Not at all.
    None,
    /// With a man that would reach the point but may not leave its place: a false root.
    Pinned,
    /// By recapturing, or, attacked by its own kind, by capturing first.
    Real,
}

impl Attack {
    /// Whether carrying it out would gain something.
    pub fn is_threat(&self) -> bool {
        self.unequal || self.answer != Answer::Real
    }
}

/// The attacks of `side` on men that may not be chased.
pub(super) fn attacks<S: Stage>(stage: &S, side: Side) -> Vec<Attack> {
    let board = stage.board();
    let occupied = board.occupied();
    let prey = prey(board, side.other());
    let mut found = Vec::new();
    // Generals and soldiers may chase as they please.
    for role in [Role::Chariot, Role::Cannon, Role::Horse, Role::Elephant, Role::Advisor] {
        for chaser in board.men(side, role).into_iter().map(Square::known) {
            let hits = reach(stage, side, role, chaser, occupied) & prey;
            for victim in hits.into_iter().map(Square::known) {
                // A pinned man attacks nothing but the man that pins it.
                if is_safe(stage, side, chaser, victim) {
                    found.extend(attack(stage, side, chaser, victim));
                }
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

fn attack<S: Stage>(stage: &S, side: Side, chaser: Square, victim: Square) -> Option<Attack> {
    let board = stage.board();
    let (attacking, attacked) = (board.man_at(chaser)?.role(), board.man_at(victim)?.role());
    let unequal = match attacking {
        Role::Horse | Role::Cannon => attacked == Role::Chariot,
        Role::Elephant | Role::Advisor => matches!(attacked, Role::Chariot | Role::Horse | Role::Cannon),
        _ => false,
    };
    // Men of a kind that can capture each other offer an exchange.
    let exchange = if attacking == attacked { answer_by(stage, victim, chaser) } else { Answer::None };
    let answer = match exchange {
        Answer::Real => Answer::Real,
        other => {
            stronger(other, recapture(&stage.captured(Move::new(chaser, victim)?), side.other(), victim))
        }
    };
    Some(Attack { chaser, victim, answer, unequal })
}

/// The best answer by capture on this point.
fn recapture<S: Stage>(after: &S, side: Side, point: Square) -> Answer {
    let men = after.board().side(side).into_iter().map(Square::known);
    men.map(|from| answer_by(after, from, point)).fold(Answer::None, stronger)
}

/// The answer of one man by capturing on this point.
fn answer_by<S: Stage>(stage: &S, from: Square, point: Square) -> Answer {
    let board = stage.board();
    let reaches = |man: Man| reach(stage, man.side(), man.role(), from, board.occupied()).has(point.index());
    match board.man_at(from) {
        Some(man) if !reaches(man) => Answer::None,
        Some(man) if is_safe(stage, man.side(), from, point) => Answer::Real,
        Some(_) => Answer::Pinned,
        None => Answer::None,
    }
}

fn stronger(one: Answer, other: Answer) -> Answer {
    match (one, other) {
        (Answer::Real, _) | (_, Answer::Real) => Answer::Real,
        (Answer::Pinned, _) | (_, Answer::Pinned) => Answer::Pinned,
        _ => Answer::None,
    }
}

//! What it is to chase: an attack that threatens to gain a piece, by pieces that are forbidden to chase.

use game::Side;
use grid::Bitboard;

use crate::movegen::{is_safe, reach};
use crate::{Board, Move, Piece, Role, Square, XiangqiVariant, attacks};

/// A legal capture of a piece that may not be chased, were it the attacker's turn.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) struct Attack {
    pub chaser: Square,
    pub victim: Square,
    pub answer: Answer,
    /// A weaker piece attacks a stronger one: a threat whatever the answer.
    unequal: bool,
}

/// How the attacked side could answer the capture.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Answer {
    /// Not at all.
    None,
    /// With a piece that would reach the point but may not leave its place: a false root.
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

/// The attacks of `side` on pieces that may not be chased.
pub(super) fn attacks<S: XiangqiVariant>(stage: &S, side: Side) -> Vec<Attack> {
    let board = stage.board();
    let occupied = board.occupied();
    let prey = prey(board, side.other());
    let mut found = Vec::new();
    // Generals and soldiers may chase as they please.
    for role in [Role::Chariot, Role::Cannon, Role::Horse, Role::Elephant, Role::Advisor] {
        for chaser in board.pieces(side, role).into_iter().map(Square::known) {
            let hits = reach(stage, side, role, chaser, occupied) & prey;
            for victim in hits.into_iter().map(Square::known) {
                // A pinned piece attacks nothing but the piece that pins it.
                if is_safe(stage, side, chaser, victim) {
                    found.extend(attack(stage, side, chaser, victim));
                }
            }
        }
    }
    found
}

/// The pieces of a side that may not be chased: all but the general and soldiers that have not crossed the river.
fn prey(board: &Board, side: Side) -> Bitboard {
    let at_home = board.role(Role::Soldier) & attacks::HALF[side.index()];
    board.side(side).without(board.role(Role::General) | at_home | board.role(Role::Unknown))
}

fn attack<S: XiangqiVariant>(stage: &S, side: Side, chaser: Square, victim: Square) -> Option<Attack> {
    let board = stage.board();
    let (attacking, attacked) = (board.piece_at(chaser)?.role(), board.piece_at(victim)?.role());
    let unequal = match attacking {
        Role::Horse | Role::Cannon => attacked == Role::Chariot,
        Role::Elephant | Role::Advisor => matches!(attacked, Role::Chariot | Role::Horse | Role::Cannon),
        _ => false,
    };
    // Pieces of a kind that can capture each other offer an exchange.
    let exchange = if attacking == attacked { answer_by(stage, victim, chaser) } else { Answer::None };
    let answer = match exchange {
        Answer::Real => Answer::Real,
        other => {
            stronger(other, recapture(&stage.after_capture(Move::new(chaser, victim)?), side.other(), victim))
        }
    };
    Some(Attack { chaser, victim, answer, unequal })
}

/// The best answer by capture on this point.
fn recapture<S: XiangqiVariant>(after: &S, side: Side, point: Square) -> Answer {
    let pieces = after.board().side(side).into_iter().map(Square::known);
    pieces.map(|from| answer_by(after, from, point)).fold(Answer::None, stronger)
}

/// The answer of one piece by capturing on this point.
fn answer_by<S: XiangqiVariant>(stage: &S, from: Square, point: Square) -> Answer {
    let board = stage.board();
    let reaches =
        |piece: Piece| reach(stage, piece.side(), piece.role(), from, board.occupied()).has(point.index());
    match board.piece_at(from) {
        Some(piece) if !reaches(piece) => Answer::None,
        Some(piece) if is_safe(stage, piece.side(), from, point) => Answer::Real,
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

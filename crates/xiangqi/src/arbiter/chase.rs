//! Chases: attacks that threaten to win a piece, by pieces that are not allowed to chase.

use game::Side;
use grid::Bitboard;

use crate::movegen::{is_safe, reach};
use crate::{Board, Move, Piece, Role, Square, XiangqiVariant, attacks};

/// A capture that would be legal if it were the attacker's turn, of a piece that may not be chased.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) struct Attack {
    pub chaser: Square,
    pub victim: Square,
    pub answer: Answer,
    /// True if a weaker piece attacks a stronger one: a threat whatever the answer.
    unequal: bool,
}

/// Best answer of the attacked side to the capture.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Answer {
    /// No answer.
    None,
    /// Recapture by a pinned piece only (a false root).
    Pinned,
    /// Legal recapture, or, between pieces of the same role, capturing the attacker first (a true root).
    Real,
}

impl Attack {
    /// Returns true if the capture would gain material.
    pub fn is_threat(&self) -> bool {
        self.unequal || self.answer != Answer::Real
    }
}

/// Attacks of `side` on pieces that may not be chased.
pub(super) fn attacks<P: XiangqiVariant>(here: &P, side: Side) -> Vec<Attack> {
    let board = here.board();
    let occupied = board.occupied();
    let protected_pieces = chase_victims(board, side.other());
    let mut found = Vec::new();
    // Generals and soldiers are allowed to chase.
    for role in [Role::Chariot, Role::Cannon, Role::Horse, Role::Elephant, Role::Advisor] {
        for chaser in board.pieces(side, role).into_iter().map(Square::known) {
            let hits = reach(here, side, role, chaser, occupied) & protected_pieces;
            for victim in hits.into_iter().map(Square::known) {
                // A pinned piece attacks nothing but the piece that pins it.
                if is_safe(here, side, chaser, victim) {
                    found.extend(attack(here, side, chaser, victim));
                }
            }
        }
    }
    found
}

/// Pieces of a side that may not be chased: all but the general and soldiers that have not crossed the river.
fn chase_victims(board: &Board, side: Side) -> Bitboard {
    let at_home = board.role(Role::Soldier) & attacks::HALF[side.index()];
    board.side(side).without(board.role(Role::General) | at_home | board.role(Role::Unknown))
}

fn attack<P: XiangqiVariant>(here: &P, side: Side, chaser: Square, victim: Square) -> Option<Attack> {
    let board = here.board();
    let (attacking, attacked) = (board.piece_at(chaser)?.role(), board.piece_at(victim)?.role());
    let unequal = match attacking {
        Role::Horse | Role::Cannon => attacked == Role::Chariot,
        Role::Elephant | Role::Advisor => matches!(attacked, Role::Chariot | Role::Horse | Role::Cannon),
        _ => false,
    };
    // Pieces of the same role that can capture each other offer an exchange.
    let exchange = if attacking == attacked { answer_by(here, victim, chaser) } else { Answer::None };
    let answer = match exchange {
        Answer::Real => Answer::Real,
        other => {
            stronger(other, recapture(&here.after_capture(Move::new(chaser, victim)?), side.other(), victim))
        }
    };
    Some(Attack { chaser, victim, answer, unequal })
}

/// Best answer by recapture on this point.
fn recapture<P: XiangqiVariant>(after: &P, side: Side, point: Square) -> Answer {
    let pieces = after.board().side(side).into_iter().map(Square::known);
    pieces.map(|from| answer_by(after, from, point)).fold(Answer::None, stronger)
}

/// Answer of one piece by capturing on this point.
fn answer_by<P: XiangqiVariant>(here: &P, from: Square, point: Square) -> Answer {
    let board = here.board();
    let reaches =
        |piece: Piece| reach(here, piece.side(), piece.role(), from, board.occupied()).has(point.index());
    match board.piece_at(from) {
        Some(piece) if !reaches(piece) => Answer::None,
        Some(piece) if is_safe(here, piece.side(), from, point) => Answer::Real,
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

//! The arbiter (to come).
use game::{Case, Line, Outcome};

use crate::position::FIGHTERS;
use crate::{Board, Position, Rules};

/// Whether neither side has men left that could ever mate or stalemate.
pub fn nobody_can_win(board: &Board) -> bool {
    FIGHTERS.iter().all(|&role| board.role(role).is_empty())
}

/// The end of the game by the path.
pub fn adjudicate(_line: &Line<Position>, _rules: &Rules) -> Option<Outcome> {
    None
}

/// The file on a repetition.
pub fn case(_line: &Line<Position>) -> Option<Case> {
    None
}

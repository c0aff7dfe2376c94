//! Repetition cases: the plies of a cycle, their classification, and the verdict of the rules.

use crate::{Outcome, Side};

/// A repetition: the plies of the cycle and the verdict on it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct RepetitionCase {
    /// Number of occurrences of the current position since the last irreversible move.
    pub occurrences: usize,
    /// Number of occurrences at which the verdict takes effect.
    pub limit: usize,
    /// Verdict of the rules on this cycle: in force once `occurrences` reaches `limit`, a warning until then.
    pub verdict: Outcome,
    /// The side that must deviate, if any.
    pub must_deviate: Option<Side>,
    /// Message key of the applied rule, for instance `rule_axf_perpetual_chase`.
    pub rule: &'static str,
    /// The plies of the cycle, oldest first.
    pub plies: Vec<CyclePly>,
}

impl RepetitionCase {
    /// Returns true if the verdict ends the game now; false while it is only a warning.
    pub fn is_final(&self) -> bool {
        self.occurrences >= self.limit
    }
}

/// One ply of a cycle and its classification.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct CyclePly {
    /// Index of the ply in the line: 0 is the first move played from the root.
    pub ply: usize,
    /// The side that played it.
    pub side: Side,
    /// Its classification.
    pub conduct: Conduct,
}

/// Classification of a ply of a cycle, in the terms of the Asian rule: check, chase or idle.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Conduct {
    /// The ply gave check.
    Check,
    /// The ply created new attacks on pieces that would win material.
    Chase(Vec<Chase>),
    /// Neither.
    Idle,
}

/// A chasing piece and its victim, on their squares after the ply.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Chase {
    /// The piece that threatens to capture.
    pub chaser: PieceAt,
    /// The piece threatened.
    pub victim: PieceAt,
    /// True if the victim could have been recaptured (some attacks count as chases even so).
    pub protected: bool,
    /// True if this victim was chased in every move of the cycle.
    pub throughout: bool,
}

/// A piece on a square, both as indices of the game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct PieceAt {
    /// Piece index (side and role), as reported to observers.
    pub piece: usize,
    /// Square index.
    pub square: usize,
}

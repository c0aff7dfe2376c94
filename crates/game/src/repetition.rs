//! The arbiter's file on a repetition: what each ply of the cycle did, and what follows from it.

use crate::{Outcome, Side};

/// A position has come back. The cycle, ply by ply, and the verdict on it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct RepetitionCase {
    /// How often the position now on the board has stood there since the last irreversible move.
    pub occurrences: usize,
    /// At which occurrence the verdict falls.
    pub limit: usize,
    /// What the rules say of this cycle: in force once `occurrences` reaches `limit`, until then a warning.
    pub verdict: Outcome,
    /// The side that must deviate, when one must.
    pub must_deviate: Option<Side>,
    /// The catalogues' key of the rule applied, for instance `rule_axf_perpetual_chase`.
    pub rule: &'static str,
    /// The plies of the cycle, oldest first.
    pub plies: Vec<CyclePly>,
}

impl RepetitionCase {
    /// Whether the verdict ends the game now, or only threatens to.
    pub fn is_final(&self) -> bool {
        self.occurrences >= self.limit
    }
}

/// One ply of a cycle and how the arbiter tags it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct CyclePly {
    /// The ply's index in the line: 0 is the first move played from its root.
    pub ply: usize,
    /// Who played it.
    pub side: Side,
    /// What it did.
    pub conduct: Conduct,
}

/// What a ply of a cycle did to the other side.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Conduct {
    /// It gave check.
    Check,
    /// It attacked pieces anew, each so that capturing it would gain something.
    Chase(Vec<Chase>),
    /// Neither.
    Idle,
}

/// A piece chased by another, as they stood after the ply.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Chase {
    /// The piece that threatens to capture.
    pub chaser: PieceAt,
    /// The piece threatened.
    pub victim: PieceAt,
    /// Whether the victim could have been recaptured (some attacks count even so).
    pub protected: bool,
    /// Whether this victim was chased through the whole cycle.
    pub throughout: bool,
}

/// A piece on a square, both as the game's own indices.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct PieceAt {
    /// The game's index of side and role, as an observer hears it.
    pub piece: usize,
    /// The square's index.
    pub square: usize,
}

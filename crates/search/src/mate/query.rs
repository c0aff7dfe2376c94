//! Query to the solver, its progress and its answer.

use std::fmt;

use game::{Position, Side, Tactics};

use super::WinProof;

/// Query to the solver.
#[derive(Clone, Debug)]
pub struct Query {
    /// Side that is to win.
    pub winner: Side,
    /// Maximum number of the winner's moves; `None` for no limit.
    pub moves: Option<u32>,
    /// Maximum number of nodes.
    pub nodes: Option<u64>,
    /// Maximum time in milliseconds.
    pub time: Option<u64>,
    /// Size of the hash tables in megabytes.
    pub hash: usize,
    /// True to find every key move: all first moves that win in the fewest moves.
    pub keys: bool,
}

impl Query {
    /// Query for a win of this side, without limits, with all key moves.
    pub fn new(winner: Side) -> Self {
        Query { winner, moves: None, nodes: None, time: None, hash: 64, keys: true }
    }
}

/// Progress of a running solver.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct ProofProgress {
    /// Wins in this many moves or fewer are refuted.
    pub refuted: u32,
    /// Number of moves of the best win proven so far.
    pub won: Option<u32>,
    /// Current depth in moves.
    pub depth: u32,
    /// Moves of the winner considered: 0 is checks only, 5 is all moves.
    pub width: u32,
    /// Proof and disproof number of the root, once the df-pn search has begun.
    pub proof_numbers: Option<(u32, u32)>,
    /// Positions visited.
    pub nodes: u64,
    /// Time spent, in microseconds.
    pub micros: u64,
}

/// Result of a query.
pub enum Finding<P: Tactics> {
    /// A forced win.
    Win {
        /// Maximum number of the winner's moves.
        moves: u32,
        /// No forced win takes fewer moves than this; equal to `moves` when the win is known to be the shortest.
        at_least: u32,
        /// Proof tree of the win.
        proof: Box<WinProof<P>>,
        /// Key moves: first moves that win in `moves`; none where the defender moves first.
        keys: Vec<<P as Position>::Move>,
        /// True if these are all key moves.
        all_keys: bool,
        /// True if the whole tree was replayed by the rules; a very large one is not.
        verified: bool,
        /// True if the win rests on the perpetual-check rule: a position that repeats by the defender's checks alone
        /// ends a line.
        by_rule: bool,
    },
    /// There is no forced win.
    NoWin {
        /// Within this many moves; `None` for any number.
        within: Option<u32>,
    },
    /// The budget was exhausted.
    Unknown {
        /// There is no forced win within this many moves.
        refuted: u32,
    },
}

/// Answer of the solver.
pub struct Answer<P: Tactics> {
    /// The result.
    pub finding: Finding<P>,
    /// Positions visited.
    pub nodes: u64,
    /// Time spent, in microseconds.
    pub micros: u64,
    /// Time until the first proof of a win, in microseconds.
    pub micros_to_win: Option<u64>,
}

impl<P: Tactics> Answer<P> {
    /// Number of moves of a proven win.
    pub fn win(&self) -> Option<u32> {
        match self.finding {
            Finding::Win { moves, .. } => Some(moves),
            _ => None,
        }
    }
}

// Written by hand: a derive would require the same of `P`.
impl<P: Tactics> fmt::Debug for Finding<P> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Finding::Win { moves, at_least, keys, all_keys, .. } => {
                write!(f, "win in {moves} (at least {at_least}), keys {keys:?} (all: {all_keys})")
            }
            Finding::NoWin { within } => write!(f, "no win within {within:?}"),
            Finding::Unknown { refuted } => write!(f, "unknown beyond {refuted}"),
        }
    }
}

impl<P: Tactics> fmt::Debug for Answer<P> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:?}, {} nodes", self.finding, self.nodes)
    }
}

//! What is asked of the solver, and what it answers.

use std::fmt;

use game::{Position, Side, Tactics};

use super::WinProof;

/// A question to the solver.
#[derive(Clone, Debug)]
pub struct Query {
    /// The side that is to win.
    pub winner: Side,
    /// At most so many moves of the winner; `None` asks without a limit.
    pub moves: Option<u32>,
    /// At most so many nodes.
    pub nodes: Option<u64>,
    /// At most so much time, in milliseconds.
    pub time: Option<u64>,
    /// Megabytes for what is remembered.
    pub hash: usize,
    /// Whether to find every first move that wins in the shortest number, once that is known.
    pub keys: bool,
}

impl Query {
    /// Can this side win? Without limits, all first moves asked for.
    pub fn new(winner: Side) -> Self {
        Query { winner, moves: None, nodes: None, time: None, hash: 64, keys: true }
    }
}

/// How a search stands while it works.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct ProofProgress {
    /// WinNotes in this many moves and fewer are ruled out.
    pub refuted: u32,
    /// A win in this many is proven.
    pub won: Option<u32>,
    /// How many moves deep the search looks now.
    pub depth: u32,
    /// How wide: 0 is checks only, 5 every move.
    pub width: u32,
    /// The proof and disproof numbers of the position, once the best-first search has begun.
    pub proof_numbers: Option<(u32, u32)>,
    /// Positions visited.
    pub nodes: u64,
    /// Time spent, in microseconds.
    pub micros: u64,
}

/// What was found out.
pub enum Finding<P: Tactics> {
    /// A forced win.
    Win {
        /// So many moves of the winner at most.
        moves: u32,
        /// No forced win takes fewer than this; equal to `moves` when the win is known to be the shortest.
        at_least: u32,
        /// The tree of the win.
        proof: Box<WinProof<P>>,
        /// First moves that win in `moves`; none where the defender moves first.
        keys: Vec<<P as Position>::Move>,
        /// Whether these are all of them.
        all_keys: bool,
        /// Whether the whole tree was replayed by the rules; a very large one is not.
        verified: bool,
        /// Whether it rests on the rule that the defender must not check for ever: a position that comes back by his
        /// checks alone ends a line.
        by_rule: bool,
    },
    /// There is no forced win.
    NoWin {
        /// Within this many moves; `None`: within any number.
        within: Option<u32>,
    },
    /// The budget ran out.
    Unknown {
        /// There is no forced win within this many moves.
        refuted: u32,
    },
}

/// The solver's answer.
pub struct Answer<P: Tactics> {
    /// What was found out.
    pub finding: Finding<P>,
    /// Positions visited.
    pub nodes: u64,
    /// Time spent, in microseconds.
    pub micros: u64,
    /// Time until the first proof of a win, in microseconds.
    pub micros_to_win: Option<u64>,
}

impl<P: Tactics> Answer<P> {
    /// The number of moves of a proven win.
    pub fn win(&self) -> Option<u32> {
        match self.finding {
            Finding::Win { moves, .. } => Some(moves),
            _ => None,
        }
    }
}

// By hand: a derive would ask the same of `P`.
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

//! Limits of a search.

/// Limits of a search. Without any, it runs until it is stopped.
#[derive(Clone, Debug)]
pub struct Limits<M> {
    /// Maximum depth in plies.
    pub depth: Option<u32>,
    /// Maximum number of nodes.
    pub nodes: Option<u64>,
    /// Fixed time for this move, in milliseconds.
    pub time: Option<u64>,
    /// Clocks of a timed game.
    pub clocks: Option<Clocks>,
    /// Purpose of the search.
    pub goal: Goal,
    /// Move overhead: time lost between the decision and the stop of the clock, in milliseconds.
    pub overhead: u64,
    /// Root moves to search, when not empty (`searchmoves`).
    pub only: Vec<M>,
    /// Root moves not to search.
    pub banned: Vec<M>,
    /// Number of PV lines to find (MultiPV).
    pub lines: usize,
    /// Seed of random choices.
    pub seed: u64,
}

/// Purpose of a search.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Goal {
    /// The best move.
    #[default]
    BestMove,
    /// A forced win: the search ends once it has found one.
    Win {
        /// Maximum number of moves; `None` for any number.
        within: Option<u32>,
    },
}

impl Goal {
    /// Goal of a mate search (`go mate N`): a win in this many moves, or the best move where no number is given.
    pub fn mate(within: Option<u32>) -> Self {
        within.map_or(Goal::BestMove, |moves| Goal::Win { within: Some(moves) })
    }
}

/// Clocks of a timed game in milliseconds, for the side to move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Clocks {
    /// Time left.
    pub left: u64,
    /// Increment added after each move.
    pub increment: u64,
    /// Moves until the next time control; `None` when the time is for the whole game.
    pub moves_to_go: Option<u32>,
}

impl<M> Default for Limits<M> {
    fn default() -> Self {
        Limits {
            depth: None,
            nodes: None,
            time: None,
            clocks: None,
            goal: Goal::BestMove,
            overhead: 10,
            only: Vec::new(),
            banned: Vec::new(),
            lines: 1,
            seed: 0,
        }
    }
}

impl<M> Limits<M> {
    /// A fixed depth.
    pub fn depth(plies: u32) -> Self {
        Limits { depth: Some(plies), ..Self::default() }
    }

    /// A fixed number of nodes.
    pub fn nodes(count: u64) -> Self {
        Limits { nodes: Some(count), ..Self::default() }
    }

    /// A fixed time per move.
    pub fn time(millis: u64) -> Self {
        Limits { time: Some(millis), ..Self::default() }
    }
}

impl<M: Copy + PartialEq> Limits<M> {
    /// Returns true if a root move is to be searched.
    pub fn allows(&self, mv: M) -> bool {
        (self.only.is_empty() || self.only.contains(&mv)) && !self.banned.contains(&mv)
    }
}

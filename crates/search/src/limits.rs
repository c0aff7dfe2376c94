//! How long a search may think, and about what.

/// What bounds a search. Nothing set means: until stopped.
#[derive(Clone, Debug)]
pub struct Limits<M> {
    /// No deeper than this many plies.
    pub depth: Option<u32>,
    /// No more than this many nodes.
    pub nodes: Option<u64>,
    /// Exactly this much time, in milliseconds.
    pub time: Option<u64>,
    /// The clocks of a timed game.
    pub clocks: Option<Clocks>,
    /// Stop once a mate in this many moves is found.
    pub mate: Option<u32>,
    /// Time lost between the decision and the other side's clock, in milliseconds.
    pub overhead: u64,
    /// Only these moves at the root, when any are named.
    pub only: Vec<M>,
    /// Never these moves at the root.
    pub banned: Vec<M>,
    /// How many best lines to find.
    pub lines: usize,
    /// What random choices grow from.
    pub seed: u64,
}

/// The clocks of a timed game, in milliseconds, from the side to move's view.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Clocks {
    /// Time left.
    pub left: u64,
    /// Added after each move.
    pub increment: u64,
    /// Moves until more time comes; `None` when the time is for the whole game.
    pub moves_to_go: Option<u32>,
}

impl<M> Default for Limits<M> {
    fn default() -> Self {
        Limits {
            depth: None,
            nodes: None,
            time: None,
            clocks: None,
            mate: None,
            overhead: 10,
            only: Vec::new(),
            banned: Vec::new(),
            lines: 1,
            seed: 0,
        }
    }
}

impl<M> Limits<M> {
    /// So many plies deep.
    pub fn depth(plies: u32) -> Self {
        Limits { depth: Some(plies), ..Self::default() }
    }

    /// So many nodes.
    pub fn nodes(count: u64) -> Self {
        Limits { nodes: Some(count), ..Self::default() }
    }

    /// So many milliseconds.
    pub fn time(millis: u64) -> Self {
        Limits { time: Some(millis), ..Self::default() }
    }
}

impl<M: Copy + PartialEq> Limits<M> {
    /// Whether a root move is to be thought about.
    pub fn allows(&self, mv: M) -> bool {
        (self.only.is_empty() || self.only.contains(&mv)) && !self.banned.contains(&mv)
    }
}

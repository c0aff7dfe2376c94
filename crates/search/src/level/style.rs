//! Play style of each level: the ladder as one table.

use PlayStyle::{Full, Search, Shallow};

/// Play style of one move.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum PlayStyle {
    /// Shallow search with oversights.
    Shallow(ShallowParams),
    /// PVS engine with a node limit.
    Search {
        /// Node limit.
        nodes: u64,
        /// Temperature of the choice in the opening: a move worse by this many centipawns is chosen a third as often.
        temperature: i32,
    },
    /// PVS engine without restrictions.
    Full,
}

/// Parameters of the shallow search.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct ShallowParams {
    /// Depth in plies.
    pub depth: u32,
    /// Maximum number of captures in a row beyond that depth.
    pub captures: u32,
    /// Probability that what a piece can do is overlooked.
    pub oversight: f64,
    /// Temperature of the choice: a move worse by this many centipawns is chosen a third as often.
    pub temperature: i32,
    /// True if a mate in one is always found.
    pub mates: bool,
}

/// The levels, lowest first. Their strength is measured: see `docs/levels.md`.
const LADDER: [PlayStyle; 8] = [
    Shallow(ShallowParams { depth: 1, captures: 2, oversight: 0.28, temperature: 55, mates: false }),
    Shallow(ShallowParams { depth: 1, captures: 4, oversight: 0.16, temperature: 36, mates: true }),
    Shallow(ShallowParams { depth: 2, captures: 4, oversight: 0.11, temperature: 30, mates: true }),
    Shallow(ShallowParams { depth: 2, captures: 5, oversight: 0.06, temperature: 24, mates: true }),
    Shallow(ShallowParams { depth: 3, captures: 6, oversight: 0.02, temperature: 15, mates: true }),
    Search { nodes: 4_000, temperature: 12 },
    Search { nodes: 16_000, temperature: 8 },
    Full,
];

/// The levels of games with chance: luck evens out small differences, so the steps have to be larger.
const CHANCE_LADDER: [PlayStyle; 8] = [
    Shallow(ShallowParams { depth: 1, captures: 2, oversight: 0.28, temperature: 55, mates: false }),
    Shallow(ShallowParams { depth: 1, captures: 4, oversight: 0.16, temperature: 36, mates: true }),
    Shallow(ShallowParams { depth: 2, captures: 4, oversight: 0.12, temperature: 32, mates: true }),
    Shallow(ShallowParams { depth: 2, captures: 6, oversight: 0.02, temperature: 12, mates: true }),
    Search { nodes: 4_000, temperature: 12 },
    Search { nodes: 16_000, temperature: 10 },
    Search { nodes: 64_000, temperature: 8 },
    Full,
];

impl PlayStyle {
    /// Style of a level from 1 to 8, in a game with or without chance.
    pub fn of(level: usize, certain: bool) -> PlayStyle {
        let ladder = if certain { &LADDER } else { &CHANCE_LADDER };
        ladder[level.clamp(1, ladder.len()) - 1]
    }
}

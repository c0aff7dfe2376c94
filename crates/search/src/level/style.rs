//! How each level thinks: the whole ladder as one table.

/// A way of thinking about one move.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Manner {
    /// A look at the board, as people look.
    Glance(Eye),
    /// The champion with so many nodes.
    Search {
        /// Nodes it may look at.
        nodes: u64,
        /// Centipawns by which a move may look worse in the opening and still be chosen a third as often.
        doubt: i32,
    },
    /// The champion with all it has.
    Full,
}

/// How somebody looks at a board.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Eye {
    /// Plies it looks ahead.
    pub depth: u32,
    /// Captures in a row it follows beyond them.
    pub captures: u32,
    /// How often what a piece can do is overlooked, out of 1.
    pub blind: f64,
    /// Centipawns by which a move may look worse and still be chosen a third as often.
    pub doubt: i32,
    /// Whether a mate in one is always found.
    pub mates: bool,
}

/// The levels, lowest first. Their strength is measured: see `docs/levels.md`.
const LADDER: [Manner; 8] = [
    Manner::Glance(Eye { depth: 1, captures: 2, blind: 0.28, doubt: 55, mates: false }),
    Manner::Glance(Eye { depth: 1, captures: 4, blind: 0.16, doubt: 36, mates: true }),
    Manner::Glance(Eye { depth: 2, captures: 4, blind: 0.11, doubt: 30, mates: true }),
    Manner::Glance(Eye { depth: 2, captures: 5, blind: 0.06, doubt: 24, mates: true }),
    Manner::Glance(Eye { depth: 3, captures: 6, blind: 0.02, doubt: 15, mates: true }),
    Manner::Search { nodes: 4_000, doubt: 12 },
    Manner::Search { nodes: 16_000, doubt: 8 },
    Manner::Full,
];

/// The same where chance has a word: luck evens small differences out, so the steps have to be longer.
const CHANCY: [Manner; 8] = [
    Manner::Glance(Eye { depth: 1, captures: 2, blind: 0.28, doubt: 55, mates: false }),
    Manner::Glance(Eye { depth: 1, captures: 4, blind: 0.16, doubt: 36, mates: true }),
    Manner::Glance(Eye { depth: 2, captures: 4, blind: 0.12, doubt: 32, mates: true }),
    Manner::Glance(Eye { depth: 2, captures: 6, blind: 0.02, doubt: 12, mates: true }),
    Manner::Search { nodes: 4_000, doubt: 12 },
    Manner::Search { nodes: 16_000, doubt: 10 },
    Manner::Search { nodes: 64_000, doubt: 8 },
    Manner::Full,
];

impl Manner {
    /// The manner of a level from 1 to 8, in a game with or without chance.
    pub fn of(level: usize, certain: bool) -> Manner {
        let ladder = if certain { &LADDER } else { &CHANCY };
        ladder[level.clamp(1, ladder.len()) - 1]
    }
}

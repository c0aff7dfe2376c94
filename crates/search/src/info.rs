//! What a search thinks: its best lines, how deep it looked, and how it got there.

use std::fmt;

use game::{Position, Score};

/// A thought about a position, complete enough to show to a person or a protocol.
pub struct SearchInfo<P: Position> {
    /// The best lines, best first; more than one where asked for.
    pub lines: Vec<PvLine<P>>,
    /// How deep it looked, in plies.
    pub depth: u32,
    /// The seldepth line it followed.
    pub seldepth: u32,
    /// Positions visited.
    pub nodes: u64,
    /// Branches cut off because they could not matter.
    pub cutoffs: u64,
    /// Positions answered from the table.
    pub tt_hits: u64,
    /// How full the table is, in thousandths.
    pub hashfull: u32,
    /// Time spent, in microseconds.
    pub micros: u64,
    /// For a search by visits: each root move's share.
    pub visits: Vec<RootMoveStats<P>>,
}

/// One line of play with its score.
pub struct PvLine<P: Position> {
    /// The moves, the first to be played now.
    pub moves: Vec<P::Move>,
    /// What it is worth to the side to move.
    pub score: Score,
    /// Whether the score is exact or only a bound.
    pub bound: Bound,
    /// The chances to win, draw and lose.
    pub chances: [f32; 3],
}

/// What is known of a score.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Bound {
    /// It is this.
    Exact,
    /// It is this or more.
    AtLeast,
    /// It is this or less.
    AtMost,
}

/// How often a root move was tried, and what came of it.
pub struct RootMoveStats<P: Position> {
    /// The move.
    pub mv: P::Move,
    /// How often it was tried.
    pub count: u64,
    /// Its mean value, from 0 (lost) to 1 (won).
    pub value: f32,
    /// How likely it seemed before it was tried.
    pub prior: f32,
}

impl<P: Position> SearchInfo<P> {
    /// The same thought about another kind of position with the same moves.
    pub fn convert<Q: Position<Move = P::Move>>(self) -> SearchInfo<Q> {
        let pv =
            |pv: PvLine<P>| PvLine { moves: pv.moves, score: pv.score, bound: pv.bound, chances: pv.chances };
        let visit = |visit: RootMoveStats<P>| RootMoveStats {
            mv: visit.mv,
            count: visit.count,
            value: visit.value,
            prior: visit.prior,
        };
        SearchInfo {
            lines: self.lines.into_iter().map(pv).collect(),
            depth: self.depth,
            seldepth: self.seldepth,
            nodes: self.nodes,
            cutoffs: self.cutoffs,
            tt_hits: self.tt_hits,
            hashfull: self.hashfull,
            micros: self.micros,
            visits: self.visits.into_iter().map(visit).collect(),
        }
    }

    /// The move to play, unless there is none.
    pub fn best(&self) -> Option<P::Move> {
        self.lines.first()?.moves.first().copied()
    }

    /// The score of the best line.
    pub fn score(&self) -> Option<Score> {
        Some(self.lines.first()?.score)
    }
}

// By hand: a derive would ask the same of `P`.
impl<P: Position> Default for SearchInfo<P> {
    fn default() -> Self {
        SearchInfo {
            lines: Vec::new(),
            depth: 0,
            seldepth: 0,
            nodes: 0,
            cutoffs: 0,
            tt_hits: 0,
            hashfull: 0,
            micros: 0,
            visits: Vec::new(),
        }
    }
}

impl<P: Position> Clone for SearchInfo<P> {
    fn clone(&self) -> Self {
        SearchInfo { lines: self.lines.clone(), visits: self.visits.clone(), ..*self }
    }
}

impl<P: Position> Clone for PvLine<P> {
    fn clone(&self) -> Self {
        PvLine { moves: self.moves.clone(), ..*self }
    }
}

impl<P: Position> Clone for RootMoveStats<P> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<P: Position> Copy for RootMoveStats<P> {}

impl<P: Position> fmt::Debug for SearchInfo<P> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "depth {} nodes {}", self.depth, self.nodes)?;
        for pv in &self.lines {
            write!(f, " [{:?} {:?}]", pv.score, pv.moves)?;
        }
        Ok(())
    }
}

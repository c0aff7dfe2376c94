//! Result of a search: PV lines, depth and statistics.

use std::fmt;

use game::{Position, Score};

/// Result of a search, complete enough to show to a person or to send over a protocol.
pub struct SearchInfo<P: Position> {
    /// PV lines, best first; more than one where MultiPV was asked for.
    pub lines: Vec<PvLine<P>>,
    /// Completed depth in plies.
    pub depth: u32,
    /// Selective depth: the longest line searched, in plies.
    pub seldepth: u32,
    /// Positions visited.
    pub nodes: u64,
    /// Beta cutoffs.
    pub cutoffs: u64,
    /// Positions answered from the transposition table.
    pub tt_hits: u64,
    /// Fullness of the transposition table (or of the MCTS tree), in per mille.
    pub hashfull: u32,
    /// Time spent, in microseconds.
    pub micros: u64,
    /// Statistics of the root moves, for Monte Carlo tree search.
    pub visits: Vec<RootMoveStats<P>>,
}

/// One principal variation with its score.
pub struct PvLine<P: Position> {
    /// The moves, beginning with the move to play now.
    pub moves: Vec<P::Move>,
    /// Score from the view of the side to move.
    pub score: Score,
    /// Exactness of the score.
    pub bound: Bound,
    /// Probabilities of a win, a draw and a loss.
    pub chances: [f32; 3],
}

/// Exactness of a score.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Bound {
    /// The score is exact.
    Exact,
    /// Lower bound: the true score is this or higher.
    AtLeast,
    /// Upper bound: the true score is this or lower.
    AtMost,
}

/// Monte Carlo tree search statistics of one root move.
pub struct RootMoveStats<P: Position> {
    /// The move.
    pub mv: P::Move,
    /// Number of visits.
    pub count: u64,
    /// Mean value, from 0 (lost) to 1 (won).
    pub value: f32,
    /// Prior probability.
    pub prior: f32,
}

impl<P: Position> SearchInfo<P> {
    /// Converts the result to another position type with the same moves.
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

    /// The move to play; `None` where there is no legal move.
    pub fn best(&self) -> Option<P::Move> {
        self.lines.first()?.moves.first().copied()
    }

    /// Score of the best line.
    pub fn score(&self) -> Option<Score> {
        Some(self.lines.first()?.score)
    }
}

// Written by hand: a derive would require the same of `P`.
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

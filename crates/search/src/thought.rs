//! What a search thinks: its best lines, how deep it looked, and how it got there.

use std::fmt;

use game::{Position, Score};

/// A thought about a position, complete enough to show to a person or a protocol.
pub struct Thought<P: Position> {
    /// The best lines, best first; more than one where asked for.
    pub rays: Vec<Ray<P>>,
    /// How deep it looked, in plies.
    pub depth: u32,
    /// The deepest line it followed.
    pub deepest: u32,
    /// Positions visited.
    pub nodes: u64,
    /// Branches cut off because they could not matter.
    pub cutoffs: u64,
    /// Positions answered from the table.
    pub table_hits: u64,
    /// How full the table is, in thousandths.
    pub table_full: u32,
    /// Time spent, in microseconds.
    pub micros: u64,
    /// For a search by visits: each root move's share.
    pub visits: Vec<Visit<P>>,
}

/// One line of play with its score.
pub struct Ray<P: Position> {
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
pub struct Visit<P: Position> {
    /// The move.
    pub mv: P::Move,
    /// How often it was tried.
    pub count: u64,
    /// Its mean value, from 0 (lost) to 1 (won).
    pub value: f32,
    /// How likely it seemed before it was tried.
    pub prior: f32,
}

impl<P: Position> Thought<P> {
    /// The same thought about another kind of position with the same moves.
    pub fn retold<Q: Position<Move = P::Move>>(self) -> Thought<Q> {
        let ray =
            |ray: Ray<P>| Ray { moves: ray.moves, score: ray.score, bound: ray.bound, chances: ray.chances };
        let visit = |visit: Visit<P>| Visit {
            mv: visit.mv,
            count: visit.count,
            value: visit.value,
            prior: visit.prior,
        };
        Thought {
            rays: self.rays.into_iter().map(ray).collect(),
            depth: self.depth,
            deepest: self.deepest,
            nodes: self.nodes,
            cutoffs: self.cutoffs,
            table_hits: self.table_hits,
            table_full: self.table_full,
            micros: self.micros,
            visits: self.visits.into_iter().map(visit).collect(),
        }
    }

    /// The move to play, unless there is none.
    pub fn best(&self) -> Option<P::Move> {
        self.rays.first()?.moves.first().copied()
    }

    /// The score of the best line.
    pub fn score(&self) -> Option<Score> {
        Some(self.rays.first()?.score)
    }
}

// By hand: a derive would ask the same of `P`.
impl<P: Position> Default for Thought<P> {
    fn default() -> Self {
        Thought {
            rays: Vec::new(),
            depth: 0,
            deepest: 0,
            nodes: 0,
            cutoffs: 0,
            table_hits: 0,
            table_full: 0,
            micros: 0,
            visits: Vec::new(),
        }
    }
}

impl<P: Position> Clone for Thought<P> {
    fn clone(&self) -> Self {
        Thought { rays: self.rays.clone(), visits: self.visits.clone(), ..*self }
    }
}

impl<P: Position> Clone for Ray<P> {
    fn clone(&self) -> Self {
        Ray { moves: self.moves.clone(), ..*self }
    }
}

impl<P: Position> Clone for Visit<P> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<P: Position> Copy for Visit<P> {}

impl<P: Position> fmt::Debug for Thought<P> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "depth {} nodes {}", self.depth, self.nodes)?;
        for ray in &self.rays {
            write!(f, " [{:?} {:?}]", ray.score, ray.moves)?;
        }
        Ok(())
    }
}

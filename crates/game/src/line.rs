//! A line of play: the positions from a root to the current one.

use crate::{Observer, Outcome, Position};

/// A root position and the steps played from it, with every position on the way.
///
/// Rule options that do not affect move generation (limits, the repetition rule) belong to the line.
#[derive(Clone)]
pub struct Line<P: Position> {
    rules: P::Rules,
    positions: Vec<P>,
    steps: Vec<Step<P>>,
    /// Keys of all positions, stored contiguously for fast repetition checks.
    keys: Vec<u64>,
    /// For each position: number of reversible plies before it, the window in which it can recur.
    reversible_plies: Vec<u32>,
}

/// One step of a line: a move or a pass.
#[derive(Debug)]
pub struct Step<P: Position> {
    /// The move; `None` for a pass (a null move of a search, or a skipped turn).
    pub mv: Option<P::Move>,
    /// The reveal; `None` with a pass.
    pub reveal: Option<P::Reveal>,
    /// True if no position before this step can recur.
    pub irreversible: bool,
}

// Implemented by hand: a derive would require `P: Copy`, though only its move and reveal are stored.
impl<P: Position> Clone for Step<P> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<P: Position> Copy for Step<P> {}

impl<P: Position> Line<P> {
    /// Creates a line that begins at this position.
    pub fn new(root: P, rules: P::Rules) -> Self {
        let keys = vec![root.key()];
        Line { rules, positions: vec![root], steps: Vec::new(), keys, reversible_plies: vec![0] }
    }

    /// The rule options the line is played under.
    pub fn rules(&self) -> &P::Rules {
        &self.rules
    }

    /// Current position.
    #[inline]
    pub fn here(&self) -> &P {
        &self.positions[self.positions.len() - 1]
    }

    /// Root position.
    pub fn root(&self) -> &P {
        &self.positions[0]
    }

    /// The position after `ply` steps; 0 is the root.
    #[inline]
    pub fn at(&self, ply: usize) -> &P {
        &self.positions[ply]
    }

    /// Number of steps played.
    #[inline]
    pub fn ply(&self) -> usize {
        self.steps.len()
    }

    /// The steps, oldest first.
    pub fn steps(&self) -> &[Step<P>] {
        &self.steps
    }

    /// The keys of all positions, root first.
    pub fn keys(&self) -> &[u64] {
        &self.keys
    }

    /// Plays a move. Same contract as [`Position::play`].
    #[inline]
    pub fn push(&mut self, mv: P::Move, reveal: P::Reveal) {
        self.push_observed(mv, reveal, &mut ());
    }

    /// Plays a move and reports its changes to an observer.
    #[inline]
    pub fn push_observed(&mut self, mv: P::Move, reveal: P::Reveal, observer: &mut impl Observer) {
        let last = self.positions.len() - 1;
        let irreversible = self.positions[last].is_irreversible(mv);
        // The copy is made inside the vector and played on there, so the bytes are copied once.
        self.positions.extend_from_within(last..);
        let here = &mut self.positions[last + 1];
        here.play(mv, reveal, observer);
        self.keys.push(here.key());
        self.reversible_plies.push(if irreversible { 0 } else { self.reversible_plies[last] + 1 });
        self.steps.push(Step { mv: Some(mv), reveal: Some(reveal), irreversible });
    }

    /// Appends a pass: `here` is the position after it. Repetition is not counted across a pass.
    pub fn push_pass(&mut self, here: P) {
        self.keys.push(here.key());
        self.positions.push(here);
        self.reversible_plies.push(0);
        self.steps.push(Step { mv: None, reveal: None, irreversible: true });
    }

    /// Undoes the last step; returns false at the root.
    pub fn pop(&mut self) -> bool {
        if self.steps.pop().is_none() {
            return false;
        }
        self.positions.pop();
        self.keys.pop();
        self.reversible_plies.pop();
        true
    }

    /// Plies of the earlier occurrences of the current position, latest first, within the window of reversible moves.
    pub fn earlier_occurrences(&self) -> impl Iterator<Item = usize> + '_ {
        let now = self.ply();
        let key = self.keys[now];
        let first = now - self.reversible_plies[now] as usize;
        // The key includes the side to move, so only every other ply can match.
        (first..=now).rev().step_by(2).skip(1).filter(move |&ply| self.keys[ply] == key)
    }

    /// Number of occurrences of the current position, including this one.
    pub fn occurrences(&self) -> usize {
        1 + self.earlier_occurrences().count()
    }

    /// Outcome of the game: by the position first, then by the path. Checkmate takes precedence over all counters.
    pub fn outcome(&self) -> Option<Outcome> {
        self.here().outcome().or_else(|| P::adjudicate(self))
    }
}

//! A game as the path of its positions, from a root to the one on the board.

use crate::{Observer, Outcome, Position};

/// A root and the steps played from it, with every position on the way.
///
/// The rules options that do not change moves (limits, how repetition is judged) belong to the line.
#[derive(Clone)]
pub struct Line<P: Position> {
    rules: P::Rules,
    positions: Vec<P>,
    steps: Vec<Step<P>>,
    /// The keys again, side by side, for a quick look back.
    keys: Vec<u64>,
    /// For each position: how many plies back the earliest one lies that could be the same.
    reach: Vec<u32>,
}

/// One step of a line.
#[derive(Debug)]
pub struct Step<P: Position> {
    /// The move; `None` is a pass (a null move of a search, a turn given away).
    pub mv: Option<P::Move>,
    /// What chance added; `None` with a pass.
    pub reveal: Option<P::Reveal>,
    /// No position before this step can come back.
    pub irreversible: bool,
}

// By hand: a derive would ask `P: Copy`, though only its move and reveal are stored.
impl<P: Position> Clone for Step<P> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<P: Position> Copy for Step<P> {}

impl<P: Position> Line<P> {
    /// A line that begins here.
    pub fn new(root: P, rules: P::Rules) -> Self {
        let keys = vec![root.key()];
        Line { rules, positions: vec![root], steps: Vec::new(), keys, reach: vec![0] }
    }

    /// The rule options the line is played under.
    pub fn rules(&self) -> &P::Rules {
        &self.rules
    }

    /// The position on the board.
    #[inline]
    pub fn here(&self) -> &P {
        &self.positions[self.positions.len() - 1]
    }

    /// The position the line began with.
    pub fn root(&self) -> &P {
        &self.positions[0]
    }

    /// The position after `ply` steps; 0 is the root.
    #[inline]
    pub fn at(&self, ply: usize) -> &P {
        &self.positions[ply]
    }

    /// How many steps were played.
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

    /// Plays a move. Contract as [`Position::play`].
    #[inline]
    pub fn push(&mut self, mv: P::Move, reveal: P::Reveal) {
        self.push_observed(mv, reveal, &mut ());
    }

    /// Plays a move while an observer listens.
    #[inline]
    pub fn push_observed(&mut self, mv: P::Move, reveal: P::Reveal, watch: &mut impl Observer) {
        let last = self.positions.len() - 1;
        let irreversible = self.positions[last].is_irreversible(mv);
        // The copy is made inside the vector and played on there: the bytes move once.
        self.positions.extend_from_within(last..);
        let here = &mut self.positions[last + 1];
        here.play(mv, reveal, watch);
        self.keys.push(here.key());
        self.reach.push(if irreversible { 0 } else { self.reach[last] + 1 });
        self.steps.push(Step { mv: Some(mv), reveal: Some(reveal), irreversible });
    }

    /// Hands the turn over: `here` is the position after the pass. A pass is a boundary for repetition.
    pub fn push_pass(&mut self, here: P) {
        self.keys.push(here.key());
        self.positions.push(here);
        self.reach.push(0);
        self.steps.push(Step { mv: None, reveal: None, irreversible: true });
    }

    /// Takes the last step back; `false` at the root.
    pub fn pop(&mut self) -> bool {
        if self.steps.pop().is_none() {
            return false;
        }
        self.positions.pop();
        self.keys.pop();
        self.reach.pop();
        true
    }

    /// The plies at which the position on the board stood there before, latest first, as far back as anything
    /// can recur.
    pub fn earlier_occurrences(&self) -> impl Iterator<Item = usize> + '_ {
        let now = self.ply();
        let key = self.keys[now];
        let first = now - self.reach[now] as usize;
        // The key tells whose move it is, so only every other ply can match.
        (first..=now).rev().step_by(2).skip(1).filter(move |&ply| self.keys[ply] == key)
    }

    /// How often the position on the board has stood there, now included.
    pub fn occurrences(&self) -> usize {
        1 + self.earlier_occurrences().count()
    }

    /// The end of the game: by the board, else by the path. Mate comes before every count.
    pub fn outcome(&self) -> Option<Outcome> {
        self.here().outcome().or_else(|| P::adjudicate(self))
    }
}

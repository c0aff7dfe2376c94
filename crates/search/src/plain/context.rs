//! Search context of the textbook algorithms: line, evaluation, statistics and limits.

use game::{Eval, Line, MoveList, Outcome, Position, Random, RevealList, Score};

use crate::timing::Budget;
use crate::{Bound, Control, Limits, PvLine, SearchInfo};

/// Nodes between two checks of the clock. The stop flag is checked at every node: that is a load, not a call.
const NODES_BETWEEN_CHECKS: u64 = 512;

/// State of a search below the last position of a line.
pub(crate) struct SearchContext<'a, P: Position, E> {
    pub line: Line<P>,
    pub eval: E,
    pub limits: &'a Limits<P::Move>,
    control: &'a Control,
    budget: Budget,
    root: usize,
    pub nodes: u64,
    pub cutoffs: u64,
    pub tt_hits: u64,
    pub seldepth: usize,
    pub stopped: bool,
}

impl<'a, P: Position, E: Eval<P>> SearchContext<'a, P, E> {
    pub fn new(line: &Line<P>, mut eval: E, limits: &'a Limits<P::Move>, control: &'a Control) -> Self {
        eval.reset(line.here());
        SearchContext {
            root: line.ply(),
            line: line.clone(),
            eval,
            limits,
            control,
            budget: Budget::new(limits, control),
            nodes: 0,
            cutoffs: 0,
            tt_hits: 0,
            seldepth: 0,
            stopped: false,
        }
    }

    /// Plies from the root.
    #[inline]
    pub fn ply(&self) -> usize {
        self.line.ply() - self.root
    }

    /// Root moves to search, shuffled by the seed: the first of equal moves is then a random one.
    pub fn root_moves(&self) -> Vec<P::Move> {
        let mut moves = MoveList::new();
        self.line.here().legal_moves(&mut moves);
        let mut open: Vec<P::Move> = moves.iter().copied().filter(|&mv| self.limits.allows(mv)).collect();
        let mut random = self.random();
        for last in (1..open.len()).rev() {
            open.swap(last, random.below(last + 1));
        }
        open
    }

    /// Random generator of this search. The ply is part of the seed, or all moves of a game would use the same numbers.
    pub fn random(&self) -> Random {
        Random::new(self.limits.seed ^ (self.root as u64).wrapping_mul(0xA076_1D64_78BD_642F))
    }

    /// Plays a move and counts the node.
    #[inline]
    pub fn push(&mut self, mv: P::Move, reveal: P::Reveal) {
        let mut step = E::Step::default();
        self.line.push_observed(mv, reveal, &mut step);
        self.eval.push(step);
        self.nodes += 1;
        self.seldepth = self.seldepth.max(self.ply());
        self.check_limits();
    }

    #[inline]
    pub fn pop(&mut self) {
        self.line.pop();
        self.eval.pop();
    }

    #[inline]
    fn check_limits(&mut self) {
        self.stopped |= self.control.is_stopped()
            || self.limits.nodes.is_some_and(|most| self.nodes >= most)
            || (self.nodes.is_multiple_of(NODES_BETWEEN_CHECKS) && self.budget.is_over(self.control));
    }

    /// Checks all limits now; returns true if the search has to stop.
    pub fn is_stopped(&mut self) -> bool {
        self.check_limits();
        self.stopped |= self.budget.is_over(self.control);
        self.stopped
    }

    /// Returns true if another depth is not worth beginning.
    pub fn is_enough(&self) -> bool {
        self.budget.is_enough(self.control, 1.0)
    }

    /// Score of a finished game: by the board, by the path (repetition), or by a draw the side to move can claim.
    #[inline]
    pub fn end_score(&self) -> Option<Score> {
        let here = self.line.here();
        if let Some(outcome) = here.outcome() {
            return Some(match outcome.winner {
                None => Score::DRAW,
                Some(side) if side == here.turn() => Score::mate_in(self.ply()),
                Some(_) => Score::mated_in(self.ply()),
            });
        }
        let by_path = P::adjudicate(&self.line).or_else(|| P::claimable_draw(&self.line));
        by_path.map(|outcome| self.outcome_score(outcome))
    }

    /// Score of an adjudicated outcome for the side to move.
    pub fn outcome_score(&self, outcome: Outcome) -> Score {
        match outcome.winner {
            None => Score::DRAW,
            Some(side) if side == self.line.here().turn() => -Score::lost_by_verdict(self.ply()),
            Some(_) => Score::lost_by_verdict(self.ply()),
        }
    }

    /// Static evaluation of the current position.
    #[inline]
    pub fn static_eval(&mut self) -> Score {
        self.eval.score(self.line.here())
    }

    /// Chance outcomes of a move that the search distinguishes.
    pub fn reveals(&self, mv: P::Move) -> RevealList<P::Reveal> {
        let mut reveals = RevealList::new();
        self.line.here().chance_outcomes(mv, &mut reveals);
        reveals
    }

    /// Result of a search stopped before any move was scored: the first root move.
    pub fn fallback(&mut self, moves: &[P::Move]) -> Vec<PvLine<P>> {
        let score = self.static_eval();
        let chances = self.eval.chances(score);
        let first =
            moves.first().map(|&mv| PvLine { moves: vec![mv], score, bound: Bound::AtLeast, chances });
        first.into_iter().collect()
    }

    /// Search result with these lines and all statistics.
    pub fn info(&self, lines: Vec<PvLine<P>>, depth: u32) -> SearchInfo<P> {
        SearchInfo {
            lines,
            depth,
            seldepth: self.seldepth as u32,
            nodes: self.nodes,
            cutoffs: self.cutoffs,
            tt_hits: self.tt_hits,
            micros: self.budget.spent(self.control),
            ..SearchInfo::default()
        }
    }
}

/// Value of a decided game in a mean with undecided ones: more than all pieces, but not so much as to hide them.
const DECIDED: i64 = 5_000;

/// Expected value over the chance outcomes of a move.
#[derive(Default)]
pub(crate) struct Mean {
    sum: i64,
    weights: i64,
    /// Lowest and highest score.
    ends: Option<(Score, Score)>,
}

impl Mean {
    pub fn add(&mut self, score: Score, weight: u32) {
        let (low, high) = self.ends.unwrap_or((score, score));
        self.ends = Some((low.min(score), high.max(score)));
        let value = match score.is_decided() {
            true => i64::from(score.raw().signum()) * DECIDED,
            false => i64::from(score.raw()),
        };
        self.sum += value * i64::from(weight);
        self.weights += i64::from(weight);
    }

    /// Mean score; a mate or a loss only if every outcome is one.
    pub fn score(&self) -> Score {
        match self.ends {
            Some((low, high)) if low == high || (low.is_decided() && low > Score::DRAW) => low,
            Some((low, high)) if low.is_decided() && high.is_decided() && high < Score::DRAW => high,
            _ => Score::cp((self.sum / self.weights.max(1)) as i32),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_mean_is_a_mate_only_if_every_outcome_is_one() {
        let mut mean = Mean::default();
        mean.add(Score::mate_in(3), 2);
        mean.add(Score::mate_in(5), 1);
        assert_eq!(mean.score(), Score::mate_in(5));
        mean.add(Score::cp(-100), 1);
        assert_eq!(mean.score(), Score::cp((3 * 5000 - 100) / 4));
    }
}

//! What every algorithm of the textbook walks with: the line, the opinion that follows it, the counts, the limits.

use game::{Eval, Line, MoveList, Outcome, Position, Random, RevealList, Score};

use crate::timing::Budget;
use crate::{Bound, Control, Limits, PvLine, SearchInfo};

/// Nodes between two looks at the clock. Whether to stop is asked at every node: that costs a load, not a call.
const LOOK: u64 = 512;

/// A walk through the tree below a line.
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

    /// The root moves to think about, shuffled under the seed: of equal moves the first found is as good as drawn.
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

    /// Chance for this search: the ply goes into the seed, or a whole game would repeat one draw of the lot.
    pub fn random(&self) -> Random {
        Random::new(self.limits.seed ^ (self.root as u64).wrapping_mul(0xA076_1D64_78BD_642F))
    }

    /// Plays a move and counts the position it leads to.
    #[inline]
    pub fn push(&mut self, mv: P::Move, reveal: P::Reveal) {
        let mut step = E::Step::default();
        self.line.push_observed(mv, reveal, &mut step);
        self.eval.push(step);
        self.nodes += 1;
        self.seldepth = self.seldepth.max(self.ply());
        self.look();
    }

    #[inline]
    pub fn pop(&mut self) {
        self.line.pop();
        self.eval.pop();
    }

    #[inline]
    fn look(&mut self) {
        self.stopped |= self.control.is_stopped()
            || self.limits.nodes.is_some_and(|most| self.nodes >= most)
            || (self.nodes.is_multiple_of(LOOK) && self.budget.is_over(self.control));
    }

    /// Looks whether to stop without having moved.
    pub fn is_stopped(&mut self) -> bool {
        self.look();
        self.stopped |= self.budget.is_over(self.control);
        self.stopped
    }

    /// Whether another depth is not worth beginning.
    pub fn is_enough(&self) -> bool {
        self.budget.is_enough(self.control, 1.0)
    }

    /// The end of the game here as a score: by the board, by the path, or by a claim the side to move has.
    #[inline]
    pub fn ended(&self) -> Option<Score> {
        let here = self.line.here();
        if let Some(outcome) = here.outcome() {
            return Some(match outcome.winner {
                None => Score::DRAW,
                Some(side) if side == here.turn() => Score::mate_in(self.ply()),
                Some(_) => Score::mated_in(self.ply()),
            });
        }
        let by_path = P::adjudicate(&self.line).or_else(|| P::claimable_draw(&self.line));
        by_path.map(|outcome| self.verdict(outcome))
    }

    /// What an arbiter's verdict is worth to the side to move.
    pub fn verdict(&self, outcome: Outcome) -> Score {
        match outcome.winner {
            None => Score::DRAW,
            Some(side) if side == self.line.here().turn() => -Score::lost_by_verdict(self.ply()),
            Some(_) => Score::lost_by_verdict(self.ply()),
        }
    }

    /// What the opinion says here.
    #[inline]
    pub fn estimate(&mut self) -> Score {
        self.eval.score(self.line.here())
    }

    /// What chance may add to a move, as far as looking ahead tells it apart.
    pub fn reveals(&self, mv: P::Move) -> RevealList<P::Reveal> {
        let mut reveals = RevealList::new();
        self.line.here().chance_outcomes(mv, &mut reveals);
        reveals
    }

    /// Where nobody thought to the end: any root move rather than none.
    pub fn fallback(&mut self, moves: &[P::Move]) -> Vec<PvLine<P>> {
        let score = self.estimate();
        let chances = self.eval.chances(score);
        let first =
            moves.first().map(|&mv| PvLine { moves: vec![mv], score, bound: Bound::AtLeast, chances });
        first.into_iter().collect()
    }

    /// The thought these rays make with all counts.
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

/// What a decided game counts in a mean with undecided ones: more than all pieces, less than would drown them.
const DECIDED: i64 = 5_000;

/// The expectation over the reveals of a move.
#[derive(Default)]
pub(crate) struct Mean {
    sum: i64,
    weights: i64,
    /// The least and the greatest score met.
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

    /// The mean; a mate or a loss stays one when no reveal escapes it.
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
    fn a_mean_stays_a_mate_only_when_no_reveal_escapes_it() {
        let mut mean = Mean::default();
        mean.add(Score::mate_in(3), 2);
        mean.add(Score::mate_in(5), 1);
        assert_eq!(mean.score(), Score::mate_in(5));
        mean.add(Score::cp(-100), 1);
        assert_eq!(mean.score(), Score::cp((3 * 5000 - 100) / 4));
    }
}

//! Chance nodes: expectimax over the reveals of a move, in win probability, with Star1 pruning (Ballard 1983).

use game::{Eval, Position, RevealList, Score, Tactics};

use super::mode::Mode;
use super::worker::Worker;
use crate::Window;
use crate::params::{CHANCE_FEW_KINDS, CHANCE_FEW_PIECES};

/// Evaluations beyond this many centipawns are treated alike.
const CURVE_RANGE: i32 = 4_000;
/// Weight of the plain score in a value: near 0 and 1 win probabilities alone would not separate scores.
const SCORE_WEIGHT: f32 = 0.05;

/// Conversion between scores and values from 0 (lost) to 1 (won). Means are taken over values, because another half
/// chariot decides little for a side that is a chariot ahead.
pub(super) struct WinCurve(Vec<f32>);

impl WinCurve {
    /// Curve of an evaluation's own win probabilities; empty for a game without chance.
    pub fn new<P: Position, E: Eval<P>>(eval: &E) -> Self {
        let value = |raw: i32| {
            let [win, draw, _] = eval.chances(Score::cp(raw));
            (1.0 - SCORE_WEIGHT) * (win + draw / 2.0)
                + SCORE_WEIGHT * (0.5 + raw as f32 / (2 * CURVE_RANGE) as f32)
        };
        WinCurve(if P::DETERMINISTIC {
            Vec::new()
        } else {
            (-CURVE_RANGE..=CURVE_RANGE).map(value).collect()
        })
    }

    /// Value of a score.
    pub fn value(&self, score: Score) -> f32 {
        match score.is_decided() {
            true => f32::from(u8::from(score > Score::DRAW)),
            false => self.0[(score.raw().clamp(-CURVE_RANGE, CURVE_RANGE) + CURVE_RANGE) as usize],
        }
    }

    /// Largest score whose value is at most this.
    pub fn score(&self, value: f32) -> Score {
        let above = self.0.partition_point(|&known| known <= value);
        Score::cp(above as i32 - 1 - CURVE_RANGE)
    }
}

/// Percent as a probability.
fn share(percent: i32) -> f32 {
    percent as f32 / 100.0
}

/// Bounds of one chance outcome's value.
#[derive(Clone, Copy, Default)]
struct OutcomeBounds {
    /// Key of the position after the outcome.
    key: u64,
    probability: f32,
    least: f32,
    most: f32,
    /// Expected value, where anything is known of it.
    guess: Option<f32>,
}

/// Outcomes of a move, the most probable first.
struct Outcomes<R> {
    bounds: Vec<(R, OutcomeBounds)>,
    /// True if all are searched at full depth, with no assumed bounds.
    full: bool,
}

/// Sorts outcomes by probability. It does not depend on the evaluation, so it is compiled once for a game.
fn put_most_probable_first<R>(outcomes: &mut [(R, OutcomeBounds)]) {
    outcomes.sort_by(|(_, one), (_, other)| other.probability.total_cmp(&one.probability));
}

impl<P: Tactics, E: Eval<P>, M: Mode> Worker<'_, P, E, M> {
    /// Late-move reduction at a chance node: first a reduced zero-window search, then the full search if it fails high.
    pub(super) fn search_late_chance(
        &mut self,
        ply: usize,
        mv: P::Move,
        depths: [i32; 2],
        window: Window,
        first: bool,
    ) -> Score {
        let [reduced, depth] = depths;
        if !first && let Some(score) = self.futile_reveal(ply, mv, reduced, window.alpha) {
            return score;
        }
        let mut outcomes = None;
        if reduced < depth || !(first || window.is_zero()) {
            let score = self.search_chance(ply, mv, reduced, window.zero(), &mut outcomes);
            if self.stopped || score <= window.alpha || (reduced == depth && window.is_zero()) {
                return score;
            }
        }
        self.search_chance(ply, mv, depth, window, &mut outcomes)
    }

    /// Futility pruning of a late reveal near the horizon: returns its expected value where that is well below alpha. The
    /// piece stays unrevealed and counts as the mean of its pool, which costs one evaluation instead of one for each kind.
    fn futile_reveal(&mut self, ply: usize, mv: P::Move, depth: i32, alpha: Score) -> Option<Score> {
        let params = self.params;
        if depth <= 0 || depth > params.chance_futility_depth || alpha.is_decided() || self.shared.exhaustive
        {
            return None;
        }
        let goal = alpha - (params.chance_futility_margin + params.chance_futility_growth * depth);
        if goal.is_decided() {
            return None;
        }
        let score = self.search_chance_at_horizon::<false>(ply, mv, Window { alpha: goal, beta: goal + 1 });
        (score <= goal && !self.stopped).then_some(score)
    }

    /// Value of a chance node: the mean over its outcomes (Star1, Ballard 1983). Each outcome is searched with the
    /// window in which it can still change the result, given the bounds of the others. `outcomes` are computed once for
    /// several searches of the same move.
    fn search_chance(
        &mut self,
        ply: usize,
        mv: P::Move,
        depth: i32,
        window: Window,
        outcomes: &mut Option<Outcomes<P::Reveal>>,
    ) -> Score {
        self.frames[ply + 1].pv.clear();
        if depth <= 0 {
            return self.search_chance_at_horizon::<false>(ply, mv, window);
        }
        let Outcomes { bounds: outcome_bounds, full } = match outcomes.take() {
            Some(known) => self.refreshed(ply, known),
            None => self.outcome_bounds(ply, mv),
        };
        let score = self.mean_of(ply, mv, depth, window, &outcome_bounds, full);
        *outcomes = Some(Outcomes { bounds: outcome_bounds, full });
        score
    }

    /// Outcomes with expected values from the searches since their bounds were computed.
    fn refreshed(&self, ply: usize, mut outcomes: Outcomes<P::Reveal>) -> Outcomes<P::Reveal> {
        for (_, bounds) in &mut outcomes.bounds {
            let known = self.shared.tt.probe(bounds.key).map(|entry| -entry.score.from_tt(ply + 1));
            bounds.guess = known.map(|score| self.curve.value(score)).or(bounds.guess);
        }
        outcomes
    }

    /// Mean of the outcomes, searched to this depth.
    fn mean_of(
        &mut self,
        ply: usize,
        mv: P::Move,
        depth: i32,
        window: Window,
        outcome_bounds: &[(P::Reveal, OutcomeBounds)],
        full: bool,
    ) -> Score {
        let goal = [self.curve.value(window.alpha), self.curve.value(window.beta)];
        // Lower and upper bound of the mean.
        let sum = |bound: fn(&OutcomeBounds) -> f32| {
            outcome_bounds.iter().map(|(_, one)| one.probability * bound(one)).sum::<f32>()
        };
        let (mut least, mut most) = (sum(|one| one.least), sum(|one| one.most));
        let (mut worst, mut best) = (Score::INFINITE, -Score::INFINITE);
        for &(reveal, bounds) in outcome_bounds {
            // Decided games have the values 0 and 1, which do not tell a longer win from a shorter one: no cutoff
            // there.
            if most <= goal[0] && goal[0] > 0.0 {
                return self.curve.score(most).min(window.alpha);
            }
            if least >= goal[1] && goal[1] > 0.0 && goal[1] < 1.0 {
                return self.curve.score(least).max(window.beta);
            }
            let OutcomeBounds { probability, least: low, most: high, .. } = bounds;
            // Alpha: what this outcome needs with the others at their upper bounds. Beta: what is enough with the
            // others at their lower bounds.
            let floor = (goal[0] - (most - probability * high)) / probability;
            let roof = (goal[1] - (least - probability * low)) / probability;
            let inner = Window {
                alpha: if floor <= 0.0 { Window::FULL.alpha } else { self.curve.score(floor) },
                beta: if roof >= 1.0 { Score::INFINITE } else { self.curve.score(roof) + 1 },
            };
            let rare = i32::from(probability < share(self.params.chance_rare));
            let less = if full { 0 } else { self.params.chance_reduction + rare };
            self.push(ply, mv, reveal);
            let score = self.search_outcome(ply, depth - less, inner, bounds.guess);
            self.pop();
            if self.stopped {
                return Score::DRAW;
            }
            let value = self.curve.value(score);
            least += probability * (value - low);
            most += probability * (value - high);
            (worst, best) = (worst.min(score), best.max(score));
        }
        self.frames[ply + 1].pv.clear();
        // The result is a mate or a loss only if every outcome is one.
        match (worst.is_decided() && worst > Score::DRAW, best.is_decided() && best < Score::DRAW) {
            (true, _) => worst,
            (_, true) => best,
            _ => self.curve.score(least),
        }
    }

    /// Searches the outcome on the board, first with an aspiration window around its expected value, then with the
    /// rest of the window if the score lies outside.
    fn search_outcome(&mut self, ply: usize, depth: i32, window: Window, guess: Option<f32>) -> Score {
        let half_width = share(self.params.chance_aspiration);
        let near = guess.map_or(window, |guess| Window {
            alpha: window.alpha.max(self.curve.score(guess - half_width)),
            beta: window.beta.min(self.curve.score(guess + half_width) + 1),
        });
        let near = if near.alpha < near.beta { near } else { window };
        let score = -self.search::<false>(ply + 1, depth, -near, false);
        let rest = if score <= near.alpha && near.alpha > window.alpha {
            Window { beta: near.alpha + 1, ..window }
        } else if score >= near.beta && near.beta < window.beta {
            Window { alpha: near.beta - 1, ..window }
        } else {
            return score;
        };
        if self.stopped {
            return score;
        }
        -self.search::<false>(ply + 1, depth, -rest, false)
    }

    /// Outcomes with their bounds. While many pieces are hidden, an outcome is assumed to lie near its static evaluation,
    /// unless it gives check.
    fn outcome_bounds(&mut self, ply: usize, mv: P::Move) -> Outcomes<P::Reveal> {
        let mut reveals = RevealList::new();
        self.line.here().chance_outcomes(mv, &mut reveals);
        let few = reveals.len() <= CHANCE_FEW_KINDS && reveals.total() <= CHANCE_FEW_PIECES;
        let full = few || self.shared.exhaustive;
        let spread = share(self.params.chance_spread);
        let mut outcome_bounds = Vec::with_capacity(reveals.len());
        for (reveal, weight) in reveals.iter() {
            self.push(ply, mv, reveal);
            let here = self.line.here();
            let (mut least, mut most) = (0.0, 1.0);
            let key = here.key();
            let known = self.shared.tt.probe(key).map(|entry| -entry.score.from_tt(ply + 1));
            let mut guess = known.map(|score| self.curve.value(score));
            let is_known = full && guess.is_some();
            if !is_known && !here.in_check() {
                let value = self.curve.value(-self.eval.score(here));
                guess = guess.or(Some(value));
                if !full {
                    (least, most) = ((value - spread).max(0.0), (value + spread).min(1.0));
                }
            }
            self.pop();
            let probability = weight as f32 / reveals.total().max(1) as f32;
            outcome_bounds.push((reveal, OutcomeBounds { key, probability, least, most, guess }));
        }
        put_most_probable_first(&mut outcome_bounds);
        Outcomes { bounds: outcome_bounds, full }
    }

    /// At the horizon a revealed piece stays unknown: it counts with its expected value, and can be captured.
    pub(super) fn search_chance_at_horizon<const PV: bool>(
        &mut self,
        ply: usize,
        mv: P::Move,
        window: Window,
    ) -> Score {
        let reveal = self.line.here().unrevealed(mv);
        self.push(ply, mv, reveal);
        let score = -self.quiesce::<PV>(ply + 1, -window);
        self.pop();
        score
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[derive(Clone)]
    struct Logistic;

    impl Eval<jieqi::Position> for Logistic {
        type Step = ();
        fn reset(&mut self, _: &jieqi::Position) {}
        fn push(&mut self, (): ()) {}
        fn pop(&mut self) {}
        fn score(&mut self, _: &jieqi::Position) -> Score {
            Score::DRAW
        }
        fn piece_values(&self) -> &game::PieceValues {
            const NOTHING: game::PieceValues = game::PieceValues([0; 32]);
            &NOTHING
        }
        fn chances(&self, score: Score) -> [f32; 3] {
            let win = 1.0 / (1.0 + (-score.raw() as f32 / 200.0).exp());
            [win, 0.0, 1.0 - win]
        }
    }

    #[test]
    fn the_inverse_of_the_win_curve_is_exact_to_the_centipawn() {
        let curve = WinCurve::new::<jieqi::Position, _>(&Logistic);
        for raw in (-CURVE_RANGE..=CURVE_RANGE).step_by(7) {
            let score = Score::cp(raw);
            assert_eq!(curve.score(curve.value(score)), score);
        }
        assert_eq!((curve.value(Score::mate_in(3)), curve.value(Score::mated_in(3))), (1.0, 0.0));
        assert!((curve.value(Score::DRAW) - 0.5).abs() < 1e-6);
    }
}

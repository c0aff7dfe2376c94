//! Quiet positions from inside the search: a sample of those it evaluates.
//!
//! A search of a hundred nodes meets positions that games never reach, such as a piece left hanging for one ply, and an
//! evaluation must judge those too. They cost nothing but their label.

use std::sync::{Arc, Mutex, PoisonError};

use eval::nnue::{Features, NnueEval};
use game::{Eval, MoveList, PieceValues, Random, Score, Tactics};

/// Positions drawn for each one that is wanted: most are not quiet.
const DRAWN_PER_WANTED: usize = 4;

/// Evaluation that keeps a random sample of the positions it is asked about. Clones share the sample.
#[derive(Clone)]
pub struct SamplingEval<F: Features> {
    eval: NnueEval<F>,
    /// Quiet positions wanted from each search.
    wanted: usize,
    sample: Arc<Mutex<Reservoir<F::Position>>>,
}

impl<F: Features> SamplingEval<F> {
    /// Samples for up to `wanted` quiet positions from each search.
    pub fn new(eval: NnueEval<F>, wanted: usize, seed: u64) -> Self {
        let sample = Reservoir { wanted, seen: 0, drawn: Vec::new(), random: Random::new(seed) };
        SamplingEval { eval, wanted, sample: Arc::new(Mutex::new(sample)) }
    }

    /// Returns the sample of the searches since the last call: quiet positions with their static scores.
    pub fn take(&self, worth: &PieceValues) -> Vec<(F::Position, Score)> {
        let mut sample = self.sample.lock().unwrap_or_else(PoisonError::into_inner);
        sample.seen = 0;
        let drawn = std::mem::take(&mut sample.drawn);
        drop(sample);
        drawn.into_iter().filter(|(here, _)| is_quiet(here, worth)).take(self.wanted).collect()
    }
}

/// Returns true if the side to move is not in check and wins nothing by a capture or promotion.
fn is_quiet<P: Tactics>(here: &P, worth: &PieceValues) -> bool {
    if here.in_check() {
        return false;
    }
    let mut moves = MoveList::new();
    here.legal_moves(&mut moves);
    !moves.is_empty() && !moves.iter().any(|&mv| here.is_noisy(mv) && here.see_ge(mv, 1, worth))
}

/// Random sample of a stream (Vitter's algorithm R).
struct Reservoir<P> {
    wanted: usize,
    seen: usize,
    drawn: Vec<(P, Score)>,
    random: Random,
}

impl<P: Clone> Reservoir<P> {
    fn offer(&mut self, here: &P, score: Score) {
        let capacity = self.wanted * DRAWN_PER_WANTED;
        self.seen += 1;
        if self.drawn.len() < capacity {
            self.drawn.push((here.clone(), score));
        } else {
            let place = self.random.below(self.seen);
            if let Some(slot) = self.drawn.get_mut(place) {
                *slot = (here.clone(), score);
            }
        }
    }
}

impl<F: Features> Eval<F::Position> for SamplingEval<F> {
    type Step = <NnueEval<F> as Eval<F::Position>>::Step;

    fn reset(&mut self, here: &F::Position) {
        self.eval.reset(here);
    }

    fn push(&mut self, step: Self::Step) {
        self.eval.push(step);
    }

    fn pop(&mut self) {
        self.eval.pop();
    }

    fn score(&mut self, here: &F::Position) -> Score {
        let score = self.eval.score(here);
        if self.wanted > 0 {
            self.sample.lock().unwrap_or_else(PoisonError::into_inner).offer(here, score);
        }
        score
    }

    fn piece_values(&self) -> &PieceValues {
        self.eval.piece_values()
    }

    fn chances(&self, score: Score) -> [f32; 3] {
        self.eval.chances(score)
    }
}

#[cfg(test)]
mod tests {
    use eval::nnue::{Chess, Network};
    use game::{Game, Position};

    use super::*;

    type ChessGame = <Chess as Features>::Game;

    fn position(text: &str) -> <Chess as Features>::Position {
        ChessGame::read_position(text, &Default::default()).expect("a position").position
    }

    fn sampler(wanted: usize) -> SamplingEval<Chess> {
        let network = Network::empty::<Chess>(16, 1.0, true);
        SamplingEval::new(NnueEval::new(Arc::new(network)), wanted, 5)
    }

    #[test]
    fn the_sample_holds_quiet_positions_only_and_is_taken_once() {
        let mut eval = sampler(4);
        let quiet = position("4k3/8/8/8/8/8/4P3/4K3 w - - 0 1");
        let hanging = position("4k3/8/8/3q4/4P3/8/8/4K3 w - - 0 1");
        let in_check = position("4k3/8/8/8/8/8/4r3/4K3 w - - 0 1");
        let mut expected = Score::DRAW;
        for here in [&quiet, &hanging, &in_check] {
            eval.reset(here);
            let score = eval.score(here);
            if here.key() == quiet.key() {
                expected = score;
            }
        }
        let worth = eval.piece_values().clone();
        let sample: Vec<_> = eval.take(&worth).into_iter().map(|(here, score)| (here.key(), score)).collect();
        assert_eq!(sample, [(quiet.key(), expected)]);
        assert!(eval.take(&worth).is_empty());
    }

    #[test]
    fn every_position_of_a_long_search_is_equally_likely() {
        let quiet = [
            position("4k3/8/8/8/8/8/4P3/4K3 w - - 0 1"),
            position("4k3/8/8/8/8/4P3/8/4K3 w - - 0 1"),
            position("4k3/8/8/8/4P3/8/8/4K3 w - - 0 1"),
            position("4k3/8/8/4P3/8/8/8/4K3 w - - 0 1"),
        ];
        let mut eval = sampler(1);
        let worth = eval.piece_values().clone();
        let mut counts = [0; 4];
        for _ in 0..2000 {
            for round in 0..40 {
                let here = &quiet[round / 10];
                eval.reset(here);
                eval.score(here);
            }
            for (here, _) in eval.take(&worth) {
                counts[quiet.iter().position(|one| one.key() == here.key()).expect("one of them")] += 1;
            }
        }
        assert_eq!(counts.iter().sum::<i32>(), 2000);
        assert!(counts.iter().all(|&count| (300..800).contains(&count)), "{counts:?}");
    }
}

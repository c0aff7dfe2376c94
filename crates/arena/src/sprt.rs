//! Sequential probability ratio test (SPRT) of two Elo hypotheses, on pentanomial results.
//!
//! The log-likelihood ratio (LLR) is the generalized one for the five outcomes of a pair of games (Michel Van den
//! Bergh): under each hypothesis the most likely distribution with that expected score is taken.

use crate::elo::{Pentanomial, expected};

/// Test of the hypotheses H0 (`elo0`) and H1 (`elo1`).
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Sprt {
    /// Elo difference of H0.
    pub elo0: f64,
    /// Elo difference of H1.
    pub elo1: f64,
    /// Probability of accepting H1 wrongly.
    pub alpha: f64,
    /// Probability of accepting H0 wrongly.
    pub beta: f64,
}

/// Decision of the test so far.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum SprtDecision {
    /// Not decided: play on.
    Continue,
    /// H1 (`elo1`) is accepted.
    AcceptH1,
    /// H0 (`elo0`) is accepted.
    AcceptH0,
}

impl SprtDecision {
    /// Returns the machine-readable code.
    pub const fn code(self) -> &'static str {
        match self {
            SprtDecision::Continue => "open",
            SprtDecision::AcceptH1 => "accepted",
            SprtDecision::AcceptH0 => "rejected",
        }
    }
}

/// Count used for outcomes that have not occurred, so that none has probability zero.
const PRIOR_COUNT: f64 = 1e-3;

impl Sprt {
    /// Makes a test with error probabilities of 5 %.
    pub const fn new(elo0: f64, elo1: f64) -> Self {
        Sprt { elo0, elo1, alpha: 0.05, beta: 0.05 }
    }

    /// Returns the bounds of the LLR: H0 is accepted at the lower one, H1 at the upper one.
    pub fn bounds(&self) -> [f64; 2] {
        [libm::log(self.beta / (1.0 - self.alpha)), libm::log((1.0 - self.beta) / self.alpha)]
    }

    /// Returns the log-likelihood ratio of pairs of games.
    pub fn llr(&self, pairs: &Pentanomial) -> f64 {
        if pairs.iter().sum::<u64>() == 0 {
            return 0.0;
        }
        let counts = pairs.map(|count| if count == 0 { PRIOR_COUNT } else { count as f64 });
        let total: f64 = counts.iter().sum();
        let observed = counts.map(|count| count / total);
        let [under0, under1] = [self.elo0, self.elo1].map(|elo| most_likely(&observed, expected(elo)));
        let sum: f64 = observed
            .iter()
            .zip(under1.iter().zip(&under0))
            .map(|(observed, (one, zero))| observed * libm::log(one / zero))
            .sum();
        total * sum
    }

    /// Returns the decision for a log-likelihood ratio.
    pub fn decision(&self, llr: f64) -> SprtDecision {
        let [lower, upper] = self.bounds();
        if llr >= upper {
            SprtDecision::AcceptH1
        } else if llr <= lower {
            SprtDecision::AcceptH0
        } else {
            SprtDecision::Continue
        }
    }
}

/// Returns the distribution with this expected score under which the observed one is most likely: each share divided by
/// `1 + x (value - score)`, with `x` such that the expectation equals the score.
fn most_likely(observed: &[f64; 5], score: f64) -> [f64; 5] {
    let deviation = |index: usize| index as f64 / 4.0 - score;
    let excess = |x: f64| -> f64 {
        observed
            .iter()
            .enumerate()
            .map(|(index, share)| share * deviation(index) / (1.0 + x * deviation(index)))
            .sum()
    };
    // In this interval every share is positive and the excess decreases monotonically.
    let (mut low, mut high) = (-1.0 / deviation(4), -1.0 / deviation(0));
    for _ in 0..200 {
        let middle = (low + high) / 2.0;
        if excess(middle) > 0.0 { low = middle } else { high = middle }
    }
    let x = (low + high) / 2.0;
    std::array::from_fn(|index| observed[index] / (1.0 + x * deviation(index)))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn assert_near(found: f64, wanted: f64, within: f64) {
        assert!((found - wanted).abs() <= within, "{found} is not {wanted}");
    }

    #[test]
    fn the_bounds_have_the_known_values() {
        let [lower, upper] = Sprt::new(0.0, 5.0).bounds();
        assert_near(lower, -2.944_439, 1e-6);
        assert_near(upper, 2.944_439, 1e-6);
    }

    #[test]
    fn the_most_likely_distribution_has_the_score_and_sums_to_one() {
        let observed = [0.05, 0.2, 0.4, 0.25, 0.1];
        for score in [0.3, 0.5, 0.5375, 0.7] {
            let found = most_likely(&observed, score);
            assert_near(found.iter().sum(), 1.0, 1e-9);
            assert_near(
                found.iter().enumerate().map(|(index, share)| index as f64 / 4.0 * share).sum(),
                score,
                1e-9,
            );
        }
        // With the observed expectation nothing changes.
        let same = most_likely(&observed, 0.5375);
        observed.iter().zip(same).for_each(|(observed, same)| assert_near(same, *observed, 1e-6));
    }

    #[test]
    fn results_half_way_between_the_hypotheses_give_zero() {
        // Mirror-symmetric results and hypotheses.
        assert_near(Sprt::new(-3.0, 3.0).llr(&[10, 80, 220, 80, 10]), 0.0, 1e-6);
        assert_near(Sprt::new(0.0, 5.0).llr(&[0; 5]), 0.0, 0.0);
    }

    #[test]
    fn the_llr_equals_the_one_of_fishtest() {
        // By Fishtest's definition (`LLR_logistic` of its statistics), computed separately.
        assert_near(Sprt::new(0.0, 5.0).llr(&[6, 146, 505, 170, 7]), 0.913_541, 1e-5);
        assert_near(Sprt::new(-3.0, 1.0).llr(&[200, 2500, 5000, 2450, 180]), -1.122_800, 1e-5);
        assert_near(Sprt::new(0.0, 10.0).llr(&[0, 3, 20, 9, 1]), 0.909_161, 1e-5);
    }

    #[test]
    fn a_clear_result_ends_the_test() {
        let test = Sprt::new(0.0, 10.0);
        assert_eq!(test.decision(test.llr(&[5, 100, 400, 200, 30])), SprtDecision::AcceptH1);
        assert_eq!(test.decision(test.llr(&[30, 200, 400, 100, 5])), SprtDecision::AcceptH0);
        assert_eq!(test.decision(test.llr(&[1, 2, 4, 3, 1])), SprtDecision::Continue);
    }
}

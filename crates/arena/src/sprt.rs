//! The sequential test of two Elo differences: play on until the results speak clearly enough for one of them.
//!
//! The log-likelihood ratio is the generalised one for a distribution of five outcomes of a pair (Michel Van den
//! Bergh's treatment): under each hypothesis the most likely distribution with that expected score is taken.

use crate::elo::{Pentanomial, expected};

/// A test of `elo0` against `elo1`.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Sprt {
    /// The difference that is doubted.
    pub elo0: f64,
    /// The difference that is hoped for.
    pub elo1: f64,
    /// How often the hoped for may be accepted wrongly.
    pub alpha: f64,
    /// How often it may be rejected wrongly.
    pub beta: f64,
}

/// What a test says so far.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Verdict {
    /// Play on.
    Open,
    /// `elo1` is accepted.
    Accepted,
    /// `elo0` is accepted.
    Rejected,
}

impl Verdict {
    /// The word machines read.
    pub const fn code(self) -> &'static str {
        match self {
            Verdict::Open => "open",
            Verdict::Accepted => "accepted",
            Verdict::Rejected => "rejected",
        }
    }
}

/// Counts for outcomes that have not happened: none is impossible.
const UNSEEN: f64 = 1e-3;

impl Sprt {
    /// A test with the usual error of 5 % either way.
    pub const fn new(elo0: f64, elo1: f64) -> Self {
        Sprt { elo0, elo1, alpha: 0.05, beta: 0.05 }
    }

    /// The bounds of the ratio: at the lower one `elo0` is accepted, at the upper one `elo1`.
    pub fn bounds(&self) -> [f64; 2] {
        [(self.beta / (1.0 - self.alpha)).ln(), ((1.0 - self.beta) / self.alpha).ln()]
    }

    /// The log-likelihood ratio of pairs of games.
    pub fn ratio(&self, pairs: &Pentanomial) -> f64 {
        if pairs.iter().sum::<u64>() == 0 {
            return 0.0;
        }
        let counts = pairs.map(|count| if count == 0 { UNSEEN } else { count as f64 });
        let total: f64 = counts.iter().sum();
        let seen = counts.map(|count| count / total);
        let [under0, under1] = [self.elo0, self.elo1].map(|elo| most_likely(&seen, expected(elo)));
        let sum: f64 = seen
            .iter()
            .zip(under1.iter().zip(&under0))
            .map(|(seen, (one, zero))| seen * (one / zero).ln())
            .sum();
        total * sum
    }

    /// What the ratio says.
    pub fn verdict(&self, ratio: f64) -> Verdict {
        let [lower, upper] = self.bounds();
        if ratio >= upper {
            Verdict::Accepted
        } else if ratio <= lower {
            Verdict::Rejected
        } else {
            Verdict::Open
        }
    }
}

/// The distribution with this expected score under which what was seen is most likely: each share divided by
/// `1 + x (value - score)`, where `x` makes the expectation right.
fn most_likely(seen: &[f64; 5], score: f64) -> [f64; 5] {
    let lean = |index: usize| index as f64 / 4.0 - score;
    let excess = |x: f64| -> f64 {
        seen.iter().enumerate().map(|(index, share)| share * lean(index) / (1.0 + x * lean(index))).sum()
    };
    // Between these every share stays positive; the excess falls all the way.
    let (mut low, mut high) = (-1.0 / lean(4), -1.0 / lean(0));
    for _ in 0..200 {
        let middle = (low + high) / 2.0;
        if excess(middle) > 0.0 { low = middle } else { high = middle }
    }
    let x = (low + high) / 2.0;
    std::array::from_fn(|index| seen[index] / (1.0 + x * lean(index)))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn near(found: f64, wanted: f64, within: f64) {
        assert!((found - wanted).abs() <= within, "{found} is not {wanted}");
    }

    #[test]
    fn the_bounds_are_the_known_ones() {
        let [lower, upper] = Sprt::new(0.0, 5.0).bounds();
        near(lower, -2.944_439, 1e-6);
        near(upper, 2.944_439, 1e-6);
    }

    #[test]
    fn the_most_likely_distribution_has_the_score_and_sums_to_one() {
        let seen = [0.05, 0.2, 0.4, 0.25, 0.1];
        for score in [0.3, 0.5, 0.5375, 0.7] {
            let found = most_likely(&seen, score);
            near(found.iter().sum(), 1.0, 1e-9);
            near(
                found.iter().enumerate().map(|(index, share)| index as f64 / 4.0 * share).sum(),
                score,
                1e-9,
            );
        }
        // Where the expectation is what was seen, nothing changes.
        let same = most_likely(&seen, 0.5375);
        seen.iter().zip(same).for_each(|(seen, same)| near(same, *seen, 1e-6));
    }

    #[test]
    fn results_half_way_between_say_nothing() {
        // Mirror-symmetric results and hypotheses.
        near(Sprt::new(-3.0, 3.0).ratio(&[10, 80, 220, 80, 10]), 0.0, 1e-6);
        near(Sprt::new(0.0, 5.0).ratio(&[0; 5]), 0.0, 0.0);
    }

    #[test]
    fn the_ratio_is_the_one_others_compute() {
        // By Fishtest's definition (`LLR_logistic` of its statistics), worked out apart.
        near(Sprt::new(0.0, 5.0).ratio(&[6, 146, 505, 170, 7]), 0.913_541, 1e-5);
        near(Sprt::new(-3.0, 1.0).ratio(&[200, 2500, 5000, 2450, 180]), -1.122_800, 1e-5);
        near(Sprt::new(0.0, 10.0).ratio(&[0, 3, 20, 9, 1]), 0.909_161, 1e-5);
    }

    #[test]
    fn a_clear_result_ends_the_test() {
        let test = Sprt::new(0.0, 10.0);
        assert_eq!(test.verdict(test.ratio(&[5, 100, 400, 200, 30])), Verdict::Accepted);
        assert_eq!(test.verdict(test.ratio(&[30, 200, 400, 100, 5])), Verdict::Rejected);
        assert_eq!(test.verdict(test.ratio(&[1, 2, 4, 3, 1])), Verdict::Open);
    }
}

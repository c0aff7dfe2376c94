//! Elo estimates with error margins: from single games (trinomial) and from pairs of games (pentanomial).

/// Trinomial result: wins, draws and losses of one player against another.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Trinomial {
    /// Games won.
    pub wins: u64,
    /// Games drawn.
    pub draws: u64,
    /// Games lost.
    pub losses: u64,
}

/// Pentanomial result: number of pairs of games by their points 0, ½, 1, 1½ or 2.
pub type Pentanomial = [u64; 5];

/// Estimated Elo difference with its 95 % error margin.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Estimate {
    /// Elo difference.
    pub elo: f64,
    /// Half the width of the 95 % confidence interval.
    pub error: f64,
    /// Likelihood of superiority (LOS), from 0 to 1.
    pub superiority: f64,
}

/// Quantile of the standard normal distribution for 95 % two-sided.
const NORMAL_95: f64 = 1.959_963_985;

impl Trinomial {
    /// Number of games.
    pub fn games(&self) -> u64 {
        self.wins + self.draws + self.losses
    }

    /// Score from 0 to 1; 0.5 without games.
    pub fn score(&self) -> f64 {
        mean(&self.distribution()).unwrap_or(0.5)
    }

    /// Returns the estimate from single games.
    pub fn estimate(&self) -> Option<Estimate> {
        estimate(&self.distribution())
    }

    fn distribution(&self) -> [(f64, f64); 3] {
        [(0.0, self.losses as f64), (0.5, self.draws as f64), (1.0, self.wins as f64)]
    }
}

/// Returns the estimate from pairs: its error is smaller, since the advantage of an opening evens out in a pair.
pub fn from_pairs(pairs: &Pentanomial) -> Option<Estimate> {
    let distribution: Vec<(f64, f64)> =
        pairs.iter().enumerate().map(|(quarter, &count)| (quarter as f64 / 4.0, count as f64)).collect();
    estimate(&distribution)
}

/// Returns the expected score at an Elo difference.
pub fn expected(elo: f64) -> f64 {
    1.0 / (1.0 + libm::exp10(-elo / 400.0))
}

/// Returns the Elo difference of a score; infinite for the scores 0 and 1.
pub fn from_score(score: f64) -> f64 {
    let score = score.clamp(0.0, 1.0);
    400.0 * libm::log10(score / (1.0 - score))
}

fn mean(distribution: &[(f64, f64)]) -> Option<f64> {
    let total: f64 = distribution.iter().map(|(_, count)| count).sum();
    (total > 0.0).then(|| distribution.iter().map(|(value, count)| value * count).sum::<f64>() / total)
}

fn estimate(distribution: &[(f64, f64)]) -> Option<Estimate> {
    let mean = mean(distribution)?;
    let total: f64 = distribution.iter().map(|(_, count)| count).sum();
    let variance =
        distribution.iter().map(|(value, count)| count * (value - mean).powi(2)).sum::<f64>() / total;
    let deviation = (variance / total).sqrt();
    let [low, high] = [-NORMAL_95, NORMAL_95].map(|normal| from_score(mean + normal * deviation));
    // An infinite difference has no finite error margin.
    let error = if low.is_finite() && high.is_finite() { (high - low) / 2.0 } else { f64::INFINITY };
    let superiority = if deviation > 0.0 {
        normal_cdf((mean - 0.5) / deviation)
    } else {
        // All results are equal: certain, unless all are draws.
        match mean.total_cmp(&0.5) {
            std::cmp::Ordering::Less => 0.0,
            std::cmp::Ordering::Equal => 0.5,
            std::cmp::Ordering::Greater => 1.0,
        }
    };
    Some(Estimate { elo: from_score(mean), error, superiority })
}

/// Standard normal cumulative distribution function (Abramowitz and Stegun 7.1.26, seven digits).
fn normal_cdf(value: f64) -> f64 {
    let x = value.abs() / std::f64::consts::SQRT_2;
    let t = 1.0 / (1.0 + 0.327_591_1 * x);
    let polynomial = t
        * (0.254_829_592
            + t * (-0.284_496_736 + t * (1.421_413_741 + t * (-1.453_152_027 + t * 1.061_405_429))));
    let error = 1.0 - polynomial * libm::exp(-x * x);
    if value < 0.0 { (1.0 - error) / 2.0 } else { (1.0 + error) / 2.0 }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn assert_near(found: f64, wanted: f64, within: f64) {
        assert!((found - wanted).abs() <= within, "{found} is not {wanted}");
    }

    #[test]
    fn scores_and_differences_have_known_values() {
        assert_near(from_score(0.5), 0.0, 1e-9);
        assert_near(from_score(0.75), 190.848_5, 1e-3);
        assert_near(from_score(0.64), 99.95, 0.01);
        assert_near(expected(0.0), 0.5, 1e-12);
        assert_near(expected(100.0), 0.640_065, 1e-6);
        assert_near(from_score(expected(-37.0)), -37.0, 1e-9);
        assert_eq!((from_score(1.0), from_score(0.0)), (f64::INFINITY, f64::NEG_INFINITY));
    }

    #[test]
    fn the_estimate_of_a_match_equals_a_manual_calculation() {
        // 40 wins, 40 draws, 20 losses: mean 0.6, variance 0.14, deviation of the mean 0.037417.
        let match_ = Trinomial { wins: 40, draws: 40, losses: 20 };
        let estimate = match_.estimate().expect("games");
        assert_near(match_.score(), 0.6, 1e-12);
        assert_near(estimate.elo, 70.44, 0.01);
        assert_near(estimate.error, (from_score(0.6 + 0.073_335) - from_score(0.6 - 0.073_335)) / 2.0, 0.01);
        assert_near(estimate.superiority, 0.996_24, 1e-4);
    }

    #[test]
    fn pairs_give_a_smaller_error_than_their_games() {
        // Every pair is drawn one to one: the games vary, the pairs do not.
        let games = Trinomial { wins: 50, draws: 0, losses: 50 }.estimate().expect("games");
        let pairs = from_pairs(&[0, 0, 50, 0, 0]).expect("pairs");
        assert_near(games.elo, 0.0, 1e-9);
        assert_near(pairs.elo, 0.0, 1e-9);
        assert!(games.error > 60.0 && pairs.error == 0.0, "{games:?} {pairs:?}");
        let all = from_pairs(&[0, 0, 0, 0, 3]).expect("pairs");
        assert_eq!((all.elo, all.error, all.superiority), (f64::INFINITY, f64::INFINITY, 1.0));
    }

    #[test]
    fn there_is_no_estimate_without_games() {
        assert_eq!(Trinomial::default().estimate(), None);
        assert_eq!(from_pairs(&[0; 5]), None);
        assert_near(Trinomial::default().score(), 0.5, 0.0);
    }

    #[test]
    fn the_normal_distribution_has_known_values() {
        assert_near(normal_cdf(0.0), 0.5, 1e-7);
        assert_near(normal_cdf(1.959_964), 0.975, 1e-6);
        assert_near(normal_cdf(-1.0), 0.158_655, 1e-6);
    }
}

//! Glicko-2 (M. E. Glickman, "Example of the Glicko-2 system"), with fractional rating periods and an advantage for moving
//! first. All functions are those of `libm`, so that the same games give the same bits on every machine.

use libm::{exp, fabs, log, sqrt};

/// Points per unit of the internal scale.
const SCALE: f64 = 173.7178;
/// Rating of a new player, the zero of the internal scale.
const CENTER: f64 = 1500.0;
/// System constant: how fast volatility changes.
const TAU: f64 = 0.5;
/// Precision of the volatility.
const EPSILON: f64 = 0.000_001;
/// Bound on the steps of a root search that converges in about ten.
const MAX_STEPS: usize = 200;

/// Rating of a player.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Rating {
    /// Expected strength in rating points.
    pub rating: f64,
    /// Standard deviation of that estimate.
    pub deviation: f64,
    /// Expected fluctuation of the strength itself.
    pub volatility: f64,
}

impl Rating {
    /// Rating of a new player.
    pub const NEW: Rating = Rating { rating: CENTER, deviation: 350.0, volatility: 0.06 };
}

/// Game of a player.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Game {
    /// Opponent's rating before the game.
    pub opponent: Rating,
    /// 1 for a win, 0.5 for a draw, 0 for a loss.
    pub score: f64,
    /// Advantage of the player in rating points: positive for moving first, negative for moving second.
    pub advantage: f64,
}

fn g(deviation: f64) -> f64 {
    1.0 / sqrt(1.0 + 3.0 * deviation * deviation / (core::f64::consts::PI * core::f64::consts::PI))
}

/// Rating after some games, at the end of a time of `periods` rating periods. Without games only the deviation grows.
pub fn update(player: Rating, periods: f64, games: &[Game]) -> Rating {
    let mu = (player.rating - CENTER) / SCALE;
    let phi = player.deviation / SCALE;
    // Step 3 and the sum of step 4.
    let (mut information, mut surplus) = (0.0, 0.0);
    for game in games {
        let weight = g(game.opponent.deviation / SCALE);
        let difference = mu - (game.opponent.rating - CENTER) / SCALE + game.advantage / SCALE;
        let expected = 1.0 / (1.0 + exp(-weight * difference));
        information += weight * weight * expected * (1.0 - expected);
        surplus += weight * (game.score - expected);
    }
    if information <= 0.0 {
        let deviation = SCALE * sqrt(phi * phi + periods * player.volatility * player.volatility);
        return Rating { deviation, ..player };
    }
    let variance = 1.0 / information;
    let volatility = new_volatility(phi, player.volatility, variance, variance * surplus);
    // Steps 6 to 8.
    let before = sqrt(phi * phi + periods * volatility * volatility);
    let after = 1.0 / sqrt(1.0 / (before * before) + 1.0 / variance);
    Rating { rating: SCALE * (mu + after * after * surplus) + CENTER, deviation: SCALE * after, volatility }
}

/// Step 5: the volatility, by the Illinois variant of the false position method.
fn new_volatility(phi: f64, volatility: f64, variance: f64, delta: f64) -> f64 {
    let a = log(volatility * volatility);
    let f = |x: f64| {
        let e = exp(x);
        let sum = phi * phi + variance + e;
        e * (delta * delta - phi * phi - variance - e) / (2.0 * sum * sum) - (x - a) / (TAU * TAU)
    };
    let (mut low, mut high) = (a, a);
    if delta * delta > phi * phi + variance {
        high = log(delta * delta - phi * phi - variance);
    } else {
        for _ in 0..MAX_STEPS {
            high -= TAU;
            if f(high) >= 0.0 {
                break;
            }
        }
    }
    let (mut f_low, mut f_high) = (f(low), f(high));
    for _ in 0..MAX_STEPS {
        if fabs(high - low) <= EPSILON {
            break;
        }
        let next = low + (low - high) * f_low / (f_high - f_low);
        let f_next = f(next);
        if f_next * f_high <= 0.0 {
            (low, f_low) = (high, f_high);
        } else {
            f_low /= 2.0;
        }
        (high, f_high) = (next, f_next);
    }
    exp(low / 2.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn game(rating: f64, deviation: f64, score: f64) -> Game {
        Game { opponent: Rating { rating, deviation, volatility: 0.06 }, score, advantage: 0.0 }
    }

    #[test]
    fn the_example_of_the_paper() {
        let player = Rating { rating: 1500.0, deviation: 200.0, volatility: 0.06 };
        let games = [game(1400.0, 30.0, 1.0), game(1550.0, 100.0, 0.0), game(1700.0, 300.0, 0.0)];
        let after = update(player, 1.0, &games);
        assert!((after.rating - 1464.06).abs() < 0.01, "{after:?}");
        assert!((after.deviation - 151.52).abs() < 0.01, "{after:?}");
        assert!((after.volatility - 0.05999).abs() < 0.00001, "{after:?}");
    }

    /// Rows of `testdata/ratings/glicko2.tsv`: start, games, PyPI's result, and its result with step 5 as in the paper.
    #[test]
    fn whole_periods_equal_the_python_package() {
        let numbers = |text: &str| -> Vec<f64> {
            text.split(' ').map(|number| number.parse().expect("a number")).collect()
        };
        let mut rows = 0;
        for line in include_str!("../../../../testdata/ratings/glicko2.tsv").lines() {
            if line.starts_with('#') {
                continue;
            }
            let columns: Vec<&str> = line.split('\t').collect();
            let start = numbers(columns[0]);
            let player = Rating { rating: start[0], deviation: start[1], volatility: start[2] };
            let games: Vec<Game> =
                columns[1].split(';').map(&numbers).map(|row| game(row[0], row[1], row[2])).collect();
            let after = update(player, 1.0, &games);
            let (package, corrected) = (numbers(columns[2]), numbers(columns[3]));
            assert!((after.rating - package[0]).abs() < 0.01, "{line}");
            assert!((after.deviation - package[1]).abs() < 0.01, "{line}");
            assert!((after.rating - corrected[0]).abs() < 1e-6, "{line}");
            assert!((after.deviation - corrected[1]).abs() < 1e-6, "{line}");
            assert!((after.volatility - corrected[2]).abs() < 1e-9, "{line}");
            rows += 1;
        }
        assert_eq!(rows, 200);
    }

    /// The same equations, written down directly: sums by the definition, and the volatility by bisection.
    fn slow_update(player: Rating, periods: f64, games: &[Game]) -> Rating {
        let (mu, phi) = ((player.rating - 1500.0) / 173.7178, player.deviation / 173.7178);
        let g = |game: &Game| {
            let phi = game.opponent.deviation / 173.7178;
            (1.0 + 3.0 * phi.powi(2) / std::f64::consts::PI.powi(2)).powf(-0.5)
        };
        let e = |one: &Game| {
            let stronger = (player.rating + one.advantage - one.opponent.rating) / 173.7178;
            1.0 / (1.0 + (-g(one) * stronger).exp())
        };
        let v = games.iter().map(|one| g(one).powi(2) * e(one) * (1.0 - e(one))).sum::<f64>().recip();
        let delta = v * games.iter().map(|one| g(one) * (one.score - e(one))).sum::<f64>();
        let a = player.volatility.powi(2).ln();
        let f = |x: f64| {
            x.exp() * (delta.powi(2) - phi.powi(2) - v - x.exp())
                / (2.0 * (phi.powi(2) + v + x.exp()).powi(2))
                - (x - a) / 0.25
        };
        // The root next to the old volatility, since a great surprise has further ones: small steps, then bisection.
        let step = if f(a) > 0.0 { 0.001 } else { -0.001 };
        let mut beyond = a + step;
        while f(beyond) * step > 0.0 {
            beyond += step;
        }
        let (mut low, mut high) = if step > 0.0 { (beyond - step, beyond) } else { (beyond, beyond - step) };
        for _ in 0..100 {
            let middle = (low + high) / 2.0;
            if f(middle) > 0.0 { low = middle } else { high = middle }
        }
        let volatility = (low / 2.0).exp();
        let star = (phi.powi(2) + periods * volatility.powi(2)).sqrt();
        let after = (star.powi(-2) + v.recip()).powf(-0.5);
        let mu = mu + after.powi(2) * delta / v;
        Rating { rating: 173.7178 * mu + 1500.0, deviation: 173.7178 * after, volatility }
    }

    #[test]
    fn parts_of_periods_and_the_first_move_equal_a_second_implementation() {
        let mut state = 26_u64;
        let mut random = |low: f64, high: f64| {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            low + (high - low) * ((state >> 11) as f64 / (1_u64 << 53) as f64)
        };
        for _ in 0..2000 {
            let mut rating = || Rating {
                rating: random(600.0, 2800.0),
                deviation: random(45.0, 350.0),
                volatility: random(0.03, 0.1),
            };
            let (player, opponent) = (rating(), rating());
            let score = [0.0, 0.5, 1.0][(random(0.0, 3.0) as usize).min(2)];
            let games = [Game { opponent, score, advantage: random(-60.0, 60.0) }];
            let periods = random(0.0, 30.0);
            let (fast, slow) = (update(player, periods, &games), slow_update(player, periods, &games));
            assert!((fast.rating - slow.rating).abs() < 1e-3, "{player:?} {games:?} {fast:?} {slow:?}");
            assert!((fast.deviation - slow.deviation).abs() < 1e-3, "{player:?} {games:?}");
            assert!((fast.volatility - slow.volatility).abs() < 1e-6, "{player:?} {games:?}");
        }
    }

    #[test]
    fn without_games_only_the_deviation_grows() {
        let player = Rating { rating: 1700.0, deviation: 60.0, volatility: 0.06 };
        let rested = update(player, 78.0, &[]);
        assert_eq!((rested.rating, rested.volatility), (1700.0, 0.06));
        assert!((rested.deviation - 109.9).abs() < 1.0, "a year: {rested:?}");
    }
}

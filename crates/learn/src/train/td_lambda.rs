//! TD(λ) targets: search scores of later plies, averaged back to the positions before (Sutton 1988).
//!
//! A short search is often wrong, and the following plies show it. So the target of a position is a mean over the rest of
//! the game in which each ply counts `lambda` times as much as the one before it. Win probabilities are averaged, not
//! centipawns: otherwise a mate found later would outweigh everything else.

use std::path::PathBuf;

use eval::nnue::Features;
use game::{Game, Message, Position};

use super::model::logistic;
use super::prepare::root;
use crate::dataset::Dataset;
use crate::record::Record;

/// Number of positions the scale is fitted to, about.
const FITTED_POSITIONS: usize = 400_000;
/// Win probabilities are kept this far from 0 and 1, so that they can be converted back to centipawns.
const MARGIN: f32 = 1e-4;

/// Returns the target of each ply of a game in centipawns for the side to move; 0 in the opening.
pub fn targets(record: &Record, scale: f32, lambda: f32) -> Vec<i16> {
    let mut targets = vec![0; record.plies.len()];
    let mut next: Option<f32> = None;
    for (target, ply) in targets.iter_mut().zip(&record.plies).skip(record.opening).rev() {
        let now = logistic(f32::from(ply.score) / scale);
        // The probability of the next ply is the other side's.
        let probability =
            next.map_or(now, |next| now + lambda * (1.0 - next - now)).clamp(MARGIN, 1.0 - MARGIN);
        next = Some(probability);
        *target = (scale * (probability / (1.0 - probability)).ln()).round() as i16;
    }
    targets
}

/// Fits the sigmoid scale: returns the centipawns per unit at which search scores predict results with the least squared
/// error. The error has one minimum, which is found by ternary search.
pub fn fit_scale<F: Features>(folders: &[PathBuf]) -> Result<f32, Message> {
    let mut scored: Vec<(i16, u8)> = Vec::new();
    let mut positions = 0u64;
    // Every so many-th position is used; the interval doubles when there are more than are needed.
    let mut interval = 1u64;
    for folder in folders {
        Dataset::open(folder, F::Game::spec().name)?.read(&mut |record| {
            let Some(root) = root::<F>(&record) else { return };
            let first_turn = root.turn().index();
            for (index, ply) in record.plies.iter().enumerate().skip(record.opening) {
                positions += 1;
                if !positions.is_multiple_of(interval) {
                    continue;
                }
                let result =
                    if (first_turn + index).is_multiple_of(2) { record.result } else { 2 - record.result };
                scored.push((ply.score, result));
                if scored.len() >= 2 * FITTED_POSITIONS {
                    let mut odd = false;
                    scored.retain(|_| {
                        odd = !odd;
                        odd
                    });
                    interval *= 2;
                }
            }
        })?;
    }
    let error = |scale: f32| -> f64 {
        let squared_error = |&(score, result): &(i16, u8)| {
            f64::from(logistic(f32::from(score) / scale) - f32::from(result) / 2.0).powi(2)
        };
        scored.iter().map(squared_error).sum()
    };
    let (mut low, mut high) = (50.0f32, 1500.0f32);
    for _ in 0..30 {
        let (left, right) = (low + (high - low) / 3.0, high - (high - low) / 3.0);
        if error(left) < error(right) { high = right } else { low = left }
    }
    Ok(((low + high) / 2.0).round())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::record::Ply;

    fn targets_of(scores: &[i16], lambda: f32) -> Vec<i16> {
        let plies = scores.iter().map(|&score| Ply { mv: 1, reveal: 0, score }).collect();
        targets(&Record { opening: 1, plies, ..Record::default() }, 200.0, lambda)
    }

    #[test]
    fn with_lambda_zero_the_target_is_the_score() {
        assert_eq!(targets_of(&[77, 30, -40, 0, 500], 0.0), [0, 30, -40, 0, 500]);
    }

    #[test]
    fn later_scores_count_less_the_later_they_are() {
        // All plies agree: the targets equal the scores.
        assert_eq!(targets_of(&[0, 60, -60, 60], 0.7), [0, 60, -60, 60]);
        // A late win of one side: the effect alternates in sign and grows toward the end.
        let [_, first, second, third, last] = targets_of(&[0, 0, 0, 0, 900], 0.7)[..] else {
            panic!("five plies")
        };
        assert_eq!(last, 900);
        assert!(third < second.abs().saturating_neg() && second > 0 && first < 0);
        assert!(third.abs() > second.abs() && second.abs() > first.abs());
        // A mate is a probability near one, and does not outweigh the other plies.
        assert!(targets_of(&[0, 0, 31_000], 0.5)[1] > -300);
    }
}

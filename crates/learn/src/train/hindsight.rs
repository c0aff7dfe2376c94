//! Hindsight: what the search said later in a game, carried back to the positions before.
//!
//! A short search is often wrong, and the plies that follow show it. So the aim of a position is not what was said there
//! alone, but a mean over the rest of the game in which each ply counts `lambda` times as much as the one before it
//! (Sutton 1988, TD(λ)). Chances are averaged, not centipawns: a mate found later must not outweigh everything.

use std::path::Path;

use eval::nnue::Features;
use game::{Game, Message, Position};

use super::model::logistic;
use super::samples::root;
use crate::chunk::Folder;
use crate::record::Record;

/// Positions looked at to find the scale, about.
const ASKED: usize = 400_000;
/// Chances are held this far from certainty, so that they can be turned back into centipawns.
const UNSURE: f32 = 1e-4;

/// What the search said of each ply of a game to the side to move, with hindsight; nothing in the opening.
pub fn hindsight(record: &Record, scale: f32, lambda: f32) -> Vec<i16> {
    let mut aims = vec![0; record.plies.len()];
    let mut later: Option<f32> = None;
    for (aim, ply) in aims.iter_mut().zip(&record.plies).skip(record.opening).rev() {
        let now = logistic(f32::from(ply.score) / scale);
        // A ply later it was the other side's chance.
        let chance =
            later.map_or(now, |later| now + lambda * (1.0 - later - now)).clamp(UNSURE, 1.0 - UNSURE);
        later = Some(chance);
        *aim = (scale * (chance / (1.0 - chance)).ln()).round() as i16;
    }
    aims
}

/// The scale under which what the search said foretells results best, in centipawns that make one on the logistic
/// curve: a search by thirds, as the error has one valley.
pub fn fit_scale<F: Features>(folder: &Path) -> Result<f32, Message> {
    let folder = Folder::open(folder, F::Game::spec().name)?;
    let mut said: Vec<(i16, u8)> = Vec::new();
    folder.read(&mut |record| {
        let Some(root) = root::<F>(&record) else { return };
        let begins = root.turn().index();
        for (index, ply) in record.plies.iter().enumerate().skip(record.opening) {
            let result = if (begins + index).is_multiple_of(2) { record.result } else { 2 - record.result };
            said.push((ply.score, result));
        }
    })?;
    let step = (said.len() / ASKED).max(1);
    let error = |scale: f32| -> f64 {
        let off = |&(score, result): &(i16, u8)| {
            f64::from(logistic(f32::from(score) / scale) - f32::from(result) / 2.0).powi(2)
        };
        said.iter().skip(step - 1).step_by(step).map(off).sum()
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

    fn aims(scores: &[i16], lambda: f32) -> Vec<i16> {
        let plies = scores.iter().map(|&score| Ply { mv: 1, reveal: 0, score }).collect();
        hindsight(&Record { opening: 1, plies, ..Record::default() }, 200.0, lambda)
    }

    #[test]
    fn without_hindsight_what_was_said_stands() {
        assert_eq!(aims(&[77, 30, -40, 0, 500], 0.0), [0, 30, -40, 0, 500]);
    }

    #[test]
    fn what_is_said_later_counts_less_the_later_it_is_said() {
        // The other side says the same of every ply: nothing changes.
        assert_eq!(aims(&[0, 60, -60, 60], 0.7), [0, 60, -60, 60]);
        // It turns out to be lost: the nearer the ply, the more it shows, for either side with its own sign.
        let [_, first, second, third, last] = aims(&[0, 0, 0, 0, 900], 0.7)[..] else { panic!("five plies") };
        assert_eq!(last, 900);
        assert!(third < second.abs().saturating_neg() && second > 0 && first < 0);
        assert!(third.abs() > second.abs() && second.abs() > first.abs());
        // A mate is a chance of nearly one, and leaves the rest its say.
        assert!(aims(&[0, 0, 31_000], 0.5)[1] > -300);
    }
}

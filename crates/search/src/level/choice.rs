//! Choosing with doubt: the nearer a move looks to the best, the likelier it is played.

use game::{Position, Random, Score};

use super::unit;
use crate::PvLine;

/// Doubts beyond which a move looks plainly bad.
const TOLERANCE: i32 = 2;
/// The doubt grows by itself with this lead or deficit: who is far ahead counts less carefully.
const CARELESS: i32 = 600;

/// How much worse than the best a move may look and still be played.
pub(super) fn tolerance(doubt: i32, best: Score) -> i32 {
    TOLERANCE * grown(doubt, best)
}

fn grown(doubt: i32, best: Score) -> i32 {
    doubt + doubt * best.raw().abs().min(3 * CARELESS) / CARELESS
}

/// Brings one line to the front. What is decided is played: a mate is not missed on purpose.
pub(super) fn choose<P: Position>(lines: &mut [PvLine<P>], doubt: i32, random: &mut Random) {
    let Some(best) = lines.first().map(|pv| pv.score) else { return };
    if best.is_decided() || doubt <= 0 {
        return;
    }
    let doubt = grown(doubt, best);
    let weight = |score: Score| {
        let behind = best.raw() - score.raw();
        if behind > TOLERANCE * doubt { 0.0 } else { (-f64::from(behind) / f64::from(doubt)).exp() }
    };
    let weights: Vec<f64> = lines.iter().map(|pv| weight(pv.score)).collect();
    let mut ticket = weights.iter().sum::<f64>() * unit(random);
    let mut chosen = 0;
    for (index, weight) in weights.iter().enumerate() {
        if ticket < *weight {
            chosen = index;
            break;
        }
        ticket -= weight;
    }
    lines[..=chosen].rotate_right(1);
}

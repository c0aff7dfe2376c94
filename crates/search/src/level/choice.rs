//! Random choice among moves of nearly equal score: the nearer a move is to the best, the more likely it is played.

use game::{Position, Random, Score};

use super::unit;
use crate::PvLine;

/// Multiple of the temperature beyond which a move is never played.
const MAX_TEMPERATURES: i32 = 2;
/// A lead or deficit of this many centipawns doubles the temperature, twice as much triples it: play is less careful in
/// decided positions.
const LEAD_PER_TEMPERATURE: i32 = 600;

/// Largest score difference from the best move at which a move may still be played.
pub(super) fn tolerance(temperature: i32, best: Score) -> i32 {
    MAX_TEMPERATURES * scaled_temperature(temperature, best)
}

fn scaled_temperature(temperature: i32, best: Score) -> i32 {
    temperature + temperature * best.raw().abs().min(3 * LEAD_PER_TEMPERATURE) / LEAD_PER_TEMPERATURE
}

/// Moves a randomly chosen line to the front. A decided score is always played: a mate is not missed on purpose.
pub(super) fn choose<P: Position>(lines: &mut [PvLine<P>], temperature: i32, random: &mut Random) {
    let Some(best) = lines.first().map(|pv| pv.score) else { return };
    if best.is_decided() || temperature <= 0 {
        return;
    }
    let temperature = scaled_temperature(temperature, best);
    let weight = |score: Score| {
        let behind = best.raw() - score.raw();
        if behind > MAX_TEMPERATURES * temperature {
            0.0
        } else {
            libm::exp(-f64::from(behind) / f64::from(temperature))
        }
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

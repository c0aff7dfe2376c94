//! Minimum move delay: how long an engine that plays a person waits before it answers. Nothing here sleeps.

use game::Random;

use crate::engines::SearchReport;
use crate::erased::study::Study;

/// Bounds of the delay, in milliseconds.
const SHORTEST: u64 = 400;
const LONGEST: u64 = 2_000;
/// Delay for an only move, and for a recapture.
const FORCED: u64 = 450;
const RECAPTURE: u64 = 650;
/// Delay for any other move: a base, plus an amount per legal move.
const ORDINARY: u64 = 800;
const PER_MOVE: u64 = 12;
const MOST_MOVES: usize = 50;
/// The first plies take three quarters of the delay: openings are played quickly.
const OPENING_PLIES: usize = 8;
const OPENING_QUARTERS: u64 = 3;

/// Delay in milliseconds before playing the best move of this report; forced replies are quicker. Counted from the
/// start of the engine's turn; not used in matches between engines. Deterministic for the same study, report and
/// seed.
pub fn move_delay(study: &dyn Study, report: &SearchReport, seed: u64) -> u64 {
    let legal = study.status().legal;
    let base = if legal <= 1 {
        FORCED
    } else if is_recapture(study, report) {
        RECAPTURE
    } else {
        let delay = ORDINARY + PER_MOVE * legal.min(MOST_MOVES) as u64;
        if study.ply() < OPENING_PLIES { delay * OPENING_QUARTERS / 4 } else { delay }
    };
    let mut random = Random::new(seed ^ (study.ply() as u64).wrapping_mul(0xD6E8_FEB8_6659_FD93));
    random.bits();
    // Varies from 75% to 125%.
    let varied = base * (750 + random.below(501) as u64) / 1000;
    varied.clamp(SHORTEST, LONGEST)
}

/// Returns true if the best move is a recapture: it lands on the target square of the last move.
fn is_recapture(study: &dyn Study, report: &SearchReport) -> bool {
    let Some((best, (_, last))) = report.best().zip(study.last_move()) else { return false };
    let square = study.square_name(last);
    best.get(square.len()..).is_some_and(|rest| rest.starts_with(&square))
}

//! How long an opponent for people takes over a move, so that it never answers instantly. Nothing here sleeps.

use game::Random;

use crate::engines::SearchReport;
use crate::study::Study;

/// The shortest and the longest time a move takes, in milliseconds.
const SHORTEST: u64 = 400;
const LONGEST: u64 = 2_000;
/// An only move, and a capture of the piece that has just moved.
const FORCED: u64 = 450;
const TAKING_BACK: u64 = 650;
/// Anything else: so much, and more where there is more to choose from.
const ORDINARY: u64 = 800;
const CHOICE: u64 = 12;
const MOST_CHOICE: usize = 50;
/// Openings are known by heart: the first plies take this part of the time, out of 4.
const OPENING: usize = 8;
const BY_HEART: u64 = 3;

/// The milliseconds a person would take to answer here with this opinion: forced replies come quicker. Who plays
/// for a person waits until so much time has gone by since it was its turn; a match between machines does not ask.
/// The same study, opinion and seed give the same time.
pub fn move_delay(study: &dyn Study, analysis: &SearchReport, seed: u64) -> u64 {
    let legal = study.status().legal;
    let base = if legal <= 1 {
        FORCED
    } else if takes_back(study, analysis) {
        TAKING_BACK
    } else {
        let info = ORDINARY + CHOICE * legal.min(MOST_CHOICE) as u64;
        if study.ply() < OPENING { info * BY_HEART / 4 } else { info }
    };
    let mut random = Random::new(seed ^ (study.ply() as u64).wrapping_mul(0xD6E8_FEB8_6659_FD93));
    random.bits();
    // From three quarters of it to five quarters.
    let varied = base * (750 + random.below(501) as u64) / 1000;
    varied.clamp(SHORTEST, LONGEST)
}

/// Whether the move chosen lands where the last one landed.
fn takes_back(study: &dyn Study, analysis: &SearchReport) -> bool {
    let Some((best, (_, last))) = analysis.best().zip(study.last_move()) else { return false };
    let square = study.square_name(last);
    best.get(square.len()..).is_some_and(|rest| rest.starts_with(&square))
}

//! Move-ordering statistics: history heuristic, capture history, continuation history and correction history.

use game::{Move as _, Position, Side, Tactics};

use crate::huge_pages::advise_huge_pages;
use crate::params::{CORRECTION_LIMIT, CORRECTION_WEIGHT, HISTORY_BONUS, HISTORY_BONUS_MAX, HISTORY_LIMIT};

/// A piece and its destination square ("piece-to"): index of continuation and correction history.
#[derive(Clone, Copy, PartialEq, Eq, Default)]
pub(crate) struct PieceTo(usize);

impl PieceTo {
    /// Piece-to of a move, with the piece a promotion makes.
    #[inline]
    pub fn of<P: Tactics>(here: &P, mv: P::Move) -> Self {
        PieceTo(here.arrival(mv) * P::SQUARES + mv.to())
    }
}

/// Histories of one thread. Flat boxed slices, because the sizes of a generic game are not constants of the type.
pub(crate) struct Histories {
    /// Butterfly history of quiet moves: by side, origin and destination.
    quiet: Box<[i16]>,
    /// Capture history: by piece, destination and victim.
    noisy: Box<[i16]>,
    /// Continuation history: by the piece-to of an earlier move and that of this move.
    continuation: Box<[i16]>,
    /// Correction history: error of the static evaluation after a move, by side to move and piece-to.
    correction: Box<[i16]>,
    /// Number of piece-to indices.
    piece_to_count: usize,
}

impl Histories {
    pub fn new<P: Position>() -> Self {
        let zeros = |count: usize| {
            let table = vec![0; count].into_boxed_slice();
            advise_huge_pages(&table);
            table
        };
        let piece_to_count = P::PIECES * P::SQUARES;
        Histories {
            quiet: zeros(2 * P::SQUARES * P::SQUARES),
            noisy: zeros(piece_to_count * (P::PIECES + 1)),
            continuation: zeros(piece_to_count * piece_to_count),
            correction: zeros(2 * piece_to_count),
            piece_to_count,
        }
    }

    pub fn clear(&mut self) {
        for table in [&mut self.quiet, &mut self.noisy, &mut self.continuation, &mut self.correction] {
            table.fill(0);
        }
    }

    /// History score of a quiet move: butterfly history plus continuation history after the `previous` moves.
    #[inline]
    pub fn quiet<P: Tactics>(&self, here: &P, mv: P::Move, previous: &[PieceTo]) -> i32 {
        let piece_to = PieceTo::of(here, mv);
        let mut value = i32::from(self.quiet[quiet_slot::<P>(here.turn(), mv)]);
        for &previous_move in previous {
            value += i32::from(self.continuation[previous_move.0 * self.piece_to_count + piece_to.0]);
        }
        value
    }

    /// History score of a capture.
    #[inline]
    pub fn noisy<P: Tactics>(&self, here: &P, mv: P::Move) -> i32 {
        i32::from(self.noisy[noisy_slot(here, mv)])
    }

    /// Updates the histories of a quiet move: a bonus after a cutoff, a negative one (malus) after a failure.
    pub fn update_quiet<P: Tactics>(&mut self, here: &P, mv: P::Move, previous: &[PieceTo], bonus: i32) {
        let piece_to = PieceTo::of(here, mv);
        apply_gravity(&mut self.quiet[quiet_slot::<P>(here.turn(), mv)], bonus);
        for &previous_move in previous {
            apply_gravity(&mut self.continuation[previous_move.0 * self.piece_to_count + piece_to.0], bonus);
        }
    }

    /// Updates the history of a capture.
    pub fn update_noisy<P: Tactics>(&mut self, here: &P, mv: P::Move, bonus: i32) {
        apply_gravity(&mut self.noisy[noisy_slot(here, mv)], bonus);
    }

    /// Usual error of the evaluation after the last move, to be added to the static evaluation.
    #[inline]
    pub fn correction(&self, side: Side, last: PieceTo) -> i32 {
        i32::from(self.correction[side.index() * self.piece_to_count + last.0]) * CORRECTION_WEIGHT / 256
    }

    /// Updates the correction history with an observed error of the evaluation.
    pub fn update_correction(&mut self, side: Side, last: PieceTo, error: i32, depth: i32) {
        let slot = &mut self.correction[side.index() * self.piece_to_count + last.0];
        let bonus = (error * depth / 8).clamp(-CORRECTION_LIMIT / 4, CORRECTION_LIMIT / 4);
        let value = i32::from(*slot);
        *slot = (value + bonus - value * bonus.abs() / CORRECTION_LIMIT) as i16;
    }
}

/// History bonus for a cutoff at this depth.
#[inline]
pub(crate) fn depth_bonus(depth: i32) -> i32 {
    (HISTORY_BONUS * depth).min(HISTORY_BONUS_MAX)
}

#[inline]
fn quiet_slot<P: Position>(side: Side, mv: P::Move) -> usize {
    (side.index() * P::SQUARES + mv.from()) * P::SQUARES + mv.to()
}

/// A promotion without a capture uses the slot of no victim.
#[inline]
fn noisy_slot<P: Tactics>(here: &P, mv: P::Move) -> usize {
    PieceTo::of(here, mv).0 * (P::PIECES + 1) + here.victim(mv).map_or(0, |piece| piece + 1)
}

/// Adds a bonus with history gravity: the nearer a value is to its limit, the smaller the change.
#[inline]
fn apply_gravity(slot: &mut i16, bonus: i32) {
    let value = i32::from(*slot);
    *slot = (value + bonus - value * bonus.abs() / HISTORY_LIMIT) as i16;
}

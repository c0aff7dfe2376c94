//! What moves were good before: histories by square, by piece and by the moves that led here.

use game::{Move as _, Position, Side, Tactics};

use crate::huge_pages::advise_huge_pages;
use crate::params::{CORRECTION_LIMIT, CORRECTION_PART, HISTORY_BONUS, HISTORY_BONUS_MOST, HISTORY_LIMIT};

/// A piece and the square it came to: what later histories hang on.
#[derive(Clone, Copy, PartialEq, Eq, Default)]
pub(crate) struct Place(usize);

impl Place {
    /// Where a move takes its piece.
    #[inline]
    pub fn of<P: Tactics>(here: &P, mv: P::Move) -> Self {
        Place(here.mover(mv) * P::SQUARES + mv.to())
    }
}

/// One thread's memory of good moves. Flat boxed slices: the sizes of a generic game are no constants of the type.
pub(crate) struct Histories {
    /// By side, origin and target.
    quiet: Box<[i16]>,
    /// By piece, target and victim.
    noisy: Box<[i16]>,
    /// By the place of an earlier move and the place of this one.
    continuation: Box<[i16]>,
    /// How far the evaluation was off after a move to a place, by side to move.
    correction: Box<[i16]>,
    /// A piece on a square: so many.
    places: usize,
}

impl Histories {
    pub fn new<P: Position>() -> Self {
        let zeros = |count: usize| {
            let table = vec![0; count].into_boxed_slice();
            advise_huge_pages(&table);
            table
        };
        let places = P::PIECES * P::SQUARES;
        Histories {
            quiet: zeros(2 * P::SQUARES * P::SQUARES),
            noisy: zeros(places * (P::PIECES + 1)),
            continuation: zeros(places * places),
            correction: zeros(2 * places),
            places,
        }
    }

    pub fn clear(&mut self) {
        for table in [&mut self.quiet, &mut self.noisy, &mut self.continuation, &mut self.correction] {
            table.fill(0);
        }
    }

    /// How good a quiet move was, here and after the moves that led here.
    #[inline]
    pub fn quiet<P: Tactics>(&self, here: &P, mv: P::Move, before: &[Place]) -> i32 {
        let place = Place::of(here, mv);
        let mut value = i32::from(self.quiet[quiet_slot::<P>(here.turn(), mv)]);
        for &earlier in before {
            value += i32::from(self.continuation[earlier.0 * self.places + place.0]);
        }
        value
    }

    /// How good a capture was.
    #[inline]
    pub fn noisy<P: Tactics>(&self, here: &P, mv: P::Move) -> i32 {
        i32::from(self.noisy[noisy_slot(here, mv)])
    }

    /// Learns of a quiet move: `bonus` is negative for one that was tried in vain.
    pub fn learn_quiet<P: Tactics>(&mut self, here: &P, mv: P::Move, before: &[Place], bonus: i32) {
        let place = Place::of(here, mv);
        pull(&mut self.quiet[quiet_slot::<P>(here.turn(), mv)], bonus);
        for &earlier in before {
            pull(&mut self.continuation[earlier.0 * self.places + place.0], bonus);
        }
    }

    /// Learns of a capture.
    pub fn learn_noisy<P: Tactics>(&mut self, here: &P, mv: P::Move, bonus: i32) {
        pull(&mut self.noisy[noisy_slot(here, mv)], bonus);
    }

    /// By how much the evaluation was usually off after the move that led here.
    #[inline]
    pub fn correction(&self, side: Side, last: Place) -> i32 {
        i32::from(self.correction[side.index() * self.places + last.0]) * CORRECTION_PART / 256
    }

    /// Learns how far the evaluation was off.
    pub fn learn_correction(&mut self, side: Side, last: Place, off: i32, depth: i32) {
        let slot = &mut self.correction[side.index() * self.places + last.0];
        let bonus = (off * depth / 8).clamp(-CORRECTION_LIMIT / 4, CORRECTION_LIMIT / 4);
        let value = i32::from(*slot);
        *slot = (value + bonus - value * bonus.abs() / CORRECTION_LIMIT) as i16;
    }
}

/// The bonus of a depth.
#[inline]
pub(crate) fn bonus(depth: i32) -> i32 {
    (HISTORY_BONUS * depth).min(HISTORY_BONUS_MOST)
}

#[inline]
fn quiet_slot<P: Position>(side: Side, mv: P::Move) -> usize {
    (side.index() * P::SQUARES + mv.from()) * P::SQUARES + mv.to()
}

/// A quiet move that changes material (a promotion) has the slot of no victim.
#[inline]
fn noisy_slot<P: Tactics>(here: &P, mv: P::Move) -> usize {
    Place::of(here, mv).0 * (P::PIECES + 1) + here.victim(mv).map_or(0, |piece| piece + 1)
}

/// Pulls a value towards the limit: the nearer it is, the less (history gravity).
#[inline]
fn pull(slot: &mut i16, bonus: i32) {
    let value = i32::from(*slot);
    *slot = (value + bonus - value * bonus.abs() / HISTORY_LIMIT) as i16;
}

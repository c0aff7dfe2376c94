//! Blind spots: what a man can do is overlooked for a whole move, and dear men are watched more closely.

use game::{Move as _, Random, Tactics, Worth};

use super::unit;

/// What somebody does not see while thinking about one move.
pub(super) struct Sight {
    /// For each square: what is needed to overlook the man there.
    luck: Vec<f64>,
    blind: f64,
    /// The dearest man's worth.
    dearest: i32,
}

/// The part of all oversights that is left when the dearest man is at stake.
const AT_STAKE: f64 = 0.2;

impl Sight {
    pub fn new(squares: usize, blind: f64, worth: &Worth, seed: u64) -> Self {
        let mut random = Random::new(seed);
        let dearest = worth.0.iter().copied().filter(|&value| value < KINGLY).max().unwrap_or(1).max(1);
        Sight { luck: (0..squares).map(|_| unit(&mut random)).collect(), blind, dearest }
    }

    /// Everybody sees the man that has just moved.
    pub fn watch(&mut self, square: usize) {
        if let Some(luck) = self.luck.get_mut(square) {
            *luck = 1.0;
        }
    }

    /// Whether a move is not thought of. Every answer to a check is.
    pub fn misses<P: Tactics>(&self, here: &P, mv: P::Move, worth: &Worth) -> bool {
        let stake = here.victim(mv).map_or(0, |man| worth.of(man)).clamp(0, self.dearest);
        let caution = 1.0 - (1.0 - AT_STAKE) * f64::from(stake) / f64::from(self.dearest);
        self.luck.get(mv.from()).is_some_and(|&luck| luck < self.blind * caution) && !here.in_check()
    }
}

/// Kings are not for sale: values from here on say so.
const KINGLY: i32 = 5_000;

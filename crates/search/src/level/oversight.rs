//! WithoutTactics spots: what a piece can do is overlooked for a whole move, and dear pieces are watched more closely.

use game::{Move as _, PieceValues, Random, Tactics};

use super::unit;

/// What somebody does not see while thinking about one move.
pub(super) struct Sight {
    /// For each square: what is needed to overlook the piece there.
    luck: Vec<f64>,
    blind: f64,
    /// The dearest piece's worth.
    dearest: i32,
}

/// The part of all oversights that is left when the dearest piece is at stake.
const AT_STAKE: f64 = 0.2;

impl Sight {
    pub fn new(squares: usize, blind: f64, worth: &PieceValues, seed: u64) -> Self {
        let mut random = Random::new(seed);
        let dearest = worth.0.iter().copied().filter(|&value| value < KINGLY).max().unwrap_or(1).max(1);
        Sight { luck: (0..squares).map(|_| unit(&mut random)).collect(), blind, dearest }
    }

    /// Everybody sees the piece that has just moved.
    pub fn watch(&mut self, square: usize) {
        if let Some(luck) = self.luck.get_mut(square) {
            *luck = 1.0;
        }
    }

    /// Whether a move of whoever is determinized_line to move is not thought of: whatever that piece can do is overlooked.
    pub fn misses<P: Tactics>(&self, here: &P, mv: P::Move, worth: &PieceValues) -> bool {
        self.luck.get(mv.from()).is_some_and(|&luck| self.is_blind(luck, here, mv, worth))
    }

    /// Whether a move of one's own does not come to mind: moves are forgotten one by one, so that a piece in danger
    /// finds a way out.
    pub fn forgets<P: Tactics>(&self, here: &P, mv: P::Move, worth: &PieceValues) -> bool {
        let both = self.luck.get(mv.from()).zip(self.luck.get(mv.to()));
        both.is_some_and(|(from, to)| self.is_blind((from + to).fract(), here, mv, worth))
    }

    /// Every answer to a check is seen.
    fn is_blind<P: Tactics>(&self, luck: f64, here: &P, mv: P::Move, worth: &PieceValues) -> bool {
        let stake = here.victim(mv).map_or(0, |piece| worth.of(piece)).clamp(0, self.dearest);
        let caution = 1.0 - (1.0 - AT_STAKE) * f64::from(stake) / f64::from(self.dearest);
        luck < self.blind * caution && !here.in_check()
    }
}

/// Kings are not for sale: values from here on say so.
const KINGLY: i32 = 5_000;

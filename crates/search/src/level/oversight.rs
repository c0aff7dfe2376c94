//! Oversights of the lower levels: what a piece can do is overlooked for a whole move; valuable captures are overlooked
//! less often.

use game::{Move as _, PieceValues, Random, Tactics};

use super::unit;

/// Oversights during the search of one move.
pub(super) struct Oversight {
    /// Random number of each square: the piece there is overlooked if it is below the oversight rate.
    draws: Vec<f64>,
    rate: f64,
    /// Value of the most valuable piece.
    most_valuable: i32,
}

/// Share of the oversight rate that is left when the most valuable piece is at stake.
const AT_STAKE: f64 = 0.2;

impl Oversight {
    pub fn new(squares: usize, rate: f64, values: &PieceValues, seed: u64) -> Self {
        let mut random = Random::new(seed);
        let most_valuable =
            values.0.iter().copied().filter(|&value| value < KING_VALUE).max().unwrap_or(1).max(1);
        Oversight { draws: (0..squares).map(|_| unit(&mut random)).collect(), rate, most_valuable }
    }

    /// The piece that has just moved is never overlooked.
    pub fn never_overlook(&mut self, square: usize) {
        if let Some(draws) = self.draws.get_mut(square) {
            *draws = 1.0;
        }
    }

    /// Returns true if a move inside the search tree is overlooked: all moves of its piece are.
    pub fn overlooks_reply<P: Tactics>(&self, here: &P, mv: P::Move, values: &PieceValues) -> bool {
        self.draws.get(mv.from()).is_some_and(|&draws| self.is_overlooked(draws, here, mv, values))
    }

    /// Returns true if a root move is overlooked. Root moves are overlooked one by one, so that an attacked piece
    /// finds a way out.
    pub fn overlooks_root_move<P: Tactics>(&self, here: &P, mv: P::Move, values: &PieceValues) -> bool {
        let both = self.draws.get(mv.from()).zip(self.draws.get(mv.to()));
        both.is_some_and(|(from, to)| self.is_overlooked((from + to).fract(), here, mv, values))
    }

    /// Evasions of a check are never overlooked.
    fn is_overlooked<P: Tactics>(&self, draws: f64, here: &P, mv: P::Move, values: &PieceValues) -> bool {
        let stake = here.victim(mv).map_or(0, |piece| values.of(piece)).clamp(0, self.most_valuable);
        let factor = 1.0 - (1.0 - AT_STAKE) * f64::from(stake) / f64::from(self.most_valuable);
        draws < self.rate * factor && !here.in_check()
    }
}

/// Values from here on mark kings, which cannot be captured.
const KING_VALUE: i32 = 5_000;

//! The hand-crafted opinion on xiangqi: pieces where they stand, their freedom, and the safety of the generals.
//!
//! It is a sum of weights times counts, so that the tuner can fit the weights to games: [`terms`] names the counts
//! once, for playing and for tuning alike.

mod phase;
pub mod terms;
mod weights;

use game::{Eval, Observer, Position as _, Score, Side, Worth};
use xiangqi::{Piece, Position, Role, SQUARES, Square};

use crate::Pair;
pub use phase::{FULL, phase_of};
use terms::{Sink, place_term};
pub use weights::WEIGHTS;

/// What each piece adds on each point, Red's view: the weights laid out for the hand.
static PLACES: [[Pair; SQUARES]; 16] = {
    let mut table = [[Pair::ZERO; SQUARES]; 16];
    let mut role = 0;
    while role < 7 {
        let mut square = 0;
        while square < SQUARES {
            let red = WEIGHTS[place_term(role, square, 0)];
            let black = WEIGHTS[place_term(role, square, 1)];
            table[role][square] = red;
            table[8 + role][square] = black.negated();
            square += 1;
        }
        role += 1;
    }
    table
};

/// The sum over all pieces, kept up to date move by move.
#[derive(Clone, Copy, Default, Debug)]
pub struct Step {
    places: Pair,
    phase: i32,
}

impl Observer for Step {
    #[inline]
    fn put(&mut self, square: usize, piece: usize) {
        self.places += PLACES[piece & 15][square];
        self.phase += phase_of(piece);
    }

    #[inline]
    fn lift(&mut self, square: usize, piece: usize) {
        self.places -= PLACES[piece & 15][square];
        self.phase -= phase_of(piece);
    }
}

/// The champion's opinion on xiangqi.
#[derive(Clone, Debug)]
pub struct Full {
    stack: Vec<Step>,
    worth: Worth,
}

impl Full {
    /// A fresh one.
    pub fn new() -> Self {
        let mut worth = Worth([0; 32]);
        for side in Side::BOTH {
            for role in Role::ALL {
                worth.0[Piece::new(side, role).index()] = phase::exchange_value(role);
            }
        }
        Full { stack: vec![Step::default()], worth }
    }

    fn here(&self) -> Step {
        self.stack.last().copied().unwrap_or_default()
    }
}

impl Default for Full {
    fn default() -> Self {
        Self::new()
    }
}

/// Adds the weights up.
struct Sum(Pair);

impl Sink for Sum {
    #[inline]
    fn add(&mut self, term: usize, count: i32) {
        self.0 += WEIGHTS[term] * count;
    }
}

impl Eval<Position> for Full {
    type Step = Step;

    fn reset(&mut self, here: &Position) {
        let mut step = Step::default();
        for square in Square::all() {
            if let Some(piece) = here.board().piece_at(square) {
                step.put(square.index(), piece.index());
            }
        }
        self.stack.clear();
        self.stack.push(step);
    }

    #[inline]
    fn push(&mut self, step: Step) {
        let here = self.here();
        self.stack.push(Step { places: here.places + step.places, phase: here.phase + step.phase });
    }

    #[inline]
    fn pop(&mut self) {
        self.stack.pop();
    }

    fn score(&mut self, here: &Position) -> Score {
        let step = self.here();
        let mut sum = Sum(step.places);
        terms::count(here.board(), &mut sum);
        let red = sum.0.blend(step.phase, FULL);
        let own = if here.turn() == Side::First { red } else { -red };
        Score::cp(phase::damp(here.board(), own) + phase::TEMPO)
    }

    fn worth(&self) -> &Worth {
        &self.worth
    }

    fn chances(&self, score: Score) -> [f32; 3] {
        phase::CHANCES.of(score)
    }
}

//! The hand-crafted opinion on jieqi: pieces where they stand, pieces nobody has seen yet, and generals among them.
//!
//! As at xiangqi it is a sum of weights times counts. It reads a position as one mind knows it, or one whose pieces are all
//! known ([`terms::Seen`]): the same opinion plays with and without the secret.

mod phase;
pub mod terms;
mod weights;

use game::{Eval, Observer, Score, Side, Worth};
use jieqi::{Piece, Role};
use xiangqi::SQUARES;

use crate::Pair;
use crate::xiangqi::terms::Sink;
pub use phase::{FULL, exchange_value, phase_of};
use terms::{Seen, UNTURNED, home, place_term, pool_mean};
pub use weights::WEIGHTS;

/// What each piece adds on each point, by the index observers hear.
static PLACES: [[Pair; SQUARES]; 32] = {
    let mut table = [[Pair::ZERO; SQUARES]; 32];
    let mut piece = 0;
    while piece < 32 {
        let (side, role) = (piece >> 3 & 1, piece & 7);
        let mut square = 0;
        while square < SQUARES {
            let own = if piece >= 16 {
                WEIGHTS[UNTURNED + home(square)]
            } else if role < 7 {
                WEIGHTS[place_term(role, square, side)]
            } else {
                Pair::ZERO
            };
            table[piece][square] = if side == 0 { own } else { own.negated() };
            square += 1;
        }
        piece += 1;
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
        self.places += PLACES[piece & 31][square];
        self.phase += phase_of(piece);
    }

    #[inline]
    fn lift(&mut self, square: usize, piece: usize) {
        self.places -= PLACES[piece & 31][square];
        self.phase -= phase_of(piece);
    }
}

/// What a face-down piece is worth in an exchange, of what it will be worth once it has turned up.
const UNTURNED_PERCENT: i32 = 55;

/// The champion's opinion on jieqi.
#[derive(Clone, Debug)]
pub struct Full {
    stack: Vec<Step>,
    worth: Worth,
}

impl Full {
    /// A fresh one.
    pub fn new() -> Self {
        let mut worth = Worth([0; 32]);
        for (piece, value) in worth.0.iter_mut().enumerate() {
            *value = Role::ALL.get(piece & 7).map_or(0, |&role| exchange_value(role));
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

impl<P: Seen> Eval<P> for Full {
    type Step = Step;

    fn reset(&mut self, here: &P) {
        let mut step = Step::default();
        here.each(|square, piece| step.put(square, piece));
        self.stack.clear();
        self.stack.push(step);
        for side in Side::BOTH {
            let mean = pool_mean(here.seen().pool(side));
            self.worth.0[Piece::new(side, Role::Unknown).index()] = mean;
            for role in Role::ALL {
                // Where the truth is known a face-down piece is worth what it is; less than turned up in either case.
                let value = if P::CERTAIN { exchange_value(role) } else { mean };
                self.worth.0[16 + Piece::new(side, role).index()] = value * UNTURNED_PERCENT / 100;
            }
        }
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

    fn score(&mut self, here: &P) -> Score {
        let step = self.here();
        let mut sum = Sum(step.places);
        terms::count(here, &mut sum);
        let red = sum.0.blend(step.phase, FULL);
        let own = if here.turn() == Side::First { red } else { -red };
        Score::cp(own + phase::TEMPO)
    }

    fn worth(&self) -> &Worth {
        &self.worth
    }

    fn chances(&self, score: Score) -> [f32; 3] {
        phase::CHANCES.of(score)
    }
}

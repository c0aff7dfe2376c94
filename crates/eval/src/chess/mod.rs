//! The hand-crafted opinion on chess: pieces where they stand, their freedom, pawns, threats, and the kings' safety.
//!
//! It is a sum of weights times counts, so that the tuner can fit the weights to games: [`terms`] names the counts
//! once, for playing and for tuning alike. Endings that a sum misjudges are put right afterwards.

pub mod ending;
mod king;
mod passed;
mod pawns;
mod phase;
mod pieces;
pub mod terms;
mod threats;
mod weights;

use chess::cozy_chess::{Board, Color, Piece, Square};
use chess::{Position, piece_index};
use game::{Eval, Observer, Score, Worth};

use crate::Pair;
use pawns::Structure;
pub use phase::{FULL, phase_of};
use terms::{Sink, place_term};
pub use weights::WEIGHTS;

/// What each piece adds on each square, White's view: the weights laid out for the hand.
static PLACES: [[Pair; 64]; 16] = {
    let mut table = [[Pair::ZERO; 64]; 16];
    let mut role = 0;
    while role < 6 {
        let mut square = 0;
        while square < 64 {
            let black = WEIGHTS[place_term(role, square, 1)];
            table[role][square] = WEIGHTS[place_term(role, square, 0)];
            table[6 + role][square] = black.negated();
            square += 1;
        }
        role += 1;
    }
    table
};

/// The keys of pawns, White's first.
static PAWN_KEYS: [u64; 128] = grid::key_table(0x9A3C_51B7_0E64_D28F);

/// Pawn structures remembered; a power of two.
const REMEMBERED: usize = 1024;

/// The plies of a game without capture or pawn move at which a lead would be worth nothing.
const PATIENCE: i32 = 240;

/// The sum over all pieces, kept up to date move by move.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Step {
    places: Pair,
    phase: i32,
    pawns: u64,
}

impl Step {
    #[inline]
    fn turn_pawn(&mut self, square: usize, piece: usize) {
        match piece {
            0 => self.pawns ^= PAWN_KEYS[square & 63],
            6 => self.pawns ^= PAWN_KEYS[64 + (square & 63)],
            _ => {}
        }
    }
}

impl Observer for Step {
    #[inline]
    fn put(&mut self, square: usize, piece: usize) {
        self.places += PLACES[piece & 15][square & 63];
        self.phase += phase_of(piece);
        self.turn_pawn(square, piece);
    }

    #[inline]
    fn lift(&mut self, square: usize, piece: usize) {
        self.places -= PLACES[piece & 15][square & 63];
        self.phase -= phase_of(piece);
        self.turn_pawn(square, piece);
    }
}

/// A pawn structure seen before. That of no pawns has key 0 and is right from the start.
#[derive(Clone, Copy, Default, Debug)]
struct Remembered {
    key: u64,
    sum: Pair,
    structure: Structure,
}

/// The champion's opinion on chess.
#[derive(Clone, Debug)]
pub struct Full {
    stack: Vec<Step>,
    pawns: Vec<Remembered>,
    worth: Worth,
}

impl Full {
    /// A fresh one.
    pub fn new() -> Self {
        let mut worth = Worth([0; 32]);
        for color in Color::ALL {
            for piece in Piece::ALL {
                worth.0[piece_index(color, piece)] = phase::exchange_value(piece);
            }
        }
        Full { stack: vec![Step::default()], pawns: vec![Remembered::default(); REMEMBERED], worth }
    }

    #[inline]
    fn here(&self) -> Step {
        self.stack.last().copied().unwrap_or_default()
    }

    /// The pawns' own terms, from memory where they stood so before.
    #[inline]
    fn remembered_pawns(&mut self, board: &Board, key: u64) -> Remembered {
        let slot = &mut self.pawns[key as usize % REMEMBERED];
        if slot.key != key {
            let mut sum = Sum(Pair::ZERO);
            let structure = pawns::count(board, &mut sum);
            *slot = Remembered { key, sum: sum.0, structure };
        }
        *slot
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
        let board = here.board();
        let mut step = Step::default();
        for square in Square::ALL {
            if let (Some(piece), Some(color)) = (board.piece_on(square), board.color_on(square)) {
                step.put(square as usize, piece_index(color, piece));
            }
        }
        self.stack.clear();
        self.stack.push(step);
    }

    #[inline]
    fn push(&mut self, step: Step) {
        let here = self.here();
        self.stack.push(Step {
            places: here.places + step.places,
            phase: here.phase + step.phase,
            pawns: here.pawns ^ step.pawns,
        });
    }

    #[inline]
    fn pop(&mut self) {
        self.stack.pop();
    }

    fn score(&mut self, here: &Position) -> Score {
        let board = here.board();
        let white = match ending::hunt(board) {
            Some(white) => white,
            None => {
                let step = self.here();
                let pawns = self.remembered_pawns(board, step.pawns);
                let mut sum = Sum(step.places + pawns.sum);
                terms::count(board, &pawns.structure, &mut sum);
                // A lead that makes no progress fades, so that progress is made.
                let patience = PATIENCE - i32::from(here.halfmoves().min(150));
                settle(board, sum.0, step.phase) * patience / PATIENCE
            }
        };
        Score::cp(if board.side_to_move() == Color::White { white } else { -white })
    }

    fn worth(&self) -> &Worth {
        &self.worth
    }

    fn chances(&self, score: Score) -> [f32; 3] {
        phase::CHANCES.of(score)
    }
}

/// White's score of a sum at a phase, endings put right.
fn settle(board: &Board, sum: Pair, phase: i32) -> i32 {
    // A level endgame is led by who stands better now, so that both colors are judged alike.
    let leads = if sum.end() == 0 { sum.middle() } else { sum.end() };
    let leader = if leads >= 0 { Color::White } else { Color::Black };
    let share = ending::share(board, leader);
    let end = sum.end() * share / ending::WHOLE;
    // Where nearly nothing counts the game is as good as drawn, whatever the phase.
    let middle = if share <= ending::DRAWN { sum.middle() * share / ending::WHOLE } else { sum.middle() };
    Pair::new(middle, end).blend(phase, FULL)
}

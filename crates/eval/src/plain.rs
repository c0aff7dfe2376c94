//! The textbook's opinion on any of the games: what pieces are worth, where they stand, how they touch one another.

use std::marker::PhantomData;

use game::{Eval, Observer, PieceValues, Score, Side};

use crate::Pair;
use crate::chances::Chances;
use crate::contact::Touching;
use crate::material::Pieces;
use crate::square::Placed;

/// What one move changed on the board, as it was heard.
#[derive(Clone, Copy, Default, Debug)]
pub struct Changes {
    /// Square, piece, and whether it was put there.
    heard: [(u8, u8, bool); 8],
    count: u8,
}

impl Changes {
    fn hear(&mut self, square: usize, piece: usize, put: bool) {
        debug_assert!(usize::from(self.count) < self.heard.len(), "no move changes so much");
        if let Some(slot) = self.heard.get_mut(usize::from(self.count)) {
            *slot = (square as u8, piece as u8, put);
            self.count += 1;
        }
    }

    fn iter(&self) -> impl Iterator<Item = (usize, usize, bool)> + '_ {
        self.heard[..usize::from(self.count)]
            .iter()
            .map(|&(square, piece, put)| (usize::from(square), usize::from(piece), put))
    }
}

impl Observer for Changes {
    #[inline]
    fn put(&mut self, square: usize, piece: usize) {
        self.hear(square, piece, true);
    }

    #[inline]
    fn lift(&mut self, square: usize, piece: usize) {
        self.hear(square, piece, false);
    }
}

/// The sum over all pieces, the first side's less the second's.
#[derive(Clone, Copy, Default, Debug)]
struct Sum {
    places: Pair,
    phase: i32,
}

/// An opinion made of tables: a value for each piece on each square, and contact where asked for.
#[derive(Clone, Debug)]
pub struct Plain<P> {
    /// By piece and square, signed by side.
    table: Box<[Pair]>,
    /// What each piece is worth anywhere.
    values: [i32; 32],
    /// The same as the last root knew them: face-down pieces by the pool that was left.
    worth: PieceValues,
    touching: bool,
    stack: Vec<Sum>,
    game: PhantomData<fn() -> P>,
}

/// The fullest of them: what a game without an opinion of its own goes by.
impl<P: Pieces + Placed + Touching> Default for Plain<P> {
    fn default() -> Self {
        Self::contact()
    }
}

impl<P: Pieces + Placed + Touching> Plain<P> {
    /// Pieces by their value, wherever they stand.
    pub fn material() -> Self {
        Self::new(P::VALUES, |_, _| Pair::ZERO, false)
    }

    /// Pieces by the values a greedy player goes by.
    pub fn greedy() -> Self {
        Self::new(P::GREEDY_VALUES, |_, _| Pair::ZERO, false)
    }

    /// Pieces by their value and the square they stand on.
    pub fn square() -> Self {
        Self::new(P::VALUES, P::place, false)
    }

    /// The same, and how pieces protect and attack one another.
    pub fn contact() -> Self {
        Self::new(P::VALUES, P::place, true)
    }

    fn new(values: [i32; 32], place: impl Fn(usize, usize) -> Pair, touching: bool) -> Self {
        let table = (0..P::PIECES * P::SQUARES)
            .map(|slot| {
                let (piece, square) = (slot / P::SQUARES, slot % P::SQUARES);
                let value = Pair::new(values[piece], values[piece]) + place(piece, square);
                match P::side_of(piece) {
                    _ if P::is_hidden(piece) => Pair::ZERO,
                    Side::First => value,
                    Side::Second => -value,
                }
            })
            .collect();
        let stack = vec![Sum::default()];
        Plain { table, values, worth: PieceValues(values), touching, stack, game: PhantomData }
    }

    fn changed(&self, mut sum: Sum, square: usize, piece: usize, put: bool) -> Sum {
        let value = self.table.get(piece * P::SQUARES + square).copied().unwrap_or_default();
        if put {
            sum.places += value;
            sum.phase += P::phase(piece);
        } else {
            sum.places -= value;
            sum.phase -= P::phase(piece);
        }
        sum
    }

    fn here(&self) -> Sum {
        self.stack.last().copied().unwrap_or_default()
    }
}

impl<P: Pieces + Placed + Touching> Eval<P> for Plain<P> {
    type Step = Changes;

    fn reset(&mut self, here: &P) {
        let mut sum = Sum::default();
        here.each_piece(&mut |square, piece| sum = self.changed(sum, square, piece, true));
        self.stack.clear();
        self.stack.push(sum);
        self.worth = PieceValues(here.worth(&self.values));
    }

    fn push(&mut self, step: Changes) {
        let sum =
            step.iter().fold(self.here(), |sum, (square, piece, put)| self.changed(sum, square, piece, put));
        self.stack.push(sum);
    }

    fn pop(&mut self) {
        self.stack.pop();
    }

    fn score(&mut self, here: &P) -> Score {
        let sum = self.here();
        let mut first = sum.places.blend(sum.phase, P::FULL_PHASE) + here.hidden(&self.values);
        if self.touching {
            first += here.contact(&here.worth(&self.values));
        }
        Score::cp(if here.turn() == Side::First { first } else { -first })
    }

    fn piece_values(&self) -> &PieceValues {
        &self.worth
    }

    fn chances(&self, score: Score) -> [f32; 3] {
        Chances { scale: P::SCALE, drawish: P::DRAWISH }.of(score)
    }
}

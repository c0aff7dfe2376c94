//! Simple evaluation for all games: material, piece-square tables, and contact between pieces.

use std::marker::PhantomData;

use game::{Eval, Observer, PieceValues, Score, Side};

use crate::TaperedScore;
use crate::contact::Contact;
use crate::material::Material;
use crate::psqt::PieceSquares;
use crate::wdl::WdlModel;

/// Pieces put on and taken off squares by one move.
#[derive(Clone, Copy, Default, Debug)]
pub struct PieceChanges {
    /// Square, piece, and true if it was put there.
    changes: [(u8, u8, bool); 8],
    count: u8,
}

impl PieceChanges {
    fn record(&mut self, square: usize, piece: usize, put: bool) {
        debug_assert!(usize::from(self.count) < self.changes.len(), "too many changes for one move");
        if let Some(slot) = self.changes.get_mut(usize::from(self.count)) {
            *slot = (square as u8, piece as u8, put);
            self.count += 1;
        }
    }

    fn iter(&self) -> impl Iterator<Item = (usize, usize, bool)> + '_ {
        self.changes[..usize::from(self.count)]
            .iter()
            .map(|&(square, piece, put)| (usize::from(square), usize::from(piece), put))
    }
}

impl Observer for PieceChanges {
    #[inline]
    fn put(&mut self, square: usize, piece: usize) {
        self.record(square, piece, true);
    }

    #[inline]
    fn lift(&mut self, square: usize, piece: usize) {
        self.record(square, piece, false);
    }
}

/// Sum over all pieces, the first side's minus the second's, at one ply.
#[derive(Clone, Copy, Default, Debug)]
struct PlySum {
    score: TaperedScore,
    phase: i32,
}

/// Evaluation by a table of values for each piece on each square, optionally with contact between pieces.
#[derive(Clone, Debug)]
pub struct SimpleEval<P> {
    /// Values by piece and square, signed by side.
    table: Box<[TaperedScore]>,
    /// Material value of each piece.
    values: [i32; 32],
    /// Material values with face-down pieces valued by the pool at the last root.
    worth: PieceValues,
    with_contact: bool,
    stack: Vec<PlySum>,
    game: PhantomData<fn() -> P>,
}

/// With all terms: material, piece-square tables and contact.
impl<P: Material + PieceSquares + Contact> Default for SimpleEval<P> {
    fn default() -> Self {
        Self::contact()
    }
}

impl<P: Material + PieceSquares + Contact> SimpleEval<P> {
    /// Material only.
    pub fn material() -> Self {
        Self::new(P::VALUES, |_, _| TaperedScore::ZERO, false)
    }

    /// Material only, with the values of the greedy player.
    pub fn greedy() -> Self {
        Self::new(P::GREEDY_VALUES, |_, _| TaperedScore::ZERO, false)
    }

    /// Material and piece-square tables.
    pub fn square() -> Self {
        Self::new(P::VALUES, P::square_bonus, false)
    }

    /// Material, piece-square tables and contact.
    pub fn contact() -> Self {
        Self::new(P::VALUES, P::square_bonus, true)
    }

    fn new(
        values: [i32; 32],
        square_bonus: impl Fn(usize, usize) -> TaperedScore,
        with_contact: bool,
    ) -> Self {
        let table = (0..P::PIECES * P::SQUARES)
            .map(|slot| {
                let (piece, square) = (slot / P::SQUARES, slot % P::SQUARES);
                let value = TaperedScore::new(values[piece], values[piece]) + square_bonus(piece, square);
                match P::side_of(piece) {
                    _ if P::is_hidden(piece) => TaperedScore::ZERO,
                    Side::First => value,
                    Side::Second => -value,
                }
            })
            .collect();
        let stack = vec![PlySum::default()];
        SimpleEval { table, values, worth: PieceValues(values), with_contact, stack, game: PhantomData }
    }

    fn changed(&self, mut sum: PlySum, square: usize, piece: usize, put: bool) -> PlySum {
        let value = self.table.get(piece * P::SQUARES + square).copied().unwrap_or_default();
        if put {
            sum.score += value;
            sum.phase += P::phase(piece);
        } else {
            sum.score -= value;
            sum.phase -= P::phase(piece);
        }
        sum
    }

    fn here(&self) -> PlySum {
        self.stack.last().copied().unwrap_or_default()
    }
}

impl<P: Material + PieceSquares + Contact> Eval<P> for SimpleEval<P> {
    type Step = PieceChanges;

    fn reset(&mut self, here: &P) {
        let mut sum = PlySum::default();
        here.for_each_piece(&mut |square, piece| sum = self.changed(sum, square, piece, true));
        self.stack.clear();
        self.stack.push(sum);
        self.worth = PieceValues(here.worth(&self.values));
    }

    fn push(&mut self, step: PieceChanges) {
        let sum =
            step.iter().fold(self.here(), |sum, (square, piece, put)| self.changed(sum, square, piece, put));
        self.stack.push(sum);
    }

    fn pop(&mut self) {
        self.stack.pop();
    }

    fn score(&mut self, here: &P) -> Score {
        let sum = self.here();
        let mut first = sum.score.taper(sum.phase, P::MAX_PHASE) + here.hidden(&self.values);
        if self.with_contact {
            first += here.contact(&here.worth(&self.values));
        }
        Score::cp(if here.turn() == Side::First { first } else { -first })
    }

    fn piece_values(&self) -> &PieceValues {
        &self.worth
    }

    fn chances(&self, score: Score) -> [f32; 3] {
        WdlModel { scale: P::WDL_SCALE, draw_margin: P::DRAW_MARGIN }.probabilities(score)
    }
}

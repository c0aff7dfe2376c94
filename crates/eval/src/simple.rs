//! Simple evaluation for all games: material, piece-square tables, and contact between pieces.

use std::marker::PhantomData;

use game::{Eval, Observer, PieceValues, Score, Side};

use crate::TaperedScore;
use crate::breakdown::{Breakdown, EvalTerm, Ledger};
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

/// Weights of a user's own evaluation.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct CustomWeights {
    /// Value of each piece in centipawns.
    pub values: [i32; 32],
    /// Share of the piece-square tables, in percent.
    pub squares: i32,
    /// Share of the contact evaluation, in percent.
    pub contact: i32,
    /// Centipawns for each square a piece can go to.
    pub mobility: i32,
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
    /// Share of the contact evaluation, in percent.
    contact: i32,
    /// Centipawns for each square a piece can go to.
    mobility: i32,
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
        Self::new(P::VALUES, |_, _| TaperedScore::ZERO, 0, 0)
    }

    /// Material only, with the values of the greedy player.
    pub fn greedy() -> Self {
        Self::new(P::GREEDY_VALUES, |_, _| TaperedScore::ZERO, 0, 0)
    }

    /// Material and piece-square tables.
    pub fn square() -> Self {
        Self::new(P::VALUES, P::square_bonus, 0, 0)
    }

    /// Material, piece-square tables and contact.
    pub fn contact() -> Self {
        Self::new(P::VALUES, P::square_bonus, 100, 0)
    }

    /// Evaluation with weights of the user.
    pub fn custom(weights: &CustomWeights) -> Self {
        let squares = weights.squares;
        let scaled = |piece, square| {
            let bonus = P::square_bonus(piece, square);
            TaperedScore::new(bonus.middlegame() * squares / 100, bonus.endgame() * squares / 100)
        };
        Self::new(weights.values, scaled, weights.contact, weights.mobility)
    }

    fn new(
        values: [i32; 32],
        square_bonus: impl Fn(usize, usize) -> TaperedScore,
        contact: i32,
        mobility: i32,
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
        SimpleEval { table, values, worth: PieceValues(values), contact, mobility, stack, game: PhantomData }
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

    fn contact_score(&self, here: &P) -> i32 {
        here.contact(&here.worth(&self.values)) * self.contact / 100
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
        if self.contact != 0 {
            first += self.contact_score(here);
        }
        if self.mobility != 0 {
            first += self.mobility * here.mobility();
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

impl<P: Material + PieceSquares + Contact> Breakdown<P> for SimpleEval<P> {
    fn terms(&mut self, here: &P) -> Vec<EvalTerm> {
        self.reset(here);
        let sum = self.here();
        let mut material = 0;
        here.for_each_piece(&mut |_, piece| {
            if !P::is_hidden(piece) {
                let value = self.values[piece & 31];
                material += if P::side_of(piece) == Side::First { value } else { -value };
            }
        });
        let mut ledger = Ledger::default();
        ledger.reach("material", material);
        ledger.reach("squares", sum.score.taper(sum.phase, P::MAX_PHASE));
        ledger.add("face_down", here.hidden(&self.values));
        if self.contact != 0 {
            ledger.add("contact", self.contact_score(here));
        }
        ledger.add("mobility", self.mobility * here.mobility());
        ledger.terms
    }
}

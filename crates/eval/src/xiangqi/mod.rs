//! Hand-crafted evaluation (HCE) of xiangqi: piece-square values, mobility, and the safety of the generals.
//!
//! The evaluation is linear: a sum of term counts times weights. [`terms`] defines the counts once, for the engine and for
//! the tuner, which fits the weights to games.

mod phase;
pub mod terms;
mod weights;

use game::{Eval, Observer, PieceValues, Position as _, Score, Side};
use xiangqi::{Piece, Position, Role, SQUARES, Square};

use crate::TaperedScore;
use crate::breakdown::{Breakdown, EvalTerm, Groups, Ledger};
pub use phase::{MAX_PHASE, phase_weight};
use terms::{Sink, square_term};
pub use weights::WEIGHTS;

/// Piece-square values by piece and point, positive for Red: the weights expanded for incremental updates.
static PIECE_SQUARES: [[TaperedScore; SQUARES]; 16] = {
    let mut table = [[TaperedScore::ZERO; SQUARES]; 16];
    let mut role = 0;
    while role < 7 {
        let mut square = 0;
        while square < SQUARES {
            let red = WEIGHTS[square_term(role, square, 0)];
            let black = WEIGHTS[square_term(role, square, 1)];
            table[role][square] = red;
            table[8 + role][square] = black.negated();
            square += 1;
        }
        role += 1;
    }
    table
};

/// Sum over all pieces, updated move by move.
#[derive(Clone, Copy, Default, Debug)]
pub struct Step {
    psqt: TaperedScore,
    phase: i32,
}

impl Observer for Step {
    #[inline]
    fn put(&mut self, square: usize, piece: usize) {
        self.psqt += PIECE_SQUARES[piece & 15][square];
        self.phase += phase_weight(piece);
    }

    #[inline]
    fn lift(&mut self, square: usize, piece: usize) {
        self.psqt -= PIECE_SQUARES[piece & 15][square];
        self.phase -= phase_weight(piece);
    }
}

/// Hand-crafted evaluation of xiangqi.
#[derive(Clone, Debug)]
pub struct Hce {
    stack: Vec<Step>,
    worth: PieceValues,
}

impl Hce {
    /// Makes an evaluator.
    pub fn new() -> Self {
        let mut worth = PieceValues([0; 32]);
        for side in Side::BOTH {
            for role in Role::ALL {
                worth.0[Piece::new(side, role).index()] = phase::exchange_value(role);
            }
        }
        Hce { stack: vec![Step::default()], worth }
    }

    fn here(&self) -> Step {
        self.stack.last().copied().unwrap_or_default()
    }
}

impl Default for Hce {
    fn default() -> Self {
        Self::new()
    }
}

/// Sink that sums the weights of the counted terms.
struct Sum(TaperedScore);

impl Sink for Sum {
    #[inline]
    fn add(&mut self, term: usize, count: i32) {
        self.0 += WEIGHTS[term] * count;
    }
}

impl Eval<Position> for Hce {
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
        self.stack.push(Step { psqt: here.psqt + step.psqt, phase: here.phase + step.phase });
    }

    #[inline]
    fn pop(&mut self) {
        self.stack.pop();
    }

    fn score(&mut self, here: &Position) -> Score {
        let step = self.here();
        let mut sum = Sum(step.psqt);
        terms::count(here.board(), &mut sum);
        let red = sum.0.taper(step.phase, MAX_PHASE);
        let own = if here.turn() == Side::First { red } else { -red };
        Score::cp(phase::scale_unwinnable(here.board(), own) + phase::TEMPO)
    }

    fn piece_values(&self) -> &PieceValues {
        &self.worth
    }

    fn chances(&self, score: Score) -> [f32; 3] {
        phase::WDL.probabilities(score)
    }
}

/// Returns the group of a term, as users see it.
fn group(term: usize) -> &'static str {
    use terms::{
        ADVISORS_MISSING, CHARIOT_MOBILITY, CROSSED_PIECES, CROSSED_SOLDIERS, GENERAL_ATTACKS, HOLLOW_CANNON,
        LINKED_SOLDIERS, THREATENED,
    };
    match term {
        0..CHARIOT_MOBILITY => "squares",
        CHARIOT_MOBILITY..HOLLOW_CANNON => "mobility",
        HOLLOW_CANNON..GENERAL_ATTACKS => "cannons",
        GENERAL_ATTACKS..ADVISORS_MISSING => "king_attack",
        ADVISORS_MISSING..LINKED_SOLDIERS => "shelter",
        LINKED_SOLDIERS | CROSSED_SOLDIERS..CROSSED_PIECES => "soldiers",
        THREATENED..CROSSED_SOLDIERS => "threats",
        _ => "pieces",
    }
}

impl Breakdown<Position> for Hce {
    fn terms(&mut self, here: &Position) -> Vec<EvalTerm> {
        self.reset(here);
        let board = here.board();
        let mut groups = Groups::new(&WEIGHTS, group);
        terms::count_all(board, &mut groups);
        let mut material = 0;
        for piece in Square::all().filter_map(|square| board.piece_at(square)) {
            if !matches!(piece.role(), Role::General | Role::Unknown) {
                let value = phase::exchange_value(piece.role());
                material += if piece.side() == Side::First { value } else { -value };
            }
        }
        groups.split_material(material);
        let mut ledger = Ledger::default();
        ledger.taper(&groups.sums, self.here().phase, MAX_PHASE);
        ledger.reach("drawish", phase::scale_unwinnable(board, ledger.total()));
        ledger.add("tempo", if here.turn() == Side::First { phase::TEMPO } else { -phase::TEMPO });
        ledger.terms
    }
}

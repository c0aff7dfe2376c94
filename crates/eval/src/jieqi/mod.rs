//! Hand-crafted evaluation (HCE) of jieqi: piece-square values, face-down pieces, and the safety of the generals.
//!
//! Like that of xiangqi it is linear in its weights. It evaluates a position as one player knows it, or with every piece
//! known ([`terms::Seen`]), so that the same evaluation serves engines with and without hidden information.

mod phase;
pub mod terms;
mod weights;

use game::{Eval, Observer, PieceValues, Score, Side};
use jieqi::{Piece, Role};
use xiangqi::SQUARES;

use crate::TaperedScore;
use crate::breakdown::{Breakdown, EvalTerm, Groups, Ledger};
use crate::xiangqi::terms::Sink;
pub use phase::{MAX_PHASE, exchange_value, phase_weight};
use terms::{FACE_DOWN, Seen, home_index, pool_mean, square_term};
pub use weights::WEIGHTS;

/// Piece-square values by observer index and point, positive for Red.
static PIECE_SQUARES: [[TaperedScore; SQUARES]; 32] = {
    let mut table = [[TaperedScore::ZERO; SQUARES]; 32];
    let mut piece = 0;
    while piece < 32 {
        let (side, role) = (piece >> 3 & 1, piece & 7);
        let mut square = 0;
        while square < SQUARES {
            let own = if piece >= 16 {
                WEIGHTS[FACE_DOWN + home_index(square)]
            } else if role < 7 {
                WEIGHTS[square_term(role, square, side)]
            } else {
                TaperedScore::ZERO
            };
            table[piece][square] = if side == 0 { own } else { own.negated() };
            square += 1;
        }
        piece += 1;
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
        self.psqt += PIECE_SQUARES[piece & 31][square];
        self.phase += phase_weight(piece);
    }

    #[inline]
    fn lift(&mut self, square: usize, piece: usize) {
        self.psqt -= PIECE_SQUARES[piece & 31][square];
        self.phase -= phase_weight(piece);
    }
}

/// Exchange value of a face-down piece, in percent of its value face up.
const FACE_DOWN_PERCENT: i32 = 55;

/// Hand-crafted evaluation of jieqi.
#[derive(Clone, Debug)]
pub struct Hce {
    stack: Vec<Step>,
    worth: PieceValues,
}

impl Hce {
    /// Makes an evaluator.
    pub fn new() -> Self {
        let mut worth = PieceValues([0; 32]);
        for (piece, value) in worth.0.iter_mut().enumerate() {
            *value = Role::ALL.get(piece & 7).map_or(0, |&role| exchange_value(role));
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

impl<P: Seen> Eval<P> for Hce {
    type Step = Step;

    fn reset(&mut self, here: &P) {
        let mut step = Step::default();
        here.for_each_piece(|square, piece| step.put(square, piece));
        self.stack.clear();
        self.stack.push(step);
        for side in Side::BOTH {
            let mean = pool_mean(here.seen().pool(side));
            self.worth.0[Piece::new(side, Role::Unknown).index()] = mean;
            for role in Role::ALL {
                // With all pieces known, a face-down piece has the value of its role; in either case it is discounted.
                let value = if P::DETERMINISTIC { exchange_value(role) } else { mean };
                self.worth.0[16 + Piece::new(side, role).index()] = value * FACE_DOWN_PERCENT / 100;
            }
        }
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

    fn score(&mut self, here: &P) -> Score {
        let step = self.here();
        let mut sum = Sum(step.psqt);
        terms::count(here, &mut sum);
        let red = sum.0.taper(step.phase, MAX_PHASE);
        let own = if here.turn() == Side::First { red } else { -red };
        Score::cp(own + phase::TEMPO)
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
        CHARIOT_MOBILITY, COUNT, CROSSED_PIECES, CROSSED_SOLDIERS, GENERAL_ATTACKS, GUARDED, HOLLOW_CANNON,
        LINKED_SOLDIERS, THREATENED, UNREVEALED_VALUE,
    };
    match term {
        0..FACE_DOWN => "squares",
        FACE_DOWN..CHARIOT_MOBILITY | UNREVEALED_VALUE..COUNT => "face_down",
        CHARIOT_MOBILITY..HOLLOW_CANNON => "mobility",
        HOLLOW_CANNON..GENERAL_ATTACKS => "cannons",
        GENERAL_ATTACKS..GUARDED => "king_attack",
        GUARDED..THREATENED => "shelter",
        THREATENED..CROSSED_SOLDIERS => "threats",
        CROSSED_SOLDIERS..CROSSED_PIECES | LINKED_SOLDIERS..UNREVEALED_VALUE => "soldiers",
        _ => "pieces",
    }
}

impl<P: Seen> Breakdown<P> for Hce {
    fn terms(&mut self, here: &P) -> Vec<EvalTerm> {
        Eval::<P>::reset(self, here);
        let mut groups = Groups::new(&WEIGHTS, group);
        terms::count_all(here, &mut groups);
        let mut material = 0;
        here.for_each_piece(|_, piece| {
            let role = Role::ALL.get(piece & 7).copied().unwrap_or(Role::Unknown);
            if piece < 16 && !matches!(role, Role::General | Role::Unknown) {
                let value = exchange_value(role);
                material += if piece >> 3 & 1 == 0 { value } else { -value };
            }
        });
        groups.split_material(material);
        let mut ledger = Ledger::default();
        ledger.taper(&groups.sums, self.here().phase, MAX_PHASE);
        ledger.add("tempo", if here.turn() == Side::First { phase::TEMPO } else { -phase::TEMPO });
        ledger.terms
    }
}

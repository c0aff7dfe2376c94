//! Hand-crafted evaluation (HCE) of chess: piece-square values, mobility, pawn structure, threats and king safety.
//!
//! The evaluation is linear: a sum of term counts times weights. [`terms`] defines the counts once, for the engine and for
//! the tuner, which fits the weights to games. Endings that such a sum misjudges are corrected afterwards ([`ending`]).

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
use game::{Eval, Observer, PieceValues, Score};

use crate::TaperedScore;
use crate::breakdown::{Breakdown, EvalTerm, Groups, Ledger};
use pawns::Structure;
pub use phase::{MAX_PHASE, phase_weight};
use terms::{Sink, square_term};
pub use weights::WEIGHTS;

/// Piece-square values by piece and square, positive for White: the weights expanded for incremental updates.
static PIECE_SQUARES: [[TaperedScore; 64]; 16] = {
    let mut table = [[TaperedScore::ZERO; 64]; 16];
    let mut role = 0;
    while role < 6 {
        let mut square = 0;
        while square < 64 {
            let black = WEIGHTS[square_term(role, square, 1)];
            table[role][square] = WEIGHTS[square_term(role, square, 0)];
            table[6 + role][square] = black.negated();
            square += 1;
        }
        role += 1;
    }
    table
};

/// Zobrist keys of pawns, White's first.
static PAWN_KEYS: [u64; 128] = grid::key_table(0x9A3C_51B7_0E64_D28F);

/// Entries of the pawn hash table; a power of two.
const PAWN_TABLE_SIZE: usize = 1024;

/// Plies without a capture or pawn move at which the score would be scaled to zero.
const FIFTY_MOVE_SCALE: i32 = 240;

/// Sum over all pieces, updated move by move.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Step {
    psqt: TaperedScore,
    phase: i32,
    pawns: u64,
}

impl Step {
    #[inline]
    fn toggle_pawn_key(&mut self, square: usize, piece: usize) {
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
        self.psqt += PIECE_SQUARES[piece & 15][square & 63];
        self.phase += phase_weight(piece);
        self.toggle_pawn_key(square, piece);
    }

    #[inline]
    fn lift(&mut self, square: usize, piece: usize) {
        self.psqt -= PIECE_SQUARES[piece & 15][square & 63];
        self.phase -= phase_weight(piece);
        self.toggle_pawn_key(square, piece);
    }
}

/// Entry of the pawn hash table. The empty entry is valid: a position without pawns has key 0.
#[derive(Clone, Copy, Default, Debug)]
struct PawnEntry {
    key: u64,
    sum: TaperedScore,
    structure: Structure,
}

/// Hand-crafted evaluation of chess.
#[derive(Clone, Debug)]
pub struct Hce {
    stack: Vec<Step>,
    pawns: Vec<PawnEntry>,
    worth: PieceValues,
}

impl Hce {
    /// Makes an evaluator.
    pub fn new() -> Self {
        let mut worth = PieceValues([0; 32]);
        for color in Color::ALL {
            for piece in Piece::ALL {
                worth.0[piece_index(color, piece)] = phase::exchange_value(piece);
            }
        }
        Hce { stack: vec![Step::default()], pawns: vec![PawnEntry::default(); PAWN_TABLE_SIZE], worth }
    }

    #[inline]
    fn here(&self) -> Step {
        self.stack.last().copied().unwrap_or_default()
    }

    /// Returns the pawn structure terms, from the pawn hash table if possible.
    #[inline]
    fn pawn_entry(&mut self, board: &Board, key: u64) -> PawnEntry {
        let slot = &mut self.pawns[key as usize % PAWN_TABLE_SIZE];
        if slot.key != key {
            let mut sum = Sum(TaperedScore::ZERO);
            let structure = pawns::count(board, &mut sum);
            *slot = PawnEntry { key, sum: sum.0, structure };
        }
        *slot
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
            psqt: here.psqt + step.psqt,
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
        let white = match ending::lone_king_score(board) {
            Some(white) => white,
            None => {
                let step = self.here();
                let pawns = self.pawn_entry(board, step.pawns);
                let mut sum = Sum(step.psqt + pawns.sum);
                terms::count(board, &pawns.structure, &mut sum);
                // The score shrinks as the fifty-move counter grows, so that progress is preferred.
                let scale = FIFTY_MOVE_SCALE - i32::from(here.halfmoves().min(150));
                scale_endgame(board, sum.0, step.phase) * scale / FIFTY_MOVE_SCALE
            }
        };
        Score::cp(if board.side_to_move() == Color::White { white } else { -white })
    }

    fn piece_values(&self) -> &PieceValues {
        &self.worth
    }

    fn chances(&self, score: Score) -> [f32; 3] {
        phase::WDL.probabilities(score)
    }
}

/// Returns White's score at a phase, with drawish endings scaled down.
fn scale_endgame(board: &Board, sum: TaperedScore, phase: i32) -> i32 {
    // With a level endgame score the middlegame score decides the leader, so that the evaluation is color-symmetric.
    let leads = if sum.endgame() == 0 { sum.middlegame() } else { sum.endgame() };
    let leader = if leads >= 0 { Color::White } else { Color::Black };
    let scale_factor = ending::scale_factor(board, leader);
    let end = sum.endgame() * scale_factor / ending::FULL_SCALE;
    // A drawish ending scales the middlegame score too, whatever the phase.
    let middle = if scale_factor <= ending::DRAWISH_SCALE {
        sum.middlegame() * scale_factor / ending::FULL_SCALE
    } else {
        sum.middlegame()
    };
    TaperedScore::new(middle, end).taper(phase, MAX_PHASE)
}

/// Returns the group of a term, as users see it.
fn group(term: usize) -> &'static str {
    use terms::{
        BISHOP_PAIR, CANDIDATE, KING_DANGER, KING_TROPISM, KNIGHT_MOBILITY, PASSED, PAWN_THREATS, SHELTER,
        TEMPO,
    };
    match term {
        0..KNIGHT_MOBILITY => "squares",
        KNIGHT_MOBILITY..KING_TROPISM => "mobility",
        KING_TROPISM..BISHOP_PAIR | KING_DANGER..PAWN_THREATS => "king_attack",
        BISHOP_PAIR..PASSED => "pieces",
        PASSED..CANDIDATE => "passed",
        CANDIDATE..SHELTER => "pawns",
        SHELTER..KING_DANGER => "shelter",
        PAWN_THREATS..TEMPO => "threats",
        _ => "tempo",
    }
}

impl Breakdown<Position> for Hce {
    fn terms(&mut self, here: &Position) -> Vec<EvalTerm> {
        self.reset(here);
        let board = here.board();
        let mut ledger = Ledger::default();
        if let Some(white) = ending::lone_king_score(board) {
            ledger.add("known_ending", white);
            return ledger.terms;
        }
        let mut groups = Groups::new(&WEIGHTS, group);
        terms::count_all(board, &mut groups);
        let mut material = 0;
        for square in Square::ALL {
            if let (Some(piece), Some(color)) = (board.piece_on(square), board.color_on(square))
                && piece != Piece::King
            {
                material += terms::sign_of(color) * phase::exchange_value(piece);
            }
        }
        groups.split_material(material);
        let phase = self.here().phase;
        let sum = ledger.taper(&groups.sums, phase, MAX_PHASE);
        let scaled = scale_endgame(board, sum, phase);
        ledger.reach("drawish", scaled);
        let scale = FIFTY_MOVE_SCALE - i32::from(here.halfmoves().min(150));
        ledger.reach("fifty_moves", scaled * scale / FIFTY_MOVE_SCALE);
        ledger.terms
    }
}

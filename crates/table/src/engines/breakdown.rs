//! Evaluation of a position taken apart: terms whose sum is the score, and the worth of each piece.

use eval::{Breakdown, EvalTerm, RemovePiece, piece_worth};
use game::{Game, Side};

/// Evaluation taken apart.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct EvalBreakdown {
    /// Name of the evaluation.
    pub eval: String,
    /// True for a network that judges by itself, without the terms of the hand-crafted evaluation.
    pub alone: bool,
    /// Terms in centipawns, positive where they favor the first side; zeros are left out.
    pub terms: Vec<EvalTerm>,
    /// Sum of the terms: the evaluation from the first side's view.
    pub total: i32,
    /// Pieces that can be taken off, each with its worth.
    pub pieces: Vec<PieceWorth>,
}

/// Worth of a piece where it stands: the evaluation with it minus the evaluation without it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PieceWorth {
    /// Name of its square.
    pub square: String,
    /// Its owner.
    pub side: Side,
    /// Centipawns for its owner.
    pub cp: i32,
}

/// Takes an evaluation of a position apart.
pub(super) fn take_apart<G: Game>(
    name: &str,
    eval: &mut impl Breakdown<G::Position>,
    here: &G::Position,
) -> EvalBreakdown
where
    G::Position: RemovePiece,
{
    let terms = eval.terms(here);
    let picture = G::picture(here);
    let mut pieces = Vec::new();
    for (place, piece) in picture.pieces.iter().enumerate() {
        let Some(piece) = piece else { continue };
        // A picture may be smaller than the board by which squares are numbered.
        let square = place / picture.files * G::spec().files + place % picture.files;
        if let Some(worth) = piece_worth(eval, here, square) {
            let cp = if piece.side == Side::First { worth } else { -worth };
            pieces.push(PieceWorth { square: G::square_name(square), side: piece.side, cp });
        }
    }
    let total = terms.iter().map(|term| term.cp).sum();
    EvalBreakdown { eval: name.to_owned(), alone: false, terms, total, pieces }
}

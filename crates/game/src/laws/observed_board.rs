//! An observer that rebuilds the board from the reported changes and compares it with the picture.

use std::collections::BTreeMap;

use super::Context;
use crate::{Game, Line, MoveOf, Observer, PicturePiece, RevealOf};

/// Board rebuilt from observer calls. A piece's index is unknown until the piece first moves.
pub(super) struct ObservedBoard {
    pieces: BTreeMap<usize, Option<usize>>,
    faces: BTreeMap<usize, PicturePiece>,
    violation: Option<String>,
}

impl ObservedBoard {
    pub(super) fn new<G: Game>(root: &G::Position) -> Self {
        let picture = G::picture(root);
        let occupied = picture.pieces.iter().enumerate().filter(|(_, token)| token.is_some());
        ObservedBoard {
            pieces: occupied.map(|(square, _)| (square, None)).collect(),
            faces: BTreeMap::new(),
            violation: None,
        }
    }

    pub(super) fn play<G: Game>(&mut self, line: &mut Line<G::Position>, mv: MoveOf<G>, reveal: RevealOf<G>) {
        line.push_observed(mv, reveal, self);
        if let Some(violation) = self.violation.take() {
            line.pop();
            Context::<G> { line, mv: Some(mv) }.broken(&violation);
        }
    }

    pub(super) fn matches_picture<G: Game>(&mut self, context: Context<'_, G>) {
        let picture = G::picture(context.here());
        let spec = G::spec();
        let sized = picture.pieces.len() == spec.files * spec.ranks
            && (picture.files, picture.ranks) == (spec.files, spec.ranks);
        context.demand(sized, || "the picture has another size than the board".into());
        for (square, token) in picture.pieces.iter().enumerate() {
            let name = G::square_name(square);
            let observed = self.pieces.get(&square);
            context.demand(observed.is_some() == token.is_some(), || {
                format!("on {name} observers report {observed:?}, the picture shows {token:?}")
            });
            if let (Some(Some(piece)), Some(token)) = (observed, token) {
                let face = *self.faces.entry(*piece).or_insert(*token);
                context.demand(face == *token, || {
                    format!("on {name} piece {piece} looks as {token:?}, before as {face:?}")
                });
                context.demand(!G::piece_word(*piece).is_empty(), || format!("piece {piece} has no name"));
            }
        }
    }

    fn report(&mut self, violation: String) {
        self.violation.get_or_insert(violation);
    }
}

impl Observer for ObservedBoard {
    fn put(&mut self, square: usize, piece: usize) {
        if let Some(occupant) = self.pieces.insert(square, Some(piece)) {
            self.report(format!("piece {piece} is put on square {square}, which holds {occupant:?}"));
        }
    }

    fn lift(&mut self, square: usize, piece: usize) {
        match self.pieces.remove(&square) {
            None => self.report(format!("piece {piece} is lifted from the empty square {square}")),
            Some(Some(occupant)) if occupant != piece => {
                self.report(format!("piece {piece} is lifted from square {square}, which holds {occupant}"));
            }
            Some(_) => {}
        }
    }
}

//! An observer that rebuilds the board from what it hears, and compares.

use std::collections::BTreeMap;

use super::Context;
use crate::{Game, Line, MoveOf, Observer, PicturePiece, RevealOf};

/// Rebuilds the board from what an observer hears. A piece's index is unknown until it first moves.
pub(super) struct ObservedBoard {
    pieces: BTreeMap<usize, Option<usize>>,
    faces: BTreeMap<usize, PicturePiece>,
    complaint: Option<String>,
}

impl ObservedBoard {
    pub(super) fn of<G: Game>(root: &G::Position) -> Self {
        let picture = G::picture(root);
        let occupied = picture.pieces.iter().enumerate().filter(|(_, token)| token.is_some());
        ObservedBoard {
            pieces: occupied.map(|(square, _)| (square, None)).collect(),
            faces: BTreeMap::new(),
            complaint: None,
        }
    }

    pub(super) fn hears<G: Game>(
        &mut self,
        line: &mut Line<G::Position>,
        mv: MoveOf<G>,
        reveal: RevealOf<G>,
    ) {
        line.push_observed(mv, reveal, self);
        if let Some(complaint) = self.complaint.take() {
            line.pop();
            Context::<G> { line, mv: Some(mv) }.broken(&complaint);
        }
    }

    pub(super) fn shows_the_board<G: Game>(&mut self, context: Context<'_, G>) {
        let picture = G::picture(context.here());
        let spec = G::spec();
        let sized = picture.pieces.len() == spec.files * spec.ranks
            && (picture.files, picture.ranks) == (spec.files, spec.ranks);
        context.demand(sized, || "the picture has another size than the board".into());
        for (square, token) in picture.pieces.iter().enumerate() {
            let name = G::square_name(square);
            let heard = self.pieces.get(&square);
            context.demand(heard.is_some() == token.is_some(), || {
                format!("on {name} observers see {heard:?}, the picture {token:?}")
            });
            if let (Some(Some(piece)), Some(token)) = (heard, token) {
                let face = *self.faces.entry(*piece).or_insert(*token);
                context.demand(face == *token, || {
                    format!("on {name} man {piece} looks as {token:?}, before as {face:?}")
                });
                context.demand(!G::piece_word(*piece).is_empty(), || format!("man {piece} has no word"));
            }
        }
    }

    fn complain(&mut self, complaint: String) {
        self.complaint.get_or_insert(complaint);
    }
}

impl Observer for ObservedBoard {
    fn put(&mut self, square: usize, piece: usize) {
        if let Some(stood) = self.pieces.insert(square, Some(piece)) {
            self.complain(format!("man {piece} is put on square {square}, where {stood:?} stands"));
        }
    }

    fn lift(&mut self, square: usize, piece: usize) {
        match self.pieces.remove(&square) {
            None => self.complain(format!("man {piece} is lifted from the empty square {square}")),
            Some(Some(stood)) if stood != piece => {
                self.complain(format!("man {piece} is lifted from square {square}, where {stood} stands"));
            }
            Some(_) => {}
        }
    }
}

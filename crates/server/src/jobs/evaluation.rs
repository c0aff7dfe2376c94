//! Evaluation of a position taken apart, for the Lab.

use game::Message;
use table::EngineSpec;

use super::line::open_or_start;
use crate::new_game::rulebook;
use crate::wire::{EvalIn, EvalTermView, EvalView, PieceWorthView, WeightInfo};

/// Takes the evaluation of a position apart. A game without evaluations has no terms, which is no error: the page asks for
/// every game.
pub fn take_apart(asked: &EvalIn) -> Result<EvalView, Message> {
    let book = rulebook(&asked.game)?;
    let study = open_or_start(&asked.game, asked.position.as_deref(), &asked.moves, &asked.options)?;
    let evals = book.evals();
    let weights = book.eval_weights().into_iter().map(|weight| WeightInfo {
        name: weight.name.to_owned(),
        least: weight.least,
        most: weight.most,
        usual: weight.usual,
    });
    let mut view = EvalView {
        eval: String::new(),
        evals: evals.iter().map(|&name| name.to_owned()).collect(),
        weights: weights.collect(),
        alone: false,
        terms: Vec::new(),
        total: 0,
        pieces: Vec::new(),
    };
    let Some(eval) = asked.eval.as_deref().or(evals.first().copied()) else { return Ok(view) };
    let spec: EngineSpec = eval.parse()?;
    let apart = book.take_apart(study.as_ref(), &spec)?;
    view.eval = apart.eval;
    view.alone = apart.alone;
    view.terms =
        apart.terms.iter().map(|term| EvalTermView { name: term.name.to_owned(), cp: term.cp }).collect();
    view.total = apart.total;
    view.pieces = apart
        .pieces
        .into_iter()
        .map(|piece| PieceWorthView { square: piece.square, side: piece.side.into(), cp: piece.cp })
        .collect();
    Ok(view)
}

//! Greedy engine: mates if it can, otherwise captures the most valuable piece, otherwise plays at random.

use std::marker::PhantomData;

use game::{Eval, Line, Position, Score};

use super::context::SearchContext;
use super::tactical_info::TacticalInfo;
use crate::{Bound, Control, Engine, Limits, PvLine, SearchInfo};

/// Greedy engine, one ply deep. Pieces have the values of the evaluation's `piece_values`.
#[derive(Clone, Debug)]
pub struct Greedy<E, S> {
    eval: E,
    tactics: PhantomData<S>,
}

impl<E, S> Greedy<E, S> {
    /// Greedy engine with the piece values of this evaluation.
    pub fn new(eval: E) -> Self {
        Greedy { eval, tactics: PhantomData }
    }
}

impl<P: Position, E: Eval<P> + Clone, S: TacticalInfo<P>> Engine<P> for Greedy<E, S> {
    fn think(
        &mut self,
        line: &Line<P>,
        limits: &Limits<P::Move>,
        control: &Control,
        _report: &mut dyn FnMut(&SearchInfo<P>),
    ) -> SearchInfo<P> {
        let mut context = SearchContext::new(line, self.eval.clone(), limits, control);
        let moves = context.root_moves();
        let mut best: Option<(Score, i32, P::Move)> = None;
        for &mv in &moves {
            let here = context.line.here();
            let gain = S::victim(here, mv).map_or(0, |piece| context.eval.piece_values().of(piece));
            let reveal = here.unrevealed(mv);
            context.push(mv, reveal);
            let end = context.end_score().map_or(Score::DRAW, |score| -score);
            context.pop();
            // Moves come shuffled: the first of equal ones is a random one.
            if best.is_none_or(|(score, most, _)| (end, gain) > (score, most)) {
                best = Some((end, gain, mv));
            }
            if context.stopped {
                break;
            }
        }
        let pv = best.map(|(end, gain, mv)| {
            let score = if end.is_decided() { end } else { context.static_eval() + gain };
            PvLine { moves: vec![mv], score, bound: Bound::Exact, chances: context.eval.chances(score) }
        });
        context.info(pv.into_iter().collect(), 1)
    }
}

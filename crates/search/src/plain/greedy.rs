//! Takes the most valuable piece it can, wins at once if it can, and else plays at random.

use std::marker::PhantomData;

use game::{Eval, Line, Position, Score};

use super::context::SearchContext;
use super::tactical_info::TacticalInfo;
use crate::{Bound, Control, Engine, Limits, PvLine, SearchInfo};

/// Looks one move ahead and no further. Pieces are worth what the opinion's `worth` says.
#[derive(Clone, Debug)]
pub struct Greedy<E, S> {
    eval: E,
    sense: PhantomData<S>,
}

impl<E, S> Greedy<E, S> {
    /// A greedy player that values pieces as this opinion does.
    pub fn new(eval: E) -> Self {
        Greedy { eval, sense: PhantomData }
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
        let mut walk = SearchContext::new(line, self.eval.clone(), limits, control);
        let moves = walk.root_moves();
        let mut best: Option<(Score, i32, P::Move)> = None;
        for &mv in &moves {
            let here = walk.line.here();
            let gain = S::victim(here, mv).map_or(0, |piece| walk.eval.piece_values().of(piece));
            let reveal = here.unrevealed(mv);
            walk.push(mv, reveal);
            let end = walk.ended().map_or(Score::DRAW, |score| -score);
            walk.pop();
            // The moves come shuffled: of equal ones the first is a random one.
            if best.is_none_or(|(score, most, _)| (end, gain) > (score, most)) {
                best = Some((end, gain, mv));
            }
            if walk.stopped {
                break;
            }
        }
        let pv = best.map(|(end, gain, mv)| {
            let score = if end.is_decided() { end } else { walk.estimate() + gain };
            PvLine { moves: vec![mv], score, bound: Bound::Exact, chances: walk.eval.chances(score) }
        });
        walk.info(pv.into_iter().collect(), 1)
    }
}

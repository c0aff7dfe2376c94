//! Beam search: only the best few moves of a node are followed, chosen by a shallower search of each.

use game::{Eval, Position, Score};

use super::node::AlphaBetaSearch;
use crate::Window;
use crate::plain::observer::SearchObserver;
use crate::plain::tactical_info::TacticalInfo;

impl<P: Position, E: Eval<P>, S: TacticalInfo<P>, O: SearchObserver<P> + ?Sized>
    AlphaBetaSearch<'_, P, E, S, O>
{
    /// Keeps the best moves by a search of a third of the depth, best first. A list shorter than the beam stays whole.
    pub(super) fn keep_best(&mut self, moves: &mut Vec<P::Move>, depth: u32, width: usize) {
        if moves.len() <= width || depth < 2 {
            return;
        }
        let narrow = (self.options.beam.take(), std::mem::replace(&mut self.options.table, false));
        let shallow = (depth / 3).max(1);
        let mut scored: Vec<(Score, P::Move)> = Vec::with_capacity(moves.len());
        self.observer.probing(true);
        for &mv in moves.iter() {
            let score = self.try_move(mv, shallow, Window::FULL, true, true);
            if self.context.stopped {
                break;
            }
            scored.push((score, mv));
        }
        self.observer.probing(false);
        (self.options.beam, self.options.table) = narrow;
        if !self.context.stopped {
            put_best_first(&mut scored);
            moves.clear();
            moves.extend(scored.into_iter().take(width.max(1)).map(|(_, mv)| mv));
        }
    }
}

/// Sorts moves by score; moves with equal scores keep their order. It is compiled once for a type of moves.
fn put_best_first<M>(scored: &mut [(Score, M)]) {
    scored.sort_by_key(|&(score, _)| std::cmp::Reverse(score));
}

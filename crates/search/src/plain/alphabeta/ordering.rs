//! Move ordering of the textbook alpha-beta: MVV-LVA captures, killer moves, history heuristic.

use game::{Eval, Move, MoveList, Position, Side};

use super::node::AlphaBetaSearch;
use crate::plain::observer::SearchObserver;
use crate::plain::tactical_info::TacticalInfo;

/// History heuristic by side, origin and destination, and killer moves by ply.
pub(super) struct History<M> {
    history: Box<[u32]>,
    killers: Vec<[Option<M>; 2]>,
}

/// Captures come before quiet moves.
const CAPTURE: i64 = 1 << 40;
/// Killer moves come before other quiet moves.
const KILLER: i64 = 1 << 39;

impl<M: Move> History<M> {
    pub fn new<P: Position>() -> Self {
        History { history: vec![0; 2 * P::SQUARES * P::SQUARES].into_boxed_slice(), killers: Vec::new() }
    }

    fn slot<P: Position<Move = M>>(side: Side, mv: M) -> usize {
        (side.index() * P::SQUARES + mv.from()) * P::SQUARES + mv.to()
    }
}

impl<P: Position, E: Eval<P>, S: TacticalInfo<P>, O: SearchObserver<P> + ?Sized>
    AlphaBetaSearch<'_, P, E, S, O>
{
    /// Ordering score of a move.
    pub(super) fn move_score(&self, mv: P::Move, ply: usize) -> i64 {
        let here = self.context.line.here();
        if let Some(victim) = S::victim(here, mv) {
            let values = self.context.eval.piece_values();
            let mover = S::mover(here, mv).map_or(0, |piece| values.of(piece));
            // MVV-LVA: the most valuable victim first, then the least valuable attacker.
            return CAPTURE + i64::from(values.of(victim)) * 64 - i64::from(mover) / 16;
        }
        let killers = self.history.killers.get(ply).copied().unwrap_or_default();
        if killers.contains(&Some(mv)) {
            return KILLER;
        }
        i64::from(self.history.history[History::slot::<P>(here.turn(), mv)])
    }

    /// Updates history and killers after a cutoff.
    pub(super) fn update_history(&mut self, mv: P::Move, ply: usize, depth: u32) {
        let here = self.context.line.here();
        if S::victim(here, mv).is_some() {
            return;
        }
        let slot = History::slot::<P>(here.turn(), mv);
        self.history.history[slot] = self.history.history[slot].saturating_add(depth * depth);
        if self.history.killers.len() <= ply {
            self.history.killers.resize(ply + 1, [None; 2]);
        }
        let [first, second] = &mut self.history.killers[ply];
        if *first != Some(mv) {
            *second = first.replace(mv);
        }
    }

    /// Orders moves by score, with the table move and the previous principal variation's move first.
    pub(super) fn order(&self, moves: &mut MoveList<P::Move>, ply: usize, first: [Option<P::Move>; 2]) {
        if self.options.ordering {
            moves.sort_by_cached_key(|&mv| std::cmp::Reverse(self.move_score(mv, ply)));
        }
        for known in first.into_iter().flatten() {
            if let Some(place) = moves.iter().position(|&mv| mv == known) {
                moves[..=place].rotate_right(1);
            }
        }
    }
}

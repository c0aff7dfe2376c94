//! In which order moves are tried: the sooner the best one, the more is cut.

use game::{Eval, Move, MoveList, Position, Side};

use super::node::Tree;
use crate::plain::tactical_info::TacticalInfo;

/// How often a quiet move cut, by side, origin and target, and the last ones that did at each ply.
pub(super) struct History<M> {
    cuts: Box<[u32]>,
    killers: Vec<[Option<M>; 2]>,
}

/// Captures come before everything quiet.
const CAPTURE: i64 = 1 << 40;
/// Killers come before other quiet moves.
const KILLER: i64 = 1 << 39;

impl<M: Move> History<M> {
    pub fn new<P: Position>() -> Self {
        History { cuts: vec![0; 2 * P::SQUARES * P::SQUARES].into_boxed_slice(), killers: Vec::new() }
    }

    fn slot<P: Position<Move = M>>(side: Side, mv: M) -> usize {
        (side.index() * P::SQUARES + mv.from()) * P::SQUARES + mv.to()
    }
}

impl<P: Position, E: Eval<P>, S: TacticalInfo<P>> Tree<'_, P, E, S> {
    /// How promising a move looks before it is tried.
    pub(super) fn promise(&self, mv: P::Move, ply: usize) -> i64 {
        let here = self.walk.line.here();
        if let Some(victim) = S::victim(here, mv) {
            let worth = self.walk.eval.piece_values();
            let mover = S::mover(here, mv).map_or(0, |piece| worth.of(piece));
            // The most valuable victim first, by the least valuable piece.
            return CAPTURE + i64::from(worth.of(victim)) * 64 - i64::from(mover) / 16;
        }
        let killers = self.history.killers.get(ply).copied().unwrap_or_default();
        if killers.contains(&Some(mv)) {
            return KILLER;
        }
        i64::from(self.history.cuts[History::slot::<P>(here.turn(), mv)])
    }

    /// Learns that a move cut.
    pub(super) fn learn(&mut self, mv: P::Move, ply: usize, depth: u32) {
        let here = self.walk.line.here();
        if S::victim(here, mv).is_some() {
            return;
        }
        let slot = History::slot::<P>(here.turn(), mv);
        self.history.cuts[slot] = self.history.cuts[slot].saturating_add(depth * depth);
        if self.history.killers.len() <= ply {
            self.history.killers.resize(ply + 1, [None; 2]);
        }
        let [first, second] = &mut self.history.killers[ply];
        if *first != Some(mv) {
            *second = first.replace(mv);
        }
    }

    /// Sorts moves by their promise, the table's move and the guessed line's before all.
    pub(super) fn order(&self, moves: &mut MoveList<P::Move>, ply: usize, first: [Option<P::Move>; 2]) {
        if self.options.ordering {
            moves.sort_by_cached_key(|&mv| std::cmp::Reverse(self.promise(mv, ply)));
        }
        for known in first.into_iter().flatten() {
            if let Some(place) = moves.iter().position(|&mv| mv == known) {
                moves[..=place].rotate_right(1);
            }
        }
    }
}

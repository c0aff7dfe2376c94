//! Every line to a fixed depth, nothing left out: the measure all other algorithms are held against.

use game::{Eval, Line, MoveList, Position, Score};

use super::context::{Mean, SearchContext};
use crate::{Bound, Control, Engine, Limits, PvLine, SearchInfo, Window};

/// Plain minimax.
#[derive(Clone, Debug)]
pub struct Minimax<E> {
    eval: E,
    depth: u32,
}

impl<E> Minimax<E> {
    /// A player that looks so many plies ahead.
    pub fn new(eval: E, depth: u32) -> Self {
        Minimax { eval, depth: depth.max(1) }
    }
}

impl<P: Position, E: Eval<P> + Clone> Engine<P> for Minimax<E> {
    fn think(
        &mut self,
        line: &Line<P>,
        limits: &Limits<P::Move>,
        control: &Control,
        report: &mut dyn FnMut(&SearchInfo<P>),
    ) -> SearchInfo<P> {
        let depth = limits.depth.map_or(self.depth, |most| most.clamp(1, self.depth));
        let mut tree =
            Tree { walk: SearchContext::new(line, self.eval.clone(), limits, control), pvs: Vec::new() };
        let moves = tree.walk.root_moves();
        let mut lines: Vec<PvLine<P>> = Vec::new();
        for &mv in &moves {
            if tree.walk.is_stopped() {
                break;
            }
            let score = tree.after(mv, depth);
            if tree.walk.stopped {
                break;
            }
            let mut pv = vec![mv];
            pv.extend(tree.pvs.get(1).into_iter().flatten());
            let chances = tree.walk.eval.chances(score);
            // Equal scores stay in the shuffled order: the sort is stable, and so is this.
            let place = lines.partition_point(|pv| pv.score >= score);
            lines.insert(place, PvLine { moves: pv, score, bound: Bound::Exact, chances });
        }
        // A tree broken off has not seen all answers; what it saw is only what was found so far.
        let whole = lines.len() == moves.len();
        lines.truncate(limits.lines.max(1));
        if !whole {
            lines.iter_mut().for_each(|pv| pv.bound = Bound::AtLeast);
        }
        if lines.is_empty() {
            lines = tree.walk.fallback(&moves);
        }
        let info = tree.walk.info(lines, depth);
        report(&info);
        info
    }
}

struct Tree<'a, P: Position, E> {
    walk: SearchContext<'a, P, E>,
    /// The best line found from each ply on.
    pvs: Vec<Vec<P::Move>>,
}

impl<P: Position, E: Eval<P>> Tree<'_, P, E> {
    /// What a move is worth, `depth` plies deep with itself counted: the mean over its reveals.
    fn after(&mut self, mv: P::Move, depth: u32) -> Score {
        let here = self.walk.line.here();
        if P::DETERMINISTIC {
            let reveal = here.unrevealed(mv);
            self.walk.push(mv, reveal);
            let score = -self.value(depth - 1);
            self.walk.pop();
            return score;
        }
        let reveals = self.walk.reveals(mv);
        let mut mean = Mean::default();
        for (reveal, weight) in reveals.iter() {
            self.walk.push(mv, reveal);
            mean.add(-self.value(depth - 1), weight);
            self.walk.pop();
            if self.walk.stopped {
                break;
            }
        }
        if reveals.len() > 1 {
            // Beyond chance there is no one line.
            self.pv(self.walk.ply() + 1).clear();
        }
        mean.score()
    }

    fn value(&mut self, depth: u32) -> Score {
        let ply = self.walk.ply();
        self.pv(ply).clear();
        if self.walk.stopped {
            return Score::DRAW;
        }
        if let Some(score) = self.walk.ended() {
            return score;
        }
        if depth == 0 {
            return self.walk.estimate();
        }
        let mut moves = MoveList::new();
        self.walk.line.here().legal_moves(&mut moves);
        let mut best = Window::FULL.alpha;
        for &mv in &moves {
            let score = self.after(mv, depth);
            if self.walk.stopped {
                return Score::DRAW;
            }
            if score > best {
                best = score;
                let tail = std::mem::take(self.pv(ply + 1));
                let pv = self.pv(ply);
                pv.clear();
                pv.push(mv);
                pv.extend(tail);
            }
        }
        // A mind that cannot see its own pieces move (some at jieqi) has nothing better than its opinion.
        if moves.is_empty() { self.walk.estimate() } else { best }
    }

    fn pv(&mut self, ply: usize) -> &mut Vec<P::Move> {
        if self.pvs.len() <= ply {
            self.pvs.resize_with(ply + 1, Vec::new);
        }
        &mut self.pvs[ply]
    }
}

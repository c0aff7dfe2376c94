//! Minimax to a fixed depth without pruning: the reference for all other algorithms.

use game::{Eval, Line, MoveList, Position, Score};

use super::context::{Mean, SearchContext};
use super::observed::{ObservedSearch, observed_engine};
use super::observer::{Pass, Resolution, SearchObserver, Visit};
use crate::{Bound, Control, Limits, PvLine, SearchInfo, Window};

/// Minimax engine.
#[derive(Clone, Debug)]
pub struct Minimax<E> {
    eval: E,
    depth: u32,
}

impl<E> Minimax<E> {
    /// Engine with this search depth in plies.
    pub fn new(eval: E, depth: u32) -> Self {
        Minimax { eval, depth: depth.max(1) }
    }
}

observed_engine!([P: Position, E: Eval<P> + Clone] Minimax<E>);

impl<P: Position, E: Eval<P> + Clone> ObservedSearch<P> for Minimax<E> {
    fn search<O: SearchObserver<P> + ?Sized>(
        &mut self,
        line: &Line<P>,
        limits: &Limits<P::Move>,
        control: &Control,
        report: &mut dyn FnMut(&SearchInfo<P>),
        observer: &mut O,
    ) -> SearchInfo<P> {
        let depth = limits.depth.map_or(self.depth, |most| most.clamp(1, self.depth));
        let mut search = MinimaxSearch {
            context: SearchContext::new(line, self.eval.clone(), limits, control),
            pvs: Vec::new(),
            observer,
        };
        let moves = search.context.root_moves();
        search.observer.iteration(line, depth);
        let mut lines: Vec<PvLine<P>> = Vec::new();
        for &mv in &moves {
            if search.context.is_stopped() {
                break;
            }
            let score = search.after(mv, depth);
            if search.context.stopped {
                break;
            }
            let mut pv = vec![mv];
            pv.extend(search.pvs.get(1).into_iter().flatten());
            let chances = search.context.eval.chances(score);
            // Equal scores keep the shuffled order: this insertion is stable.
            let place = lines.partition_point(|pv| pv.score >= score);
            lines.insert(place, PvLine { moves: pv, score, bound: Bound::Exact, chances });
        }
        // A stopped search has not seen all moves: its scores are lower bounds.
        let whole = lines.len() == moves.len();
        search.observer.resolve(match search.context.stopped {
            true => Resolution::Stopped,
            false => Resolution::Searched { moves: moves.len(), searched: lines.len(), cut: false },
        });
        search.observer.leave(lines.first().map_or(Score::DRAW, |pv| pv.score));
        lines.truncate(limits.lines.max(1));
        if !whole {
            lines.iter_mut().for_each(|pv| pv.bound = Bound::AtLeast);
        }
        if lines.is_empty() {
            lines = search.context.fallback(&moves);
        }
        let info = search.context.info(lines, depth);
        report(&info);
        info
    }
}

struct MinimaxSearch<'a, P: Position, E, O: ?Sized> {
    context: SearchContext<'a, P, E>,
    /// Principal variation by ply.
    pvs: Vec<Vec<P::Move>>,
    observer: &'a mut O,
}

impl<P: Position, E: Eval<P>, O: SearchObserver<P> + ?Sized> MinimaxSearch<'_, P, E, O> {
    /// Score of a move, `depth` plies deep including the move: the mean over its chance outcomes.
    fn after(&mut self, mv: P::Move, depth: u32) -> Score {
        let here = self.context.line.here();
        if P::DETERMINISTIC {
            let reveal = here.unrevealed(mv);
            self.context.push(mv, reveal);
            let score = -self.visit(depth - 1, 1);
            self.context.pop();
            return score;
        }
        let reveals = self.context.reveals(mv);
        let branches = reveals.len() > 1;
        if branches {
            self.observer.chance(&self.context.line, mv, depth - 1, Window::FULL);
        }
        let mut mean = Mean::default();
        for (reveal, weight) in reveals.iter() {
            self.context.push(mv, reveal);
            mean.add(-self.visit(depth - 1, weight), weight);
            self.context.pop();
            if self.context.stopped {
                break;
            }
        }
        if branches {
            // A principal variation ends at a chance node.
            self.pv(self.context.ply() + 1).clear();
            self.observer.leave(-mean.score());
        }
        mean.score()
    }

    /// Value of the position after the last move, reported to the observer.
    fn visit(&mut self, depth: u32, weight: u32) -> Score {
        let visit = Visit { line: &self.context.line, depth, window: Window::FULL, pass: Pass::Full, weight };
        self.observer.enter(&visit);
        let score = self.value(depth);
        self.observer.leave(score);
        score
    }

    fn value(&mut self, depth: u32) -> Score {
        let ply = self.context.ply();
        self.pv(ply).clear();
        if self.context.stopped {
            self.observer.resolve(Resolution::Stopped);
            return Score::DRAW;
        }
        if let Some(score) = self.context.end_score() {
            self.observer.resolve(Resolution::GameOver);
            return score;
        }
        if depth == 0 {
            self.observer.resolve(Resolution::Evaluated);
            return self.context.static_eval();
        }
        let mut moves = MoveList::new();
        self.context.line.here().legal_moves(&mut moves);
        let mut best = Window::FULL.alpha;
        for &mv in &moves {
            let score = self.after(mv, depth);
            if self.context.stopped {
                self.observer.resolve(Resolution::Stopped);
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
        if moves.is_empty() {
            // In some jieqi views the side to move has no known legal move: use the static evaluation.
            self.observer.resolve(Resolution::Evaluated);
            return self.context.static_eval();
        }
        let count = moves.len();
        self.observer.resolve(Resolution::Searched { moves: count, searched: count, cut: false });
        best
    }

    fn pv(&mut self, ply: usize) -> &mut Vec<P::Move> {
        if self.pvs.len() <= ply {
            self.pvs.resize_with(ply + 1, Vec::new);
        }
        &mut self.pvs[ply]
    }
}

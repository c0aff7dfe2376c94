//! One node of the alpha-beta search.

use std::marker::PhantomData;

use game::{Eval, MoveList, Position, Score};

use super::AlphaBetaOptions;
use super::ordering::History;
use super::tt::{Slot, Table};
use crate::plain::context::{Mean, SearchContext};
use crate::plain::observer::{Pass, Resolution, SearchObserver, Visit};
use crate::plain::tactical_info::TacticalInfo;
use crate::{Bound, Window};

/// State of a running search.
pub(super) struct AlphaBetaSearch<'a, P: Position, E, S, O: ?Sized> {
    pub context: SearchContext<'a, P, E>,
    pub options: AlphaBetaOptions,
    pub table: &'a mut Table<P::Move>,
    pub history: History<P::Move>,
    /// Depth of the current iteration.
    pub iteration: u32,
    /// Principal variation by ply.
    pub pvs: Vec<Vec<P::Move>>,
    /// Principal variation of the last iteration.
    pub last_pv: Vec<P::Move>,
    /// True if a position occurred twice before the root.
    pub has_repeated: bool,
    pub observer: &'a mut O,
    pub tactics: PhantomData<S>,
}

/// A third occurrence of a position that occurred once takes at least this many plies.
const FREE_OF_REPETITION: u32 = 7;

impl<P: Position, E: Eval<P>, S: TacticalInfo<P>, O: SearchObserver<P> + ?Sized>
    AlphaBetaSearch<'_, P, E, S, O>
{
    /// Score of a move, `depth` plies deep including the move. `first`: first move of its node, searched with the full
    /// window. `clean`: no position between the root and here has occurred before.
    pub fn try_move(&mut self, mv: P::Move, depth: u32, window: Window, first: bool, clean: bool) -> Score {
        let reveal = self.context.line.here().unrevealed(mv);
        if P::DETERMINISTIC {
            self.context.push(mv, reveal);
            let mut score = None;
            if self.options.pv && !first && !window.is_zero() {
                score = Some(-self.visit(depth - 1, -window.zero(), clean, (Pass::Scout, 1)));
            }
            // PVS: a zero-window search that fails high is repeated with the full window.
            let score = match score {
                Some(bound) if bound <= window.alpha || bound >= window.beta => bound,
                _ if self.context.stopped => Score::DRAW,
                Some(_) => -self.visit(depth - 1, -window, clean, (Pass::Research, 1)),
                None => -self.visit(depth - 1, -window, clean, (Pass::Full, 1)),
            };
            self.context.pop();
            return score;
        }
        let reveals = self.context.reveals(mv);
        let alone = reveals.len() == 1;
        if !alone {
            self.observer.chance(&self.context.line, mv, depth - 1, -window);
        }
        let mut mean = Mean::default();
        for (reveal, weight) in reveals.iter() {
            self.context.push(mv, reveal);
            // A mean needs an exact score of every outcome.
            let inner = if alone { -window } else { Window::FULL };
            mean.add(-self.visit(depth - 1, inner, clean, (Pass::Full, weight)), weight);
            self.context.pop();
            if self.context.stopped {
                break;
            }
        }
        if !alone {
            // A principal variation ends at a chance node.
            self.pv(self.context.ply() + 1).clear();
            self.observer.leave(-mean.score());
        }
        mean.score()
    }

    /// Value of the position after the last move, reported to the observer.
    fn visit(&mut self, depth: u32, window: Window, clean: bool, (pass, weight): (Pass, u32)) -> Score {
        self.observer.enter(&Visit { line: &self.context.line, depth, window, pass, weight });
        let score = self.value(depth, window, clean);
        self.observer.leave(score);
        score
    }

    /// Value of the current position, exact within the window, a bound outside.
    fn value(&mut self, depth: u32, mut window: Window, clean: bool) -> Score {
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
        let clean = clean && self.context.line.earlier_occurrences().next().is_none();
        let key = self.context.line.here().key();
        let known = if self.options.table { self.table.get(key) } else { None };
        // Use only results that do not depend on the path, and of exactly this depth: so the value equals that of
        // minimax.
        let holds = self.options.table && clean && !self.has_repeated && depth < FREE_OF_REPETITION;
        if let Some(slot) = known
            && holds
            && (u32::from(slot.depth), u32::from(slot.iteration)) == (depth, self.iteration)
        {
            let score = slot.score.from_tt(ply);
            let enough = match slot.bound {
                Bound::Exact => true,
                Bound::AtLeast => score >= window.beta,
                Bound::AtMost => score <= window.alpha,
            };
            if enough {
                self.context.tt_hits += 1;
                self.observer.resolve(Resolution::TableHit(key));
                return score;
            }
        }

        let mut moves = MoveList::new();
        self.context.line.here().legal_moves(&mut moves);
        if moves.is_empty() {
            // In some jieqi views the side to move has no known legal move: use the static evaluation.
            self.observer.resolve(Resolution::Evaluated);
            return self.context.static_eval();
        }
        let guess = self.last_pv.get(ply).copied().filter(|_| self.options.pv && self.is_on_last_pv(ply));
        self.order(&mut moves, ply, [known.and_then(|slot| slot.mv), guess]);
        let mut kept = moves.to_vec();
        if let Some(width) = self.options.beam {
            self.keep_best(&mut kept, depth, width);
        }

        let floor = window.alpha;
        let mut best = Window::FULL.alpha;
        let mut best_move = None;
        let (mut searched, mut cut) = (0, false);
        for (number, &mv) in kept.iter().enumerate() {
            let score = self.try_move(mv, depth, window, number == 0, clean);
            if self.context.stopped {
                self.observer.resolve(Resolution::Stopped);
                return Score::DRAW;
            }
            searched = number + 1;
            if score > best {
                best = score;
                best_move = Some(mv);
                let tail = std::mem::take(self.pv(ply + 1));
                let pv = self.pv(ply);
                pv.clear();
                pv.push(mv);
                pv.extend(tail);
            }
            if window.raise(best) {
                self.context.cutoffs += 1;
                self.update_history(mv, ply, depth);
                cut = true;
                break;
            }
        }
        self.observer.resolve(Resolution::Searched { moves: kept.len(), searched, cut });
        if holds {
            let bound = match best {
                score if score >= window.beta => Bound::AtLeast,
                score if score <= floor => Bound::AtMost,
                _ => Bound::Exact,
            };
            let (score, depth, iteration) = (best.to_tt(ply), depth as u8, self.iteration as u8);
            self.table.put(Slot { key, mv: best_move, score, bound, depth, iteration });
            self.observer.stored(key);
        }
        best
    }

    /// Returns true if the moves from the root are the principal variation of the last iteration.
    fn is_on_last_pv(&self, ply: usize) -> bool {
        let steps = self.context.line.steps();
        let played = &steps[steps.len() - ply..];
        self.last_pv.len() >= ply && played.iter().zip(&self.last_pv).all(|(step, &mv)| step.mv == Some(mv))
    }

    pub fn pv(&mut self, ply: usize) -> &mut Vec<P::Move> {
        if self.pvs.len() <= ply {
            self.pvs.resize_with(ply + 1, Vec::new);
        }
        &mut self.pvs[ply]
    }
}

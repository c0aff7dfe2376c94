//! One position of the alpha-beta tree.

use std::marker::PhantomData;

use game::{Eval, MoveList, Position, Score};

use super::AlphaBetaOptions;
use super::ordering::History;
use super::tt::Table;
use crate::plain::context::{Mean, SearchContext};
use crate::plain::tactical_info::TacticalInfo;
use crate::{Bound, Window};

/// A search in the making.
pub(super) struct Tree<'a, P: Position, E, S> {
    pub walk: SearchContext<'a, P, E>,
    pub options: AlphaBetaOptions,
    pub memory: &'a mut Table<P::Move>,
    pub history: History<P::Move>,
    /// The depth of this round of deepening.
    pub round: u32,
    /// The best line found from each ply on.
    pub pvs: Vec<Vec<P::Move>>,
    /// The best line of the last round.
    pub last_pv: Vec<P::Move>,
    /// A position of the game stood on the board twice before the root.
    pub has_repeated: bool,
    pub sense: PhantomData<S>,
}

/// A third occurrence of a position that the path met once takes at least this many plies.
const FREE_OF_REPETITION: u32 = 7;

impl<P: Position, E: Eval<P>, S: TacticalInfo<P>> Tree<'_, P, E, S> {
    /// What a move is worth, `depth` plies deep with itself counted. `first`: the first move of its position, searched
    /// with the whole window. `clean`: no position between root and here stood on the board before.
    pub fn try_move(&mut self, mv: P::Move, depth: u32, window: Window, first: bool, clean: bool) -> Score {
        let reveal = self.walk.line.here().unrevealed(mv);
        if P::DETERMINISTIC {
            self.walk.push(mv, reveal);
            let mut score = None;
            if self.options.pv && !first && !window.is_scout() {
                score = Some(-self.value(depth - 1, -window.scout(), clean));
            }
            // A scout that finds more than alpha has only said so much: the move is searched whole.
            let score = match score {
                Some(bound) if bound <= window.alpha || bound >= window.beta => bound,
                _ if self.walk.stopped => Score::DRAW,
                _ => -self.value(depth - 1, -window, clean),
            };
            self.walk.pop();
            return score;
        }
        let reveals = self.walk.reveals(mv);
        let alone = reveals.len() == 1;
        let mut mean = Mean::default();
        for (reveal, weight) in reveals.iter() {
            self.walk.push(mv, reveal);
            // A mean needs each of its parts exactly.
            let inner = if alone { -window } else { Window::FULL };
            mean.add(-self.value(depth - 1, inner, clean), weight);
            self.walk.pop();
            if self.walk.stopped {
                break;
            }
        }
        if !alone {
            // Beyond chance there is no one line.
            self.pv(self.walk.ply() + 1).clear();
        }
        mean.score()
    }

    /// The value of the position on the board, exact within the window, a bound outside.
    pub fn value(&mut self, depth: u32, mut window: Window, clean: bool) -> Score {
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
        let clean = clean && self.walk.line.earlier_occurrences().next().is_none();
        let key = self.walk.line.here().key();
        let known = if self.options.table { self.memory.get(key) } else { None };
        // Only what holds however one came here, and only what was searched exactly as deep: so the value stays
        // minimax's to the letter.
        let holds = self.options.table && clean && !self.has_repeated && depth < FREE_OF_REPETITION;
        if let Some(slot) = known
            && holds
            && (u32::from(slot.depth), u32::from(slot.round)) == (depth, self.round)
        {
            let score = slot.score.from_tt(ply);
            let enough = match slot.bound {
                Bound::Exact => true,
                Bound::AtLeast => score >= window.beta,
                Bound::AtMost => score <= window.alpha,
            };
            if enough {
                self.walk.tt_hits += 1;
                return score;
            }
        }

        let mut moves = MoveList::new();
        self.walk.line.here().legal_moves(&mut moves);
        if moves.is_empty() {
            // A mind that cannot see its own pieces move (some at jieqi) has nothing better than its opinion.
            return self.walk.estimate();
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
        for (number, &mv) in kept.iter().enumerate() {
            let score = self.try_move(mv, depth, window, number == 0, clean);
            if self.walk.stopped {
                return Score::DRAW;
            }
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
                self.walk.cutoffs += 1;
                self.learn(mv, ply, depth);
                break;
            }
        }
        if holds {
            let bound = match best {
                score if score >= window.beta => Bound::AtLeast,
                score if score <= floor => Bound::AtMost,
                _ => Bound::Exact,
            };
            self.memory.put(key, best_move, best.to_tt(ply), bound, depth, self.round);
        }
        best
    }

    /// Whether the moves from the root to here are the last round's best line.
    fn is_on_last_pv(&self, ply: usize) -> bool {
        let steps = self.walk.line.steps();
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

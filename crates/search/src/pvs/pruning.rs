//! Whole-node decisions before the moves are searched: hindsight, razoring, reverse futility pruning, null-move pruning,
//! ProbCut.

use game::{Eval, Move as _, Position, Score, Tactics};

use super::worker::Worker;
use crate::history::QuietContext;
use crate::params::{NULL_VERIFY_DEPTH, ZUGZWANG_GUARD_MOVES};
use crate::picker::{MovePicker, Picked};
use crate::tt::Entry;
use crate::{Bound, Window};

/// Facts about a node before its moves are searched.
pub(super) struct NodeFacts<P: Position> {
    pub depth: i32,
    pub window: Window,
    /// Static evaluation, before its correction.
    pub raw: Option<Score>,
    /// Evaluation, corrected and refined by the table score.
    pub eval: Score,
    pub improving: bool,
    pub cut_node: bool,
    /// True if reverse futility pruning is allowed: not a former PV node, and no quiet move is known to be best.
    pub trusted: bool,
    /// Table entry and its score.
    pub known: Option<(Entry, Score)>,
    pub tt_move: Option<P::Move>,
}

impl<P: Tactics, E: Eval<P>> Worker<'_, P, E> {
    /// Change of depth in hindsight, in plies: one more where a reduced move made the opponent no worse, one less where
    /// the evaluations of both sides say that it was a good one.
    pub(super) fn hindsight(&self, ply: usize, depth: i32, eval: Option<Score>) -> i32 {
        let before = &self.frames[ply - 1];
        let (Some(eval), Some(last), true) = (eval, before.eval, self.params.hindsight_margin > 0) else {
            return 0;
        };
        let sum = eval.raw() + last.raw();
        if before.reduction >= 3 && sum <= 0 {
            1
        } else if before.reduction >= 2 && depth >= 2 && sum > self.params.hindsight_margin {
            -1
        } else {
            0
        }
    }

    /// Node pruning: razoring, reverse futility pruning, null-move pruning with verification.
    pub(super) fn prune_node(&mut self, ply: usize, node: &NodeFacts<P>) -> Option<Score> {
        let NodeFacts { depth, window, eval, improving, cut_node, trusted, .. } = *node;
        let params = self.params;
        let Window { alpha, beta } = window;
        let mate_search = beta.is_decided() && self.is_mate_search();
        // Razoring: far below alpha, only quiescence search can help. Not when a forced win is searched for: the static
        // evaluation does not tell if there is one.
        if !mate_search
            && depth <= params.razor_depth
            && eval + (params.razor_margin + params.razor_growth * depth * depth) < alpha
        {
            let score = self.quiesce_known::<false>(ply, Window::zero_below(alpha), false);
            if score < alpha {
                return Some(score);
            }
        }
        // Reverse futility pruning: so far above beta that the opponent would avoid this position. `trusted`: not a
        // former PV node, and no quiet move is known to be best.
        let margin = params.rfp_margin * depth - params.rfp_improving * i32::from(improving);
        if trusted
            && depth <= params.rfp_depth
            && eval - margin >= beta
            && !eval.is_decided()
            && !beta.is_decided()
        {
            return Some(Score::from_raw((eval.raw() + beta.raw()) / 2));
        }
        // Null-move pruning: if passing already reaches beta, some move will. Not where zugzwang is likely, and not
        // right after another null move.
        let side = self.line.here().turn();
        let guarded = self.null_guard.is_some_and(|(guarded, until)| guarded == side && ply < until);
        let after_pass = ply > 0 && self.frames[ply - 1].piece_to.is_none();
        if depth < params.null_depth
            || eval < beta
            || after_pass
            || guarded
            || !self.line.here().is_null_move_safe()
        {
            return None;
        }
        if beta.is_decided() && !(mate_search && beta < Score::DRAW) {
            return None;
        }
        // Zugzwang guard: many wins rest on the defender's obligation to move.
        if mate_search && self.shared.zugzwang_guard && self.line.here().count_legal() < ZUGZWANG_GUARD_MOVES
        {
            return None;
        }
        let after = self.line.here().pass()?;
        let reduction =
            params.null_reduction + depth / 3 + ((eval.raw() - beta.raw()) / params.null_eval_step).min(3);
        self.push_pass(ply, after);
        let score = -self.search::<false>(ply + 1, depth - reduction, -Window::zero_below(beta), !cut_node);
        self.pop();
        if self.stopped || score < beta {
            return None;
        }
        let score = if score.is_decided() { Score::cp(beta.raw()) } else { score };
        if depth < NULL_VERIFY_DEPTH || self.null_guard.is_some() {
            return Some(score);
        }
        self.null_guard = Some((side, ply + 3 * (depth - reduction).max(0) as usize / 4 + 1));
        let verified = self.search::<false>(ply, depth - reduction, Window::zero_below(beta), false);
        self.null_guard = None;
        (verified >= beta).then_some(score)
    }

    /// ProbCut: a capture that is well above beta at reduced depth will be above beta here.
    pub(super) fn probcut(&mut self, ply: usize, node: &NodeFacts<P>) -> Option<Score> {
        let NodeFacts { depth, window, eval, raw, known, tt_move, cut_node, .. } = *node;
        let params = self.params;
        let goal = window.beta + params.probcut_margin;
        if window.beta.is_decided() || goal.is_decided() {
            return None;
        }
        if let Some((entry, score)) = known {
            // Small ProbCut: the table already has such a bound from nearly the same depth.
            let sure = window.beta + params.small_probcut;
            if params.small_probcut > 0
                && entry.bound == Bound::AtLeast
                && entry.depth >= depth - 4
                && score >= sure
                && !score.is_decided()
            {
                return Some(sure);
            }
            if params.probcut_table != 0 && entry.depth >= depth - 3 && score < goal {
                return None;
            }
        }
        if depth < params.probcut_depth {
            return None;
        }
        let exchange = goal.raw() - eval.raw();
        let noisy = tt_move.filter(|&mv| {
            let here = self.line.here();
            here.is_noisy(mv)
                && (params.probcut_table == 0 || here.see_ge(mv, exchange, self.eval.piece_values()))
        });
        let mut picker = MovePicker::noisy(self.buffers(), noisy, exchange);
        let context = QuietContext::default();
        while let Some(Picked { mv, .. }) =
            picker.next(self.line.here(), false, self.histories, &context, self.eval.piece_values())
        {
            if !P::DETERMINISTIC && self.line.here().is_chance_move(mv) {
                continue;
            }
            self.push_unrevealed(ply, mv);
            let mut score = -self.quiesce::<false>(ply + 1, -Window::zero_below(goal));
            if score >= goal {
                score = -self.search::<false>(ply + 1, depth - 4, -Window::zero_below(goal), !cut_node);
            }
            self.pop();
            if self.stopped {
                return None;
            }
            if score >= goal {
                self.record_win(ply, score, Some(mv));
                self.recycle(picker.into_buffers());
                if let (Some(eval), true) = (raw, params.probcut_table != 0) {
                    let (mv, score) = (Some(mv.raw()), score.to_tt(ply));
                    let (depth, bound, pv) = (depth - 3, Bound::AtLeast, false);
                    let key = self.line.here().key();
                    self.shared.tt.store(key, Entry { mv, score, eval, depth, bound, pv });
                }
                return Some(score);
            }
        }
        self.recycle(picker.into_buffers());
        None
    }
}

//! Whole-node decisions before the moves are searched: hindsight, razoring, reverse futility pruning, null-move pruning,
//! ProbCut.

use game::{Eval, Move as _, Score, Tactics};

use super::mode::Mode;
use super::node::Node;
use super::worker::Worker;
use crate::history::QuietContext;
use crate::params::{NULL_VERIFY_DEPTH, ZUGZWANG_GUARD_MOVES};
use crate::picker::{MovePicker, Picked};
use crate::tt::Entry;
use crate::{Bound, Window};

impl<P: Tactics, E: Eval<P>, M: Mode> Worker<'_, P, E, M> {
    /// Change of depth in hindsight, in plies: one more where a reduced move made the opponent no worse, one less where
    /// the evaluations of both sides say that it was a good one.
    #[inline(always)]
    pub(super) fn hindsight(&self, node: &Node<P::Move>) -> i32 {
        let before = &self.frames[node.ply - 1];
        let (Some(eval), Some(last), true) = (node.eval, before.eval, self.params.hindsight_margin > 0)
        else {
            return 0;
        };
        let sum = eval.raw() + last.raw();
        if before.reduction >= 3 && sum <= 0 {
            1
        } else if before.reduction >= 2 && node.depth >= 2 && sum > self.params.hindsight_margin {
            -1
        } else {
            0
        }
    }

    /// Node pruning: razoring, reverse futility pruning, null-move pruning.
    #[inline(always)]
    pub(super) fn prune_node(&mut self, node: &Node<P::Move>) -> Option<Score> {
        self.razor(node).or_else(|| self.reverse_futility(node)).or_else(|| self.null_move(node))
    }

    /// Razoring: far below alpha, only quiescence search can help. Not when a forced win is searched for: the static
    /// evaluation does not tell if there is one.
    #[inline(always)]
    fn razor(&mut self, node: &Node<P::Move>) -> Option<Score> {
        let (params, depth, Window { alpha, beta }) = (self.params, node.depth, node.window);
        if (beta.is_decided() && self.shared.mode.seek().is_some())
            || depth > params.razor_depth
            || node.refined_eval + (params.razor_margin + params.razor_growth * depth * depth) >= alpha
        {
            return None;
        }
        let score = self.quiesce_known::<false>(node.ply, Window::zero_below(alpha), false);
        (score < alpha).then_some(score)
    }

    /// Reverse futility pruning: so far above beta that the opponent would avoid this position. Not at a former PV
    /// node, and not where a quiet move is known to be best.
    #[inline(always)]
    fn reverse_futility(&self, node: &Node<P::Move>) -> Option<Score> {
        let (params, depth, eval, beta) = (self.params, node.depth, node.refined_eval, node.window.beta);
        let trusted = params.rfp_gate == 0 || !node.tt_pv && (node.tt_move.is_none() || node.tt_noisy);
        let margin = params.rfp_margin * depth - params.rfp_improving * i32::from(node.improving);
        let prunes = trusted
            && depth <= params.rfp_depth
            && eval - margin >= beta
            && !eval.is_decided()
            && !beta.is_decided();
        prunes.then(|| Score::from_raw((eval.raw() + beta.raw()) / 2))
    }

    /// Null-move pruning: if passing already reaches beta, some move will. Cutoffs at high depth are verified.
    #[inline(always)]
    fn null_move(&mut self, node: &Node<P::Move>) -> Option<Score> {
        if !self.may_pass(node) {
            return None;
        }
        let (params, ply, depth, beta) = (self.params, node.ply, node.depth, node.window.beta);
        let after = self.line.here().pass()?;
        let surplus = (node.refined_eval.raw() - beta.raw()) / params.null_eval_step;
        let reduction = params.null_reduction + depth / 3 + surplus.min(3);
        self.push_pass(ply, after);
        let window = Window::zero_below(beta);
        let score = -self.search::<false>(ply + 1, depth - reduction, -window, !node.cut_node);
        self.pop();
        if self.stopped || score < beta {
            return None;
        }
        let score = if score.is_decided() { Score::cp(beta.raw()) } else { score };
        if depth < NULL_VERIFY_DEPTH || self.null_guard.is_some() {
            return Some(score);
        }
        let side = self.line.here().turn();
        self.null_guard = Some((side, ply + 3 * (depth - reduction).max(0) as usize / 4 + 1));
        let verified = self.search::<false>(ply, depth - reduction, window, false);
        self.null_guard = None;
        (verified >= beta).then_some(score)
    }

    /// Returns true if a null move may be tried: not where zugzwang is likely, and not right after another null move.
    #[inline(always)]
    fn may_pass(&self, node: &Node<P::Move>) -> bool {
        let (here, ply, beta) = (self.line.here(), node.ply, node.window.beta);
        let side = here.turn();
        let guarded = self.null_guard.is_some_and(|(guarded, until)| guarded == side && ply < until);
        let after_pass = ply > 0 && self.frames[ply - 1].piece_to.is_none();
        if node.depth < self.params.null_depth
            || node.refined_eval < beta
            || after_pass
            || guarded
            || !here.is_null_move_safe()
        {
            return false;
        }
        match self.shared.mode.seek() {
            _ if !beta.is_decided() => true,
            // Zugzwang guard: many wins rest on the defender's obligation to move.
            Some(seek) => {
                beta < Score::DRAW && !(seek.zugzwang_guard && here.count_legal() < ZUGZWANG_GUARD_MOVES)
            }
            None => false,
        }
    }

    /// ProbCut: a capture that is well above beta at reduced depth will be above beta here.
    #[inline(always)]
    pub(super) fn probcut(&mut self, node: &Node<P::Move>) -> Option<Score> {
        let Node { ply, depth, refined_eval: eval, raw_eval: raw, tt_move, cut_node, .. } = *node;
        let (params, beta) = (self.params, node.window.beta);
        let goal = beta + params.probcut_margin;
        if beta.is_decided() || goal.is_decided() {
            return None;
        }
        if let Some((entry, score)) = node.tt {
            // Small ProbCut: the table already has such a bound from nearly the same depth.
            let sure = beta + params.small_probcut;
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

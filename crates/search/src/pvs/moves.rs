//! Loop over the moves of a node: steps 7 to 11 of the principal variation search.

use game::{Eval, Score, Tactics};

use super::MAX_PLY;
use super::mode::Mode;
use super::node::Node;
use super::worker::Worker;
use crate::history::{Histories, QuietContext, depth_bonus};
use crate::params::Params;
use crate::picker::{MoveBuffers, MovePicker, Picked};
use crate::{Bound, Window};

/// Result of the moves searched so far.
pub(super) struct MoveLoop<M> {
    pub best: Score,
    pub best_move: Option<M>,
    pub bound: Bound,
    /// Number of moves searched or pruned.
    pub count: usize,
}

/// A move about to be searched.
struct Candidate<M> {
    mv: M,
    /// Number of the move, from 1.
    number: usize,
    /// True for a capture or a promotion.
    noisy: bool,
    checks: bool,
    history: i32,
    /// Base late-move reduction in 1024ths of a ply.
    reduction: i32,
}

/// Depths of a move.
#[derive(Clone, Copy)]
struct MoveDepth {
    full: i32,
    /// Depth after the late-move reduction, where the move is reduced.
    reduced: Option<i32>,
}

/// Result of the singular-extension search.
enum Extension {
    Plies(i32),
    /// Multi-cut: another move reaches beta as well, so the node would fail high anyway.
    Cutoff(Score),
}

impl<P: Tactics, E: Eval<P>, M: Mode> Worker<'_, P, E, M> {
    /// Step 7: loops over the moves in the order of the move picker. `Err` is the final score of the node.
    #[inline(always)]
    pub(super) fn search_moves<const PV: bool>(
        &mut self,
        node: &mut Node<P::Move>,
    ) -> Result<MoveLoop<P::Move>, Score> {
        let (ply, root) = (node.ply, node.is_root());
        let context = self.quiet_context(ply);
        let mut picker = MovePicker::new(self.buffers(), node.tt_move, self.frames[ply].killers)
            .exhaustive(root && self.must_search_all());
        let mut moves = MoveLoop { best: -Score::INFINITE, best_move: None, bound: Bound::AtMost, count: 0 };
        while let Some(picked) =
            picker.next(self.line.here(), node.in_check, self.histories, &context, self.eval.piece_values())
        {
            if Some(picked.mv) == node.excluded || (root && !self.is_root_candidate(picked.mv)) {
                continue;
            }
            moves.count += 1;
            let candidate = self.candidate(picked, moves.count, node.depth, &context);
            if !root && self.prunes_move(node, moves.best, &candidate, &mut picker) {
                continue;
            }
            let extension = match self.singular_extension::<PV>(node, candidate.mv) {
                Extension::Plies(plies) => plies,
                Extension::Cutoff(score) => {
                    self.recycle(picker.into_buffers());
                    return Err(score);
                }
            };
            let nodes_before = self.nodes;
            let depth = self.move_depth(node, &candidate, extension, picker.is_late_stage());
            let score = if !P::DETERMINISTIC && self.line.here().is_chance_move(candidate.mv) {
                let depths = [depth.reduced.unwrap_or(depth.full), depth.full];
                self.search_late_chance(ply, candidate.mv, depths, node.window, candidate.number == 1)
            } else {
                self.frames[ply].quiet_slot =
                    (!candidate.noisy).then(|| Histories::slot_of(self.line.here(), candidate.mv, &context));
                self.push_unrevealed(ply, candidate.mv);
                let score = self.search_move::<PV>(node, depth, moves.best, candidate.number == 1);
                self.pop();
                score
            };
            if self.stopped {
                return Err(Score::DRAW);
            }
            if root {
                self.update_root_move(&candidate, score, node.window, nodes_before);
            }
            if self.raise_best::<PV>(node, &mut moves, candidate.mv, score) {
                self.update_histories(node, candidate.mv, picker.searched(), &context);
                break;
            }
            let searched = picker.searched();
            if candidate.noisy {
                searched.noisies.push(candidate.mv);
            } else {
                searched.quiets.push(candidate.mv);
            }
        }
        self.recycle(picker.into_buffers());
        Ok(moves)
    }

    #[inline(always)]
    fn candidate(
        &self,
        Picked { mv, facts }: Picked<P::Move>,
        number: usize,
        depth: i32,
        context: &QuietContext,
    ) -> Candidate<P::Move> {
        let here = self.line.here();
        let noisy = here.is_noisy(mv);
        let (checks, history) = facts.unwrap_or_else(|| {
            let histories = &self.histories;
            let history = if noisy { histories.noisy(here, mv) } else { histories.quiet(here, mv, context) };
            (here.gives_check(mv), history)
        });
        Candidate { mv, number, noisy, checks, history, reduction: self.reduction(depth, number) }
    }

    /// Step 8: shallow-depth pruning. Late-move pruning, history pruning, futility pruning, SEE pruning. Returns true
    /// if the move is skipped.
    #[inline(always)]
    fn prunes_move(
        &self,
        node: &Node<P::Move>,
        best: Score,
        candidate: &Candidate<P::Move>,
        picker: &mut MovePicker<P>,
    ) -> bool {
        let (here, params) = (self.line.here(), self.params);
        if best <= Score::mated_in(MAX_PLY) || best.is_decided() || !here.is_null_move_safe() {
            return false;
        }
        let Candidate { mv, noisy, checks, .. } = *candidate;
        let (depth, values) = (node.depth, self.eval.piece_values());
        let reduced_depth = (depth - candidate.reduction / 1024).max(0);
        if !noisy && is_late_move(params, candidate.number, depth, node.improving) {
            picker.skip_quiets();
        }
        if !noisy && !checks {
            let bad_history =
                depth <= params.history_pruning_depth && candidate.history < -params.history_pruning * depth;
            let margin = params.futility_margin + params.futility_growth * reduced_depth;
            let futile = !node.in_check
                && reduced_depth <= params.futility_depth
                && node.refined_eval + margin <= node.window.alpha;
            return bad_history
                || futile
                || !here.see_ge(mv, -params.see_quiet * reduced_depth * reduced_depth, values);
        }
        let futile = noisy
            && !checks
            && !node.in_check
            && reduced_depth <= params.capture_futility_depth
            && reduced_depth > 0
            && node.refined_eval
                + (params.capture_futility_margin
                    + params.capture_futility_growth * reduced_depth
                    + here.gain(mv, values))
                <= node.window.alpha;
        let losing =
            (picker.is_late_stage() || checks) && !here.see_ge(mv, -params.see_noisy * depth, values);
        futile || losing
    }

    /// Step 9: singular extension. If all other moves fail low at reduced depth, the table move is extended.
    #[inline(always)]
    fn singular_extension<const PV: bool>(&mut self, node: &Node<P::Move>, mv: P::Move) -> Extension {
        let params = self.params;
        let (true, Some((entry, score))) = (Some(mv) == node.tt_move && !node.is_root(), node.tt) else {
            return Extension::Plies(0);
        };
        if node.depth < params.singular_depth
            || entry.depth < node.depth - 3
            || entry.bound == Bound::AtMost
            || score.is_decided()
            || node.ply >= 2 * self.depth as usize
        {
            return Extension::Plies(0);
        }
        let margin = score - params.singular_margin * node.depth;
        self.frames[node.ply].excluded = Some(mv);
        let window = Window::zero_below(margin);
        let best_other = self.search::<false>(node.ply, (node.depth - 1) / 2, window, node.cut_node);
        self.frames[node.ply].excluded = None;
        if best_other < margin {
            let double = !PV && best_other < margin - params.double_margin;
            let triple =
                !PV && !node.tt_noisy && best_other < margin - (params.double_margin + params.triple_margin);
            Extension::Plies(1 + i32::from(double) + i32::from(triple))
        } else if margin >= node.window.beta {
            Extension::Cutoff(margin)
        } else if score >= node.window.beta {
            Extension::Plies(-2)
        } else {
            Extension::Plies(-i32::from(node.cut_node))
        }
    }

    /// Step 10: depth of a move, and its late-move reduction (LMR).
    #[inline(always)]
    fn move_depth(
        &self,
        node: &Node<P::Move>,
        candidate: &Candidate<P::Move>,
        extension: i32,
        late_stage: bool,
    ) -> MoveDepth {
        let params = self.params;
        let Candidate { mv, number, noisy, checks, history, mut reduction } = *candidate;
        let full = node.depth - 1 + extension;
        let reduces = node.depth >= 2
            && number > 1 + usize::from(node.is_root())
            && (!noisy || late_stage || node.cut_node || params.lmr_captures != 0);
        if !reduces {
            return MoveDepth { full, reduced: None };
        }
        reduction += params.lmr_cut_node * i32::from(node.cut_node);
        reduction += params.lmr_not_improving * i32::from(!node.improving);
        reduction += params.lmr_tt_noisy * i32::from(node.tt_noisy && !noisy);
        reduction -= params.lmr_tt_pv * i32::from(node.tt_pv);
        reduction -= params.lmr_check * i32::from(checks || node.in_check);
        reduction -= history * 1024 / params.lmr_history;
        if noisy && !late_stage {
            reduction -= params.lmr_good_capture;
        }
        if self.frames[node.ply + 1].child_cutoffs > 3 {
            reduction += params.lmr_child_cutoffs;
        }
        if Some(mv) == node.tt_move {
            reduction = 0;
        }
        MoveDepth { full, reduced: Some((full - reduction / 1024).clamp(1, full.max(1))) }
    }

    /// Step 10: searches the move just played. Reduced first, then with a zero window, then with the full window (PVS).
    #[inline(always)]
    fn search_move<const PV: bool>(
        &mut self,
        node: &Node<P::Move>,
        depth: MoveDepth,
        best: Score,
        first: bool,
    ) -> Score {
        let (params, window, below) = (self.params, node.window, node.ply + 1);
        let full_window = PV || (!P::DETERMINISTIC && !window.is_zero());
        let mut new_depth = depth.full;
        let mut score = -Score::INFINITE;
        let mut full_depth = !full_window || !first;
        if let Some(reduced) = depth.reduced {
            self.frames[node.ply].reduction = new_depth - reduced;
            score = -self.search::<false>(below, reduced, -window.zero(), true);
            self.frames[node.ply].reduction = 0;
            full_depth = score > window.alpha && reduced < new_depth;
            if full_depth && !node.is_root() && !best.is_decided() && !score.is_decided() {
                // Deeper if the reduced search is far above the best score, shallower if it is hardly so.
                let deeper =
                    params.deeper_margin > 0 && score > best + (params.deeper_margin + 2 * new_depth);
                let shallower = params.shallower_margin > 0 && score < best + params.shallower_margin;
                new_depth += i32::from(deeper) - i32::from(shallower);
                full_depth = reduced < new_depth;
            }
        }
        if full_depth {
            score = -self.search::<false>(below, new_depth, -window.zero(), !node.cut_node);
        }
        if full_window && (first || score > window.alpha) {
            score = -self.search::<PV>(below, new_depth, -window, false);
        }
        score
    }

    /// Step 11: new best score and alpha. Returns true at a beta cutoff.
    #[inline(always)]
    fn raise_best<const PV: bool>(
        &mut self,
        node: &mut Node<P::Move>,
        moves: &mut MoveLoop<P::Move>,
        mv: P::Move,
        score: Score,
    ) -> bool {
        if score <= moves.best {
            return false;
        }
        moves.best = score;
        if score <= node.window.alpha {
            return false;
        }
        moves.best_move = Some(mv);
        if PV {
            self.update_pv(node.ply, mv);
        }
        moves.bound = Bound::Exact;
        if !node.window.raise(score) {
            return false;
        }
        moves.bound = Bound::AtLeast;
        self.cutoffs += 1;
        self.frames[node.ply].child_cutoffs += 1;
        true
    }

    /// Updates killers and histories after a beta cutoff: a bonus for the move, a malus for the moves tried before it.
    fn update_histories(
        &mut self,
        node: &Node<P::Move>,
        mv: P::Move,
        searched: &MoveBuffers<P::Move>,
        context: &QuietContext,
    ) {
        let here = self.line.here();
        let bonus = depth_bonus(node.depth, self.params);
        if here.is_noisy(mv) {
            self.histories.update_noisy(here, mv, bonus);
        } else {
            self.histories.update_quiet(here, mv, context, bonus);
            for &other in searched.quiets.iter() {
                self.histories.update_quiet(here, other, context, -bonus);
            }
            let killers = &mut self.frames[node.ply].killers;
            if killers[0] != Some(mv) {
                *killers = [Some(mv), killers[0]];
            }
        }
        for &other in searched.noisies.iter() {
            self.histories.update_noisy(here, other, -bonus);
        }
    }

    /// Returns true at a root where moves that are hardly worth a search are asked for: further lines, or chosen moves.
    fn must_search_all(&self) -> bool {
        let limits = self.shared.limits;
        self.pv > 0 || !limits.only.is_empty() || !limits.banned.is_empty()
    }

    fn is_root_candidate(&self, mv: P::Move) -> bool {
        self.root_moves[self.pv..].iter().any(|root_move| root_move.mv == mv)
    }

    fn update_root_move(
        &mut self,
        candidate: &Candidate<P::Move>,
        score: Score,
        window: Window,
        nodes_before: u64,
    ) {
        let (mv, spent) = (candidate.mv, self.nodes - nodes_before);
        let child_pv = self.frames[1].pv.clone();
        let pv = self.pv;
        let Some(root_move) = self.root_moves[pv..].iter_mut().find(|root_move| root_move.mv == mv) else {
            return;
        };
        root_move.nodes += spent;
        if candidate.number > 1 && score <= window.alpha {
            // Only known to be no better than the best move: sort it behind.
            root_move.score = Window::FULL.alpha;
            return;
        }
        root_move.score = score;
        root_move.bound = if score >= window.beta {
            Bound::AtLeast
        } else if score <= window.alpha {
            Bound::AtMost
        } else {
            Bound::Exact
        };
        root_move.pv.clear();
        root_move.pv.push(mv);
        root_move.pv.extend(child_pv);
    }
}

fn is_late_move(params: &Params, move_count: usize, depth: i32, improving: bool) -> bool {
    depth <= params.lmp_depth
        && move_count as i32 >= (params.lmp_base + depth * depth) / (2 - i32::from(improving))
}

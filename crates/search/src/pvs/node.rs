//! One node of the principal variation search, in numbered steps.

use std::num::NonZeroU16;

use game::{Eval, Move as _, Score, Tactics};

use super::MAX_PLY;
use super::pruning::NodeFacts;
use super::worker::Worker;
use crate::history::{Histories, QuietContext, depth_bonus};
use crate::params::Params;
use crate::picker::{MoveBuffers, MovePicker, Picked};
use crate::tt::Entry;
use crate::{Bound, Window};

impl<P: Tactics, E: Eval<P>> Worker<'_, P, E> {
    /// Searches the last position of the line to this depth; exact inside the window, a bound outside.
    ///
    /// `cut_node`: the node is expected to fail high.
    pub fn search<const PV: bool>(
        &mut self,
        ply: usize,
        depth: i32,
        mut window: Window,
        cut_node: bool,
    ) -> Score {
        let root = ply == 0;
        let params = self.params;
        let in_check = self.line.here().in_check();
        self.frames[ply].pv.clear();

        // Step 1. Quiescence search at the horizon. In check the search goes on by one ply instead.
        if depth <= 0 && !in_check {
            return self.quiesce_known::<PV>(ply, window, in_check);
        }
        let mut depth = depth.clamp(1, MAX_PLY as i32);
        if self.visit(ply) {
            return Score::DRAW;
        }

        // Step 2. Repetition, dead positions and the move-count draw; mate distance pruning.
        if !root {
            if let Some(score) = self.path_score(ply) {
                return score;
            }
            if ply >= MAX_PLY {
                return self.eval.score(self.line.here());
            }
            if window.raise(Score::mated_in(ply)) {
                return window.alpha;
            }
            if window.lower(Score::mate_in(ply + 1)) {
                return window.beta;
            }
        }

        // Step 3. Transposition-table lookup and cutoff.
        let excluded = self.frames[ply].excluded;
        let key = self.line.here().key();
        let tt_entry = if excluded.is_some() { None } else { self.shared.tt.probe(key) };
        let tt_move = self.tt_move(root, tt_entry);
        let tt_score = tt_entry.map(|entry| entry.score.from_tt(ply));
        // No cutoff at the root: it must know which of its moves the score belongs to.
        if let (false, Some(entry), Some(score)) = (PV || root, tt_entry, tt_score)
            && entry.depth >= depth
            && decides(entry.bound, score, window)
        {
            self.tt_hits += 1;
            if let Some(mv) = tt_move
                && score >= window.beta
                && !self.line.here().is_noisy(mv)
            {
                let context = self.quiet_context(ply);
                self.histories.update_quiet(self.line.here(), mv, &context, depth_bonus(depth, params));
            }
            return score;
        }
        // In a mate search, recorded wins answer where the table entry was overwritten.
        if let (false, None) = (root, excluded)
            && let Some(score) = self.recorded_win(key, ply, window)
        {
            self.tt_hits += 1;
            return score;
        }
        let tt_pv = PV || tt_entry.is_some_and(|entry| entry.pv);

        // Step 4. Static evaluation, adjusted by the correction history and by the table score.
        let raw = match tt_entry {
            Some(entry) if !in_check => Some(entry.eval),
            _ if in_check => None,
            _ if excluded.is_some() => self.frames[ply].raw_eval,
            _ => Some(self.eval.score(self.line.here())),
        };
        let eval = raw.map(|raw| self.corrected(raw, ply));
        self.frames[ply].raw_eval = raw;
        self.frames[ply].eval = eval;
        let improving = self.is_improving(ply, eval);
        let refined_eval = match (eval, tt_entry, tt_score) {
            (Some(eval), Some(entry), Some(score))
                if !score.is_decided() && refines(entry.bound, score, eval) =>
            {
                score
            }
            (Some(eval), ..) => eval,
            (None, ..) => Score::DRAW,
        };
        self.frames[ply + 1].killers = [None; 2];
        self.frames[ply + 2].child_cutoffs = 0;
        self.frames[ply].reduction = 0;
        let tt_noisy = tt_move.is_some_and(|mv| self.line.here().is_noisy(mv));

        // Hindsight: the evaluation after a reduced move tells if the reduction was right.
        if excluded.is_none() && !root {
            depth += self.hindsight(ply, depth, eval);
        }

        // Step 5. Razoring, reverse futility pruning, null-move pruning, ProbCut.
        if !PV && !in_check && excluded.is_none() {
            let trusted = params.rfp_gate == 0 || !tt_pv && (tt_move.is_none() || tt_noisy);
            let node = NodeFacts {
                depth,
                window,
                raw,
                eval: refined_eval,
                improving,
                cut_node,
                trusted,
                known: tt_entry.zip(tt_score),
                tt_move,
            };
            if let Some(score) = self.prune_node(ply, &node).or_else(|| self.probcut(ply, &node)) {
                return score;
            }
        }
        if self.stopped {
            return Score::DRAW;
        }

        // Step 6. Internal iterative reduction: without a table move the ordering is poor, so search one ply less.
        depth -= internal_reduction(params, depth, tt_move.is_some() || excluded.is_some(), PV || cut_node);

        // Step 7. Loop over the moves in the order of the move picker.
        let context = self.quiet_context(ply);
        let mut picker = MovePicker::new(self.buffers(), tt_move, self.frames[ply].killers);
        let mut best = -Score::INFINITE;
        let mut best_move = None;
        let mut bound = Bound::AtMost;
        let mut move_count = 0;
        while let Some(Picked { mv, facts }) =
            picker.next(self.line.here(), in_check, self.histories, &context, self.eval.piece_values())
        {
            if Some(mv) == excluded || (root && !self.is_root_candidate(mv)) {
                continue;
            }
            move_count += 1;
            let here = self.line.here();
            let noisy = here.is_noisy(mv);
            let (checks, history) = facts.unwrap_or_else(|| {
                let histories = &self.histories;
                let history =
                    if noisy { histories.noisy(here, mv) } else { histories.quiet(here, mv, &context) };
                (here.gives_check(mv), history)
            });

            // Step 8. Shallow-depth pruning: late-move pruning, history pruning, futility pruning, SEE pruning.
            let mut reduction = self.reduction(depth, move_count);
            if !root && best > Score::mated_in(MAX_PLY) && !best.is_decided() && here.is_null_move_safe() {
                let reduced_depth = (depth - reduction / 1024).max(0);
                if !noisy && is_late_move(params, move_count, depth, improving) {
                    picker.skip_quiets();
                }
                if !noisy && !checks {
                    let bad_history =
                        depth <= params.history_pruning_depth && history < -params.history_pruning * depth;
                    let futile = !in_check
                        && reduced_depth <= params.futility_depth
                        && refined_eval + (params.futility_margin + params.futility_growth * reduced_depth)
                            <= window.alpha;
                    if bad_history || futile {
                        continue;
                    }
                    if !here.see_ge(
                        mv,
                        -params.see_quiet * reduced_depth * reduced_depth,
                        self.eval.piece_values(),
                    ) {
                        continue;
                    }
                } else {
                    let futile = noisy
                        && !checks
                        && !in_check
                        && reduced_depth <= params.capture_futility_depth
                        && reduced_depth > 0
                        && refined_eval
                            + (params.capture_futility_margin
                                + params.capture_futility_growth * reduced_depth
                                + here.gain(mv, self.eval.piece_values()))
                            <= window.alpha;
                    let losing = (picker.is_late_stage() || checks)
                        && !here.see_ge(mv, -params.see_noisy * depth, self.eval.piece_values());
                    if futile || losing {
                        continue;
                    }
                }
            }

            // Step 9. Singular extension: if all other moves fail low at reduced depth, extend the table move.
            let mut extension = 0;
            if let (true, Some(entry), Some(score)) = (Some(mv) == tt_move && !root, tt_entry, tt_score)
                && depth >= params.singular_depth
                && entry.depth >= depth - 3
                && entry.bound != Bound::AtMost
                && !score.is_decided()
                && ply < 2 * self.depth as usize
            {
                let margin = score - params.singular_margin * depth;
                self.frames[ply].excluded = Some(mv);
                let best_other =
                    self.search::<false>(ply, (depth - 1) / 2, Window::zero_below(margin), cut_node);
                self.frames[ply].excluded = None;
                if best_other < margin {
                    extension = 1
                        + i32::from(!PV && best_other < margin - params.double_margin)
                        + i32::from(
                            !PV && !tt_noisy
                                && best_other < margin - (params.double_margin + params.triple_margin),
                        );
                } else if margin >= window.beta {
                    // Multi-cut: another move reaches beta as well, so the node would fail high anyway.
                    self.recycle(picker.into_buffers());
                    return margin;
                } else if score >= window.beta {
                    extension = -2;
                } else if cut_node {
                    extension = -1;
                }
            }

            // Step 10. Late-move reduction (LMR), then a zero-window search, then the full window (PVS).
            let nodes_before = self.nodes;
            let mut new_depth = depth - 1 + extension;
            let full_window = PV || (!P::DETERMINISTIC && !window.is_zero());
            let reduce = depth >= 2
                && move_count > 1 + usize::from(root)
                && (!noisy || picker.is_late_stage() || cut_node || params.lmr_captures != 0);
            let mut lmr_depth = new_depth;
            if reduce {
                reduction += params.lmr_cut_node * i32::from(cut_node);
                reduction += params.lmr_not_improving * i32::from(!improving);
                reduction += params.lmr_tt_noisy * i32::from(tt_noisy && !noisy);
                reduction -= params.lmr_tt_pv * i32::from(tt_pv);
                reduction -= params.lmr_check * i32::from(checks || in_check);
                reduction -= history * 1024 / params.lmr_history;
                if noisy && !picker.is_late_stage() {
                    reduction -= params.lmr_good_capture;
                }
                if self.frames[ply + 1].child_cutoffs > 3 {
                    reduction += params.lmr_child_cutoffs;
                }
                if Some(mv) == tt_move {
                    reduction = 0;
                }
                lmr_depth = (new_depth - reduction / 1024).clamp(1, new_depth.max(1));
            }
            let score = if !P::DETERMINISTIC && self.line.here().is_chance_move(mv) {
                self.search_late_chance(ply, mv, [lmr_depth, new_depth], window, move_count == 1)
            } else {
                self.frames[ply].quiet_slot =
                    (!noisy).then(|| Histories::slot_of(self.line.here(), mv, &context));
                self.push_unrevealed(ply, mv);
                let mut score = -Score::INFINITE;
                let mut full_depth = !full_window || move_count > 1;
                if reduce {
                    self.frames[ply].reduction = new_depth - lmr_depth;
                    score = -self.search::<false>(ply + 1, lmr_depth, -window.zero(), true);
                    self.frames[ply].reduction = 0;
                    full_depth = score > window.alpha && lmr_depth < new_depth;
                    if full_depth && !root && !best.is_decided() && !score.is_decided() {
                        // Deeper if the reduced search is far above the best score, shallower if it is hardly so.
                        let deeper =
                            params.deeper_margin > 0 && score > best + (params.deeper_margin + 2 * new_depth);
                        let shallower = params.shallower_margin > 0 && score < best + params.shallower_margin;
                        new_depth += i32::from(deeper) - i32::from(shallower);
                        full_depth = lmr_depth < new_depth;
                    }
                }
                if full_depth {
                    score = -self.search::<false>(ply + 1, new_depth, -window.zero(), !cut_node);
                }
                if full_window && (move_count == 1 || score > window.alpha) {
                    score = -self.search::<PV>(ply + 1, new_depth, -window, false);
                }
                self.pop();
                score
            };
            if self.stopped {
                return Score::DRAW;
            }
            if root {
                self.update_root_move(mv, score, move_count, window, nodes_before);
            }

            // Step 11. New best score, alpha, beta cutoff.
            if score > best {
                best = score;
                if score > window.alpha {
                    best_move = Some(mv);
                    if PV {
                        self.update_pv(ply, mv);
                    }
                    bound = Bound::Exact;
                    if window.raise(score) {
                        bound = Bound::AtLeast;
                        self.cutoffs += 1;
                        self.frames[ply].child_cutoffs += 1;
                        self.update_histories(ply, depth, mv, picker.searched(), &context);
                        break;
                    }
                }
            }
            let searched = picker.searched();
            if noisy {
                searched.noisies.push(mv);
            } else {
                searched.quiets.push(mv);
            }
        }
        self.recycle(picker.into_buffers());

        // Step 12. Checkmate or stalemate.
        if move_count == 0 {
            return if excluded.is_some() { window.alpha } else { self.no_moves_score(ply) };
        }

        // Step 13. Store the result: histories, recorded wins, transposition table.
        if excluded.is_none() {
            if bound == Bound::AtMost && params.fail_low_bonus != 0 {
                // The opponent's last move refuted every reply.
                self.update_last_quiet(ply, depth_bonus(depth, params) / 2);
            }
            self.update_correction(ply, depth, eval, best, bound, best_move);
            let entry = Entry {
                mv: best_move.map(|mv: P::Move| mv.raw()),
                score: best.to_tt(ply),
                eval: raw.unwrap_or(Score::DRAW),
                depth,
                bound,
                pv: tt_pv,
            };
            self.record_win(ply, best, best_move);
            if !(root && self.pv > 0) {
                self.shared.tt.store(key, entry);
            }
        }
        best
    }

    /// Transposition-table move, if it is legal here; at the root the best move of the last depth.
    fn tt_move(&self, root: bool, tt_entry: Option<Entry>) -> Option<P::Move> {
        if root {
            return self.root_moves.get(self.pv).map(|root_move| root_move.mv);
        }
        let raw: NonZeroU16 = tt_entry?.mv?;
        P::Move::from_raw(raw).filter(|&mv| self.line.here().is_legal(mv))
    }

    /// Static evaluation plus its correction-history error.
    pub(super) fn corrected(&self, raw: Score, ply: usize) -> Score {
        Score::cp(raw.raw() + self.histories.correction(&self.correction_slots(ply), self.params))
    }

    /// Updates the correction history with the error of the corrected evaluation: what is corrected already is not
    /// learned again.
    pub(super) fn update_correction(
        &mut self,
        ply: usize,
        depth: i32,
        eval: Option<Score>,
        best: Score,
        bound: Bound,
        best_move: Option<P::Move>,
    ) {
        let Some(eval) = eval else { return };
        let here = self.line.here();
        let informative = match bound {
            Bound::Exact => true,
            Bound::AtLeast => best > eval,
            Bound::AtMost => best < eval,
        };
        let quiet = best_move.is_none_or(|mv| !here.is_noisy(mv));
        if informative && quiet && !best.is_decided() {
            let slots = self.correction_slots(ply);
            self.histories.update_correction(&slots, best.raw() - eval.raw(), depth);
        }
    }

    fn is_improving(&self, ply: usize, eval: Option<Score>) -> bool {
        let earlier = |back: usize| self.frames[ply.checked_sub(back)?].eval;
        // In check two plies ago: compared with four plies ago.
        let before = earlier(2).or_else(|| earlier(4));
        match (eval, before) {
            (Some(now), Some(then)) => now > then,
            (Some(_), None) => true,
            _ => false,
        }
    }

    /// Plays a move without a chance node: its outcome is certain, or is kept unrevealed.
    pub(super) fn push_unrevealed(&mut self, ply: usize, mv: P::Move) {
        let reveal = self.line.here().unrevealed(mv);
        self.push(ply, mv, reveal);
    }

    fn is_root_candidate(&self, mv: P::Move) -> bool {
        self.root_moves[self.pv..].iter().any(|root_move| root_move.mv == mv)
    }

    fn update_root_move(
        &mut self,
        mv: P::Move,
        score: Score,
        move_count: usize,
        window: Window,
        nodes_before: u64,
    ) {
        let spent = self.nodes - nodes_before;
        let child_pv = self.frames[1].pv.clone();
        let pv = self.pv;
        let Some(root_move) = self.root_moves[pv..].iter_mut().find(|root_move| root_move.mv == mv) else {
            return;
        };
        root_move.nodes += spent;
        if move_count > 1 && score <= window.alpha {
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

    pub(super) fn update_pv(&mut self, ply: usize, mv: P::Move) {
        let (here, below) = self.frames.split_at_mut(ply + 1);
        let pv = &mut here[ply].pv;
        pv.clear();
        pv.push(mv);
        pv.extend_from_slice(&below[0].pv);
    }

    /// Updates killers and histories after a beta cutoff: a bonus for the move, a malus for the moves tried before it.
    fn update_histories(
        &mut self,
        ply: usize,
        depth: i32,
        mv: P::Move,
        searched: &MoveBuffers<P::Move>,
        context: &QuietContext,
    ) {
        let here = self.line.here();
        let bonus = depth_bonus(depth, self.params);
        if here.is_noisy(mv) {
            self.histories.update_noisy(here, mv, bonus);
        } else {
            self.histories.update_quiet(here, mv, context, bonus);
            for &other in searched.quiets.iter() {
                self.histories.update_quiet(here, other, context, -bonus);
            }
            let killers = &mut self.frames[ply].killers;
            if killers[0] != Some(mv) {
                *killers = [Some(mv), killers[0]];
            }
        }
        for &other in searched.noisies.iter() {
            self.histories.update_noisy(here, other, -bonus);
        }
    }
}

/// Returns true if a stored bound decides the window.
pub(super) fn decides(bound: Bound, score: Score, window: Window) -> bool {
    match bound {
        Bound::Exact => true,
        Bound::AtLeast => score >= window.beta,
        Bound::AtMost => score <= window.alpha,
    }
}

/// Returns true if a stored bound is tighter than the static evaluation.
pub(super) fn refines(bound: Bound, score: Score, eval: Score) -> bool {
    match bound {
        Bound::Exact => true,
        Bound::AtLeast => score > eval,
        Bound::AtMost => score < eval,
    }
}

/// Internal iterative reduction, in plies. Not in a singular-extension search: its table move is excluded, not
/// unknown.
fn internal_reduction(params: &Params, depth: i32, has_move: bool, wanted: bool) -> i32 {
    i32::from(!has_move && depth >= params.iir_depth && wanted)
}

fn is_late_move(params: &Params, move_count: usize, depth: i32, improving: bool) -> bool {
    depth <= params.lmp_depth
        && move_count as i32 >= (params.lmp_base + depth * depth) / (2 - i32::from(improving))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_internal_reduction_spares_nodes_with_a_table_move_or_an_excluded_one() {
        let params = &Params::DEFAULT;
        assert_eq!(internal_reduction(params, 8, false, true), 1);
        assert_eq!(internal_reduction(params, 8, true, true), 0);
        assert_eq!(internal_reduction(params, 8, false, false), 0);
        assert_eq!(internal_reduction(params, params.iir_depth - 1, false, true), 0);
    }
}

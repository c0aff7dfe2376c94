//! One node of the principal variation search, in numbered steps.

use std::num::NonZeroU16;

use game::{Eval, Move as _, Score, Tactics};

use super::MAX_PLY;
use super::mode::Mode;
use super::moves::MoveLoop;
use super::worker::Worker;
use crate::history::depth_bonus;
use crate::params::Params;
use crate::tt::Entry;
use crate::{Bound, Window};

/// A node and what is known of it before its moves are searched.
pub(super) struct Node<M> {
    pub ply: usize,
    pub depth: i32,
    pub window: Window,
    /// True if the node is expected to fail high.
    pub cut_node: bool,
    pub in_check: bool,
    /// Move excluded by a singular-extension search.
    pub excluded: Option<M>,
    pub key: u64,
    /// Transposition-table entry with its score counted from here.
    pub tt: Option<(Entry, Score)>,
    pub tt_move: Option<M>,
    /// True if the table move is a capture or a promotion.
    pub tt_noisy: bool,
    /// True on the principal variation, now or when the table entry was stored.
    pub tt_pv: bool,
    /// Static evaluation before its correction; `None` in check.
    pub raw_eval: Option<Score>,
    /// Corrected static evaluation; `None` in check.
    pub eval: Option<Score>,
    /// Corrected evaluation refined by the table score.
    pub refined_eval: Score,
    /// True if the evaluation has risen since the side's last move.
    pub improving: bool,
}

impl<M> Node<M> {
    pub fn is_root(&self) -> bool {
        self.ply == 0
    }
}

impl<P: Tactics, E: Eval<P>, M: Mode> Worker<'_, P, E, M> {
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
        let in_check = self.line.here().in_check();
        self.frames[ply].pv.clear();

        // Step 1. Quiescence search at the horizon. In check the search goes on by one ply instead.
        if depth <= 0 && !in_check {
            return self.quiesce_known::<PV>(ply, window, in_check);
        }
        if self.visit(ply) {
            return Score::DRAW;
        }

        // Step 2. Repetition, dead positions and the move-count draw; mate distance pruning.
        if ply > 0
            && let Some(score) = self.path_cutoff(ply, &mut window)
        {
            return score;
        }

        // Step 3. Transposition-table lookup and cutoff.
        let mut node = self.look_up::<PV>(ply, depth.clamp(1, MAX_PLY as i32), window, in_check);
        node.cut_node = cut_node;
        if let Some(score) = self.table_cutoff::<PV>(&node) {
            return score;
        }

        // Step 4. Static evaluation, and a change of depth in hindsight.
        self.evaluate(&mut node);
        if node.excluded.is_none() && ply > 0 {
            node.depth += self.hindsight(&node);
        }

        // Step 5. Razoring, reverse futility pruning, null-move pruning, ProbCut.
        if !PV
            && !in_check
            && node.excluded.is_none()
            && let Some(score) = self.prune_node(&node).or_else(|| self.probcut(&node))
        {
            return score;
        }
        if self.stopped {
            return Score::DRAW;
        }

        // Step 6. Internal iterative reduction: without a table move the ordering is poor, so search one ply less.
        let has_move = node.tt_move.is_some() || node.excluded.is_some();
        node.depth -= internal_reduction(self.params, node.depth, has_move, PV || cut_node);

        // Steps 7 to 11. Loop over the moves.
        let moves = match self.search_moves::<PV>(&mut node) {
            Ok(moves) => moves,
            Err(score) => return score,
        };

        // Step 12. Checkmate or stalemate.
        if moves.count == 0 {
            return if node.excluded.is_some() { node.window.alpha } else { self.no_moves_score(ply) };
        }

        // Step 13. Store the result: histories, recorded wins, transposition table.
        if node.excluded.is_none() {
            self.store_result(&node, &moves);
        }
        moves.best
    }

    /// Step 2: score of a repetition or draw, static evaluation at the maximum ply, and mate distance pruning.
    #[inline(always)]
    fn path_cutoff(&mut self, ply: usize, window: &mut Window) -> Option<Score> {
        if let Some(score) = self.path_score(ply) {
            return Some(score);
        }
        if ply >= MAX_PLY {
            return Some(self.eval.score(self.line.here()));
        }
        if window.raise(Score::mated_in(ply)) {
            return Some(window.alpha);
        }
        window.lower(Score::mate_in(ply + 1)).then_some(window.beta)
    }

    /// Step 3: node with its transposition-table entry.
    #[inline(always)]
    pub(super) fn look_up<const PV: bool>(
        &self,
        ply: usize,
        depth: i32,
        window: Window,
        in_check: bool,
    ) -> Node<P::Move> {
        let excluded = self.frames[ply].excluded;
        let key = self.line.here().key();
        let entry = if excluded.is_some() { None } else { self.shared.tt.probe(key) };
        let tt_move = self.tt_move(ply == 0, entry);
        Node {
            ply,
            depth,
            window,
            cut_node: false,
            in_check,
            excluded,
            key,
            tt: entry.map(|entry| (entry, entry.score.from_tt(ply))),
            tt_move,
            tt_noisy: tt_move.is_some_and(|mv| self.line.here().is_noisy(mv)),
            tt_pv: PV || entry.is_some_and(|entry| entry.pv),
            raw_eval: None,
            eval: None,
            refined_eval: Score::DRAW,
            improving: false,
        }
    }

    /// Step 3: score of a table entry that decides the window, or of a recorded win where the entry was overwritten.
    #[inline(always)]
    fn table_cutoff<const PV: bool>(&mut self, node: &Node<P::Move>) -> Option<Score> {
        // No cutoff at the root: it must know which of its moves the score belongs to.
        if node.is_root() {
            return None;
        }
        if let (false, Some((entry, score))) = (PV, node.tt)
            && entry.depth >= node.depth
            && decides(entry.bound, score, node.window)
        {
            self.tt_hits += 1;
            if let Some(mv) = node.tt_move
                && score >= node.window.beta
                && !node.tt_noisy
            {
                let context = self.quiet_context(node.ply);
                let bonus = depth_bonus(node.depth, self.params);
                self.histories.update_quiet(self.line.here(), mv, &context, bonus);
            }
            return Some(score);
        }
        if node.excluded.is_some() {
            return None;
        }
        let won = self.shared.mode.seek()?.recorded_win(node.key, node.ply, node.window);
        self.tt_hits += u64::from(won.is_some());
        won
    }

    /// Step 4: static evaluation, adjusted by the correction history and by the table score.
    #[inline(always)]
    fn evaluate(&mut self, node: &mut Node<P::Move>) {
        let ply = node.ply;
        node.raw_eval = match node.tt {
            Some((entry, _)) if !node.in_check => Some(entry.eval),
            _ if node.in_check => None,
            _ if node.excluded.is_some() => self.frames[ply].raw_eval,
            _ => Some(self.eval.score(self.line.here())),
        };
        node.eval = node.raw_eval.map(|raw| self.corrected(raw, ply));
        self.frames[ply].raw_eval = node.raw_eval;
        self.frames[ply].eval = node.eval;
        node.improving = self.is_improving(ply, node.eval);
        node.refined_eval = match (node.eval, node.tt) {
            (Some(eval), Some((entry, score)))
                if !score.is_decided() && refines(entry.bound, score, eval) =>
            {
                score
            }
            (Some(eval), _) => eval,
            (None, _) => Score::DRAW,
        };
        self.frames[ply + 1].killers = [None; 2];
        self.frames[ply + 2].child_cutoffs = 0;
        self.frames[ply].reduction = 0;
    }

    /// Step 13: histories, recorded wins, transposition table.
    #[inline(always)]
    fn store_result(&mut self, node: &Node<P::Move>, moves: &MoveLoop<P::Move>) {
        let MoveLoop { best, best_move, bound, .. } = *moves;
        if bound == Bound::AtMost && self.params.fail_low_bonus != 0 {
            // The opponent's last move refuted every reply.
            self.update_last_quiet(node.ply, depth_bonus(node.depth, self.params) / 2);
        }
        self.update_correction(node, moves);
        self.record_win(node.ply, best, best_move);
        if node.is_root() && self.pv > 0 {
            return;
        }
        let entry = Entry {
            mv: best_move.map(|mv: P::Move| mv.raw()),
            score: best.to_tt(node.ply),
            eval: node.raw_eval.unwrap_or(Score::DRAW),
            depth: node.depth,
            bound,
            pv: node.tt_pv,
        };
        self.shared.tt.store(node.key, entry);
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
    pub(super) fn update_correction(&mut self, node: &Node<P::Move>, moves: &MoveLoop<P::Move>) {
        let Some(eval) = node.eval else { return };
        let MoveLoop { best, best_move, bound, .. } = *moves;
        let here = self.line.here();
        let informative = match bound {
            Bound::Exact => true,
            Bound::AtLeast => best > eval,
            Bound::AtMost => best < eval,
        };
        let quiet = best_move.is_none_or(|mv| !here.is_noisy(mv));
        if informative && quiet && !best.is_decided() {
            let slots = self.correction_slots(node.ply);
            self.histories.update_correction(&slots, best.raw() - eval.raw(), node.depth);
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

    pub(super) fn update_pv(&mut self, ply: usize, mv: P::Move) {
        let (here, below) = self.frames.split_at_mut(ply + 1);
        let pv = &mut here[ply].pv;
        pv.clear();
        pv.push(mv);
        pv.extend_from_slice(&below[0].pv);
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

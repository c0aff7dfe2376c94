//! Quiescence search: captures until the position is quiet, and all evasions of checks.

use game::{Eval, Move as _, Score, Tactics};

use super::MAX_PLY;
use super::mode::Mode;
use super::node::{decides, refines};
use super::worker::Worker;
use crate::history::QuietContext;
use crate::picker::{MovePicker, Picked};
use crate::tt::Entry;
use crate::{Bound, Window};

impl<P: Tactics, E: Eval<P>, M: Mode> Worker<'_, P, E, M> {
    /// Quiescence search score.
    pub(super) fn quiesce<const PV: bool>(&mut self, ply: usize, window: Window) -> Score {
        let in_check = self.line.here().in_check();
        self.quiesce_known::<PV>(ply, window, in_check)
    }

    /// Same, where the caller already knows if the side to move is in check.
    pub(super) fn quiesce_known<const PV: bool>(
        &mut self,
        ply: usize,
        mut window: Window,
        in_check: bool,
    ) -> Score {
        self.frames[ply].pv.clear();
        if self.visit(ply) {
            return Score::DRAW;
        }
        if ply >= MAX_PLY {
            return self.eval.score(self.line.here());
        }
        if in_check && let Some(score) = self.path_score(ply) {
            return score;
        }

        let key = self.line.here().key();
        let tt_entry = self.shared.tt.probe(key);
        if let (false, Some(entry)) = (PV, tt_entry) {
            let score = entry.score.from_tt(ply);
            if decides(entry.bound, score, window) {
                self.tt_hits += 1;
                return score;
            }
        }
        let stand_pat = self.stand_pat(ply, tt_entry, in_check);
        let StandPat { raw_eval, best, .. } = stand_pat;
        if best >= window.beta {
            // The answer to a zero-window search for a win carries no evaluation. There are many of them, and they
            // would drive the entries of wins out of the table.
            let store = !(self.shared.mode.seek().is_some() && window.is_decided_one_way());
            if let (true, Some(eval), None) = (store, raw_eval, tt_entry) {
                // Stand pat: store the evaluation for the next visit of the position.
                let (score, bound) = (best.to_tt(ply), Bound::AtLeast);
                self.shared.tt.store(key, Entry { mv: None, score, eval, depth: 0, bound, pv: PV });
            }
            return best;
        }
        window.raise(best);
        self.quiesce_moves::<PV>(ply, window, tt_entry, stand_pat)
    }

    /// Searches captures and promotions, or the evasions of a check, and stores the result.
    #[inline(always)]
    fn quiesce_moves<const PV: bool>(
        &mut self,
        ply: usize,
        mut window: Window,
        tt_entry: Option<Entry>,
        StandPat { raw_eval, eval, mut best }: StandPat,
    ) -> Score {
        let (params, in_check) = (self.params, eval.is_none());
        let mut bound = Bound::AtMost;
        let mut best_move = None;
        let mut move_count = 0;
        let tt_move = tt_entry
            .and_then(|entry| P::Move::from_raw(entry.mv?))
            .filter(|&mv| self.line.here().is_legal(mv) && (in_check || self.line.here().is_noisy(mv)));
        let buffers = self.buffers();
        let (mut picker, context) = if in_check {
            (MovePicker::new(buffers, tt_move, [None; 2]), self.quiet_context(ply))
        } else {
            (MovePicker::noisy(buffers, tt_move, -params.qs_see), QuietContext::default())
        };
        let last_target = self.line.steps().last().and_then(|step| step.mv).map(game::Move::to);
        let mut quiet_evasions = 0;
        while let Some(Picked { mv, .. }) =
            picker.next(self.line.here(), in_check, self.histories, &context, self.eval.piece_values())
        {
            move_count += 1;
            if let Some(eval) = eval {
                let late =
                    params.qs_moves > 0 && move_count > params.qs_moves && last_target != Some(mv.to());
                if let Some(most) = self.futile_capture(mv, eval, window.alpha, late) {
                    best = best.max(most);
                    continue;
                }
            } else if params.qs_evasions > 0
                && best > Score::mated_in(MAX_PLY)
                && !best.is_decided()
                && !self.line.here().is_noisy(mv)
            {
                // A few quiet evasions tell what the check is worth.
                quiet_evasions += 1;
                if quiet_evasions > params.qs_evasions {
                    continue;
                }
            }
            // A piece that is turned up stays unrevealed here and counts with its expected value.
            self.push_unrevealed(ply, mv);
            let score = -self.quiesce::<PV>(ply + 1, -window);
            self.pop();
            if self.stopped {
                return Score::DRAW;
            }
            if score > best {
                best = score;
                if score > window.alpha {
                    best_move = Some(mv);
                    bound = Bound::Exact;
                    if PV {
                        self.update_pv(ply, mv);
                    }
                    if window.raise(score) {
                        bound = Bound::AtLeast;
                        self.cutoffs += 1;
                        break;
                    }
                }
            }
        }
        self.recycle(picker.into_buffers());
        if in_check && move_count == 0 {
            return self.no_moves_score(ply);
        }
        self.record_win(ply, best, best_move);
        let entry = Entry {
            mv: best_move.map(|mv: P::Move| mv.raw()),
            score: best.to_tt(ply),
            eval: raw_eval.unwrap_or(Score::DRAW),
            depth: 0,
            bound,
            pv: PV || tt_entry.is_some_and(|entry| entry.pv),
        };
        self.shared.tt.store(self.line.here().key(), entry);
        best
    }

    /// Static evaluation and stand-pat score: that of the table where its bound is tighter than the evaluation.
    #[inline(always)]
    fn stand_pat(&mut self, ply: usize, tt_entry: Option<Entry>, in_check: bool) -> StandPat {
        let raw_eval = match tt_entry {
            _ if in_check => None,
            Some(entry) => Some(entry.eval),
            None => Some(self.eval.score(self.line.here())),
        };
        let eval = raw_eval.map(|raw_eval| self.corrected(raw_eval, ply));
        self.frames[ply].eval = eval;
        let mut best = eval.unwrap_or(-Score::INFINITE);
        if let (true, Some(eval), Some(entry)) = (self.params.qs_table_score != 0, eval, tt_entry) {
            let score = entry.score.from_tt(ply);
            if !score.is_decided() && refines(entry.bound, score, eval) {
                best = score;
            }
        }
        StandPat { raw_eval, eval, best }
    }

    /// Futility (delta) pruning: the capture cannot raise the score to alpha. After several captures (`late`) only
    /// recaptures and checks are tried. Returns an upper bound of a skipped move's score, as far as there is one.
    #[inline(always)]
    fn futile_capture(&self, mv: P::Move, eval: Score, alpha: Score, late: bool) -> Option<Score> {
        let here = self.line.here();
        let most = eval + (self.params.qs_futility + here.gain(mv, self.eval.piece_values()));
        if (late || most <= alpha) && !here.gives_check(mv) {
            return Some(if most <= alpha { most } else { -Score::INFINITE });
        }
        None
    }
}

/// Evaluation of a quiescence node before its moves are searched.
struct StandPat {
    /// Static evaluation before its correction; `None` in check.
    raw_eval: Option<Score>,
    eval: Option<Score>,
    /// Score without a move.
    best: Score,
}

//! Beyond the horizon: captures until the position is quiet, and every answer to a check.

use game::{Eval, Move as _, Score, Tactics};

use super::MAX_PLY;
use super::node::holds;
use super::worker::Worker;
use crate::params::{QUIET_EXCHANGE, QUIET_FUTILITY};
use crate::picker::{Picked, Picker};
use crate::tt::Entry;
use crate::{Bound, Window};

impl<P: Tactics, E: Eval<P>> Worker<'_, P, E> {
    /// The score once no capture helps any more.
    pub(super) fn quiesce<const PV: bool>(&mut self, ply: usize, window: Window) -> Score {
        let in_check = self.line.here().in_check();
        self.quiesce_known::<PV>(ply, window, in_check)
    }

    /// The same where it is known whether the side to move is in check.
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
        if in_check && let Some(score) = self.verdict(ply) {
            return score;
        }

        let key = self.line.here().key();
        let known = self.shared.table.probe(key);
        if let (false, Some(entry)) = (PV, known) {
            let score = entry.score.from_tt(ply);
            if holds(entry.bound, score, window) {
                self.tt_hits += 1;
                return score;
            }
        }
        let raw = match known {
            _ if in_check => None,
            Some(entry) => Some(entry.eval),
            None => Some(self.eval.score(self.line.here())),
        };
        let eval = raw.map(|raw| self.corrected(raw, ply));
        self.frames[ply].eval = eval;
        let mut best = eval.unwrap_or(-Score::INFINITE);
        if best >= window.beta {
            // Who asks only whether there is a win learns nothing from what a position is worth otherwise: such answers
            // are many, and would drive out of the table what is known of wins.
            let keeps = !(self.seeks_win() && window.is_among_wins());
            if let (true, Some(eval), None) = (keeps, raw, known) {
                // The evaluation is kept for the next time the position is met.
                let (score, bound) = (best.to_tt(ply), Bound::AtLeast);
                self.shared.table.store(key, Entry { mv: None, score, eval, depth: 0, bound, pv: PV });
            }
            return best;
        }
        window.raise(best);

        let mut bound = Bound::AtMost;
        let mut best_move = None;
        let mut number = 0;
        let table_move = known
            .and_then(|entry| P::Move::from_raw(entry.mv?))
            .filter(|&mv| self.line.here().is_legal(mv) && (in_check || self.line.here().is_capture(mv)));
        let mut picker = if in_check {
            Picker::new(table_move, [None; 2])
        } else {
            Picker::noisy(table_move, QUIET_EXCHANGE)
        };
        let (places, count) = self.before(ply);
        while let Some(Picked { mv, .. }) = picker.next(
            self.line.here(),
            in_check,
            self.histories,
            &places[..count],
            self.eval.piece_values(),
        ) {
            number += 1;
            let here = self.line.here();
            // A capture that cannot lift the score to alpha is not tried.
            if let (Some(eval), Some(victim)) = (eval, here.victim(mv)) {
                let most = eval + (QUIET_FUTILITY + self.eval.piece_values().of(victim));
                if most <= window.alpha && !here.gives_check(mv) {
                    best = best.max(most);
                    continue;
                }
            }
            // Where a piece turns up it stays unknown: what is to be expected of it is what counts here.
            self.play_for_search(ply, mv);
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
                        self.extend_pv(ply, mv);
                    }
                    if window.raise(score) {
                        bound = Bound::AtLeast;
                        self.cutoffs += 1;
                        break;
                    }
                }
            }
        }
        if in_check && number == 0 {
            return self.without_moves(ply);
        }
        self.note_win(ply, best, best_move);
        let entry = Entry {
            mv: best_move.map(|mv: P::Move| mv.raw()),
            score: best.to_tt(ply),
            eval: raw.unwrap_or(Score::DRAW),
            depth: 0,
            bound,
            pv: PV,
        };
        self.shared.table.store(key, entry);
        best
    }
}

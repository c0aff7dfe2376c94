//! Root search: iterative deepening, aspiration windows, MultiPV, and the decision to stop.

use game::{Eval, MoveList, Position, Score, Tactics};

use super::MAX_PLY;
use super::mode::Mode;
use super::win_probe::WinProbe;
use super::worker::Worker;
use crate::params::ASPIRATION_DEPTH;
use crate::{Bound, PvLine, SearchInfo, Window};

/// A root move with its score and principal variation.
#[derive(Clone)]
pub(super) struct RootMove<P: Position> {
    pub mv: P::Move,
    pub score: Score,
    pub previous: Score,
    pub bound: Bound,
    pub pv: Vec<P::Move>,
    /// Nodes spent on it.
    pub nodes: u64,
}

const LOWEST: Score = Window::FULL.alpha;

/// Sorts root moves by score; moves with equal scores keep their order.
///
/// It does not depend on the evaluation, so it is compiled once for a game.
pub(super) fn put_best_first<P: Position>(root_moves: &mut [RootMove<P>]) {
    root_moves.sort_by_key(|root_move| std::cmp::Reverse(root_move.score));
}

impl<P: Tactics, E: Eval<P>, M: Mode> Worker<'_, P, E, M> {
    /// Iterative deepening until a limit is met; returns the last complete result.
    pub fn iterate(&mut self, report: &mut dyn FnMut(&SearchInfo<P>)) -> SearchInfo<P> {
        self.list_root_moves();
        if self.root_moves.is_empty() {
            return SearchInfo::default();
        }
        let limits = self.shared.limits;
        let lines = limits.lines.clamp(1, self.root_moves.len());
        let max_depth =
            limits.depth.map_or(MAX_PLY as i32 - 1, |depth| (depth.max(1) as i32).min(MAX_PLY as i32 - 1));
        let mut info = self.info(lines);
        let mut stable_depths = 0;
        let mut win_probe = WinProbe::default();
        for depth in 1..=max_depth {
            // Lazy SMP: half of the helper threads search one ply deeper, so that the threads diverge.
            self.depth = depth + (self.index % 2) as i32;
            let last_best = self.root_moves[0].mv;
            for root_move in &mut self.root_moves {
                root_move.previous = root_move.score;
                root_move.score = LOWEST;
            }
            for pv in 0..lines {
                self.pv = pv;
                self.aspiration_search();
                // The best of the remaining moves comes first. The sort is stable and keeps the order of the others.
                put_best_first(&mut self.root_moves[pv..]);
                if self.stopped {
                    break;
                }
            }
            if self.stopped && self.root_moves[0].score == LOWEST {
                break;
            }
            put_best_first(&mut self.root_moves[..lines]);
            if self.stopped && lines > 1 {
                break;
            }
            info = self.info(lines);
            if self.index == 0 {
                report(&info);
            }
            stable_depths = if self.root_moves[0].mv == last_best { stable_depths + 1 } else { 0 };
            if self.stopped || self.should_stop(&info, stable_depths) {
                break;
            }
            if lines == 1 && self.probe_win(&mut win_probe) {
                info = self.info(lines);
                if self.index == 0 {
                    report(&info);
                }
                break;
            }
        }
        info.nodes = self.nodes;
        info
    }

    fn list_root_moves(&mut self) {
        let mut moves = MoveList::new();
        self.line.here().legal_moves(&mut moves);
        let tt_move = self.shared.tt.probe(self.line.here().key()).and_then(|entry| entry.mv);
        let allowed = moves.iter().copied().filter(|&mv| self.shared.limits.allows(mv));
        self.root_moves = allowed
            .map(|mv| RootMove {
                mv,
                score: LOWEST,
                previous: LOWEST,
                bound: Bound::Exact,
                pv: vec![mv],
                nodes: 0,
            })
            .collect();
        let known =
            self.root_moves.iter().position(|root_move| Some(game::Move::raw(root_move.mv)) == tt_move);
        if let Some(index) = known {
            self.root_moves[..=index].rotate_right(1);
        }
    }

    /// Searches the root with an aspiration window, widened until the score lies inside.
    fn aspiration_search(&mut self) {
        let last = self.root_moves[self.pv].previous;
        let mut margin = self.params.aspiration_delta + last.raw().abs() / 400;
        let mut window = if self.depth >= ASPIRATION_DEPTH && !last.is_decided() && last != LOWEST {
            Window::around(last, margin)
        } else {
            Window::FULL
        };
        let mut depth = self.depth;
        loop {
            let score = self.search::<true>(0, depth.max(1), window, false);
            if self.stopped {
                return;
            }
            let pv = self.pv;
            put_best_first(&mut self.root_moves[pv..]);
            if score <= window.alpha && window.alpha > LOWEST {
                window.beta = Score::from_raw((window.alpha.raw() + window.beta.raw()) / 2);
                window.alpha = if margin > 700 { LOWEST } else { score - margin };
                depth = self.depth;
            } else if score >= window.beta && window.beta < Score::INFINITE {
                window.beta = if margin > 700 { Score::INFINITE } else { score + margin };
                depth = (depth - 1).max(self.depth - 3);
            } else {
                return;
            }
            margin += margin;
        }
    }

    /// Returns true if the move can be played now: time by stability of the best move, a mate found, or only one move.
    fn should_stop(&self, info: &SearchInfo<P>, stable_depths: u32) -> bool {
        let shared = self.shared;
        let limits = shared.limits;
        if self.index != 0 {
            return false;
        }
        let best = &self.root_moves[0];
        if self.shared.mode.seek().is_some_and(|seek| best.score >= seek.min_score) {
            return true;
        }
        let timed = limits.clocks.is_some();
        if timed && self.root_moves.len() == 1 && !shared.control.is_pondering() {
            return true;
        }
        if (timed || limits.time.is_some()) && best.score.is_mate() {
            let plies = best.score.mate_plies().unwrap_or(0).unsigned_abs();
            // Searched deeper than the mate is long: no shorter mate is left to find.
            if info.depth > plies + 2 && !shared.control.is_pondering() {
                return true;
            }
        }
        let share = best.nodes as f64 / self.nodes.max(1) as f64;
        let stability = 1.25 - 0.07 * f64::from(stable_depths.min(8));
        let drop = f64::from((best.previous.raw() - best.score.raw()).clamp(0, 100)) / 200.0;
        let ease = (1.7 - share).max(0.5) * stability + drop;
        shared.budget.is_enough(shared.control, ease)
    }

    fn info(&self, lines: usize) -> SearchInfo<P> {
        let shared = self.shared;
        let known = self
            .root_moves
            .iter()
            .take(lines)
            .filter(|root_move| root_move.score != LOWEST || self.depth == 0);
        let lines = known
            .map(|root_move| PvLine {
                moves: root_move.pv.clone(),
                score: root_move.score,
                bound: root_move.bound,
                chances: self.eval.chances(root_move.score),
            })
            .collect();
        let nodes = shared.nodes.iter().enumerate().map(|(index, count)| {
            if index == self.index { self.nodes } else { count.load(std::sync::atomic::Ordering::Relaxed) }
        });
        SearchInfo {
            lines,
            depth: self.depth.max(0) as u32,
            seldepth: self.seldepth as u32,
            nodes: nodes.sum(),
            cutoffs: self.cutoffs,
            tt_hits: self.tt_hits,
            hashfull: shared.tt.fullness(),
            micros: shared.budget.spent(shared.control),
            visits: Vec::new(),
        }
    }
}

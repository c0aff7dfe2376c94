//! Win probing. Between iterations, a mate search runs a zero-window search at the minimum win score.
//!
//! It asks only if there is a win, not for the best score, so it reaches 10 to 20 plies deeper: a defender's node is
//! cut off as soon as one move, or even a null move, avoids the loss.

use game::{Eval, Score, Tactics};

use super::MAX_PLY;
use super::worker::Worker;
use crate::Window;
use crate::params::{WIN_PROBE_MIN_SCORE, WIN_PROBE_NODE_SHARE};

/// Plies kept free below the probe for extensions.
const RESERVED_PLIES: i32 = 20;

/// Depth reached by the win probe, and the nodes it has spent.
#[derive(Default)]
pub(super) struct WinProbe {
    depth: i32,
    nodes: u64,
}

impl<P: Tactics, E: Eval<P>> Worker<'_, P, E> {
    /// Returns true if the search is for a forced win (`limits.mate`), not for the best move.
    pub(super) fn is_mate_search(&self) -> bool {
        self.shared.limits.mate.is_some()
    }

    /// Probes deeper and deeper for a win of the side to move, within its share of the nodes. Returns true, with the
    /// root moves updated, if there is one.
    pub(super) fn probe_win(&mut self, probe: &mut WinProbe) -> bool {
        let best = self.root_moves[0].score;
        if !self.is_mate_search() || best.is_decided() || best < Score::cp(WIN_PROBE_MIN_SCORE) {
            return false;
        }
        let goal = self.min_win_score();
        probe.depth = probe.depth.max(self.depth);
        while probe.nodes * 100 < (self.nodes - probe.nodes) * WIN_PROBE_NODE_SHARE
            && probe.depth < MAX_PLY as i32 - RESERVED_PLIES
        {
            let (nodes, saved) = (self.nodes, self.root_moves.clone());
            let score = self.search::<false>(0, probe.depth, Window::zero_below(goal), true);
            probe.nodes += self.nodes - nodes;
            probe.depth += 1;
            if !self.stopped && score >= goal {
                self.root_moves.sort_by_key(|root_move| std::cmp::Reverse(root_move.score));
                return true;
            }
            // Bounds of a failed probe are no scores of the root moves.
            self.root_moves = saved;
            if self.stopped {
                break;
            }
        }
        false
    }

    /// Recorded win of the position of this key, in a mate search. A recorded note may depend on the path, so only a
    /// zero-window search for a win uses it; a win proven elsewhere always counts.
    pub(super) fn recorded_win(&self, key: u64, ply: usize, window: Window) -> Option<Score> {
        let wins = self.shared.wins.filter(|_| self.is_mate_search())?;
        let is_win_probe = window.is_decided_one_way() && window.alpha > Score::DRAW;
        if !is_win_probe && !wins.has_proven() {
            return None;
        }
        let note = wins.get(key)?;
        let score = note.score.from_tt(ply);
        (note.mv.is_none() || is_win_probe && score >= window.beta).then_some(score)
    }

    /// Minimum win score: a mate within the moves asked for, or any win where that mate could be longer than the
    /// search stack.
    pub(super) fn min_win_score(&self) -> Score {
        let plies = self.shared.limits.mate.map_or(usize::MAX, |moves| 2 * moves as usize);
        if plies < MAX_PLY { Score::mate_in(plies.saturating_sub(1)) } else { Score::MIN_WIN }
    }
}

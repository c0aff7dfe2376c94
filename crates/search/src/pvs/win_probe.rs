//! Win probing. Between iterations, a search for a win runs a zero-window search at the minimum win score.
//!
//! It asks only if there is a win, not for the best score, so it reaches 10 to 20 plies deeper: a defender's node is
//! cut off as soon as one move, or even a null move, avoids the loss.

use game::{Eval, Score, Tactics};

use super::MAX_PLY;
use super::mode::Mode;
use super::root::put_best_first;
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

impl<P: Tactics, E: Eval<P>, M: Mode> Worker<'_, P, E, M> {
    /// Probes deeper and deeper for a win of the side to move, within its share of the nodes. Returns true, with the
    /// root moves updated, if there is one.
    pub(super) fn probe_win(&mut self, probe: &mut WinProbe) -> bool {
        let Some(seek) = self.shared.mode.seek() else { return false };
        let (best, goal) = (self.root_moves[0].score, seek.min_score);
        if best.is_decided() || best < Score::cp(WIN_PROBE_MIN_SCORE) {
            return false;
        }
        probe.depth = probe.depth.max(self.depth);
        while probe.nodes * 100 < (self.nodes - probe.nodes) * WIN_PROBE_NODE_SHARE
            && probe.depth < MAX_PLY as i32 - RESERVED_PLIES
        {
            let (nodes, saved) = (self.nodes, self.root_moves.clone());
            let score = self.search::<false>(0, probe.depth, Window::zero_below(goal), true);
            probe.nodes += self.nodes - nodes;
            probe.depth += 1;
            if !self.stopped && score >= goal {
                put_best_first(&mut self.root_moves);
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
}

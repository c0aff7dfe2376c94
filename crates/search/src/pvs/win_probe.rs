//! Is there a win at all? A search for mates asks it between its depths. Yes or no costs less than how much, so the question
//! reaches much deeper: the defender has answered it as soon as one move of his, or even a pass, loses nothing.

use game::{Eval, Score, Tactics};

use super::MAX_PLY;
use super::worker::Worker;
use crate::Window;
use crate::params::{QUESTION_HOPE, QUESTION_SHARE};

/// So many plies are left below the question for what extends lines.
const PLIES_SPARED: i32 = 20;

/// How deep the question was asked, and what it has cost.
#[derive(Default)]
pub(super) struct WinProbe {
    depth: i32,
    nodes: u64,
}

impl<P: Tactics, E: Eval<P>> Worker<'_, P, E> {
    /// Whether the search is for a forced win, not for the best move.
    pub(super) fn seeks_win(&self) -> bool {
        self.shared.limits.mate.is_some()
    }

    /// Asks deeper and deeper whether the side to move wins, for a share of the nodes spent otherwise. If so, the root
    /// moves say so.
    pub(super) fn asks_for_win(&mut self, question: &mut WinProbe) -> bool {
        let best = self.root_moves[0].score;
        if !self.seeks_win() || best.is_decided() || best < Score::cp(QUESTION_HOPE) {
            return false;
        }
        let goal = self.least_win();
        question.depth = question.depth.max(self.depth);
        while question.nodes * 100 < (self.nodes - question.nodes) * QUESTION_SHARE
            && question.depth < MAX_PLY as i32 - PLIES_SPARED
        {
            let (nodes, kept) = (self.nodes, self.root_moves.clone());
            let score = self.search::<false>(0, question.depth, Window::below(goal), true);
            question.nodes += self.nodes - nodes;
            question.depth += 1;
            if !self.stopped && score >= goal {
                self.root_moves.sort_by_key(|root_move| std::cmp::Reverse(root_move.score));
                return true;
            }
            // What it says of single moves is no score of theirs.
            self.root_moves = kept;
            if self.stopped {
                break;
            }
        }
        false
    }

    /// What a win is worth that was noted of the position of this key, where wins are what is looked for. A note rests on a
    /// path: only who asks whether there is a win at all goes by it. What is known from elsewhere always counts.
    pub(super) fn recorded_win(&self, key: u64, ply: usize, window: Window) -> Option<Score> {
        let wins = self.shared.wins.filter(|_| self.seeks_win())?;
        let asks = window.is_among_wins() && window.alpha > Score::DRAW;
        if !asks && !wins.has_proven() {
            return None;
        }
        let note = wins.get(key)?;
        let score = note.score.from_tt(ply);
        (note.mv.is_none() || asks && score >= window.beta).then_some(score)
    }

    /// The least score that is a win as asked for: a mate in so many moves, or any win where a mate could take as long as lines
    /// are followed.
    pub(super) fn least_win(&self) -> Score {
        let plies = self.shared.limits.mate.map_or(usize::MAX, |moves| 2 * moves as usize);
        if plies < MAX_PLY { Score::mate_in(plies.saturating_sub(1)) } else { Score::MIN_WIN }
    }
}

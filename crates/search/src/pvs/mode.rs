//! Search modes: play for the best move, or seek a forced win ([`Goal::Win`](crate::Goal::Win)).
//!
//! The mode is a type parameter of the worker, so the playing search is compiled without any code of the other.

use std::num::NonZeroU16;

use game::Score;

use super::MAX_PLY;
use super::win_notes::WinNotes;
use crate::Window;

/// Mode of a search, known at compile time.
pub(super) trait Mode: Copy + Send + Sync {
    /// State of a search for a win; `None` in play.
    fn seek(&self) -> Option<&SeekWin<'_>>;
}

/// Play: the best move is wanted.
#[derive(Clone, Copy)]
pub(super) struct Play;

impl Mode for Play {
    #[inline(always)]
    fn seek(&self) -> Option<&SeekWin<'_>> {
        None
    }
}

/// Seek a win: only a forced win is wanted.
#[derive(Clone, Copy)]
pub(super) struct SeekWin<'a> {
    /// Minimum win score: that of the longest win that is wanted.
    pub min_score: Score,
    /// True if a defender with few legal moves makes no null move (zugzwang guard).
    pub zugzwang_guard: bool,
    /// Notes of the wins found, where they are recorded.
    pub wins: Option<&'a WinNotes>,
}

impl Mode for SeekWin<'_> {
    #[inline(always)]
    fn seek(&self) -> Option<&SeekWin<'_>> {
        Some(self)
    }
}

impl SeekWin<'_> {
    /// Score of a mate within this many moves; that of any win where the mate could be longer than the search stack.
    pub fn min_score(within: Option<u32>) -> Score {
        let plies = within.map_or(usize::MAX, |moves| 2 * moves as usize);
        if plies < MAX_PLY { Score::mate_in(plies.saturating_sub(1)) } else { Score::MIN_WIN }
    }

    /// Recorded win of the position of this key. A recorded note may depend on the path, so only a zero-window search
    /// for a win uses it; a win proven elsewhere always counts.
    pub fn recorded_win(&self, key: u64, ply: usize, window: Window) -> Option<Score> {
        let wins = self.wins?;
        let is_win_probe = window.is_decided_one_way() && window.alpha > Score::DRAW;
        if !is_win_probe && !wins.has_proven() {
            return None;
        }
        let note = wins.get(key)?;
        let score = note.score.from_tt(ply);
        (note.mv.is_none() || is_win_probe && score >= window.beta).then_some(score)
    }

    /// Records the winning move of a position; the score counts from there.
    pub fn record_win(&self, key: u64, mv: Option<NonZeroU16>, score: Score) {
        if score.is_decided()
            && score > Score::DRAW
            && let (Some(wins), Some(mv)) = (self.wins, mv)
        {
            wins.record(key, mv, score);
        }
    }
}

//! One search thread: its own line, evaluation and histories; the transposition table and the limits are shared.

use std::sync::LazyLock;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use game::{Eval, Line, Move as _, Outcome, Position, Reason, Score, Side, Tactics};

use super::MAX_PLY;
use super::chance::WinCurve;
use super::frame::Frame;
use super::root::RootMove;
use super::win_notes::WinNotes;
use crate::history::{Histories, PieceTo};
use crate::params::{LMR_BASE, LMR_FACTOR};
use crate::timing::Budget;
use crate::{Control, Limits, TranspositionTable};

/// State shared by all threads of a search.
pub(super) struct Shared<'a, P: Position> {
    pub tt: &'a TranspositionTable,
    pub control: &'a Control,
    pub limits: &'a Limits<P::Move>,
    pub budget: Budget,
    /// Node count of each thread.
    pub nodes: &'a [AtomicU64],
    /// Set when the search is over for every thread.
    pub stop_all: AtomicBool,
    /// True if every chance outcome is searched at full depth.
    pub exhaustive: bool,
    /// True if a mate search makes no null move for a defender with few legal moves (zugzwang guard).
    pub zugzwang_guard: bool,
    /// Destination of win notes, where wins are recorded.
    pub wins: Option<&'a WinNotes>,
}

/// Search state of one thread.
pub(super) struct Worker<'a, P: Position, E> {
    pub line: Line<P>,
    pub eval: E,
    pub histories: &'a mut Histories,
    pub shared: &'a Shared<'a, P>,
    pub index: usize,
    pub frames: Vec<Frame<P>>,
    pub root_moves: Vec<RootMove<P>>,
    /// MultiPV index of the line being searched; root moves before it are settled.
    pub pv: usize,
    /// Depth of the current iteration.
    pub depth: i32,
    /// Ply of the root in the line.
    pub root_ply: usize,
    pub nodes: u64,
    pub cutoffs: u64,
    pub tt_hits: u64,
    pub seldepth: usize,
    pub stopped: bool,
    /// No null moves for this side before this ply, while a null-move cutoff is verified.
    pub null_guard: Option<(Side, usize)>,
    /// Conversion between scores and win probabilities, for chance nodes.
    pub curve: WinCurve,
}

/// Late-move reduction table by depth and move number. Computed once, because short searches are frequent.
static LMR_TABLE: LazyLock<Vec<i32>> = LazyLock::new(|| {
    let logarithm = |n: usize| ((n + 1) as f64).ln();
    let reduction = |slot: usize| LMR_BASE + LMR_FACTOR * logarithm(slot / 64) * logarithm(slot % 64);
    (0..64 * 64).map(|slot| reduction(slot) as i32).collect()
});

/// Nodes between two checks of the limits.
const NODES_BETWEEN_CHECKS: u64 = 1024;

impl<'a, P: Tactics, E: Eval<P>> Worker<'a, P, E> {
    pub fn new(
        line: &Line<P>,
        mut eval: E,
        histories: &'a mut Histories,
        shared: &'a Shared<'a, P>,
        index: usize,
    ) -> Self {
        eval.reset(line.here());
        Worker {
            curve: WinCurve::new::<P, E>(&eval),
            root_ply: line.ply(),
            line: line.clone(),
            eval,
            histories,
            shared,
            index,
            frames: (0..MAX_PLY + 8).map(|_| Frame::default()).collect(),
            root_moves: Vec::new(),
            pv: 0,
            depth: 0,
            nodes: 0,
            cutoffs: 0,
            tt_hits: 0,
            seldepth: 0,
            stopped: false,
            null_guard: None,
        }
    }

    /// Base late-move reduction in 1024ths of a ply.
    pub fn reduction(depth: i32, number: usize) -> i32 {
        LMR_TABLE[depth.clamp(0, 63) as usize * 64 + number.min(63)]
    }

    /// Counts a node; returns true if the search has to end.
    pub fn visit(&mut self, ply: usize) -> bool {
        if self.stopped {
            return true;
        }
        self.nodes += 1;
        self.seldepth = self.seldepth.max(ply);
        if self.nodes.is_multiple_of(NODES_BETWEEN_CHECKS) || self.is_last_node() {
            self.check_limits();
        }
        self.stopped
    }

    fn is_last_node(&self) -> bool {
        // A single thread keeps its node limit exactly.
        self.shared.nodes.len() == 1 && self.shared.limits.nodes.is_some_and(|most| self.nodes >= most)
    }

    /// Checks the stop flag, the time and the node limit. The first depth is always finished.
    fn check_limits(&mut self) {
        let shared = self.shared;
        shared.nodes[self.index].store(self.nodes, Ordering::Relaxed);
        if shared.stop_all.load(Ordering::Relaxed) {
            self.stopped = true;
            return;
        }
        if self.index != 0 || self.depth <= 1 {
            return;
        }
        let all = || shared.nodes.iter().map(|count| count.load(Ordering::Relaxed)).sum::<u64>();
        self.stopped = shared.control.is_stopped()
            || shared.budget.is_over(shared.control)
            || shared.limits.nodes.is_some_and(|most| all() >= most);
    }

    /// Plays a move with its chance outcome, and updates the evaluation.
    pub fn push(&mut self, ply: usize, mv: P::Move, reveal: P::Reveal) {
        let here = self.line.here();
        // Prefetch the table bucket of the next position before the move is played: memory latency is long.
        let ahead = here.key_after(mv).inspect(|&key| self.shared.tt.prefetch(key)).is_some();
        self.frames[ply].piece_to = Some(PieceTo::of(here, mv));
        let mut step = E::Step::default();
        self.line.push_observed(mv, reveal, &mut step);
        if !ahead {
            self.shared.tt.prefetch(self.line.here().key());
        }
        self.eval.push(step);
    }

    /// Makes a null move.
    pub fn push_pass(&mut self, ply: usize, after: P) {
        self.frames[ply].piece_to = None;
        self.line.push_pass(after);
        self.eval.push(E::Step::default());
    }

    pub fn pop(&mut self) {
        self.line.pop();
        self.eval.pop();
    }

    /// Piece-tos of the moves 1, 2 and 4 plies before this one, for continuation history.
    pub fn previous_moves(&self, ply: usize) -> ([PieceTo; 3], usize) {
        let mut piece_tos = [PieceTo::default(); 3];
        let mut count = 0;
        for back in [1, 2, 4] {
            let piece_to = ply.checked_sub(back).and_then(|earlier| self.frames[earlier].piece_to);
            if let Some(piece_to) = piece_to {
                piece_tos[count] = piece_to;
                count += 1;
            }
        }
        (piece_tos, count)
    }

    /// Score of a repetition, a dead position or the move-count draw. The first repetition inside the tree counts.
    pub fn path_score(&self, ply: usize) -> Option<Score> {
        let line = &self.line;
        let here = line.here();
        let mut earlier = line.earlier_occurrences();
        if let Some(last) = earlier.next() {
            let first = if last >= self.root_ply { Some(last) } else { earlier.next() };
            if let Some(first) = first {
                let outcome = P::judge_cycle(line, first);
                // A forced win may rest on the perpetual-check rule, but on no other repetition rule.
                let chase = self.is_mate_search() && outcome.reason == Reason::PerpetualChase;
                return Some(if chase { Score::DRAW } else { self.outcome_score(outcome, ply) });
            }
        }
        if here.is_dead() || (P::is_move_limit_reached(line) && (!here.in_check() || here.count_legal() > 0))
        {
            return Some(Score::DRAW);
        }
        None
    }

    /// Records a position whose side to move wins by force, where wins are recorded.
    pub fn record_win(&self, ply: usize, best: Score, best_move: Option<P::Move>) {
        if best.is_decided()
            && best > Score::DRAW
            && let (Some(wins), Some(mv)) = (self.shared.wins, best_move)
        {
            wins.record(self.line.here().key(), mv.raw(), best.to_tt(ply));
        }
    }

    /// Score of an adjudicated outcome for the side to move.
    pub fn outcome_score(&self, outcome: Outcome, ply: usize) -> Score {
        match outcome.winner {
            None => Score::DRAW,
            Some(side) if side == self.line.here().turn() => -Score::lost_by_verdict(ply),
            Some(_) => Score::lost_by_verdict(ply),
        }
    }

    /// Score of a node without legal moves: checkmate or stalemate.
    pub fn no_moves_score(&self, ply: usize) -> Score {
        let here = self.line.here();
        match here.outcome() {
            Some(outcome) if outcome.winner.is_some_and(|side| side != here.turn()) => Score::mated_in(ply),
            Some(outcome) if outcome.winner.is_some() => Score::mate_in(ply),
            _ => Score::DRAW,
        }
    }
}

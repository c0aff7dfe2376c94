//! One search thread: its own line, evaluation and histories; the transposition table and the limits are shared.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use game::{Eval, Line, Move as _, Outcome, Position, Reason, Score, Side, Tactics};

use super::MAX_PLY;
use super::chance::WinCurve;
use super::frame::Frame;
use super::mode::Mode;
use super::root::RootMove;
use crate::history::{CorrectionSlots, Histories, PieceTo, QuietContext};
use crate::params::{LmrTable, Params};
use crate::picker::MoveBuffers;
use crate::structure::{KeyUpdate, StructureKeys};
use crate::timing::Budget;
use crate::{Control, Limits, TranspositionTable};

/// State shared by all threads of a search.
pub(super) struct Shared<'a, P: Position, M> {
    pub tt: &'a TranspositionTable,
    pub control: &'a Control,
    pub limits: &'a Limits<P::Move>,
    pub budget: Budget,
    /// Node count of each thread.
    pub nodes: Vec<AtomicU64>,
    /// Set when the search is over for every thread.
    pub stop_all: AtomicBool,
    pub params: &'a Params,
    pub lmr: &'a LmrTable,
    /// True if every chance outcome is searched at full depth.
    pub exhaustive: bool,
    pub mode: M,
}

/// Search state of one thread.
pub(super) struct Worker<'a, P: Position, E, M> {
    pub line: Line<P>,
    pub eval: E,
    pub histories: &'a mut Histories,
    pub shared: &'a Shared<'a, P, M>,
    pub params: &'a Params,
    pub index: usize,
    /// Structure keys of each position since the root.
    keys: Vec<StructureKeys>,
    /// Move lists not in use.
    buffers: Vec<Box<MoveBuffers<P::Move>>>,
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

/// Nodes between two checks of the limits.
const NODES_BETWEEN_CHECKS: u64 = 1024;

impl<'a, P: Tactics, E: Eval<P>, M: Mode> Worker<'a, P, E, M> {
    pub fn new(
        line: &Line<P>,
        mut eval: E,
        histories: &'a mut Histories,
        shared: &'a Shared<'a, P, M>,
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
            params: shared.params,
            index,
            keys: vec![StructureKeys::of(line.here())],
            buffers: Vec::new(),
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
    pub fn reduction(&self, depth: i32, number: usize) -> i32 {
        self.shared.lmr.reduction(depth, number)
    }

    /// Move lists for a node; returned by [`Worker::recycle`].
    pub fn buffers(&mut self) -> Box<MoveBuffers<P::Move>> {
        self.buffers.pop().unwrap_or_default()
    }

    /// Takes move lists back.
    pub fn recycle(&mut self, buffers: Box<MoveBuffers<P::Move>>) {
        self.buffers.push(buffers);
    }

    /// Structure keys of the position on the board.
    fn keys(&self) -> &StructureKeys {
        &self.keys[self.keys.len() - 1]
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
        let mut keys = *self.keys();
        let mut update =
            KeyUpdate::<P, _> { keys: &mut keys, next: &mut step, game: std::marker::PhantomData };
        self.line.push_observed(mv, reveal, &mut update);
        self.keys.push(keys);
        if !ahead {
            self.shared.tt.prefetch(self.line.here().key());
        }
        self.eval.push(step);
    }

    /// Makes a null move.
    pub fn push_pass(&mut self, ply: usize, after: P) {
        self.frames[ply].piece_to = None;
        self.frames[ply].quiet_slot = None;
        self.keys.push(*self.keys());
        self.line.push_pass(after);
        self.eval.push(E::Step::default());
    }

    pub fn pop(&mut self) {
        self.line.pop();
        self.keys.pop();
        self.eval.pop();
    }

    /// Piece-tos of the moves 1, 2 and 4 plies before this ply, for continuation history.
    pub fn previous_moves(&self, ply: usize) -> impl Iterator<Item = PieceTo> + use<'_, 'a, P, E, M> {
        [1, 2, 4].into_iter().filter_map(move |back| self.frames[ply.checked_sub(back)?].piece_to)
    }

    /// Context of the quiet moves at this ply.
    pub fn quiet_context(&self, ply: usize) -> QuietContext {
        let threats = if self.params.threat_history == 0 { 0 } else { self.line.here().threats() };
        QuietContext::new(self.previous_moves(ply), threats, self.keys(), self.params)
    }

    /// Slots of the position at this ply in the correction histories.
    pub fn correction_slots(&self, ply: usize) -> CorrectionSlots {
        let piece_to = |back: usize| self.frames[ply.checked_sub(back)?].piece_to;
        CorrectionSlots::new::<P>(self.line.here().turn(), self.keys(), piece_to(1), piece_to(2))
    }

    /// Updates the histories of the quiet move that led to this ply.
    pub fn update_last_quiet(&mut self, ply: usize, bonus: i32) {
        let Some(last) = ply.checked_sub(1) else { return };
        let Some(slot) = self.frames[last].quiet_slot else { return };
        let previous: [Option<PieceTo>; 3] =
            [1, 2, 4].map(|back| self.frames[last.checked_sub(back)?].piece_to);
        self.histories.update_slot(slot, previous.into_iter().flatten(), bonus);
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
                let other_rule = outcome.winner.is_some() && outcome.reason != Reason::PerpetualCheck;
                let chase = self.shared.mode.seek().is_some() && other_rule;
                return Some(if chase { Score::DRAW } else { self.outcome_score(outcome, ply) });
            }
        }
        if here.is_dead() || (P::is_move_limit_reached(line) && (!here.in_check() || here.count_legal() > 0))
        {
            return Some(Score::DRAW);
        }
        None
    }

    /// Records a position whose side to move wins by force, where wins are sought and recorded.
    #[inline(always)]
    pub fn record_win(&self, ply: usize, best: Score, best_move: Option<P::Move>) {
        if let Some(seek) = self.shared.mode.seek() {
            seek.record_win(self.line.here().key(), best_move.map(P::Move::raw), best.to_tt(ply));
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

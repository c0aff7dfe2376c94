//! One thread of the champion: its own path, evaluation and histories; the table and the strings are shared.

use std::sync::LazyLock;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use game::{Eval, Line, Move as _, Outcome, Position, Reason, Score, Side, Tactics};

use super::MAX_PLY;
use super::chance::Curve;
use super::frame::Frame;
use super::root::RootMove;
use super::win_notes::WinNotes;
use crate::history::{Histories, Place};
use crate::params::{REDUCTION_BASE, REDUCTION_GROWTH};
use crate::timing::Budget;
use crate::{Control, Limits, TranspositionTable};

/// What all threads of a search see.
pub(super) struct Shared<'a, P: Position> {
    pub table: &'a TranspositionTable,
    pub control: &'a Control,
    pub limits: &'a Limits<P::Move>,
    pub budget: Budget,
    /// Each thread's nodes.
    pub nodes: &'a [AtomicU64],
    /// Set when the search is over for every thread.
    pub halt: AtomicBool,
    /// Whether every reveal of a move is searched whole.
    pub exhaustive: bool,
    /// Whether a search for a win is wary of positions in which having to move is what loses.
    pub wary: bool,
    /// Where won positions are noted, if anybody wants to know.
    pub wins: Option<&'a WinNotes>,
}

/// One thread's search.
pub(super) struct Worker<'a, P: Position, E> {
    pub line: Line<P>,
    pub eval: E,
    pub histories: &'a mut Histories,
    pub shared: &'a Shared<'a, P>,
    pub index: usize,
    pub frames: Vec<Frame<P>>,
    pub root_moves: Vec<RootMove<P>>,
    /// Which of the best lines is being searched; root moves before it are settled.
    pub pv: usize,
    /// The depth being searched.
    pub depth: i32,
    /// Plies of the line before the root.
    pub root_ply: usize,
    pub nodes: u64,
    pub cutoffs: u64,
    pub tt_hits: u64,
    pub seldepth: usize,
    pub stopped: bool,
    /// No null moves for this side above this ply while one is verified.
    pub null_guard: Option<(Side, usize)>,
    /// Scores as win chances, where means are taken.
    pub curve: Curve,
}

/// Reductions by depth and number of the move, worked out once: short searches are many.
static REDUCTIONS: LazyLock<Vec<i32>> = LazyLock::new(|| {
    let logarithm = |n: usize| ((n + 1) as f64).ln();
    let reduction =
        |slot: usize| REDUCTION_BASE + REDUCTION_GROWTH * logarithm(slot / 64) * logarithm(slot % 64);
    (0..64 * 64).map(|slot| reduction(slot) as i32).collect()
});

/// Nodes between two looks at the clock.
const LOOK: u64 = 1024;

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
            curve: Curve::new::<P, E>(&eval),
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

    /// The usual reduction of a late move, in 1024ths of a ply.
    pub fn reduction(depth: i32, number: usize) -> i32 {
        REDUCTIONS[depth.clamp(0, 63) as usize * 64 + number.min(63)]
    }

    /// Counts a node; whether the search has to end.
    pub fn visit(&mut self, ply: usize) -> bool {
        if self.stopped {
            return true;
        }
        self.nodes += 1;
        self.seldepth = self.seldepth.max(ply);
        if self.nodes.is_multiple_of(LOOK) || self.is_last_node() {
            self.look_up();
        }
        self.stopped
    }

    fn is_last_node(&self) -> bool {
        // A single thread keeps its number of nodes to the letter.
        self.shared.nodes.len() == 1 && self.shared.limits.nodes.is_some_and(|most| self.nodes >= most)
    }

    /// Looks whether to stop: asked to, out of time, out of nodes. The first depth is always finished.
    fn look_up(&mut self) {
        let shared = self.shared;
        shared.nodes[self.index].store(self.nodes, Ordering::Relaxed);
        if shared.halt.load(Ordering::Relaxed) {
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

    /// Plays a move with its reveal, for the line and the evaluation.
    pub fn push(&mut self, ply: usize, mv: P::Move, reveal: P::Reveal) {
        let here = self.line.here();
        // Memory is slow: what the table knows of the next position is asked for before the move is played.
        let ahead = here.key_after(mv).inspect(|&key| self.shared.table.prefetch(key)).is_some();
        self.frames[ply].place = Some(Place::of(here, mv));
        let mut step = E::Step::default();
        self.line.push_observed(mv, reveal, &mut step);
        if !ahead {
            self.shared.table.prefetch(self.line.here().key());
        }
        self.eval.push(step);
    }

    /// Hands the turn over.
    pub fn push_pass(&mut self, ply: usize, after: P) {
        self.frames[ply].place = None;
        self.line.push_pass(after);
        self.eval.push(E::Step::default());
    }

    pub fn pop(&mut self) {
        self.line.pop();
        self.eval.pop();
    }

    /// The places of the last moves before this ply, nearest first, for histories to hang on.
    pub fn before(&self, ply: usize) -> ([Place; 3], usize) {
        let mut places = [Place::default(); 3];
        let mut count = 0;
        for back in [1, 2, 4] {
            let place = ply.checked_sub(back).and_then(|earlier| self.frames[earlier].place);
            if let Some(place) = place {
                places[count] = place;
                count += 1;
            }
        }
        (places, count)
    }

    /// The end of the game by the path or by the pieces left, as a score; the first repetition inside the tree counts.
    pub fn verdict(&self, ply: usize) -> Option<Score> {
        let line = &self.line;
        let here = line.here();
        let mut earlier = line.earlier_occurrences();
        if let Some(last) = earlier.next() {
            let first = if last >= self.root_ply { Some(last) } else { earlier.next() };
            if let Some(first) = first {
                let outcome = P::judge_cycle(line, first);
                // A forced win may rest on the rule against checking for ever, on no other.
                let chase = self.seeks_win() && outcome.reason == Reason::PerpetualChase;
                return Some(if chase { Score::DRAW } else { self.score_of(outcome, ply) });
            }
        }
        if here.is_dead() || (P::is_move_limit_reached(line) && (!here.in_check() || here.count_legal() > 0))
        {
            return Some(Score::DRAW);
        }
        None
    }

    /// Notes a position whose side to move was found to win by force, where that is wanted.
    pub fn note_win(&self, ply: usize, best: Score, best_move: Option<P::Move>) {
        if best.is_decided()
            && best > Score::DRAW
            && let (Some(wins), Some(mv)) = (self.shared.wins, best_move)
        {
            wins.note(self.line.here().key(), mv.raw(), best.to_tt(ply));
        }
    }

    /// What an outcome is worth to the side to move.
    pub fn score_of(&self, outcome: Outcome, ply: usize) -> Score {
        match outcome.winner {
            None => Score::DRAW,
            Some(side) if side == self.line.here().turn() => -Score::lost_by_verdict(ply),
            Some(_) => Score::lost_by_verdict(ply),
        }
    }

    /// The score of a node without legal moves.
    pub fn without_moves(&self, ply: usize) -> Score {
        let here = self.line.here();
        match here.outcome() {
            Some(outcome) if outcome.winner.is_some_and(|side| side != here.turn()) => Score::mated_in(ply),
            Some(outcome) if outcome.winner.is_some() => Score::mate_in(ply),
            _ => Score::DRAW,
        }
    }
}

//! Principal variation search (PVS) with iterative deepening, on one thread or on several by Lazy SMP.

mod chance;
mod frame;
mod mode;
mod moves;
mod node;
mod pruning;
mod quiescence;
mod root;
#[cfg(test)]
mod tests;
mod win_notes;
mod win_probe;
mod worker;

use std::num::NonZeroU16;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use game::{Eval, Line, Position, Score, Tactics};

use crate::history::Histories;
use crate::params::{LmrTable, Params};
use crate::timing::Budget;
use crate::{Control, Engine, Goal, Limits, SearchInfo, TranspositionTable};
use mode::{Mode, Play, SeekWin};
use win_notes::WinNotes;
use worker::{Shared, Worker};

/// Maximum ply from the root.
pub(crate) const MAX_PLY: usize = 120;

/// Size from which a table is replaced instead of cleared, in megabytes.
const LARGE_TABLE_MB: usize = 64;

/// Principal variation search engine, the strongest player of the project: one transposition table, one evaluation, and
/// as many threads as allowed.
pub struct PvsEngine<E> {
    eval: E,
    tt: Arc<TranspositionTable>,
    histories: Vec<Histories>,
    threads: usize,
    params: Params,
    lmr: LmrTable,
    exhaustive: bool,
    zugzwang_guard: bool,
    wins: Option<WinNotes>,
}

impl<E: Clone> PvsEngine<E> {
    /// Engine with this evaluation, a transposition table of this many megabytes and this many threads.
    pub fn new(eval: E, megabytes: usize, threads: usize) -> Self {
        PvsEngine {
            eval,
            tt: Arc::new(TranspositionTable::new(megabytes)),
            histories: Vec::new(),
            threads: threads.max(1),
            params: Params::DEFAULT,
            lmr: LmrTable::new(&Params::DEFAULT),
            exhaustive: false,
            zugzwang_guard: false,
            wins: None,
        }
    }

    /// Sets the search parameters.
    #[must_use]
    pub fn with_params(self, params: Params) -> Self {
        PvsEngine { lmr: LmrTable::new(&params), params, ..self }
    }

    /// Searches every chance outcome of a move at full depth, with exact Star1 bounds only. Slow: the reference against
    /// which the approximations at chance nodes are measured.
    #[must_use]
    pub fn exhaustive(self) -> Self {
        PvsEngine { exhaustive: true, ..self }
    }

    /// Records the winning move of every position found to be won by force.
    #[must_use]
    pub fn recording_wins(self) -> Self {
        PvsEngine { wins: Some(WinNotes::default()), ..self }
    }

    /// Turns the zugzwang guard on or off. With the guard, a search for a win makes no null move for a defender who has few
    /// legal moves, because many wins rest on the obligation to move.
    pub(crate) fn toggle_zugzwang_guard(&mut self) {
        self.zugzwang_guard = !self.zugzwang_guard;
    }

    /// Recorded winning move for the side to move in the position of this key. It is a hint: the win may depend on the
    /// path, because of repetitions.
    pub fn recorded_win(&self, key: u64) -> Option<NonZeroU16> {
        self.wins.as_ref()?.get(key)?.mv
    }

    /// Adds a proven win: the side to move in the position of this key wins with this score, counted from there.
    pub(crate) fn add_proven_win(&self, key: u64, score: Score) {
        if let Some(wins) = &self.wins {
            wins.add_proven(key, score);
        }
    }

    /// Discards the recorded win of the position of this key.
    pub(crate) fn discard_win(&self, key: u64) {
        if let Some(wins) = &self.wins {
            wins.discard(key);
        }
    }

    /// Replaces the transposition table by an empty one of another size.
    pub fn resize_table(&mut self, megabytes: usize) {
        self.tt = Arc::new(TranspositionTable::new(megabytes));
    }

    /// Sets the number of threads.
    pub fn set_threads(&mut self, threads: usize) {
        self.threads = threads.max(1);
    }

    /// Clears the transposition table and all histories.
    pub fn clear(&mut self) {
        // A new table is faster than writing zeros over a large one.
        if self.tt.megabytes() >= LARGE_TABLE_MB {
            self.resize_table(self.tt.megabytes());
        } else {
            self.tt.clear();
        }
        self.histories.iter_mut().for_each(Histories::clear);
    }

    /// State of a search in this mode, with these parameters.
    fn shared<'a, P: Position, M: Mode>(
        &'a self,
        limits: &'a Limits<P::Move>,
        control: &'a Control,
        mode: M,
        params: &'a Params,
        lmr: &'a LmrTable,
    ) -> Shared<'a, P, M> {
        Shared {
            tt: &self.tt,
            control,
            limits,
            budget: Budget::new(limits, control),
            nodes: (0..self.threads).map(|_| AtomicU64::new(0)).collect(),
            stop_all: Default::default(),
            params,
            lmr,
            exhaustive: self.exhaustive,
            mode,
        }
    }
}

impl<P: Tactics, E: Eval<P> + Clone> Engine<P> for PvsEngine<E> {
    fn think(
        &mut self,
        line: &Line<P>,
        limits: &Limits<P::Move>,
        control: &Control,
        report: &mut dyn FnMut(&SearchInfo<P>),
    ) -> SearchInfo<P> {
        self.tt.new_generation();
        let mut histories = std::mem::take(&mut self.histories);
        histories.resize_with(self.threads, Histories::new::<P>);
        let info = match limits.goal {
            Goal::BestMove => {
                let shared = self.shared(limits, control, Play, &self.params, &self.lmr);
                run(line, &self.eval, &mut histories, &shared, report)
            }
            Goal::Win { within } => {
                let mode = SeekWin {
                    min_score: SeekWin::min_score(within),
                    zugzwang_guard: self.zugzwang_guard,
                    wins: self.wins.as_ref(),
                };
                let lmr = LmrTable::new(&Params::WIN_SEARCH);
                let shared = self.shared(limits, control, mode, &Params::WIN_SEARCH, &lmr);
                run(line, &self.eval, &mut histories, &shared, report)
            }
        };
        self.histories = histories;
        info
    }

    fn new_game(&mut self) {
        self.clear();
    }
}

/// Lazy SMP: each thread searches on its own, and they share results through the transposition table only.
fn run<P: Tactics, E: Eval<P> + Clone, M: Mode>(
    line: &Line<P>,
    eval: &E,
    histories: &mut [Histories],
    shared: &Shared<'_, P, M>,
    report: &mut dyn FnMut(&SearchInfo<P>),
) -> SearchInfo<P> {
    let (first, others) = histories.split_at_mut(1);
    std::thread::scope(|scope| {
        let spawn = |(index, histories)| {
            let eval = eval.clone();
            scope.spawn(move || {
                Worker::new(line, eval, histories, shared, index + 1).iterate(&mut |_| {}).nodes
            })
        };
        let helpers: Vec<_> = others.iter_mut().enumerate().map(spawn).collect();
        let mut info = Worker::new(line, eval.clone(), &mut first[0], shared, 0).iterate(report);
        shared.stop_all.store(true, Ordering::Relaxed);
        for helper in helpers {
            info.nodes += helper.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic));
        }
        info
    })
}

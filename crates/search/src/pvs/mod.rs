//! The champion: iterative deepening over a principal variation search, alone or as a team of threads.

mod chance;
mod frame;
mod node;
mod quiescence;
mod root;
mod win_notes;
mod win_probe;
mod worker;

use std::num::NonZeroU16;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use game::{Eval, Line, Score, Tactics};

use crate::history::Histories;
use crate::timing::Budget;
use crate::{Control, Engine, Limits, SearchInfo, TranspositionTable};
use win_notes::WinNotes;
use worker::{Shared, Worker};

/// Plies from the root no search goes beyond.
pub(crate) const MAX_PLY: usize = 120;

/// The strongest player of the house: one table, one evaluation, as many threads as allowed.
pub struct PvsEngine<E> {
    eval: E,
    table: Arc<TranspositionTable>,
    histories: Vec<Histories>,
    threads: usize,
    exhaustive: bool,
    wary: bool,
    wins: Option<WinNotes>,
}

impl<E: Clone> PvsEngine<E> {
    /// A champion with this opinion, a table of so many megabytes and so many threads.
    pub fn new(eval: E, megabytes: usize, threads: usize) -> Self {
        PvsEngine {
            eval,
            table: Arc::new(TranspositionTable::new(megabytes)),
            histories: Vec::new(),
            threads: threads.max(1),
            exhaustive: false,
            wary: false,
            wins: None,
        }
    }

    /// The same, but every reveal of a move is searched as deep as any other move, and cut short only where no value of it
    /// could matter: slow, and the measure of what is saved otherwise.
    #[must_use]
    pub fn exhaustive(self) -> Self {
        PvsEngine { exhaustive: true, ..self }
    }

    /// The same, but it takes notes of every position it finds won by force.
    #[must_use]
    pub fn recording_wins(self) -> Self {
        PvsEngine { wins: Some(WinNotes::default()), ..self }
    }

    /// Becomes wary, in a search for a win, of positions in which having to move is what loses, or ceases to be: to who is
    /// wary it says nothing that a defender with few moves could hold by passing.
    pub(crate) fn change_habit(&mut self) {
        self.wary = !self.wary;
    }

    /// The winning move noted for the side to move in the position of this key: a hint, for a win may have rested on the
    /// path that led there.
    pub fn recorded_win(&self, key: u64) -> Option<NonZeroU16> {
        self.wins.as_ref()?.get(key)?.mv
    }

    /// The side to move in the position of this key is known to win, from there with this score.
    pub(crate) fn add_proven_win(&self, key: u64, score: Score) {
        if let Some(wins) = &self.wins {
            wins.add_proven(key, score);
        }
    }

    /// What was noted of the position of this key is not believed any more.
    pub(crate) fn discard_win(&self, key: u64) {
        if let Some(wins) = &self.wins {
            wins.discard(key);
        }
    }

    /// Another size of table; what it held is forgotten.
    pub fn resize_table(&mut self, megabytes: usize) {
        self.table = Arc::new(TranspositionTable::new(megabytes));
    }

    /// Another number of threads.
    pub fn set_threads(&mut self, threads: usize) {
        self.threads = threads.max(1);
    }

    /// Forgets the table and all histories.
    pub fn clear(&mut self) {
        self.table.clear();
        self.histories.iter_mut().for_each(Histories::clear);
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
        self.table.new_generation();
        self.histories.resize_with(self.threads, Histories::new::<P>);
        let nodes: Vec<AtomicU64> = (0..self.threads).map(|_| AtomicU64::new(0)).collect();
        let shared = Shared {
            table: &self.table,
            control,
            limits,
            budget: Budget::new(limits, control),
            nodes: &nodes,
            halt: Default::default(),
            exhaustive: self.exhaustive,
            wary: self.wary,
            wins: self.wins.as_ref(),
        };
        let (first, others) = self.histories.split_at_mut(1);
        let eval = &self.eval;
        // Lazy threads: each searches on its own and shares what it finds through the table only.
        std::thread::scope(|scope| {
            let spawn = |(index, histories)| {
                let (shared, eval) = (&shared, eval.clone());
                scope.spawn(move || {
                    Worker::new(line, eval, histories, shared, index + 1).deepen(&mut |_| {}).nodes
                })
            };
            let team: Vec<_> = others.iter_mut().enumerate().map(spawn).collect();
            let mut info = Worker::new(line, eval.clone(), &mut first[0], &shared, 0).deepen(report);
            shared.halt.store(true, Ordering::Relaxed);
            for helper in team {
                info.nodes += helper.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic));
            }
            info
        })
    }

    fn new_game(&mut self) {
        self.clear();
    }
}

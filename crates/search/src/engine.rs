//! Interface of a search engine, and the handle that controls a running search.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use game::{Line, Position};

use crate::plain::SearchObserver;
use crate::{Clock, Limits, SearchInfo};

/// A search engine: chooses a move for a line of play within limits.
pub trait Engine<P: Position>: Send {
    /// Searches the last position of the line and returns the final result. Intermediate results go to `report`.
    ///
    /// The result has no PV line where there is no legal move.
    fn think(
        &mut self,
        line: &Line<P>,
        limits: &Limits<P::Move>,
        control: &Control,
        report: &mut dyn FnMut(&SearchInfo<P>),
    ) -> SearchInfo<P>;

    /// Searches as [`Engine::think`] does and tells an observer every step; `None` if this engine cannot be observed.
    fn think_observed(
        &mut self,
        _line: &Line<P>,
        _limits: &Limits<P::Move>,
        _control: &Control,
        _report: &mut dyn FnMut(&SearchInfo<P>),
        _observer: &mut dyn SearchObserver<P>,
    ) -> Option<SearchInfo<P>> {
        None
    }

    /// Drops everything learned in earlier searches: a new game begins.
    fn new_game(&mut self) {}
}

/// Stop flag, ponder flag and clock of a running search. Clones share the flags.
#[derive(Clone)]
pub struct Control {
    stop: Arc<AtomicBool>,
    pondering: Arc<AtomicBool>,
    clock: Arc<dyn Clock>,
}

impl Control {
    /// Control with cleared flags and this clock.
    pub fn new(clock: Arc<dyn Clock>) -> Self {
        Control { stop: Arc::default(), pondering: Arc::default(), clock }
    }

    /// Asks the search to end as soon as it can.
    pub fn stop(&self) {
        self.stop.store(true, Ordering::Relaxed);
    }

    /// Returns true if the search was asked to end.
    #[inline]
    pub fn is_stopped(&self) -> bool {
        self.stop.load(Ordering::Relaxed)
    }

    /// Clears the stop flag and sets the ponder flag before another search.
    pub fn rearm(&self, pondering: bool) {
        self.stop.store(false, Ordering::Relaxed);
        self.pondering.store(pondering, Ordering::Relaxed);
    }

    /// Reports that the pondered move was played: from now on the time limits count.
    pub fn ponder_hit(&self) {
        self.pondering.store(false, Ordering::Relaxed);
    }

    /// Returns true while the engine ponders on the opponent's time.
    pub fn is_pondering(&self) -> bool {
        self.pondering.load(Ordering::Relaxed)
    }

    /// Microseconds since a fixed moment.
    pub fn micros(&self) -> u64 {
        self.clock.micros()
    }
}

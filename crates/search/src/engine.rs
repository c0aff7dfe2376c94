//! What thinks: anything that chooses a move of a line within limits, and can be stopped.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use game::{Line, Position};

use crate::{Clock, Limits, SearchInfo};

/// A mind that chooses moves.
pub trait Engine<P: Position>: Send {
    /// Thinks about the line's last position and returns its final thought. What it thinks on the way it reports.
    ///
    /// Where there is no legal move the thought has no line.
    fn think(
        &mut self,
        line: &Line<P>,
        limits: &Limits<P::Move>,
        control: &Control,
        report: &mut dyn FnMut(&SearchInfo<P>),
    ) -> SearchInfo<P>;

    /// Forgets what it learnt: a new game begins.
    fn new_game(&mut self) {}
}

/// The strings a search hangs on: stop it, tell it that the pondered move was played, give it the time.
#[derive(Clone)]
pub struct Control {
    stop: Arc<AtomicBool>,
    pondering: Arc<AtomicBool>,
    clock: Arc<dyn Clock>,
}

impl Control {
    /// Strings with this clock.
    pub fn new(clock: Arc<dyn Clock>) -> Self {
        Control { stop: Arc::default(), pondering: Arc::default(), clock }
    }

    /// Asks the search to end as soon as it can.
    pub fn stop(&self) {
        self.stop.store(true, Ordering::Relaxed);
    }

    /// Whether it was asked to end.
    #[inline]
    pub fn is_stopped(&self) -> bool {
        self.stop.load(Ordering::Relaxed)
    }

    /// Makes ready for another search.
    pub fn rearm(&self, pondering: bool) {
        self.stop.store(false, Ordering::Relaxed);
        self.pondering.store(pondering, Ordering::Relaxed);
    }

    /// The move pondered on was played: from now on the clock counts.
    pub fn ponder_hit(&self) {
        self.pondering.store(false, Ordering::Relaxed);
    }

    /// Whether the search thinks on the other side's time.
    pub fn is_pondering(&self) -> bool {
        self.pondering.load(Ordering::Relaxed)
    }

    /// Microseconds since some moment that never changes.
    pub fn micros(&self) -> u64 {
        self.clock.micros()
    }
}

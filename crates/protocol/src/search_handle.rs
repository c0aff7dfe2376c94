//! Search handle: holds back the answer of a search until stop, ponderhit or the end of the search.

use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use table::{Control, WallClock};

/// Stop flag, ponder flag and clock of a running search, and the condition its answer waits for.
pub(crate) struct SearchHandle {
    control: Control,
    state: Mutex<State>,
    changed: Condvar,
    /// True if a partial answer is useless: only `stop` interrupts the work.
    uninterruptible: bool,
}

#[derive(Default)]
struct State {
    /// True if the answer waits for `stop`.
    infinite: bool,
    /// True if the answer waits for `ponderhit` or `stop`.
    pondering: bool,
    stopped: bool,
    /// True if the opponent offers a draw.
    draw: bool,
    done: bool,
}

impl SearchHandle {
    /// Handle of a search for a move.
    pub fn new(infinite: bool, pondering: bool, draw: bool) -> Arc<Self> {
        Self::open(State { infinite, pondering, draw, ..State::default() }, false)
    }

    /// Handle of a perft, bench or other work that is useful only when complete.
    pub fn uninterruptible() -> Arc<Self> {
        Self::open(State::default(), true)
    }

    fn open(state: State, uninterruptible: bool) -> Arc<Self> {
        let control = Control::new(Arc::new(WallClock::start()));
        control.rearm(state.pondering);
        Arc::new(SearchHandle { control, state: Mutex::new(state), changed: Condvar::new(), uninterruptible })
    }

    /// Returns true if a partial answer is useless.
    pub fn is_uninterruptible(&self) -> bool {
        self.uninterruptible
    }

    /// Stop flag, ponder flag and clock for the search.
    pub fn control(&self) -> &Control {
        &self.control
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn change(&self, change: impl FnOnce(&mut State)) {
        change(&mut self.state());
        self.changed.notify_all();
    }

    /// Stops the search and releases its answer.
    pub fn stop(&self) {
        self.control.stop();
        self.change(|state| state.stopped = true);
    }

    /// Ends pondering: the expected move was played.
    pub fn ponder_hit(&self, draw: bool) {
        self.control.ponder_hit();
        self.change(|state| {
            state.pondering = false;
            state.draw |= draw;
        });
    }

    /// Waits until the answer may be given. Returns true if a draw is offered.
    pub fn wait(&self) -> bool {
        let held = |state: &mut State| !state.stopped && (state.infinite || state.pondering);
        let state = self.changed.wait_while(self.state(), held).unwrap_or_else(PoisonError::into_inner);
        state.draw
    }

    /// Marks the answer as given.
    pub fn finish(&self) {
        self.change(|state| state.done = true);
    }

    /// Waits for the answer up to a timeout. Returns true if it was given.
    pub fn wait_done(&self, patience: Duration) -> bool {
        let waiting = |state: &mut State| !state.done;
        let (state, _) = self
            .changed
            .wait_timeout_while(self.state(), patience, waiting)
            .unwrap_or_else(PoisonError::into_inner);
        state.done
    }
}

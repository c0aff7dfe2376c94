//! What holds a search's answer back, and what lets it go: stop, ponderhit, the end.

use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use table::{Control, WallClock};

/// The strings of one search, and the gate its answer waits at.
pub(crate) struct SearchHandle {
    control: Control,
    state: Mutex<State>,
    changed: Condvar,
    /// A part of the answer would be of no use: only `stop` cuts the work short.
    uninterruptible: bool,
}

#[derive(Default)]
struct State {
    /// The answer waits until the search is stopped.
    infinite: bool,
    /// The answer waits until the move pondered on is played.
    pondering: bool,
    stopped: bool,
    /// The other side offers a draw.
    draw: bool,
    done: bool,
}

impl SearchHandle {
    /// The gate of a search for a move.
    pub fn new(infinite: bool, pondering: bool, draw: bool) -> Arc<Self> {
        Self::open(State { infinite, pondering, draw, ..State::default() }, false)
    }

    /// The gate of a count, or of anything else that is of use as a whole only.
    pub fn uninterruptible() -> Arc<Self> {
        Self::open(State::default(), true)
    }

    fn open(state: State, uninterruptible: bool) -> Arc<Self> {
        let control = Control::new(Arc::new(WallClock::start()));
        control.rearm(state.pondering);
        Arc::new(SearchHandle { control, state: Mutex::new(state), changed: Condvar::new(), uninterruptible })
    }

    /// Whether a part of the answer would be of no use.
    pub fn is_uninterruptible(&self) -> bool {
        self.uninterruptible
    }

    /// The strings the search hangs on.
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

    /// Answer now.
    pub fn stop(&self) {
        self.control.stop();
        self.change(|state| state.stopped = true);
    }

    /// The move pondered on was played.
    pub fn ponder_hit(&self, draw: bool) {
        self.control.ponder_hit();
        self.change(|state| {
            state.pondering = false;
            state.draw |= draw;
        });
    }

    /// Waits until the answer may be given; whether a draw is offered.
    pub fn wait(&self) -> bool {
        let held = |state: &mut State| !state.stopped && (state.infinite || state.pondering);
        let state = self.changed.wait_while(self.state(), held).unwrap_or_else(PoisonError::into_inner);
        state.draw
    }

    /// The answer was given.
    pub fn finish(&self) {
        self.change(|state| state.done = true);
    }

    /// Waits for the answer, but not for ever; whether it was given.
    pub fn wait_done(&self, patience: Duration) -> bool {
        let waiting = |state: &mut State| !state.done;
        let (state, _) = self
            .changed
            .wait_timeout_while(self.state(), patience, waiting)
            .unwrap_or_else(PoisonError::into_inner);
        state.done
    }
}

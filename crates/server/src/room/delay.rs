//! Match as spectators see it when the players wish them to be some plies behind.

use std::collections::VecDeque;

use table::{Event, EventKind, Match};

use super::request::changes_position;

/// Second copy of the match, to which the events of the last plies are not applied yet.
pub(super) struct DelayedMatch {
    /// Number of plies that are held back.
    plies: usize,
    shown: Box<dyn Match>,
    held: VecDeque<Event>,
    /// Number of plies in the last view that was broadcast.
    broadcast: usize,
}

impl DelayedMatch {
    /// Creates the copy from a new match and the events so far.
    pub fn new<'a>(plies: usize, new_match: Box<dyn Match>, events: impl Iterator<Item = &'a Event>) -> Self {
        let mut delayed = DelayedMatch { plies, shown: new_match, held: VecDeque::new(), broadcast: 0 };
        events.for_each(|event| delayed.hold(event));
        delayed.release();
        delayed.broadcast = delayed.shown.timed_plies();
        delayed
    }

    /// Adds an event of the match.
    pub fn hold(&mut self, event: &Event) {
        self.held.push_back(event.clone());
    }

    /// Applies the events that spectators may see now; returns true if there were any. The end of the match shows everything.
    fn release(&mut self) -> bool {
        let is_over = self.held.iter().any(|event| matches!(event.kind, EventKind::Ended(_)));
        let mut moves = self.held.iter().filter(|event| changes_position(&event.kind)).count();
        let mut released = false;
        while let Some(event) = self.held.front() {
            let is_move = changes_position(&event.kind);
            if is_move && moves <= self.plies && !is_over {
                break;
            }
            moves -= usize::from(is_move);
            if let Some(event) = self.held.pop_front() {
                self.shown.apply(&event);
                released = true;
            }
        }
        released
    }

    /// Releases events for a broadcast: returns the number of plies that spectators keep, or `None` if there is nothing new.
    pub fn advance(&mut self) -> Option<usize> {
        self.release().then(|| {
            let plies = self.shown.timed_plies();
            std::mem::replace(&mut self.broadcast, plies).min(plies)
        })
    }

    /// The match that spectators see.
    pub fn shown(&self) -> &dyn Match {
        self.shown.as_ref()
    }

    /// Drops what can be computed again.
    pub fn pack(&mut self) {
        self.shown.pack();
    }

    /// Time for which the spectators' clocks are given: that of the next event that they do not see yet.
    pub fn time(&self) -> Option<i64> {
        self.held.front().map(|event| event.at)
    }
}

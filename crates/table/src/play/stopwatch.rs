//! Time spent on each ply, computed from the events. Time forfeits are the clock's business.

use crate::play::event::{Millis, PlyTime};

/// Times of a ply as they are kept: a server has hundreds of thousands of plies in memory. [`NO_TIME`] stands for none.
#[derive(Clone, Copy, Debug)]
struct StoredTime {
    spent: u32,
    computed: u32,
    left: u32,
}

/// Mark of a time that is not known. Longer times (49 days) are cut to the value below it.
const NO_TIME: u32 = u32::MAX;

impl StoredTime {
    fn of(time: PlyTime) -> Self {
        let store = |time: Option<Millis>| match time {
            Some(time) => u32::try_from(time.max(0)).unwrap_or(NO_TIME).min(NO_TIME - 1),
            None => NO_TIME,
        };
        StoredTime { spent: store(time.spent), computed: store(time.computed), left: store(time.left) }
    }

    fn read(self) -> PlyTime {
        let read = |time: u32| (time != NO_TIME).then_some(Millis::from(time));
        PlyTime { spent: read(self.spent), computed: read(self.computed), left: read(self.left) }
    }
}

/// Time of every ply played and of the current one.
#[derive(Clone, Debug, Default)]
pub(crate) struct Stopwatch {
    times: Vec<StoredTime>,
    since: Option<Millis>,
    /// Time spent before the last pause.
    before: Millis,
    /// Computing time of the engine, known before its move.
    computed: Option<Millis>,
}

impl Stopwatch {
    /// Number of plies played.
    pub fn plies(&self) -> usize {
        self.times.len()
    }

    /// Times of a ply.
    pub fn time(&self, ply: usize) -> Option<PlyTime> {
        self.times.get(ply).map(|time| time.read())
    }

    /// Notes the computing time of the engine that plays the next ply.
    pub fn computed(&mut self, time: Millis) {
        self.computed = Some(time.max(0));
    }

    pub fn since(&self) -> Option<Millis> {
        self.since
    }

    /// Ends a ply, with the time left on the mover's clock.
    pub fn press(&mut self, at: Millis, left: Option<Millis>) {
        let elapsed = self.since.map(|since| at.saturating_sub(since).max(0));
        let spent = elapsed.map(|elapsed| elapsed.saturating_add(self.before));
        let time = PlyTime { spent, computed: self.computed.take(), left };
        self.times.push(StoredTime::of(time));
        self.before = 0;
        self.since = Some(at);
    }

    /// Sets the number of plies after a take-back or redo. Redone plies have no time.
    pub fn go_to(&mut self, plies: usize, at: Millis) {
        self.times.resize(plies, StoredTime::of(PlyTime::default()));
        self.computed = None;
        self.before = 0;
        self.since = Some(at);
    }

    pub fn stop(&mut self, at: Millis) {
        if let Some(since) = self.since.take() {
            self.before = self.before.saturating_add(at.saturating_sub(since).max(0));
        }
    }

    pub fn start(&mut self, at: Millis) {
        self.since = Some(at);
    }

    /// Credits time, such as server downtime, to the current ply.
    pub fn credit(&mut self, time: Millis) {
        self.since = self.since.map(|since| since.saturating_add(time));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn spent(watch: &Stopwatch) -> Vec<Option<Millis>> {
        (0..watch.plies()).filter_map(|ply| watch.time(ply)).map(|time| time.spent).collect()
    }

    #[test]
    fn pauses_and_credits_do_not_count_as_thinking_time() {
        let mut watch = Stopwatch::default();
        watch.press(10, None);
        watch.stop(40);
        watch.start(1000);
        watch.credit(200);
        watch.press(1250, None);
        assert_eq!(spent(&watch), [None, Some(80)]);
    }

    #[test]
    fn plies_taken_back_have_no_time() {
        let mut watch = Stopwatch::default();
        watch.start(0);
        watch.press(10, None);
        watch.press(25, None);
        watch.go_to(1, 30);
        watch.press(37, None);
        assert_eq!(spent(&watch), [Some(10), Some(7)]);
    }

    #[test]
    fn computing_time_belongs_to_the_next_ply_only_and_is_dropped_by_a_take_back() {
        let mut watch = Stopwatch::default();
        watch.start(0);
        watch.computed(7);
        watch.press(10, Some(500));
        watch.press(25, None);
        assert_eq!(watch.time(0), Some(PlyTime { spent: Some(10), computed: Some(7), left: Some(500) }));
        assert_eq!(watch.time(1).and_then(|time| time.computed), None);
        watch.computed(9);
        watch.go_to(0, 30);
        watch.press(40, None);
        assert_eq!(watch.time(0).and_then(|time| time.computed), None);
    }
}

//! Time spent on each ply, computed from the events. Time forfeits are the clock's business.

use crate::event::Millis;

/// Time of every ply played and of the current one.
#[derive(Clone, Debug, Default)]
pub(crate) struct Stopwatch {
    spent: Vec<Option<Millis>>,
    since: Option<Millis>,
    /// Time spent before the last pause.
    before: Millis,
}

impl Stopwatch {
    pub fn spent(&self) -> &[Option<Millis>] {
        &self.spent
    }

    pub fn since(&self) -> Option<Millis> {
        self.since
    }

    /// Ends a ply.
    pub fn press(&mut self, at: Millis) {
        let elapsed = self.since.map(|since| at.saturating_sub(since).max(0));
        self.spent.push(elapsed.map(|elapsed| elapsed.saturating_add(self.before)));
        self.before = 0;
        self.since = Some(at);
    }

    /// Sets the number of plies after a take-back or redo. Redone plies have no time.
    pub fn go_to(&mut self, plies: usize, at: Millis) {
        self.spent.resize(plies, None);
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
        self.since = self.since.map(|since| since.saturating_add(time.max(0)));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pauses_and_credits_do_not_count_as_thinking_time() {
        let mut watch = Stopwatch::default();
        watch.press(10);
        watch.stop(40);
        watch.start(1000);
        watch.credit(200);
        watch.press(1250);
        assert_eq!(watch.spent(), [None, Some(80)]);
    }

    #[test]
    fn plies_taken_back_have_no_time() {
        let mut watch = Stopwatch::default();
        watch.start(0);
        watch.press(10);
        watch.press(25);
        watch.go_to(1, 30);
        watch.press(37);
        assert_eq!(watch.spent(), [Some(10), Some(7)]);
    }
}

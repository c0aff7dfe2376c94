//! Time management: a soft limit checked between depths and a hard limit that always holds.

use crate::{Control, Limits};

/// Clock of a search; the only source of time in this crate.
pub trait Clock: Send + Sync {
    /// Microseconds since a fixed moment.
    fn micros(&self) -> u64;
}

/// Time budget of one search, in microseconds.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Budget {
    start: u64,
    /// Soft limit: no further depth is begun after it, all else being equal.
    soft: Option<u64>,
    /// Hard limit: the search ends here.
    hard: Option<u64>,
}

/// Expected number of moves left in a game.
const EXPECTED_MOVES_LEFT: u64 = 32;

impl Budget {
    /// Budget for these limits.
    pub fn new<M>(limits: &Limits<M>, control: &Control) -> Self {
        let start = control.micros();
        if let Some(millis) = limits.time {
            let micros = without_overhead(millis, limits.overhead.min(millis / 4));
            return Budget { start, soft: None, hard: Some(micros) };
        }
        let Some(clocks) = limits.clocks else { return Budget { start, soft: None, hard: None } };
        let left = clocks.left.saturating_sub(limits.overhead).max(1);
        let moves = u64::from(clocks.moves_to_go.unwrap_or(EXPECTED_MOVES_LEFT as u32))
            .clamp(1, EXPECTED_MOVES_LEFT + 8);
        let share = left / moves + clocks.increment * 3 / 4;
        // Never use more than a part of the time left, however little that is.
        let most = if moves == 1 { left * 9 / 10 } else { left * 2 / 5 };
        let soft = (share * 7 / 10).min(most).max(1);
        let hard = (share * 3).min(most).max(1);
        Budget { start, soft: Some(soft * 1000), hard: Some(hard * 1000) }
    }

    /// Microseconds since the search began.
    pub fn spent(&self, control: &Control) -> u64 {
        control.micros().saturating_sub(self.start)
    }

    /// Returns true if the hard limit is reached.
    pub fn is_over(&self, control: &Control) -> bool {
        self.hard.is_some_and(|hard| self.spent(control) >= hard) && !control.is_pondering()
    }

    /// Returns true if another depth is not worth beginning. `ease` scales the soft limit: 1 for an ordinary
    /// decision, less for an easy one.
    pub fn is_enough(&self, control: &Control, ease: f64) -> bool {
        let soft = self.soft.map(|soft| (soft as f64 * ease) as u64);
        let hard = self.hard;
        let spent = self.spent(control);
        !control.is_pondering()
            && (soft.is_some_and(|soft| spent >= soft) || hard.is_some_and(|hard| spent >= hard))
    }
}

/// Milliseconds without the move overhead, in microseconds.
fn without_overhead(millis: u64, overhead: u64) -> u64 {
    millis.saturating_sub(overhead).max(1) * 1000
}

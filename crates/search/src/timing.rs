//! How a search spends its time: a soft limit asked between depths, a hard one that always holds.

use crate::{Control, Limits};

/// The only way a search learns the time.
pub trait Clock: Send + Sync {
    /// Microseconds since some moment that never changes.
    fn micros(&self) -> u64;
}

/// The budget of one search.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Budget {
    start: u64,
    /// Better not begin another depth past this, all else being equal.
    soft: Option<u64>,
    /// Never think past this.
    hard: Option<u64>,
}

/// A game is expected to last this many more moves.
const MOVES_EXPECTED: u64 = 32;

impl Budget {
    /// The budget these limits give.
    pub fn new<M>(limits: &Limits<M>, control: &Control) -> Self {
        let start = control.micros();
        if let Some(millis) = limits.time {
            let micros = spare(millis, limits.overhead.min(millis / 4));
            return Budget { start, soft: None, hard: Some(micros) };
        }
        let Some(clocks) = limits.clocks else { return Budget { start, soft: None, hard: None } };
        let left = clocks.left.saturating_sub(limits.overhead).max(1);
        let moves =
            u64::from(clocks.moves_to_go.unwrap_or(MOVES_EXPECTED as u32)).clamp(1, MOVES_EXPECTED + 8);
        let share = left / moves + clocks.increment * 3 / 4;
        // Never more than a part of what is left, however little that is.
        let most = if moves == 1 { left * 9 / 10 } else { left * 2 / 5 };
        let soft = (share * 7 / 10).min(most).max(1);
        let hard = (share * 3).min(most).max(1);
        Budget { start, soft: Some(soft * 1000), hard: Some(hard * 1000) }
    }

    /// Microseconds since the search began.
    pub fn spent(&self, control: &Control) -> u64 {
        control.micros().saturating_sub(self.start)
    }

    /// Whether the search must end now.
    pub fn is_over(&self, control: &Control) -> bool {
        self.hard.is_some_and(|hard| self.spent(control) >= hard) && !control.is_pondering()
    }

    /// Whether another depth is not worth beginning. `ease` is 1 for an ordinary choice, less for an easy one.
    pub fn is_enough(&self, control: &Control, ease: f64) -> bool {
        let soft = self.soft.map(|soft| (soft as f64 * ease) as u64);
        let hard = self.hard;
        let spent = self.spent(control);
        !control.is_pondering()
            && (soft.is_some_and(|soft| spent >= soft) || hard.is_some_and(|hard| spent >= hard))
    }
}

/// Milliseconds less what is lost on the way, in microseconds.
fn spare(millis: u64, overhead: u64) -> u64 {
    millis.saturating_sub(overhead).max(1) * 1000
}

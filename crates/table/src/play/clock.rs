//! Clocks of a match, computed from its events. Never reads a real clock.

use game::Side;

use crate::play::event::{ClockRule, Millis};

/// Remaining time of both sides, and the start time of the running clock.
#[derive(Clone, Debug)]
pub(crate) struct Clock {
    rule: ClockRule,
    left: [Millis; 2],
    since: Option<Millis>,
}

impl Clock {
    /// New clocks, stopped: they start with the first move.
    pub fn new(rule: ClockRule) -> Self {
        let left = match rule {
            ClockRule::Off => [0; 2],
            ClockRule::Game { initial, .. } => [initial.max(0); 2],
            ClockRule::Uneven { initial, .. } => initial.map(|initial| initial.max(0)),
            ClockRule::Move { allowance } => [allowance.max(0); 2],
        };
        Clock { rule, left, since: None }
    }

    /// Time left to `side` while `turn` is to move; `None` without a clock.
    pub fn left(&self, side: Side, turn: Side, now: Millis) -> Option<Millis> {
        if self.rule == ClockRule::Off {
            return None;
        }
        let spent = if side == turn { self.running_for(now) } else { 0 };
        Some(self.left[side.index()].saturating_sub(spent).max(0))
    }

    /// Returns true if the side to move has no time left.
    pub fn is_down(&self, turn: Side, now: Millis) -> bool {
        self.since.is_some() && self.left(turn, turn, now) == Some(0)
    }

    /// Returns true if a clock is running.
    pub fn is_running(&self) -> bool {
        self.since.is_some()
    }

    /// Ends a side's move: stops its clock, adds the increment, and starts the other clock.
    pub fn press(&mut self, side: Side, now: Millis) {
        self.spend(side, now);
        let left = &mut self.left[side.index()];
        match self.rule {
            ClockRule::Off => return,
            // The first move of the match costs no time and earns no increment.
            ClockRule::Game { increment, .. } if self.since.is_some() => {
                *left = left.saturating_add(increment.max(0));
            }
            ClockRule::Uneven { increment, .. } if self.since.is_some() => {
                *left = left.saturating_add(increment[side.index()].max(0));
            }
            ClockRule::Game { .. } | ClockRule::Uneven { .. } => {}
            ClockRule::Move { allowance } => *left = allowance.max(0),
        }
        self.since = Some(now);
    }

    /// Stops the clock of the side to move.
    pub fn stop(&mut self, turn: Side, now: Millis) {
        self.spend(turn, now);
        self.since = None;
    }

    /// Starts the clock of the side to move.
    pub fn start(&mut self, now: Millis) {
        if self.rule != ClockRule::Off {
            self.since = Some(now);
        }
    }

    /// Credits time to the side to move, such as server downtime; negative if the system clock was set back meanwhile.
    pub fn credit(&mut self, time: Millis) {
        self.since = self.since.map(|since| since.saturating_add(time));
    }

    /// Passes the turn without a move: after a take-back or a given-away turn.
    pub fn hand_over(&mut self, before: Side, after: Side, now: Millis) {
        self.spend(before, now);
        if let ClockRule::Move { allowance } = self.rule {
            self.left[after.index()] = allowance.max(0);
        }
        if self.since.is_some() {
            self.since = Some(now);
        }
    }

    fn spend(&mut self, side: Side, now: Millis) {
        let left = &mut self.left[side.index()];
        let spent = self.since.map_or(0, |since| now.saturating_sub(since).max(0));
        *left = left.saturating_sub(spent).max(0);
    }

    fn running_for(&self, now: Millis) -> Millis {
        self.since.map_or(0, |since| now.saturating_sub(since).max(0))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn time_runs_only_from_the_first_move_on() {
        let mut clock = Clock::new(ClockRule::Game { initial: 1000, increment: 100 });
        assert_eq!(clock.left(Side::First, Side::First, 5000), Some(1000));
        clock.press(Side::First, 5000);
        assert_eq!(clock.left(Side::First, Side::Second, 5400), Some(1000));
        assert_eq!(clock.left(Side::Second, Side::Second, 5400), Some(600));
        clock.press(Side::Second, 5400);
        assert_eq!(clock.left(Side::Second, Side::First, 5400), Some(700));
    }

    #[test]
    fn the_sides_may_have_different_times() {
        let mut clock = Clock::new(ClockRule::Uneven { initial: [600, 60], increment: [5, 0] });
        clock.press(Side::First, 0);
        assert_eq!(clock.left(Side::Second, Side::Second, 20), Some(40));
        clock.press(Side::Second, 20);
        clock.press(Side::First, 120);
        assert_eq!(clock.left(Side::First, Side::Second, 120), Some(505));
        assert!(clock.is_down(Side::Second, 160));
    }

    #[test]
    fn the_clock_is_down_when_no_time_is_left() {
        let mut clock = Clock::new(ClockRule::Move { allowance: 300 });
        clock.press(Side::First, 0);
        assert!(!clock.is_down(Side::Second, 299));
        assert!(clock.is_down(Side::Second, 300));
        clock.press(Side::Second, 200);
        assert_eq!(clock.left(Side::Second, Side::First, 200), Some(300));
    }

    #[test]
    fn a_stopped_clock_does_not_run() {
        let mut clock = Clock::new(ClockRule::Game { initial: 1000, increment: 0 });
        clock.press(Side::First, 0);
        clock.stop(Side::Second, 400);
        assert_eq!(clock.left(Side::Second, Side::Second, 9000), Some(600));
        clock.start(9000);
        assert_eq!(clock.left(Side::Second, Side::Second, 9100), Some(500));
    }

    #[test]
    fn a_system_clock_that_jumps_back_costs_no_time() {
        let mut clock = Clock::new(ClockRule::Game { initial: 1000, increment: 0 });
        clock.press(Side::First, 5000);
        assert_eq!(clock.left(Side::Second, Side::Second, 1000), Some(1000));
        assert_eq!(clock.left(Side::Second, Side::Second, i64::MIN), Some(1000));
    }
}

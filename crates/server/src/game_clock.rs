//! Time of the server: the system's date at start, continued by the monotonic clock. A system clock that is set while
//! games are running changes nobody's remaining time.

use std::sync::LazyLock;
use std::sync::atomic::{AtomicI64, Ordering};
use std::time::{Instant, SystemTime, UNIX_EPOCH};

/// Deviation from the system's date that counts as a jump, in milliseconds.
const JUMP_MS: i64 = 2_000;

static CLOCK: LazyLock<GameClock> = LazyLock::new(|| GameClock::new(wall_clock()));

/// Monotonic clock with the date of its start.
struct GameClock {
    base: Instant,
    /// Date of `base`, in milliseconds since 1970.
    offset: AtomicI64,
    /// Last deviation that was reported.
    reported: AtomicI64,
}

/// Jump of the system clock.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ClockJump {
    /// Change since the last report, in milliseconds.
    pub by_ms: i64,
    /// True if dates follow the system clock again; false while clocks of games are running.
    pub followed: bool,
}

impl GameClock {
    fn new(date: i64) -> GameClock {
        GameClock { base: Instant::now(), offset: AtomicI64::new(date), reported: AtomicI64::new(0) }
    }

    fn at(&self, instant: Instant) -> i64 {
        let since = instant.saturating_duration_since(self.base);
        self.offset
            .load(Ordering::Relaxed)
            .saturating_add(i64::try_from(since.as_millis()).unwrap_or(i64::MAX))
    }

    /// Compares with the system's date. Without a running clock the new date is taken over, since nobody's time depends
    /// on it.
    fn compare(&self, instant: Instant, wall: i64, clocks_run: bool) -> Option<ClockJump> {
        let deviation = wall.saturating_sub(self.at(instant));
        let by_ms = deviation.saturating_sub(self.reported.load(Ordering::Relaxed));
        let jumped = by_ms.abs() >= JUMP_MS;
        if !clocks_run && deviation.abs() >= JUMP_MS {
            self.offset.fetch_add(deviation, Ordering::Relaxed);
            self.reported.store(0, Ordering::Relaxed);
            return jumped.then_some(ClockJump { by_ms, followed: true });
        }
        if !jumped {
            return None;
        }
        self.reported.store(deviation, Ordering::Relaxed);
        Some(ClockJump { by_ms, followed: false })
    }
}

/// Current time in milliseconds since 1970, for everything that is measured: it never jumps while a clock is running.
pub fn now() -> i64 {
    CLOCK.at(Instant::now())
}

/// The system's date in milliseconds since 1970, for names and dates only.
pub fn wall_clock() -> i64 {
    let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    i64::try_from(since.as_millis()).unwrap_or(i64::MAX)
}

/// Compares the server's time with the system's date.
pub fn compare_with_system(clocks_run: bool) -> Option<ClockJump> {
    CLOCK.compare(Instant::now(), wall_clock(), clocks_run)
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;

    const DATE: i64 = 1_763_251_200_000;
    const HOUR: i64 = 3_600_000;

    #[test]
    fn a_jump_of_an_hour_takes_no_time_from_a_running_clock() {
        for jump in [HOUR, -HOUR] {
            let clock = GameClock::new(DATE);
            let later = clock.base + Duration::from_secs(10);
            assert_eq!(clock.compare(later, DATE + 10_000, true), None);
            let reported = clock.compare(later, DATE + 10_000 + jump, true);
            assert_eq!(reported, Some(ClockJump { by_ms: jump, followed: false }));
            assert_eq!(clock.at(later), DATE + 10_000);
            let later = later + Duration::from_secs(5);
            assert_eq!(clock.at(later), DATE + 15_000);
            // It is reported once.
            assert_eq!(clock.compare(later, DATE + 15_000 + jump, true), None);
            // When no clock is running any more, dates are right again.
            clock.compare(later, DATE + 15_000 + jump, false);
            assert_eq!(clock.at(later), DATE + 15_000 + jump);
        }
    }

    #[test]
    fn a_suspended_computer_gets_the_right_date_when_no_clock_is_running() {
        let clock = GameClock::new(DATE);
        // The monotonic clock stands still while the computer sleeps.
        let later = clock.base + Duration::from_secs(1);
        let jump = clock.compare(later, DATE + 8 * HOUR, false);
        assert_eq!(jump, Some(ClockJump { by_ms: 8 * HOUR - 1000, followed: true }));
        assert_eq!(clock.at(later), DATE + 8 * HOUR);
        assert_eq!(clock.compare(later, DATE + 8 * HOUR + 100, false), None);
    }
}

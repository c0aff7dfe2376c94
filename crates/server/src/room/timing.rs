//! Time of a room: flags, overdue first moves, stored deadlines, and credit for network delay.

use std::time::Duration;

use table::{ClockRule, Event, EventKind, Match, Outcome, Reason, Side, Viewer};
use tokio::time::Instant;

use super::actor::Room;
use super::request::changes_position;
use crate::ids;
use crate::ratings::{estimated_ms, is_correspondence};
use crate::store::{DeadlineChange, WriteJob, WriteResult};

/// Bounds of the delay that may be credited for one move, in milliseconds.
const GAIN_MS: [i64; 2] = [150, 1_000];
/// Milliseconds of credit per move for each second of the estimated time of a side.
const GAIN_PER_SECOND: i64 = 4;
/// Size of the quota at the start and at most, in moves.
const QUOTA_MOVES: [i64; 2] = [3, 7];
/// Delays below this many milliseconds are not credited: they are no network's.
const LEAST_CREDIT_MS: i64 = 5;

/// Returns the time in which each side has to make its first move, for a game that begins for two people at once.
/// `quick_ms` is that of quick games; 0 for no limit.
pub fn first_move_limit(clock: ClockRule, quick_ms: i64) -> Option<i64> {
    match clock {
        ClockRule::Move { allowance } if is_correspondence(clock) => Some(allowance),
        _ if quick_ms == 0 => None,
        _ if estimated_ms(clock).is_some_and(crate::ratings::is_quick) => Some(quick_ms),
        _ => Some(quick_ms.saturating_mul(2)),
    }
}

/// Quota of each side for network delay. A move gets the measured round trip back, as long as the quota lasts; every move
/// adds to it. So a short delay is always made good, and somebody who delays the measurement gains little.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct LagQuota {
    left: [i64; 2],
    gain: i64,
}

impl LagQuota {
    /// Quota of a game with this time control; none without a clock and in games by correspondence.
    pub fn new(clock: ClockRule) -> Option<LagQuota> {
        let estimated = estimated_ms(clock).filter(|_| !is_correspondence(clock))?;
        let gain = (GAIN_MS[0] + estimated / 1000 * GAIN_PER_SECOND).min(GAIN_MS[1]);
        Some(LagQuota { left: [gain * QUOTA_MOVES[0]; 2], gain })
    }

    /// Credit that a side can get for this round trip.
    pub fn credit(&self, side: Side, round_trip: i64) -> i64 {
        let credit = round_trip.min(self.left[side.index()]);
        if credit < LEAST_CREDIT_MS { 0 } else { credit }
    }

    /// Takes a credit from the quota of a side that has moved, and adds the gain of the move.
    pub fn spend(&mut self, side: Side, credit: i64) {
        let left = &mut self.left[side.index()];
        *left = (*left - credit.max(0) + self.gain).clamp(0, self.gain * QUOTA_MOVES[1]);
    }
}

/// Time left until a side's first move is overdue, when it is to move since `since`. `plies` are those played.
pub(super) fn first_move_due(limit: Option<i64>, plies: usize, since: i64) -> Option<i64> {
    limit.filter(|_| plies < 2).map(|limit| since.saturating_add(limit))
}

/// Returns true if events end the game or stop its clocks.
fn stops(event: &Event) -> bool {
    matches!(event.kind, EventKind::Ended(_) | EventKind::Paused(_))
}

impl Room {
    /// Returns true if a line concerns this running game, as one of its players knows it.
    pub(super) fn occurs(&self, player: &str, asked: &crate::fair_play::AskedLine) -> bool {
        let running = self.live_match.state(ids::now()).outcome.is_none();
        let sides = self.meta.own_sides(Some(player));
        let own = sides.into_iter().map(Viewer::Seat).chain([Viewer::Public]);
        running
            && own.into_iter().any(|viewer| crate::fair_play::concerns(self.live_match.study(viewer), asked))
    }

    /// Returns true for a game by correspondence.
    pub(super) fn is_correspondence(&self) -> bool {
        is_correspondence(self.live_match.created().clock)
    }

    /// Time in which each side has to make its first move.
    pub(super) fn first_move_limit(&self) -> Option<i64> {
        let quick_ms = i64::from(self.app.config.limits.first_move_s) * 1000;
        first_move_limit(self.live_match.created().clock, quick_ms).filter(|_| self.meta.prompt)
    }

    /// Delay for which the flag of a side waits: its next move may be on its way.
    pub(super) fn lag_grace(&self, side: Side) -> i64 {
        let round_trip = self.clients.values().filter(|client| client.own_sides == [side]);
        let round_trip = round_trip.map(|client| client.round_trip).max().unwrap_or(0);
        self.lag.map_or(0, |quota| quota.credit(side, round_trip))
    }

    /// Credit for a move that has just arrived: the measured round trip of its client, within the quota, and never more than
    /// the time since anything happened.
    pub(super) fn lag_credit(&self, number: u64, side: Side, now: i64) -> i64 {
        let round_trip = self.clients.get(&number).map_or(0, |client| client.round_trip);
        let elapsed =
            now.saturating_sub(self.touched_at.max(self.live_match.thinking_since().unwrap_or(now)));
        let running = self.live_match.state(now).running == Some(side);
        let quota =
            self.lag.filter(|_| running && self.meta.is_between_people() && !self.meta.is_one_device());
        quota.map_or(0, |quota| quota.credit(side, round_trip.min(elapsed)))
    }

    /// Time at which a command of `seat` is decided: a flag that is down waits for a move that may be on its way.
    pub(super) fn decision_time(&self, now: i64) -> i64 {
        let state = self.live_match.state(now);
        let Some(side) = state.running.filter(|side| state.clocks[side.index()] == Some(0)) else {
            return now;
        };
        let before = now.saturating_sub(self.lag_grace(side));
        let still_up = self.live_match.state(before).clocks[side.index()] != Some(0);
        if still_up { before } else { now }
    }

    /// Time at which the flag of the side to move falls.
    pub(super) fn flag_deadline(&self) -> Option<Instant> {
        let now = ids::now();
        let side = self.live_match.state(now).running?;
        let at = now.saturating_sub(self.lag_grace(side));
        let left = self.live_match.state(at).clocks[side.index()]?;
        Some(Instant::now() + Duration::from_millis(u64::try_from(left).unwrap_or(0)))
    }

    /// Time at which the game is aborted because of a first move that was not made.
    pub(super) fn first_move_deadline(&self) -> Option<Instant> {
        let left = self.first_move_left(ids::now())?;
        Some(Instant::now() + Duration::from_millis(u64::try_from(left).unwrap_or(0)))
    }

    /// Milliseconds that are left for the first move of the side to move.
    pub(super) fn first_move_left(&self, now: i64) -> Option<i64> {
        let state = self.live_match.state(now);
        let due = self.first_move_due.filter(|_| state.outcome.is_none() && !state.paused)?;
        Some(due.saturating_sub(now).max(0))
    }

    /// Events that end the game because a first move is overdue, or because its time is up before that.
    pub(super) fn overdue_first_move(&self, now: i64) -> Option<Vec<Event>> {
        let left = self.first_move_left(now)?;
        let state = self.live_match.state(now);
        let down = state.running.is_some_and(|side| state.clocks[side.index()] == Some(0));
        let aborted = EventKind::Ended(Outcome::draw(Reason::Aborted));
        (left == 0 || down).then(|| vec![Event { at: now, kind: aborted }])
    }

    /// Both players are here: the time for the first move begins.
    pub(super) async fn begin_first_move(&mut self) {
        let now = ids::now();
        if !self.meta.is_full() || self.plies() > 0 || self.live_match.state(now).outcome.is_some() {
            return;
        }
        let Some(at) = first_move_due(self.first_move_limit(), 0, now) else { return };
        self.first_move_due = Some(at);
        let change = DeadlineChange::Set { at, now };
        let job = WriteJob::Deadline { room: self.meta.id.clone(), epoch: self.meta.epoch, change };
        match self.app.store.write(job).await {
            Ok(WriteResult::Fenced) => self.fenced = true,
            Ok(_) => {}
            // Loading the room again begins the time again.
            Err(error) => tracing::error!(room = self.meta.id, %error, "deadline not stored"),
        }
    }

    /// Notes what applied events mean for the first moves.
    pub(super) fn note_first_moves(&mut self, events: &[Event]) {
        let resumed = |event: &Event| matches!(event.kind, EventKind::Resumed(_));
        if let Some(event) = events.iter().rev().find(|event| changes_position(&event.kind) || resumed(event))
        {
            self.first_move_due = first_move_due(self.first_move_limit(), self.plies(), event.at);
        }
        if self.live_match.state(ids::now()).outcome.is_some() {
            self.first_move_due = None;
        }
    }

    /// Change of the stored deadline by these events, before they are applied. Nothing can fall due before it.
    pub(super) fn deadline_change(&self, events: &[Event]) -> DeadlineChange {
        let Some(now) = events.last().map(|event| event.at) else { return DeadlineChange::Keep };
        let (state, limit) = (self.live_match.state(now), self.first_move_limit());
        let timed = state.clocks[0].is_some();
        if !timed && limit.is_none() {
            return DeadlineChange::Keep;
        }
        if events.iter().any(stops) {
            return DeadlineChange::Clear;
        }
        let moves = events.iter().filter(|event| changes_position(&event.kind)).count();
        let resumed = events.iter().any(|event| matches!(event.kind, EventKind::Resumed(_)));
        if state.running.is_none() && moves == 0 && !resumed {
            return DeadlineChange::Keep;
        }
        let plies = self.plies() + moves;
        let first = first_move_due(limit, plies, now).map(|at| at - now);
        let flag = match self.live_match.created().clock {
            // Every move has the whole time, which is the exact deadline.
            ClockRule::Move { allowance } if moves > 0 => Some(allowance),
            _ => state.clocks.into_iter().flatten().min(),
        };
        match [flag.filter(|_| timed), first].into_iter().flatten().min() {
            Some(left) => DeadlineChange::Set { at: now.saturating_add(left), now },
            None => DeadlineChange::Clear,
        }
    }
}

/// First-move deadline of a room that is being loaded, from its stored deadline.
pub(super) fn loaded_first_move(
    live_match: &dyn Match,
    limit: Option<i64>,
    stored: Option<i64>,
    now: i64,
) -> Option<i64> {
    let plies = live_match.timed_plies();
    if live_match.state(now).outcome.is_some() {
        return None;
    }
    let due = match plies {
        // The time began when the second player came, which is no event.
        0 => first_move_due(limit, 0, now).map(|at| stored.unwrap_or(at)),
        _ => first_move_due(limit, plies, live_match.thinking_since().unwrap_or(now)),
    };
    due.filter(|_| limit.is_some())
}

#[cfg(test)]
mod tests {
    use super::*;

    const BLITZ: ClockRule = ClockRule::Game { initial: 180_000, increment: 0 };

    #[test]
    fn credit_is_the_round_trip_within_the_quota() {
        let mut quota = LagQuota::new(BLITZ).expect("a clock");
        assert_eq!(quota.gain, 150 + 720);
        assert_eq!(quota.credit(Side::First, 80), 80);
        assert_eq!(quota.credit(Side::First, 3), 0, "not a network's delay");
        // Somebody who answers pings ten seconds late.
        let mut gained = 0;
        for _ in 0..40 {
            let credit = quota.credit(Side::First, 10_000);
            gained += credit;
            quota.spend(Side::First, credit);
        }
        assert!(gained <= 870 * (3 + 40), "{gained}: the quota and one gain per move");
        assert_eq!(quota.credit(Side::First, 10_000), 870);
        // Whoever has no delay saves up, but only so much.
        for _ in 0..40 {
            quota.spend(Side::Second, 0);
        }
        assert_eq!(quota.credit(Side::Second, i64::MAX), 870 * 7);
    }

    #[test]
    fn quotas_follow_the_time_control() {
        let gain = |clock| LagQuota::new(clock).map(|quota| quota.gain);
        assert_eq!(gain(ClockRule::Game { initial: 60_000, increment: 0 }), Some(390));
        assert_eq!(gain(ClockRule::Game { initial: 3_600_000, increment: 0 }), Some(1_000));
        assert_eq!(gain(ClockRule::Move { allowance: 86_400_000 }), None);
        assert_eq!(gain(ClockRule::Off), None);
    }

    #[test]
    fn first_moves_have_their_time() {
        let limit = |clock| first_move_limit(clock, 30_000);
        assert_eq!(limit(BLITZ), Some(30_000));
        assert_eq!(limit(ClockRule::Game { initial: 1_800_000, increment: 0 }), Some(60_000));
        assert_eq!(limit(ClockRule::Move { allowance: 86_400_000 }), Some(86_400_000));
        assert_eq!(first_move_limit(BLITZ, 0), None);
        assert_eq!(first_move_due(Some(30_000), 1, 500), Some(30_500));
        assert_eq!(first_move_due(Some(30_000), 2, 500), None);
    }
}

//! Views of a room for each client, made from that client's knowledge, and broadcasts.

use std::time::Duration;

use axum::extract::ws::Utf8Bytes;
use table::{Match, Outcome, Permission, Side, Viewer};
use tokio::time::Instant;

use super::actor::{Client, Room, viewer_of};
use super::delay::DelayedMatch;
use super::{Out, Visitor};
use crate::ids;
use crate::store::{RoomSummary, aid};
use crate::wire::{
    CaseView, ClockView, MatchOutcome, MessageOut, OfferView, Ply, RatedView, RoomView, SeenPiece, ServerOut,
    Start, count, square,
};

/// Minimum interval between two presence messages: many changes at once are one message.
const PRESENCE_INTERVAL: Duration = Duration::from_millis(500);

/// Time of the next presence message.
#[derive(Default)]
pub(super) struct PresenceTimer {
    last: Option<Instant>,
    due: Option<Instant>,
}

impl PresenceTimer {
    /// Notes a change; returns true if it is to be sent at once.
    fn announce(&mut self, now: Instant) -> bool {
        let next = self.last.map(|last| last + PRESENCE_INTERVAL).filter(|next| *next > now);
        self.due = next;
        next.is_none()
    }

    /// Notes that the presence was sent; it is sent again if a client missed it.
    fn sent(&mut self, now: Instant, missed: bool) {
        self.last = Some(now);
        self.due = missed.then(|| now + PRESENCE_INTERVAL);
    }

    /// Time at which the presence has to be sent.
    pub fn due(&self) -> Option<Instant> {
        self.due
    }
}

impl Room {
    /// View for a visitor, with the plies from an index on.
    pub(super) fn view_for(&self, visitor: &Visitor, from: usize) -> RoomView {
        let own_sides = self.meta.own_sides(visitor.player.as_deref());
        self.view(visitor, &own_sides, from, true)
    }

    fn view(&self, visitor: &Visitor, own_sides: &[Side], from: usize, evaluating: bool) -> RoomView {
        let now = ids::now();
        let viewer = viewer_of(own_sides);
        let spec = self.book.spec();
        let seen = self.match_for(own_sides);
        let clock_time = self.clock_time(own_sides);
        let view = seen.view(viewer, clock_time.unwrap_or(now));
        let created = seen.created();
        let outcome = |outcome: &Outcome| MatchOutcome::of(outcome, spec);
        // A client with both sides sees public information and moves for the side to move.
        let legal = if own_sides.len() == 2 {
            self.live_match.view(Viewer::Seat(view.turn), now).legal
        } else {
            view.legal
        };
        let player = visitor.player.as_deref();
        RoomView {
            room: self.meta.id.clone(),
            game: spec.name.to_owned(),
            options: created.options.iter().cloned().collect(),
            seq: view.seq,
            viewer: viewer.into(),
            own_sides: own_sides.iter().map(|side| (*side).into()).collect(),
            seats: Side::BOTH.map(|side| self.meta.occupant(side).view_in(self.book, player)),
            start: self.start(viewer, seen),
            handicap: created.handicap.as_ref().map(|given| {
                let message = game::Message::new(match (given.odds.is_some(), given.moves > 0) {
                    (true, true) => "handicap_odds_and_moves",
                    (false, true) => "handicap_moves",
                    _ => "handicap_odds",
                });
                let odds = given.odds.as_deref().unwrap_or_default();
                MessageOut::from(
                    &message
                        .word("side", spec.sides[given.giver.index()])
                        .word("odds", format!("odds_{odds}"))
                        .number("moves", given.moves),
                )
            }),
            plies_from: count(from),
            plies: self.plies_for(viewer, from, seen),
            position: view.position,
            position_id: view.position_id,
            turn: view.turn.into(),
            check: view.picture.check.map(square),
            line: view.picture.line_on(spec.files).into_iter().map(square).collect(),
            legal: if self.meta.is_full() && self.is_dealt() { legal } else { Vec::new() },
            outcome: view.outcome.as_ref().map(outcome),
            claim: view.claim.as_ref().map(outcome),
            case: view.repetition.as_ref().map(|case| CaseView::of(case, spec)),
            offer: view.offer.map(|(by, offer)| OfferView::of(by, offer)),
            clock: ClockView {
                rule: created.clock.into(),
                left_ms: view.clocks,
                running: view.running.filter(|_| clock_time.is_none()).map(Into::into),
                now,
                since: seen.thinking_since().filter(|_| clock_time.is_none()),
            },
            first_move_ms: self.first_move_left(now).filter(|_| self.meta.is_full()),
            paused: view.paused,
            undone: count(view.undone),
            seen: view
                .seen
                .iter()
                .map(|(at, letter)| SeenPiece { square: square(*at), letter: letter.to_string() })
                .collect(),
            undo_left: Side::BOTH.map(|side| seen.take_backs_left(side)),
            take_back: self.take_back_view(match own_sides {
                [own] => Some(*own),
                [_, _] => Some(view.turn),
                _ => None,
            }),
            aids: self.aids(seen).into_iter().map(str::to_owned).collect(),
            by_consent: created.permissions.give_turn == Permission::ByConsent,
            may_evaluate: self.may_evaluate(),
            evaluating,
            pace_ms: self.meta.is_between_machines().then_some(self.meta.pace_ms),
            next: self.meta.next.clone(),
            rated: self.meta.pool.as_ref().map(|pool| RatedView {
                pool: pool.clone(),
                ratings: self.meta.ratings,
                change: self.meta.rating_change.as_ref().map(Into::into),
            }),
            talk: self.talk_rule(own_sides),
            is_listed: self.meta.is_listed,
            delay: count(self.meta.delay),
            may_run: self.controls(visitor),
            deal: self
                .sealed
                .as_ref()
                .and_then(|sealed| sealed.view(self.book, created, view.outcome.is_some())),
        }
    }

    /// Returns true if this visitor controls a match between machines.
    pub(super) fn controls(&self, visitor: &Visitor) -> bool {
        self.meta.is_between_machines() && visitor.player.as_deref() == Some(self.meta.owner.as_str())
    }

    fn start(&self, viewer: Viewer, seen: &dyn Match) -> Start {
        let study = seen.start(viewer);
        let status = study.status();
        Start {
            position: study.position(self.book.spec().dialects.first().unwrap_or(&"")),
            turn: status.turn.into(),
            check: status.check.map(square),
        }
    }

    pub(super) fn plies_for(&self, viewer: Viewer, from: usize, seen: &dyn Match) -> Vec<Ply> {
        let wire = |ms: Option<i64>| ms.and_then(|ms| u64::try_from(ms).ok());
        let evaluations =
            self.may_evaluate().then(|| self.evaluations.for_viewer(self.evaluation_viewer(viewer)));
        seen.plies(viewer, from)
            .into_iter()
            .enumerate()
            .map(|(index, ply)| {
                let time = seen.time(from + index).unwrap_or_default();
                Ply {
                    ms: wire(time.spent),
                    computed_ms: wire(time.computed),
                    clock_ms: wire(time.left),
                    evaluation: evaluations
                        .and_then(|evaluations| evaluations.get(&(from + index + 1)).cloned()),
                    ..Ply::of(ply)
                }
            })
            .collect()
    }

    /// Sends a full view to one client.
    pub(super) fn send_full_view(&mut self, number: u64) {
        let Some(client) = self.clients.get(&number) else { return };
        let view = self.view(&client.visitor, &client.own_sides, 0, client.evaluation);
        self.send_to(number, &ServerOut::View(Box::new(view)));
    }

    /// Broadcasts the changes since the last view; each distinct view is serialized once.
    pub(super) fn broadcast_view(&mut self) {
        let plies = self.plies();
        // Clients keep the plies before `from`: plies that were taken back are cut off there.
        let from = self.shown.min(plies);
        self.shown = plies;
        // Spectators may have nothing new to see.
        let behind = self.delayed.as_mut().map(DelayedMatch::advance);
        let mut made: Vec<(Visitor, bool, Utf8Bytes)> = Vec::new();
        let mut slow = Vec::new();
        for (number, client) in &self.clients {
            let evaluation = client.evaluation;
            let from = match behind {
                Some(None) if client.own_sides.is_empty() => continue,
                Some(Some(from)) if client.own_sides.is_empty() => from,
                _ => from,
            };
            // All clients without a seat see the same.
            let who = if client.own_sides.is_empty() && !self.meta.is_between_machines() {
                Visitor::default()
            } else {
                client.visitor.clone()
            };
            let known =
                made.iter().find(|(visitor, last_report, _)| *visitor == who && *last_report == evaluation);
            let text = match known {
                Some((_, _, text)) => text.clone(),
                None => {
                    let view = self.view(&client.visitor, &client.own_sides, from, evaluation);
                    let text = text(&ServerOut::View(Box::new(view)));
                    made.push((who, evaluation, text.clone()));
                    text
                }
            };
            if !send(client, Out::Text(text)) {
                slow.push(*number);
            }
        }
        self.drop_clients(&slow);
        if self.live_match.state(ids::now()).outcome.is_some() {
            self.delayed = None;
        }
    }

    /// Announces a change of presence: at once, or together with others after a moment.
    pub(super) fn announce_presence(&mut self) {
        if self.presence.announce(Instant::now()) {
            self.broadcast_presence();
        }
    }

    /// Sends the presence to all clients. A client whose queue is full is not dropped for it, but told later.
    pub(super) fn broadcast_presence(&mut self) {
        let there = |side: Side| {
            self.meta.occupant(side).is_machine()
                || self.clients.values().any(|client| client.own_sides.contains(&side))
        };
        let watchers = self.watchers();
        self.app.watching.count_watchers(&self.meta.id, watchers);
        let seats = Side::BOTH.map(there);
        for (left_at, there) in self.left_at.iter_mut().zip(seats) {
            *left_at = if there { None } else { left_at.or_else(|| Some(Instant::now())) };
        }
        let claim_in_ms = Side::BOTH.map(|side| self.claim_in(side).map(|left| left.as_millis() as u64));
        let text = text(&ServerOut::Presence { seats, claim_in_ms, watchers });
        let missed = self.clients.values().filter(|client| !send(client, Out::Text(text.clone()))).count();
        self.presence.sent(Instant::now(), missed > 0);
    }

    /// Time until the game may be claimed because this side's player has left; `None` if that is not possible.
    pub(super) fn claim_in(&self, side: Side) -> Option<Duration> {
        let claimable = self.meta.is_between_people() && !self.is_correspondence();
        let left_at = self.left_at[side.index()].filter(|_| claimable)?;
        let running = self.live_match.state(ids::now()).outcome.is_none() && self.plies() >= 2;
        running.then(|| self.app.config.grace.saturating_sub(left_at.elapsed()))
    }

    pub(super) fn broadcast(&mut self, out: &ServerOut) {
        self.broadcast_to(out, |_| true);
    }

    /// Sends a message to the clients that match.
    pub(super) fn broadcast_to(&mut self, out: &ServerOut, whom: impl Fn(&Client) -> bool) {
        let text = text(out);
        let slow: Vec<u64> = self
            .clients
            .iter()
            .filter(|(_, client)| whom(client) && !send(client, Out::Text(text.clone())))
            .map(|(number, _)| *number)
            .collect();
        self.drop_clients(&slow);
    }

    pub(super) fn send_to(&self, number: u64, out: &ServerOut) {
        if let Some(client) = self.clients.get(&number) {
            // A slow client is dropped with the next broadcast.
            let _ = send(client, Out::Text(text(out)));
        }
    }

    /// Drops slow clients: they get a full view when they reconnect.
    fn drop_clients(&mut self, slow: &[u64]) {
        let before = self.clients.len();
        self.clients.retain(|number, _| !slow.contains(number));
        if self.clients.len() < before {
            self.announce_presence();
            self.stop_if_empty();
        }
    }

    /// Summary for lists and statistics.
    pub(super) fn summary(&self) -> RoomSummary {
        let now = ids::now();
        let view = self.live_match.view(Viewer::Public, now);
        let own = |side: Side| {
            let own = self.live_match.view(Viewer::Seat(side), now).position;
            (own != view.position).then_some(own)
        };
        let mut spent = [0_i64; 2];
        let mut moves = [0_u32; 2];
        let first = self.live_match.start(Viewer::Public).first_turn();
        for (ply, time) in self.live_match.times().iter().enumerate() {
            let side = if ply % 2 == 0 { first } else { !first };
            // The minimum move delay of an engine is not its thinking time.
            if let Some(time) = time.computed.or(time.spent) {
                spent[side.index()] += time;
                moves[side.index()] += 1;
            }
        }
        RoomSummary {
            touched_at: self.touched_at,
            live: view.outcome.is_none(),
            plies: count(view.moves.len()),
            turn: view.turn.index(),
            own: if self.hidden { Side::BOTH.map(own) } else { [None, None] },
            last_move: view.last_move.map(|(from, to)| [square(from), square(to)]),
            winner: view.outcome.map(|outcome| outcome.code().to_owned()),
            reason: view.outcome.map(|outcome| outcome.reason.code().to_owned()),
            ended_at: view.outcome.map(|_| self.touched_at),
            spent,
            moves,
            aids: self.aids(self.live_match.as_ref()).join(","),
            position: view.position,
        }
    }

    /// Codes of what the players had besides their own thinking.
    fn aids(&self, seen: &dyn Match) -> Vec<&'static str> {
        let mut had = table::Assistance::default();
        for side in Side::BOTH.into_iter().filter(|side| !self.meta.occupant(*side).is_machine()) {
            let own = seen.assistance(side);
            had.hints += own.hints;
            had.take_backs += own.take_backs;
            had.turns_given += own.turns_given;
            had.peeked |= own.peeked;
        }
        let handicap = seen.created().handicap.is_some();
        let codes = [
            (self.meta.loaded, aid::LOADED),
            (self.meta.set_up, aid::SET_UP),
            (had.peeked, aid::PEEKED),
            (had.hints > 0, aid::HINT),
            (had.take_backs > 0, aid::TAKE_BACK),
            (had.turns_given > 0 && !handicap, aid::TURN_GIVEN),
            (handicap, aid::HANDICAP),
        ];
        codes.into_iter().filter_map(|(has, code)| has.then_some(code)).collect()
    }
}

fn text(out: &ServerOut) -> Utf8Bytes {
    // Serializing strings and numbers cannot fail.
    serde_json::to_string(out).unwrap_or_default().into()
}

/// Queues a message; false if the client is gone or its queue is full.
fn send(client: &Client, out: Out) -> bool {
    client.out.try_send(Box::new(out)).is_ok()
}

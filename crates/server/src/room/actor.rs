//! Actor task of a room: processes its messages in order, keeps its deadlines, and unloads when idle.

use std::collections::HashMap;
use std::time::Duration;

use table::{
    Command, Event, EventKind, Match, Message, Notation, Outcome, Reason, Rulebook, Side, ToMessage, Viewer,
};
use tokio::sync::mpsc;
use tokio::time::Instant;

use super::delay::DelayedMatch;
use super::evaluation::Evaluations;
use super::known_commands::KnownCommands;
use super::machine::MachineState;
use super::summary_outbox::SummaryOutbox;
use super::talk::Talk;
use super::timing::LagQuota;
use super::views::PresenceTimer;
use super::{Inbox, Out, Outbox, RoomMessage, RoomMeta, Visitor};
use crate::app::App;
use crate::deadlines::RunningClock;
use crate::deal::SealedDeal;
use crate::ids;
use crate::ratings::OPENING_PLIES;
use crate::store::{RatedResult, WriteJob, WriteResult, event_codec};
use crate::wire::{MessageOut, ServerOut};

/// Time for which a match between machines goes on without anybody watching.
const EMPTY_GRACE: Duration = Duration::from_secs(10);

/// Time for which a tournament's message that it waits for the result holds.
const ATTENDANCE: Duration = Duration::from_secs(15);

/// Connected client of a room.
pub(super) struct Client {
    pub visitor: Visitor,
    pub own_sides: Vec<Side>,
    pub out: Outbox,
    pub evaluation: bool,
    /// Measured round trip in milliseconds; 0 before the first measurement.
    pub round_trip: i64,
}

impl Client {
    /// Viewer whose knowledge this client may see. A client with both sides sees only public information.
    pub fn viewer(&self) -> Viewer {
        viewer_of(&self.own_sides)
    }
}

/// Viewer for a client that controls these sides.
pub(super) fn viewer_of(own_sides: &[Side]) -> Viewer {
    match own_sides {
        [side] => Viewer::Seat(*side),
        _ => Viewer::Public,
    }
}

/// Room state, owned by its task.
pub struct Room {
    pub(super) app: App,
    pub(super) inbox: Inbox,
    pub(super) book: &'static dyn Rulebook,
    pub(super) meta: RoomMeta,
    pub(super) live_match: Box<dyn Match>,
    /// Match as spectators see it, if they are some plies behind.
    pub(super) delayed: Option<DelayedMatch>,
    /// Talk of the two players.
    pub(super) talk: Talk,
    /// True if the game has hidden information.
    pub(super) hidden: bool,
    /// Secret of the deal; the seed is not shown before the end.
    pub(super) sealed: Option<SealedDeal>,
    pub(super) clients: HashMap<u64, Client>,
    pub(super) entered: u64,
    /// Commands that were executed, by sender and command identifier.
    pub(super) commands: KnownCommands,
    /// Number of events.
    pub(super) seq: u64,
    /// Number of the last event that changed the position.
    pub(super) position_seq: u64,
    /// Number of plies in the last view that was broadcast.
    pub(super) shown: usize,
    /// When the player of each side left; `None` if somebody is there.
    pub(super) left_at: [Option<Instant>; 2],
    pub(super) machines: MachineState,
    pub(super) evaluations: Evaluations,
    /// Time of the last event.
    pub(super) touched_at: i64,
    /// Presence that clients do not know yet.
    pub(super) presence: PresenceTimer,
    /// Time at which the last client left; `None` while somebody is there.
    pub(super) empty_since: Option<Instant>,
    /// Time until which a tournament waits for the result.
    pub(super) attended_until: Option<Instant>,
    /// True once a write was refused because the room has a newer epoch: this task no longer owns it.
    pub(super) fenced: bool,
    /// Counts this room while its clock is running.
    pub(super) running_clock: Option<RunningClock>,
    /// Time at which the game is aborted unless the side to move has made its first move.
    pub(super) first_move_due: Option<i64>,
    /// Quota for network delay; `None` where none is credited.
    pub(super) lag: Option<LagQuota>,
    /// Summaries on their way to the store.
    pub(super) summaries: SummaryOutbox,
}

impl Room {
    /// Runs until the room is unloaded or shut down.
    pub async fn run(mut self, mut mail: mpsc::Receiver<Box<RoomMessage>>) {
        self.count_clock();
        self.publish_live();
        self.after_change();
        let idle = self.app.config.idle;
        let mut idle_since = Instant::now();
        loop {
            if self.fenced {
                self.disconnect_all("wire_closing", true, 1012);
                self.app.lobby.remove(&self.meta.id);
                self.app.watching.remove(&self.meta.id);
                break;
            }
            // While the room waits, its match is a list of moves.
            self.live_match.pack();
            if let Some(delayed) = &mut self.delayed {
                delayed.pack();
            }
            let next_deadline = self.next_deadline();
            let idle_check = Instant::now() + idle;
            let wake = next_deadline.map_or(idle_check, |deadline| deadline.min(idle_check));
            tokio::select! {
                biased;
                next = mail.recv() => match next.map(|next| *next) {
                    None | Some(RoomMessage::Shutdown) => {
                        self.disconnect_all("wire_closing", true, 1001);
                        break;
                    }
                    Some(RoomMessage::Deleted) => {
                        self.disconnect_all("wire_deleted", false, 1000);
                        self.app.lobby.remove(&self.meta.id);
                        self.app.watching.remove(&self.meta.id);
                        break;
                    }
                    Some(RoomMessage::Settle) => {
                        if self.can_unload() && self.try_unload(&mail) {
                            break;
                        }
                    }
                    Some(next) => {
                        idle_since = Instant::now();
                        self.handle(next).await;
                    }
                },
                () = tokio::time::sleep_until(wake) => {
                    if next_deadline.is_some_and(|deadline| deadline <= Instant::now()) {
                        self.handle_deadline().await;
                    } else if self.can_unload() && idle_since.elapsed() >= idle && self.try_unload(&mail) {
                        break;
                    }
                }
            }
        }
        self.machines.stop_all();
        self.evaluations.stop();
    }

    async fn handle(&mut self, mail: RoomMessage) {
        match mail {
            RoomMessage::Connect { visitor, evaluation, out, number } => {
                self.connect(visitor, evaluation, out, number);
            }
            RoomMessage::Disconnect(number) => {
                if self.clients.remove(&number).is_some() {
                    self.announce_presence();
                    self.stop_if_empty();
                }
            }
            RoomMessage::Request(number, message) => self.handle_request(number, message).await,
            RoomMessage::RoundTrip(number, ms) => {
                if let Some(client) = self.clients.get_mut(&number) {
                    client.round_trip = i64::from(ms);
                }
            }
            RoomMessage::Occurs { player, asked, reply } => {
                let _ = reply.send(self.occurs(&player, &asked));
            }
            RoomMessage::Malformed(number, id, why) => self.refuse(number, &id, why),
            RoomMessage::View(visitor, reply) => {
                let _ = reply.send(Box::new(self.view_for(&visitor, 0)));
            }
            RoomMessage::Record(visitor, query, reply) => {
                let _ = reply.send(self.write_record(&visitor, &query));
            }
            RoomMessage::DealProof(reply) => {
                let _ =
                    reply.send(self.deal_proof().map(Box::new).map_err(|message| MessageOut::from(&message)));
            }
            RoomMessage::Review(reply) => {
                let _ = reply.send(self.for_review());
            }
            RoomMessage::Seated { side, player, name, handle } => {
                self.seat_player(side, super::Occupant::Person { player, name, handle }).await;
            }
            RoomMessage::Renamed { from, to, name } => self.rename_player(&from, &to, name.as_ref()),
            RoomMessage::Leave(player) => self.leave(&player).await,
            RoomMessage::Listing => self.reload_listing().await,
            RoomMessage::Rematch(room) => {
                self.meta.next = Some(room.clone());
                self.broadcast(&ServerOut::Next { room });
            }
            RoomMessage::SearchProgress(ticket, analysis) => self.handle_search_progress(ticket, &analysis),
            RoomMessage::SearchDone(ticket, result) => self.handle_search_result(ticket, result).await,
            RoomMessage::Abandon { before, forfeit, reply } => {
                let _ = reply.send(self.abandon(before, forfeit).await);
            }
            RoomMessage::Attend => self.attend().await,
            RoomMessage::Settle | RoomMessage::Deleted | RoomMessage::Shutdown => {}
        }
    }

    /// Next deadline.
    fn next_deadline(&self) -> Option<Instant> {
        let empty = self.empty_deadline();
        let first_move = self.first_move_deadline();
        [self.flag_deadline(), first_move, self.machines.move_deadline(), self.presence.due(), empty]
            .into_iter()
            .flatten()
            .min()
    }

    /// Time at which a match between machines with running clocks is paused because nobody watches.
    fn empty_deadline(&self) -> Option<Instant> {
        let playing = self.meta.is_between_machines() && self.live_match.state(ids::now()).running.is_some();
        let empty = playing && self.clients.is_empty() && !self.is_attended();
        self.empty_since.filter(|_| empty).map(|since| since + EMPTY_GRACE)
    }

    /// Returns true while a tournament waits for the result.
    pub(super) fn is_attended(&self) -> bool {
        self.attended_until.is_some_and(|until| until > Instant::now())
    }

    /// Goes on with a match between machines although nobody watches.
    async fn attend(&mut self) {
        let waited = self.is_attended();
        self.attended_until = Some(Instant::now() + ATTENDANCE);
        let pulse = self.live_match.state(ids::now());
        if pulse.outcome.is_some() || !self.meta.is_between_machines() {
            return;
        }
        if pulse.paused && self.clients.is_empty() {
            self.execute_for_machine(pulse.turn, &Command::Resume).await;
        }
        if !waited || self.machines.is_idle() {
            self.after_change();
        }
    }

    async fn handle_deadline(&mut self) {
        if self.presence.due().is_some_and(|at| at <= Instant::now()) {
            return self.broadcast_presence();
        }
        if self.empty_deadline().is_some_and(|at| at <= Instant::now()) {
            let paused =
                self.execute_for_machine(self.live_match.state(ids::now()).turn, &Command::Pause).await;
            if paused {
                return self.after_events();
            }
            // Not now: tried again after another grace.
            self.empty_since = Some(Instant::now());
        }
        let now = self.decision_time(ids::now());
        let pulse = self.live_match.state(now);
        let down = pulse.running.filter(|side| pulse.clocks[side.index()] == Some(0));
        let flagged = || self.live_match.decide(!down?, &Command::Flag, now).ok();
        if let Some(events) = self.overdue_first_move(now).or_else(flagged) {
            if self.commit_events(events, None).await {
                self.after_events();
            } else {
                // The event log cannot be written: retry after a pause instead of in a tight loop.
                tokio::time::sleep(Duration::from_secs(1)).await;
            }
            return;
        }
        self.play_pending_move().await;
    }

    /// Returns true if the room can be unloaded without loss: it is restored from the log.
    fn can_unload(&self) -> bool {
        let soon = Instant::now() + self.app.config.idle;
        let rests = |deadline: Option<Instant>| deadline.is_none_or(|deadline| deadline > soon);
        self.clients.is_empty()
            && rests(self.flag_deadline())
            && rests(self.first_move_deadline())
            && self.machines.is_idle()
    }

    /// Unloads the room; the deadline of a running clock stays armed. Returns false if a message has just arrived.
    fn try_unload(&mut self, mail: &mpsc::Receiver<Box<RoomMessage>>) -> bool {
        let now = ids::now();
        let state = self.live_match.state(now);
        let flag = state.running.and_then(|side| state.clocks[side.index()]);
        let left = [flag, self.first_move_left(now)].into_iter().flatten().min();
        if let Some(left) = left {
            self.app.deadlines.arm(&self.meta.id, now.saturating_add(left));
        }
        // Before the room can be loaded again.
        self.app.watching.remove(&self.meta.id);
        let unloaded = self.app.lobby.try_unload(&self.meta.id, mail);
        if !unloaded {
            self.publish_live();
        }
        if left.is_some() && !unloaded {
            self.app.deadlines.disarm(&self.meta.id);
        }
        unloaded
    }

    /// Ends an abandoned game.
    async fn abandon(&mut self, before: i64, forfeit: bool) -> bool {
        let now = ids::now();
        let state = self.live_match.state(now);
        let kept = state.outcome.is_some() || state.running.is_some() || self.plies() == 0;
        if kept || self.touched_at >= before || !self.clients.is_empty() {
            return false;
        }
        // A side can only be absent if it is a person with an opponent, and only if it is to move.
        let absent = forfeit
            && !state.paused
            && !self.meta.is_one_device()
            && self.meta.is_full()
            && !self.meta.occupant(state.turn).is_machine();
        let outcome = if absent {
            Outcome::win(!state.turn, Reason::TimeForfeit)
        } else {
            Outcome::draw(Reason::Aborted)
        };
        if !self.commit_events(vec![Event { at: now, kind: EventKind::Ended(outcome) }], None).await {
            return false;
        }
        self.after_events();
        true
    }

    fn connect(
        &mut self,
        visitor: Visitor,
        evaluation: bool,
        out: Outbox,
        number: tokio::sync::oneshot::Sender<u64>,
    ) {
        self.entered += 1;
        let own_sides = self.meta.own_sides(visitor.player.as_deref());
        let client = Client { visitor, own_sides, out, evaluation, round_trip: 0 };
        if number.send(self.entered).is_err() {
            return;
        }
        self.clients.insert(self.entered, client);
        self.empty_since = None;
        self.send_full_view(self.entered);
        self.send_talk(self.entered);
        self.announce_presence();
        self.after_change();
    }

    async fn seat_player(&mut self, side: Side, occupant: super::Occupant) {
        self.meta.seats[side.index()] = occupant;
        if let Err(error) = self.meta.load_ratings(&self.app).await {
            tracing::error!(room = self.meta.id, %error, "ratings not read");
        }
        if let Err(error) = self.meta.load_listing(&self.app).await {
            tracing::error!(room = self.meta.id, %error, "settings of the players not read");
        }
        self.begin_first_move().await;
        self.seats_changed();
    }

    /// A player has another identity now. Clients with the old one become spectators; they connect again with the new one.
    fn rename_player(&mut self, from: &str, to: &str, name: Option<&(Option<String>, Option<String>)>) {
        if self.meta.owner == from {
            self.meta.owner = to.to_owned();
        }
        if name == Some(&(None, None)) {
            self.forget_talk(from);
        }
        for seat in &mut self.meta.seats {
            match seat {
                super::Occupant::Person { player, name: shown, handle } if player == from => {
                    *player = to.to_owned();
                    if let Some((new_name, new_handle)) = name {
                        shown.clone_from(new_name);
                        handle.clone_from(new_handle);
                    }
                }
                super::Occupant::Here { player, .. } if player == from => *player = to.to_owned(),
                _ => {}
            }
        }
        self.seats_changed();
    }

    /// Resigns for a player who closes the account.
    async fn leave(&mut self, player: &str) {
        let sides = self.meta.own_sides(Some(player));
        let [side] = sides.as_slice() else { return };
        if !self.meta.is_full() || !self.meta.is_between_people() {
            return;
        }
        if let Ok(events) = self.live_match.decide(*side, &Command::Resign, ids::now())
            && self.commit_events(events, None).await
        {
            self.after_events();
        }
    }

    fn seats_changed(&mut self) {
        for client in self.clients.values_mut() {
            client.own_sides = self.meta.own_sides(client.visitor.player.as_deref());
        }
        let numbers: Vec<u64> = self.clients.keys().copied().collect();
        for number in numbers {
            self.send_full_view(number);
            self.send_talk(number);
        }
        self.announce_presence();
        self.publish_live();
        self.after_change();
    }

    /// Stores events, then applies them. Returns false, with nothing changed, if they cannot be stored.
    pub(super) async fn commit_events(&mut self, events: Vec<Event>, command: Option<&str>) -> bool {
        let seq = self.seq;
        let kept: Vec<(i64, String)> =
            events.iter().map(|event| (event.at, event_codec::encode(&event.kind))).collect();
        let job = WriteJob::Append {
            room: self.meta.id.clone(),
            epoch: self.meta.epoch,
            seq: seq + 1,
            events: kept,
            command: command.map(str::to_owned),
            deadline: self.deadline_change(&events),
            rated: self.rated_result(&events),
        };
        match self.app.store.write(job).await {
            Err(error) => {
                tracing::error!(room = self.meta.id, %error, "event not stored");
                self.app.set_healthy(false);
                return false;
            }
            Ok(WriteResult::Fenced) => {
                tracing::warn!(room = self.meta.id, "another server owns the room now");
                self.fenced = true;
                return false;
            }
            Ok(WriteResult::Rated(change)) => {
                self.app.set_healthy(true);
                self.meta.rating_change = Some(change);
            }
            Ok(_) => self.app.set_healthy(true),
        }
        for event in &events {
            self.live_match.apply(event);
            if let Some(delayed) = &mut self.delayed {
                delayed.hold(event);
            }
            self.touched_at = event.at;
            self.seq += 1;
        }
        if events.iter().any(|event| super::request::changes_position(&event.kind)) {
            self.position_seq = self.seq;
        }
        if let Some(command) = command {
            self.commands.insert(command, self.seq);
        }
        self.note_first_moves(&events);
        self.count_clock();
        true
    }

    /// Result of a rated game, if these events end it. Aborted games do not count.
    fn rated_result(&self, events: &[Event]) -> Option<Box<RatedResult>> {
        let pool = self.meta.pool.clone()?;
        let ended = |event: &Event| match &event.kind {
            EventKind::Ended(outcome) if outcome.reason != Reason::Aborted => Some((*outcome, event.at)),
            _ => None,
        };
        let (outcome, ended_at) = events.iter().find_map(ended)?;
        let [first, second] = self.meta.seats.each_ref().map(|seat| seat.player().map(str::to_owned));
        let mut moves = self.live_match.moves(Viewer::Public, Notation::Uci);
        moves.extend(events.iter().filter_map(|event| match &event.kind {
            EventKind::Moved(mv) => Some(mv.clone()),
            _ => None,
        }));
        let plies = moves.len() as i64;
        moves.truncate(OPENING_PLIES);
        Some(Box::new(RatedResult {
            room: self.meta.id.clone(),
            pool,
            players: [first?, second?],
            winner: outcome.code().to_owned(),
            ended_at,
            plies,
            opening: moves.join(" "),
            advantage: self.book.profile().first_move_advantage,
        }))
    }

    /// Counts this room among the running clocks, or no longer.
    pub(super) fn count_clock(&mut self) {
        let running = self.live_match.state(ids::now()).running.is_some();
        if running != self.running_clock.is_some() {
            self.running_clock = running.then(|| self.app.deadlines.start_clock());
        }
    }

    /// Broadcasts the new state and lets the machines continue.
    pub(super) fn after_events(&mut self) {
        self.evaluations.cut(self.plies());
        self.broadcast_view();
        self.publish_live();
        self.store_summary();
        self.after_change();
    }

    /// Starts engine searches that the new state requires.
    pub(super) fn after_change(&mut self) {
        self.start_machine_move();
        self.evaluate_next();
    }

    pub(super) fn plies(&self) -> usize {
        self.live_match.timed_plies()
    }

    /// Stores the summary for lists and statistics, in the background.
    pub(super) fn store_summary(&self) {
        // Who has moved and looks at the list of turns does not find this game there.
        let can_wait = !self.is_correspondence();
        let job = WriteJob::Summary {
            room: self.meta.id.clone(),
            epoch: self.meta.epoch,
            summary: Box::new(self.summary()),
            can_wait,
        };
        self.summaries.send(self.app.store.clone(), job);
    }

    pub(super) fn refuse(&self, number: u64, id: &str, why: MessageOut) {
        let seq = self.seq_for(number);
        self.send_to(number, &ServerOut::Refusal { id: id.to_owned(), seq, why });
    }

    pub(super) fn refuse_with(&self, number: u64, id: &str, why: &impl ToMessage) {
        self.refuse(number, id, MessageOut::from(&why.message()));
    }

    fn disconnect_all(&mut self, code: &'static str, again: bool, close: u16) {
        self.broadcast(&ServerOut::Bye { why: MessageOut::from(&Message::new(code)), again });
        for client in self.clients.values() {
            let _ = client.out.try_send(Box::new(Out::Close(close)));
        }
        self.clients.clear();
    }
}

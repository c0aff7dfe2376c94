//! Loads rooms from the event log and starts their tasks.

use std::collections::HashMap;

use game::Message;
use table::{Event, EventKind, Match, Rulebook, games};
use tokio::sync::mpsc;

use super::actor::Room;
use super::delay::DelayedMatch;
use super::known_commands::KnownCommands;
use super::request::changes_position;
use super::summary_outbox::SummaryOutbox;
use super::talk::Talk;
use super::timing::{LagQuota, first_move_limit, loaded_first_move};
use super::{INBOX, Inbox, Occupant, RoomMeta};
use crate::app::App;
use crate::deal::SealedDeal;
use crate::ids;
use crate::store::{DeadlineChange, LoadedRoom, StoreError, WriteJob, WriteResult, event_codec};
use crate::talk::SHOWN_LINES;
use crate::wire::{NewGame, TalkRule};

/// Result of loading a room.
#[derive(Debug)]
pub enum LoadResult {
    /// The room runs.
    Room(Inbox),
    /// No room has this identifier.
    NotFound,
    /// The stored room cannot be read.
    Corrupt,
}

/// Loads a room from the event log.
pub async fn load(app: &App, id: &str) -> Result<LoadResult, StoreError> {
    let Some(loaded) = app.store.load(id).await? else { return Ok(LoadResult::NotFound) };
    match restore(id, loaded) {
        Ok(mut room) => {
            room.claim(app).await?;
            room.meta.load_ratings(app).await?;
            room.meta.load_listing(app).await?;
            room.load_talk(app).await?;
            let stored = app.store.stored_deadline(id).await?;
            room.credit_downtime(app, stored.map(|(_, credit)| credit)).await?;
            room.first_move_due = room.first_move(app, stored.map(|(at, _)| at));
            let is_kept = stored.is_some_and(|(_, credit)| credit == 0);
            if let Some(due) = room.first_move_due.filter(|_| !is_kept) {
                let change = room.deadline_with(due, ids::now());
                app.store
                    .write(WriteJob::Deadline { room: id.to_owned(), epoch: room.meta.epoch, change })
                    .await?;
            }
            app.deadlines.disarm(id);
            Ok(LoadResult::Room(room.start(app)))
        }
        Err(message) => {
            tracing::error!(room = id, %message, "cannot load room");
            Ok(LoadResult::Corrupt)
        }
    }
}

/// Replays the events of a stored room, to check them.
pub fn replay(id: &str, loaded: LoadedRoom) -> Result<(), Message> {
    let events = loaded.events.len() as u64;
    let restored = restore(id, loaded)?;
    let seq = restored.live_match.state(restored.touched_at).seq;
    if seq == events { Ok(()) } else { Err(Message::new("wire_broken")) }
}

/// Loads the match of a room whose pieces can now be dealt.
pub(super) async fn load_dealt_match(
    app: &App,
    id: &str,
) -> Result<(Box<dyn Match>, SealedDeal, Option<DelayedMatch>), Message> {
    let broken = || Message::new("wire_broken");
    let loaded = app.store.load(id).await.ok().flatten().ok_or_else(broken)?;
    let StoredRoom { live_match, sealed, delayed, .. } = restore(id, loaded)?;
    let sealed = sealed.filter(SealedDeal::is_dealt).ok_or_else(broken)?;
    Ok((live_match, sealed, delayed))
}

/// Restored room without a running task.
pub(super) struct StoredRoom {
    book: &'static dyn Rulebook,
    meta: RoomMeta,
    node: Option<String>,
    live_match: Box<dyn Match>,
    delayed: Option<DelayedMatch>,
    talk: Talk,
    sealed: Option<SealedDeal>,
    commands: KnownCommands,
    position_seq: u64,
    touched_at: i64,
    first_move_due: Option<i64>,
    /// True if the server was killed after the end was stored and before its summary was.
    is_summary_missing: bool,
}

fn restore(id: &str, loaded: LoadedRoom) -> Result<StoredRoom, Message> {
    let broken = || Message::new("wire_broken");
    let book = games::by_name(&loaded.game).ok_or_else(broken)?;
    let Some((Event { kind: EventKind::Created(created), .. }, _)) = loaded.events.first() else {
        return Err(broken());
    };
    let secret = loaded.sealed.as_ref().map(|sealed| sealed.secret().unwrap_or_else(SealedDeal::placeholder));
    let mut live_match = book.new_match(created, secret.as_ref())?;
    let mut commands = KnownCommands::default();
    let (mut position_seq, mut touched_at) = (1, 0);
    for (index, (event, command)) in loaded.events.iter().enumerate() {
        live_match.apply(event);
        touched_at = event.at;
        let seq = index as u64 + 1;
        if changes_position(&event.kind) {
            position_seq = seq;
        }
        if let Some(command) = command {
            commands.insert(command, seq);
        }
    }
    let asked = serde_json::from_str::<NewGame>(&loaded.asked).ok();
    let meta = RoomMeta {
        loaded: asked.as_ref().is_some_and(|asked| !asked.moves.is_empty()),
        delay: asked.as_ref().and_then(|asked| asked.delay).map_or(0, usize::from),
        wants_listing: loaded.is_listed,
        is_listed: false,
        set_up: asked.as_ref().is_some_and(|asked| asked.setup.is_some()),
        id: id.to_owned(),
        owner: loaded.owner,
        seats: [Occupant::of(&loaded.seats[0]), Occupant::of(&loaded.seats[1])],
        pace_ms: loaded.pace_ms,
        next: loaded.next,
        epoch: loaded.epoch,
        prompt: loaded.pool.is_some() && asked.as_ref().is_none_or(|asked| asked.first_move != Some(false))
            || asked.as_ref().is_some_and(|asked| asked.first_move == Some(true)),
        pool: loaded.pool,
        ratings: [None, None],
        rating_change: None,
    };
    let is_over = live_match.state(touched_at).outcome.is_some();
    let delayed = match meta.delay {
        plies if plies > 0 && !is_over => {
            let new_match = book.new_match(created, secret.as_ref())?;
            Some(DelayedMatch::new(plies, new_match, loaded.events.iter().map(|(event, _)| event)))
        }
        _ => None,
    };
    let talk = Talk::default();
    let node = loaded.node;
    let sealed = loaded.sealed;
    let first_move_due = None;
    Ok(StoredRoom {
        node,
        book,
        meta,
        live_match,
        delayed,
        talk,
        sealed,
        commands,
        position_seq,
        touched_at,
        first_move_due,
        is_summary_missing: is_over && loaded.live,
    })
}

impl StoredRoom {
    /// Takes a running game over from an earlier run of the server. Finished games are only read.
    async fn claim(&mut self, app: &App) -> Result<(), StoreError> {
        let over = self.live_match.state(ids::now()).outcome.is_some();
        if over || self.node.as_deref() == Some(&*app.run_id) {
            return Ok(());
        }
        let job = WriteJob::Claim { room: self.meta.id.clone(), node: app.run_id.to_string() };
        if let WriteResult::Claimed(epoch) = app.store.write(job).await? {
            self.meta.epoch = epoch;
        }
        Ok(())
    }

    /// Reads what the players have said, if talk is on.
    async fn load_talk(&mut self, app: &App) -> Result<(), StoreError> {
        let two_devices = self.meta.seats.iter().all(|seat| matches!(seat, Occupant::Person { .. }));
        if two_devices && app.config.talk != TalkRule::Off {
            self.talk = Talk::of(app.store.talk(&self.meta.id, SHOWN_LINES).await?);
        }
        Ok(())
    }

    /// Credits the side to move for server downtime: the sum over all restarts since the room was last in memory.
    async fn credit_downtime(&mut self, app: &App, stored: Option<i64>) -> Result<(), StoreError> {
        let now = ids::now();
        let state = self.live_match.state(now);
        let thinks = state.outcome.is_none() && self.live_match.thinking_since().is_some();
        if !thinks {
            return Ok(());
        }
        let credit = match stored {
            Some(credit) => credit,
            // Without a running clock only the displayed thinking time is concerned: the last restart is enough.
            None if self.touched_at < app.start_times.started_at => {
                let since = app.start_times.last_heartbeat.unwrap_or(self.touched_at).max(self.touched_at);
                (app.start_times.started_at - since).max(0)
            }
            None => 0,
        };
        if credit == 0 {
            return Ok(());
        }
        let event = Event { at: now, kind: EventKind::Credited(credit) };
        let credited = self.live_match.state(now.saturating_sub(credit));
        let left = credited.running.and_then(|side| credited.clocks[side.index()]);
        let deadline = match left {
            Some(left) => DeadlineChange::Set { at: now.saturating_add(left), now },
            // The time for the first move was credited when the server started.
            None if self.meta.prompt && self.live_match.timed_plies() == 0 => DeadlineChange::Credited,
            None => DeadlineChange::Clear,
        };
        let events = vec![(now, event_codec::encode(&event.kind))];
        let (room, epoch, seq) = (self.meta.id.clone(), self.meta.epoch, state.seq + 1);
        app.store
            .write(WriteJob::Append { room, epoch, seq, events, command: None, deadline, rated: None })
            .await?;
        self.live_match.apply(&event);
        if let Some(delayed) = &mut self.delayed {
            delayed.hold(&event);
        }
        Ok(())
    }

    /// Time at which the game is aborted for want of a first move.
    fn first_move(&self, app: &App, stored: Option<i64>) -> Option<i64> {
        let quick_ms = i64::from(app.config.limits.first_move_s) * 1000;
        let limit = first_move_limit(self.live_match.created().clock, quick_ms);
        let limit = limit.filter(|_| self.meta.prompt && self.meta.is_full());
        loaded_first_move(self.live_match.as_ref(), limit, stored, ids::now())
    }

    /// Deadline to store while a first move is due: it or the flag, whichever comes first.
    fn deadline_with(&self, due: i64, now: i64) -> DeadlineChange {
        let state = self.live_match.state(now);
        let flag = state.running.and_then(|side| state.clocks[side.index()]);
        let at = flag.map_or(due, |left| due.min(now.saturating_add(left)));
        DeadlineChange::Set { at, now }
    }

    fn start(self, app: &App) -> Inbox {
        let (inbox, mail) = mpsc::channel(INBOX);
        let hidden = self.sealed.is_some();
        let shown = self.live_match.timed_plies();
        let seq = self.live_match.state(ids::now()).seq;
        let lag = LagQuota::new(self.live_match.created().clock);
        let room = Room {
            app: app.clone(),
            inbox: inbox.clone(),
            book: self.book,
            meta: self.meta,
            live_match: self.live_match,
            delayed: self.delayed,
            talk: self.talk,
            hidden,
            sealed: self.sealed,
            clients: HashMap::new(),
            entered: 0,
            commands: self.commands,
            seq,
            position_seq: self.position_seq,
            shown,
            left_at: [None; 2],
            machines: super::machine::MachineState::default(),
            evaluations: super::evaluation::Evaluations::default(),
            touched_at: self.touched_at,
            presence: super::views::PresenceTimer::default(),
            empty_since: Some(tokio::time::Instant::now()),
            attended_until: None,
            fenced: false,
            running_clock: None,
            first_move_due: self.first_move_due,
            lag,
            summaries: SummaryOutbox::default(),
        };
        if self.is_summary_missing {
            room.store_summary();
        }
        tokio::spawn(room.run(mail));
        inbox
    }
}

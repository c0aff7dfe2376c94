//! Loads rooms from the event log and starts their tasks.

use std::collections::HashMap;

use game::Message;
use table::{Event, EventKind, Match, Rulebook, games};
use tokio::sync::mpsc;

use super::actor::Room;
use super::known_commands::KnownCommands;
use super::request::changes_position;
use super::{INBOX, Inbox, Occupant, RoomMeta};
use crate::app::App;
use crate::deal::SealedDeal;
use crate::ids;
use crate::store::{DeadlineChange, LoadedRoom, StoreError, WriteJob, WriteResult, event_codec};
use crate::wire::NewGame;

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
            room.credit_downtime(app).await?;
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
pub(super) async fn load_dealt_match(app: &App, id: &str) -> Result<(Box<dyn Match>, SealedDeal), Message> {
    let broken = || Message::new("wire_broken");
    let loaded = app.store.load(id).await.ok().flatten().ok_or_else(broken)?;
    let StoredRoom { live_match, sealed, .. } = restore(id, loaded)?;
    let sealed = sealed.filter(SealedDeal::is_dealt).ok_or_else(broken)?;
    Ok((live_match, sealed))
}

/// Restored room without a running task.
pub(super) struct StoredRoom {
    book: &'static dyn Rulebook,
    meta: RoomMeta,
    node: Option<String>,
    live_match: Box<dyn Match>,
    sealed: Option<SealedDeal>,
    commands: KnownCommands,
    position_seq: u64,
    touched_at: i64,
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
        set_up: asked.as_ref().is_some_and(|asked| asked.setup.is_some()),
        id: id.to_owned(),
        owner: loaded.owner,
        seats: [Occupant::of(&loaded.seats[0]), Occupant::of(&loaded.seats[1])],
        pace_ms: loaded.pace_ms,
        next: loaded.next,
        epoch: loaded.epoch,
        pool: loaded.pool,
        ratings: [None, None],
        rating_change: None,
    };
    let node = loaded.node;
    Ok(StoredRoom { node, book, meta, live_match, sealed: loaded.sealed, commands, position_seq, touched_at })
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

    /// Credits the side to move for server downtime: the sum over all restarts since the room was last in memory.
    async fn credit_downtime(&mut self, app: &App) -> Result<(), StoreError> {
        let now = ids::now();
        let state = self.live_match.state(now);
        let thinks = state.outcome.is_none() && self.live_match.thinking_since().is_some();
        if !thinks {
            return Ok(());
        }
        let stored = app.store.uncredited(&self.meta.id).await?;
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
            None => DeadlineChange::Clear,
        };
        let events = vec![(now, event_codec::encode(&event.kind))];
        let (room, epoch, seq) = (self.meta.id.clone(), self.meta.epoch, state.seq + 1);
        app.store
            .write(WriteJob::Append { room, epoch, seq, events, command: None, deadline, rated: None })
            .await?;
        self.live_match.apply(&event);
        Ok(())
    }

    fn start(self, app: &App) -> Inbox {
        let (inbox, mail) = mpsc::channel(INBOX);
        let hidden = self.sealed.is_some();
        let shown = self.live_match.timed_plies();
        let seq = self.live_match.state(ids::now()).seq;
        let room = Room {
            app: app.clone(),
            inbox: inbox.clone(),
            book: self.book,
            meta: self.meta,
            live_match: self.live_match,
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
        };
        tokio::spawn(room.run(mail));
        inbox
    }
}

//! A room brought to life: a new one, or one from the log.

use std::collections::HashMap;

use game::Message;
use table::{Event, EventKind, Match, Rulebook, games};
use tokio::sync::mpsc;

use super::actor::Room;
use super::ask::changes_position;
use super::{INBOX, Inbox, Meta, Sitter};
use crate::app::App;
use crate::deal::Sealed;
use crate::ids;
use crate::store::{Job, Loaded, StoreError, letter};

/// Why a room cannot be opened.
#[derive(Debug)]
pub enum Opened {
    /// It is open.
    Room(Inbox),
    /// There is none of this name.
    Nowhere,
    /// It is there, but not to be read.
    Broken,
}

/// Opens a room from the log.
pub async fn open(app: &App, id: &str) -> Result<Opened, StoreError> {
    let Some(loaded) = app.store.load(id).await? else { return Ok(Opened::Nowhere) };
    match restore(id, loaded) {
        Ok(mut room) => {
            room.credit(app).await?;
            Ok(Opened::Room(room.start(app)))
        }
        Err(message) => {
            tracing::error!(room = id, %message, "a room cannot be opened again");
            Ok(Opened::Broken)
        }
    }
}

/// The table of a room whose pieces can be dealt now, from the log.
pub(super) async fn dealt_table(app: &App, id: &str) -> Result<(Box<dyn Match>, Sealed), Message> {
    let broken = || Message::new("wire_broken");
    let loaded = app.store.load(id).await.ok().flatten().ok_or_else(broken)?;
    let Asleep { table, sealed, .. } = restore(id, loaded)?;
    let sealed = sealed.filter(Sealed::is_dealt).ok_or_else(broken)?;
    Ok((table, sealed))
}

/// A room without its task.
pub(super) struct Asleep {
    book: &'static dyn Rulebook,
    meta: Meta,
    table: Box<dyn Match>,
    sealed: Option<Sealed>,
    commands: HashMap<String, u64>,
    position_seq: u64,
    touched_at: i64,
}

fn restore(id: &str, loaded: Loaded) -> Result<Asleep, Message> {
    let broken = || Message::new("wire_broken");
    let book = games::by_name(&loaded.game).ok_or_else(broken)?;
    let Some((Event { kind: EventKind::Created(created), .. }, _)) = loaded.events.first() else {
        return Err(broken());
    };
    let secret = loaded.sealed.as_ref().map(|sealed| sealed.secret().unwrap_or_else(Sealed::stand_in));
    let mut table = book.new_match(created, secret.as_ref())?;
    let mut commands = HashMap::new();
    let (mut position_seq, mut touched_at) = (1, 0);
    for (index, (event, command)) in loaded.events.iter().enumerate() {
        table.apply(event);
        touched_at = event.at;
        let seq = index as u64 + 1;
        if changes_position(&event.kind) {
            position_seq = seq;
        }
        if let Some(command) = command {
            commands.insert(command.clone(), seq);
        }
    }
    let meta = Meta {
        id: id.to_owned(),
        owner: loaded.owner,
        seats: [Sitter::of(&loaded.seats[0]), Sitter::of(&loaded.seats[1])],
        pace_ms: loaded.pace_ms,
        next: loaded.next,
    };
    Ok(Asleep { book, meta, table, sealed: loaded.sealed, commands, position_seq, touched_at })
}

impl Asleep {
    /// The time the house was closed is nobody's. It ended when the house opened, or is ending now.
    async fn credit(&mut self, app: &App) -> Result<(), StoreError> {
        let now = ids::now();
        let since = app.opened.last_open.unwrap_or(self.touched_at).max(self.touched_at);
        let thinks = self.table.state(now).outcome.is_none() && self.table.thinking_since().is_some();
        if !thinks || self.touched_at >= app.opened.at || now <= since {
            return Ok(());
        }
        let event = Event { at: now, kind: EventKind::Credited(now - since) };
        let seq = self.table.state(now).seq + 1;
        let events = vec![(now, letter::write(&event.kind))];
        app.store.write(Job::Append { room: self.meta.id.clone(), seq, events, command: None }).await?;
        self.table.apply(&event);
        Ok(())
    }

    fn start(self, app: &App) -> Inbox {
        let (inbox, mail) = mpsc::channel(INBOX);
        let hidden = self.sealed.is_some();
        let shown = self.table.spent().len();
        let seq = self.table.state(ids::now()).seq;
        let room = Room {
            app: app.clone(),
            inbox: inbox.clone(),
            book: self.book,
            meta: self.meta,
            table: self.table,
            hidden,
            sealed: self.sealed,
            guests: HashMap::new(),
            entered: 0,
            commands: self.commands,
            seq,
            position_seq: self.position_seq,
            shown,
            engines: super::machine::MachineState::default(),
            weights: super::weigh::Weights::default(),
            touched_at: self.touched_at,
        };
        tokio::spawn(room.run(mail));
        inbox
    }
}

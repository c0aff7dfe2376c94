//! Registry of the rooms in memory; a message to another room loads it.

use std::collections::HashMap;
use std::sync::{Mutex, MutexGuard, PoisonError};

use tokio::sync::mpsc;

use crate::app::App;
use crate::room::{self, Inbox, LoadResult, RoomMessage};

/// Rooms in memory.
#[derive(Default)]
pub struct Lobby {
    rooms: Mutex<HashMap<String, Inbox>>,
    /// Rooms are loaded one at a time, so that no room is loaded twice.
    opening: tokio::sync::Mutex<()>,
}

/// Error of a message to a room.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum RoomError {
    /// No room has this identifier.
    NotFound,
    /// The room exists but cannot be loaded.
    Corrupt,
}

impl Lobby {
    fn rooms(&self) -> MutexGuard<'_, HashMap<String, Inbox>> {
        self.rooms.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Number of rooms in memory.
    pub fn count(&self) -> usize {
        self.rooms().len()
    }

    /// Returns true if a room is in memory.
    pub fn is_open(&self, id: &str) -> bool {
        self.rooms().contains_key(id)
    }

    /// Removes a room.
    pub fn remove(&self, id: &str) {
        self.rooms().remove(id);
    }

    /// Unloads a room, unless a message has just arrived for it. Returns true if it was removed.
    pub fn try_unload(&self, id: &str, mail: &mpsc::Receiver<Box<RoomMessage>>) -> bool {
        let mut rooms = self.rooms();
        let idle = mail.is_empty();
        if idle {
            rooms.remove(id);
        }
        idle
    }

    /// Returns the inbox of a room and loads the room if necessary.
    pub async fn inbox(&self, app: &App, id: &str) -> Result<Inbox, RoomError> {
        let known = |rooms: MutexGuard<'_, HashMap<String, Inbox>>| {
            rooms.get(id).filter(|inbox| !inbox.is_closed()).cloned()
        };
        if let Some(inbox) = known(self.rooms()) {
            return Ok(inbox);
        }
        let _guard = self.opening.lock().await;
        if let Some(inbox) = known(self.rooms()) {
            return Ok(inbox);
        }
        match room::load(app, id).await {
            Ok(LoadResult::Room(inbox)) => {
                self.rooms().insert(id.to_owned(), inbox.clone());
                Ok(inbox)
            }
            Ok(LoadResult::NotFound) => Err(RoomError::NotFound),
            Ok(LoadResult::Corrupt) => Err(RoomError::Corrupt),
            Err(error) => {
                tracing::error!(room = id, %error, "cannot read room");
                Err(RoomError::Corrupt)
            }
        }
    }

    /// Sends a message to a room; a room that is just being unloaded is loaded again.
    pub async fn send(&self, app: &App, id: &str, mail: RoomMessage) -> Result<Inbox, RoomError> {
        let mut mail = Box::new(mail);
        loop {
            let inbox = self.inbox(app, id).await?;
            match inbox.send(mail).await {
                Ok(()) => return Ok(inbox),
                Err(returned) => mail = returned.0,
            }
            self.remove_closed(id);
        }
    }

    /// Sends a message to a room only if it is in memory.
    pub async fn send_if_open(&self, id: &str, mail: RoomMessage) {
        let inbox = self.rooms().get(id).cloned();
        if let Some(inbox) = inbox {
            let _ = inbox.send(Box::new(mail)).await;
        }
    }

    /// Tells the rooms in memory that a player has another identity. Rooms that are being loaded are waited for, since they
    /// may have read the old one.
    pub async fn rename(
        &self,
        rooms: &[String],
        from: &str,
        to: &str,
        name: Option<(Option<String>, Option<String>)>,
    ) {
        let _guard = self.opening.lock().await;
        for room in rooms {
            let renamed =
                RoomMessage::Renamed { from: from.to_owned(), to: to.to_owned(), name: name.clone() };
            self.send_if_open(room, renamed).await;
        }
    }

    fn remove_closed(&self, id: &str) {
        let mut rooms = self.rooms();
        if rooms.get(id).is_some_and(Inbox::is_closed) {
            rooms.remove(id);
        }
    }

    /// Shuts all rooms down and waits until they have ended.
    pub async fn close(&self) {
        let inboxes: Vec<Inbox> = self.rooms().drain().map(|(_, inbox)| inbox).collect();
        for inbox in &inboxes {
            let _ = inbox.send(Box::new(RoomMessage::Shutdown)).await;
        }
        for inbox in inboxes {
            inbox.closed().await;
        }
    }
}

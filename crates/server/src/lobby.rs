//! The rooms that are open, each behind its inbox; whatever is asked of another one opens it.

use std::collections::HashMap;
use std::sync::{Mutex, MutexGuard, PoisonError};

use tokio::sync::mpsc;

use crate::app::App;
use crate::room::{self, Inbox, Mail, Opened};

/// The open rooms.
#[derive(Default)]
pub struct Lobby {
    rooms: Mutex<HashMap<String, Inbox>>,
    /// One room is opened at a time: two openings of the same one must not make two of it.
    opening: tokio::sync::Mutex<()>,
}

/// Why mail could not be handed over.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum NoRoom {
    /// There is no such room.
    Nowhere,
    /// There is, but it cannot be opened.
    Broken,
}

impl Lobby {
    fn rooms(&self) -> MutexGuard<'_, HashMap<String, Inbox>> {
        self.rooms.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// How many rooms are open.
    pub fn count(&self) -> usize {
        self.rooms().len()
    }

    /// A room is gone.
    pub fn forget(&self, id: &str) {
        self.rooms().remove(id);
    }

    /// Puts a room away unless mail has just come for it.
    pub fn rest(&self, id: &str, mail: &mpsc::Receiver<Mail>) -> bool {
        let mut rooms = self.rooms();
        let quiet = mail.is_empty();
        if quiet {
            rooms.remove(id);
        }
        quiet
    }

    /// The inbox of a room, opened if need be.
    pub async fn inbox(&self, app: &App, id: &str) -> Result<Inbox, NoRoom> {
        let known = |rooms: MutexGuard<'_, HashMap<String, Inbox>>| {
            rooms.get(id).filter(|inbox| !inbox.is_closed()).cloned()
        };
        if let Some(inbox) = known(self.rooms()) {
            return Ok(inbox);
        }
        let _alone = self.opening.lock().await;
        if let Some(inbox) = known(self.rooms()) {
            return Ok(inbox);
        }
        match room::open(app, id).await {
            Ok(Opened::Room(inbox)) => {
                self.rooms().insert(id.to_owned(), inbox.clone());
                Ok(inbox)
            }
            Ok(Opened::Nowhere) => Err(NoRoom::Nowhere),
            Ok(Opened::Broken) => Err(NoRoom::Broken),
            Err(error) => {
                tracing::error!(room = id, %error, "a room could not be read");
                Err(NoRoom::Broken)
            }
        }
    }

    /// Hands mail to a room; one that was just being put away is opened again.
    pub async fn send(&self, app: &App, id: &str, mut mail: Mail) -> Result<Inbox, NoRoom> {
        loop {
            let inbox = self.inbox(app, id).await?;
            match inbox.send(mail).await {
                Ok(()) => return Ok(inbox),
                Err(returned) => mail = returned.0,
            }
            self.forget_closed(id);
        }
    }

    /// Hands mail to a room only if it is open.
    pub async fn send_if_open(&self, id: &str, mail: Mail) {
        let inbox = self.rooms().get(id).cloned();
        if let Some(inbox) = inbox {
            let _ = inbox.send(mail).await;
        }
    }

    fn forget_closed(&self, id: &str) {
        let mut rooms = self.rooms();
        if rooms.get(id).is_some_and(Inbox::is_closed) {
            rooms.remove(id);
        }
    }

    /// Tells every room that the house closes, and waits until all have said goodbye.
    pub async fn close(&self) {
        let inboxes: Vec<Inbox> = self.rooms().drain().map(|(_, inbox)| inbox).collect();
        for inbox in &inboxes {
            let _ = inbox.send(Mail::Stop).await;
        }
        for inbox in inboxes {
            inbox.closed().await;
        }
    }
}

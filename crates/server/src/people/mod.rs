//! People: who a request comes from, passwords, handles, and the sessions of accounts.

mod attempts;
mod handle;
mod password;

use std::collections::HashMap;
use std::sync::{Mutex, MutexGuard, PoisonError};

use tokio::sync::watch;

use crate::ids;
use crate::store::{AccountWrite, Store, StoreError, WriteJob};

pub use attempts::{Attempt, AttemptLimiter};
pub use handle::{read_handle, skeleton};
pub use password::{Passwords, UNUSABLE_PASSWORD, check_strength, recovery_code, recovery_hash};

/// Interval at which the last use of a session is stored.
const USED_INTERVAL_MS: i64 = 3_600_000;
/// Maximum number of remembered identities.
const MAX_KNOWN: usize = 50_000;

/// Identity behind the cookies of a request.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Identity {
    /// The player: of the account, or else the guest.
    pub player: String,
    /// Hash of the session cookie, if somebody is signed in.
    pub session: Option<String>,
}

/// What is known about the hash of a cookie.
#[derive(Clone)]
enum Known {
    /// Session of this player, with the time of the last stored use.
    Session(String, i64),
    /// A guest.
    Guest,
    /// Neither: no session, or a guest who has signed up since.
    Nobody,
}

/// Identities of recent requests, and the sockets that end with a session. Everything else is in the store.
#[derive(Default)]
pub struct People {
    state: Mutex<State>,
    /// Hashing of passwords.
    pub passwords: Passwords,
    /// Limits on failed sign-ins.
    pub attempts: AttemptLimiter,
}

#[derive(Default)]
struct State {
    known: HashMap<String, Known>,
    /// Changes with every session that ends, so that an answer read before is not remembered after.
    generation: u64,
    /// Sockets by session, each with its player.
    sockets: HashMap<String, (String, watch::Sender<()>)>,
}

impl People {
    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Player of a session, by the hash of its cookie; `None` if it is not valid.
    pub async fn session(&self, store: &Store, key: &str) -> Result<Option<Identity>, StoreError> {
        let known = match self.recall(key) {
            (Some(known), _) => known,
            (None, generation) => {
                let known = match store.session_player(key).await? {
                    Some((player, used_at)) => Known::Session(player, used_at),
                    None => Known::Nobody,
                };
                self.remember(key, known.clone(), generation);
                known
            }
        };
        let Known::Session(player, used_at) = known else { return Ok(None) };
        let now = ids::now();
        if now - used_at > USED_INTERVAL_MS {
            let (_, generation) = self.recall(key);
            self.remember(key, Known::Session(player.clone(), now), generation);
            let write = AccountWrite::Used { key: key.to_owned(), at: now };
            store.write(WriteJob::Account(Box::new(write))).await?;
        }
        Ok(Some(Identity { player, session: Some(key.to_owned()) }))
    }

    /// Returns true if the player of a guest cookie is still a guest: after signing up, only sessions count.
    pub async fn is_guest(&self, store: &Store, player: &str) -> Result<bool, StoreError> {
        let known = match self.recall(player) {
            (Some(known), _) => known,
            (None, generation) => {
                let known = if store.account(player).await?.is_some() { Known::Nobody } else { Known::Guest };
                self.remember(player, known.clone(), generation);
                known
            }
        };
        Ok(matches!(known, Known::Guest))
    }

    fn recall(&self, key: &str) -> (Option<Known>, u64) {
        let state = self.state();
        (state.known.get(key).cloned(), state.generation)
    }

    fn remember(&self, key: &str, known: Known, generation: u64) {
        let mut state = self.state();
        if state.generation != generation {
            return;
        }
        if state.known.len() >= MAX_KNOWN {
            state.known.clear();
        }
        state.known.insert(key.to_owned(), known);
    }

    /// Forgets what is known about a cookie: a guest has signed up.
    pub fn forget(&self, key: &str) {
        let mut state = self.state();
        state.generation += 1;
        state.known.remove(key);
    }

    /// Ends sessions that are no longer stored: their cookies are worth nothing, and their sockets close.
    pub fn end(&self, keys: &[String]) {
        let mut state = self.state();
        state.generation += 1;
        for key in keys {
            state.known.remove(key);
            // Dropping the sender wakes the sockets.
            state.sockets.remove(key);
        }
    }

    /// Returns a receiver that closes when the session ends. Check afterwards that the session is still valid.
    pub fn follow(&self, session: &str, player: &str) -> watch::Receiver<()> {
        let mut state = self.state();
        state.sockets.retain(|key, (_, sender)| key == session || sender.receiver_count() > 0);
        let new = || (player.to_owned(), watch::channel(()).0);
        state.sockets.entry(session.to_owned()).or_insert_with(new).1.subscribe()
    }

    /// Ends all sessions of a player that the operator has removed from the store.
    pub fn end_player(&self, player: &str) {
        let mut state = self.state();
        state.generation += 1;
        state.known.retain(|_, known| !matches!(known, Known::Session(of, _) if of == player));
        state.sockets.retain(|_, (of, _)| of != player);
    }
}

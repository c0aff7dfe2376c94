//! Tournaments: each is a log of changes, folded into a state that is kept in memory while somebody uses it.
//!
//! A change is checked against the state, stored, and only then applied and announced, so what people see is on disk. All
//! changes of a tournament wait for one another.

mod bracket;
pub mod check;
mod engines;
mod files;
mod games;
mod online;
mod pairing;
pub mod players;
mod presets;
pub mod sentences;
pub mod state;
mod view;

use std::collections::HashMap;
use std::sync::atomic::AtomicU64;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use game::Message;
use sha2::{Digest, Sha256};
use tokio::sync::watch;

use crate::app::App;
use crate::ids;
use crate::store::{StoreError, TournamentEntry, TournamentRow, TournamentWrite, WriteJob, WriteResult};
use crate::wire::{NewTournament, TournamentAct, TournamentLogEntry, TournamentRole};

pub use files::{board_slip, rounds_of_file, section_file};
pub use games::board_pgn;
pub use online::watch_games;
pub use pairing::Draft;
pub use presets::settings;
pub use state::TournamentState;
pub use view::TournamentViewer;

/// Tournaments that one person may create.
const MOST_OWNED: i64 = 50;
/// Longest log of a tournament.
const LONGEST_LOG: u64 = 100_000;

/// Error of a change.
#[derive(Debug)]
pub enum TournamentError {
    /// There is no such tournament.
    NotFound,
    /// The person lacks the right.
    Forbidden,
    /// The change is refused.
    Refused(Message),
    /// The store failed.
    Store(StoreError),
}

impl From<Message> for TournamentError {
    fn from(message: Message) -> Self {
        TournamentError::Refused(message)
    }
}

impl From<StoreError> for TournamentError {
    fn from(error: StoreError) -> Self {
        TournamentError::Store(error)
    }
}

/// Tournament in memory.
pub struct OpenTournament {
    /// Identifier.
    pub id: String,
    secret: String,
    owner: String,
    state: tokio::sync::Mutex<TournamentState>,
    changed: watch::Sender<u64>,
    /// Number of changes after which the next round could not be paired by itself.
    stuck_at: AtomicU64,
}

/// Tournaments in memory.
#[derive(Default)]
pub struct Tournaments {
    open: Mutex<HashMap<String, Arc<OpenTournament>>>,
    /// Tournaments are loaded one at a time, so that none is loaded twice.
    opening: tokio::sync::Mutex<()>,
}

/// Tournaments kept in memory without being used.
const MOST_IDLE: usize = 64;

impl Tournaments {
    fn known(&self) -> MutexGuard<'_, HashMap<String, Arc<OpenTournament>>> {
        self.open.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Returns a tournament and loads it if necessary.
    pub async fn open(&self, app: &App, id: &str) -> Result<Arc<OpenTournament>, TournamentError> {
        let known = |id: &str| self.known().get(id).cloned();
        if let Some(found) = known(id) {
            return Ok(found);
        }
        let _guard = self.opening.lock().await;
        if let Some(found) = known(id) {
            return Ok(found);
        }
        let (row, log) = app.store.tournament(id).await?.ok_or(TournamentError::NotFound)?;
        let mut state = TournamentState::default();
        for entry in &log {
            state.apply(&decode(id, &entry.body)?, entry.at);
        }
        let found = Arc::new(OpenTournament {
            id: row.id,
            secret: row.secret,
            owner: row.owner,
            changed: watch::Sender::new(state.seq),
            stuck_at: AtomicU64::new(0),
            state: tokio::sync::Mutex::new(state),
        });
        let mut open = self.known();
        if open.len() >= MOST_IDLE {
            open.retain(|_, one| Arc::strong_count(one) > 1 || one.changed.receiver_count() > 0);
        }
        open.insert(id.to_owned(), found.clone());
        Ok(found)
    }

    /// Creates a tournament.
    pub async fn create(
        &self,
        app: &App,
        asked: &NewTournament,
        player: &str,
        name: &str,
    ) -> Result<String, TournamentError> {
        if app.store.tournaments_of(player).await? >= MOST_OWNED {
            return Err(Message::new("tournament_too_many").number("most", MOST_OWNED).into());
        }
        let acts = [
            TournamentAct::Official {
                player: player.to_owned(),
                name: name.to_owned(),
                role: Some(TournamentRole::Organizer),
            },
            TournamentAct::Describe {
                name: asked.name.trim().to_owned(),
                place: asked.place.clone().unwrap_or_default(),
                notes: String::new(),
            },
            TournamentAct::Section {
                section: 1,
                settings: Box::new(settings(asked.preset, asked.section.as_deref().unwrap_or_default())),
            },
        ];
        let log: Vec<(i64, String, TournamentAct)> =
            acts.into_iter().map(|act| (ids::now(), name.to_owned(), act)).collect();
        self.store_new(app, ids::room(), ids::invitation(), player, &log).await
    }

    /// Stores a tournament with a log, after checking every change of it.
    pub async fn store_new(
        &self,
        app: &App,
        id: String,
        secret: String,
        owner: &str,
        log: &[(i64, String, TournamentAct)],
    ) -> Result<String, TournamentError> {
        let acts = log.iter().map(|(at, _, act)| (*at, act.clone())).collect();
        let state = fold(TournamentState::default(), acts).await?;
        let row = row(&id, &secret, owner, &state);
        let entries = log.iter().map(|(at, by, act)| entry(*at, by, act)).collect();
        match app.store.write(WriteJob::Tournament(Box::new(TournamentWrite::Create(row, entries)))).await? {
            WriteResult::Exists(_) => Err(Message::new("tournament_exists").into()),
            _ => Ok(id),
        }
    }

    /// Deletes a tournament.
    pub async fn delete(&self, app: &App, id: &str) -> Result<(), TournamentError> {
        app.store.write(WriteJob::Tournament(Box::new(TournamentWrite::Delete(id.to_owned())))).await?;
        if let Some(gone) = self.known().remove(id) {
            gone.changed.send_modify(|seq| *seq += 1);
        }
        Ok(())
    }
}

/// Checks and applies changes. A pairing made by hand is compared with the system's, which takes seconds with many players.
async fn fold(
    mut state: TournamentState,
    acts: Vec<(i64, TournamentAct)>,
) -> Result<TournamentState, TournamentError> {
    let folded = tokio::task::spawn_blocking(move || {
        for (at, act) in &acts {
            check::check(&state, act)?;
            state.apply(act, *at);
        }
        Ok(state)
    });
    folded.await.map_err(|_| Message::new("wire_broken"))?
}

fn decode(id: &str, body: &str) -> Result<TournamentAct, TournamentError> {
    serde_json::from_str(body)
        .map_err(|error| TournamentError::Store(StoreError::Damaged(format!("tournament {id}: {error}"))))
}

fn entry(at: i64, by: &str, act: &TournamentAct) -> TournamentEntry {
    TournamentEntry { at, by: by.to_owned(), body: serde_json::to_string(act).unwrap_or_default() }
}

fn row(id: &str, secret: &str, owner: &str, state: &TournamentState) -> TournamentRow {
    TournamentRow {
        id: id.to_owned(),
        secret: secret.to_owned(),
        owner: owner.to_owned(),
        name: state.name.clone(),
        place: state.place.clone(),
        running: state.is_running(),
        touched_at: ids::now(),
    }
}

/// Place that a link leads to.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum LinkTarget {
    /// Makes the reader an arbiter; the number of [`TournamentState::dismissals`] before it.
    Arbiter(u32),
    /// Makes the reader a player: section and start number.
    Player(u32, u32),
    /// Board of a round: section, round and board.
    Board(u32, u32, u32),
}

impl OpenTournament {
    /// Copy of the state.
    pub async fn state(&self) -> TournamentState {
        self.state.lock().await.clone()
    }

    /// Numbers of changes, as they happen.
    pub fn watch(&self) -> watch::Receiver<u64> {
        self.changed.subscribe()
    }

    /// Makes changes, all or none, and returns the state after them. `role` is the right of the person; `None` for the server.
    pub async fn act(
        &self,
        app: &App,
        by: &str,
        role: Option<TournamentRole>,
        acts: &[TournamentAct],
    ) -> Result<TournamentState, TournamentError> {
        let mut state = self.state.lock().await;
        self.commit(app, by, role, acts, &mut state).await?;
        Ok(state.clone())
    }

    async fn commit(
        &self,
        app: &App,
        by: &str,
        role: Option<TournamentRole>,
        acts: &[TournamentAct],
        state: &mut TournamentState,
    ) -> Result<(), TournamentError> {
        if acts.is_empty() {
            return Ok(());
        }
        if state.seq + acts.len() as u64 > LONGEST_LOG {
            return Err(Message::new("tournament_log_full").into());
        }
        let may = |act: &TournamentAct| {
            role.is_none_or(|role| check::needed(act).is_some_and(|needed| role >= needed))
        };
        if !acts.iter().all(may) {
            return Err(TournamentError::Forbidden);
        }
        engines::check(app, state, acts)?;
        let at = ids::now();
        let log = acts.iter().map(|act| (at, act.clone())).collect();
        let next = fold(state.clone(), log).await?;
        let write = TournamentWrite::Append {
            row: row(&self.id, &self.secret, &self.owner, &next),
            seq: state.seq + 1,
            entries: acts.iter().map(|act| entry(at, by, act)).collect(),
        };
        match app.store.write(WriteJob::Tournament(Box::new(write))).await? {
            WriteResult::Nothing => Err(TournamentError::NotFound),
            _ => {
                *state = next;
                self.changed.send_replace(state.seq);
                Ok(())
            }
        }
    }

    /// Pairs the next round of a section as a draft.
    pub async fn pair(&self, app: &App, by: &str, section: u32) -> Result<TournamentState, TournamentError> {
        let mut state = self.state.lock().await;
        let missing = || Message::new("tournament_no_section");
        let found = state.sections.get(&section).ok_or_else(missing)?.clone();
        let round = found.next_round();
        if found.closed {
            return Err(Message::new("tournament_closed").into());
        }
        if round > found.rounds_planned() {
            return Err(Message::new("tournament_no_round").into());
        }
        // Many players take seconds.
        let draft = tokio::task::spawn_blocking(move || found.pair(round)).await;
        let draft = draft.map_err(|_| Message::new("wire_broken"))??;
        let act =
            TournamentAct::Pair { section, round, boards: draft.boards, bye: draft.bye, by_hand: false };
        self.commit(app, by, None, &[act], &mut state).await?;
        Ok(state.clone())
    }

    /// Log as sentences, the newest first.
    pub async fn log(&self, app: &App) -> Result<Vec<TournamentLogEntry>, TournamentError> {
        let (_, log) = app.store.tournament(&self.id).await?.ok_or(TournamentError::NotFound)?;
        let mut state = TournamentState::default();
        let mut entries = Vec::with_capacity(log.len());
        for stored in &log {
            let act = decode(&self.id, &stored.body)?;
            let what = sentences::log(&act, &state);
            state.apply(&act, stored.at);
            entries.push(TournamentLogEntry {
                seq: state.seq,
                at: stored.at,
                by: stored.by.clone(),
                what: what.into(),
            });
        }
        entries.reverse();
        Ok(entries)
    }

    /// Token of a link, made from the secret of the tournament.
    pub fn token(&self, target: LinkTarget) -> String {
        let text = match target {
            LinkTarget::Arbiter(0) => "arbiter".to_owned(),
            LinkTarget::Arbiter(dismissals) => format!("arbiter.{dismissals}"),
            LinkTarget::Player(section, number) => format!("player.{section}.{number}"),
            LinkTarget::Board(section, round, board) => format!("board.{section}.{round}.{board}"),
        };
        let digest = Sha256::digest(format!("{}.{text}", self.secret));
        hex::encode(&digest[..12])
    }

    /// Target of a token.
    pub fn target(&self, state: &TournamentState, token: &str) -> Option<LinkTarget> {
        let mut targets = vec![LinkTarget::Arbiter(state.dismissals)];
        for (&number, section) in &state.sections {
            targets
                .extend((1..=section.players.len() as u32).map(|player| LinkTarget::Player(number, player)));
            for (round, paired) in (1..).zip(&section.rounds) {
                let boards = 1..=paired.boards.len() as u32;
                targets.extend(boards.map(|board| LinkTarget::Board(number, round, board)));
            }
        }
        targets.into_iter().find(|&target| self.token(target) == token)
    }

    /// Secret of the links, for the file of the tournament.
    pub fn secret(&self) -> &str {
        &self.secret
    }
}

//! Games that anybody may watch. Rooms tell of each change here; one task publishes the changes at most twice a second as one
//! text for all pages, so that viewers of the list cost the rooms nothing.

mod rank;

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use tokio::sync::watch;

use crate::ids;
use crate::wire::{LiveGame, LiveGames, count};

/// Interval between two published changes.
const INTERVAL: Duration = Duration::from_millis(500);
/// Games in the list; more would cost every page, and nobody looks at them.
const LISTED: usize = 60;
/// Time for which a finished game stays, so that its result is seen.
const LINGER: Duration = Duration::from_secs(10);
/// Interval in which the time is published while games run, so that clocks of a page that was just opened are right.
const TIME_INTERVAL: Duration = Duration::from_secs(5);

struct Entry {
    game: LiveGame,
    /// Time of the end.
    ended: Option<Instant>,
}

#[derive(Default)]
struct State {
    games: HashMap<String, Entry>,
    /// Games as last published.
    published: HashMap<String, LiveGame>,
    featured: Option<String>,
    total: u32,
    changed: bool,
    published_at: Option<Instant>,
}

/// Published list: the whole of it, and what has changed since the one before.
#[derive(Debug)]
pub struct Published {
    number: u64,
    all: Arc<str>,
    changes: Arc<str>,
    /// True once the server shuts down.
    is_closed: bool,
}

/// Registry of the games that anybody may watch.
pub struct Watching {
    state: Mutex<State>,
    view: watch::Sender<Arc<Published>>,
}

impl Default for Watching {
    fn default() -> Self {
        let none = text(&LiveGames { all: true, ..LiveGames::default() });
        let first = Published { number: 0, changes: none.clone(), all: none, is_closed: false };
        Watching { state: Mutex::default(), view: watch::channel(Arc::new(first)).0 }
    }
}

fn text(games: &LiveGames) -> Arc<str> {
    serde_json::to_string(games).unwrap_or_default().into()
}

impl Watching {
    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Adds a game or its new state. A finished game that is not known is not added.
    pub fn update(&self, game: LiveGame) {
        let mut state = self.state();
        let is_over = game.outcome.is_some();
        let known = state.games.get(&game.room);
        if is_over && known.is_none() {
            return;
        }
        // The room counts spectators when they come and go.
        let watchers = known.map_or(game.watchers, |entry| entry.game.watchers);
        let ended = is_over.then(|| known.and_then(|entry| entry.ended).unwrap_or_else(Instant::now));
        let game = LiveGame { watchers, ..game };
        state.games.insert(game.room.clone(), Entry { game, ended });
        state.changed = true;
    }

    /// Number of spectators of a game, if it is listed.
    pub fn count_watchers(&self, room: &str, watchers: u32) {
        let mut state = self.state();
        if let Some(entry) = state.games.get_mut(room)
            && entry.game.watchers != watchers
        {
            entry.game.watchers = watchers;
            state.changed = true;
        }
    }

    /// Removes a game: its room leaves memory, or the players do not want it here. A finished game goes by itself.
    pub fn remove(&self, room: &str) {
        let mut state = self.state();
        if state.games.get(room).is_some_and(|entry| entry.ended.is_none()) {
            state.games.remove(room);
            state.changed = true;
        }
    }

    /// Number of games.
    pub fn count(&self) -> usize {
        self.state().games.len()
    }

    /// Whole list as last published, as JSON.
    pub fn all(&self) -> Arc<str> {
        self.view.borrow().all.clone()
    }

    /// Follows the published list.
    pub fn follow(&self) -> Follower {
        Follower { view: self.view.subscribe(), seen: None }
    }

    /// Publishes changes. Runs until the server ends.
    pub async fn publish(self: Arc<Self>) {
        let mut ticks = tokio::time::interval(INTERVAL);
        ticks.set_missed_tick_behavior(tokio::time::MissedTickBehavior::Delay);
        loop {
            ticks.tick().await;
            if let Some(changes) = self.state().publish(Instant::now(), ids::now()) {
                let number = self.view.borrow().number + 1;
                let [all, changes] = changes.map(|games| text(&games));
                self.view.send_replace(Arc::new(Published { number, all, changes, is_closed: false }));
            }
        }
    }

    /// Ends all streams: the server shuts down.
    pub fn close(&self) {
        let last = self.view.borrow().clone();
        self.view.send_replace(Arc::new(Published {
            number: last.number + 1,
            all: last.all.clone(),
            changes: last.changes.clone(),
            is_closed: true,
        }));
    }
}

impl State {
    /// The whole list and its changes, if there are any.
    fn publish(&mut self, now: Instant, server_now: i64) -> Option<[LiveGames; 2]> {
        let before = self.games.len();
        self.games.retain(|_, entry| entry.ended.is_none_or(|ended| now < ended + LINGER));
        let is_stale = self.published_at.is_none_or(|at| now >= at + TIME_INTERVAL) && !self.games.is_empty();
        if !std::mem::take(&mut self.changed) && self.games.len() == before && !is_stale {
            return None;
        }
        let mut ranked: Vec<&LiveGame> = self.games.values().map(|entry| &entry.game).collect();
        ranked.sort_by(|one, other| rank::compare(other, one));
        let total = count(ranked.iter().filter(|game| game.outcome.is_none()).count());
        let featured = rank::featured(&ranked, self.featured.as_deref());
        ranked.truncate(LISTED);
        let changed: Vec<LiveGame> = ranked
            .iter()
            .filter(|game| self.published.get(&game.room) != Some(game))
            .map(|game| (*game).clone())
            .collect();
        let published: HashMap<String, LiveGame> =
            ranked.into_iter().map(|game| (game.room.clone(), game.clone())).collect();
        let gone: Vec<String> =
            self.published.keys().filter(|room| !published.contains_key(*room)).cloned().collect();
        if changed.is_empty()
            && gone.is_empty()
            && featured == self.featured
            && total == self.total
            && !is_stale
        {
            return None;
        }
        self.published_at = Some(now);
        (self.published, self.featured, self.total) = (published, featured.clone(), total);
        let changes = LiveGames {
            now: server_now,
            all: false,
            games: changed,
            gone,
            featured: featured.clone(),
            total,
        };
        let games = self.published.values().cloned().collect();
        let all = LiveGames { now: server_now, all: true, games, gone: Vec::new(), featured, total };
        Some([all, changes])
    }
}

/// Page that follows the list.
pub struct Follower {
    view: watch::Receiver<Arc<Published>>,
    /// Number of the last list that was sent.
    seen: Option<u64>,
}

impl Follower {
    /// Next text: first the whole list, then changes; the whole list again for a page that missed some. `None` when the
    /// server shuts down.
    pub async fn next(&mut self) -> Option<Arc<str>> {
        if self.seen.is_some() {
            self.view.changed().await.ok()?;
        }
        let published = self.view.borrow_and_update().clone();
        if published.is_closed {
            return None;
        }
        let follows = self.seen.is_some_and(|seen| seen + 1 == published.number);
        self.seen = Some(published.number);
        Some(if follows { published.changes.clone() } else { published.all.clone() })
    }
}

#[cfg(test)]
mod tests {
    use super::rank::tests::game;
    use super::*;
    use crate::wire::{MatchOutcome, MessageOut};

    fn rooms(games: &LiveGames) -> Vec<&str> {
        let mut rooms: Vec<&str> = games.games.iter().map(|game| game.room.as_str()).collect();
        rooms.sort_unstable();
        rooms
    }

    fn over(room: &str) -> LiveGame {
        let why = MessageOut::from(&game::Message::new("reason_mate"));
        LiveGame {
            outcome: Some(MatchOutcome { winner: None, reason: "mate".to_owned(), why }),
            ..game(room)
        }
    }

    #[test]
    fn changes_are_published_once_and_finished_games_stay_a_moment() {
        let watching = Watching::default();
        let start = Instant::now();
        let publish = |at: Duration| watching.state().publish(start + at, 0);
        watching.update(over("unknown"));
        assert_eq!(watching.count(), 0, "somebody looks at a finished game");
        watching.update(game("a"));
        watching.update(game("b"));
        let [all, changes] = publish(Duration::ZERO).expect("two games");
        assert_eq!((rooms(&all), rooms(&changes)), (vec!["a", "b"], vec!["a", "b"]));
        assert!(publish(Duration::ZERO).is_none(), "nothing has changed");
        watching.update(game("a"));
        assert!(publish(Duration::ZERO).is_none(), "the same state is no change");
        watching.count_watchers("a", 3);
        watching.count_watchers("unknown", 3);
        let [_, changes] = publish(Duration::ZERO).expect("spectators");
        assert_eq!((changes.games.len(), changes.games[0].watchers), (1, 3));
        watching.update(LiveGame { plies: 7, ..game("a") });
        let [_, changes] = publish(Duration::ZERO).expect("a move");
        assert_eq!((changes.games[0].plies, changes.games[0].watchers), (7, 3), "the count stays");

        watching.update(over("a"));
        watching.remove("a");
        let [all, changes] = publish(Duration::ZERO).expect("the end");
        assert_eq!((rooms(&all), all.total, changes.games[0].outcome.is_some()), (vec!["a", "b"], 1, true));
        let [all, changes] = publish(LINGER * 2).expect("it goes");
        assert_eq!((rooms(&all), changes.gone), (vec!["b"], vec!["a".to_owned()]));
        watching.remove("b");
        let [all, _] = publish(LINGER * 2).expect("it goes too");
        assert!(all.games.is_empty() && all.featured.is_none());
    }

    #[test]
    fn the_list_is_bounded_and_counts_the_others() {
        let watching = Watching::default();
        (0..100).for_each(|number| watching.update(game(&format!("room{number}"))));
        let [all, _] = watching.state().publish(Instant::now(), 0).expect("games");
        assert_eq!((all.games.len(), all.total), (LISTED, 100));
    }

    #[tokio::test]
    async fn a_page_that_missed_changes_gets_the_whole_list() {
        let watching = Watching::default();
        let send = |number| {
            let texts = ["all", "changes"].map(|kind| Arc::from(format!("{kind} {number}").as_str()));
            let [all, changes] = texts;
            watching.view.send_replace(Arc::new(Published { number, all, changes, is_closed: false }));
        };
        send(1);
        let mut page = watching.follow();
        assert_eq!(page.next().await.as_deref(), Some("all 1"));
        send(2);
        assert_eq!(page.next().await.as_deref(), Some("changes 2"));
        send(3);
        send(4);
        assert_eq!(page.next().await.as_deref(), Some("all 4"));
        watching.close();
        assert_eq!(page.next().await, None);
    }
}

//! People who look for a game: seeks, challenges, and who is here. All of it lives as long as the stream of events of the
//! page that asks for it; nothing is stored.

mod matching;
mod view;

use std::collections::{HashMap, VecDeque};
use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use tokio::sync::{mpsc, watch};

use crate::wire::{ChallengeView, LobbyEvent, LobbyView};

pub use matching::{Seek, Seeker, Terms};

/// Interval between two published views of the lobby.
const VIEW_INTERVAL: Duration = Duration::from_millis(500);
/// Groups of pages that get a new view one after another, and the time between them: whoever asks for a game does not wait
/// until thousands of pages have been told what is new.
const GROUPS: u32 = 20;
const GROUP_INTERVAL: Duration = Duration::from_millis(20);
/// Maximum number of open seeks, and of open challenges per person.
const MAX_SEEKS: usize = 5_000;
const MAX_CHALLENGES: usize = 5;
/// Capacity of a page's queue of events.
const QUEUE: usize = 16;
/// Time for which the begin of a game waits for a page that is just being loaded again.
const MISSED: Duration = Duration::from_secs(30);

/// Challenge to a person.
#[derive(Clone, Debug)]
pub struct Challenge {
    /// Identifier.
    pub id: String,
    /// Seek of the challenger, whose terms hold.
    pub seek: Seek,
    /// Identity of the challenged person.
    pub to: String,
}

impl Challenge {
    fn concerns(&self, player: &str) -> bool {
        self.to == player || self.seek.seeker.player == player
    }
}

/// Result of a new seek.
#[derive(Debug)]
pub enum Sought {
    /// Nobody fits yet.
    Waiting,
    /// This seek fits, and was taken out of the list.
    Matched(Box<Seek>),
    /// There are too many seeks.
    Full,
    /// The seeker has no stream of events open, and could not be told of the game.
    Absent,
}

/// Result of a challenge.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Challenged {
    /// The challenged person was told.
    Sent,
    /// The challenger has no stream of events open.
    Absent,
    /// The challenged person is not here.
    NotHere,
    /// The challenger has too many challenges open.
    TooMany,
}

#[derive(Default)]
struct Person {
    name: Option<String>,
    handle: Option<String>,
    pages: Vec<mpsc::Sender<LobbyEvent>>,
}

#[derive(Default)]
struct State {
    seeks: VecDeque<Seek>,
    challenges: Vec<Challenge>,
    people: HashMap<String, Person>,
    /// Games that began while the player's page was being loaded.
    missed: HashMap<String, (String, Instant)>,
    changed: bool,
    paired: u64,
}

/// Figures for the operator.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct SeekFigures {
    /// People with a stream of events.
    pub people: usize,
    /// Open seeks.
    pub seeks: usize,
    /// Games begun since the start.
    pub paired: u64,
}

/// Seeks and challenges of the people who are here.
pub struct Seeks {
    state: Mutex<State>,
    view: watch::Sender<Arc<str>>,
    /// Number of pages that were opened.
    opened: AtomicU32,
}

impl Default for Seeks {
    fn default() -> Self {
        Seeks {
            state: Mutex::default(),
            view: watch::channel(event_text(LobbyView::default())).0,
            opened: AtomicU32::new(0),
        }
    }
}

fn event_text(view: LobbyView) -> Arc<str> {
    serde_json::to_string(&LobbyEvent::Lobby(view)).unwrap_or_default().into()
}

impl Seeks {
    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Adds a page of a person. The person is here until the last page is gone.
    pub fn enter(self: &Arc<Self>, player: &str, name: Option<String>, handle: Option<String>) -> Visit {
        let (page, events) = mpsc::channel(QUEUE);
        let mut state = self.state();
        state.missed.retain(|_, (_, since)| since.elapsed() < MISSED);
        if let Some((room, _)) = state.missed.remove(player) {
            let _ = page.try_send(LobbyEvent::Begin { room });
        }
        if let Some(seek) = state.seeks.iter().find(|seek| seek.seeker.player == player) {
            let _ = page.try_send(LobbyEvent::Seek { id: seek.id.clone() });
        }
        let person = state.people.entry(player.to_owned()).or_default();
        (person.name, person.handle) = (name, handle);
        person.pages.push(page);
        state.changed = true;
        drop(state);
        let group = self.opened.fetch_add(1, Ordering::Relaxed) % GROUPS;
        Visit {
            seeks: self.clone(),
            player: player.to_owned(),
            events,
            view: self.view.subscribe(),
            delay: GROUP_INTERVAL * group,
            due: Some(tokio::time::Instant::now()),
        }
    }

    /// Looks for a fitting seek, the oldest first; without one the seek waits. A person has one seek at a time.
    pub fn seek(&self, seek: Seek) -> Sought {
        let mut state = self.state();
        if !state.is_here(&seek.seeker.player) {
            return Sought::Absent;
        }
        state.end_seek(&seek.seeker.player);
        state.changed = true;
        let fitting = state.seeks.iter().position(|other| other.fits(&seek));
        if let Some(found) = fitting.and_then(|index| state.seeks.remove(index)) {
            return Sought::Matched(Box::new(found));
        }
        if state.seeks.len() >= MAX_SEEKS {
            return Sought::Full;
        }
        state.tell(&seek.seeker.player, &LobbyEvent::Seek { id: seek.id.clone() });
        state.seeks.push_back(seek);
        Sought::Waiting
    }

    /// Notes that one of two people blocks the other: their seeks no longer fit, and challenges between them end.
    pub fn part(&self, one: &str, other: &str) {
        let mut state = self.state();
        for seek in &mut state.seeks {
            for (own, avoided) in [(one, other), (other, one)] {
                if seek.seeker.player == own {
                    seek.seeker.avoids.insert(avoided.to_owned());
                }
            }
        }
        state.end_challenges(|challenge| challenge.concerns(one) && challenge.concerns(other));
    }

    /// Puts a seek back that was taken out for a game which could not be created.
    pub fn put_back(&self, seek: Seek) {
        let mut state = self.state();
        let known = state.seeks.iter().any(|other| other.seeker.player == seek.seeker.player);
        if !known && state.is_here(&seek.seeker.player) {
            state.changed = true;
            state.seeks.push_front(seek);
        }
    }

    /// Returns true if a person has a page of the lobby open.
    pub fn is_here(&self, player: &str) -> bool {
        self.state().is_here(player)
    }

    /// Seek of a person.
    pub fn seek_of(&self, player: &str) -> Option<Seek> {
        self.state().seeks.iter().find(|seek| seek.seeker.player == player).cloned()
    }

    /// Seek with an identifier.
    pub fn find(&self, id: &str) -> Option<Seek> {
        self.state().seeks.iter().find(|seek| seek.id == id).cloned()
    }

    /// Takes a seek out of the list; `None` if it is gone.
    pub fn take(&self, id: &str) -> Option<Seek> {
        let mut state = self.state();
        let index = state.seeks.iter().position(|seek| seek.id == id)?;
        state.changed = true;
        state.seeks.remove(index)
    }

    /// Withdraws the seek of a person, and tells all of that person's pages.
    pub fn withdraw(&self, player: &str) {
        self.state().end_seek(player);
    }

    /// Ends the seek of a person and all challenges by and to that person.
    pub fn dismiss(&self, player: &str) {
        let mut state = self.state();
        state.end_seek(player);
        state.end_challenges(|challenge| challenge.concerns(player));
    }

    /// Challenges a person who is here. An earlier challenge to the same person is replaced.
    pub fn challenge(&self, challenge: Challenge) -> Challenged {
        let mut state = self.state();
        let challenger = &challenge.seek.seeker.player;
        if !state.is_here(challenger) {
            return Challenged::Absent;
        }
        state.end_challenges(|other| other.seek.seeker.player == *challenger && other.to == challenge.to);
        let open = state.challenges.iter().filter(|other| other.seek.seeker.player == *challenger);
        if open.count() >= MAX_CHALLENGES {
            return Challenged::TooMany;
        }
        if !state.tell(&challenge.to, &LobbyEvent::Challenge(view::challenge(&challenge))) {
            return Challenged::NotHere;
        }
        state.challenges.push(challenge);
        Challenged::Sent
    }

    /// Challenges to a person.
    pub fn challenges_to(&self, player: &str) -> Vec<ChallengeView> {
        let state = self.state();
        state.challenges.iter().filter(|challenge| challenge.to == player).map(view::challenge).collect()
    }

    /// Challenge that a person may accept.
    pub fn find_challenge(&self, id: &str, player: &str) -> Option<Challenge> {
        let state = self.state();
        state.challenges.iter().find(|challenge| challenge.id == id && challenge.to == player).cloned()
    }

    /// Takes a challenge away that a person accepts; `None` if it is gone.
    pub fn accept_challenge(&self, id: &str, player: &str) -> Option<Challenge> {
        self.remove_challenge(|challenge| challenge.id == id && challenge.to == player)
    }

    /// Declines or withdraws a challenge: for one of the two people it concerns.
    pub fn end_challenge(&self, id: &str, player: &str) -> Option<Challenge> {
        self.remove_challenge(|challenge| challenge.id == id && challenge.concerns(player))
    }

    fn remove_challenge(&self, meant: impl Fn(&Challenge) -> bool) -> Option<Challenge> {
        self.state().end_challenges(meant).pop()
    }

    /// Tells two people that their game begins; their other seeks and challenges end.
    pub fn begin(&self, players: [&str; 2], room: &str) {
        let mut state = self.state();
        state.changed = true;
        state.paired += 1;
        state.seeks.retain(|seek| !players.contains(&seek.seeker.player.as_str()));
        state.end_challenges(|challenge| players.iter().any(|player| challenge.concerns(player)));
        for player in players {
            if !state.tell(player, &LobbyEvent::Begin { room: room.to_owned() }) {
                state.missed.insert(player.to_owned(), (room.to_owned(), Instant::now()));
            }
        }
    }

    /// View of the lobby now.
    pub fn view(&self) -> LobbyView {
        self.state().view()
    }

    /// Figures for the operator.
    pub fn figures(&self) -> SeekFigures {
        let state = self.state();
        SeekFigures { people: state.people.len(), seeks: state.seeks.len(), paired: state.paired }
    }

    /// Publishes the view whenever something has changed, as one text for all pages.
    pub async fn publish(self: Arc<Self>) {
        let mut ticks = tokio::time::interval(VIEW_INTERVAL);
        ticks.set_missed_tick_behavior(tokio::time::MissedTickBehavior::Delay);
        loop {
            ticks.tick().await;
            let view = {
                let mut state = self.state();
                if !std::mem::take(&mut state.changed) {
                    continue;
                }
                state.view()
            };
            self.view.send_replace(event_text(view));
        }
    }

    /// Ends all streams: the server shuts down.
    pub fn close(&self) {
        *self.state() = State::default();
    }

    /// Removes a page. With the last one the person, the seek and the challenges are gone.
    fn leave(&self, player: &str, events: &mut mpsc::Receiver<LobbyEvent>) {
        events.close();
        let mut state = self.state();
        let Some(person) = state.people.get_mut(player) else { return };
        person.pages.retain(|page| !page.is_closed());
        if !person.pages.is_empty() {
            return;
        }
        state.people.remove(player);
        state.changed = true;
        state.seeks.retain(|seek| seek.seeker.player != player);
        state.end_challenges(|challenge| challenge.concerns(player));
        while let Ok(event) = events.try_recv() {
            if let LobbyEvent::Begin { room } = event {
                state.missed.insert(player.to_owned(), (room, Instant::now()));
            }
        }
    }
}

impl State {
    fn is_here(&self, player: &str) -> bool {
        self.people.contains_key(player)
    }

    /// Sends an event to all pages of a person; false if none could take it.
    fn tell(&self, player: &str, event: &LobbyEvent) -> bool {
        let Some(person) = self.people.get(player) else { return false };
        let mut told = false;
        for page in &person.pages {
            told |= page.try_send(event.clone()).is_ok();
        }
        told
    }

    /// Removes the seek of a person, and tells all of that person's pages.
    fn end_seek(&mut self, player: &str) {
        let Some(index) = self.seeks.iter().position(|seek| seek.seeker.player == player) else { return };
        self.changed = true;
        if let Some(seek) = self.seeks.remove(index) {
            self.tell(player, &LobbyEvent::SeekOver { id: seek.id });
        }
    }

    /// Removes challenges and tells both people of each.
    fn end_challenges(&mut self, meant: impl Fn(&Challenge) -> bool) -> Vec<Challenge> {
        let ended: Vec<Challenge> = self.challenges.extract_if(.., |challenge| meant(challenge)).collect();
        for challenge in &ended {
            let over = LobbyEvent::ChallengeOver { id: challenge.id.clone() };
            self.tell(&challenge.to, &over);
            self.tell(&challenge.seek.seeker.player, &over);
        }
        ended
    }
}

/// Page of a person in the lobby, as long as it is not dropped.
pub struct Visit {
    seeks: Arc<Seeks>,
    player: String,
    /// Events for this person; ends when the server shuts down.
    events: mpsc::Receiver<LobbyEvent>,
    /// View of the lobby, as JSON.
    view: watch::Receiver<Arc<str>>,
    /// Time from a new view until this page gets it.
    delay: Duration,
    /// When this page gets the newest view; `None` if it has it.
    due: Option<tokio::time::Instant>,
}

impl Visit {
    /// Next event as JSON: one for this person at once, the newest view when it is this page's turn. `None` when the server
    /// shuts down.
    pub async fn next(&mut self) -> Option<String> {
        loop {
            let due = self.due;
            let turn = async {
                match due {
                    Some(due) => tokio::time::sleep_until(due).await,
                    None => std::future::pending().await,
                }
            };
            tokio::select! {
                biased;
                event = self.events.recv() => return serde_json::to_string(&event?).ok(),
                () = turn => {
                    self.due = None;
                    return Some(self.view.borrow_and_update().to_string());
                }
                changed = self.view.changed(), if due.is_none() => {
                    changed.ok()?;
                    self.due = Some(tokio::time::Instant::now() + self.delay);
                }
            }
        }
    }
}

impl Drop for Visit {
    fn drop(&mut self) {
        self.seeks.leave(&self.player, &mut self.events);
    }
}

#[cfg(test)]
mod tests {
    use super::matching::tests::seek;
    use super::*;

    fn enter(seeks: &Arc<Seeks>, player: &str) -> Visit {
        seeks.enter(player, None, Some(player.to_owned()))
    }

    fn challenge(from: &str, to: &str, id: &str) -> Challenge {
        Challenge { id: id.to_owned(), seek: seek(from, None, false), to: to.to_owned() }
    }

    #[test]
    fn seeks_are_matched_in_order_and_end_with_their_page() {
        let seeks = Arc::new(Seeks::default());
        assert!(matches!(seeks.seek(seek("an", None, false)), Sought::Absent), "nobody could tell An");
        let visits: Vec<Visit> = ["an", "binh", "chau"].map(|player| enter(&seeks, player)).into();
        assert!(matches!(seeks.seek(seek("an", None, false)), Sought::Waiting));
        assert!(matches!(seeks.seek(seek("an", None, false)), Sought::Waiting), "a second one replaces it");
        assert_eq!(seeks.figures().seeks, 1);
        let Sought::Matched(found) = seeks.seek(seek("binh", None, false)) else { panic!("they fit") };
        assert_eq!(found.seeker.player, "an");
        seeks.put_back(*found);
        let Sought::Matched(found) = seeks.seek(seek("chau", None, false)) else { panic!("they fit") };
        drop(visits);
        seeks.put_back(*found);
        assert_eq!((seeks.figures().seeks, seeks.figures().people), (0, 0), "An has gone meanwhile");
    }

    #[test]
    fn every_page_of_a_person_learns_that_the_seek_waits_and_that_it_ends() {
        let seeks = Arc::new(Seeks::default());
        let mut one = enter(&seeks, "an");
        let own = |id: &str| Seek { id: id.to_owned(), ..seek("an", None, false) };
        let waits = |id: &str| Ok(LobbyEvent::Seek { id: id.to_owned() });
        let over = |id: &str| Ok(LobbyEvent::SeekOver { id: id.to_owned() });
        assert!(matches!(seeks.seek(own("1")), Sought::Waiting));
        let mut other = enter(&seeks, "an");
        assert_eq!(other.events.try_recv(), waits("1"), "a page that is opened later is told too");
        assert!(matches!(seeks.seek(own("2")), Sought::Waiting));
        assert_eq!([one.events.try_recv(), one.events.try_recv()], [waits("1"), over("1")]);
        assert_eq!([one.events.try_recv(), other.events.try_recv()], [waits("2"), over("1")]);
        seeks.withdraw("an");
        assert_eq!([one.events.try_recv(), other.events.try_recv()], [over("2"), waits("2")]);
        seeks.withdraw("an");
        assert!(one.events.try_recv().is_err(), "nothing was left to withdraw");
    }

    #[test]
    fn whoever_is_dismissed_has_neither_seek_nor_challenges() {
        let seeks = Arc::new(Seeks::default());
        let _visits: Vec<Visit> = ["an", "binh", "chau"].map(|player| enter(&seeks, player)).into();
        assert!(matches!(seeks.seek(seek("an", None, false)), Sought::Waiting));
        for (from, to) in [("an", "binh"), ("chau", "an"), ("chau", "binh")] {
            assert_eq!(seeks.challenge(challenge(from, to, from)), Challenged::Sent);
        }
        seeks.dismiss("an");
        assert!(seeks.seek_of("an").is_none() && seeks.challenges_to("an").is_empty());
        assert_eq!(seeks.challenges_to("binh").len(), 1, "the challenge between others stays");
    }

    #[test]
    fn a_block_parts_people_who_wait_already() {
        let seeks = Arc::new(Seeks::default());
        let visits: Vec<Visit> = ["an", "binh", "chau"].map(|player| enter(&seeks, player)).into();
        assert!(matches!(seeks.seek(seek("an", None, false)), Sought::Waiting));
        assert_eq!(seeks.challenge(challenge("an", "binh", "1")), Challenged::Sent);
        seeks.part("binh", "an");
        assert!(seeks.challenges_to("binh").is_empty());
        assert!(matches!(seeks.seek(seek("binh", None, false)), Sought::Waiting));
        let Sought::Matched(found) = seeks.seek(seek("chau", None, false)) else { panic!("they fit") };
        assert_eq!(found.seeker.player, "an");
        drop(visits);
    }

    #[test]
    fn a_game_that_begins_during_a_reload_is_told_to_the_next_page() {
        let seeks = Arc::new(Seeks::default());
        let (an, mut binh) = (enter(&seeks, "an"), enter(&seeks, "binh"));
        seeks.begin(["an", "binh"], "room");
        let begin = LobbyEvent::Begin { room: "room".to_owned() };
        assert_eq!(binh.events.try_recv().ok(), Some(begin.clone()));
        // An's page goes away before it has read the event, and comes back.
        drop(an);
        let mut an = enter(&seeks, "an");
        assert_eq!(an.events.try_recv().ok(), Some(begin));
        drop(an);
        assert!(enter(&seeks, "an").events.try_recv().is_err(), "it is told once");
    }

    #[test]
    fn challenges_reach_who_is_here_and_end_with_either_side() {
        let seeks = Arc::new(Seeks::default());
        let mut an = enter(&seeks, "an");
        assert_eq!(seeks.challenge(challenge("an", "binh", "1")), Challenged::NotHere);
        let mut binh = enter(&seeks, "binh");
        assert_eq!(seeks.challenge(challenge("chau", "binh", "1")), Challenged::Absent);
        assert_eq!(seeks.challenge(challenge("an", "binh", "1")), Challenged::Sent);
        assert!(matches!(binh.events.try_recv(), Ok(LobbyEvent::Challenge(_))));
        assert!(seeks.accept_challenge("1", "an").is_none(), "nobody accepts the own challenge");
        assert_eq!(seeks.challenge(challenge("an", "binh", "2")), Challenged::Sent, "it replaces the first");
        assert_eq!(seeks.challenges_to("binh").len(), 1);
        drop(binh);
        assert!(seeks.challenges_to("binh").is_empty());
        let over = |id: &str| Ok(LobbyEvent::ChallengeOver { id: id.to_owned() });
        assert_eq!([an.events.try_recv(), an.events.try_recv()], [over("1"), over("2")]);
        let others: Vec<Visit> = (0..6).map(|number| enter(&seeks, &format!("p{number}"))).collect();
        let sent: Vec<Challenged> = (0..others.len())
            .map(|number| seeks.challenge(challenge("an", &format!("p{number}"), &format!("c{number}"))))
            .collect();
        assert_eq!((sent[4], sent[5]), (Challenged::Sent, Challenged::TooMany));
    }
}

//! The room's entry in the list of games that anybody may watch, and its spectators.

use std::collections::HashSet;

use table::{Match, Side, Viewer};

use super::Occupant;
use super::actor::Room;
use crate::ids;
use crate::wire::{LiveGame, LivePlayer, MatchOutcome, count, square};

impl Room {
    /// Match that a client with these sides sees: spectators may be some plies behind.
    pub(super) fn match_for(&self, own_sides: &[Side]) -> &dyn Match {
        match &self.delayed {
            Some(delayed) if own_sides.is_empty() => delayed.shown(),
            _ => self.live_match.as_ref(),
        }
    }

    /// Time for which the clocks of a client with these sides are given, if that is not now.
    pub(super) fn clock_time(&self, own_sides: &[Side]) -> Option<i64> {
        self.delayed.as_ref().filter(|_| own_sides.is_empty())?.time()
    }

    /// Number of the last event that a client knows.
    pub(super) fn seq_for(&self, number: u64) -> u64 {
        match self.clients.get(&number) {
            Some(client) if client.own_sides.is_empty() && self.delayed.is_some() => {
                self.match_for(&client.own_sides).state(ids::now()).seq
            }
            _ => self.seq,
        }
    }

    /// Number of people without a seat.
    pub(super) fn watchers(&self) -> u32 {
        let spectators = self.clients.iter().filter(|(_, client)| client.own_sides.is_empty());
        // One person may have several pages open. Nothing tells apart those who send no cookie.
        let without_cookie = ids::player("");
        let people: HashSet<Result<&str, u64>> = spectators
            .map(|(number, client)| {
                client.visitor.player.as_deref().filter(|&player| player != without_cookie).ok_or(*number)
            })
            .collect();
        count(people.len())
    }

    /// Reads again whether the players want their game to be listed.
    pub(super) async fn reload_listing(&mut self) {
        let app = self.app.clone();
        if let Err(error) = self.meta.load_listing(&app).await {
            tracing::error!(room = self.meta.id, %error, "settings of the players not read");
        }
        self.publish_live();
    }

    /// Tells the list of running games about this one.
    pub(super) fn publish_live(&self) {
        match self.live_game() {
            Some(game) => self.app.watching.update(game),
            None => self.app.watching.remove(&self.meta.id),
        }
    }

    /// This game as spectators know it; `None` if it is not for everybody.
    fn live_game(&self) -> Option<LiveGame> {
        if !self.meta.is_listed || !self.is_dealt() {
            return None;
        }
        let [first, second] = &self.meta.seats;
        let player = |seat: &Occupant, index: usize| match seat {
            Occupant::Person { name, handle, .. } => Some(LivePlayer {
                name: name.clone(),
                handle: handle.clone(),
                rating: self.meta.ratings[index],
            }),
            _ => None,
        };
        let players = [player(first, 0)?, player(second, 1)?];
        let seen = self.match_for(&[]);
        let since = self.clock_time(&[]).unwrap_or_else(ids::now);
        let view = seen.view(Viewer::Public, since);
        let is_behind = self.clock_time(&[]).is_some();
        Some(LiveGame {
            room: self.meta.id.clone(),
            game: self.book.spec().name.to_owned(),
            players,
            rated: self.meta.pool.is_some(),
            clock: seen.created().clock.into(),
            position: view.position,
            last_move: view.last_move.map(|(from, to)| [square(from), square(to)]),
            turn: view.turn.into(),
            plies: count(view.moves.len()),
            delay: count(self.meta.delay),
            left_ms: view.clocks,
            running: view.running.filter(|_| !is_behind).map(Into::into),
            since,
            watchers: self.watchers(),
            outcome: view.outcome.as_ref().map(|outcome| MatchOutcome::of(outcome, self.book.spec())),
        })
    }
}

//! Talk of the two players of a room. Nobody else sees it, neither during the game nor after it.

use std::time::Instant;

use game::Message;
use table::Side;

use super::Occupant;
use super::actor::Room;
use crate::ids;
use crate::store::{TalkRow, TalkWrite, WriteJob};
use crate::talk::{MAX_LINES, SHOWN_LINES, Utterance, read_utterance};
use crate::wire::{Phrase, ServerOut, TalkLine, TalkRule};

impl TalkLine {
    /// Stored line; `None` for a phrase that this program does not know.
    fn of(row: TalkRow) -> Option<TalkLine> {
        let phrase = match row.phrase {
            Some(code) => Some(Phrase::named(&code)?),
            None => None,
        };
        Some(TalkLine {
            number: u32::try_from(row.number).ok()?,
            side: Side::BOTH[row.side & 1].into(),
            at: row.at,
            phrase,
            text: row.body,
        })
    }
}

/// Talk of a room: the newest lines.
#[derive(Default)]
pub(super) struct Talk {
    lines: Vec<TalkLine>,
}

impl Talk {
    pub fn of(rows: Vec<TalkRow>) -> Talk {
        Talk { lines: rows.into_iter().filter_map(TalkLine::of).collect() }
    }

    fn next_number(&self) -> u32 {
        self.lines.last().map_or(1, |line| line.number + 1)
    }

    fn add(&mut self, line: TalkLine) {
        self.lines.push(line);
        if self.lines.len() > SHOWN_LINES {
            self.lines.remove(0);
        }
    }
}

impl Room {
    /// Rule of talk for a client with these sides.
    pub(super) fn talk_rule(&self, own_sides: &[Side]) -> TalkRule {
        let accounts: Option<Vec<bool>> = self
            .meta
            .seats
            .iter()
            .map(|seat| match seat {
                Occupant::Person { handle, .. } => Some(handle.is_some()),
                _ => None,
            })
            .collect();
        match (own_sides, accounts) {
            ([_], Some(accounts)) => match self.app.config.talk {
                TalkRule::Text if !accounts.into_iter().all(|account| account) => TalkRule::Phrases,
                rule => rule,
            },
            _ => TalkRule::Off,
        }
    }

    /// Sends all lines to a player, if there are any.
    pub(super) fn send_talk(&self, number: u64) {
        let Some(client) = self.clients.get(&number) else { return };
        if !self.talk.lines.is_empty() && self.talk_rule(&client.own_sides) != TalkRule::Off {
            self.send_to(number, &ServerOut::Talk { lines: self.talk.lines.clone(), all: true });
        }
    }

    /// Forgets what a player said who has deleted the account; the opponent's page forgets it too.
    pub(super) fn forget_talk(&mut self, player: &str) {
        for side in self.meta.own_sides(Some(player)) {
            self.talk.lines.retain(|line| line.side != side.into());
        }
        let out = ServerOut::Talk { lines: self.talk.lines.clone(), all: true };
        self.broadcast_to(&out, |client| client.own_sides.len() == 1);
    }

    /// Says something for a client.
    pub(super) async fn say(
        &mut self,
        number: u64,
        id: String,
        known_as: &str,
        phrase: Option<Phrase>,
        text: Option<&str>,
    ) {
        match self.try_say(number, phrase, text).await {
            Err(message) => self.refuse_with(number, &id, &message),
            Ok(line) => {
                self.commands.insert(known_as, self.seq);
                self.talk.add(line.clone());
                self.send_to(number, &ServerOut::Ack { id, seq: self.seq });
                let out = ServerOut::Talk { lines: vec![line], all: false };
                self.broadcast_to(&out, |client| client.own_sides.len() == 1);
            }
        }
    }

    // `&mut`, since a room cannot be shared between threads.
    async fn try_say(
        &mut self,
        number: u64,
        phrase: Option<Phrase>,
        text: Option<&str>,
    ) -> Result<TalkLine, Message> {
        let watching = || Message::new("wire_watching");
        let client = self.clients.get(&number).ok_or_else(watching)?;
        let [side] = *client.own_sides.as_slice() else { return Err(watching()) };
        let rule = self.talk_rule(&client.own_sides);
        let said = read_utterance(phrase, text, rule, &self.app.config.refused_words)?;
        let (Some(player), Some(other)) =
            (self.meta.occupant(side).player(), self.meta.occupant(!side).player())
        else {
            return Err(Message::new("talk_off"));
        };
        let line = self.talk.next_number();
        if line > MAX_LINES || !self.app.talk_limiter.try_acquire(player, Instant::now()) {
            return Err(Message::new("talk_often"));
        }
        let not_kept = |error| {
            tracing::error!(room = self.meta.id, %error, "talk not stored");
            Message::new("wire_not_kept")
        };
        if self.app.store.is_blocked(player, other).await.map_err(not_kept)? {
            return Err(Message::new("talk_blocked"));
        }
        let (phrase, text) = match said {
            Utterance::Phrase(phrase) => (Some(phrase), None),
            Utterance::Text(text) => (None, Some(text)),
        };
        let at = ids::now();
        let row = TalkRow {
            number: line.into(),
            side: side.index(),
            at,
            phrase: phrase.map(|phrase| phrase.code().to_owned()),
            body: text.clone(),
        };
        let write = TalkWrite::Line { room: self.meta.id.clone(), player: player.to_owned(), line: row };
        self.app.store.write(WriteJob::Talk(Box::new(write))).await.map_err(not_kept)?;
        Ok(TalkLine { number: line, side: side.into(), at, phrase, text })
    }
}

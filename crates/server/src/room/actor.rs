//! The task of a room: takes its mail in order, keeps its deadlines, leaves when nobody needs it.

use std::collections::HashMap;
use std::time::Duration;

use table::{Command, Event, Match, Message, Rulebook, Side, ToMessage, Viewer};
use tokio::sync::mpsc;
use tokio::time::Instant;

use super::machine::MachineState;
use super::weigh::Weights;
use super::{Inbox, Mail, Meta, Out, Visitor};
use crate::app::App;
use crate::deal::Sealed;
use crate::ids;
use crate::store::{Job, letter};
use crate::wire::{Said, ServerOut};

/// A socket in a room.
pub(super) struct Guest {
    pub visitor: Visitor,
    pub hands: Vec<Side>,
    pub out: mpsc::Sender<Out>,
    pub evaluation: bool,
}

impl Guest {
    /// Whose knowledge this guest may share. Two at one device share what everybody knows.
    pub fn viewer(&self) -> Viewer {
        viewer(&self.hands)
    }
}

/// Whose knowledge belongs to whoever acts for these sides.
pub(super) fn viewer(hands: &[Side]) -> Viewer {
    match hands {
        [side] => Viewer::Seat(*side),
        _ => Viewer::Public,
    }
}

/// A room and its task's state.
pub struct Room {
    pub(super) app: App,
    pub(super) inbox: Inbox,
    pub(super) book: &'static dyn Rulebook,
    pub(super) meta: Meta,
    pub(super) table: Box<dyn Match>,
    /// Whether the game hides anything.
    pub(super) hidden: bool,
    /// What its pieces are dealt from; nobody is told the seed before the end.
    pub(super) sealed: Option<Sealed>,
    pub(super) guests: HashMap<u64, Guest>,
    pub(super) entered: u64,
    /// The event each command led to, by who sent it and what they called it.
    pub(super) commands: HashMap<String, u64>,
    /// How many events there are.
    pub(super) seq: u64,
    /// The event that changed the position last.
    pub(super) position_seq: u64,
    /// The plies of the last view that went out.
    pub(super) shown: usize,
    pub(super) engines: MachineState,
    pub(super) weights: Weights,
    /// When the last event happened.
    pub(super) touched_at: i64,
}

impl Room {
    /// Runs until nobody needs the room.
    pub async fn run(mut self, mut mail: mpsc::Receiver<Mail>) {
        self.after_change();
        let idle = self.app.config.idle;
        let mut idle_since = Instant::now();
        loop {
            let alarm = self.alarm();
            let wake = alarm.unwrap_or_else(|| Instant::now() + idle);
            tokio::select! {
                biased;
                next = mail.recv() => match next {
                    None | Some(Mail::Stop) => {
                        self.say_goodbye("wire_closing", true, 1001);
                        break;
                    }
                    Some(Mail::Close) => {
                        self.say_goodbye("wire_deleted", false, 1000);
                        self.app.lobby.forget(&self.meta.id);
                        break;
                    }
                    Some(next) => {
                        idle_since = Instant::now();
                        self.take(next).await;
                    }
                },
                () = tokio::time::sleep_until(wake) => {
                    if alarm.is_some() {
                        self.ring().await;
                    } else if self.may_rest() && idle_since.elapsed() >= idle
                        && self.app.lobby.rest(&self.meta.id, &mail)
                    {
                        break;
                    }
                }
            }
        }
        self.engines.stop();
    }

    async fn take(&mut self, mail: Mail) {
        match mail {
            Mail::Enter { visitor, evaluation, out, number } => self.enter(visitor, evaluation, out, number),
            Mail::Leave(number) => {
                if self.guests.remove(&number).is_some() {
                    self.tell_presence();
                }
            }
            Mail::Says(number, said) => self.hear(number, said).await,
            Mail::Mumbles(number, id, why) => self.refuse(number, &id, why),
            Mail::Look(visitor, reply) => {
                let _ = reply.send(Box::new(self.view_for(&visitor, 0)));
            }
            Mail::Write(visitor, query, reply) => {
                let _ = reply.send(self.write_record(&visitor, &query));
            }
            Mail::Prove(reply) => {
                let _ = reply.send(self.prove().map(Box::new).map_err(|message| Said::from(&message)));
            }
            Mail::Review(reply) => {
                let _ = reply.send(self.for_review());
            }
            Mail::Sat { side, player, name } => self.sit(side, player, name),
            Mail::Next(room) => {
                self.meta.next = Some(room.clone());
                self.tell_all(&ServerOut::Next { room });
            }
            Mail::Thinks(ticket, analysis) => self.hear_thought(ticket, &analysis),
            Mail::Decided(ticket, result) => self.hear_decision(ticket, result).await,
            Mail::Close | Mail::Stop => {}
        }
    }

    /// When something is due although nobody says anything.
    fn alarm(&self) -> Option<Instant> {
        [self.flag_falls(), self.engines.move_due()].into_iter().flatten().min()
    }

    /// When the time of the side to move is up.
    fn flag_falls(&self) -> Option<Instant> {
        let now = ids::now();
        let pulse = self.table.state(now);
        let left = pulse.clocks[pulse.running?.index()]?;
        Some(Instant::now() + Duration::from_millis(u64::try_from(left).unwrap_or(0)))
    }

    async fn ring(&mut self) {
        let now = ids::now();
        let pulse = self.table.state(now);
        let down = pulse.running.filter(|side| pulse.clocks[side.index()] == Some(0));
        if let Some(side) = down
            && let Ok(events) = self.table.decide(!side, &Command::Flag, now)
        {
            if self.happen(events, None).await {
                self.after_events();
            } else {
                // The log cannot be written: better to wait than to hurry through the same again.
                tokio::time::sleep(Duration::from_secs(1)).await;
            }
            return;
        }
        self.play_due_move().await;
    }

    /// Whether nothing is lost when the room is put away: it comes back from the log.
    fn may_rest(&self) -> bool {
        self.guests.is_empty() && self.flag_falls().is_none() && self.engines.are_at_rest()
    }

    fn enter(
        &mut self,
        visitor: Visitor,
        evaluation: bool,
        out: mpsc::Sender<Out>,
        number: tokio::sync::oneshot::Sender<u64>,
    ) {
        self.entered += 1;
        let hands = self.meta.hands(visitor.player.as_deref());
        let guest = Guest { visitor, hands, out, evaluation };
        if number.send(self.entered).is_err() {
            return;
        }
        self.guests.insert(self.entered, guest);
        self.show_whole(self.entered);
        self.tell_presence();
        self.after_change();
    }

    fn sit(&mut self, side: Side, player: String, name: Option<String>) {
        self.meta.seats[side.index()] = super::Sitter::Person { player, name };
        for guest in self.guests.values_mut() {
            guest.hands = self.meta.hands(guest.visitor.player.as_deref());
        }
        let numbers: Vec<u64> = self.guests.keys().copied().collect();
        numbers.into_iter().for_each(|number| self.show_whole(number));
        self.tell_presence();
        self.after_change();
    }

    /// Makes events durable, then real, then known. `false`, and nothing has happened, where they cannot be kept.
    pub(super) async fn happen(&mut self, events: Vec<Event>, command: Option<&str>) -> bool {
        let seq = self.seq;
        let kept: Vec<(i64, String)> =
            events.iter().map(|event| (event.at, letter::write(&event.kind))).collect();
        let job = Job::Append {
            room: self.meta.id.clone(),
            seq: seq + 1,
            events: kept,
            command: command.map(str::to_owned),
        };
        if let Err(error) = self.app.store.write(job).await {
            tracing::error!(room = self.meta.id, %error, "an event was not kept");
            self.app.is_well(false);
            return false;
        }
        self.app.is_well(true);
        for event in &events {
            self.table.apply(event);
            self.touched_at = event.at;
            self.seq += 1;
        }
        if events.iter().any(|event| super::ask::changes_position(&event.kind)) {
            self.position_seq = self.seq;
        }
        if let Some(command) = command {
            self.commands.insert(command.to_owned(), self.seq);
        }
        true
    }

    /// Tells everybody how the match stands, and lets the machines go on.
    pub(super) fn after_events(&mut self) {
        self.weights.cut(self.plies());
        self.show_news();
        self.keep_row();
        self.after_change();
    }

    /// Whoever has something to do now, does it.
    pub(super) fn after_change(&mut self) {
        self.call_machine();
        self.weigh_next();
    }

    pub(super) fn plies(&self) -> usize {
        self.table.spent().len()
    }

    /// Keeps what lists and statistics show; it can be made again from the log, so nobody waits for it.
    pub(super) fn keep_row(&self) {
        let (store, room, now) = (self.app.store.clone(), self.meta.id.clone(), Box::new(self.row_now()));
        tokio::spawn(async move {
            if let Err(error) = store.write(Job::Row { room, now }).await {
                tracing::error!(%error, "a list was not kept");
            }
        });
    }

    pub(super) fn refuse(&self, number: u64, id: &str, why: Said) {
        self.tell(number, &ServerOut::Refusal { id: id.to_owned(), seq: self.seq, why });
    }

    pub(super) fn refuse_with(&self, number: u64, id: &str, why: &impl ToMessage) {
        self.refuse(number, id, Said::from(&why.message()));
    }

    fn say_goodbye(&mut self, code: &'static str, again: bool, close: u16) {
        self.tell_all(&ServerOut::Bye { why: Said::from(&Message::new(code)), again });
        for guest in self.guests.values() {
            let _ = guest.out.try_send(Out::Close(close));
        }
        self.guests.clear();
    }
}

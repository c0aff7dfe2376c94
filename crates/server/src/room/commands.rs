//! What guests say, carried out or refused: the one door to a match.

use table::{Command, Event, EventKind, Message, Notation, Refusal, Side, Viewer};

use super::actor::Room;
use super::ask::{Standing, command, needs_fresh_eyes};
use crate::ids;
use crate::store::Job;
use crate::wire::{Ask, ClientIn, ServerOut};

/// The longest name of a command.
const LONGEST_ID: usize = 64;
/// The slowest pace between machines.
const SLOWEST: u32 = 10_000;

impl Room {
    pub(super) async fn hear(&mut self, number: u64, said: ClientIn) {
        let Some(guest) = self.guests.get(&number) else { return };
        let ClientIn { id, seq, side, ask } = said;
        if id.is_empty() || id.len() > LONGEST_ID {
            return self.refuse_with(number, "", &Message::new("wire_id").number("most", LONGEST_ID));
        }
        let player = guest.visitor.player.clone().unwrap_or_default();
        let known_as = format!("{}:{id}", player.get(..16).unwrap_or(&player));
        if let Some(&seq) = self.commands.get(&known_as) {
            return self.tell(number, &ServerOut::Ack { id, seq });
        }
        match ask {
            Ask::Ping => self.tell(number, &ServerOut::Pong { id, now: ids::now() }),
            Ask::Evaluation { on } => self.switch_evaluation(number, &id, on),
            Ask::Hint => self.ask_for_advice(number, &id, side.map(Into::into)),
            Ask::AddPart { ref nonce } => self.add_part(number, &id, side.map(Into::into), nonce).await,
            Ask::Pace { .. } | Ask::Step | Ask::MoveNow => self.run_machines(number, &id, &ask).await,
            _ if needs_fresh_eyes(&ask) && seq != 0 && seq < self.position_seq => {
                self.refuse_with(number, &id, &Message::new("wire_stale"));
                self.show_whole(number);
            }
            _ => self.carry_out(number, id, &known_as, side.map(Into::into), ask).await,
        }
    }

    async fn carry_out(&mut self, number: u64, id: String, known_as: &str, side: Option<Side>, ask: Ask) {
        let seat = match self.seat_of(number, side, &ask) {
            Ok(seat) => seat,
            Err(message) => return self.refuse_with(number, &id, &message),
        };
        let now = ids::now();
        match self.consider(seat, &ask, now) {
            Err(refusal) => self.refuse_with(number, &id, &refusal),
            Ok(events) => {
                // Time that was up before the command came: the match is over, the command was not carried out.
                let too_late = matches!(events.first(), Some(Event { kind: EventKind::Flagged(_), .. }))
                    && !matches!(ask, Ask::Flag);
                if !self.happen(events, (!too_late).then_some(known_as)).await {
                    return self.refuse_with(number, &id, &Message::new("wire_not_kept"));
                }
                if too_late {
                    self.refuse_with(number, &id, &Refusal::Over);
                } else {
                    self.tell(number, &ServerOut::Ack { id, seq: self.seq });
                }
                self.after_events();
            }
        }
    }

    /// For whom a guest acts.
    pub(super) fn seat_of(&self, number: u64, side: Option<Side>, ask: &Ask) -> Result<Side, Message> {
        let watching = Message::new("wire_watching");
        let Some(guest) = self.guests.get(&number) else { return Err(watching) };
        let turn = self.table.state(ids::now()).turn;
        if self.runs(&guest.visitor) && matches!(ask, Ask::Pause | Ask::Resume | Ask::Abort) {
            return Ok(turn);
        }
        match (guest.hands.as_slice(), side) {
            ([], _) => Err(watching),
            ([own], Some(side)) if *own != side => Err(Message::new("wire_other_seat")),
            ([own], _) => Ok(*own),
            (_, Some(side)) => Ok(side),
            (_, None) => Ok(turn),
        }
    }

    /// What follows from what was asked. Nothing changes here.
    fn consider(&self, seat: Side, ask: &Ask, now: i64) -> Result<Vec<Event>, Refusal> {
        let pulse = self.table.state(now);
        if !self.meta.is_full() && !matches!(ask, Ask::Abort | Ask::Resign) {
            return Err(Refusal::Move(Message::new("wire_seat_empty")));
        }
        if !self.is_dealt() && !matches!(ask, Ask::Abort | Ask::Resign) {
            return Err(Refusal::Move(Message::new("deal_waits")));
        }
        // Once the match is over the deal is known to all: nobody plays on with that knowledge.
        if self.hidden && pulse.outcome.is_some() {
            return Err(Refusal::Over);
        }
        let here = Standing {
            plies: self.plies(),
            undone: pulse.undone,
            turn: pulse.turn,
            seat,
            one_device: self.meta.is_one_device(),
            against_machine: self.meta.sitter(!seat).is_machine(),
        };
        let ask = self.in_coordinates(seat, ask)?;
        let Some(command) = command(&ask, &here) else { return Err(Refusal::NotAllowed) };
        let mut events = self.table.decide(seat, &command, now)?;
        // At one device whoever offers has been heard by the other already.
        if let (true, [Event { kind: EventKind::Offered(..), .. }]) = (here.one_device, events.as_slice()) {
            events.extend(self.agreed(seat, &command, now));
        }
        Ok(events)
    }

    /// What follows when the other side, at the same device, agrees at once.
    fn agreed(&self, seat: Side, command: &Command, now: i64) -> Vec<Event> {
        let accepted = Event { at: now, kind: EventKind::Answered(!seat, true) };
        match command {
            Command::OfferDraw => {
                let drawn = table::Outcome::draw(table::Reason::Agreement);
                vec![accepted, Event { at: now, kind: EventKind::Ended(drawn) }]
            }
            // Everything else is free at one device and never offered.
            _ => Vec::new(),
        }
    }

    /// A move typed in some notation, in coordinates.
    fn in_coordinates(&self, seat: Side, ask: &Ask) -> Result<Ask, Refusal> {
        let Ask::Play { mv, notation: Some(name) } = ask else { return Ok(ask.clone()) };
        let notation = Notation::named(name).filter(|notation| self.book.notations().contains(notation));
        let Some(notation) = notation else {
            let known: Vec<&str> = self.book.notations().iter().map(|notation| notation.name()).collect();
            return Err(Refusal::Move(
                Message::new("notation_unknown")
                    .text("notation", name)
                    .word("game", format!("game_{}", self.book.spec().name))
                    .text("known", known.join(", ")),
            ));
        };
        let mut study = self.table.study(Viewer::Seat(seat));
        let before = study.ply();
        study.play(mv, notation).map_err(Refusal::Move)?;
        let mv = study.moves(Notation::Uci).into_iter().nth(before).unwrap_or_default();
        Ok(Ask::Play { mv, notation: None })
    }

    fn switch_evaluation(&mut self, number: u64, id: &str, on: bool) {
        let Some(guest) = self.guests.get_mut(&number) else { return };
        let was_on = std::mem::replace(&mut guest.evaluation, on);
        self.tell(number, &ServerOut::Ack { id: id.to_owned(), seq: self.seq });
        if on && !was_on {
            self.show_whole(number);
        }
        self.after_change();
    }

    /// What only whoever runs a match between machines, or waits for one, may ask.
    async fn run_machines(&mut self, number: u64, id: &str, ask: &Ask) {
        let Some(guest) = self.guests.get(&number) else { return };
        let runs = self.runs(&guest.visitor);
        let may = runs || (matches!(ask, Ask::MoveNow) && !guest.hands.is_empty());
        if !may {
            return self.refuse_with(number, id, &Message::new("wire_watching"));
        }
        match ask {
            Ask::Pace { ms } => {
                let ms = (*ms).min(SLOWEST);
                self.meta.pace_ms = ms;
                let job = Job::Pace { room: self.meta.id.clone(), ms };
                if self.app.store.write(job).await.is_err() {
                    return self.refuse_with(number, id, &Message::new("wire_not_kept"));
                }
            }
            Ask::Step => {
                if let Err(refusal) = self.step() {
                    return self.refuse_with(number, id, &refusal);
                }
            }
            _ => self.move_now(),
        }
        self.tell(number, &ServerOut::Ack { id: id.to_owned(), seq: self.seq });
        if matches!(ask, Ask::Pace { .. }) {
            self.show_news();
        }
    }
}

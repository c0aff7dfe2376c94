//! Client requests: validated, executed or refused.

use game::ToMessage;
use table::{Command, Event, EventKind, Message, Notation, Permission, Refusal, Side, Viewer};

use super::actor::Room;
use super::request::{CommandContext, command, requires_current_position};
use crate::ids;
use crate::store::WriteJob;
use crate::wire::{ClientIn, ClientRequest, MessageOut, ServerOut, TakeBackView};

/// Maximum length of a command identifier.
const MAX_ID_LEN: usize = 64;
/// Maximum pace of a match between machines, in milliseconds.
const SLOWEST: u32 = 10_000;

impl Room {
    pub(super) async fn handle_request(&mut self, number: u64, message: ClientIn) {
        let Some(client) = self.clients.get(&number) else { return };
        let ClientIn { id, seq, side, request } = message;
        if id.is_empty() || id.len() > MAX_ID_LEN {
            return self.refuse_with(number, "", &Message::new("wire_id").number("most", MAX_ID_LEN));
        }
        let player = client.visitor.player.clone().unwrap_or_default();
        let known_as = format!("{}:{id}", player.get(..16).unwrap_or(&player));
        if let Some(seq) = self.commands.get(&known_as) {
            return self.send_to(number, &ServerOut::Ack { id, seq });
        }
        match request {
            ClientRequest::Ping => self.send_to(number, &ServerOut::Pong { id, now: ids::now() }),
            ClientRequest::Evaluation { on } => self.switch_evaluation(number, &id, on),
            ClientRequest::Hint => self.request_hint(number, &id, side.map(Into::into)),
            ClientRequest::Talk { phrase, ref text } => {
                self.say(number, id, &known_as, phrase, text.as_deref()).await;
            }
            ClientRequest::AddPart { ref nonce } => {
                self.add_part(number, &id, side.map(Into::into), nonce).await;
            }
            ClientRequest::Pace { .. } | ClientRequest::Step | ClientRequest::MoveNow => {
                self.control_machines(number, &id, &request).await;
            }
            _ if seq != 0
                && seq < self.position_seq
                && requires_current_position(&request, self.take_back_by_consent()) =>
            {
                self.refuse_with(number, &id, &Message::new("wire_stale"));
                self.send_full_view(number);
            }
            _ => self.execute(number, id, &known_as, side.map(Into::into), request).await,
        }
    }

    async fn execute(
        &mut self,
        number: u64,
        id: String,
        known_as: &str,
        side: Option<Side>,
        request: ClientRequest,
    ) {
        let seat = match self.acting_side(number, side, &request) {
            Ok(seat) => seat,
            Err(message) => return self.refuse_with(number, &id, &message),
        };
        let now = ids::now();
        let plays = matches!(request, ClientRequest::Play { .. });
        let credit = if plays { self.lag_credit(number, seat, now) } else { 0 };
        let at = if credit > 0 { now - credit } else { self.decision_time(now) };
        match self.decide(seat, &request, at) {
            Err(refusal) => self.refuse_with(number, &id, &refusal),
            Ok(mut events) => {
                // The time was up before the command arrived: the match is over and the command is not executed.
                let too_late =
                    ends_by_time(&events) && !matches!(request, ClientRequest::Flag | ClientRequest::Abort);
                let goes_on = !events.iter().any(|event| matches!(event.kind, EventKind::Ended(_)));
                if credit > 0 && goes_on {
                    // The move arrived late by the network's delay, which the opponent did not have either.
                    events.push(Event { at: now, kind: EventKind::Credited(credit) });
                }
                if !self.commit_events(events, (!too_late).then_some(known_as)).await {
                    return self.refuse_with(number, &id, &Message::new("wire_not_kept"));
                }
                if let Some(quota) = self.lag.as_mut().filter(|_| plays) {
                    quota.spend(seat, credit);
                }
                if too_late {
                    self.refuse_with(number, &id, &Refusal::Over);
                } else {
                    self.send_to(number, &ServerOut::Ack { id, seq: self.seq });
                }
                self.after_events();
            }
        }
    }

    /// Side for which a client acts.
    pub(super) fn acting_side(
        &self,
        number: u64,
        side: Option<Side>,
        request: &ClientRequest,
    ) -> Result<Side, Message> {
        let watching = Message::new("wire_watching");
        let Some(client) = self.clients.get(&number) else { return Err(watching) };
        let turn = self.live_match.state(ids::now()).turn;
        if self.controls(&client.visitor)
            && matches!(request, ClientRequest::Pause | ClientRequest::Resume | ClientRequest::Abort)
        {
            return Ok(turn);
        }
        match (client.own_sides.as_slice(), side) {
            ([], _) => Err(watching),
            ([own], Some(side)) if *own != side => Err(Message::new("wire_other_seat")),
            ([own], _) => Ok(*own),
            (_, Some(side)) => Ok(side),
            (_, None) => Ok(turn),
        }
    }

    /// Returns true if a takeback needs the opponent's consent.
    fn take_back_by_consent(&self) -> bool {
        self.live_match.created().permissions.take_back == Permission::ByConsent
    }

    /// Takeback of a side's last move now: whether it is possible, and if not, why.
    pub(super) fn take_back_view(&self, seat: Option<Side>) -> TakeBackView {
        let request = |seen| ClientRequest::TakeBack { plies: None, seen };
        let refusal = seat.and_then(|seat| self.decide(seat, &request(None), ids::now()).err());
        let reveals = refusal == Some(Refusal::AlreadySeen)
            && seat.is_some_and(|seat| self.decide(seat, &request(Some(true)), ids::now()).is_ok());
        let why_not = refusal.filter(|_| !reveals).map(|refusal| MessageOut::from(&refusal.message()));
        TakeBackView { why_not, reveals }
    }

    /// Events that a request leads to. Changes nothing.
    fn decide(&self, seat: Side, request: &ClientRequest, now: i64) -> Result<Vec<Event>, Refusal> {
        let pulse = self.live_match.state(now);
        if let Some(events) = self.overdue_first_move(now) {
            return Ok(events);
        }
        if !self.meta.is_full() && !matches!(request, ClientRequest::Abort | ClientRequest::Resign) {
            return Err(Refusal::Move(Message::new("wire_seat_empty")));
        }
        if !self.is_dealt() && !matches!(request, ClientRequest::Abort | ClientRequest::Resign) {
            return Err(Refusal::Move(Message::new("deal_waits")));
        }
        // After the end the deal is public: play must not continue with that knowledge.
        if self.hidden && pulse.outcome.is_some() {
            return Err(Refusal::Move(Message::new("refusal_deal_public")));
        }
        if matches!(request, ClientRequest::ClaimLeft { .. })
            && self.claim_in(!seat).is_none_or(|left| !left.is_zero())
        {
            return Err(Refusal::Move(Message::new("refusal_not_left")));
        }
        let here = CommandContext {
            plies: self.plies(),
            undone: pulse.undone,
            turn: pulse.turn,
            seat,
            one_device: self.meta.is_one_device(),
            against_machine: self.meta.occupant(!seat).is_machine(),
        };
        let request = self.to_coordinates(seat, request)?;
        let Some(command) = command(&request, &here) else { return Err(Refusal::NotAllowed) };
        let mut events = self.live_match.decide(seat, &command, now)?;
        // At one device both players have agreed when an offer is made.
        if let (true, [Event { kind: EventKind::Offered(..), .. }]) = (here.one_device, events.as_slice()) {
            events.extend(self.agreement(seat, &command, now));
        }
        Ok(events)
    }

    /// Events that follow when the opponent at the same device agrees at once.
    fn agreement(&self, seat: Side, command: &Command, now: i64) -> Vec<Event> {
        let accepted = Event { at: now, kind: EventKind::Answered(!seat, true) };
        match command {
            Command::OfferDraw => {
                let drawn = table::Outcome::draw(table::Reason::Agreement);
                vec![accepted, Event { at: now, kind: EventKind::Ended(drawn) }]
            }
            // Everything else is unrestricted at one device and never offered.
            _ => Vec::new(),
        }
    }

    /// Converts a move in any notation to coordinates.
    fn to_coordinates(&self, seat: Side, request: &ClientRequest) -> Result<ClientRequest, Refusal> {
        let ClientRequest::Play { mv, notation: Some(name) } = request else { return Ok(request.clone()) };
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
        let mut study = self.live_match.study(Viewer::Seat(seat));
        let before = study.ply();
        study.play(mv, notation).map_err(Refusal::Move)?;
        let mv = study.moves(Notation::Uci).into_iter().nth(before).unwrap_or_default();
        Ok(ClientRequest::Play { mv, notation: None })
    }

    fn switch_evaluation(&mut self, number: u64, id: &str, on: bool) {
        let Some(client) = self.clients.get_mut(&number) else { return };
        let was_on = std::mem::replace(&mut client.evaluation, on);
        self.send_to(number, &ServerOut::Ack { id: id.to_owned(), seq: self.seq_for(number) });
        if on && !was_on {
            self.send_full_view(number);
        }
        self.after_change();
    }

    /// Handles requests reserved for the owner of a match between machines, or for a player who waits for one.
    async fn control_machines(&mut self, number: u64, id: &str, request: &ClientRequest) {
        let Some(client) = self.clients.get(&number) else { return };
        let controls = self.controls(&client.visitor);
        let may = controls || (matches!(request, ClientRequest::MoveNow) && !client.own_sides.is_empty());
        if !may {
            return self.refuse_with(number, id, &Message::new("wire_watching"));
        }
        match request {
            ClientRequest::Pace { ms } => {
                let ms = (*ms).min(SLOWEST);
                self.meta.pace_ms = ms;
                let job = WriteJob::Pace { room: self.meta.id.clone(), epoch: self.meta.epoch, ms };
                if self.app.store.write(job).await.is_err() {
                    return self.refuse_with(number, id, &Message::new("wire_not_kept"));
                }
            }
            ClientRequest::Step => {
                if let Err(refusal) = self.step() {
                    return self.refuse_with(number, id, &refusal);
                }
            }
            _ => self.move_now(),
        }
        self.send_to(number, &ServerOut::Ack { id: id.to_owned(), seq: self.seq });
        if matches!(request, ClientRequest::Pace { .. }) {
            self.broadcast_view();
        }
    }
}

/// Returns true if a time was up before a command was considered.
fn ends_by_time(events: &[Event]) -> bool {
    let aborted = |outcome: &table::Outcome| outcome.reason == table::Reason::Aborted;
    match events {
        [Event { kind: EventKind::Flagged(_), .. }, ..] => true,
        [Event { kind: EventKind::Ended(outcome), .. }] => aborted(outcome),
        _ => false,
    }
}

//! The deal of a room: its parts as they come in, the pieces once all are there, the proof once the match is over.

use table::{Message, Notation, Refusal, Side, ToMessage, Viewer};

use super::actor::Room;
use super::open::dealt_table;
use crate::deal::{Part, read_part};
use crate::ids;
use crate::store::{Done, Job};
use crate::wire::{Ask, DealProof, PartBy, ServerOut};

impl Room {
    /// Whether everything is there that the pieces are dealt from; so it is where nothing is hidden.
    pub(super) fn is_dealt(&self) -> bool {
        self.sealed.as_ref().is_none_or(crate::deal::Sealed::is_dealt)
    }

    /// A player's part of the deal. Durable before anybody is told; with the last one the pieces are dealt.
    pub(super) async fn add_part(&mut self, number: u64, id: &str, side: Option<Side>, text: &str) {
        let ask = Ask::AddPart { nonce: String::new() };
        let seat = self.seat_of(number, side, &ask);
        let (seat, nonce) = match seat.and_then(|seat| Ok((seat, read_part(text)?))) {
            Ok(both) => both,
            Err(message) => return self.refuse_with(number, id, &message),
        };
        if let Err(message) = self.keep_part(seat, nonce).await {
            return self.refuse_with(number, id, &message);
        }
        self.tell(number, &ServerOut::Ack { id: id.to_owned(), seq: self.seq });
        let numbers: Vec<u64> = self.guests.keys().copied().collect();
        numbers.into_iter().for_each(|number| self.show_whole(number));
        self.after_change();
    }

    async fn keep_part(&mut self, seat: Side, nonce: Vec<u8>) -> Result<(), Message> {
        let over = self.table.state(ids::now()).outcome.is_some();
        let Some(sealed) = &mut self.sealed else { return Err(Message::new("deal_none")) };
        match &sealed.parts[seat.index()] {
            // The same again, after a line that broke: it was heard.
            Some(part) if part.nonce == nonce => return Ok(()),
            Some(_) => return Err(Message::new("deal_part_given")),
            None if over => return Err(Refusal::Over.message()),
            None => {}
        }
        let job = Job::Part { room: self.meta.id.clone(), side: seat.index(), nonce: nonce.clone() };
        match self.app.store.write(job).await {
            Ok(Done::Written) => {}
            Ok(_) => return Err(Message::new("deal_part_given")),
            Err(error) => {
                tracing::error!(room = self.meta.id, %error, "a part of a deal was not kept");
                return Err(Message::new("wire_not_kept"));
            }
        }
        sealed.parts[seat.index()] = Some(Part { nonce, by: PartBy::Player });
        if sealed.is_dealt() {
            self.deal_pieces().await;
        }
        Ok(())
    }

    /// Sets the table up again, now with the pieces that are dealt. Nobody can have played yet.
    async fn deal_pieces(&mut self) {
        match dealt_table(&self.app, &self.meta.id).await {
            Ok((table, sealed)) => {
                self.table = table;
                self.sealed = Some(sealed);
            }
            Err(message) => {
                // The parts are kept: the room is dealt when it is opened again.
                tracing::error!(room = self.meta.id, %message, "the men were not dealt");
                if let Some(sealed) = &mut self.sealed {
                    sealed.parts = [None, None];
                }
            }
        }
    }

    /// All that the deal can be verified by; nothing before the end.
    pub(super) fn prove(&self) -> Result<DealProof, Message> {
        let pulse = self.table.state(ids::now());
        let created = self.table.created();
        let sealed = self.sealed.as_ref().ok_or_else(|| Message::new("deal_none"))?;
        if pulse.outcome.is_none() {
            return Err(Message::new("deal_not_over"));
        }
        let undealt = || Message::new("deal_never");
        let deal = sealed.view(self.book, created, true).ok_or_else(undealt)?;
        let ([Some(first), Some(second)], Some(seed)) = (deal.nonces, deal.seed) else {
            return Err(undealt());
        };
        let seen = Side::BOTH.map(|side| self.table.moves(Viewer::Seat(side), Notation::Uci));
        let mut study = self.table.study(Viewer::Public);
        let first_turn = study.first_turn();
        while study.pop() {}
        // Each move as the side saw it that played it.
        let mover = |ply: usize| if ply.is_multiple_of(2) { first_turn } else { !first_turn };
        let moves = (0..self.plies()).filter_map(|ply| seen[mover(ply).index()].get(ply).cloned());
        Ok(DealProof {
            game: self.book.spec().name.to_owned(),
            scheme: deal.scheme,
            room: Some(self.meta.id.clone()),
            options: created.options.iter().cloned().collect(),
            start: Some(study.position(self.book.spec().dialects.first().unwrap_or(&""))),
            commitment: deal.commitment,
            seed,
            nonces: [first, second],
            by: deal.by,
            men: deal.men,
            moves: moves.collect(),
        })
    }
}

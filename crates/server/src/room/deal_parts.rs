//! Deal of a room: collects the nonces, deals the pieces, and gives the proof after the match.

use table::{Message, Notation, Refusal, Side, ToMessage, Viewer};

use super::actor::Room;
use super::load::load_dealt_match;
use crate::deal::{Part, read_part};
use crate::ids;
use crate::store::{WriteJob, WriteResult};
use crate::wire::{ClientRequest, DealProof, PartBy, ServerOut};

impl Room {
    /// Returns true if the pieces are dealt, or if the game has no hidden pieces.
    pub(super) fn is_dealt(&self) -> bool {
        self.sealed.as_ref().is_none_or(crate::deal::SealedDeal::is_dealt)
    }

    /// Adds a player's nonce. It is stored before it is shown; with the last one the pieces are dealt.
    pub(super) async fn add_part(&mut self, number: u64, id: &str, side: Option<Side>, text: &str) {
        let request = ClientRequest::AddPart { nonce: String::new() };
        let seat = self.acting_side(number, side, &request);
        let (seat, nonce) = match seat.and_then(|seat| Ok((seat, read_part(text)?))) {
            Ok(both) => both,
            Err(message) => return self.refuse_with(number, id, &message),
        };
        if let Err(message) = self.store_part(seat, nonce).await {
            return self.refuse_with(number, id, &message);
        }
        self.send_to(number, &ServerOut::Ack { id: id.to_owned(), seq: self.seq });
        let numbers: Vec<u64> = self.clients.keys().copied().collect();
        numbers.into_iter().for_each(|number| self.send_full_view(number));
        self.publish_live();
        self.after_change();
    }

    async fn store_part(&mut self, seat: Side, nonce: Vec<u8>) -> Result<(), Message> {
        let over = self.live_match.state(ids::now()).outcome.is_some();
        let Some(sealed) = &mut self.sealed else { return Err(Message::new("deal_none")) };
        match &sealed.parts[seat.index()] {
            // A repeated message after a lost connection.
            Some(part) if part.nonce == nonce => return Ok(()),
            Some(_) => return Err(Message::new("deal_part_given")),
            None if over => return Err(Refusal::Over.message()),
            None => {}
        }
        let job = WriteJob::Part {
            room: self.meta.id.clone(),
            epoch: self.meta.epoch,
            side: seat.index(),
            nonce: nonce.clone(),
        };
        match self.app.store.write(job).await {
            Ok(WriteResult::Written) => {}
            Ok(WriteResult::Fenced) => {
                self.fenced = true;
                return Err(Message::new("wire_not_kept"));
            }
            Ok(_) => return Err(Message::new("deal_part_given")),
            Err(error) => {
                tracing::error!(room = self.meta.id, %error, "nonce not stored");
                return Err(Message::new("wire_not_kept"));
            }
        }
        sealed.parts[seat.index()] = Some(Part { nonce, by: PartBy::Player });
        if sealed.is_dealt() {
            self.deal_pieces().await;
        }
        Ok(())
    }

    /// Creates the match again, now with the dealt pieces. No move can have been played yet.
    async fn deal_pieces(&mut self) {
        match load_dealt_match(&self.app, &self.meta.id).await {
            Ok((live_match, sealed, delayed)) => {
                self.live_match = live_match;
                self.delayed = delayed;
                self.sealed = Some(sealed);
            }
            Err(message) => {
                // The nonces are stored: the pieces are dealt when the room is loaded again.
                tracing::error!(room = self.meta.id, %message, "pieces not dealt");
                if let Some(sealed) = &mut self.sealed {
                    sealed.parts = [None, None];
                }
            }
        }
    }

    /// Proof of the deal; refused before the end of the match.
    pub(super) fn deal_proof(&self) -> Result<DealProof, Message> {
        let pulse = self.live_match.state(ids::now());
        let created = self.live_match.created();
        let sealed = self.sealed.as_ref().ok_or_else(|| Message::new("deal_none"))?;
        if pulse.outcome.is_none() {
            return Err(Message::new("deal_not_over"));
        }
        let undealt = || Message::new("deal_never");
        let deal = sealed.view(self.book, created, true).ok_or_else(undealt)?;
        let ([Some(first), Some(second)], Some(seed)) = (deal.nonces, deal.seed) else {
            return Err(undealt());
        };
        let seen = Side::BOTH.map(|side| self.live_match.moves(Viewer::Seat(side), Notation::Uci));
        let study = self.live_match.start(Viewer::Public);
        let first_turn = study.first_turn();
        // Each move as its mover saw it.
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
            pieces: deal.pieces,
            moves: moves.collect(),
        })
    }
}

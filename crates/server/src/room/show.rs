//! What each guest is shown: views made from that guest's own knowledge, and the small news.

use axum::extract::ws::Utf8Bytes;
use table::{Outcome, Permission, Side, Viewer};

use super::actor::{Guest, Room, viewer};
use super::{Out, Visitor};
use crate::ids;
use crate::store::RowNow;
use crate::wire::{
    CaseView, ClockView, MatchOutcome, OfferView, Ply, RoomView, Said, SeenMan, ServerOut, Start, count,
    square,
};

impl Room {
    /// The match as somebody may see it, with the plies from an index on.
    pub(super) fn view_for(&self, visitor: &Visitor, from: usize) -> RoomView {
        let hands = self.meta.hands(visitor.player.as_deref());
        self.view(visitor, &hands, from, true)
    }

    fn view(&self, visitor: &Visitor, hands: &[Side], from: usize, evaluating: bool) -> RoomView {
        let now = ids::now();
        let eyes = viewer(hands);
        let spec = self.book.spec();
        let view = self.table.view(eyes, now);
        let created = self.table.created();
        let outcome = |outcome: &Outcome| MatchOutcome::of(outcome, spec);
        // Whoever acts for both sides sees what everybody knows, and moves for whoever is to move.
        let legal =
            if hands.len() == 2 { self.table.view(Viewer::Seat(view.turn), now).legal } else { view.legal };
        let player = visitor.player.as_deref();
        RoomView {
            room: self.meta.id.clone(),
            game: spec.name.to_owned(),
            options: created.options.iter().cloned().collect(),
            seq: view.seq,
            viewer: eyes.into(),
            hands: hands.iter().map(|side| (*side).into()).collect(),
            seats: Side::BOTH.map(|side| self.meta.sitter(side).seen_at(self.book, player)),
            start: self.start(eyes),
            handicap: created.handicap.as_ref().map(|given| {
                let message = game::Message::new(match (given.odds.is_some(), given.moves > 0) {
                    (true, true) => "handicap_odds_and_moves",
                    (false, true) => "handicap_moves",
                    _ => "handicap_odds",
                });
                let odds = given.odds.as_deref().unwrap_or_default();
                Said::from(
                    &message
                        .word("side", spec.sides[given.giver.index()])
                        .word("odds", format!("odds_{odds}"))
                        .number("moves", given.moves),
                )
            }),
            plies_from: count(from),
            plies: self.plies_for(eyes, from),
            position: view.position,
            position_id: view.position_id,
            turn: view.turn.into(),
            check: view.picture.check.map(square),
            legal: if self.meta.is_full() && self.is_dealt() { legal } else { Vec::new() },
            outcome: view.outcome.as_ref().map(outcome),
            claim: view.claim.as_ref().map(outcome),
            case: view.repetition.as_ref().map(|case| CaseView::of(case, spec)),
            offer: view.offer.map(|(by, offer)| OfferView::of(by, offer)),
            clock: ClockView {
                rule: created.clock.into(),
                left_ms: view.clocks,
                running: view.running.map(Into::into),
                now,
                since: self.table.thinking_since(),
            },
            paused: view.paused,
            undone: count(view.undone),
            seen: view
                .seen
                .iter()
                .map(|(at, letter)| SeenMan { square: square(*at), letter: letter.to_string() })
                .collect(),
            undo_left: Side::BOTH.map(|side| self.table.take_backs_left(side)),
            by_consent: created.permissions.give_turn == Permission::ByConsent,
            may_evaluate: self.may_evaluate(),
            evaluating,
            pace_ms: self.meta.is_between_machines().then_some(self.meta.pace_ms),
            next: self.meta.next.clone(),
            may_run: self.runs(visitor),
            deal: self
                .sealed
                .as_ref()
                .and_then(|sealed| sealed.view(self.book, created, view.outcome.is_some())),
        }
    }

    /// Whether this visitor runs a match between machines.
    pub(super) fn runs(&self, visitor: &Visitor) -> bool {
        self.meta.is_between_machines() && visitor.player.as_deref() == Some(self.meta.owner.as_str())
    }

    fn start(&self, eyes: Viewer) -> Start {
        let mut study = self.table.study(eyes);
        while study.pop() {}
        let status = study.status();
        Start {
            position: study.position(self.book.spec().dialects.first().unwrap_or(&"")),
            turn: status.turn.into(),
            check: status.check.map(square),
        }
    }

    pub(super) fn plies_for(&self, eyes: Viewer, from: usize) -> Vec<Ply> {
        let spent = self.table.spent();
        let weights = self.may_evaluate().then(|| self.weights.seen_by(self.weighed_by(eyes)));
        self.table
            .plies(eyes, from)
            .into_iter()
            .enumerate()
            .map(|(index, ply)| Ply {
                ms: spent.get(from + index).copied().flatten().and_then(|ms| u64::try_from(ms).ok()),
                evaluation: weights.and_then(|weights| weights.get(from + index + 1).cloned().flatten()),
                ..Ply::of(ply)
            })
            .collect()
    }

    /// A whole view for one guest.
    pub(super) fn show_whole(&mut self, number: u64) {
        let Some(guest) = self.guests.get(&number) else { return };
        let view = self.view(&guest.visitor, &guest.hands, 0, guest.evaluation);
        self.tell(number, &ServerOut::View(Box::new(view)));
    }

    /// What is new since the last view, for everybody: made once for each pair of eyes.
    pub(super) fn show_news(&mut self) {
        let plies = self.plies();
        // What was taken back is forgotten; of what was played before the last view everything is known.
        let from = self.shown.min(plies);
        self.shown = plies;
        let mut made: Vec<(Visitor, bool, Utf8Bytes)> = Vec::new();
        let mut slow = Vec::new();
        for (number, guest) in &self.guests {
            let evaluation = guest.evaluation;
            // Guests without a seat all see the same.
            let who = if guest.hands.is_empty() && !self.meta.is_between_machines() {
                Visitor::default()
            } else {
                guest.visitor.clone()
            };
            let known = made.iter().find(|(visitor, told, _)| *visitor == who && *told == evaluation);
            let text = match known {
                Some((_, _, text)) => text.clone(),
                None => {
                    let view = self.view(&guest.visitor, &guest.hands, from, evaluation);
                    let text = text(&ServerOut::View(Box::new(view)));
                    made.push((who, evaluation, text.clone()));
                    text
                }
            };
            if !send(guest, Out::Text(text)) {
                slow.push(*number);
            }
        }
        self.let_go(&slow);
    }

    pub(super) fn tell_presence(&mut self) {
        let there = |side: Side| {
            self.meta.sitter(side).is_machine()
                || self.guests.values().any(|guest| guest.hands.contains(&side))
        };
        let watchers = self.guests.values().filter(|guest| guest.hands.is_empty()).count();
        let presence = ServerOut::Presence { seats: Side::BOTH.map(there), watchers: count(watchers) };
        self.tell_all(&presence);
    }

    pub(super) fn tell_all(&mut self, out: &ServerOut) {
        self.tell_those(out, |_| true);
    }

    /// The same to some of the guests.
    pub(super) fn tell_those(&mut self, out: &ServerOut, whom: impl Fn(&Guest) -> bool) {
        let text = text(out);
        let slow: Vec<u64> = self
            .guests
            .iter()
            .filter(|(_, guest)| whom(guest) && !send(guest, Out::Text(text.clone())))
            .map(|(number, _)| *number)
            .collect();
        self.let_go(&slow);
    }

    pub(super) fn tell(&self, number: u64, out: &ServerOut) {
        if let Some(guest) = self.guests.get(&number) {
            // One that is too slow is let go with the next view.
            let _ = send(guest, Out::Text(text(out)));
        }
    }

    /// Guests that do not read: whatever they miss they get when they come back.
    fn let_go(&mut self, slow: &[u64]) {
        let before = self.guests.len();
        self.guests.retain(|number, _| !slow.contains(number));
        if self.guests.len() < before {
            self.tell_presence();
        }
    }

    /// What lists and statistics show of the room.
    pub(super) fn row_now(&self) -> RowNow {
        let now = ids::now();
        let view = self.table.view(Viewer::Public, now);
        let own = |side: Side| {
            let own = self.table.view(Viewer::Seat(side), now).position;
            (own != view.position).then_some(own)
        };
        let mut spent = [0_i64; 2];
        let mut moves = [0_u32; 2];
        let first = self.table.study(Viewer::Public).first_turn();
        for (ply, time) in self.table.spent().iter().enumerate() {
            let side = if ply % 2 == 0 { first } else { !first };
            if let Some(time) = time {
                spent[side.index()] += time;
                moves[side.index()] += 1;
            }
        }
        RowNow {
            touched_at: self.touched_at,
            live: view.outcome.is_none(),
            plies: count(view.moves.len()),
            turn: view.turn.index(),
            own: if self.hidden { Side::BOTH.map(own) } else { [None, None] },
            last_move: view.last_move.map(|(from, to)| [square(from), square(to)]),
            winner: view.outcome.map(|outcome| outcome.code().to_owned()),
            reason: view.outcome.map(|outcome| outcome.reason.code().to_owned()),
            ended_at: view.outcome.map(|_| self.touched_at),
            spent,
            moves,
            position: view.position,
        }
    }
}

fn text(out: &ServerOut) -> Utf8Bytes {
    // Values made of strings and numbers can always be written.
    serde_json::to_string(out).unwrap_or_default().into()
}

/// `false` where the guest does not keep up or is gone.
fn send(guest: &Guest, out: Out) -> bool {
    guest.out.try_send(out).is_ok()
}

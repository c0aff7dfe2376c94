//! Decides commands: which events follow, or a refusal. Pure: the same match, command and time give the same events.

use game::{Game, Outcome, Position, Reason, Side};
use record::MoveText;

use crate::play::event::{Command, EventKind, Millis, Offer, Permission, Refusal};
use crate::play::hidden_info::HiddenInfo;
use crate::play::typed_match::{Ply, TypedMatch};

/// Consent required for an action that affects the opponent.
#[derive(Clone, Copy)]
enum Consent {
    /// None: the action is carried out at once.
    Given,
    /// The opponent must agree.
    Needed,
}

impl Permission {
    fn consent(self, used: u32) -> Result<Consent, Refusal> {
        match self {
            Permission::Never => Err(Refusal::NotAllowed),
            Permission::ByConsent => Ok(Consent::Needed),
            Permission::Free => Ok(Consent::Given),
            Permission::Limited(times) if used < times => Ok(Consent::Given),
            Permission::Limited(_) => Err(Refusal::UsedUp),
        }
    }
}

impl<S: MoveText, D: HiddenInfo<Game = S::Game>> TypedMatch<S, D> {
    pub(crate) fn decide_kinds(
        &self,
        seat: Side,
        command: &Command,
        now: Millis,
    ) -> Result<Vec<EventKind>, Refusal> {
        // An expired clock ends the game before any other command is considered.
        let turn = self.lines.turn();
        if self.outcome.is_none() && self.clock.is_down(turn, now) {
            return Ok(vec![EventKind::Flagged(turn), EventKind::Ended(self.out_of_time(turn))]);
        }
        match command {
            Command::TakeBack(plies) => self.take_back(seat, *plies, false),
            Command::TakeBackSeen(plies) => self.take_back(seat, *plies, true),
            _ if self.outcome.is_some() => Err(Refusal::Over),
            Command::Play(text) => self.play(seat, text),
            Command::GiveTurn => self.give_turn(seat),
            Command::Redo(plies) => self.redo(seat, *plies),
            Command::OfferDraw => self.offer_draw(seat),
            Command::ClaimDraw(with) => self.claim_draw(seat, with.as_deref()),
            Command::Answer { accept } => self.answer(seat, *accept),
            Command::Resign => Ok(vec![
                EventKind::Resigned(seat),
                EventKind::Ended(Outcome::win(!seat, Reason::Resignation)),
            ]),
            Command::Flag => Err(Refusal::TimeLeft),
            Command::ClaimAbandoned { draw: true } => {
                Ok(vec![EventKind::Ended(Outcome::draw(Reason::Abandonment))])
            }
            Command::ClaimAbandoned { draw: false } => {
                Ok(vec![EventKind::Ended(Outcome::win(seat, Reason::Abandonment))])
            }
            Command::Pause => self.pause(seat),
            Command::Resume if self.paused => Ok(vec![EventKind::Resumed(seat)]),
            Command::Resume => Err(Refusal::NotPaused),
            Command::Abort if self.ply() < 2 => Ok(vec![EventKind::Ended(Outcome::draw(Reason::Aborted))]),
            Command::Abort => Err(Refusal::TooLateToAbort),
        }
    }

    /// Outcome when a side's time runs out: a loss, or a draw if the opponent has no material to win.
    fn out_of_time(&self, loser: Side) -> Outcome {
        if S::Game::can_win(self.lines.public().here(), !loser) {
            Outcome::win(!loser, Reason::TimeForfeit)
        } else {
            Outcome::draw(Reason::TimeWithoutMaterial)
        }
    }

    /// Checks that the seat may move now.
    fn require_turn(&self, seat: Side) -> Result<(), Refusal> {
        if self.paused {
            return Err(Refusal::Paused);
        }
        if self.lines.turn() != seat { Err(Refusal::NotYourTurn) } else { Ok(()) }
    }

    /// Outcome after playing these plies from the current position, if they end the game.
    fn end_after<'a>(&self, plies: impl Iterator<Item = &'a Ply>) -> Option<Outcome> {
        let mut line = self.lines.public().clone();
        for ply in plies {
            match ply {
                Ply::Pass => line.push_pass(line.here().pass()?),
                Ply::Move(text) => {
                    let (mv, _) = S::Game::read_move(line.here(), text).ok()?;
                    line.push(mv, self.hidden_info.reveals(line.here(), mv).public);
                }
            }
        }
        line.outcome()
    }

    fn play(&self, seat: Side, text: &str) -> Result<Vec<EventKind>, Refusal> {
        self.require_turn(seat)?;
        // Parsed against the mover's own view. A reveal claimed in the text is ignored.
        let here = self.lines.seen_by(crate::Viewer::Seat(seat)).here();
        let (mv, _) = S::Game::read_move(here, text).map_err(Refusal::Move)?;
        let text = S::Game::write_move(here, mv, here.unrevealed(mv));
        let played = Ply::Move(text.clone());
        let end = self.end_after([&played].into_iter());
        let follows = match end {
            Some(outcome) => Some(EventKind::Ended(outcome)),
            None => self.must_skip_turn(&played).then_some(EventKind::TurnGiven),
        };
        Ok(std::iter::once(EventKind::Moved(text)).chain(follows).collect())
    }

    /// Returns true if the opponent of the mover must skip this turn: it gave a handicap of several moves in a row.
    fn must_skip_turn(&self, played: &Ply) -> bool {
        let Some(handicap) = &self.created.handicap else { return false };
        let (played_before, owed) = (self.ply() / 2, handicap.moves as usize);
        let in_a_row = self.ply().is_multiple_of(2)
            && self.lines.turn() != handicap.giver
            && self.lines.public().steps().iter().skip(1).step_by(2).all(|step| step.mv.is_none());
        in_a_row && played_before + 1 < owed && self.could_pass_after(played)
    }

    fn could_pass_after(&self, played: &Ply) -> bool {
        let Ply::Move(text) = played else { return false };
        let mut line = self.lines.public().clone();
        let Ok((mv, _)) = S::Game::read_move(line.here(), text) else { return false };
        line.push(mv, self.hidden_info.reveals(line.here(), mv).public);
        line.here().pass().is_some()
    }

    fn give_turn(&self, seat: Side) -> Result<Vec<EventKind>, Refusal> {
        self.require_turn(seat)?;
        let consent = self.created.permissions.give_turn.consent(self.used[seat.index()].give_turn)?;
        if !self.lines.can_pass() {
            return Err(Refusal::CannotGiveTurn);
        }
        self.carry_out_or_offer(consent, seat, Offer::GiveTurn)
    }

    /// `seen`: the caller accepts that pieces revealed by the moves stay known.
    fn take_back(&self, seat: Side, plies: Option<usize>, seen: bool) -> Result<Vec<EventKind>, Refusal> {
        if self.paused {
            return Err(Refusal::Paused);
        }
        let consent = self.created.permissions.take_back.consent(self.used[seat.index()].take_back)?;
        if let Some(outcome) = self.outcome {
            // Only free play may take back moves of a finished game. Resignation, agreement and time forfeits stand.
            let by_rule = !matches!(
                outcome.reason,
                Reason::Resignation
                    | Reason::TimeForfeit
                    | Reason::TimeWithoutMaterial
                    | Reason::Abandonment
                    | Reason::Agreement
                    | Reason::Aborted
            );
            if !(by_rule && matches!(consent, Consent::Given)) {
                return Err(Refusal::Over);
            }
        }
        let own_last = if self.lines.turn() == seat { 2 } else { 1 };
        let plies = plies.unwrap_or(own_last);
        if plies == 0 || plies > self.ply() {
            return Err(Refusal::NothingToTakeBack);
        }
        // Taking back a reveal would be peeking: it needs the opponent's consent, or the caller's that the result does
        // not count. What was seen stays known.
        if !seen
            && self.lines.revealed_something(&self.hidden_info, plies)
            && !matches!(consent, Consent::Needed)
        {
            return Err(Refusal::AlreadySeen);
        }
        self.carry_out_or_offer(consent, seat, Offer::TakeBack(plies))
    }

    fn redo(&self, seat: Side, plies: usize) -> Result<Vec<EventKind>, Refusal> {
        if self.paused {
            return Err(Refusal::Paused);
        }
        let consent = match self.created.permissions.take_back {
            // A redo reverts a take-back, so it does not count against the limit.
            Permission::Limited(_) => Consent::Given,
            other => other.consent(0)?,
        };
        if plies == 0 || plies > self.undone.len() {
            return Err(Refusal::NothingToRedo);
        }
        self.carry_out_or_offer(consent, seat, Offer::Redo(plies))
    }

    fn pause(&self, seat: Side) -> Result<Vec<EventKind>, Refusal> {
        if self.paused {
            return Err(Refusal::Paused);
        }
        let consent = self.created.permissions.pause.consent(self.used[seat.index()].pause)?;
        self.carry_out_or_offer(consent, seat, Offer::Pause)
    }

    fn offer_draw(&self, seat: Side) -> Result<Vec<EventKind>, Refusal> {
        if self.offer == Some((!seat, Offer::Draw)) {
            return self.answer(seat, true);
        }
        if self.declined[seat.index()] == Some(self.ply()) {
            return Err(Refusal::DeclinedJustNow);
        }
        self.carry_out_or_offer(Consent::Needed, seat, Offer::Draw)
    }

    fn claim_draw(&self, seat: Side, with: Option<&str>) -> Result<Vec<EventKind>, Refusal> {
        self.require_turn(seat)?;
        let mut line = self.lines.public().clone();
        if let Some(text) = with {
            let (mv, _) = S::Game::read_move(line.here(), text).map_err(Refusal::Move)?;
            line.push(mv, self.hidden_info.reveals(line.here(), mv).public);
        }
        let claim = <S::Game as Game>::Position::claimable_draw(&line).ok_or(Refusal::NoClaim)?;
        Ok(vec![EventKind::Ended(claim)])
    }

    fn answer(&self, seat: Side, accept: bool) -> Result<Vec<EventKind>, Refusal> {
        let Some((by, offer)) = self.offer.filter(|(by, _)| *by != seat) else {
            return Err(Refusal::NoOffer);
        };
        let mut events = vec![EventKind::Answered(seat, accept)];
        if accept {
            events.extend(self.carry_out(by, offer)?);
        }
        Ok(events)
    }

    /// Carries the offer out at once or sends it to the opponent, depending on the consent required.
    fn carry_out_or_offer(
        &self,
        consent: Consent,
        seat: Side,
        offer: Offer,
    ) -> Result<Vec<EventKind>, Refusal> {
        match consent {
            Consent::Given => self.carry_out(seat, offer),
            Consent::Needed if self.offer.is_some() => Err(Refusal::OfferWaits),
            Consent::Needed => Ok(vec![EventKind::Offered(seat, offer)]),
        }
    }

    /// Events of an offer that is carried out.
    fn carry_out(&self, by: Side, offer: Offer) -> Result<Vec<EventKind>, Refusal> {
        Ok(match offer {
            Offer::Draw => vec![EventKind::Ended(Outcome::draw(Reason::Agreement))],
            Offer::TakeBack(plies) => vec![EventKind::TakenBack(by, plies)],
            Offer::Redo(plies) => {
                let end = self.end_after(self.undone.iter().rev().take(plies));
                std::iter::once(EventKind::Redone(by, plies)).chain(end.map(EventKind::Ended)).collect()
            }
            Offer::GiveTurn if self.lines.turn() != by || !self.lines.can_pass() => {
                return Err(Refusal::CannotGiveTurn);
            }
            Offer::GiveTurn => {
                let end = self.end_after([Ply::Pass].iter());
                std::iter::once(EventKind::TurnGiven).chain(end.map(EventKind::Ended)).collect()
            }
            Offer::Pause => vec![EventKind::Paused(by)],
        })
    }
}

//! Machines at the table: their turns, their answers to offers, the advice they give. Their moves enter by the same
//! door as anybody's.

use std::sync::Arc;
use std::time::Duration;

use table::{
    Command, Control, EngineSpec, Limits, Message, Notation, Offer, Refusal, SearchReport, Side, Study,
    Viewer, WallClock, move_delay,
};
use tokio::time::Instant;

use super::actor::{Room, viewer};
use super::{Mail, Sitter};
use crate::ids;
use crate::think::{self, Failure, Rank, Task};
use crate::wire::{Hint, Purpose, ServerOut, count, square};

/// Thoughts are told no more often than this.
const TOLD_EVERY: Duration = Duration::from_millis(125);
/// What a question is worth thinking about.
const ADVICE_MS: u64 = 1_000;
const ANSWER_MS: u64 = 400;
/// With less time left nobody dawdles; with more, never longer than this part of it.
const HURRY_MS: i64 = 20_000;
const SHARE_OF_CLOCK: i64 = 40;

/// A search for a move.
struct Thinking {
    ticket: u64,
    side: Side,
    position_seq: u64,
    control: Control,
    begun: Instant,
}

/// A move that waits until it may be played.
struct Due {
    at: Instant,
    side: Side,
    mv: String,
    /// What the machine expects, in centipawns.
    points: Option<i32>,
    position_seq: u64,
}

/// Advice on its way.
struct Advice {
    ticket: u64,
    guest: u64,
    id: String,
    side: Side,
    ply: usize,
    control: Control,
}

/// Something an engine is asked.
struct Question {
    ticket: u64,
    rank: Rank,
    owner: String,
    engine: EngineSpec,
    study: Box<dyn Study>,
    limits: Limits<String>,
    control: Control,
}

/// What the machines of a room are doing.
#[derive(Default)]
pub(super) struct MachineState {
    tickets: u64,
    thinking: Option<Thinking>,
    due: Option<Due>,
    advice: Option<Advice>,
    /// The machine that weighs an offer of a draw.
    answering: Option<(u64, Side)>,
    /// One move although the match is paused.
    stepping: bool,
}

impl MachineState {
    pub fn ticket(&mut self) -> u64 {
        self.tickets += 1;
        self.tickets
    }

    pub fn move_due(&self) -> Option<Instant> {
        self.due.as_ref().map(|due| due.at)
    }

    pub fn are_at_rest(&self) -> bool {
        self.thinking.is_none() && self.due.is_none() && self.advice.is_none() && self.answering.is_none()
    }

    pub fn stop(&mut self) {
        if let Some(thinking) = self.thinking.take() {
            thinking.control.stop();
        }
        self.due = None;
    }
}

impl Room {
    /// Whether anybody may ask a machine now: not in a match between people before its end.
    pub(super) fn may_evaluate(&self) -> bool {
        !self.meta.is_between_people() || self.table.state(ids::now()).outcome.is_some()
    }

    /// Lets the machine think whose turn it is, and answer what it was offered.
    pub(super) fn call_machine(&mut self) {
        let pulse = self.table.state(ids::now());
        if let Some((by, Offer::Draw)) = pulse.offer
            && self.meta.sitter(!by).is_machine()
            && self.engines.answering.is_none()
        {
            self.weigh_offer(!by);
        }
        let wanted = pulse.outcome.is_none()
            && self.meta.is_full()
            && self.is_dealt()
            && (!pulse.paused || self.engines.stepping);
        let Sitter::Machine { level, engine } = self.meta.sitter(pulse.turn).clone() else {
            return self.engines.stop();
        };
        if !wanted {
            return self.engines.stop();
        }
        let at_it = self.engines.thinking.as_ref().is_some_and(|now| now.position_seq == self.position_seq)
            || self.engines.due.as_ref().is_some_and(|due| due.position_seq == self.position_seq);
        if at_it {
            return;
        }
        self.engines.stop();
        let Ok(spec) = engine.parse::<EngineSpec>() else { return };
        let seed = u64::from_le_bytes(ids::random());
        let limits = think::budget(&spec, self.table.created().clock, pulse, seed);
        let control = Control::new(Arc::new(WallClock::start()));
        let ticket = self.engines.ticket();
        self.engines.thinking = Some(Thinking {
            ticket,
            side: pulse.turn,
            position_seq: self.position_seq,
            control: control.clone(),
            begun: Instant::now(),
        });
        let owner = format!("{} {} {level:?}", self.meta.id, pulse.turn.code());
        let study = self.table.study(Viewer::Seat(pulse.turn));
        let rank = if self.meta.is_between_machines() { Rank::Exhibition } else { Rank::Move };
        let question = Question { ticket, rank, owner, engine: spec, study, limits, control };
        self.ask_engine(question);
    }

    fn ask_engine(&self, question: Question) {
        let Question { ticket, rank, owner, engine, study, limits, control } = question;
        let (thoughts, decision) = (self.inbox.clone(), self.inbox.clone());
        let mut told = std::time::Instant::now();
        self.app.engines.think(Task {
            rank,
            book: self.book,
            owner,
            engine,
            study,
            limits,
            control,
            report: Box::new(move |analysis| {
                if told.elapsed() >= TOLD_EVERY {
                    told = std::time::Instant::now();
                    // A room that is busy can do without this thought.
                    let _ = thoughts.try_send(Mail::Thinks(ticket, Box::new(analysis.clone())));
                }
            }),
            done: Box::new(move |result| {
                let _ = decision.blocking_send(Mail::Decided(ticket, result.map(Box::new)));
            }),
        });
    }

    /// A question for the best engine of the game.
    pub(super) fn ask_about(
        &self,
        ticket: u64,
        rank: Rank,
        (eyes, study): (Viewer, Box<dyn Study>),
        limits: Limits<String>,
    ) -> Control {
        let control = Control::new(Arc::new(WallClock::start()));
        let Ok(engine) = think::default_engine(self.book).parse::<EngineSpec>() else { return control };
        // What was found with one pair of eyes is not remembered behind another.
        let owner = if self.hidden { format!("adviser {} {eyes:?}", self.meta.id) } else { String::new() };
        let stop = control.clone();
        self.ask_engine(Question { ticket, rank, owner, engine, study, limits, control });
        stop
    }

    fn weigh_offer(&mut self, machine: Side) {
        let ticket = self.engines.ticket();
        self.engines.answering = Some((ticket, machine));
        let eyes = Viewer::Seat(machine);
        self.ask_about(ticket, Rank::Question, (eyes, self.table.study(eyes)), Limits::time(ANSWER_MS));
    }

    /// Advice for a seat, from that seat's own knowledge.
    pub(super) fn ask_for_advice(&mut self, number: u64, id: &str, side: Option<Side>) {
        let Some(guest) = self.guests.get(&number) else { return };
        let pulse = self.table.state(ids::now());
        let side = side.unwrap_or(pulse.turn);
        let why_not = if guest.hands.is_empty() {
            Some(Message::new("wire_watching"))
        } else if pulse.outcome.is_some() {
            Some(game::ToMessage::message(&Refusal::Over))
        } else if !self.may_evaluate() {
            Some(Message::new("wire_between_people"))
        } else if !guest.hands.contains(&side) || side != pulse.turn {
            Some(game::ToMessage::message(&Refusal::NotYourTurn))
        } else {
            None
        };
        if let Some(message) = why_not {
            return self.refuse_with(number, id, &message);
        }
        let eyes = viewer(&guest.hands);
        // One question at a time: whoever asks again no longer waits for the answer before.
        if let Some(before) = self.engines.advice.take() {
            before.control.stop();
            self.refuse_with(before.guest, &before.id, &Message::new("wire_stale"));
        }
        let ticket = self.engines.ticket();
        let question = (eyes, self.table.study(eyes));
        let limits = match self.app.config.advice_nodes {
            Some(nodes) => Limits { nodes: Some(nodes), ..Limits::default() },
            None => Limits::time(ADVICE_MS),
        };
        let control = self.ask_about(ticket, Rank::Question, question, limits);
        self.engines.advice =
            Some(Advice { ticket, guest: number, id: id.to_owned(), side, ply: self.plies(), control });
        self.tell(number, &ServerOut::Ack { id: id.to_owned(), seq: self.seq });
    }

    pub(super) fn hear_thought(&mut self, ticket: u64, analysis: &SearchReport) {
        let thinking = self.engines.thinking.as_ref().filter(|now| now.ticket == ticket).map(|now| now.side);
        if let Some(side) = thinking {
            // What a machine thinks tells what it knows: nobody else's business where something is hidden.
            if self.hidden || !self.may_evaluate() {
                return;
            }
            let mut study = self.table.study(Viewer::Seat(side));
            let thought = think::thought(self.book, study.as_mut(), analysis, Purpose::Move, side);
            self.tell_those(&ServerOut::Thought(thought), |guest| guest.evaluation);
        } else if let Some(advice) = self.engines.advice.as_ref().filter(|advice| advice.ticket == ticket) {
            let (guest, side) = (advice.guest, advice.side);
            if advice.ply != self.plies() {
                return;
            }
            let mut study = self.table.study(Viewer::Seat(side));
            let thought = think::thought(self.book, study.as_mut(), analysis, Purpose::Hint, side);
            self.tell(guest, &ServerOut::Thought(thought));
        }
    }

    pub(super) async fn hear_decision(&mut self, ticket: u64, result: Result<Box<SearchReport>, Failure>) {
        if let Err(Failure::Refused(message)) = &result {
            tracing::error!(room = self.meta.id, %message, "a brain refused to think");
        }
        let analysis = result.ok();
        if self.engines.thinking.as_ref().is_some_and(|now| now.ticket == ticket) {
            let Some(thinking) = self.engines.thinking.take() else { return };
            self.decide_on(&thinking, analysis.as_deref());
            self.play_due_move().await;
        } else if self.engines.advice.as_ref().is_some_and(|advice| advice.ticket == ticket) {
            let Some(advice) = self.engines.advice.take() else { return };
            self.advise(&advice, analysis.as_deref());
        } else if self.engines.answering.is_some_and(|(asked, _)| asked == ticket) {
            let Some((_, machine)) = self.engines.answering.take() else { return };
            self.answer_offer(machine, analysis.as_deref()).await;
        } else {
            self.hear_weight(ticket, analysis.as_deref());
        }
    }

    /// The machine has chosen: its move is played when a person would have played it.
    fn decide_on(&mut self, thinking: &Thinking, analysis: Option<&SearchReport>) {
        let last = analysis.filter(|analysis| !analysis.lines.is_empty()).cloned();
        if let Some(analysis) = &last
            && !self.hidden
            && self.may_evaluate()
        {
            let mut study = self.table.study(Viewer::Seat(thinking.side));
            let thought = think::thought(self.book, study.as_mut(), analysis, Purpose::Move, thinking.side);
            self.tell_those(&ServerOut::Thought(thought), |guest| guest.evaluation);
        }
        // A engine that broke has left the game to be gone on with: any legal move.
        let any =
            || self.table.study(Viewer::Seat(thinking.side)).legal_moves(Notation::Uci).into_iter().next();
        let Some(mv) = last.as_ref().and_then(|analysis| analysis.best().map(str::to_owned)).or_else(any)
        else {
            return;
        };
        self.engines.due = Some(Due {
            at: thinking.begun + self.dawdle(thinking.side, last.as_ref()),
            side: thinking.side,
            mv,
            points: last.as_ref().and_then(think::points),
            position_seq: thinking.position_seq,
        });
    }

    /// How long a move takes at least: machines among themselves keep the pace they were told, against people they take
    /// as long as a person would.
    fn dawdle(&self, side: Side, analysis: Option<&SearchReport>) -> Duration {
        let left = self.table.state(ids::now()).clocks[side.index()];
        if self.engines.stepping || left.is_some_and(|left| left < HURRY_MS) {
            return Duration::ZERO;
        }
        if self.meta.is_between_machines() {
            return Duration::from_millis(u64::from(self.meta.pace_ms));
        }
        let study = self.table.study(Viewer::Seat(side));
        let seed = u64::from_le_bytes(ids::random());
        let natural = move_delay(study.as_ref(), analysis.unwrap_or(&SearchReport::default()), seed);
        let most = left.and_then(|left| u64::try_from(left / SHARE_OF_CLOCK).ok()).unwrap_or(u64::MAX);
        Duration::from_millis(natural.min(most))
    }

    /// Plays the machine's move once its time has come.
    pub(super) async fn play_due_move(&mut self) {
        let Some(due) = self.engines.due.take_if(|due| due.at <= Instant::now()) else { return };
        if due.position_seq != self.position_seq {
            return self.call_machine();
        }
        let stepping = std::mem::take(&mut self.engines.stepping);
        if stepping && !self.act(due.side, &Command::Resume).await {
            return;
        }
        let claim = self.table.view(Viewer::Public, ids::now()).claim.is_some()
            && due.points.is_none_or(|points| points <= 0);
        let played = (claim && self.act(due.side, &Command::ClaimDraw(None)).await)
            || self.act(due.side, &Command::Play(due.mv.clone())).await;
        if !played && self.table.state(ids::now()).outcome.is_none() {
            tracing::error!(room = self.meta.id, mv = due.mv, "the machine's move was not played");
            if !self.act(due.side, &Command::Resign).await {
                // The log cannot be written: the same again in a while.
                self.engines.due = Some(Due { at: Instant::now() + Duration::from_secs(2), ..due });
                return;
            }
        }
        if stepping {
            self.act(due.side, &Command::Pause).await;
        }
        self.after_events();
    }

    /// A machine does something; `false` where it may not, or where it could not be kept.
    async fn act(&mut self, side: Side, command: &Command) -> bool {
        match self.table.decide(side, command, ids::now()) {
            Ok(events) => self.happen(events, None).await,
            Err(_) => false,
        }
    }

    fn advise(&mut self, advice: &Advice, analysis: Option<&SearchReport>) {
        let line = analysis.and_then(|analysis| analysis.lines.first());
        let Some((line, mv)) = line.and_then(|line| Some((line, line.moves.first()?))) else {
            return self.refuse_with(advice.guest, &advice.id, &Message::new("wire_no_advice"));
        };
        if advice.ply != self.plies() {
            return self.refuse_with(advice.guest, &advice.id, &Message::new("wire_stale"));
        }
        let mut study = self.table.study(Viewer::Seat(advice.side));
        let texts = think::line_texts(self.book, study.as_mut(), &line.moves);
        let squares = study.play(mv, Notation::Uci).ok().and_then(|()| study.last_move());
        let hint = Hint {
            ply: count(advice.ply),
            mv: mv.clone(),
            squares: squares.map(|(from, to)| [square(from), square(to)]),
            line: texts,
            worth: think::worth(line, advice.side),
        };
        self.tell(advice.guest, &ServerOut::Hint { id: advice.id.clone(), hint });
    }

    /// A machine takes a draw when it is clearly worse, later on when it is worse, and when a long game is level.
    async fn answer_offer(&mut self, machine: Side, analysis: Option<&SearchReport>) {
        const CLEARLY_WORSE: i32 = -150;
        const WORSE: i32 = -40;
        const LATE: usize = 24;
        const LEVEL: i32 = 15;
        const LONG: usize = 60;
        let turn = self.table.state(ids::now()).turn;
        let points =
            analysis.and_then(think::points).map(|points| if turn == machine { points } else { -points });
        let plies = self.plies();
        let accept = points.is_some_and(|points| {
            points <= CLEARLY_WORSE
                || (points <= WORSE && plies >= LATE)
                || (points.abs() <= LEVEL && plies >= LONG)
        });
        if self.act(machine, &Command::Answer { accept }).await {
            self.after_events();
        }
    }

    /// Ends the search: the machine plays what it has found.
    pub(super) fn move_now(&mut self) {
        if let Some(thinking) = &self.engines.thinking {
            thinking.control.stop();
        }
        if let Some(due) = &mut self.engines.due {
            due.at = Instant::now();
        }
    }

    /// One move of a paused match between machines.
    pub(super) fn step(&mut self) -> Result<(), Refusal> {
        let pulse = self.table.state(ids::now());
        if pulse.outcome.is_some() {
            return Err(Refusal::Over);
        }
        if !pulse.paused {
            return Err(Refusal::NotPaused);
        }
        self.engines.stepping = true;
        self.call_machine();
        Ok(())
    }
}

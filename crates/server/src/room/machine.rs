//! Machine players of a room: their moves, their answers to draw offers, and hints. Their moves pass the same checks as
//! players' moves.

use std::collections::BTreeMap;
use std::time::Duration;

use table::{
    ClockRule, Command, EngineSpec, Event, EventKind, Limits, Message, Notation, Offer, Refusal,
    SearchReport, Side, Study, Viewer, move_delay,
};
use tokio::time::Instant;

use super::actor::{Room, viewer_of};
use super::report_throttle::ReportThrottle;
use super::{Occupant, RoomMessage};
use crate::engine_pool::{self, SearchFailure, SearchTask};
use crate::ids;
use crate::scheduler::{Class, Refused, Requester, Ticket, TimeBase};
use crate::wire::{Hint, Purpose, SearchInfo, ServerOut, count, square};

/// Search times for hints and for answers to draw offers, in milliseconds.
const HINT_MS: u64 = 1_000;
const ANSWER_MS: u64 = 400;
/// Below `HURRY_MS` on the clock the minimum move delay is zero; above it, at most this fraction of the clock.
const HURRY_MS: i64 = 20_000;
const SHARE_OF_CLOCK: i64 = 40;

/// Time after which a search is queued again that the scheduler did not take.
const RETRY: Duration = Duration::from_secs(2);

/// Running search for a move.
struct MoveSearch {
    number: u64,
    side: Side,
    position_seq: u64,
    ticket: Ticket,
    begun: Instant,
}

/// Chosen move that waits for the minimum move delay.
struct PendingMove {
    at: Instant,
    side: Side,
    mv: String,
    /// Evaluation from the machine's view, in centipawns.
    centipawns: Option<i32>,
    /// Time the engine needed, in milliseconds.
    computed: i64,
    position_seq: u64,
}

/// Running search for a hint.
struct HintSearch {
    number: u64,
    client: u64,
    id: String,
    side: Side,
    ply: usize,
    ticket: Ticket,
}

/// Query for an engine.
struct EngineQuery {
    number: u64,
    class: Class,
    owner: String,
    engine: EngineSpec,
    study: Box<dyn Study>,
    limits: Limits<String>,
    ticket: Ticket,
}

/// Reports to a room that its search has ended, also if the search is dropped.
struct SearchDone {
    results: super::Inbox,
    number: u64,
    sent: bool,
}

impl SearchDone {
    fn send(mut self, result: Result<SearchReport, SearchFailure>) {
        self.sent = true;
        let _ =
            self.results.blocking_send(Box::new(RoomMessage::SearchDone(self.number, result.map(Box::new))));
    }
}

impl Drop for SearchDone {
    fn drop(&mut self) {
        if !self.sent {
            // Canceled, which the room knows; or its thread could not start, which it has to learn.
            let _ = self
                .results
                .try_send(Box::new(RoomMessage::SearchDone(self.number, Err(SearchFailure::Panicked))));
        }
    }
}

/// State of the machine players of a room.
#[derive(Default)]
pub(super) struct MachineState {
    numbers: u64,
    search: Option<MoveSearch>,
    pending: Option<PendingMove>,
    hint_search: Option<HintSearch>,
    /// Machine that evaluates a draw offer.
    answering: Option<(u64, Side, Ticket)>,
    /// One move although the match is paused.
    stepping: bool,
    /// Time at which a refused search is queued again.
    retry: Option<Instant>,
}

impl MachineState {
    /// Number of the next search.
    pub fn number(&mut self) -> u64 {
        self.numbers += 1;
        self.numbers
    }

    pub fn move_deadline(&self) -> Option<Instant> {
        [self.pending.as_ref().map(|pending| pending.at), self.retry].into_iter().flatten().min()
    }

    pub fn is_idle(&self) -> bool {
        self.search.is_none()
            && self.pending.is_none()
            && self.hint_search.is_none()
            && self.answering.is_none()
    }

    pub fn stop(&mut self) {
        if let Some(search) = self.search.take() {
            search.ticket.cancel();
        }
        self.pending = None;
        self.retry = None;
    }

    /// Cancels everything, also hints and answers: nobody is there any more.
    pub fn stop_all(&mut self) {
        self.stop();
        if let Some(hint_search) = self.hint_search.take() {
            hint_search.ticket.cancel();
        }
        if let Some((_, _, ticket)) = self.answering.take() {
            ticket.cancel();
        }
    }
}

impl Room {
    /// Returns true if evaluations and hints are allowed: between people only after the end.
    pub(super) fn may_evaluate(&self) -> bool {
        !self.meta.is_between_people() || self.live_match.state(ids::now()).outcome.is_some()
    }

    /// Starts the search of the machine to move, and its answer to a draw offer.
    pub(super) fn start_machine_move(&mut self) {
        let pulse = self.live_match.state(ids::now());
        if let Some((by, Offer::Draw)) = pulse.offer
            && self.meta.occupant(!by).is_machine()
            && self.machines.answering.is_none()
        {
            self.evaluate_draw_offer(!by);
        }
        let wanted = pulse.outcome.is_none()
            && self.meta.is_full()
            && self.is_dealt()
            && (!pulse.paused || self.machines.stepping)
            && self.thinks_for_somebody(pulse.running.is_some());
        let Occupant::Machine { level, engine } = self.meta.occupant(pulse.turn).clone() else {
            return self.machines.stop();
        };
        if !wanted {
            return self.machines.stop();
        }
        let at_it = self.machines.search.as_ref().is_some_and(|now| now.position_seq == self.position_seq)
            || self
                .machines
                .pending
                .as_ref()
                .is_some_and(|pending| pending.position_seq == self.position_seq);
        if at_it {
            return;
        }
        self.machines.stop();
        let Ok(spec) = engine.parse::<EngineSpec>() else { return };
        let seed = u64::from_le_bytes(ids::random());
        let clock = self.live_match.created().clock;
        let most = u64::from(self.app.config.limits.think_ms);
        let limits = engine_pool::search_limits(&spec, clock, pulse, seed, most);
        let base = if clock == ClockRule::Off { TimeBase::Running } else { TimeBase::Wall };
        let ticket = self.app.scheduler.ticket(base);
        let number = self.machines.number();
        let owner = format!("{} {} {level:?}", self.meta.id, pulse.turn.code());
        let study = self.live_match.study(Viewer::Seat(pulse.turn));
        let class = if self.meta.is_between_machines() { Class::Exhibition } else { Class::Move };
        let engine = spec;
        let query = EngineQuery { number, class, owner, engine, study, limits, ticket: ticket.clone() };
        match self.submit_query(query) {
            Ok(()) => {
                self.machines.search = Some(MoveSearch {
                    number,
                    side: pulse.turn,
                    position_seq: self.position_seq,
                    ticket,
                    begun: Instant::now(),
                });
            }
            Err(refused) => {
                tracing::debug!(room = self.meta.id, ?refused, "the machine waits for its turn");
                self.machines.retry = Some(Instant::now() + RETRY);
            }
        }
    }

    /// Returns true if somebody waits for the machine's move. In an empty room it only thinks about the one move for which
    /// its clock runs.
    fn thinks_for_somebody(&self, clock_runs: bool) -> bool {
        !self.clients.is_empty()
            || (clock_runs && !self.meta.is_between_machines())
            || (self.meta.is_between_machines() && self.is_attended())
    }

    /// Stops everything that nobody waits for any more, after the last client has left.
    pub(super) fn stop_if_empty(&mut self) {
        if !self.clients.is_empty() {
            return;
        }
        self.empty_since.get_or_insert_with(Instant::now);
        self.evaluations.stop();
        let clock_runs = self.live_match.state(ids::now()).running.is_some();
        if !self.thinks_for_somebody(clock_runs) {
            self.machines.stop_all();
        }
    }

    /// Person to whom the searches of this room are charged: who waits for them, or the owner of a match between machines.
    fn requester(&self) -> Requester {
        let owner = self.meta.owner.as_str();
        let clients = || self.clients.iter().map(|(number, client)| (*number, client));
        let is_owner = |client: &super::actor::Client| client.visitor.player.as_deref() == Some(owner);
        let waiting = clients()
            .filter(|(_, client)| !client.own_sides.is_empty() || is_owner(client))
            .min_by_key(|(number, _)| *number)
            .or_else(|| clients().min_by_key(|(number, _)| *number))
            .map(|(_, client)| client.visitor.clone())
            .unwrap_or_default();
        let guest = if self.meta.is_between_machines() { None } else { waiting.player };
        Requester { guest: guest.unwrap_or_else(|| owner.to_owned()), address: waiting.address }
    }

    fn submit_query(&self, query: EngineQuery) -> Result<(), Refused> {
        let EngineQuery { number, class, owner, engine, study, limits, ticket } = query;
        let reports = self.inbox.clone();
        let done = SearchDone { results: self.inbox.clone(), number, sent: false };
        // Progress is optional: a busy room may miss a report.
        let mut throttle = ReportThrottle::new(move |analysis| {
            let _ = reports.try_send(Box::new(RoomMessage::SearchProgress(number, analysis)));
        });
        self.app.engine_pool.submit(SearchTask {
            class,
            requester: self.requester(),
            book: self.book,
            owner,
            engine,
            study,
            limits,
            ticket,
            report: Box::new(move |analysis| throttle.report(Box::new(analysis.clone()))),
            done: Box::new(move |result| done.send(result)),
        })
    }

    /// Queries the strongest engine of the game.
    pub(super) fn query_best_engine(
        &self,
        number: u64,
        class: Class,
        (viewer, study): (Viewer, Box<dyn Study>),
        limits: Limits<String>,
    ) -> Result<Ticket, Refused> {
        let ticket = self.app.scheduler.ticket(TimeBase::Running);
        let Ok(engine) = engine_pool::default_engine(self.book).parse::<EngineSpec>() else {
            return Ok(ticket);
        };
        // With hidden information the engine must not share its memory between viewers.
        let owner = if self.hidden { format!("adviser {} {viewer:?}", self.meta.id) } else { String::new() };
        let query = EngineQuery { number, class, owner, engine, study, limits, ticket: ticket.clone() };
        self.submit_query(query).map(|()| ticket)
    }

    fn evaluate_draw_offer(&mut self, machine: Side) {
        let number = self.machines.number();
        let viewer = Viewer::Seat(machine);
        let query = (viewer, self.live_match.study(viewer));
        match self.query_best_engine(number, Class::Question, query, Limits::time(ANSWER_MS)) {
            Ok(ticket) => self.machines.answering = Some((number, machine, ticket)),
            Err(_) => self.machines.retry = Some(Instant::now() + RETRY),
        }
    }

    /// Starts a search for a hint, from the knowledge of the asking side.
    pub(super) fn request_hint(&mut self, number: u64, id: &str, side: Option<Side>) {
        let Some(client) = self.clients.get(&number) else { return };
        let pulse = self.live_match.state(ids::now());
        let side = side.unwrap_or(pulse.turn);
        let why_not = if client.own_sides.is_empty() {
            Some(Message::new("wire_watching"))
        } else if pulse.outcome.is_some() {
            Some(game::ToMessage::message(&Refusal::Over))
        } else if !self.may_evaluate() {
            Some(Message::new("wire_between_people"))
        } else if !client.own_sides.contains(&side) || side != pulse.turn {
            Some(game::ToMessage::message(&Refusal::NotYourTurn))
        } else {
            None
        };
        if let Some(message) = why_not {
            return self.refuse_with(number, id, &message);
        }
        let viewer = viewer_of(&client.own_sides);
        // One hint at a time: a new request replaces the running one.
        if let Some(before) = self.machines.hint_search.take() {
            before.ticket.cancel();
            self.refuse_with(before.client, &before.id, &Message::new("wire_stale"));
        }
        let hint_number = self.machines.number();
        let query = (viewer, self.live_match.study(viewer));
        let limits = match self.app.config.advice_nodes {
            Some(nodes) => Limits { nodes: Some(nodes), ..Limits::default() },
            None => Limits::time(HINT_MS),
        };
        let Ok(ticket) = self.query_best_engine(hint_number, Class::Question, query, limits) else {
            return self.refuse_with(number, id, &Message::new("wire_busy").number("seconds", 5));
        };
        let (id_text, ply) = (id.to_owned(), self.plies());
        self.machines.hint_search =
            Some(HintSearch { number: hint_number, client: number, id: id_text, side, ply, ticket });
        self.send_to(number, &ServerOut::Ack { id: id.to_owned(), seq: self.seq });
    }

    pub(super) fn handle_search_progress(&mut self, number: u64, analysis: &SearchReport) {
        let search = self.machines.search.as_ref().filter(|now| now.number == number).map(|now| now.side);
        if let Some(side) = search {
            self.broadcast_search(side, analysis);
        } else if let Some(hint_search) =
            self.machines.hint_search.as_ref().filter(|hint_search| hint_search.number == number)
        {
            let (client, side) = (hint_search.client, hint_search.side);
            if hint_search.ply != self.plies() {
                return;
            }
            let mut study = self.live_match.study(Viewer::Seat(side));
            let info = engine_pool::search_info(self.book, study.as_mut(), analysis, Purpose::Hint, side);
            self.send_to(client, &ServerOut::SearchInfo(info));
        }
    }

    /// Shows the search for a machine's move. Its line and score reveal what the machine knows, so with hidden
    /// information, and to clients without evaluation, only depth and time are sent.
    fn broadcast_search(&mut self, side: Side, analysis: &SearchReport) {
        if !self.may_evaluate() {
            return;
        }
        let mut study = self.live_match.study(Viewer::Seat(side));
        let info = engine_pool::search_info(self.book, study.as_mut(), analysis, Purpose::Move, side);
        let progress = SearchInfo {
            seldepth: info.depth,
            nodes: 0,
            nps: 0,
            score: None,
            line: BTreeMap::new(),
            visits: Vec::new(),
            ..info.clone()
        };
        let hidden = self.hidden;
        self.broadcast_to(&ServerOut::SearchInfo(progress), |client| hidden || !client.evaluation);
        if !hidden {
            self.broadcast_to(&ServerOut::SearchInfo(info), |client| client.evaluation);
        }
    }

    pub(super) async fn handle_search_result(
        &mut self,
        number: u64,
        result: Result<Box<SearchReport>, SearchFailure>,
    ) {
        if let Err(SearchFailure::Refused(message)) = &result {
            tracing::error!(room = self.meta.id, %message, "engine refused the search");
        }
        let analysis = result.ok();
        if self.machines.search.as_ref().is_some_and(|now| now.number == number) {
            let Some(search) = self.machines.search.take() else { return };
            self.schedule_move(&search, analysis.as_deref());
            self.play_pending_move().await;
        } else if self.machines.hint_search.as_ref().is_some_and(|hint_search| hint_search.number == number) {
            let Some(hint_search) = self.machines.hint_search.take() else { return };
            self.send_hint(&hint_search, analysis.as_deref()).await;
        } else if self.machines.answering.as_ref().is_some_and(|(asked, ..)| *asked == number) {
            let Some((_, machine, _)) = self.machines.answering.take() else { return };
            self.answer_offer(machine, analysis.as_deref()).await;
        } else {
            self.handle_evaluation(number, analysis.as_deref());
        }
    }

    /// Schedules the chosen move after the minimum move delay.
    fn schedule_move(&mut self, search: &MoveSearch, analysis: Option<&SearchReport>) {
        let last = analysis.filter(|analysis| !analysis.lines.is_empty()).cloned();
        if let Some(analysis) = &last {
            self.broadcast_search(search.side, analysis);
        }
        // If the engine failed, the game continues with any legal move.
        let any =
            || self.live_match.study(Viewer::Seat(search.side)).legal_moves(Notation::Uci).into_iter().next();
        let Some(mv) = last.as_ref().and_then(|analysis| analysis.best().map(str::to_owned)).or_else(any)
        else {
            return;
        };
        self.machines.pending = Some(PendingMove {
            at: search.begun + self.minimum_move_delay(search.side, last.as_ref()),
            side: search.side,
            mv,
            centipawns: last.as_ref().and_then(engine_pool::centipawns),
            computed: computing_time(search, last.as_ref()),
            position_seq: search.position_seq,
        });
    }

    /// Minimum move delay: the configured pace between machines; against people about as long as a person would take.
    fn minimum_move_delay(&self, side: Side, analysis: Option<&SearchReport>) -> Duration {
        let left = self.live_match.state(ids::now()).clocks[side.index()];
        if self.machines.stepping || left.is_some_and(|left| left < HURRY_MS) {
            return Duration::ZERO;
        }
        if self.meta.is_between_machines() {
            return Duration::from_millis(u64::from(self.meta.pace_ms));
        }
        let study = self.live_match.study(Viewer::Seat(side));
        let seed = u64::from_le_bytes(ids::random());
        let natural = move_delay(study.as_ref(), analysis.unwrap_or(&SearchReport::default()), seed);
        let most = left.and_then(|left| u64::try_from(left / SHARE_OF_CLOCK).ok()).unwrap_or(u64::MAX);
        Duration::from_millis(natural.min(most))
    }

    /// Plays the machine's move once it is due, or queues its search again.
    pub(super) async fn play_pending_move(&mut self) {
        if self.machines.retry.take_if(|at| *at <= Instant::now()).is_some() {
            return self.after_change();
        }
        let Some(pending) = self.machines.pending.take_if(|pending| pending.at <= Instant::now()) else {
            return;
        };
        if pending.position_seq != self.position_seq {
            return self.start_machine_move();
        }
        let stepping = std::mem::take(&mut self.machines.stepping);
        if stepping && !self.execute_for_machine(pending.side, &Command::Resume).await {
            return;
        }
        let claim = self.live_match.view(Viewer::Public, ids::now()).claim.is_some()
            && pending.centipawns.is_none_or(|centipawns| centipawns <= 0);
        let played = (claim && self.execute_for_machine(pending.side, &Command::ClaimDraw(None)).await)
            || self.play_for_machine(&pending).await;
        if !played && self.live_match.state(ids::now()).outcome.is_none() {
            tracing::error!(room = self.meta.id, mv = pending.mv, "the machine's move was not played");
            if !self.execute_for_machine(pending.side, &Command::Resign).await {
                // The event log cannot be written: retry later.
                self.machines.pending =
                    Some(PendingMove { at: Instant::now() + Duration::from_secs(2), ..pending });
                return;
            }
        }
        if stepping {
            self.execute_for_machine(pending.side, &Command::Pause).await;
        }
        self.after_events();
    }

    /// Plays a machine's move, with the time the engine needed for it.
    async fn play_for_machine(&mut self, pending: &PendingMove) -> bool {
        let now = ids::now();
        match self.live_match.decide(pending.side, &Command::Play(pending.mv.clone()), now) {
            Ok(mut events) => {
                events.insert(0, Event { at: now, kind: EventKind::Computed(pending.computed) });
                self.commit_events(events, None).await
            }
            Err(_) => false,
        }
    }

    /// Executes a command of a machine; false if it is refused or cannot be stored.
    pub(super) async fn execute_for_machine(&mut self, side: Side, command: &Command) -> bool {
        match self.live_match.decide(side, command, ids::now()) {
            Ok(events) => self.commit_events(events, None).await,
            Err(_) => false,
        }
    }

    async fn send_hint(&mut self, hint_search: &HintSearch, analysis: Option<&SearchReport>) {
        let line = analysis.and_then(|analysis| analysis.lines.first());
        let Some((line, mv)) = line.and_then(|line| Some((line, line.moves.first()?))) else {
            return self.refuse_with(hint_search.client, &hint_search.id, &Message::new("wire_no_advice"));
        };
        if hint_search.ply != self.plies() {
            return self.refuse_with(hint_search.client, &hint_search.id, &Message::new("wire_stale"));
        }
        let mut study = self.live_match.study(Viewer::Seat(hint_search.side));
        let texts = engine_pool::line_texts(self.book, study.as_mut(), &line.moves);
        let squares = study.play(mv, Notation::Uci).ok().and_then(|()| study.last_move());
        let hint = Hint {
            ply: count(hint_search.ply),
            mv: mv.clone(),
            squares: squares.map(|(from, to)| [square(from), square(to)]),
            line: texts,
            score: engine_pool::score(line, hint_search.side),
        };
        // Part of the record: a game with hints can be left out of the statistics.
        let hinted = Event { at: ids::now(), kind: EventKind::Hinted(hint_search.side) };
        if self.live_match.state(ids::now()).outcome.is_none() {
            self.commit_events(vec![hinted], None).await;
        }
        self.send_to(hint_search.client, &ServerOut::Hint { id: hint_search.id.clone(), hint });
    }

    /// Accepts a draw offer if the machine is clearly worse, or worse late in the game, or level in a long game; never in the
    /// opening.
    async fn answer_offer(&mut self, machine: Side, analysis: Option<&SearchReport>) {
        const CLEARLY_WORSE: i32 = -150;
        const WORSE: i32 = -40;
        const OPENING: usize = 10;
        const LATE: usize = 24;
        const LEVEL: i32 = 15;
        const LONG: usize = 60;
        // A search that got no further is no ground for a decision.
        const LEAST_DEPTH: u32 = 4;
        let turn = self.live_match.state(ids::now()).turn;
        let centipawns = analysis
            .filter(|report| report.depth >= LEAST_DEPTH)
            .and_then(engine_pool::centipawns)
            .map(|centipawns| if turn == machine { centipawns } else { -centipawns });
        let plies = self.plies();
        let is_opening = plies < OPENING && !self.meta.set_up;
        let accept = centipawns.filter(|_| !is_opening).is_some_and(|centipawns| {
            centipawns <= CLEARLY_WORSE
                || (centipawns <= WORSE && plies >= LATE)
                || (centipawns.abs() <= LEVEL && plies >= LONG)
        });
        if self.execute_for_machine(machine, &Command::Answer { accept }).await {
            self.after_events();
        }
    }

    /// Stops the search, so that the machine plays the best move found so far.
    pub(super) fn move_now(&mut self) {
        if let Some(search) = &self.machines.search {
            search.ticket.stop_if_running();
        }
        if let Some(pending) = &mut self.machines.pending {
            pending.at = Instant::now();
        }
    }

    /// Plays one move of a paused match between machines.
    pub(super) fn step(&mut self) -> Result<(), Refusal> {
        let pulse = self.live_match.state(ids::now());
        if pulse.outcome.is_some() {
            return Err(Refusal::Over);
        }
        if !pulse.paused {
            return Err(Refusal::NotPaused);
        }
        self.machines.stepping = true;
        self.start_machine_move();
        Ok(())
    }
}

/// Computing time of a finished search in milliseconds: the engine's own time, without the wait in the queue; the time
/// since the search was requested if the engine failed.
fn computing_time(search: &MoveSearch, report: Option<&SearchReport>) -> i64 {
    let waited = search.begun.elapsed().as_millis();
    i64::try_from(report.map_or(waited, |report| u128::from(report.micros / 1000))).unwrap_or(i64::MAX)
}

//! Leagues of the Lab: a round robin of engines. Every game is one task of the scheduler and one row of the database; after
//! a restart the league goes on with the first game that has no row.

mod export;
mod player;
mod standings;

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use arena::{
    Adjudication, EngineGame, FinishedGame, Openings, PlayerSpec, Schedule, TimeControl, round_robin,
};
use game::Message;
use table::{EngineResources, EngineSpec, Rulebook, Study};
use tokio::sync::{oneshot, watch};

use self::player::{LeaguePlayer, Screen};
use self::standings::{Standings, winner_text};
use super::JobError;
use super::durable::HasState;
use super::line::open;
use crate::app::App;
use crate::ids;
use crate::new_game::rulebook;
use crate::scheduler::{Class, Refused, Requester, Ticket, TimeBase};
use crate::store::{LeagueGameRow, LeagueRow, LeagueWrite, StoreError, WriteJob};
use crate::wire::{
    LeagueEngineIn, LeagueGame, LeagueGameView, LeagueIn, LeagueRowView, LeagueView, MessageOut, SolveState,
};

pub use export::export;

/// Bounds of a league.
const MOST_ENGINES: usize = 8;
const MOST_GAMES: u32 = 100;
const MOST_IN_TOTAL: usize = 1_000;
const USUAL_NODES: u32 = 20_000;
const MOST_NODES: u32 = 500_000;
/// Thinking time of a move at most, in milliseconds.
const MOVE_MILLIS: u64 = 5_000;
/// Plies after which a game is a draw.
const MAX_PLIES: usize = 400;
/// Transposition table of an engine in megabytes.
const HASH: usize = 8;
/// Longest name of an engine in the tables.
const LONGEST_NAME: usize = 40;
/// Prefix of the operator's programs.
const OUTSIDE: &str = "outside:";
/// Thinking time of the operator's programs, in milliseconds.
const OUTSIDE_MILLIS: u64 = 500;
/// Pause after a refusal of the scheduler.
const RETRY: Duration = Duration::from_secs(1);
/// Finished leagues that stay in memory.
const MAX_KEPT: usize = 8;

/// Engine of a league.
#[derive(Clone, Debug)]
enum Entrant {
    Own(EngineSpec),
    Outside(PlayerSpec),
}

/// League that has been checked.
struct Plan {
    book: &'static dyn Rulebook,
    options: Vec<(String, String)>,
    entrants: Vec<Entrant>,
    /// Names in the tables, and specifications.
    names: Vec<(String, String)>,
    schedule: Schedule,
    openings: Openings,
    nodes: u32,
}

/// Running or finished league.
pub struct LeagueJob {
    id: String,
    player: String,
    view: watch::Sender<LeagueView>,
    /// Ticket of the game that is played, and true once the league is ended.
    current: Mutex<(Option<Ticket>, bool)>,
}

impl LeagueJob {
    /// Identifier.
    pub fn id(&self) -> &str {
        &self.id
    }

    /// Current state.
    pub fn view(&self) -> LeagueView {
        self.view.borrow().clone()
    }

    /// Receives every change of state.
    pub fn watch(&self) -> watch::Receiver<LeagueView> {
        self.view.subscribe()
    }

    fn current(&self) -> MutexGuard<'_, (Option<Ticket>, bool)> {
        self.current.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn is_done(&self) -> bool {
        self.view.borrow().state == SolveState::Done
    }

    fn is_stopped(&self) -> bool {
        self.current().1
    }
}

impl HasState for LeagueView {
    fn state(&self) -> SolveState {
        self.state
    }
}

/// Leagues in memory, newest last.
#[derive(Default)]
pub struct Leagues(Mutex<Vec<Arc<LeagueJob>>>);

impl Leagues {
    fn jobs(&self) -> MutexGuard<'_, Vec<Arc<LeagueJob>>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// League in memory.
    pub fn job(&self, id: &str) -> Option<Arc<LeagueJob>> {
        self.jobs().iter().find(|job| job.id == id).cloned()
    }

    fn put(&self, job: &Arc<LeagueJob>) {
        let mut jobs = self.jobs();
        jobs.push(Arc::clone(job));
        let mut surplus = jobs.iter().filter(|job| job.is_done()).count().saturating_sub(MAX_KEPT);
        jobs.retain(|job| {
            let remove = surplus > 0 && job.is_done();
            surplus -= usize::from(remove);
            !remove
        });
    }

    /// Returns an error if this player has a league that has not ended.
    fn check_free(&self, player: &str) -> Result<(), Message> {
        match self.jobs().iter().any(|job| job.player == player && !job.is_done()) {
            true => Err(Message::new("league_running")),
            false => Ok(()),
        }
    }
}

/// Checks a request.
fn plan(app: &App, asked: &LeagueIn, seed: u32) -> Result<Plan, Message> {
    let book = rulebook(&asked.game)?;
    let options: Vec<(String, String)> =
        asked.options.iter().map(|(name, value)| (name.clone(), value.clone())).collect();
    let borrowed: Vec<(&str, &str)> =
        options.iter().map(|(name, value)| (name.as_str(), value.as_str())).collect();
    book.check_options(&borrowed)?;
    if !(2..=MOST_ENGINES).contains(&asked.engines.len()) {
        return Err(Message::new("league_engines").number("most", MOST_ENGINES));
    }
    if asked.games < 2 || asked.games > MOST_GAMES || asked.games % 2 == 1 {
        return Err(Message::new("league_games").number("most", MOST_GAMES as usize));
    }
    let nodes = asked.nodes.unwrap_or(USUAL_NODES);
    if !(100..=MOST_NODES).contains(&nodes) {
        return Err(Message::new("engine_option_range")
            .text("name", "nodes")
            .text("value", nodes.to_string())
            .text("least", "100")
            .text("most", MOST_NODES.to_string()));
    }
    let mut entrants = Vec::new();
    let mut names: Vec<(String, String)> = Vec::new();
    for one in &asked.engines {
        let entrant = entrant(app, book, one)?;
        let text = match &entrant {
            Entrant::Own(spec) => spec.to_string(),
            Entrant::Outside(_) => one.engine.clone(),
        };
        let name = one.name.as_deref().map(str::trim).filter(|name| !name.is_empty()).unwrap_or(&text);
        let name: String = name.chars().filter(|c| !c.is_control()).take(LONGEST_NAME).collect();
        let twins = names.iter().filter(|(known, _)| known.split(" #").next() == Some(name.as_str())).count();
        let name = if twins == 0 { name } else { format!("{name} #{}", twins + 1) };
        names.push((name, text));
        entrants.push(entrant);
    }
    let schedule =
        Schedule { pairings: round_robin(entrants.len()), games: asked.games as usize, seed: seed.into() };
    if schedule.len() > MOST_IN_TOTAL {
        return Err(Message::new("league_too_long")
            .number("games", schedule.len())
            .number("most", MOST_IN_TOTAL));
    }
    // Other rules need other openings: those of the list may be illegal or over.
    let openings = match options.is_empty() {
        true => Openings::built_in(book)?,
        false => Openings::start_only(),
    };
    Ok(Plan { book, options, entrants, names, schedule, openings, nodes })
}

/// Engine of a request. Programs run only by the name that the operator has given them.
fn entrant(app: &App, book: &'static dyn Rulebook, asked: &LeagueEngineIn) -> Result<Entrant, Message> {
    if let Some(name) = asked.engine.strip_prefix(OUTSIDE) {
        let known = app.config.league_engines.iter().find(|(known, _)| known == name);
        let (_, spec) = known.ok_or_else(|| {
            let names: Vec<&str> = app.config.league_engines.iter().map(|(name, _)| name.as_str()).collect();
            Message::new("engine_unknown").text("name", &asked.engine).text("known", names.join(", "))
        })?;
        return Ok(Entrant::Outside(spec.clone()));
    }
    let spec: EngineSpec = asked.engine.parse()?;
    // A network is a file of the operator: not for requests.
    if let Some(net) = spec.get("net") {
        return Err(Message::new("engine_net_unknown").text("name", net));
    }
    if !book.engines().contains(&spec.name.as_str()) {
        return Err(spec.unknown(book.engines()));
    }
    book.engine(&spec, EngineResources { hash: 1, threads: 1 })?;
    Ok(Entrant::Own(spec))
}

/// Starts a league, or goes on with an interrupted one.
pub async fn begin(
    app: &App,
    asked: &LeagueIn,
    requester: &Requester,
    id: Option<String>,
) -> Result<Arc<LeagueJob>, LeagueError> {
    let seed = asked.seed.unwrap_or_else(|| u32::from_le_bytes(ids::random()));
    let asked = LeagueIn { seed: Some(seed), ..asked.clone() };
    let plan = plan(app, &asked, seed)?;
    // One that goes on after a restart was there first.
    if id.is_none() {
        app.leagues.check_free(&requester.guest)?;
    }
    app.scheduler.check(Class::League, requester).map_err(JobError::Refused)?;
    let row = match &id {
        Some(id) => app.store.league(id).await?.ok_or_else(|| Message::new("lab_forgotten"))?,
        None => {
            let row = LeagueRow {
                id: ids::room(),
                owner: requester.guest.clone(),
                body: serde_json::to_string(&asked).unwrap_or_default(),
                created_at: ids::now(),
                stopped: false,
            };
            app.store.write(WriteJob::League(LeagueWrite::Create(row.clone()))).await?;
            row
        }
    };
    let done = app.store.league_games(&row.id).await?;
    let (view, standings) = view_of(&row, &plan, &done, &asked);
    let job = Arc::new(LeagueJob {
        id: row.id,
        player: requester.guest.clone(),
        view: watch::channel(LeagueView { state: SolveState::Running, ..view }).0,
        current: Mutex::default(),
    });
    app.leagues.put(&job);
    let played: Vec<i64> = done.iter().map(|row| row.number).collect();
    tokio::spawn(run(app.clone(), Arc::clone(&job), Arc::new(plan), standings, played, requester.clone()));
    Ok(job)
}

/// Goes on with a stored league; `None` if it was deleted or ended.
pub async fn resume(app: &App, id: &str, requester: &Requester) -> Result<Option<Arc<LeagueJob>>, JobError> {
    let broken = |error: LeagueError| match error {
        LeagueError::Job(error) => error,
        LeagueError::Store(error) => {
            tracing::error!(%error, league = id, "a league cannot be read");
            JobError::Invalid(Message::new("wire_broken"))
        }
    };
    let row = app.store.league(id).await.map_err(|error| broken(error.into()))?;
    let Some(row) = row.filter(|row| !row.stopped) else { return Ok(None) };
    let asked: LeagueIn = serde_json::from_str(&row.body).map_err(|_| Message::new("wire_broken"))?;
    begin(app, &asked, requester, Some(id.to_owned())).await.map(Some).map_err(broken)
}

/// Reason why a league does not start.
#[derive(Debug)]
pub enum LeagueError {
    /// Request or scheduler.
    Job(JobError),
    /// Database.
    Store(StoreError),
}

impl From<Message> for LeagueError {
    fn from(message: Message) -> Self {
        LeagueError::Job(JobError::Invalid(message))
    }
}

impl From<JobError> for LeagueError {
    fn from(error: JobError) -> Self {
        LeagueError::Job(error)
    }
}

impl From<StoreError> for LeagueError {
    fn from(error: StoreError) -> Self {
        LeagueError::Store(error)
    }
}

/// View of a stored league that is not running.
fn view_of(
    row: &LeagueRow,
    plan: &Plan,
    done: &[LeagueGameRow],
    asked: &LeagueIn,
) -> (LeagueView, Standings) {
    let mut standings = Standings::new(plan.schedule.clone(), plan.names.len());
    done.iter().for_each(|game| standings.add(game));
    let view = LeagueView {
        id: row.id.clone(),
        game: plan.book.spec().name.to_owned(),
        state: SolveState::Done,
        stopped: row.stopped,
        created_at: row.created_at,
        seed: plan.schedule.seed as u32,
        nodes: plan.nodes,
        games: asked.games,
        total: plan.schedule.len() as u32,
        done: done.len() as u32,
        engines: standings.engines(&plan.names),
        pairs: standings.pairs(),
        live: None,
        failure: None,
    };
    (view, standings)
}

/// Plays the games that have no row yet.
async fn run(
    app: App,
    job: Arc<LeagueJob>,
    plan: Arc<Plan>,
    mut standings: Standings,
    played: Vec<i64>,
    requester: Requester,
) {
    let mut failure = None;
    for number in (0..plan.schedule.len()).filter(|&number| !played.contains(&(number as i64))) {
        if job.is_stopped() || app.is_closing() {
            break;
        }
        let finished = match play(&app, &job, &plan, number, &requester).await {
            Some(Ok(finished)) => finished,
            Some(Err(message)) => {
                failure = Some(message);
                break;
            }
            None => break,
        };
        let row = LeagueGameRow {
            number: number as i64,
            winner: winner_text(finished.winner).to_owned(),
            cause: finished.cause.code().to_owned(),
            plies: finished.plies as i64,
            setup: finished.setup,
            moves: finished.moves.join(" "),
            pgn: finished.pgn,
        };
        standings.add(&row);
        let write = LeagueWrite::Game { league: job.id.clone(), row };
        if let Err(error) = app.store.write(WriteJob::League(write)).await {
            tracing::error!(%error, league = job.id, "a game of a league is not stored");
            failure = Some(Message::new("wire_broken"));
            break;
        }
        job.view.send_modify(|view| {
            view.done += 1;
            view.engines = standings.engines(&plan.names);
            view.pairs = standings.pairs();
        });
    }
    // The view of a league that goes on after a restart is not an end.
    if app.is_closing() && !job.is_stopped() {
        return;
    }
    job.view.send_modify(|view| {
        view.live = None;
        view.failure = failure.as_ref().filter(|_| !job.is_stopped()).map(MessageOut::from);
        view.stopped = job.is_stopped();
        view.state = SolveState::Done;
    });
}

/// Plays one game as a task of the scheduler; `None` if it was canceled.
async fn play(
    app: &App,
    job: &Arc<LeagueJob>,
    plan: &Arc<Plan>,
    number: usize,
    requester: &Requester,
) -> Option<Result<FinishedGame, Message>> {
    loop {
        let ticket = app.scheduler.ticket(TimeBase::Running);
        {
            let mut current = job.current();
            if current.1 {
                return None;
            }
            current.0 = Some(ticket.clone());
        }
        let (done, answer) = oneshot::channel();
        let (own_plan, own_job, own_ticket) = (Arc::clone(plan), Arc::clone(job), ticket.clone());
        let submitted = app.scheduler.submit(Class::League, requester.clone(), 1, &ticket, move || {
            let result = play_now(&own_plan, &own_job, number, &own_ticket);
            own_ticket.settle();
            let _ = done.send(result);
        });
        match submitted {
            Ok(()) => return answer.await.ok(),
            Err(Refused::Closed) => return None,
            // The queue is full: this league waits like everybody.
            Err(_) => tokio::time::sleep(RETRY).await,
        }
    }
}

fn play_now(
    plan: &Plan,
    job: &Arc<LeagueJob>,
    number: usize,
    ticket: &Ticket,
) -> Result<FinishedGame, Message> {
    let slot = plan.schedule.slot(number).ok_or_else(|| Message::new("wire_broken"))?;
    let screen = Screen::new(job.view.clone(), number, slot.seats);
    let player = |seat: usize| -> Result<Box<dyn arena::Player>, Message> {
        match &plan.entrants[slot.seats[seat]] {
            Entrant::Own(spec) => {
                let engine = plan.book.engine(spec, EngineResources { hash: HASH, threads: 1 })?;
                Ok(Box::new(LeaguePlayer::new(engine, ticket.clone(), screen.clone())))
            }
            Entrant::Outside(spec) => player::outside(spec, plan.book, ticket.clone(), screen.clone()),
        }
    };
    let (mut first, mut second) = (player(0)?, player(1)?);
    let time_controls = [0, 1].map(|seat| match &plan.entrants[slot.seats[seat]] {
        Entrant::Own(_) => TimeControl { nodes: Some(plan.nodes.into()), ..TimeControl::default() },
        Entrant::Outside(spec) => spec
            .time_control
            .unwrap_or(TimeControl { movetime: Some(OUTSIDE_MILLIS), ..TimeControl::default() }),
    });
    let game = EngineGame {
        book: plan.book,
        options: &plan.options,
        opening: plan.openings.of_pair(slot.pair, plan.schedule.seed),
        deal: plan.schedule.deal(slot.pair),
        names: [0, 1].map(|seat| plan.names[slot.seats[seat]].0.as_str()),
        time_controls,
        adjudication: Adjudication {
            // A task may pause while people's moves are computed.
            time_margin: 60_000,
            max_plies: MAX_PLIES,
            ..Adjudication::default()
        },
        seed: slot.seed,
        round: format!("{}", number + 1),
    };
    game.play([first.as_mut(), second.as_mut()])
}

/// Ends a league, if this player started it; the finished games stay.
pub async fn stop(app: &App, id: &str, player: &str) -> Result<Option<LeagueView>, LeagueError> {
    let Some(job) = app.leagues.job(id) else {
        // One that waits after a crash does not go on.
        let row = app.store.league(id).await?.filter(|row| row.owner == player);
        if row.is_none() || !app.store.has_job(id).await? {
            return Ok(None);
        }
        app.store.write(WriteJob::League(LeagueWrite::Stop(id.to_owned()))).await?;
        return view(app, id).await;
    };
    if job.player != player {
        return Ok(None);
    }
    app.store.write(WriteJob::League(LeagueWrite::Stop(id.to_owned()))).await?;
    let ticket = {
        let mut current = job.current();
        current.1 = true;
        current.0.take()
    };
    if let Some(ticket) = ticket {
        ticket.cancel();
    }
    let mut updates = job.watch();
    let _ = updates.wait_for(|view| view.state == SolveState::Done).await;
    Ok(Some(job.view()))
}

/// Stored league with the plan that its request describes.
struct Stored {
    row: LeagueRow,
    asked: LeagueIn,
    plan: Plan,
    games: Vec<LeagueGameRow>,
}

async fn stored(app: &App, id: &str) -> Result<Option<Stored>, LeagueError> {
    let Some(row) = app.store.league(id).await? else { return Ok(None) };
    let asked: LeagueIn = serde_json::from_str(&row.body).map_err(|_| Message::new("wire_broken"))?;
    let plan = plan(app, &asked, asked.seed.unwrap_or_default())?;
    let games = app.store.league_games(id).await?;
    Ok(Some(Stored { row, asked, plan, games }))
}

/// View of a league, running or stored; `None` if there is none.
pub async fn view(app: &App, id: &str) -> Result<Option<LeagueView>, LeagueError> {
    if let Some(job) = app.leagues.job(id) {
        return Ok(Some(job.view()));
    }
    let Some(league) = stored(app, id).await? else { return Ok(None) };
    let view = view_of(&league.row, &league.plan, &league.games, &league.asked).0;
    // After a crash a league waits until the lease of the earlier run has ended.
    let state = match app.store.has_job(id).await? && !league.row.stopped {
        true => SolveState::Waiting,
        false => SolveState::Done,
    };
    Ok(Some(LeagueView { state, ..view }))
}

/// Results of the finished games of a league.
pub async fn games(app: &App, id: &str) -> Result<Option<Vec<LeagueGame>>, LeagueError> {
    let Some(league) = stored(app, id).await? else { return Ok(None) };
    let schedule = &league.plan.schedule;
    Ok(Some(league.games.iter().filter_map(|row| standings::game_of(schedule, row)).collect()))
}

/// Finished game of a league with its moves.
pub async fn game(app: &App, id: &str, number: u32) -> Result<Option<LeagueGameView>, LeagueError> {
    let Some(league) = stored(app, id).await? else { return Ok(None) };
    let Some(row) = league.games.iter().find(|row| row.number == i64::from(number)) else { return Ok(None) };
    let Some(game) = standings::game_of(&league.plan.schedule, row) else { return Ok(None) };
    let moves: Vec<String> = row.moves.split_whitespace().map(str::to_owned).collect();
    let study: Box<dyn Study> =
        open(&league.asked.game, row.setup.as_deref(), &moves, &league.asked.options)?;
    Ok(Some(LeagueGameView { game, line: super::line_view(study) }))
}

/// Lines of a player's leagues.
pub async fn list(app: &App, player: &str) -> Result<Vec<LeagueRowView>, StoreError> {
    let rows = app.store.leagues_of(player).await?;
    let views = rows.into_iter().filter_map(|(row, done)| {
        let asked: LeagueIn = serde_json::from_str(&row.body).ok()?;
        let count = asked.engines.len() as u32;
        Some(LeagueRowView {
            id: row.id,
            game: asked.game,
            engines: asked.engines.into_iter().map(|one| one.name.unwrap_or(one.engine)).collect(),
            created_at: row.created_at,
            total: count * count.saturating_sub(1) / 2 * asked.games,
            done: u32::try_from(done).unwrap_or_default(),
        })
    });
    Ok(views.collect())
}

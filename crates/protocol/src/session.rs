//! Session: reads commands, writes answers, and searches on a separate thread.

use std::io::{BufRead, Write};
use std::sync::{Arc, PoisonError};
use std::thread::JoinHandle;
use std::time::{Duration, SystemTime};

use table::games::Convention;
use table::{
    AnyEngine, EngineResources, EngineSpec, Goal, Limits, Message, Notation, Rulebook, Study, games,
};

use crate::bench::BENCH_DEPTH;
use crate::command::{Command, Go, UciDialect};
use crate::jobs::{JobContext, LastResult, SearchJob, write_probe_answer};
use crate::lines::{InputLine, read_line};
use crate::options::{Effect, OptionContext, Settings, bound_visits, default_engine, engine_spec};
use crate::output::{SharedOutput, info_line};
use crate::search_handle::SearchHandle;
use crate::{board, ranks, ucci, uci};

/// Constructor of an engine.
type Make = fn(&dyn Rulebook, &EngineSpec, EngineResources) -> Result<Box<dyn AnyEngine>, Message>;

/// Configuration of a session.
#[derive(Clone, Copy)]
pub struct SessionConfig {
    /// Dialect expected first; the interface may switch.
    pub dialect: UciDialect,
    /// Fixed game with its own rank numbers; `None` offers every game by `UCI_Variant`.
    pub game: Option<&'static dyn Rulebook>,
    /// Constructor of engines.
    pub make: Make,
}

impl SessionConfig {
    /// Session with the built-in engines.
    pub fn new(dialect: UciDialect, game: Option<&'static dyn Rulebook>) -> Self {
        SessionConfig { dialect, game, make: |book, spec, resources| book.engine(spec, resources) }
    }
}

/// Maximum wait for a running search at the end of a session.
const SHUTDOWN_TIMEOUT: Duration = Duration::from_secs(2);

/// Time that a perft, bench or eval has to finish at the end of a session.
const SHORT_WORK: Duration = Duration::from_millis(300);

/// Runs a session until the interface quits or closes the input.
pub fn serve<W: Write + Send + 'static>(mut input: impl BufRead, output: W, config: SessionConfig) {
    let mut session = Session::new(SharedOutput::new(output), config);
    loop {
        let go_on = match read_line(&mut input) {
            InputLine::Line(line) => session.handle_line(&line),
            InputLine::TooLong => {
                session.write_message(&Message::new("uci_line_too_long"));
                true
            }
            InputLine::End => false,
        };
        if !go_on || session.output.is_broken() {
            break;
        }
    }
    session.end();
}

/// Position to search next.
struct SessionPosition {
    setup: Option<String>,
    moves: Vec<String>,
    study: Box<dyn Study>,
}

/// Job with its thread.
struct Search {
    handle: Arc<SearchHandle>,
    thread: JoinHandle<Option<Box<dyn AnyEngine>>>,
}

struct Session<W> {
    output: SharedOutput<W>,
    dialect: UciDialect,
    make: Make,
    /// Games on offer: one or all.
    games: Vec<&'static dyn Rulebook>,
    book: &'static dyn Rulebook,
    settings: Settings,
    /// True if the interface has selected its game.
    game_selected: bool,
    position: SessionPosition,
    banned: Vec<String>,
    engine: Option<Box<dyn AnyEngine>>,
    /// True if the engine does not match the settings.
    engine_outdated: bool,
    /// True if the engine must clear its learned state.
    clear_engine: bool,
    search: Option<Search>,
    last_result: LastResult,
}

fn game_named(name: &str) -> &'static dyn Rulebook {
    games::by_name(name).unwrap_or(games::ALL[0])
}

/// Opens a position and plays moves on it, both in the game's own notation.
fn open(
    book: &'static dyn Rulebook,
    rules: &[(String, String)],
    setup: Option<&str>,
    moves: &[String],
) -> Result<Box<dyn Study>, Message> {
    let rules: Vec<(&str, &str)> =
        rules.iter().map(|(name, value)| (name.as_str(), value.as_str())).collect();
    let mut study = book.open(setup, &rules)?;
    let texts: Vec<&str> = moves.iter().map(String::as_str).collect();
    study.play_game(&texts, Notation::Uci).map_err(|error| {
        Message::new("cli_move_wrong").number("number", error.index + 1).nest("why", error.message)
    })?;
    Ok(study)
}

impl<W: Write + Send + 'static> Session<W> {
    fn new(output: SharedOutput<W>, config: SessionConfig) -> Self {
        let fixed = config
            .game
            .or_else(|| (config.dialect == UciDialect::Ucci).then(|| games::usual_in(Convention::Ucci)));
        let book = fixed.unwrap_or_else(|| games::usual_in(Convention::Uci));
        Session {
            output,
            dialect: config.dialect,
            make: config.make,
            games: fixed.map_or_else(|| games::ALL.to_vec(), |book| vec![book]),
            book,
            settings: Settings::new(book.spec().name),
            game_selected: false,
            position: SessionPosition::start(book),
            banned: Vec::new(),
            engine: None,
            engine_outdated: true,
            clear_engine: false,
            search: None,
            last_result: LastResult::default(),
        }
    }

    /// Difference of rank numbers between interface and game: 1 for a variant counted from 0, as in Fairy-Stockfish.
    fn shift(&self) -> u32 {
        u32::from(self.games.len() > 1 && self.book.spec().first_rank == 0)
    }

    fn style(&self) -> uci::Style {
        uci::Style { shift: self.shift(), chances: self.settings.chances }
    }

    fn write_message(&self, message: &Message) {
        self.output.write_message(self.dialect, &ranks::raise_message(message, self.shift()));
    }

    /// Handles a line. Returns false to end the session.
    fn handle_line(&mut self, line: &str) -> bool {
        let command = match self.dialect {
            UciDialect::Uci => uci::parse(line),
            UciDialect::Ucci => ucci::parse(line, if self.settings.millis { 1 } else { 1000 }),
        };
        match command {
            Command::Nothing => {}
            Command::Handshake { dialect, cyclone } => self.handshake(dialect, cyclone),
            Command::IsReady => {
                // Allocates memory now, before a clock runs; but an interface must not wait for a search.
                if self.is_idle() {
                    self.prepare_engine();
                }
                self.output.write_line("readyok");
            }
            Command::SetOption { name, value } => self.set(&name, value.as_deref()),
            Command::NewGame => self.clear_engine = true,
            Command::Position { setup, moves, bare } => self.set_position(setup.as_deref(), &moves, bare),
            Command::BanMoves(moves) => self.set_banned(&moves),
            Command::Go(go) => self.go(&go),
            Command::Stop => self.search.iter().for_each(|search| search.handle.stop()),
            Command::PonderHit { draw } => {
                self.search.iter().for_each(|search| search.handle.ponder_hit(draw));
            }
            Command::Probe { setup, moves } => self.probe(setup.as_deref(), &moves),
            Command::Show => {
                self.output.write_lines(&board::describe(self.position.study.as_ref(), self.shift()));
            }
            Command::Eval => self.eval(),
            Command::Bench(depth) => self.bench(depth.unwrap_or(BENCH_DEPTH)),
            Command::Help => self.help(),
            Command::Quit => return false,
            Command::Unknown(text) => self.write_message(&Message::new("uci_unknown").text("text", text)),
        }
        true
    }

    fn handshake(&mut self, dialect: UciDialect, cyclone: bool) {
        self.dialect = dialect;
        if cyclone || (dialect == UciDialect::Ucci && self.games.len() > 1) {
            // UCCI and Cyclone mean xiangqi, or a game on its board, with its own rank numbers.
            let keep = self.book.spec().first_rank == 0;
            self.restrict_to(if keep { self.book } else { games::usual_in(Convention::Ucci) });
        }
        let write = match dialect {
            UciDialect::Uci => uci::write_option,
            UciDialect::Ucci => ucci::write_option,
        };
        let mut lines = vec![
            format!("id name Ky Dai {}", env!("CARGO_PKG_VERSION")),
            "id author the Ky Dai authors".to_owned(),
        ];
        if dialect == UciDialect::Ucci {
            lines.push("id copyright GPL-3.0-or-later".to_owned());
        }
        lines.extend(self.settings.declared(dialect, &self.context()).iter().map(write));
        lines.push(if dialect == UciDialect::Ucci { "ucciok" } else { "uciok" }.to_owned());
        self.output.write_lines(&lines);
    }

    /// Restricts the session to one game with its own rank numbers.
    fn restrict_to(&mut self, book: &'static dyn Rulebook) {
        self.games = vec![book];
        self.settings.variant = book.spec().name;
        self.settings.rules.clear();
        self.restart();
    }

    fn context(&self) -> OptionContext<'_> {
        OptionContext { games: &self.games, book: self.book }
    }

    fn set(&mut self, name: &str, value: Option<&str>) {
        let mut settings = self.settings.clone();
        let before = settings.variant;
        match settings.set(name, value, &self.context()) {
            Err(message) => self.write_message(&message),
            Ok(effect) => {
                self.game_selected |= name.eq_ignore_ascii_case("UCI_Variant");
                let same = self.settings == settings;
                self.settings = settings;
                match effect {
                    Effect::Nothing => {}
                    Effect::RecreateEngine => self.engine_outdated |= !same,
                    Effect::ClearEngine => self.clear_engine = true,
                    Effect::ResetPosition if before == self.settings.variant && same => {}
                    Effect::ResetPosition => self.restart(),
                }
            }
        }
    }

    /// Resets the position to the game's start under the current rules.
    fn restart(&mut self) {
        self.book = game_named(self.settings.variant);
        self.engine_outdated = true;
        self.banned.clear();
        let rules = self.settings.rules(self.book);
        self.position = match open(self.book, &rules, None, &[]) {
            Ok(study) => SessionPosition { setup: None, moves: Vec::new(), study },
            Err(message) => {
                self.write_message(&message);
                SessionPosition::start(self.book)
            }
        };
    }

    /// Converts moves from the interface's rank numbers to the game's.
    fn lower(&self, moves: &[String]) -> Result<Vec<String>, Message> {
        let lower = |mv: &String| {
            ranks::lower(mv, self.shift()).ok_or_else(|| Message::new("uci_move_ranks").text("text", mv))
        };
        moves.iter().map(lower).collect()
    }

    fn study(&self, setup: Option<&str>, moves: &[String]) -> Result<SessionPosition, Message> {
        let moves = self.lower(moves)?;
        let study = open(self.book, &self.settings.rules(self.book), setup, &moves)?;
        Ok(SessionPosition { setup: setup.map(str::to_owned), moves, study })
    }

    /// `position`: applied completely, or not at all.
    fn set_position(&mut self, setup: Option<&str>, moves: &[String], bare: bool) {
        if bare && self.games.len() > 1 && !self.game_selected {
            // Only the Cyclone variant omits the word, and it supports xiangqi only.
            self.restrict_to(games::usual_in(Convention::Ucci));
        }
        match self.study(setup, moves) {
            Ok(position) => {
                self.position = position;
                self.banned.clear();
            }
            Err(message) => self.write_message(&Message::new("uci_position_kept").nest("why", message)),
        }
    }

    fn set_banned(&mut self, moves: &[String]) {
        self.banned = self.legal(moves);
    }

    /// Legal moves among these, in the game's rank numbers; the others are reported and left out.
    fn legal(&self, moves: &[String]) -> Vec<String> {
        if moves.is_empty() {
            return Vec::new();
        }
        let legal = self.position.study.legal_moves(Notation::Uci);
        let mut known = Vec::new();
        for text in moves {
            match ranks::lower(text, self.shift()).filter(|text| legal.contains(text)) {
                Some(mv) => known.push(mv),
                None => self.write_message(&Message::new("uci_move_ignored").text("text", text)),
            }
        }
        known
    }

    fn probe(&self, setup: Option<&str>, moves: &[String]) {
        match self.study(setup, moves) {
            Ok(position) => self.output.write_line(write_probe_answer(
                &self.last_result,
                &position.study.position_id(),
                self.style(),
            )),
            Err(message) => {
                self.write_message(&message);
                self.output.write_line("pophash");
            }
        }
    }

    fn go(&mut self, go: &Go) {
        go.errors.iter().for_each(|message| self.write_message(message));
        self.stop_search();
        let Some(mut study) = self.reopen() else { return };
        if let Some(depth) = go.perft {
            return self.spawn(SearchHandle::uninterruptible(), move |context| {
                context.perft(study.as_mut(), depth);
                None
            });
        }
        self.prepare_engine();
        let endless = go.infinite && !go.ponder;
        let limits = Limits {
            depth: go.depth,
            nodes: go.nodes,
            time: go.movetime.filter(|_| !go.infinite),
            clocks: go.times.of(study.status().turn).filter(|_| !go.infinite && go.movetime.is_none()),
            goal: Goal::mate(go.mate),
            only: self.legal(&go.only),
            banned: self.banned.clone(),
            ..self.limits()
        };
        let time = limits.time.or(limits.clocks.map(|clocks| clocks.left));
        let limits = Limits { overhead: self.settings.overhead(time), ..limits };
        let bounded = limits.depth.is_some()
            || limits.nodes.is_some()
            || limits.time.is_some()
            || limits.clocks.is_some();
        let limits = match self.settings.spec(self.book).parse() {
            Ok(spec) => bound_visits(&spec, limits),
            Err(_) => limits,
        };
        self.think(study, limits, SearchHandle::new(endless, go.ponder, go.draw), SearchJob::run);
        if self.settings.batch && self.dialect == UciDialect::Ucci && bounded && !go.ponder && !endless {
            self.join();
        }
    }

    fn eval(&mut self) {
        self.wait_for_uninterruptible();
        if !self.is_idle() {
            return self.write_message(&Message::new("uci_busy"));
        }
        self.prepare_engine();
        let Some(study) = self.reopen() else { return };
        let limits = Limits { depth: Some(1), ..self.limits() };
        self.think(study, limits, SearchHandle::uninterruptible(), SearchJob::run_eval);
    }

    fn bench(&mut self, depth: u32) {
        self.stop_search();
        self.spawn(SearchHandle::uninterruptible(), move |context| {
            context.bench(depth.max(1));
            None
        });
    }

    /// Limits that do not depend on `go`.
    fn limits(&self) -> Limits<String> {
        let now = || {
            SystemTime::now().duration_since(SystemTime::UNIX_EPOCH).map_or(0, |now| now.as_nanos() as u64)
        };
        Limits {
            overhead: self.settings.overhead(None),
            lines: self.settings.lines,
            seed: if self.settings.seed == 0 { now() } else { self.settings.seed },
            ..Limits::default()
        }
    }

    /// Copy of the position for the search thread.
    fn reopen(&self) -> Option<Box<dyn Study>> {
        let rules = self.settings.rules(self.book);
        match open(self.book, &rules, self.position.setup.as_deref(), &self.position.moves) {
            Ok(study) => Some(study),
            Err(message) => {
                self.write_message(&message);
                None
            }
        }
    }

    fn think(
        &mut self,
        study: Box<dyn Study>,
        limits: Limits<String>,
        handle: Arc<SearchHandle>,
        run: fn(SearchJob<W>) -> Option<Box<dyn AnyEngine>>,
    ) {
        let engine = self.engine.take();
        let resigns = self.settings.resign;
        let last_result = Arc::clone(&self.last_result);
        self.spawn(handle, move |context| {
            run(SearchJob { context, engine, study, limits, resigns, last_result })
        });
    }

    /// Starts a job on its own thread.
    fn spawn(
        &mut self,
        handle: Arc<SearchHandle>,
        job: impl FnOnce(JobContext<W>) -> Option<Box<dyn AnyEngine>> + Send + 'static,
    ) {
        let context = JobContext {
            output: self.output.clone(),
            dialect: self.dialect,
            style: self.style(),
            handle: Arc::clone(&handle),
        };
        let kept = self.engine.take();
        let finish = Arc::clone(&handle);
        let spawned = std::thread::Builder::new().name("think".to_owned()).spawn(move || {
            let engine = job(context).or(kept);
            finish.finish();
            engine
        });
        match spawned {
            Ok(thread) => self.search = Some(Search { handle, thread }),
            Err(error) => self.write_message(&Message::new("uci_no_thread").text("why", error.to_string())),
        }
    }

    /// Returns true if no job is running; takes the engine back from a finished one.
    fn is_idle(&mut self) -> bool {
        if self.search.as_ref().is_some_and(|search| search.thread.is_finished()) {
            self.join();
        }
        self.search.is_none()
    }

    /// Waits for the job and takes its engine back.
    fn join(&mut self) {
        if let Some(search) = self.search.take() {
            // An engine that panicked is created anew.
            self.engine = search.thread.join().ok().flatten();
        }
    }

    /// Stops the job, which then answers; uninterruptible context is waited for.
    fn stop_search(&mut self) {
        self.search
            .iter()
            .filter(|search| !search.handle.is_uninterruptible())
            .for_each(|search| search.handle.stop());
        self.join();
    }

    /// Waits for uninterruptible context, as scripts expect that send all commands at once.
    fn wait_for_uninterruptible(&mut self) {
        if self.search.as_ref().is_some_and(|search| search.handle.is_uninterruptible()) {
            self.join();
        }
    }

    /// Creates the engine of the settings, or clears its learned state if requested.
    fn prepare_engine(&mut self) {
        if self.engine_outdated || self.engine.is_none() {
            // Frees the old table before the new one is allocated.
            self.engine = None;
            self.engine = self.make_engine();
            self.engine_outdated = false;
        } else if self.clear_engine
            && let Some(engine) = &mut self.engine
        {
            engine.new_game();
        }
        self.clear_engine = false;
    }

    fn make_engine(&self) -> Option<Box<dyn AnyEngine>> {
        let make =
            |spec: &str| (self.make)(self.book, &engine_spec(spec, self.book)?, self.settings.resources());
        let made = make(&self.settings.spec(self.book)).or_else(|message: Message| {
            self.write_message(&message);
            make(default_engine(self.book))
        });
        made.map_err(|message| self.write_message(&message)).ok()
    }

    fn help(&self) {
        const HELP: [&str; 5] = [
            "uci | ucci | isready | setoption name N value V | ucinewgame | position startpos|fen F [moves ...]",
            "go [depth N] [nodes N] [movetime MS] [wtime MS btime MS winc MS binc MS movestogo N] [mate N]",
            "   [infinite] [ponder] [searchmoves ...] | go perft N | stop | ponderhit | banmoves ... | probe ...",
            "d (board) | eval | bench [depth] | quit",
            "see docs/protocols.md",
        ];
        self.output.write_lines(&HELP.map(|line| info_line(self.dialect, line)));
    }

    /// Ends the session.
    fn end(&mut self) {
        if let Some(search) = &self.search {
            // Nobody waits for a long count any more; a short one of a script is still answered.
            if search.handle.is_uninterruptible() {
                search.handle.wait_done(SHORT_WORK);
            }
            search.handle.stop();
            // An engine that does not stop in time ends with the process.
            search.handle.wait_done(SHUTDOWN_TIMEOUT);
        }
        if self.dialect == UciDialect::Ucci {
            self.output.write_line("bye");
        }
        drop(self.last_result.lock().unwrap_or_else(PoisonError::into_inner).take());
    }
}

impl SessionPosition {
    fn start(book: &'static dyn Rulebook) -> Self {
        let study = open(book, &[], None, &[]);
        // The start of every game can be opened; its own tests check that.
        let study = study.unwrap_or_else(|message| panic!("{}: {message}", book.spec().name));
        SessionPosition { setup: None, moves: Vec::new(), study }
    }
}

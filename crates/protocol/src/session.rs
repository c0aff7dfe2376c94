//! The conversation: commands in, answers out, thinking on a thread of its own.

use std::io::{BufRead, Write};
use std::sync::{Arc, PoisonError};
use std::thread::JoinHandle;
use std::time::{Duration, SystemTime};

use table::{AnyEngine, EngineResources, EngineSpec, Limits, Message, Notation, Rulebook, Study, games};

use crate::bench::BENCH_DEPTH;
use crate::command::{Command, Go, UciDialect};
use crate::jobs::{LastResult, SearchJob, Work, write_known};
use crate::lines::{InputLine, read_line};
use crate::options::{Effect, OptionContext, Settings, bound_visits, default_engine};
use crate::output::{SharedOutput, remark};
use crate::search_handle::SearchHandle;
use crate::{board, ranks, ucci, uci};

/// Makes a engine of a game.
type Make = fn(&dyn Rulebook, &EngineSpec, EngineResources) -> Result<Box<dyn AnyEngine>, Message>;

/// What a session begins with.
#[derive(Clone, Copy)]
pub struct SessionConfig {
    /// The protocol the interface is expected to speak; it may change its mind.
    pub dialect: UciDialect,
    /// The one game to play, ranks counted as the game counts them; `None` offers every game by `UCI_Variant`.
    pub game: Option<&'static dyn Rulebook>,
    /// How engines are made.
    pub make: Make,
}

impl SessionConfig {
    /// A session with the engines of the house.
    pub fn new(dialect: UciDialect, game: Option<&'static dyn Rulebook>) -> Self {
        SessionConfig { dialect, game, make: |book, spec, resources| book.engine(spec, resources) }
    }
}

/// The game UCI speaks of when nothing is said.
const UCI_GAME: &str = "chess";
/// The game UCCI was made for.
const UCCI_GAME: &str = "xiangqi";

/// How long a session waits for its search when it ends.
const SHUTDOWN_TIMEOUT: Duration = Duration::from_secs(2);

/// Holds a conversation until the other side quits or closes the door.
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

/// Where the engine thinks next.
struct SessionPosition {
    setup: Option<String>,
    moves: Vec<String>,
    study: Box<dyn Study>,
}

/// A piece of work on its thread.
struct Search {
    handle: Arc<SearchHandle>,
    thread: JoinHandle<Option<Box<dyn AnyEngine>>>,
}

struct Session<W> {
    output: SharedOutput<W>,
    dialect: UciDialect,
    make: Make,
    /// The games on offer: one, or all.
    games: Vec<&'static dyn Rulebook>,
    book: &'static dyn Rulebook,
    settings: Settings,
    /// Whether the interface has chosen its game.
    chosen: bool,
    position: SessionPosition,
    banned: Vec<String>,
    engine: Option<Box<dyn AnyEngine>>,
    /// The mind is not the one the settings describe.
    stale: bool,
    /// The mind has to forget what it learnt.
    forget: bool,
    search: Option<Search>,
    last_result: LastResult,
}

fn named(name: &str) -> &'static dyn Rulebook {
    games::by_name(name).unwrap_or(games::ALL[0])
}

/// Opens a position and plays moves on it, both as the game writes them.
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
        let fixed = config.game.or_else(|| (config.dialect == UciDialect::Ucci).then(|| named(UCCI_GAME)));
        let book = fixed.unwrap_or_else(|| named(UCI_GAME));
        Session {
            output,
            dialect: config.dialect,
            make: config.make,
            games: fixed.map_or_else(|| games::ALL.to_vec(), |book| vec![book]),
            book,
            settings: Settings::new(book.spec().name),
            chosen: false,
            position: SessionPosition::start(book),
            banned: Vec::new(),
            engine: None,
            stale: true,
            forget: false,
            search: None,
            last_result: LastResult::default(),
        }
    }

    /// How much higher the interface counts ranks than the game: as Fairy-Stockfish, where the game is a variant.
    fn shift(&self) -> u32 {
        u32::from(self.games.len() > 1 && self.book.spec().first_rank == 0)
    }

    fn style(&self) -> uci::Style {
        uci::Style { shift: self.shift(), chances: self.settings.chances }
    }

    fn write_message(&self, message: &Message) {
        self.output.write_message(self.dialect, &ranks::raise_message(message, self.shift()));
    }

    /// Does what a line says; whether to go on.
    fn handle_line(&mut self, line: &str) -> bool {
        let command = match self.dialect {
            UciDialect::Uci => uci::parse(line),
            UciDialect::Ucci => ucci::parse(line, if self.settings.millis { 1 } else { 1000 }),
        };
        match command {
            Command::Nothing => {}
            Command::Greet { dialect, cyclone } => self.greet(dialect, cyclone),
            Command::IsReady => {
                // Memory is taken now, while nobody's clock runs; but never keep an interface waiting on a search.
                if self.is_idle() {
                    self.prepare();
                }
                self.output.write_line("readyok");
            }
            Command::SetOption { name, value } => self.set(&name, value.as_deref()),
            Command::NewGame => self.forget = true,
            Command::Position { setup, moves, bare } => self.place(setup.as_deref(), &moves, bare),
            Command::BanMoves(moves) => self.ban(&moves),
            Command::Go(go) => self.go(&go),
            Command::Stop => self.search.iter().for_each(|search| search.handle.stop()),
            Command::PonderHit { draw } => {
                self.search.iter().for_each(|search| search.handle.ponder_hit(draw))
            }
            Command::Probe { setup, moves } => self.probe(setup.as_deref(), &moves),
            Command::Show => {
                self.output.write_lines(&board::describe(self.position.study.as_ref(), self.shift()))
            }
            Command::Eval => self.eval(),
            Command::Bench(depth) => self.bench(depth.unwrap_or(BENCH_DEPTH)),
            Command::Help => self.help(),
            Command::Quit => return false,
            Command::Unknown(text) => self.write_message(&Message::new("uci_unknown").text("text", text)),
        }
        true
    }

    fn greet(&mut self, dialect: UciDialect, cyclone: bool) {
        self.dialect = dialect;
        if cyclone || (dialect == UciDialect::Ucci && self.games.len() > 1) {
            // Both speak of xiangqi, or of a game on its board, with its own ranks.
            let keep = self.book.spec().first_rank == 0;
            self.fix(if keep { self.book } else { named(UCCI_GAME) });
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

    /// From now on there is this game only, with its own ranks.
    fn fix(&mut self, book: &'static dyn Rulebook) {
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
                self.chosen |= name.eq_ignore_ascii_case("UCI_Variant");
                let same = self.settings == settings;
                self.settings = settings;
                match effect {
                    Effect::Nothing => {}
                    Effect::Remake => self.stale |= !same,
                    Effect::Forget => self.forget = true,
                    Effect::Restart if before == self.settings.variant && same => {}
                    Effect::Restart => self.restart(),
                }
            }
        }
    }

    /// The game's start, under the rules now set.
    fn restart(&mut self) {
        self.book = named(self.settings.variant);
        self.stale = true;
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

    /// Moves as the interface writes them, as the game writes them.
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

    /// `position`: all of it, or nothing changes.
    fn place(&mut self, setup: Option<&str>, moves: &[String], bare: bool) {
        if bare && self.games.len() > 1 && !self.chosen {
            // Only the Cyclone variety leaves the word out, and it only knows xiangqi.
            self.fix(named(UCCI_GAME));
        }
        match self.study(setup, moves) {
            Ok(position) => {
                self.position = position;
                self.banned.clear();
            }
            Err(message) => self.write_message(&Message::new("uci_position_kept").nest("why", message)),
        }
    }

    fn ban(&mut self, moves: &[String]) {
        self.banned = self.legal(moves);
    }

    /// Those of the moves that are legal, as the game writes them; the others are named and left out.
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
            Ok(position) => self.output.write_line(write_known(
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
        go.faults.iter().for_each(|message| self.write_message(message));
        self.halt();
        let Some(mut study) = self.reopen() else { return };
        if let Some(depth) = go.perft {
            return self.spawn(SearchHandle::uninterruptible(), move |work| {
                work.perft(study.as_mut(), depth);
                None
            });
        }
        self.prepare();
        let endless = go.infinite && !go.ponder;
        let limits = Limits {
            depth: go.depth,
            nodes: go.nodes,
            time: go.movetime.filter(|_| !go.infinite),
            clocks: go.times.of(study.status().turn).filter(|_| !go.infinite && go.movetime.is_none()),
            mate: go.mate,
            only: self.legal(&go.only),
            banned: self.banned.clone(),
            ..self.limits()
        };
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
        self.prepare();
        let Some(study) = self.reopen() else { return };
        let limits = Limits { depth: Some(1), ..self.limits() };
        self.think(study, limits, SearchHandle::uninterruptible(), SearchJob::run_eval);
    }

    fn bench(&mut self, depth: u32) {
        self.halt();
        self.spawn(SearchHandle::uninterruptible(), move |work| {
            work.bench(depth.max(1));
            None
        });
    }

    /// The limits that do not depend on what was asked.
    fn limits(&self) -> Limits<String> {
        let now = || {
            SystemTime::now().duration_since(SystemTime::UNIX_EPOCH).map_or(0, |now| now.as_nanos() as u64)
        };
        Limits {
            overhead: self.settings.overhead,
            lines: self.settings.lines,
            seed: if self.settings.seed == 0 { now() } else { self.settings.seed },
            ..Limits::default()
        }
    }

    /// The position once more, for a thread of its own. It was opened before, so it opens again.
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
        self.spawn(handle, move |work| run(SearchJob { work, engine, study, limits, resigns, last_result }));
    }

    /// Puts work on a thread of its own.
    fn spawn(
        &mut self,
        handle: Arc<SearchHandle>,
        job: impl FnOnce(Work<W>) -> Option<Box<dyn AnyEngine>> + Send + 'static,
    ) {
        let work = Work {
            output: self.output.clone(),
            dialect: self.dialect,
            style: self.style(),
            handle: Arc::clone(&handle),
        };
        let kept = self.engine.take();
        let finish = Arc::clone(&handle);
        let spawned = std::thread::Builder::new().name("think".to_owned()).spawn(move || {
            let engine = job(work).or(kept);
            finish.finish();
            engine
        });
        match spawned {
            Ok(thread) => self.search = Some(Search { handle, thread }),
            Err(error) => self.write_message(&Message::new("uci_no_thread").text("why", error.to_string())),
        }
    }

    /// Whether nothing is being thought; what was, gives its mind back.
    fn is_idle(&mut self) -> bool {
        if self.search.as_ref().is_some_and(|search| search.thread.is_finished()) {
            self.join();
        }
        self.search.is_none()
    }

    /// Waits for the work and takes its mind back.
    fn join(&mut self) {
        if let Some(search) = self.search.take() {
            // A mind that broke is made anew.
            self.engine = search.thread.join().ok().flatten();
        }
    }

    /// Ends the work, which then gives its answer; what is of use as a whole only is waited for.
    fn halt(&mut self) {
        self.search
            .iter()
            .filter(|search| !search.handle.is_uninterruptible())
            .for_each(|search| search.handle.stop());
        self.join();
    }

    /// Waits for a count or the like, as scripts expect that say everything at once.
    fn wait_for_uninterruptible(&mut self) {
        if self.search.as_ref().is_some_and(|search| search.handle.is_uninterruptible()) {
            self.join();
        }
    }

    /// Makes the mind the settings describe, and lets it forget what it should.
    fn prepare(&mut self) {
        if self.stale || self.engine.is_none() {
            // The old table goes before the new one comes.
            self.engine = None;
            self.engine = self.make_engine();
            self.stale = false;
        } else if self.forget
            && let Some(engine) = &mut self.engine
        {
            engine.forget();
        }
        self.forget = false;
    }

    fn make_engine(&self) -> Option<Box<dyn AnyEngine>> {
        let make = |spec: &str| (self.make)(self.book, &spec.parse()?, self.settings.resources());
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
            "docs/protocols.md says more",
        ];
        self.output.write_lines(&HELP.map(|line| remark(self.dialect, line)));
    }

    /// Says goodbye.
    fn end(&mut self) {
        self.wait_for_uninterruptible();
        if let Some(search) = &self.search {
            search.handle.stop();
            // A engine that does not listen ends with the program.
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
        // A game that cannot be opened at its start fails its own tests.
        let study = study.unwrap_or_else(|message| panic!("{}: {message}", book.spec().name));
        SessionPosition { setup: None, moves: Vec::new(), study }
    }
}

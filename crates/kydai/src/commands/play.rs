//! `kydai play`: a game against the computer in the terminal.

use std::hash::{BuildHasher, Hasher, RandomState};
use std::io::{self, BufRead, Write};
use std::sync::Arc;
use std::time::{Duration, Instant};

use clap::{Args, ValueEnum};
use protocol::default_engine;
use table::{
    AnyEngine, ClockRule, Command, Control, Created, EloMark, EngineResources, EngineSpec, LevelRating,
    Limits, Match, Message, Notation, Permissions, Refusal, Rulebook, Secret, Side, Study, ToMessage, View,
    Viewer, WallClock, move_delay,
};

use super::show::{native_notation, status_messages};
use crate::cli::{Board, Set};
use crate::draw::{BoardStyle, draw};
use crate::failure::Failure;
use crate::output::Output;
use crate::setup;

/// `kydai play`.
#[derive(Args)]
pub struct Play {
    /// Game, start position and rules.
    #[command(flatten)]
    pub board: Board,

    /// Strength of the computer, from 1 (beginner) to 8 (full strength)
    #[arg(long, short, value_name = "N", default_value_t = 4, value_parser = clap::value_parser!(u32).range(1..=8))]
    pub level: u32,

    /// Strength of the computer as an Elo rating instead of a level
    #[arg(long, value_name = "N", conflicts_with = "level")]
    pub elo: Option<i32>,

    /// Engine instead of a level: champion, alphabeta:depth=4, mcts:sims=5000, random
    #[arg(long, alias = "brain", value_name = "ENGINE", conflicts_with_all = ["level", "elo"])]
    pub engine: Option<String>,

    /// Your side
    #[arg(long, short, value_enum, default_value_t = Seat::First)]
    pub side: Seat,

    /// Notation of your moves [default: that of your language]; coordinates are always accepted
    #[arg(long, short, value_name = "NOTATION")]
    pub notation: Option<String>,

    /// Seconds per move of the computer; levels that are faster wait for a natural moment, at most twice this
    #[arg(long, short, value_name = "SECONDS", default_value_t = 1.0)]
    pub time: f64,

    /// Piece set
    #[arg(long, value_enum, default_value_t = Set::Hanzi)]
    pub set: Set,

    /// Random seed, for a reproducible game [default: random]
    #[arg(long, value_name = "N")]
    pub seed: Option<u64>,
}

/// Your side.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum Seat {
    /// Red or White, who moves first
    #[value(aliases = ["red", "white"])]
    First,
    /// Black
    #[value(alias = "black")]
    Second,
}

pub fn run(asked: &Play, output: &Output) -> Result<(), Failure> {
    let mut game = Game::new(asked, output)?;
    let mut input = io::stdin().lock();
    game.greet()?;
    game.show()?;
    loop {
        if game.is_over() {
            // The game is over: only a takeback continues it.
        } else if game.view().turn != game.you {
            game.answer()?;
            game.show()?;
            continue;
        }
        game.prompt()?;
        let Some(line) = read_line(&mut input)? else { return output.print("") };
        match line.trim() {
            "" => {}
            "quit" | "exit" | "q" => return Ok(()),
            word => game.execute(word)?,
        }
    }
}

/// Reads the next line, replacing invalid UTF-8; `None` at the end of input.
fn read_line(input: &mut impl BufRead) -> Result<Option<String>, Failure> {
    let mut bytes = Vec::new();
    let count = input.read_until(b'\n', &mut bytes).map_err(Failure::Unreadable)?;
    Ok((count > 0).then(|| String::from_utf8_lossy(&bytes).into_owned()))
}

/// Opponent of the player.
#[derive(Clone, Copy)]
enum Opponent {
    Level(LevelRating),
    Elo(i32, EloMark),
    /// An engine given by name, which moves without delay.
    Engine,
}

impl Opponent {
    /// Opponent from the arguments. A game without levels is played at full strength.
    fn of(asked: &Play, book: &dyn Rulebook) -> Opponent {
        let levels = book.levels();
        let level = levels.iter().find(|status_messages| status_messages.level == asked.level);
        match (&asked.engine, asked.elo, level) {
            (None, Some(elo), Some(_)) => {
                let near = levels.iter().rfind(|status_messages| status_messages.elo <= elo);
                Opponent::Elo(elo, near.map_or(EloMark::Estimated, |status_messages| status_messages.mark))
            }
            (None, None, Some(&status_messages)) => Opponent::Level(status_messages),
            _ => Opponent::Engine,
        }
    }

    fn message(self) -> Option<Message> {
        match self {
            Opponent::Level(status_messages) => Some(
                Message::new("play_opponent")
                    .number("level", status_messages.level)
                    .word("name", status_messages.name)
                    .nest("elo", status_messages.elo_message()),
            ),
            Opponent::Elo(elo, mark) => {
                Some(Message::new("play_opponent_elo").nest("elo", mark.message(elo)))
            }
            Opponent::Engine => None,
        }
    }
}

struct Game<'a> {
    book: &'static dyn Rulebook,
    table: Box<dyn Match>,
    engine: Box<dyn AnyEngine>,
    you: Side,
    notation: Notation,
    /// Milliseconds per move.
    time: u64,
    opponent: Opponent,
    seed: u64,
    style: BoardStyle,
    begin: Instant,
    output: &'a Output,
}

impl<'a> Game<'a> {
    fn new(asked: &Play, output: &'a Output) -> Result<Self, Failure> {
        let book = setup::rulebook(&asked.board.game)?;
        let seed = asked.seed.unwrap_or_else(|| RandomState::new().build_hasher().finish());
        let created = Created {
            game: book.spec().name.to_owned(),
            options: setup::options(&asked.board.rules, book)?,
            setup: asked.board.fen.clone(),
            handicap: None,
            seats: [String::new(), String::new()],
            clock: ClockRule::Off,
            permissions: Permissions::FREE,
            deal: None,
        };
        let opponent = Opponent::of(asked, book);
        let spec = match (opponent, &asked.engine) {
            (Opponent::Level(status_messages), _) => format!("champion:level={}", status_messages.level),
            (Opponent::Elo(elo, _), _) => format!("champion:elo={elo}"),
            (Opponent::Engine, Some(engine)) => engine.clone(),
            (Opponent::Engine, None) => default_engine(book).to_owned(),
        };
        let mut spec: EngineSpec = spec.parse()?;
        table::load_network(&mut spec, book, |file| std::fs::read(file))?;
        let notation = match &asked.notation {
            Some(name) => setup::notation(name, book)?,
            None => native_notation(book, output.language),
        };
        let you = if asked.side == Seat::First { Side::First } else { Side::Second };
        Ok(Game {
            book,
            table: book.new_match(&created, Some(&secret(asked.seed)))?,
            engine: book.engine(&spec, EngineResources { hash: 64, threads: 1 })?,
            you,
            notation,
            opponent,
            time: (asked.time.clamp(0.01, 86_400.0) * 1000.0) as u64,
            seed,
            style: BoardStyle { set: asked.set, colors: Output::colors(), flipped: you == Side::Second },
            begin: Instant::now(),
            output,
        })
    }

    fn now(&self) -> i64 {
        i64::try_from(self.begin.elapsed().as_millis()).unwrap_or(i64::MAX)
    }

    /// View of the match from your seat.
    fn view(&self) -> View {
        self.table.view(Viewer::Seat(self.you), self.now())
    }

    fn is_over(&self) -> bool {
        self.view().outcome.is_some()
    }

    fn print(&self, message: &Message) -> Result<(), Failure> {
        self.output.print(&self.output.render(message))
    }

    fn side_word(&self, side: Side) -> &'static str {
        self.book.spec().sides[side.index()]
    }

    /// Study of the match as one side knows it.
    fn study(&self, seat: Side) -> Result<Box<dyn Study>, Failure> {
        let created = self.table.created();
        let options: Vec<(&str, &str)> =
            created.options.iter().map(|(name, value)| (name.as_str(), value.as_str())).collect();
        let mut study = self.book.open(created.setup.as_deref(), &options)?;
        let moves = self.table.moves(Viewer::Seat(seat), Notation::Uci);
        let moves: Vec<&str> = moves.iter().map(String::as_str).collect();
        study.play_game(&moves, Notation::Uci)?;
        Ok(study)
    }

    /// Executes a match command; prints the reason if it is refused.
    fn act(&mut self, seat: Side, command: &Command) -> Result<bool, Failure> {
        match self.table.decide(seat, command, self.now()) {
            Ok(events) => {
                events.iter().for_each(|event| self.table.apply(event));
                Ok(true)
            }
            Err(refusal) => self.print(&refusal.message()).map(|()| false),
        }
    }

    fn greet(&self) -> Result<(), Failure> {
        self.print(
            &Message::new("play_greeting")
                .word("game", format!("game_{}", self.book.spec().name))
                .word("side", self.side_word(self.you))
                .text("notation", self.notation.name()),
        )?;
        self.opponent.message().map_or(Ok(()), |message| self.print(&message))
    }

    fn prompt(&self) -> Result<(), Failure> {
        let mut out = io::stdout().lock();
        write!(out, "> ")?;
        Ok(out.flush()?)
    }

    /// Prints the board, the last move and the status.
    fn show(&self) -> Result<(), Failure> {
        let study = self.study(self.you)?;
        let view = self.view();
        let mut text = format!("\n{}\n", draw(study.spec(), &view.picture, view.last_move, &self.style));
        if let Some(last) = study.moves(self.notation).pop() {
            let by = self.side_word(!study.status().turn);
            text.push_str(
                &self.output.render(&Message::new("play_moved").word("side", by).text("move", last)),
            );
            text.push('\n');
        }
        let mut status = study.status();
        status.outcome = view.outcome.or(status.outcome);
        for message in status_messages(study.as_ref(), &status) {
            text.push_str(&self.output.render(&message));
            text.push('\n');
        }
        if let Some(outcome) = view.outcome {
            text.push_str(&self.output.render(&table::explain_outcome(&outcome, study.spec())));
            text.push('\n');
        }
        self.output.print(&text)
    }

    /// Executes typed input: a command, else a move.
    fn execute(&mut self, typed: &str) -> Result<(), Failure> {
        match typed.to_lowercase().as_str() {
            "help" | "?" => self.print(&Message::new("play_help")),
            "board" | "d" => self.show(),
            "moves" => {
                let moves = self.study(self.you)?.legal_moves(self.notation);
                self.output.print(&moves.join(" "))
            }
            "flip" => {
                self.style.flipped = !self.style.flipped;
                self.show()
            }
            "undo" => {
                if self.act(self.you, &Command::TakeBack(None))? {
                    self.show()?;
                }
                Ok(())
            }
            "claim" => self.finish(&Command::ClaimDraw(None)),
            "resign" => self.finish(&Command::Resign),
            "hint" => self.hint(),
            _ => self.play(typed),
        }
    }

    fn finish(&mut self, command: &Command) -> Result<(), Failure> {
        if self.act(self.you, command)? {
            self.show()?;
        }
        Ok(())
    }

    /// Plays your move, in your notation or in coordinates.
    fn play(&mut self, typed: &str) -> Result<(), Failure> {
        let mut study = self.study(self.you)?;
        let before = study.ply();
        if let Err(message) = study.play(typed, self.notation)
            && study.play(typed, Notation::Uci).is_err()
        {
            self.print(&message)?;
            return self.print(&Message::new("play_no_move"));
        }
        let Some(mv) = study.moves(Notation::Uci).into_iter().nth(before) else { return Ok(()) };
        if self.act(self.you, &Command::Play(mv))? {
            self.show()?;
        }
        Ok(())
    }

    /// Plays the computer's move.
    fn answer(&mut self) -> Result<(), Failure> {
        let them = !self.you;
        self.print(&Message::new("play_thinking").word("side", self.side_word(them)))?;
        let begin = Instant::now();
        let study = self.study(them)?;
        let limits = self.limits(study.ply());
        let analysis = self.engine.think(study.as_ref(), &limits, &timer(), &mut |_| {})?;
        let any = || study.legal_moves(Notation::Uci).into_iter().next();
        let Some(mv) = analysis.best().map(str::to_owned).or_else(any) else { return Ok(()) };
        if !matches!(self.opponent, Opponent::Engine) {
            let natural = move_delay(study.as_ref(), &analysis, self.seed).min(2 * self.time);
            std::thread::sleep(Duration::from_millis(natural).saturating_sub(begin.elapsed()));
        }
        if !self.act(them, &Command::Play(mv))? {
            // An engine that returns no legal move resigns.
            self.act(them, &Command::Resign)?;
        }
        Ok(())
    }

    /// Prints the move the strongest engine would play.
    fn hint(&mut self) -> Result<(), Failure> {
        if self.is_over() {
            return self.print(&Refusal::Over.message());
        }
        let mut study = self.study(self.you)?;
        let spec: EngineSpec = default_engine(self.book).parse()?;
        let mut adviser = self.book.engine(&spec, EngineResources { hash: 32, threads: 1 })?;
        let analysis = adviser.think(study.as_ref(), &self.limits(study.ply()), &timer(), &mut |_| {})?;
        let Some(line) = analysis.lines.first() else { return Ok(()) };
        let before = study.ply();
        for mv in line.moves.iter().take(5) {
            if study.play(mv, Notation::Uci).is_err() {
                break;
            }
        }
        let shown = study.moves(self.notation).split_off(before);
        self.print(&Message::new("play_hint").text("line", shown.join(" ")))
    }

    fn limits(&self, ply: usize) -> Limits<String> {
        Limits {
            time: Some(self.time),
            overhead: 0,
            seed: self.seed.wrapping_add(ply as u64),
            ..Limits::default()
        }
    }
}

fn timer() -> Control {
    Control::new(Arc::new(WallClock::start()))
}

/// Seed and nonces of the deal, for games with hidden pieces.
fn secret(seed: Option<u64>) -> Secret {
    let word = |index: u64| match seed {
        Some(seed) => {
            seed.wrapping_mul(0x9E37_79B9_7F4A_7C15).rotate_left(17 * index as u32).wrapping_add(index)
        }
        None => RandomState::new().hash_one((Duration::from_millis(index), std::process::id())),
    };
    Secret {
        seed: (0..4).flat_map(|index| word(index).to_le_bytes()).collect(),
        nonces: [Vec::new(), Vec::new()],
    }
}

pub const ABOUT: &str = "\
Play against the computer in the terminal. The board is drawn after every move; type moves in
the notation of your language or in coordinates.

Commands: help, hint, undo, flip, moves (all legal moves), claim (a draw you may claim), resign,
quit. Check, mate and impending repetitions are announced. At jieqi the pieces are dealt
secretly, and each side knows only what it has seen.";

pub const EXAMPLES: &str = "\
Examples:
  kydai play
  kydai play --game chess --level 2 --side second
  kydai play --game chess --elo 1400
  kydai play --game jieqi --lang vi
  kydai play --engine alphabeta:depth=3 --notation wxf";

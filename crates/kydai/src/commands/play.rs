//! `kydai play`: a game against the machine in the terminal.

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

use super::show::{native_notation, standing};
use crate::cli::{Board, Set};
use crate::desk;
use crate::draw::{Look, draw};
use crate::failure::Failure;
use crate::speech::Speech;

/// `kydai play`.
#[derive(Args)]
pub struct Play {
    /// What is on the board.
    #[command(flatten)]
    pub board: Board,

    /// How strong the machine plays, from 1 (a beginner) to 8 (as well as it can)
    #[arg(long, short, value_name = "N", default_value_t = 4, value_parser = clap::value_parser!(u32).range(1..=8))]
    pub level: u32,

    /// How strong the machine plays, by its Elo instead of a level
    #[arg(long, value_name = "N", conflicts_with = "level")]
    pub elo: Option<i32>,

    /// Who plays instead of a level: champion, alphabeta:depth=4, mcts:sims=5000, random
    #[arg(long, alias = "brain", value_name = "ENGINE", conflicts_with_all = ["level", "elo"])]
    pub engine: Option<String>,

    /// The side you play
    #[arg(long, short, value_enum, default_value_t = Seat::First)]
    pub side: Seat,

    /// The notation you write moves in [default: the one of your language]; coordinates are always understood
    #[arg(long, short, value_name = "NOTATION")]
    pub notation: Option<String>,

    /// Seconds the machine may think about a move; a level that knows its move sooner still takes a natural moment,
    /// at most twice this
    #[arg(long, short, value_name = "SECONDS", default_value_t = 1.0)]
    pub time: f64,

    /// How to draw the pieces
    #[arg(long, value_enum, default_value_t = Set::Hanzi)]
    pub set: Set,

    /// What chance grows from, for a game that can be played again [default: chance itself]
    #[arg(long, value_name = "N")]
    pub seed: Option<u64>,
}

/// Who you are.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum Seat {
    /// Red or White, who begins
    #[value(aliases = ["red", "white"])]
    First,
    /// Black
    #[value(alias = "black")]
    Second,
}

pub fn run(asked: &Play, speech: &Speech) -> Result<(), Failure> {
    let mut game = Game::new(asked, speech)?;
    let mut input = io::stdin().lock();
    game.greet()?;
    game.show()?;
    loop {
        if game.is_over() {
            // Only taking back leads on from here.
        } else if game.view().turn != game.you {
            game.answer()?;
            game.show()?;
            continue;
        }
        game.prompt()?;
        let Some(line) = read_line(&mut input)? else { return speech.print("") };
        match line.trim() {
            "" => {}
            "quit" | "exit" | "q" => return Ok(()),
            word => game.obey(word)?,
        }
    }
}

/// The next line, whatever its bytes; `None` at the end.
fn read_line(input: &mut impl BufRead) -> Result<Option<String>, Failure> {
    let mut bytes = Vec::new();
    let count = input.read_until(b'\n', &mut bytes).map_err(Failure::Unreadable)?;
    Ok((count > 0).then(|| String::from_utf8_lossy(&bytes).into_owned()))
}

/// Who the machine plays as.
#[derive(Clone, Copy)]
enum Opponent {
    Level(LevelRating),
    Elo(i32, EloMark),
    /// A engine by its name, which answers as soon as it can.
    Engine,
}

impl Opponent {
    /// The opponent asked for. A game without levels is played as well as can be.
    fn of(asked: &Play, book: &dyn Rulebook) -> Opponent {
        let levels = book.levels();
        let level = levels.iter().find(|standing| standing.level == asked.level);
        match (&asked.engine, asked.elo, level) {
            (None, Some(elo), Some(_)) => {
                let near = levels.iter().rfind(|standing| standing.elo <= elo);
                Opponent::Elo(elo, near.map_or(EloMark::Estimated, |standing| standing.mark))
            }
            (None, None, Some(&standing)) => Opponent::Level(standing),
            _ => Opponent::Engine,
        }
    }

    fn message(self) -> Option<Message> {
        match self {
            Opponent::Level(standing) => Some(
                Message::new("play_opponent")
                    .number("level", standing.level)
                    .word("name", standing.name)
                    .nest("elo", standing.elo_message()),
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
    /// Milliseconds for a move.
    time: u64,
    opponent: Opponent,
    seed: u64,
    look: Look,
    begin: Instant,
    speech: &'a Speech,
}

impl<'a> Game<'a> {
    fn new(asked: &Play, speech: &'a Speech) -> Result<Self, Failure> {
        let book = desk::rulebook(&asked.board.game)?;
        let seed = asked.seed.unwrap_or_else(|| RandomState::new().build_hasher().finish());
        let created = Created {
            game: book.spec().name.to_owned(),
            options: desk::options(&asked.board.rules, book)?,
            setup: asked.board.fen.clone(),
            handicap: None,
            seats: [String::new(), String::new()],
            clock: ClockRule::Off,
            permissions: Permissions::FREE,
            deal: None,
        };
        let opponent = Opponent::of(asked, book);
        let spec = match (opponent, &asked.engine) {
            (Opponent::Level(standing), _) => format!("champion:level={}", standing.level),
            (Opponent::Elo(elo, _), _) => format!("champion:elo={elo}"),
            (Opponent::Engine, Some(engine)) => engine.clone(),
            (Opponent::Engine, None) => default_engine(book).to_owned(),
        };
        let spec: EngineSpec = spec.parse()?;
        table::load_network(&spec, book, |file| std::fs::read(file))?;
        let notation = match &asked.notation {
            Some(name) => desk::notation(name, book)?,
            None => native_notation(book, speech.language),
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
            look: Look { set: asked.set, colors: Speech::colors(), flipped: you == Side::Second },
            begin: Instant::now(),
            speech,
        })
    }

    fn now(&self) -> i64 {
        i64::try_from(self.begin.elapsed().as_millis()).unwrap_or(i64::MAX)
    }

    /// The match as you see it.
    fn view(&self) -> View {
        self.table.view(Viewer::Seat(self.you), self.now())
    }

    fn is_over(&self) -> bool {
        self.view().outcome.is_some()
    }

    fn say(&self, message: &Message) -> Result<(), Failure> {
        self.speech.print(&self.speech.say(message))
    }

    fn side_word(&self, side: Side) -> &'static str {
        self.book.spec().sides[side.index()]
    }

    /// The line of the match as a seat knows it, opened for work.
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

    /// Does something in the match; a refusal is told.
    fn act(&mut self, seat: Side, command: &Command) -> Result<bool, Failure> {
        match self.table.decide(seat, command, self.now()) {
            Ok(events) => {
                events.iter().for_each(|event| self.table.apply(event));
                Ok(true)
            }
            Err(refusal) => self.say(&refusal.message()).map(|()| false),
        }
    }

    fn greet(&self) -> Result<(), Failure> {
        self.say(
            &Message::new("play_greeting")
                .word("game", format!("game_{}", self.book.spec().name))
                .word("side", self.side_word(self.you))
                .text("notation", self.notation.name()),
        )?;
        self.opponent.message().map_or(Ok(()), |message| self.say(&message))
    }

    fn prompt(&self) -> Result<(), Failure> {
        let mut out = io::stdout().lock();
        write!(out, "> ")?;
        Ok(out.flush()?)
    }

    /// The board, the last move, and how things stand.
    fn show(&self) -> Result<(), Failure> {
        let study = self.study(self.you)?;
        let view = self.view();
        let mut text = format!("\n{}\n", draw(study.spec(), &view.picture, view.last_move, &self.look));
        if let Some(last) = study.moves(self.notation).pop() {
            let by = self.side_word(!study.status().turn);
            text.push_str(&self.speech.say(&Message::new("play_moved").word("side", by).text("move", last)));
            text.push('\n');
        }
        let mut status = study.status();
        status.outcome = view.outcome.or(status.outcome);
        for message in standing(study.as_ref(), &status) {
            text.push_str(&self.speech.say(&message));
            text.push('\n');
        }
        if let Some(outcome) = view.outcome {
            text.push_str(&self.speech.say(&table::explain_outcome(&outcome, study.spec())));
            text.push('\n');
        }
        self.speech.print(&text)
    }

    /// Does what was typed: a command, else a move.
    fn obey(&mut self, typed: &str) -> Result<(), Failure> {
        match typed.to_lowercase().as_str() {
            "help" | "?" => self.say(&Message::new("play_help")),
            "board" | "d" => self.show(),
            "moves" => {
                let moves = self.study(self.you)?.legal_moves(self.notation);
                self.speech.print(&moves.join(" "))
            }
            "flip" => {
                self.look.flipped = !self.look.flipped;
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

    /// Your move, in your notation or in coordinates.
    fn play(&mut self, typed: &str) -> Result<(), Failure> {
        let mut study = self.study(self.you)?;
        let before = study.ply();
        if let Err(message) = study.play(typed, self.notation)
            && study.play(typed, Notation::Uci).is_err()
        {
            self.say(&message)?;
            return self.say(&Message::new("play_no_move"));
        }
        let Some(mv) = study.moves(Notation::Uci).into_iter().nth(before) else { return Ok(()) };
        if self.act(self.you, &Command::Play(mv))? {
            self.show()?;
        }
        Ok(())
    }

    /// The machine's move.
    fn answer(&mut self) -> Result<(), Failure> {
        let them = !self.you;
        self.say(&Message::new("play_thinking").word("side", self.side_word(them)))?;
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
            // Nothing else is left to a player that cannot move by the rules.
            self.act(them, &Command::Resign)?;
        }
        Ok(())
    }

    /// What the best player of the house would do in your place.
    fn hint(&mut self) -> Result<(), Failure> {
        if self.is_over() {
            return self.say(&Refusal::Over.message());
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
        self.say(&Message::new("play_hint").text("line", shown.join(" ")))
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

/// What a deal is made from, for games that have one.
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
Play against the machine in the terminal. The board is drawn after every move; write your
moves in the notation of your language or in coordinates.

Besides moves: help, hint, undo, flip, moves (all legal ones), claim (a draw you may claim),
resign, quit. Check, mate and repetitions that threaten are announced. At jieqi the men are
dealt in secret, and each side knows what it has seen.";

pub const EXAMPLES: &str = "\
Examples:
  kydai play
  kydai play --game chess --level 2 --side second
  kydai play --game chess --elo 1400
  kydai play --game jieqi --lang vi
  kydai play --engine alphabeta:depth=3 --notation wxf";

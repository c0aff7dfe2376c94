//! `kydai analyse`: what an engine thinks of a position, or of every move of a game.

mod game;
mod source;

use std::sync::Arc;

use clap::Args;
use protocol::{bound_visits, default_engine};
use serde_json::{Value as Json, json};
use table::{
    AnyEngine, Control, EngineResources, EngineSpec, Limits, Message, Notation, ReportLine, Rulebook, Score,
    SearchReport, Side, Study, WallClock,
};

use super::show::native_notation;
use crate::cli::Board;
use crate::failure::Failure;
use crate::speech::Speech;

/// `kydai analyse`.
#[derive(Args)]
pub struct Analyse {
    /// A file of any form that `convert` reads (`-` for standard input); or a position or moves themselves
    #[arg(value_name = "FILE|FEN|MOVES", allow_hyphen_values = true)]
    pub what: Option<String>,

    /// What is on the board.
    #[command(flatten)]
    pub board: Board,

    /// The moves of a game to analyze
    #[arg(long, short, value_name = "MOVES", allow_hyphen_values = true, conflicts_with = "what")]
    pub moves: Option<String>,

    /// The notation the moves are written in; auto finds the one that reads them all
    #[arg(long, short, value_name = "NOTATION", default_value = "auto")]
    pub notation: String,

    /// Which game of the file
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..))]
    pub number: u32,

    /// Seconds for each position [default: 1 for a position, 0.3 for each move of a game]
    #[arg(long, short, value_name = "SECONDS")]
    pub time: Option<f64>,

    /// Look no deeper than this many plies
    #[arg(long, short, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    pub depth: Option<u32>,

    /// Visit no more positions than this
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    pub nodes: Option<u64>,

    /// How many best lines of a position to show
    #[arg(long, short, value_name = "N", default_value_t = 3, value_parser = clap::value_parser!(u32).range(1..=100))]
    pub lines: u32,

    /// Who thinks: champion, alphabeta:depth=4, mcts:sims=5000
    #[arg(long, alias = "brain", value_name = "ENGINE")]
    pub engine: Option<String>,

    /// Megabytes of memory for what was found out
    #[arg(long, value_name = "MB", default_value_t = 64, value_parser = clap::value_parser!(u32).range(1..=65536))]
    pub hash: u32,

    /// Threads to think with
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..=256))]
    pub threads: u32,
}

pub fn run(asked: &Analyse, speech: &Speech) -> Result<(), Failure> {
    let source::Source { book, mut study, outcome } = source::find(asked, speech)?;
    let critic = Critic::new(asked, book, speech)?;
    if study.ply() == 0 {
        position(critic, study.as_mut(), asked)
    } else {
        game::run(critic, study.as_ref(), outcome)
    }
}

/// Somebody who thinks about positions and writes down what it thinks.
struct Critic<'a> {
    book: &'static dyn Rulebook,
    spec: EngineSpec,
    engine: Box<dyn AnyEngine>,
    asked: &'a Analyse,
    speech: &'a Speech,
    /// The notation people of this language read.
    notation: Notation,
}

impl<'a> Critic<'a> {
    fn new(asked: &'a Analyse, book: &'static dyn Rulebook, speech: &'a Speech) -> Result<Self, Failure> {
        let spec: EngineSpec = asked.engine.as_deref().unwrap_or(default_engine(book)).parse()?;
        let resources = EngineResources { hash: asked.hash as usize, threads: asked.threads as usize };
        let notation = native_notation(book, speech.language);
        table::load_network(&spec, book, |file| std::fs::read(file))?;
        Ok(Critic { book, engine: book.engine(&spec, resources)?, spec, asked, speech, notation })
    }

    /// As long as was asked for, else so many seconds.
    fn limits(&self, lines: usize, usual: f64) -> Limits<String> {
        let free = self.asked.depth.is_none() && self.asked.nodes.is_none();
        let seconds = self.asked.time.or(free.then_some(usual));
        let limits = Limits {
            depth: self.asked.depth,
            nodes: self.asked.nodes,
            time: seconds.map(|seconds| (seconds.clamp(0.001, 1e9) * 1000.0) as u64),
            lines,
            overhead: 0,
            ..Limits::default()
        };
        bound_visits(&self.spec, limits)
    }

    fn think(&mut self, study: &dyn Study, lines: usize, usual: f64) -> Result<SearchReport, Message> {
        let control = Control::new(Arc::new(WallClock::start()));
        let limits = self.limits(lines, usual);
        let mut exact = 0;
        let mut analysis =
            self.engine.think(study, &limits, &control, &mut |analysis| exact = analysis.nodes)?;
        analysis.nodes = analysis.nodes.max(exact);
        Ok(analysis)
    }

    /// Moves in coordinates, written as people read them.
    fn write(&self, study: &mut dyn Study, moves: &[String], notation: Notation) -> Vec<String> {
        let before = study.ply();
        for mv in moves {
            if study.play(mv, Notation::Uci).is_err() {
                break;
            }
        }
        let written = study.moves(notation).split_off(before);
        while study.ply() > before && study.pop() {}
        written
    }

    fn line_json(&self, line: &ReportLine) -> Json {
        let [win, draw, loss] = line.chances;
        json!({
            "score": score_json(line.score),
            "win": win,
            "draw": draw,
            "loss": loss,
            "line": line.moves,
        })
    }
}

/// `{"cp": 31}` or `{"mate": 3}`, from the side to move's view.
fn score_json(score: Score) -> Json {
    match score.mate_plies() {
        Some(plies) if plies > 0 => json!({ "mate": (plies + 1) / 2 }),
        Some(plies) => json!({ "mate": plies / 2 }),
        None => json!({ "cp": score.raw() }),
    }
}

/// A score as people read it, from the first side's view: `+0.31`, `#3`.
fn score_text(score: Score, turn: Side) -> String {
    let (score, sign) = if turn == Side::First { (score, 1) } else { (-score, -1) };
    match score.mate_plies() {
        Some(0) => format!("#{}", if sign > 0 { "-0" } else { "0" }),
        Some(plies) if plies > 0 => format!("#{}", (plies + 1) / 2),
        Some(plies) => format!("#-{}", (1 - plies) / 2),
        None => format!("{:+.2}", f64::from(score.raw()) / 100.0),
    }
}

/// A position: its best lines.
fn position(mut critic: Critic<'_>, study: &mut dyn Study, asked: &Analyse) -> Result<(), Failure> {
    let speech = critic.speech;
    let status = study.status();
    if let Some(outcome) = status.outcome.filter(|_| status.legal == 0) {
        let why = table::explain_outcome(&outcome, study.spec());
        if speech.json {
            return speech.print_json(&json!({
                "game": study.spec().name,
                "position": study.position(""),
                "verdict": outcome.code(),
                "reason": outcome.reason.code(),
                "lines": [],
            }));
        }
        return speech.print(&speech.say(&why));
    }
    let analysis = critic.think(study, asked.lines as usize, 1.0)?;
    if speech.json {
        let lines: Vec<Json> = analysis.lines.iter().map(|line| critic.line_json(line)).collect();
        return speech.print_json(&json!({
            "game": study.spec().name,
            "position": study.position(""),
            "turn": status.turn.code(),
            "depth": analysis.depth,
            "nodes": analysis.nodes,
            "seconds": analysis.micros as f64 / 1e6,
            "lines": lines,
        }));
    }
    let mut text = String::new();
    for (index, line) in analysis.lines.iter().enumerate() {
        let moves = critic.write(study, &line.moves, critic.notation);
        let score = score_text(line.score, status.turn);
        text.push_str(&format!("{}. {score:>7}  {}\n", index + 1, moves.join(" ")));
    }
    let seconds = analysis.micros as f64 / 1e6;
    text.push_str(
        &speech.say(
            &Message::new("analyse_effort")
                .number("depth", analysis.depth)
                .number("nodes", analysis.nodes)
                .text("seconds", format!("{seconds:.2}")),
        ),
    );
    speech.print(&text)
}

pub const ABOUT: &str = "\
Ask an engine about a position, or review every move of a game.

What is analyzed may be a file of any form that `kydai convert` reads (PGN, XQF, CBR and CBL,
DhtmlXQ, our own text, plain moves or a position; --number chooses among its games), or a
position or moves typed right here. For a position the best lines are shown with their scores.

For a game every move gets its score; a decision that gave away a tenth of the winning chances
is marked ?!, two tenths ?, three tenths ??, and the better line is shown. Then come each
side's accuracy and the game in a few sentences. Where men are hidden a decision is judged by
what its player knew; what the flip brought is counted apart, as luck. The game is reviewed
from its end; Ctrl-C ends the review and shows what was found so far.

Scores are in hundredths of a soldier or pawn, from the first side's view (+ is good for Red
or White); #3 is a mate in three moves. With --json they are from the view of the side to
move. --time, --depth and --nodes hold for each position; with --nodes or --depth alone the
same game gives the same review.";

pub const EXAMPLES: &str = "\
Examples:
  kydai analyse --game chess \"r1bqkbnr/pppp1ppp/2n5/4p2Q/2B1P3/8/PPPP1PPP/RNB1K1NR w KQkq - 4 4\"
  kydai analyse --moves \"h2e2 h9g7 h0g2 i9h9\" --depth 8
  kydai analyse game.pgn --time 0.5
  kydai analyse --lang vi van.xqf --nodes 100000
  kydai analyse --lang vi --moves \"P2-5 M8.7 M2.3 X9-8\" --json";

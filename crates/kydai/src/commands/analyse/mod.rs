//! `kydai analyse`: best lines of a position, or a review of every move of a game.

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
use crate::output::Output;

/// `kydai analyse`.
#[derive(Args)]
pub struct Analyse {
    /// File in any format `convert` reads (`-` for standard input), or a position or moves
    #[arg(value_name = "FILE|FEN|MOVES", allow_hyphen_values = true)]
    pub what: Option<String>,

    /// Game, start position and rules.
    #[command(flatten)]
    pub board: Board,

    /// Moves of a game to analyze
    #[arg(long, short, value_name = "MOVES", allow_hyphen_values = true, conflicts_with = "what")]
    pub moves: Option<String>,

    /// Notation of the moves; auto detects the one in which all moves are legal
    #[arg(long, short, value_name = "NOTATION", default_value = "auto")]
    pub notation: String,

    /// Number of the game in the file
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..))]
    pub number: u32,

    /// Seconds per position [default: 1 for a position, 0.3 for each move of a game]
    #[arg(long, short, value_name = "SECONDS")]
    pub time: Option<f64>,

    /// Maximum depth in plies
    #[arg(long, short, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    pub depth: Option<u32>,

    /// Maximum number of nodes
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    pub nodes: Option<u64>,

    /// Number of best lines to show (multi-PV)
    #[arg(long, short, value_name = "N", default_value_t = 3, value_parser = clap::value_parser!(u32).range(1..=100))]
    pub lines: u32,

    /// Engine: champion, alphabeta:depth=4, mcts:sims=5000
    #[arg(long, alias = "brain", value_name = "ENGINE")]
    pub engine: Option<String>,

    /// Transposition table size in megabytes
    #[arg(long, value_name = "MB", default_value_t = 64, value_parser = clap::value_parser!(u32).range(1..=65536))]
    pub hash: u32,

    /// Number of threads
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..=256))]
    pub threads: u32,
}

pub fn run(asked: &Analyse, output: &Output) -> Result<(), Failure> {
    let source::Source { book, mut study, outcome } = source::find(asked, output)?;
    let analyst = Analyst::new(asked, book, output)?;
    if study.ply() == 0 {
        position(analyst, study.as_mut(), asked)
    } else {
        game::run(analyst, study.as_ref(), outcome)
    }
}

/// Engine with the output settings of one run.
struct Analyst<'a> {
    book: &'static dyn Rulebook,
    spec: EngineSpec,
    engine: Box<dyn AnyEngine>,
    asked: &'a Analyse,
    output: &'a Output,
    /// Notation customary in the output language.
    notation: Notation,
}

impl<'a> Analyst<'a> {
    fn new(asked: &'a Analyse, book: &'static dyn Rulebook, output: &'a Output) -> Result<Self, Failure> {
        let mut spec: EngineSpec = asked.engine.as_deref().unwrap_or(default_engine(book)).parse()?;
        let resources = EngineResources { hash: asked.hash as usize, threads: asked.threads as usize };
        let notation = native_notation(book, output.language);
        table::load_network(&mut spec, book, |file| std::fs::read(file))?;
        Ok(Analyst { book, engine: book.engine(&spec, resources)?, spec, asked, output, notation })
    }

    /// Search limits from the arguments, or a default time.
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

    /// Converts moves from coordinates to a notation.
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
pub fn score_json(score: Score) -> Json {
    match score.mate_plies() {
        Some(plies) if plies > 0 => json!({ "mate": (plies + 1) / 2 }),
        Some(plies) => json!({ "mate": plies / 2 }),
        None => json!({ "cp": score.raw() }),
    }
}

/// Formats a score in pawns from the first side's view: `+0.31`, `#3`.
pub fn score_text(score: Score, turn: Side) -> String {
    let (score, sign) = if turn == Side::First { (score, 1) } else { (-score, -1) };
    match score.mate_plies() {
        Some(0) => format!("#{}", if sign > 0 { "-0" } else { "0" }),
        Some(plies) if plies > 0 => format!("#{}", (plies + 1) / 2),
        Some(plies) => format!("#-{}", (1 - plies) / 2),
        None => format!("{:+.2}", f64::from(score.raw()) / 100.0),
    }
}

/// Prints the best lines of a position.
fn position(mut analyst: Analyst<'_>, study: &mut dyn Study, asked: &Analyse) -> Result<(), Failure> {
    let output = analyst.output;
    let status = study.status();
    if let Some(outcome) = status.outcome.filter(|_| status.legal == 0) {
        let why = table::explain_outcome(&outcome, study.spec());
        if output.json {
            return output.print_json(&json!({
                "game": study.spec().name,
                "position": study.position(""),
                "verdict": outcome.code(),
                "reason": outcome.reason.code(),
                "lines": [],
            }));
        }
        return output.print(&output.render(&why));
    }
    let analysis = analyst.think(study, asked.lines as usize, 1.0)?;
    if output.json {
        let lines: Vec<Json> = analysis.lines.iter().map(|line| analyst.line_json(line)).collect();
        return output.print_json(&json!({
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
        let moves = analyst.write(study, &line.moves, analyst.notation);
        let score = score_text(line.score, status.turn);
        text.push_str(&format!("{}. {score:>7}  {}\n", index + 1, moves.join(" ")));
    }
    let seconds = analysis.micros as f64 / 1e6;
    text.push_str(
        &output.render(
            &Message::new("analyse_effort")
                .number("depth", analysis.depth)
                .number("nodes", analysis.nodes)
                .text("seconds", format!("{seconds:.2}")),
        ),
    );
    output.print(&text)
}

pub const ABOUT: &str = "\
Analyze a position, or review every move of a game.

The input is a file in any format `kydai convert` reads (PGN, XQF, CBR and CBL, DhtmlXQ, our
own text, plain moves or a position; --number selects a game of the file), or a position or
moves given as arguments. For a position the best lines are shown with their scores.

For a game every move gets its score; a decision that gave away a tenth of the winning chances
is marked ?!, two tenths ?, three tenths ??, and the better line is shown. Each side's accuracy
and a short summary follow. At jieqi a decision is judged by what its player knew; what the
revealed piece changed is reported separately, as luck. The game is reviewed from its end;
Ctrl-C stops the review and prints what was found so far.

Scores are in pawns (soldiers at xiangqi) from the first side's view: + is good for Red or
White; #3 is a mate in three moves. With --json they are centipawns from the view of the side
to move. --time, --depth and --nodes apply to each position; with --nodes or --depth alone the
same game gives the same review.";

pub const EXAMPLES: &str = "\
Examples:
  kydai analyse --game chess \"r1bqkbnr/pppp1ppp/2n5/4p2Q/2B1P3/8/PPPP1PPP/RNB1K1NR w KQkq - 4 4\"
  kydai analyse --moves \"h2e2 h9g7 h0g2 i9h9\" --depth 8
  kydai analyse game.pgn --time 0.5
  kydai analyse --lang vi van.xqf --nodes 100000
  kydai analyse --lang vi --moves \"P2-5 M8.7 M2.3 X9-8\" --json";

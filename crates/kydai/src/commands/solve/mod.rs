//! `kydai solve`: a forced win proven or ruled out, said in words, in any notation, or in JSON.

mod live;
mod tree;

use std::sync::Arc;

use clap::{Args, ValueEnum};
use serde_json::{Value as Json, json};
use table::{
    Control, Message, Notation, Rulebook, Score, SearchReport, Side, Solution, SolveRequest, Solved, Study,
    WallClock,
};

use super::show::native_notation;
use crate::cli::Board;
use crate::desk::{self, Desk};
use crate::failure::Failure;
use crate::speech::Speech;
use crate::text::join_moves;
use live::Live;
use tree::Tree;

/// `kydai solve`.
#[derive(Args)]
pub struct Solve {
    /// What is on the board.
    #[command(flatten)]
    pub board: Board,

    /// The side that is to win [default: the side to move]
    #[arg(long, short, value_enum)]
    pub side: Option<Winner>,

    /// Win within this many of the winner's moves [default: any number]
    #[arg(long, short, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=200))]
    pub moves: Option<u32>,

    /// Seconds to work at most
    #[arg(long, short, value_name = "SECONDS", default_value_t = 30.0, value_parser = seconds)]
    pub time: f64,

    /// Positions to visit at most
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    pub nodes: Option<u64>,

    /// The notation to write moves in [default: the one players of the language read]
    #[arg(long, short, value_name = "NOTATION")]
    pub notation: Option<String>,

    /// Also write every defence and how it is answered
    #[arg(long)]
    pub tree: bool,

    /// Megabytes of memory for what was found out
    #[arg(long, value_name = "MB", default_value_t = 64, value_parser = clap::value_parser!(u32).range(1..=65536))]
    pub hash: u32,
}

/// The side that is to win.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum Winner {
    /// Red or White
    #[value(aliases = ["red", "white"])]
    First,
    /// Black
    #[value(alias = "black")]
    Second,
}

pub fn run(asked: &Solve, speech: &Speech) -> Result<(), Failure> {
    let Desk { book, mut study } = desk::open(&asked.board)?;
    let notation = match &asked.notation {
        Some(name) => desk::notation(name, book)?,
        None => native_notation(book, speech.language),
    };
    let ask = SolveRequest {
        winner: asked.side.map(|side| if side == Winner::First { Side::First } else { Side::Second }),
        moves: asked.moves,
        nodes: asked.nodes,
        time: Some((asked.time * 1000.0).ceil() as u64),
        hash: asked.hash as usize,
        keys: true,
    };
    let control = Control::new(Arc::new(WallClock::start()));
    stop_on_interrupt(&control);
    let live = Live::new();
    let solution = book.solve(study.as_ref(), &ask, &control, &mut |progress| live.show(progress, speech));
    live.finish();
    let report = Report { solution: solution?, book, notation, speech };
    if speech.json { report.print_json(study.as_mut(), asked) } else { report.print(study.as_mut(), asked) }
}

/// A number of seconds that is some time and not for ever.
fn seconds(text: &str) -> Result<f64, String> {
    match text.parse::<f64>() {
        Ok(seconds) if seconds > 0.0 && seconds <= 1e9 => Ok(seconds),
        Ok(_) => Err("it must be more than 0 and at most 1000000000".to_owned()),
        Err(error) => Err(error.to_string()),
    }
}

/// The first interruption ends the search, and what is known by then is said; a second one ends the program.
pub fn stop_on_interrupt(control: &Control) {
    let control = control.clone();
    // Where the system lets nobody listen, an interruption simply ends the program.
    let _ = ctrlc::set_handler(move || {
        if control.is_stopped() {
            std::process::exit(130);
        }
        control.stop();
    });
}

/// An answer and how it is to be said.
struct Report<'a> {
    solution: Solution,
    book: &'static dyn Rulebook,
    notation: Notation,
    speech: &'a Speech,
}

impl Report<'_> {
    fn print(mut self, study: &mut dyn Study, asked: &Solve) -> Result<(), Failure> {
        let speech = self.speech;
        let mut lines: Vec<String> = study
            .warnings()
            .iter()
            .map(|warning| speech.label("cli_warning", &speech.say(warning)))
            .collect();
        lines.push(speech.say(&self.solution.message(self.book.spec())));
        if !self.solution.keys.is_empty() {
            let keys: Vec<String> = self
                .solution
                .keys
                .iter()
                .flat_map(|key| self.write(study, std::slice::from_ref(key)))
                .collect();
            let word = if self.solution.all_keys { "solve_keys" } else { "solve_keys_open" };
            lines.push(speech.label(word, &words::list(&keys, speech.language)));
        }
        if !self.solution.line.is_empty() {
            let line = self.write(study, &self.solution.line);
            lines.push(speech.label("solve_line", &join_moves(&line, self.notation)));
        }
        if let Some(estimate) = self.solution.estimate.as_ref().and_then(|estimate| estimate.lines.first()) {
            let line = join_moves(&self.write(study, &estimate.moves), self.notation);
            let score = score_text(estimate.score);
            let message = Message::new("solve_estimate").text("score", score).text("line", line);
            lines.push(speech.say(&message));
        }
        let won = matches!(self.solution.solved, Solved::Win { .. });
        if won && self.solution.verified {
            lines.push(speech.word("solve_verified"));
        }
        let effort = Message::new("solve_effort").number("nodes", self.solution.nodes);
        lines.push(speech.say(&effort.text("seconds", format!("{:.3}", self.solution.micros as f64 / 1e6))));
        if asked.tree
            && let Some(proof) = self.solution.tree.as_mut()
        {
            lines.push(String::new());
            lines.extend(Tree::new(proof.as_mut(), study, self.notation, self.solution.winner).text(speech));
        }
        speech.print(&lines.join("\n"))
    }

    fn print_json(mut self, study: &mut dyn Study, asked: &Solve) -> Result<(), Failure> {
        let (moves, at_least) = match self.solution.solved {
            Solved::Win { moves, at_least } => (Some(moves), Some(at_least)),
            Solved::NoWin { within } => (within, None),
            Solved::Unknown { refuted } => (None, Some(refuted + 1)),
        };
        let text = |moves: &[String], study: &mut dyn Study| self.write(study, moves);
        let mut report = json!({
            "result": self.solution.solved.code(),
            "moves": moves,
            "line": self.solution.line,
            "keys": self.solution.keys,
            "game": study.spec().name,
            "position": study.position(""),
            "winner": self.solution.winner.code(),
            "at_least": at_least,
            "shortest": moves.is_some() && moves == at_least,
            "all_keys": self.solution.all_keys,
            "verified": self.solution.verified,
            "by_rule": self.solution.by_rule,
            "nodes": self.solution.nodes,
            "seconds": self.solution.micros as f64 / 1e6,
            "message": self.speech.say(&self.solution.message(self.book.spec())),
            "notation": self.notation.name(),
            "line_text": text(&self.solution.line, study),
            "estimate": self.solution.estimate.as_ref().and_then(estimate_json),
        });
        if asked.tree
            && let Some(proof) = self.solution.tree.as_mut()
        {
            report["tree"] = Tree::new(proof.as_mut(), study, self.notation, self.solution.winner).json();
        }
        self.speech.print_json(&report)
    }

    /// Moves in coordinates from where the study stands, written as people read them.
    fn write(&self, study: &mut dyn Study, moves: &[String]) -> Vec<String> {
        let before = study.ply();
        for mv in moves {
            if study.play(mv, Notation::Uci).is_err() {
                break;
            }
        }
        let written = study.moves(self.notation).split_off(before);
        while study.ply() > before && study.pop() {}
        written
    }
}

/// What the champion believes, marked as no proof.
fn estimate_json(estimate: &SearchReport) -> Option<Json> {
    let best = estimate.lines.first()?;
    let score = match mate_moves(best.score) {
        Some(moves) => json!({ "mate": moves }),
        None => json!({ "cp": best.score.raw() }),
    };
    Some(json!({ "proof": false, "score": score, "line": best.moves, "depth": estimate.depth }))
}

/// Moves to a mate the champion announces, from the side to move's view.
fn mate_moves(score: Score) -> Option<i32> {
    score.mate_plies().map(|plies| if plies > 0 { (plies + 1) / 2 } else { plies / 2 })
}

/// A score from the side to move's view: `+0.31`, `#3`.
fn score_text(score: Score) -> String {
    match mate_moves(score) {
        Some(moves) => format!("#{moves}"),
        None => format!("{:+.2}", f64::from(score.raw()) / 100.0),
    }
}

pub const ABOUT: &str = "\
Solve a position: can a side force the win, in how many moves, and how? The answer is
a proof or none.

- A forced win in N moves of the winner, whatever the other side plays: with every
  first move that wins in N, the line of the longest resistance and, with --tree, every
  defence. N is the shortest number unless the answer says `at most`.
- No forced win within N moves, every line looked at; without --moves only where every
  line ends.
- Not decided in time: then the champion's estimate and best line are added, which are
  no proof.

Ctrl-C ends the search early and prints what is known by then.

At xiangqi a stalemate wins like a mate, at chess only mate wins. No win comes of
repeating: perpetual check never counts for the side that is to win, and a defender who
can check or chase for ever is not counted as beaten, though an arbiter may forbid it.
Where the side to win (--side) is not the side to move, the other side begins.

With --json: {\"result\": \"win\" | \"no-win\" | \"unknown\", \"moves\": N, \"line\": [...],
\"keys\": [...], ...}; moves are the winner's, line and keys are coordinates.";

pub const EXAMPLES: &str = "\
Examples:
  kydai solve --fen \"4k4/1R7/9/9/9/9/9/9/9/R2K5 w\"
  kydai solve --fen \"3a1k3/5NP2/4P3b/9/9/4c1N2/2p1C1n2/B4K3/9/3A1A3 w\" --notation vi
  kydai solve --game chess --fen \"kbK5/pp6/1P6/8/8/8/8/R7 w - - 0 1\" --tree
  kydai solve --fen \"3k5/1R7/9/9/9/9/9/9/9/R4K3 b\" --side first --json
  kydai solve --fen \"3k5/9/9/9/9/9/9/4R4/9/5K3 w\" --moves 3 --time 5";

//! `kydai solve`: proves or refutes a forced win; prints it as text in any notation or as JSON.

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
use crate::failure::Failure;
use crate::output::Output;
use crate::setup::{self, OpenGame};
use crate::text::join_moves;
use live::Live;
use tree::TreePrinter;

/// `kydai solve`.
#[derive(Args)]
pub struct Solve {
    /// Game, start position and rules.
    #[command(flatten)]
    pub board: Board,

    /// Side that must win [default: the side to move]
    #[arg(long, short, value_enum)]
    pub side: Option<Winner>,

    /// Maximum number of the winner's moves [default: any]
    #[arg(long, short, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=200))]
    pub moves: Option<u32>,

    /// Maximum time in seconds
    #[arg(long, short, value_name = "SECONDS", default_value_t = 30.0, value_parser = seconds)]
    pub time: f64,

    /// Maximum number of nodes
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    pub nodes: Option<u64>,

    /// Notation of the output [default: customary in the language]
    #[arg(long, short, value_name = "NOTATION")]
    pub notation: Option<String>,

    /// Also print every defence and its refutation
    #[arg(long)]
    pub tree: bool,

    /// Memory of the solver in megabytes
    #[arg(long, value_name = "MB", default_value_t = 64, value_parser = clap::value_parser!(u32).range(1..=65536))]
    pub hash: u32,
}

/// Side that must win.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum Winner {
    /// Red or White
    #[value(aliases = ["red", "white"])]
    First,
    /// Black
    #[value(alias = "black")]
    Second,
}

pub fn run(asked: &Solve, output: &Output) -> Result<(), Failure> {
    let OpenGame { book, mut study } = setup::open(&asked.board)?;
    let notation = match &asked.notation {
        Some(name) => setup::notation(name, book)?,
        None => native_notation(book, output.language),
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
    let solution = book.solve(study.as_ref(), &ask, &control, &mut |progress| live.show(progress, output));
    live.finish();
    let report = Report { solution: solution?, book, notation, output };
    if output.json { report.print_json(study.as_mut(), asked) } else { report.print(study.as_mut(), asked) }
}

/// Parses a positive, finite number of seconds.
fn seconds(text: &str) -> Result<f64, String> {
    match text.parse::<f64>() {
        Ok(seconds) if seconds > 0.0 && seconds <= 1e9 => Ok(seconds),
        Ok(_) => Err("it must be more than 0 and at most 1000000000".to_owned()),
        Err(error) => Err(error.to_string()),
    }
}

/// On the first interrupt the search stops and its result is printed; a second one ends the program.
pub fn stop_on_interrupt(control: &Control) {
    let control = control.clone();
    // If no handler can be installed, an interrupt ends the program.
    let _ = ctrlc::set_handler(move || {
        if control.is_stopped() {
            std::process::exit(130);
        }
        control.stop();
    });
}

/// Result of the solver, ready to print.
struct Report<'a> {
    solution: Solution,
    book: &'static dyn Rulebook,
    notation: Notation,
    output: &'a Output,
}

impl Report<'_> {
    fn print(mut self, study: &mut dyn Study, asked: &Solve) -> Result<(), Failure> {
        let output = self.output;
        let mut lines: Vec<String> = study
            .warnings()
            .iter()
            .map(|warning| output.label("cli_warning", &output.render(warning)))
            .collect();
        lines.push(output.render(&self.solution.message(self.book.spec())));
        if !self.solution.keys.is_empty() {
            let keys: Vec<String> = self
                .solution
                .keys
                .iter()
                .flat_map(|key| self.write(study, std::slice::from_ref(key)))
                .collect();
            let word = if self.solution.all_keys { "solve_keys" } else { "solve_keys_open" };
            lines.push(output.label(word, &words::list(&keys, output.language)));
        }
        if !self.solution.line.is_empty() {
            let line = self.write(study, &self.solution.line);
            lines.push(output.label("solve_line", &join_moves(&line, self.notation)));
        }
        if let Some(estimate) = self.solution.estimate.as_ref().and_then(|estimate| estimate.lines.first()) {
            let line = join_moves(&self.write(study, &estimate.moves), self.notation);
            let score = score_text(estimate.score);
            let message = Message::new("solve_estimate").text("score", score).text("line", line);
            lines.push(output.render(&message));
        }
        let won = matches!(self.solution.solved, Solved::Win { .. });
        if won && self.solution.verified {
            lines.push(output.word("solve_verified"));
        }
        let effort = Message::new("solve_effort").number("nodes", self.solution.nodes);
        lines.push(
            output.render(&effort.text("seconds", format!("{:.3}", self.solution.micros as f64 / 1e6))),
        );
        if asked.tree
            && let Some(proof) = self.solution.tree.as_mut()
        {
            lines.push(String::new());
            lines.extend(
                TreePrinter::new(proof.as_mut(), study, self.notation, self.solution.winner).text(output),
            );
        }
        output.print(&lines.join("\n"))
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
            "message": self.output.render(&self.solution.message(self.book.spec())),
            "notation": self.notation.name(),
            "line_text": text(&self.solution.line, study),
            "estimate": self.solution.estimate.as_ref().and_then(estimate_json),
        });
        if asked.tree
            && let Some(proof) = self.solution.tree.as_mut()
        {
            report["tree"] =
                TreePrinter::new(proof.as_mut(), study, self.notation, self.solution.winner).json();
        }
        self.output.print_json(&report)
    }

    /// Converts moves from coordinates to the output notation, from the study's position.
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

/// JSON of the engine's estimate, which is not a proof.
fn estimate_json(estimate: &SearchReport) -> Option<Json> {
    let best = estimate.lines.first()?;
    let score = match mate_moves(best.score) {
        Some(moves) => json!({ "mate": moves }),
        None => json!({ "cp": best.score.raw() }),
    };
    Some(json!({ "proof": false, "score": score, "line": best.moves, "depth": estimate.depth }))
}

/// Moves to the mate the engine announces, from the side to move's view.
fn mate_moves(score: Score) -> Option<i32> {
    score.mate_plies().map(|plies| if plies > 0 { (plies + 1) / 2 } else { plies / 2 })
}

/// Formats a score in pawns from the side to move's view: `+0.31`, `#3`.
fn score_text(score: Score) -> String {
    match mate_moves(score) {
        Some(moves) => format!("#{moves}"),
        None => format!("{:+.2}", f64::from(score.raw()) / 100.0),
    }
}

pub const ABOUT: &str = "\
Solve a position: prove or refute a forced win. An answer is always proven; the proof is
replayed by the rules before it is printed.

- A forced win in N moves of the winner against any defence: with every first move that
  wins in N, the line of longest resistance and, with --tree, every defence. N is the
  shortest number unless the answer says `at most`.
- No forced win within N moves; without --moves only if every line was searched to its end.
- Undecided within the limits: then the engine's estimate and best line are printed, which
  are not a proof.

Ctrl-C stops the search and prints what is known so far.

At xiangqi stalemate wins like mate, at chess only mate wins. The attacker never wins by
repetition. A defender at xiangqi whose only remaining defence is perpetual check loses by
the rules, and such wins are proven too; a defender who can chase perpetually is not counted
as beaten, although an arbiter may forbid it. If the side that must win (--side) is not the
side to move, the other side moves first.

With --json: {\"result\": \"win\" | \"no-win\" | \"unknown\", \"moves\": N, \"line\": [...],
\"keys\": [...], ...}; moves are the winner's, line and keys are coordinates.";

pub const EXAMPLES: &str = "\
Examples:
  kydai solve --fen \"4k4/1R7/9/9/9/9/9/9/9/R2K5 w\"
  kydai solve --fen \"3a1k3/5NP2/4P3b/9/9/4c1N2/2p1C1n2/B4K3/9/3A1A3 w\" --notation vi
  kydai solve --game chess --fen \"kbK5/pp6/1P6/8/8/8/8/R7 w - - 0 1\" --tree
  kydai solve --fen \"3k5/1R7/9/9/9/9/9/9/9/R4K3 b\" --side first --json
  kydai solve --fen \"3k5/9/9/9/9/9/9/4R4/9/5K3 w\" --moves 3 --time 5";

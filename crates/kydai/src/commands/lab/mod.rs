//! `kydai lab`: textbook searches side by side, with their counts and their trees.

mod evaluation;
mod tree;

use std::sync::Arc;

use clap::Args;
use serde_json::{Value as Json, json};
use table::lab::{CHAMPION, LabRun, RUNGS, estimate_nodes, record_search};
use table::{
    Control, EngineResources, EngineSpec, Limits, Message, NodeKind, Pass, Recording, Rulebook, Study, Tally,
    WallClock, effective_branching,
};

use super::analyse::{score_json, score_text};
use super::show::native_notation;
use crate::cli::Board;
use crate::commands::solve::stop_on_interrupt;
use crate::draw::{pad, width};
use crate::failure::Failure;
use crate::output::Output;
use crate::setup;

/// Algorithms of one run.
const MOST_ENGINES: usize = 4;

/// Longest specification that is the first column of the table.
const LONGEST_SPEC: usize = 20;

/// `kydai lab`.
#[derive(Args)]
pub struct Lab {
    /// Game, start position and rules.
    #[command(flatten)]
    pub board: Board,

    /// Moves to play first, separated by spaces, commas or line breaks; move numbers are ignored
    #[arg(
        long,
        short,
        value_name = "MOVES",
        default_value = "",
        hide_default_value = true,
        allow_hyphen_values = true
    )]
    pub moves: String,

    /// Notation of the moves; auto detects the one in which all moves are legal
    #[arg(long, short, value_name = "NOTATION", default_value = "auto")]
    pub notation: String,

    /// Algorithm with its options; up to four [default: minimax and two kinds of alphabeta]
    #[arg(long, short, value_name = "ENGINE", conflicts_with = "ladder")]
    pub engine: Vec<String>,

    /// Take an evaluation of the position apart: its terms, and what each piece is worth where it stands. One of network,
    /// full, contact, square, material, or custom with weights, as in custom:horse=450,mobility=2 [default: the strongest]
    #[arg(long, value_name = "EVAL", num_args = 0..=1, default_missing_value = "",
        conflicts_with_all = ["engine", "ladder", "tree"])]
    pub eval: Option<String>,

    /// The ladder of gains: minimax, then alpha-beta with one refinement after another
    #[arg(long)]
    pub ladder: bool,

    /// Depth in plies of every algorithm that does not name its own
    #[arg(long, short, value_name = "N", default_value_t = 3, value_parser = clap::value_parser!(u32).range(1..=64))]
    pub depth: u32,

    /// Print the tree down to this many plies, with the window, the value and the reason at each node
    #[arg(long, value_name = "PLIES", value_parser = clap::value_parser!(u8).range(1..))]
    pub tree: Option<u8>,

    /// Nodes to keep of each search; deeper levels are only counted
    #[arg(long, value_name = "N", default_value_t = 250_000, value_parser = clap::value_parser!(u32).range(1..=20_000_000))]
    pub keep: u32,

    /// Refuse a search that is estimated to visit more positions than this
    #[arg(long, value_name = "N", default_value_t = 50_000_000, value_parser = clap::value_parser!(u64).range(1..))]
    pub most: u64,

    /// Transposition table size in megabytes
    #[arg(long, value_name = "MB", default_value_t = 64, value_parser = clap::value_parser!(u32).range(1..=65536))]
    pub hash: u32,
}

/// Algorithms where none is named.
const USUAL: [&str; 3] = ["minimax", "alphabeta:ordering=off,table=off,pv=off,deepening=off", "alphabeta"];

pub fn run(asked: &Lab, output: &Output) -> Result<(), Failure> {
    let (opened, _) = setup::open_and_play(&asked.board, &asked.moves, &asked.notation)?;
    let (book, study) = (opened.book, opened.study);
    if let Some(eval) = &asked.eval {
        return evaluation::run(eval, book, study.as_ref(), output);
    }
    let status = study.status();
    if let Some(outcome) = status.outcome.filter(|_| status.legal == 0) {
        return Err(table::explain_outcome(&outcome, study.spec()).into());
    }
    let specs = specs(asked, book)?;
    for spec in &specs {
        refuse_too_large(book, study.as_ref(), spec, asked)?;
    }
    let control = Control::new(Arc::new(WallClock::start()));
    stop_on_interrupt(&control);
    let resources = EngineResources { hash: asked.hash as usize, threads: 1 };
    let mut runs = Vec::new();
    for spec in &specs {
        let mut engine = book.engine(spec, resources)?;
        let (limits, kept) = (Limits::default(), asked.keep as usize);
        let run = record_search(engine.as_mut(), study.as_ref(), &limits, kept, &control, &mut |_| {})?;
        runs.push(run);
    }
    if output.json {
        let runs: Vec<Json> = specs.iter().zip(&runs).map(|(spec, run)| run_json(spec, run)).collect();
        return output.print_json(&json!({
            "game": study.spec().name,
            "position": study.position(""),
            "turn": status.turn.code(),
            "runs": runs,
        }));
    }
    let mut text = summary(&specs, &runs, study.as_ref(), book, output);
    for (spec, run) in specs.iter().zip(&runs) {
        let Some(recording) = run.recording.as_ref().filter(|one| !one.iterations.is_empty()) else {
            continue;
        };
        text.push_str(&format!("\n{spec}\n"));
        text.push_str(&by_ply(recording, output));
        if let Some(plies) = asked.tree {
            text.push_str(&tree::text(recording, plies, output));
        }
    }
    output.print(&text)
}

fn specs(asked: &Lab, book: &dyn Rulebook) -> Result<Vec<EngineSpec>, Message> {
    let named: Vec<&str> = if asked.ladder {
        let champion = book.engines().iter().copied().find(|name| *name == CHAMPION);
        RUNGS.iter().map(|(_, spec)| *spec).chain(champion).collect()
    } else if asked.engine.is_empty() {
        USUAL.to_vec()
    } else {
        asked.engine.iter().map(String::as_str).collect()
    };
    if !asked.ladder && named.len() > MOST_ENGINES {
        return Err(Message::new("lab_engines_most").number("most", MOST_ENGINES));
    }
    let with_depth = |text: &&str| {
        let spec: EngineSpec = text.parse()?;
        let takes_depth = table::engine_params(book, &spec.name).iter().any(|param| param.name == "depth");
        Ok(match spec.get("depth") {
            None if takes_depth => spec.with([("depth".to_owned(), asked.depth.to_string())]),
            _ => spec,
        })
    };
    named.iter().map(with_depth).collect()
}

/// Returns an error for a search that is estimated to be too large.
fn refuse_too_large(
    book: &dyn Rulebook,
    study: &dyn Study,
    spec: &EngineSpec,
    asked: &Lab,
) -> Result<(), Message> {
    let Some(depth) = spec.parse::<u32>("depth")? else { return Ok(()) };
    let nodes = estimate_nodes(spec, book.estimate_tree(study, depth.min(64))?);
    match nodes {
        Some(nodes) if nodes > asked.most => Err(Message::new("lab_too_large")
            .text("engine", spec.to_string())
            .text("nodes", nodes.to_string())
            .text("most", asked.most.to_string())),
        _ => Ok(()),
    }
}

/// Share of cutoffs by the first move, in percent.
fn first_rate(tally: &Tally) -> Option<f64> {
    (tally.cutoffs > 0).then(|| 100.0 * tally.first_cutoffs as f64 / tally.cutoffs as f64)
}

/// Table of the algorithms: choice, score, counts.
fn summary(
    specs: &[EngineSpec],
    runs: &[LabRun],
    study: &dyn Study,
    book: &dyn Rulebook,
    output: &Output,
) -> String {
    let heads = ["engine", "move", "score", "nodes", "time", "cutoffs", "first", "branching"];
    let mut rows = vec![heads.map(|head| output.word(&format!("lab_head_{head}"))).to_vec()];
    let notation = native_notation(book, output.language);
    // Long specifications would not fit into a terminal of 80 columns: they are listed above the table.
    let has_letters = specs.iter().any(|spec| width(&spec.to_string()) > LONGEST_SPEC);
    let name = |place: usize| match has_letters {
        true => char::from(b'A' + place as u8).to_string(),
        false => specs[place].to_string(),
    };
    for (place, run) in runs.iter().enumerate() {
        let report = &run.report;
        let total = run.recording.as_ref().map(Recording::total).unwrap_or_default();
        let mv = report.best().map_or_else(
            || "-".to_owned(),
            |mv| {
                let mut line = study.until(study.ply());
                match line.play(mv, table::Notation::Uci) {
                    Ok(()) => line.moves(notation).pop().unwrap_or_else(|| mv.to_owned()),
                    Err(_) => mv.to_owned(),
                }
            },
        );
        let is_tree = run.recording.as_ref().is_some_and(|recording| recording.growth.is_none());
        rows.push(vec![
            name(place),
            mv,
            report.lines.first().map_or("-".to_owned(), |pv| score_text(pv.score, study.status().turn)),
            report.nodes.to_string(),
            format!("{:.1} ms", report.micros as f64 / 1000.0),
            if is_tree { report.cutoffs.to_string() } else { "-".to_owned() },
            first_rate(&total).map_or("-".to_owned(), |rate| format!("{rate:.0}%")),
            match is_tree {
                true => format!("{:.2}", effective_branching(report.nodes, report.depth)),
                false => "-".to_owned(),
            },
        ]);
    }
    let mut text = String::new();
    if has_letters {
        for (place, spec) in specs.iter().enumerate() {
            text.push_str(&format!("{}  {spec}\n", name(place)));
        }
        text.push('\n');
    }
    text.push_str(&table_text(&rows));
    text
}

/// Counts of the last iteration by ply.
fn by_ply(recording: &Recording, output: &Output) -> String {
    let Some(last) = recording.iterations.last() else { return String::new() };
    let heads = ["ply", "nodes", "all", "cutoffs", "first", "evaluated", "known", "again"];
    let mut rows = vec![heads.map(|head| output.word(&format!("lab_head_{head}"))).to_vec()];
    for (ply, tally) in last.plies.iter().enumerate() {
        rows.push(vec![
            ply.to_string(),
            tally.nodes.to_string(),
            tally.all.to_string(),
            tally.cutoffs.to_string(),
            first_rate(tally).map_or("-".to_owned(), |rate| format!("{rate:.0}%")),
            (tally.evaluated + tally.ended).to_string(),
            tally.table_hits.to_string(),
            tally.researches.to_string(),
        ]);
    }
    table_text(&rows)
}

/// Columns side by side: the first to the left, numbers to the right.
fn table_text(rows: &[Vec<String>]) -> String {
    let columns = rows.first().map_or(0, Vec::len);
    let widths: Vec<usize> =
        (0..columns).map(|column| rows.iter().map(|row| width(&row[column])).max().unwrap_or(0)).collect();
    let mut text = String::new();
    for row in rows {
        let cells = row.iter().zip(&widths).enumerate().map(|(column, (cell, &most))| match column {
            0 => pad(cell, most),
            _ => format!("{}{cell}", " ".repeat(most.saturating_sub(width(cell)))),
        });
        text.push_str(cells.collect::<Vec<_>>().join("  ").trim_end());
        text.push('\n');
    }
    text
}

fn tally_json(tally: &Tally) -> Json {
    json!({
        "nodes": tally.nodes,
        "researches": tally.researches,
        "evaluated": tally.evaluated,
        "ended": tally.ended,
        "table_hits": tally.table_hits,
        "all": tally.all,
        "cutoffs": tally.cutoffs,
        "first_cutoffs": tally.first_cutoffs,
        "moves": tally.moves,
        "searched": tally.searched,
    })
}

fn run_json(spec: &EngineSpec, run: &LabRun) -> Json {
    let report = &run.report;
    let mut out = json!({
        "engine": spec.to_string(),
        "best": report.best(),
        "score": report.lines.first().map(|pv| score_json(pv.score)),
        "line": report.lines.first().map(|pv| &pv.moves),
        "depth": report.depth,
        "nodes": report.nodes,
        "cutoffs": report.cutoffs,
        "table_hits": report.table_hits,
        "seconds": report.micros as f64 / 1e6,
    });
    let Some(recording) = &run.recording else { return out };
    let iterations: Vec<Json> = recording
        .iterations
        .iter()
        .map(|iteration| {
            json!({
                "depth": iteration.depth,
                "plies": iteration.plies.iter().map(tally_json).collect::<Vec<_>>(),
            })
        })
        .collect();
    // Monte Carlo tree search has no depth to which all moves are searched.
    let is_tree = recording.growth.is_none();
    out["branching"] = json!(is_tree.then(|| effective_branching(report.nodes, report.depth)));
    out["iterations"] = json!(iterations);
    out["texts"] = json!(recording.texts);
    out["kept_levels"] = json!(recording.kept_levels);
    match &recording.growth {
        Some(growth) => {
            out["growth"] = json!({
                "parent": growth.edges.iter().map(|edge| parent_json(edge.parent)).collect::<Vec<_>>(),
                "text": growth.edges.iter().map(|edge| edge.text).collect::<Vec<_>>(),
                "prior": growth.edges.iter().map(|edge| edge.prior).collect::<Vec<_>>(),
                "simulation_edge": growth.simulations.iter().map(|(edge, _)| edge).collect::<Vec<_>>(),
                "simulation_value": growth.simulations.iter().map(|(_, value)| value).collect::<Vec<_>>(),
            });
        }
        None => out["tree"] = tree_json(recording),
    }
    out
}

fn parent_json(row: u32) -> Json {
    if row == table::NO_NODE { Json::Null } else { json!(row) }
}

/// Columns of the kept nodes, in the order in which the search entered them.
fn tree_json(recording: &Recording) -> Json {
    let rows = &recording.nodes;
    json!({
        "parent": rows.iter().map(|row| parent_json(row.parent)).collect::<Vec<_>>(),
        "text": rows.iter().map(|row| row.text).collect::<Vec<_>>(),
        "depth": rows.iter().map(|row| row.depth).collect::<Vec<_>>(),
        "alpha": rows.iter().map(|row| row.alpha).collect::<Vec<_>>(),
        "beta": rows.iter().map(|row| row.beta).collect::<Vec<_>>(),
        "value": rows.iter().map(|row| row.value).collect::<Vec<_>>(),
        "kind": rows.iter().map(|row| kind_name(row.kind)).collect::<Vec<_>>(),
        "pass": rows.iter().map(|row| pass_name(row.pass)).collect::<Vec<_>>(),
        "moves": rows.iter().map(|row| row.moves).collect::<Vec<_>>(),
        "searched": rows.iter().map(|row| row.searched).collect::<Vec<_>>(),
        "size": rows.iter().map(|row| row.size).collect::<Vec<_>>(),
        "known": rows.iter().map(|row| parent_json(row.known)).collect::<Vec<_>>(),
        "weight": rows.iter().map(|row| row.weight).collect::<Vec<_>>(),
    })
}

fn kind_name(kind: NodeKind) -> &'static str {
    match kind {
        NodeKind::Stopped => "stopped",
        NodeKind::GameOver => "over",
        NodeKind::Evaluated => "evaluated",
        NodeKind::TableHit => "known",
        NodeKind::All => "all",
        NodeKind::Cut => "cut",
        NodeKind::Chance => "chance",
    }
}

fn pass_name(pass: Pass) -> &'static str {
    match pass {
        Pass::Full => "full",
        Pass::Scout => "scout",
        Pass::Research => "second",
    }
}

pub const ABOUT: &str = "\
Look inside the textbook searches: the same position by up to four algorithms, with the move
each chooses, its score, the positions it visited, its cutoffs, how often the first move made
them, and the effective branching factor (the b of a uniform tree of that depth and size).

A table for each algorithm counts the positions by ply: nodes whose moves were all searched,
cutoffs, evaluations, table hits and second searches of principal variation search. --tree
prints the tree itself, with the window (alpha to beta), the value and the reason at every node.

--ladder runs minimax, then alpha-beta with one refinement after another: every rung finds the
same score with fewer positions. A search that would be too large is refused with an estimate
before it starts. The last rung is the champion, whose search and evaluation are its own.

--eval takes the evaluation of the position apart instead: terms whose sum is the evaluation,
and on the board what each piece is worth, the evaluation with it less the one without it.

With --json the whole tree is printed, in columns, up to --keep nodes; what
lies deeper is counted. Windows and values there are centipawns from the view of the side to
move at the node.";

pub const EXAMPLES: &str = "\
Examples:
  kydai lab
  kydai lab --ladder --depth 4
  kydai lab --game toy --engine minimax:depth=5 --engine alphabeta:depth=5 --tree 2
  kydai lab --engine alphabeta:depth=4,beam=5 --engine mcts:sims=5000
  kydai lab --eval --moves \"h2e2 h9g7\"
  kydai lab --game chess --eval custom:knight=350,mobility=4
  kydai lab --game chess --moves \"e2e4 e7e5\" --depth 4 --engine alphabeta --json";

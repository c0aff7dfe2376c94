//! `kydai bench`: the nodes of a fixed piece of work, the signature of the search.

use clap::Args;
use protocol::{BENCH_DEPTH, BenchPosition, BenchResult, bench_positions, bench_with};
use serde_json::{Value as Json, json};

use crate::desk::rulebook;
use crate::failure::Failure;
use crate::speech::Speech;

/// `kydai bench`.
#[derive(Args)]
pub struct Bench {
    /// How many plies deep each position is searched
    #[arg(long, short, value_name = "N", default_value_t = BENCH_DEPTH, value_parser = clap::value_parser!(u32).range(1..=60))]
    pub depth: u32,

    /// The engine that searches; a part after the colon as everywhere [default: champion]
    #[arg(
        long,
        alias = "brain",
        value_name = "ENGINE",
        default_value = "champion",
        hide_default_value = true
    )]
    pub engine: String,

    /// Only positions of this game
    #[arg(long, value_name = "GAME")]
    pub game: Option<String>,
}

pub fn run(asked: &Bench, speech: &Speech) -> Result<(), Failure> {
    let mut sum = BenchResult::default();
    let mut reports: Vec<Json> = Vec::new();
    let only = asked.game.as_deref().map(rulebook).transpose()?.map(|book| book.spec().name);
    let wanted = |position: &BenchPosition| only.is_none_or(|name| position.book.spec().name == name);
    for position in bench_positions().into_iter().filter(wanted) {
        let done = bench_with(&asked.engine, &position, asked.depth, None)?;
        sum.nodes += done.nodes;
        sum.micros += done.micros;
        let game = position.book.spec().name;
        if speech.json {
            reports.push(json!({ "game": game, "position": position.fen, "nodes": done.nodes }));
        } else {
            speech.print(&format!("{:>10}  {game:<8} {}", done.nodes, position.fen))?;
        }
    }
    let seconds = sum.micros as f64 / 1e6;
    let speed = if seconds > 0.0 { (sum.nodes as f64 / seconds) as u64 } else { 0 };
    if speech.json {
        return speech.print_json(&json!({
            "nodes": sum.nodes,
            "depth": asked.depth,
            "seconds": seconds,
            "nodes_per_second": speed,
            "positions": reports,
        }));
    }
    speech.print(&format!("Time: {seconds:.3} s\nSpeed: {speed} nodes/s\nNodes: {}", sum.nodes))
}

pub const ABOUT: &str = "\
Search fixed positions to a fixed depth, one thread, fresh tables, and count the nodes.

The sum on the last line, `Nodes: N`, is the signature of the search: the same on every run
and every machine, and another one as soon as play changes. The line before says how fast.";

pub const EXAMPLES: &str = "\
Examples:
  kydai bench
  kydai bench --depth 6 --json
  kydai bench --game xiangqi --engine champion:eval=classic";

//! `kydai bench`: node count of fixed searches, the signature of the search.

use clap::Args;
use protocol::{BENCH_DEPTH, BenchPosition, BenchResult, bench_positions, bench_with};
use serde_json::{Value as Json, json};

use crate::failure::Failure;
use crate::output::Output;
use crate::setup::rulebook;

/// `kydai bench`.
#[derive(Args)]
pub struct Bench {
    /// Search depth in plies
    #[arg(long, short, value_name = "N", default_value_t = BENCH_DEPTH, value_parser = clap::value_parser!(u32).range(1..=60))]
    pub depth: u32,

    /// Engine with its options [default: champion]
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

pub fn run(asked: &Bench, output: &Output) -> Result<(), Failure> {
    let mut sum = BenchResult::default();
    let mut reports: Vec<Json> = Vec::new();
    let only = asked.game.as_deref().map(rulebook).transpose()?.map(|book| book.spec().name);
    let wanted = |position: &BenchPosition| only.is_none_or(|name| position.book.spec().name == name);
    for position in bench_positions().into_iter().filter(wanted) {
        let done = bench_with(&asked.engine, &position, asked.depth, None)?;
        sum.nodes += done.nodes;
        sum.micros += done.micros;
        let game = position.book.spec().name;
        if output.json {
            reports.push(json!({ "game": game, "position": position.fen, "nodes": done.nodes }));
        } else {
            output.print(&format!("{:>10}  {game:<8} {}", done.nodes, position.fen))?;
        }
    }
    let seconds = sum.micros as f64 / 1e6;
    let speed = if seconds > 0.0 { (sum.nodes as f64 / seconds) as u64 } else { 0 };
    if output.json {
        return output.print_json(&json!({
            "nodes": sum.nodes,
            "depth": asked.depth,
            "seconds": seconds,
            "nodes_per_second": speed,
            "positions": reports,
        }));
    }
    output.print(&format!("Time: {seconds:.3} s\nSpeed: {speed} nodes/s\nNodes: {}", sum.nodes))
}

pub const ABOUT: &str = "\
Search fixed positions to a fixed depth with one thread and empty tables, and count the
nodes.

The sum on the last line, `Nodes: N`, is the signature of the search: the same on every run
and machine, and different as soon as a change affects play. The line before is the speed.";

pub const EXAMPLES: &str = "\
Examples:
  kydai bench
  kydai bench --depth 6 --json
  kydai bench --game xiangqi --engine champion:eval=classic";

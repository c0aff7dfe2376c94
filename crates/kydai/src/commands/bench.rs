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
    let mut games: Vec<(&str, u64)> = Vec::new();
    let only = asked.game.as_deref().map(rulebook).transpose()?.map(|book| book.spec().name);
    let wanted = |position: &BenchPosition| only.is_none_or(|name| position.book.spec().name == name);
    for position in bench_positions().into_iter().filter(wanted) {
        let done = bench_with(&asked.engine, &position, asked.depth, None)?;
        sum.nodes += done.nodes;
        sum.micros += done.micros;
        let game = position.book.spec().name;
        match games.last_mut() {
            Some((name, nodes)) if *name == game => *nodes += done.nodes,
            _ => games.push((game, done.nodes)),
        }
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
            "games": games.iter().map(|(game, nodes)| json!({ "game": game, "nodes": nodes })).collect::<Vec<_>>(),
            "positions": reports,
        }));
    }
    for (game, nodes) in &games {
        output.print(&format!("{game}: {nodes}"))?;
    }
    output.print(&format!("Time: {seconds:.3} s\nSpeed: {speed} nodes/s\nNodes: {}", sum.nodes))
}

pub const ABOUT: &str = "\
Search fixed positions to a fixed depth with one thread and empty tables, and count the
nodes; jieqi is searched six plies less deep, and Monte Carlo tree search stops at 20,000
nodes instead.

The sums by game and the total on the last line, `Nodes: N`, are the signature of the
search: the same on every run and machine, and different as soon as a change affects play.";

pub const EXAMPLES: &str = "\
Examples:
  kydai bench
  kydai bench --depth 6 --json
  kydai bench --game xiangqi --engine champion:eval=classic";

//! `kydai perft`: counts positions and prints the speed.

use std::time::Instant;

use serde_json::{Map, json};

use crate::cli::Perft;
use crate::failure::Failure;
use crate::output::Output;
use crate::setup::{self, OpenGame};

pub fn run(asked: &Perft, output: &Output) -> Result<(), Failure> {
    let OpenGame { book, study } = setup::open(&asked.board)?;
    let begin = Instant::now();
    let split = (asked.divide && asked.depth > 0).then(|| study.divide(asked.depth));
    let nodes = match &split {
        Some(split) => split.iter().map(|(_, nodes)| nodes).sum(),
        None => study.perft(asked.depth),
    };
    let seconds = begin.elapsed().as_secs_f64();
    let speed = if seconds > 0.0 { nodes as f64 / seconds / 1e6 } else { 0.0 };
    if output.json {
        let mut report = json!({
            "game": book.spec().name,
            "position": study.position(""),
            "depth": asked.depth,
            "nodes": nodes,
            "seconds": seconds,
            "mnodes_per_second": speed,
        });
        if let Some(split) = split {
            let split: Map<_, _> = split.into_iter().map(|(mv, nodes)| (mv, json!(nodes))).collect();
            report["divide"] = json!(split);
        }
        return output.print_json(&report);
    }
    let mut text = String::new();
    for (mv, nodes) in split.iter().flatten() {
        text.push_str(&format!("{mv}: {nodes}\n"));
    }
    text.push_str(&format!("nodes {nodes}  time {seconds:.3} s  speed {speed:.2} Mnodes/s\n"));
    output.print(&text)
}

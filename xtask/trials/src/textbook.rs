//! Nodes of minimax and of alpha-beta with each refinement, from the start of xiangqi, by depth.

use std::sync::Arc;

use search::{Control, Limits};
use table::{EngineResources, EngineSpec, SearchReport, WallClock};

use crate::{Done, book};

/// Columns of the table: heading, engine, and largest depth.
const COLUMNS: [(&str, &str, u32); 6] = [
    ("minimax", "minimax:eval=square", 4),
    ("alpha-beta", "alphabeta:eval=square,ordering=off,table=off,pv=off,deepening=off", 4),
    ("+ ordering", "alphabeta:eval=square,table=off,pv=off,deepening=off", 6),
    ("+ table", "alphabeta:eval=square,pv=off,deepening=off", 6),
    ("+ principal variation", "alphabeta:eval=square,deepening=off", 6),
    ("+ deepening", "alphabeta:eval=square", 6),
];

/// Prints the table in Markdown: nodes, and milliseconds in parentheses.
pub fn run() -> Done {
    let heads: Vec<&str> = COLUMNS.iter().map(|(head, _, _)| *head).collect();
    println!("| depth | {} |", heads.join(" | "));
    println!("|---|{}", "---:|".repeat(COLUMNS.len()));
    for depth in 1..=6 {
        let mut cells = Vec::new();
        for (_, spec, deepest) in COLUMNS {
            cells.push(if depth <= deepest { cell(&count(spec, depth)?) } else { String::from("-") });
        }
        println!("| {depth} | {} |", cells.join(" | "));
    }
    Ok(())
}

fn cell(analysis: &SearchReport) -> String {
    format!("{} ({:.1})", analysis.nodes, analysis.micros as f64 / 1000.0)
}

fn count(spec: &str, depth: u32) -> Done<SearchReport> {
    let xiangqi = book("xiangqi")?;
    let spec: EngineSpec =
        format!("{spec},depth={depth}").parse().map_err(|message| format!("{spec}: {message}"))?;
    let resources = EngineResources { hash: 64, threads: 1 };
    let mut engine = xiangqi.engine(&spec, resources).map_err(|message| message.to_string())?;
    let start = xiangqi.open(None, &[]).map_err(|message| message.to_string())?;
    let control = Control::new(Arc::new(WallClock::start()));
    engine
        .think(start.as_ref(), &Limits::default(), &control, &mut |_| {})
        .map_err(|message| message.to_string())
}

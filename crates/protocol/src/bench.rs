//! Bench: a fixed workload whose node count is the signature of the search, the same on every run and machine.

use std::sync::Arc;

use table::{
    Control, EngineResources, EngineSpec, Limits, Message, Rulebook, WallClock, games, load_network,
};

/// Default search depth.
pub const BENCH_DEPTH: u32 = 12;

/// Engine to measure.
const ENGINE: &str = "champion";

/// Number of positions per suite, from the top.
const POSITIONS: usize = 9;
/// Minimum number of pieces: fewer leave too little to search.
const PIECES: usize = 8;

/// Node limit of Monte Carlo tree search, which has no depth to reach.
const MCTS_NODES: u64 = 20_000;

/// Position of the bench.
pub struct BenchPosition {
    /// Game.
    pub book: &'static dyn Rulebook,
    /// Position.
    pub fen: &'static str,
    /// Number of plies by which the game is searched less deep.
    pub shallower: u32,
}

/// Nodes and time of one position, or of all.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct BenchResult {
    /// Nodes searched.
    pub nodes: u64,
    /// Time spent, in microseconds.
    pub micros: u64,
}

/// Bench positions of every game that has a champion.
pub fn bench_positions() -> Vec<BenchPosition> {
    let mut positions = Vec::new();
    for &book in games::ALL {
        let Some(suite) = book.profile().bench.as_ref().filter(|_| book.engines().contains(&ENGINE)) else {
            continue;
        };
        let fens = suite
            .positions
            .lines()
            .filter(|line| !line.starts_with('#'))
            .filter_map(|line| line.split(';').next());
        let pieces = |fen: &str| {
            fen.chars().take_while(|letter| *letter != ' ').filter(char::is_ascii_alphabetic).count()
        };
        let fens = fens.map(str::trim).filter(|fen| pieces(fen) >= PIECES);
        positions.extend(fens.take(POSITIONS).map(|fen| BenchPosition {
            book,
            fen,
            shallower: suite.shallower,
        }));
    }
    positions
}

/// Searches one position to a depth with a new engine, one thread and a 16 MB table.
pub fn bench(position: &BenchPosition, depth: u32, stop: Option<&Control>) -> Result<BenchResult, Message> {
    bench_with(ENGINE, position, depth, stop)
}

/// Searches one position like [`bench`], with another engine.
pub fn bench_with(
    engine: &str,
    position: &BenchPosition,
    depth: u32,
    stop: Option<&Control>,
) -> Result<BenchResult, Message> {
    let mut spec: EngineSpec = engine.parse()?;
    load_network(&mut spec, position.book, |file| std::fs::read(file))?;
    let mut engine = position.book.engine(&spec, EngineResources { hash: 16, threads: 1 })?;
    let study = position.book.open(Some(position.fen), &[])?;
    let nodes = (spec.name == "mcts").then_some(MCTS_NODES);
    let depth = depth.saturating_sub(position.shallower).max(1);
    let limits = Limits { depth: Some(depth), nodes, ..Limits::default() };
    let own = Control::new(Arc::new(WallClock::start()));
    let control = stop.unwrap_or(&own);
    let start = control.micros();
    let mut nodes = 0;
    let last =
        engine.think(study.as_ref(), &limits, control, &mut |analysis| nodes = nodes.max(analysis.nodes))?;
    // The node count of the final report may be approximate; those reported during the search are exact.
    Ok(BenchResult { nodes: nodes.max(last.nodes), micros: control.micros().saturating_sub(start) })
}

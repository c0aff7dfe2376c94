//! A fixed piece of work: the nodes it takes are the signature of a search, the same on every run and machine.

use std::sync::Arc;

use table::{
    Control, EngineResources, EngineSpec, Limits, Message, Rulebook, WallClock, games, load_network,
};

/// The depth that is searched when none is named.
pub const BENCH_DEPTH: u32 = 12;

/// The games that are searched, with positions in the form of the perft suites.
const SUITES: [(&str, &str); 2] = [
    ("xiangqi", include_str!("../../../testdata/perft/xiangqi.epd")),
    ("chess", include_str!("../../../testdata/perft/chess.epd")),
];

/// The engine whose signature it is.
const ENGINE: &str = "champion";

/// Of each suite so many positions, from the top.
const POSITIONS: usize = 9;
/// Fewer pieces leave too little to think about.
const PIECES: usize = 8;

/// One position of the work.
pub struct BenchPosition {
    /// The game.
    pub book: &'static dyn Rulebook,
    /// The position.
    pub fen: &'static str,
}

/// What the work on one position, or on all, took.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct BenchResult {
    /// Positions visited.
    pub nodes: u64,
    /// Time spent, in microseconds.
    pub micros: u64,
}

/// The positions: those of every game that has a champion.
pub fn bench_positions() -> Vec<BenchPosition> {
    let mut positions = Vec::new();
    for (name, suite) in SUITES {
        let Some(book) = games::by_name(name).filter(|book| book.engines().contains(&ENGINE)) else {
            continue;
        };
        let fens =
            suite.lines().filter(|line| !line.starts_with('#')).filter_map(|line| line.split(';').next());
        let pieces = |fen: &str| {
            fen.chars().take_while(|letter| *letter != ' ').filter(char::is_ascii_alphabetic).count()
        };
        let fens = fens.map(str::trim).filter(|fen| pieces(fen) >= PIECES);
        positions.extend(fens.take(POSITIONS).map(|fen| BenchPosition { book, fen }));
    }
    positions
}

/// Searches one position with a fresh engine, one thread and a table of 16 MB, so deep.
pub fn bench(position: &BenchPosition, depth: u32, stop: Option<&Control>) -> Result<BenchResult, Message> {
    bench_with(ENGINE, position, depth, stop)
}

/// The same with another engine than the usual one.
pub fn bench_with(
    engine: &str,
    position: &BenchPosition,
    depth: u32,
    stop: Option<&Control>,
) -> Result<BenchResult, Message> {
    let spec: EngineSpec = engine.parse()?;
    load_network(&spec, position.book, |file| std::fs::read(file))?;
    let mut engine = position.book.engine(&spec, EngineResources { hash: 16, threads: 1 })?;
    let study = position.book.open(Some(position.fen), &[])?;
    let limits = Limits { depth: Some(depth), ..Limits::default() };
    let own = Control::new(Arc::new(WallClock::start()));
    let control = stop.unwrap_or(&own);
    let start = control.micros();
    let mut nodes = 0;
    let last =
        engine.think(study.as_ref(), &limits, control, &mut |analysis| nodes = nodes.max(analysis.nodes))?;
    // A final thought may count by and large only; what was reported on the way is exact.
    Ok(BenchResult { nodes: nodes.max(last.nodes), micros: control.micros().saturating_sub(start) })
}

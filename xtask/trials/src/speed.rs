//! Nodes per second and depth of our engine, compared with another engine at xiangqi.

use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use search::{Control, Limits};
use table::{EngineResources, EngineSpec, WallClock};

use crate::rival::Rival;
use crate::stopwatch::{Stopwatch, Timed};
use crate::{Done, book, suite};

/// The start and two middlegames of testdata/perft/xiangqi.epd.
const POSITIONS: [&str; 3] = ["startpos", "cpw2", "cpw3"];

/// Result of a search of fixed time.
pub struct Search {
    /// Last completed depth.
    pub depth: u32,
    /// Nodes searched.
    pub nodes: u64,
    /// Processor time.
    pub took: Duration,
}

impl Search {
    fn speed(&self) -> f64 {
        self.nodes as f64 / self.took.as_secs_f64() / 1000.0
    }
}

/// Our engine with the hand-crafted evaluation, which the other engine has too, and with the network.
const OURS: [&str; 2] = ["champion:eval=classic", "champion:eval=network"];

/// Prints the table in Markdown; the sides search in turn, and the best round of each counts.
pub fn run(rounds: usize, millis: u64, program: &Path) -> Done {
    println!(
        "Xiangqi, one thread, Hash 64, {millis} ms each; thousands of positions per second of processor time.\n"
    );
    println!(
        "| position | kydai | depth | with its network | depth | fairy-stockfish | depth | ratio | with the network |"
    );
    println!("|---|---:|---:|---:|---:|---:|---:|---:|---:|");
    let mut rival = Rival::start(program, "xiangqi")?;
    for name in POSITIONS {
        let position = suite::xiangqi(name)?;
        let mut best: [Option<Search>; 3] = [None, None, None];
        for _ in 0..rounds.max(1) {
            let [classic, network] = OURS;
            let now = [
                ours(classic, &position, millis)?,
                ours(network, &position, millis)?,
                rival.search(&position, millis)?,
            ];
            for (best, now) in best.iter_mut().zip(now) {
                if best.as_ref().is_none_or(|best| now.speed() > best.speed()) {
                    *best = Some(now);
                }
            }
        }
        let [Some(classic), Some(network), Some(theirs)] = best else {
            return Err("no rounds were run".into());
        };
        print!("| {name}");
        for search in [&classic, &network, &theirs] {
            print!(" | {:.0} | {}", search.speed(), search.depth);
        }
        let ratio = |ours: &Search| ours.speed() / theirs.speed();
        println!(" | {:.2} | {:.2} |", ratio(&classic), ratio(&network));
    }
    Ok(())
}

fn ours(champion: &str, position: &str, millis: u64) -> Done<Search> {
    let text_of = |message: table::Message| message.to_string();
    let xiangqi = book("xiangqi")?;
    let champion: EngineSpec = champion.parse().map_err(text_of)?;
    let mut engine = xiangqi.engine(&champion, EngineResources { hash: 64, threads: 1 }).map_err(text_of)?;
    let study = xiangqi.open(Some(position), &[]).map_err(text_of)?;
    let control = Control::new(Arc::new(WallClock::start()));
    let limits = Limits { time: Some(millis), ..Limits::default() };
    let mut depth = 0;
    // With one thread the engine searches on our thread.
    let watch = Stopwatch::start(Timed::CurrentThread);
    let analysis = engine.think(study.as_ref(), &limits, &control, &mut |analysis| depth = analysis.depth);
    let took = watch.stop();
    let analysis = analysis.map_err(text_of)?;
    Ok(Search { depth, nodes: analysis.nodes, took })
}

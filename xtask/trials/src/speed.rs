//! How many positions the champion visits in a second, and how deep it comes, beside another engine at xiangqi.

use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use search::{Control, Limits};
use table::{EngineResources, EngineSpec, WallClock};

use crate::rival::Rival;
use crate::stopwatch::{Runner, Stopwatch};
use crate::{Done, book, suite};

/// The start and two middlegames of testdata/perft/xiangqi.epd.
const POSITIONS: [&str; 3] = ["startpos", "cpw2", "cpw3"];

/// What a search of a fixed time came to.
pub struct Search {
    /// The last depth it finished.
    pub depth: u32,
    /// Positions visited.
    pub nodes: u64,
    /// Processor time.
    pub took: Duration,
}

impl Search {
    fn speed(&self) -> f64 {
        self.nodes as f64 / self.took.as_secs_f64() / 1000.0
    }
}

/// The evaluation written by hand, which is what the other engine has too, and the network.
const OURS: [&str; 2] = ["champion:eval=classic", "champion:eval=network"];

/// Prints the table in Markdown; each side thinks in turn, the best round of each counts.
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
            return Err("nothing was measured".into());
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
    let told = |message: table::Message| message.to_string();
    let xiangqi = book("xiangqi")?;
    let champion: EngineSpec = champion.parse().map_err(told)?;
    let mut engine = xiangqi.engine(&champion, EngineResources { hash: 64, threads: 1 }).map_err(told)?;
    let study = xiangqi.open(Some(position), &[]).map_err(told)?;
    let control = Control::new(Arc::new(WallClock::start()));
    let limits = Limits { time: Some(millis), ..Limits::default() };
    let mut depth = 0;
    // A champion with one thread thinks on ours.
    let watch = Stopwatch::start(Runner::Us);
    let analysis = engine.think(study.as_ref(), &limits, &control, &mut |analysis| depth = analysis.depth);
    let took = watch.stop();
    let analysis = analysis.map_err(told)?;
    Ok(Search { depth, nodes: analysis.nodes, took })
}

//! `kydai datagen`: generates self-play games for training, and prints statistics of a folder.

use std::io::{IsTerminal, stderr};
use std::path::{Path, PathBuf};

use clap::{Args, Subcommand};
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use learn::{DatagenOptions, DatagenProgress, DatasetStats, EvalChoice, Trainer};
use serde_json::json;
use table::Message;

use crate::failure::{Failure, print_error};
use crate::output::Output;
use crate::setup;

/// `kydai datagen`.
#[derive(Args)]
#[command(args_conflicts_with_subcommands = true, subcommand_negates_reqs = true)]
pub struct Datagen {
    /// Subcommand; without it, games are generated.
    #[command(subcommand)]
    pub what: Option<What>,

    /// Game: xiangqi, jieqi or chess
    #[arg(long, short, value_name = "GAME", default_value = table::games::usual_name())]
    pub game: String,

    /// Output folder; an interrupted run is resumed
    #[arg(long, value_name = "DIR", required = true)]
    pub out: Option<PathBuf>,

    /// Nodes per move
    #[arg(long, value_name = "N", default_value_t = 1000, value_parser = clap::value_parser!(u64).range(1..))]
    pub nodes: u64,

    /// Number of threads, each playing its own games
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=256))]
    pub threads: u16,

    /// Target number of positions in the folder, including those of earlier runs
    #[arg(long, value_name = "N", default_value_t = 10_000_000)]
    pub positions: u64,

    /// Evaluation to play with: classic, network, or the file of a network
    #[arg(long, value_name = "EVALUATION", default_value = "classic")]
    pub eval: String,

    /// Transposition table size per thread in megabytes
    #[arg(long, value_name = "MB", default_value_t = 8, value_parser = clap::value_parser!(u16).range(1..=4096))]
    pub hash: u16,

    /// Also keep up to this many quiet positions from inside each search
    #[arg(long, value_name = "N", default_value_t = 0, value_parser = clap::value_parser!(u16).range(0..=64))]
    pub inner: u16,

    /// Random seed of the openings, combined with the number of the file
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub seed: u64,
}

/// Subcommands.
#[derive(Subcommand)]
pub enum What {
    /// Print statistics of a folder of games
    Stats {
        /// The folder
        #[arg(value_name = "DIR")]
        folder: PathBuf,

        /// The game
        #[arg(long, short, value_name = "GAME", default_value = table::games::usual_name())]
        game: String,
    },
}

/// Long help text.
pub const ABOUT: &str = "\
Generate self-play games for training a network: the champion against itself with a fixed
number of nodes per move, from random balanced openings. Decided games and long level games are
adjudicated. `--inner` also keeps positions that the search meets but the game does not reach; give
them better scores with `kydai rescore` before training.

A folder holds numbered append-only files: a run may be interrupted at any time, loses at most
one game, and can be resumed. Several runs may write to the same folder at once.
docs/networks.md describes how to train a network from nothing.";

/// Examples at the end of the help.
pub const EXAMPLES: &str = "\
Examples:
  kydai datagen --game xiangqi --out data/xiangqi --nodes 1000 --threads 2 --positions 5000000
  kydai datagen --game chess --out data/chess --eval network
  kydai datagen stats data/xiangqi";

/// Returns the training tools of a game.
pub fn trainer(name: &str) -> Result<Box<dyn Trainer>, Message> {
    let book = setup::rulebook(name)?;
    let unknown = || Message::new("learn_game").word("game", format!("game_{}", book.spec().name));
    learn::trainer(book).ok_or_else(unknown)
}

/// Parses the name of an evaluation: classic, network, or the file of a network.
pub fn evaluation(name: &str) -> Result<EvalChoice, Message> {
    Ok(match name {
        "classic" => EvalChoice::HandCrafted,
        "network" => EvalChoice::BuiltIn,
        file => EvalChoice::Network(read_bytes(Path::new(file))?),
    })
}

/// Reads a whole file.
pub fn read_bytes(file: &Path) -> Result<Vec<u8>, Message> {
    std::fs::read(file).map_err(|error| {
        Message::new("learn_file").text("file", file.display().to_string()).text("why", error.to_string())
    })
}

pub fn run(asked: &Datagen, output: &Output) -> Result<(), Failure> {
    if let Some(What::Stats { folder, game }) = &asked.what {
        return stats(folder, game, output);
    }
    let Some(out) = &asked.out else { return Err(Message::new("learn_no_folder").into()) };
    let trainer = trainer(&asked.game)?;
    let evaluation = evaluation(&asked.eval)?;
    let options = DatagenOptions {
        nodes: asked.nodes,
        threads: asked.threads.into(),
        positions: asked.positions,
        hash: asked.hash.into(),
        inner: asked.inner.into(),
        seed: asked.seed,
    };
    let mut live = Live::new(asked.positions);
    let done = trainer.generate(&evaluation, out, &options, &mut |progress| live.show(progress, output))?;
    live.finish();
    if output.json {
        return output.print_json(&json!({
            "games": done.games, "positions": done.positions, "fresh": done.new_positions, "seconds": done.seconds,
        }));
    }
    output.print(&output.render(&progress_message("datagen_done", &done)))
}

fn progress_message(code: &'static str, progress: &DatagenProgress) -> Message {
    let speed = progress.new_positions as f64 / progress.seconds.max(1e-6);
    Message::new(code)
        .number("games", progress.games)
        .number("positions", progress.positions)
        .number("speed", speed as u64)
}

/// Seconds between two progress lines without a terminal.
const EVERY: f64 = 30.0;

/// Progress display: a bar on a terminal, a line every few seconds elsewhere.
struct Live {
    bar: Option<ProgressBar>,
    told: f64,
}

impl Live {
    fn new(positions: u64) -> Self {
        let bar = stderr().is_terminal().then(|| {
            let bar = ProgressBar::with_draw_target(Some(positions), ProgressDrawTarget::stderr());
            // The template is a constant; fall back to the default style if it is ever rejected.
            if let Ok(style) = ProgressStyle::with_template("[{bar:20}] {pos}/{len} ({eta})  {wide_msg}") {
                bar.set_style(style.progress_chars("=> "));
            }
            bar
        });
        Live { bar, told: 0.0 }
    }

    fn show(&mut self, progress: &DatagenProgress, output: &Output) {
        if let Some(bar) = &self.bar {
            bar.set_position(progress.positions);
            bar.set_message(output.render(&progress_message("datagen_progress", progress)));
        } else if progress.seconds - self.told >= EVERY {
            self.told = progress.seconds;
            print_error(&output.render(&progress_message("datagen_progress", progress)));
        }
    }

    fn finish(&self) {
        if let Some(bar) = &self.bar {
            bar.finish_and_clear();
        }
    }
}

fn stats(folder: &Path, game: &str, output: &Output) -> Result<(), Failure> {
    let stats = trainer(game)?.count(folder)?;
    let DatasetStats { games, broken, results, positions, dropped, kept } = stats;
    if output.json {
        return output.print_json(&json!({
            "games": games,
            "broken": broken,
            "first_wins": results[2],
            "draws": results[1],
            "second_wins": results[0],
            "positions": positions,
            "in_check": dropped[0],
            "captures": dropped[1],
            "decided": dropped[2],
            "repeated": dropped[3],
            "kept": kept,
        }));
    }
    let lines = [
        Message::new("datagen_games")
            .number("games", games)
            .number("wins", results[2])
            .number("draws", results[1])
            .number("losses", results[0])
            .number("broken", broken),
        Message::new("datagen_dropped")
            .number("positions", positions)
            .number("checks", dropped[0])
            .number("captures", dropped[1])
            .number("decided", dropped[2])
            .number("repeated", dropped[3]),
        Message::new("datagen_kept").number("kept", kept),
    ];
    let text: Vec<String> = lines.iter().map(|line| output.render(line)).collect();
    output.print(&text.join("\n"))
}

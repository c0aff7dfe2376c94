//! `kydai datagen`: plays games for a network to learn from, and tells what a folder of them holds.

use std::io::{IsTerminal, stderr};
use std::path::{Path, PathBuf};

use clap::{Args, Subcommand};
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use learn::{DatagenOptions, DatagenProgress, DatasetStats, EvalChoice, Trainer};
use serde_json::json;
use table::Message;

use crate::desk;
use crate::failure::{Failure, complain};
use crate::speech::Speech;

/// `kydai datagen`.
#[derive(Args)]
#[command(args_conflicts_with_subcommands = true, subcommand_negates_reqs = true)]
pub struct Datagen {
    /// What to do with a folder; without it, games are played into one.
    #[command(subcommand)]
    pub what: Option<What>,

    /// The game: xiangqi, jieqi or chess
    #[arg(long, short, value_name = "GAME", default_value = "xiangqi")]
    pub game: String,

    /// The folder the games are written to; a run goes on where the last one was cut
    #[arg(long, value_name = "DIR", required = true)]
    pub out: Option<PathBuf>,

    /// Nodes a move
    #[arg(long, value_name = "N", default_value_t = 1000, value_parser = clap::value_parser!(u64).range(1..))]
    pub nodes: u64,

    /// Threads, each playing its own games
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=256))]
    pub threads: u16,

    /// Positions when the folder is full enough; those of earlier runs count
    #[arg(long, value_name = "N", default_value_t = 10_000_000)]
    pub positions: u64,

    /// By which opinion to play: classic, network, or the file of a network
    #[arg(long, value_name = "OPINION", default_value = "classic")]
    pub eval: String,

    /// Megabytes of each thread's table
    #[arg(long, value_name = "MB", default_value_t = 8, value_parser = clap::value_parser!(u16).range(1..=4096))]
    pub hash: u16,

    /// What openings grow from, with the number of the file
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub seed: u64,
}

/// What else can be done.
#[derive(Subcommand)]
pub enum What {
    /// Tell what a folder of games holds
    Stats {
        /// The folder
        #[arg(value_name = "DIR")]
        folder: PathBuf,

        /// The game
        #[arg(long, short, value_name = "GAME", default_value = "xiangqi")]
        game: String,
    },
}

/// What the long help says first.
pub const ABOUT: &str = "\
Play games for a network to learn from: the champion against itself, a fixed number of nodes
a move, from random openings neither side leads in. Games that are decided or level for long
are not played to the end.

A folder holds numbered files that only grow: a run may be cut at any time, loses one game at
most, and the next one goes on. Several runs may write into the same folder at once.
docs/networks.md tells how a network is made, from nothing.";

/// What the help says last.
pub const EXAMPLES: &str = "\
Examples:
  kydai datagen --game xiangqi --out data/xiangqi --nodes 1000 --threads 2 --positions 5000000
  kydai datagen --game chess --out data/chess --eval network
  kydai datagen stats data/xiangqi";

/// The laboratory of a game people name.
pub fn trainer(name: &str) -> Result<Box<dyn Trainer>, Message> {
    let book = desk::rulebook(name)?;
    let game = book.spec().name;
    learn::trainer(game).ok_or_else(|| Message::new("learn_game").word("game", format!("game_{game}")))
}

pub fn run(asked: &Datagen, speech: &Speech) -> Result<(), Failure> {
    if let Some(What::Stats { folder, game }) = &asked.what {
        return stats(folder, game, speech);
    }
    let Some(out) = &asked.out else { return Err(Message::new("learn_no_folder").into()) };
    let trainer = trainer(&asked.game)?;
    let analysis =
        match asked.eval.as_str() {
            "classic" => EvalChoice::HandCrafted,
            "network" => EvalChoice::BuiltIn,
            file => EvalChoice::Network(std::fs::read(file).map_err(|error| {
                Message::new("learn_file").text("file", file).text("why", error.to_string())
            })?),
        };
    let options = DatagenOptions {
        nodes: asked.nodes,
        threads: asked.threads.into(),
        positions: asked.positions,
        hash: asked.hash.into(),
        seed: asked.seed,
    };
    let mut live = Live::new(asked.positions);
    let done = trainer.generate(&analysis, out, &options, &mut |progress| live.show(progress, speech))?;
    live.finish();
    if speech.json {
        return speech.print_json(&json!({
            "games": done.games, "positions": done.positions, "fresh": done.new_positions, "seconds": done.seconds,
        }));
    }
    speech.print(&speech.say(&said("datagen_done", &done)))
}

fn said(code: &'static str, progress: &DatagenProgress) -> Message {
    let speed = progress.new_positions as f64 / progress.seconds.max(1e-6);
    Message::new(code)
        .number("games", progress.games)
        .number("positions", progress.positions)
        .number("speed", speed as u64)
}

/// Seconds between two lines where there is no terminal.
const EVERY: f64 = 30.0;

/// A run while it plays: a bar on a terminal, a line now and then elsewhere.
struct Live {
    bar: Option<ProgressBar>,
    told: f64,
}

impl Live {
    fn new(positions: u64) -> Self {
        let bar = stderr().is_terminal().then(|| {
            let bar = ProgressBar::with_draw_target(Some(positions), ProgressDrawTarget::stderr());
            // The template is ours; should a future version not like it, its own will do.
            if let Ok(style) = ProgressStyle::with_template("[{bar:20}] {pos}/{len} ({eta})  {wide_msg}") {
                bar.set_style(style.progress_chars("=> "));
            }
            bar
        });
        Live { bar, told: 0.0 }
    }

    fn show(&mut self, progress: &DatagenProgress, speech: &Speech) {
        if let Some(bar) = &self.bar {
            bar.set_position(progress.positions);
            bar.set_message(speech.say(&said("datagen_progress", progress)));
        } else if progress.seconds - self.told >= EVERY {
            self.told = progress.seconds;
            complain(&speech.say(&said("datagen_progress", progress)));
        }
    }

    fn finish(&self) {
        if let Some(bar) = &self.bar {
            bar.finish_and_clear();
        }
    }
}

fn stats(folder: &Path, game: &str, speech: &Speech) -> Result<(), Failure> {
    let stats = trainer(game)?.count(folder)?;
    let DatasetStats { games, broken, results, positions, dropped, kept } = stats;
    if speech.json {
        return speech.print_json(&json!({
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
    let text: Vec<String> = lines.iter().map(|line| speech.say(line)).collect();
    speech.print(&text.join("\n"))
}

//! Trials and benchmarks that need the game crates. `cargo xtask` calls this program.

mod bench;
mod collections;
mod formats;
mod games;
mod hostile;
mod late;
mod mates;
mod peers;
mod perft;
mod positions;
mod progress;
mod rival;
mod speed;
mod stopwatch;
mod suite;
mod textbook;

use std::path::{Path, PathBuf};
use std::process::ExitCode;

use clap::{Parser, Subcommand};

/// Result of a trial; an error is a sentence for the terminal.
type Done<T = ()> = Result<T, String>;

#[derive(Parser)]
#[command(about = "Trials and benchmarks; `cargo xtask` calls this")]
struct Cli {
    #[command(subcommand)]
    trial: Trial,
}

#[derive(Subcommand)]
enum Trial {
    /// Compare with independent libraries.
    Peers {
        /// Python interpreter with the libraries.
        #[arg(long)]
        python: PathBuf,
        #[arg(long)]
        quick: bool,
        #[arg(long)]
        seed: u64,
        /// The large collections.
        #[arg(long)]
        data: Option<PathBuf>,
    },
    /// Verify every perft count.
    Perft {
        #[arg(long)]
        threads: usize,
        #[arg(long)]
        game: Option<String>,
        #[arg(long)]
        at_most: Option<u64>,
        /// Only the suites of testdata.
        #[arg(long)]
        own: bool,
        /// The large collections.
        #[arg(long)]
        data: Option<PathBuf>,
    },
    /// Compare the speed of perft with other programs.
    Bench {
        #[arg(long)]
        rounds: usize,
        /// The program to compare with at xiangqi.
        #[arg(long)]
        rival: PathBuf,
    },
    /// Compare the speed of the search with another program at xiangqi.
    Speed {
        #[arg(long)]
        rounds: usize,
        /// Milliseconds per search.
        #[arg(long)]
        millis: u64,
        #[arg(long)]
        rival: PathBuf,
    },
    /// Count the nodes that each refinement of alpha-beta saves.
    Textbook,
    /// Check the shipped collections and write them.
    Collections {
        #[arg(long)]
        set: String,
        #[arg(long)]
        time: f64,
        /// Folder for the notes of a run.
        #[arg(long)]
        work: PathBuf,
        /// The large collections.
        #[arg(long)]
        data: Option<PathBuf>,
    },
    /// Compare the engine's moves in late jieqi positions with exhaustive expectimax.
    Late {
        #[arg(long)]
        millis: u64,
        #[arg(long)]
        judge: u64,
        #[arg(long)]
        every: usize,
    },
    /// Read record files of other programs.
    Formats {
        /// The large collections.
        #[arg(long)]
        data: Option<PathBuf>,
    },
    /// Read hostile files and measure the cost of each.
    Hostile {
        /// Only this file, in this process.
        #[arg(long)]
        file: Option<usize>,
    },
    /// Prove forced wins.
    Mates {
        #[arg(long)]
        set: String,
        #[arg(long)]
        time: f64,
        #[arg(long)]
        every: usize,
        /// The program that announces mates at xiangqi.
        #[arg(long)]
        rival: Option<PathBuf>,
        /// The large collections.
        #[arg(long)]
        data: Option<PathBuf>,
    },
}

fn main() -> ExitCode {
    let result = match Cli::parse().trial {
        Trial::Peers { python, quick, seed, data } => peers::run(&python, quick, seed, data.as_deref()),
        Trial::Perft { threads, game, at_most, own, data } => {
            perft::run(threads, game.as_deref(), at_most.unwrap_or(u64::MAX), own, data.as_deref())
        }
        Trial::Bench { rounds, rival } => bench::run(rounds, &rival),
        Trial::Speed { rounds, millis, rival } => speed::run(rounds, millis, &rival),
        Trial::Textbook => textbook::run(),
        Trial::Collections { set, time, work, data } => collections::run(&set, time, &work, data.as_deref()),
        Trial::Late { millis, judge, every } => late::run(millis, judge, every),
        Trial::Formats { data } => formats::run(data.as_deref()),
        Trial::Hostile { file: None } => hostile::run(),
        Trial::Hostile { file: Some(index) } => hostile::read_one(index),
        Trial::Mates { set, time, every, rival, data } => {
            mates::run(&set, time, every, rival.as_deref(), data.as_deref())
        }
    };
    match result {
        Ok(()) => ExitCode::SUCCESS,
        Err(problem) => {
            eprintln!("{problem}");
            ExitCode::FAILURE
        }
    }
}

/// Returns the root of the project.
fn root() -> PathBuf {
    let parts = Path::new(env!("CARGO_MANIFEST_DIR")).ancestors().nth(2);
    parts.map_or_else(|| ".".into(), Path::to_path_buf)
}

/// Returns the game with this name.
fn book(name: &str) -> Done<&'static dyn table::Rulebook> {
    table::games::by_name(name).ok_or_else(|| format!("there is no game `{name}`"))
}

//! Trials of the rules that need the games themselves. `cargo xtask` calls this program; people call that.

mod bench;
mod collections;
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

/// What went wrong, as a sentence for the person at the terminal.
type Done<T = ()> = Result<T, String>;

#[derive(Parser)]
#[command(about = "Counts, peers and races; `cargo xtask` calls this")]
struct Cli {
    #[command(subcommand)]
    trial: Trial,
}

#[derive(Subcommand)]
enum Trial {
    /// Compare with independent libraries.
    Peers {
        /// A Python that has the libraries.
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
    /// Count every perft position.
    Perft {
        #[arg(long)]
        threads: usize,
        #[arg(long)]
        game: Option<String>,
        #[arg(long)]
        at_most: Option<u64>,
        /// The large collections.
        #[arg(long)]
        data: Option<PathBuf>,
    },
    /// Race perft against other programs.
    Bench {
        #[arg(long)]
        rounds: usize,
        /// The program to race at xiangqi.
        #[arg(long)]
        rival: PathBuf,
    },
    /// Race the champion's search against another program's at xiangqi.
    Speed {
        #[arg(long)]
        rounds: usize,
        /// Milliseconds for each search.
        #[arg(long)]
        millis: u64,
        #[arg(long)]
        rival: PathBuf,
    },
    /// Count what each refinement of alpha-beta saves.
    Textbook,
    /// Check the collections that are shipped and write them.
    Collections {
        #[arg(long)]
        set: String,
        #[arg(long)]
        time: f64,
        /// Where the notes of a run are kept.
        #[arg(long)]
        work: PathBuf,
        /// The large collections.
        #[arg(long)]
        data: Option<PathBuf>,
    },
    /// Hold the champion's moves in late positions of jieqi against expectation with nothing left out.
    Late {
        #[arg(long)]
        millis: u64,
        #[arg(long)]
        judge: u64,
        #[arg(long)]
        every: usize,
    },
    /// Read hostile files and say what each cost.
    Hostile {
        /// Only this one, in this process.
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
    let done = match Cli::parse().trial {
        Trial::Peers { python, quick, seed, data } => peers::run(&python, quick, seed, data.as_deref()),
        Trial::Perft { threads, game, at_most, data } => {
            perft::run(threads, game.as_deref(), at_most.unwrap_or(u64::MAX), data.as_deref())
        }
        Trial::Bench { rounds, rival } => bench::run(rounds, &rival),
        Trial::Speed { rounds, millis, rival } => speed::run(rounds, millis, &rival),
        Trial::Textbook => textbook::run(),
        Trial::Collections { set, time, work, data } => collections::run(&set, time, &work, data.as_deref()),
        Trial::Late { millis, judge, every } => late::run(millis, judge, every),
        Trial::Hostile { file: None } => hostile::run(),
        Trial::Hostile { file: Some(index) } => hostile::read_one(index),
        Trial::Mates { set, time, every, rival, data } => {
            mates::run(&set, time, every, rival.as_deref(), data.as_deref())
        }
    };
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(problem) => {
            eprintln!("{problem}");
            ExitCode::FAILURE
        }
    }
}

/// The project's root.
fn root() -> PathBuf {
    let parts = Path::new(env!("CARGO_MANIFEST_DIR")).ancestors().nth(2);
    parts.map_or_else(|| ".".into(), Path::to_path_buf)
}

/// The game of this name.
fn book(name: &str) -> Done<&'static dyn table::Rulebook> {
    table::games::by_name(name).ok_or_else(|| format!("there is no game `{name}`"))
}

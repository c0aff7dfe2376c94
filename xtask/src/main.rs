//! The project's tools behind `cargo xtask`: what a person or a machine runs to trust a change.

mod python;
mod shell;
mod system;
mod test;
mod tidy;
mod trials;
mod web;
mod workspace;

use std::process::ExitCode;

use clap::{Parser, Subcommand};

/// Kỳ Đài's own tools.
///
/// `cargo xtask test` is the whole check a change must pass; the other commands are its parts, and what takes too
/// long for it.
#[derive(Parser)]
#[command(name = "cargo xtask", version, max_term_width = 100)]
struct Cli {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    /// Set up what is missing, then check format, lints, tidiness, the web app, every test, the journeys in a real
    /// browser and the peers (quick part).
    ///
    /// Makes a Python environment in the target directory with the two libraries our move generation is compared
    /// with; the journeys need a Chromium. On Debian, as root, missing system packages are installed; elsewhere the
    /// command says which ones it needs and stops. The first failing step ends the run with status 1.
    Test,
    /// Check the house rules: which crate may use which, and what no source file may hold.
    Tidy,
    /// Compare move generation and move text with independent libraries, and replay the master games.
    ///
    /// Random xiangqi positions against pyffish (moves, divide, WXF text), random chess and Chess960 positions
    /// against python-chess, and every master game through all notations and back. The master games are read from
    /// ../shared/data when it is there.
    Peers {
        /// Only the part that `cargo xtask test` runs.
        #[arg(long)]
        quick: bool,
        /// Another seed gives other random positions.
        #[arg(long, default_value_t = 1)]
        seed: u64,
    },
    /// Count every perft position at full depth, on two threads: those of testdata, and of ../shared/data if there.
    Perft {
        /// Only positions of this game.
        #[arg(long)]
        game: Option<String>,
        /// Skip counts above this many nodes.
        #[arg(long, value_name = "NODES")]
        at_most: Option<u64>,
        /// Threads that count.
        #[arg(long, default_value_t = 2)]
        threads: usize,
    },
    /// Check the web app: its packages, types, accessibility of components, unit tests, a build and its size.
    Web,
    /// Play the journeys in a real browser against a real server; Debian's chromium is installed when there is none.
    Journeys {
        /// Take the pictures of docs/screenshots instead.
        #[arg(long)]
        shots: bool,
    },
    /// Write the browser's copy of the wire types, web/src/wire, from crates/server/src/wire.
    Wire,
    /// Check the collections of puzzles with our solver and write them to assets/puzzles.
    ///
    /// Reads ../shared/data. What was found out is kept in the target directory: a run that was stopped goes on, and one
    /// with more time looks only at what was not decided.
    Collections {
        /// Which one: games, lichess, shiqing, ccpd, or all.
        #[arg(long, default_value = "all")]
        set: String,
        /// Seconds of processor time for each position.
        #[arg(long, default_value_t = 30.0)]
        time: f64,
    },
    /// Measure speed, side by side with other programs in the same run.
    Bench {
        #[command(subcommand)]
        what: Bench,
    },
}

#[derive(Subcommand)]
enum Bench {
    /// Nodes per second of perft: xiangqi against Debian's fairy-stockfish, chess against bare cozy-chess.
    ///
    /// One thread each, bulk counting on both sides, turn by turn; prints a table in Markdown.
    Perft {
        /// Rounds; the best of each side counts.
        #[arg(long, default_value_t = 5)]
        rounds: usize,
    },
    /// Positions the champion visits in a second, and how deep it comes, beside Debian's fairy-stockfish at xiangqi.
    ///
    /// Prints a table in Markdown, by processor time.
    Speed {
        /// Searches of each position by each side; the best one counts.
        #[arg(long, default_value_t = 3)]
        rounds: usize,
        /// Milliseconds for each search.
        #[arg(long, default_value_t = 3000)]
        millis: u64,
    },
    /// Positions minimax and alpha-beta visit from the start of xiangqi, one refinement after another.
    ///
    /// Prints a table in Markdown, with milliseconds in brackets.
    Textbook,
    /// Late positions of jieqi: how often the champion's move is worth what expectation with nothing left out says.
    Late {
        /// Milliseconds for the champion's move.
        #[arg(long, default_value_t = 1000)]
        millis: u64,
        /// Milliseconds for the judge.
        #[arg(long, default_value_t = 10_000)]
        judge: u64,
        /// One position of so many.
        #[arg(long, default_value_t = 1)]
        every: usize,
    },
    /// Many people at once at the server: how long acknowledgements take, and what it needs.
    ///
    /// Two sockets in each game, every move on disk before it is acknowledged; the server is a process of its own.
    /// Prints a table in Markdown. Where the system does not allow as many open files as sockets, it says what to do.
    Load {
        /// Games, with two sockets each.
        #[arg(long, default_value_t = 1000)]
        games: usize,
        /// Moves a second, all games together.
        #[arg(long, default_value_t = 200)]
        rate: u64,
        /// How long.
        #[arg(long, default_value_t = 20)]
        seconds: u64,
    },
    /// How fast the page answers a press, what its first load takes, and whether anything on it jumps.
    ///
    /// In a real browser against a real server; prints tables in Markdown.
    Page,
    /// What hostile files of 512 KiB cost: processor time and memory, each read in a process of its own.
    ///
    /// Prints a table in Markdown.
    Hostile,
    /// The library in figures: the master games and a collection of mates brought in, then searched and explored.
    ///
    /// Over HTTP, by a server of its own with an empty database; prints tables in Markdown. The mates are read from
    /// ../shared/data when it is there.
    Library,
    /// Forced wins proven, of the collections in ../shared/data; of testdata where they are not there.
    ///
    /// Prints a table in Markdown: proven, labels refuted, and the processor time each took.
    Mates {
        /// Which collection: games, compositions, batch, puzzles, hard.
        #[arg(long, default_value = "games")]
        set: String,
        /// Seconds for each position.
        #[arg(long, default_value_t = 10.0)]
        time: f64,
        /// Only every so many positions.
        #[arg(long, default_value_t = 1)]
        every: usize,
        /// Also ask Debian's fairy-stockfish (xiangqi) which mates it announces in the same time.
        #[arg(long)]
        rival: bool,
    },
}

fn main() -> ExitCode {
    let done = match Cli::parse().command {
        Command::Test => test::run(),
        Command::Tidy => tidy::run(),
        Command::Peers { quick, seed } => trials::peers(quick, seed),
        Command::Perft { game, at_most, threads } => trials::perft(game.as_deref(), at_most, threads),
        Command::Web => web::run_checks(),
        Command::Journeys { shots: true } => web::journeys(web::Played::Shots),
        Command::Journeys { shots: false } => web::journeys(web::Played::Alone),
        Command::Wire => {
            shell::run(&mut shell::cargo(&["run", "--quiet", "--package", "server", "--example", "wire"]))
        }
        Command::Collections { set, time } => trials::collections(&set, time),
        Command::Bench { what: Bench::Page } => web::journeys(web::Played::Bench),
        Command::Bench { what: Bench::Hostile } => trials::bench_hostile(),
        Command::Bench { what: Bench::Library } => trials::bench_library(),
        Command::Bench { what: Bench::Perft { rounds } } => trials::bench_perft(rounds),
        Command::Bench { what: Bench::Load { games, rate, seconds } } => {
            trials::bench_load(games, rate, seconds)
        }
        Command::Bench { what: Bench::Speed { rounds, millis } } => trials::bench_speed(rounds, millis),
        Command::Bench { what: Bench::Textbook } => trials::bench_textbook(),
        Command::Bench { what: Bench::Late { millis, judge, every } } => {
            trials::bench_late(millis, judge, every)
        }
        Command::Bench { what: Bench::Mates { set, time, every, rival } } => {
            trials::bench_mates(&set, time, every, rival)
        }
    };
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(problem) => {
            eprintln!("xtask: {problem}");
            ExitCode::FAILURE
        }
    }
}

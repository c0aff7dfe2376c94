//! Project tools behind `cargo xtask`: checks, trials and benchmarks.

mod new_game;
mod portable;
mod postgres;
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

/// Project tools of Kỳ Đài.
///
/// `cargo xtask test` is the complete check a change must pass; the other commands are its parts, and trials and
/// benchmarks that take longer.
#[derive(Parser)]
#[command(name = "cargo xtask", version, max_term_width = 100)]
struct Cli {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    /// Set up missing tools, then check format, lints, project rules, the portable crates, the web app, all tests, the
    /// journeys in a real browser and the peers (quick part).
    ///
    /// Creates a Python environment in the target directory with the two libraries our move generation is compared
    /// with; the journeys need a Chromium. On Debian, as root, missing system packages are installed; elsewhere the
    /// command prints which ones it needs and stops. The first failing step ends the run with status 1.
    Test,
    /// Create a game from the smallest one: rules, registration, web module, messages and tests that compile and play.
    ///
    /// Places to change are labeled YOURS: in the new files. CONTRIBUTING.md, "Adding a game", says in which order.
    NewGame {
        /// Name in commands, files and links: lowercase letters and digits.
        name: String,
    },
    /// Check the project rules: dependencies between crates, what source files may contain, and words that are not used.
    Tidy,
    /// Check that the crates without input and output compile for the browser (wasm32-unknown-unknown).
    ///
    /// Installs the target with rustup if it is missing.
    Portable,
    /// Compare move generation and move text with independent libraries, and replay the master games.
    ///
    /// Random xiangqi positions against pyffish (moves, divide, WXF text), random chess and Chess960 positions
    /// against python-chess, and every master game through all notations and back (from
    /// ../shared/data; not with --quick).
    Peers {
        /// Only the part that `cargo xtask test` runs.
        #[arg(long)]
        quick: bool,
        /// Seed of the random positions.
        #[arg(long, default_value_t = 1)]
        seed: u64,
    },
    /// Verify every perft count at full depth: those of testdata and of ../shared/data.
    Perft {
        /// Only positions of this game.
        #[arg(long)]
        game: Option<String>,
        /// Only the suites of testdata.
        #[arg(long)]
        own: bool,
        /// Skip counts above this many nodes.
        #[arg(long, value_name = "NODES")]
        at_most: Option<u64>,
        /// Number of threads.
        #[arg(long, default_value_t = 2)]
        threads: usize,
    },
    /// Check the web app: packages, types, accessibility of components, unit tests, build and size.
    Web,
    /// Run the browser tests (journeys) against a real server; Debian's chromium is installed if there is none.
    Journeys {
        /// Take the screenshots of docs/screenshots instead.
        #[arg(long)]
        shots: bool,
    },
    /// Write the browser's copy of the wire types, web/src/wire, from crates/server/src/wire.
    Wire,
    /// Check the collections of puzzles with our solver and write them to assets/puzzles.
    ///
    /// Reads ../shared/data; `fives` reads testdata. Results are kept in the target directory: an interrupted run continues, and a run with more
    /// time checks only the undecided positions.
    Collections {
        /// Collection: games, lichess, shiqing, ccpd, fives, or all.
        #[arg(long, default_value = "all")]
        set: String,
        /// Seconds of processor time for each position.
        #[arg(long, default_value_t = 30.0)]
        time: f64,
    },
    /// Read record files of other programs (XQF, CBR, CBL, CBF, DhtmlXQ, PGN) from ../shared/data.
    Formats,
    /// Crash trial: kill the server again and again during play; no acknowledged move may be lost or doubled.
    ///
    /// `cargo xtask test` runs it with 50 kills.
    Crash {
        /// Number of kills.
        #[arg(long, default_value_t = 200)]
        kills: u32,
        /// Number of moves that must be acknowledged in total.
        #[arg(long, default_value_t = 100_000)]
        moves: u64,
    },
    /// Longer comparisons with other programs.
    Trial {
        #[command(subcommand)]
        what: Trial,
    },
    /// Check licenses, advisories and sources of all dependencies with cargo-deny, by deny.toml.
    ///
    /// Needs `cargo install --locked cargo-deny`, and the network for the database of advisories.
    Deny,
    /// Measure speed, side by side with other programs in the same run.
    Bench {
        #[command(subcommand)]
        what: Bench,
    },
}

#[derive(Subcommand)]
enum Trial {
    /// A new game in a copy of the project's last commit: project rules, tests and checks of the web app pass, and it is
    /// played in the browser.
    NewGame,
    /// Pairings of tournaments: bbpPairings' Dutch cases, hostile TRF files, random tournaments against caissify-pairings.
    ///
    /// Reads ../shared/data and fails without it. Prints a table in Markdown; each difference is printed with the criterion
    /// that decides it, and more than four fail.
    Pairings {
        /// Number of random tournaments.
        #[arg(long, default_value_t = 2000)]
        count: u64,
    },
    /// Database: every migration from version 7 on and every statement of the store is accepted by a real PostgreSQL too.
    ///
    /// Starts Debian's PostgreSQL on loopback, in a directory of its own, and installs it if it is missing.
    Postgres,
    /// Published forced wins of gomoku (testdata/caro/wins.txt): all are proven and replayed, however long it takes.
    Fives,
    /// Recorded searches of random positions of xiangqi, chess and jieqi: a checker that shares no code with the search
    /// confirms every window, value, cutoff, table hit and mean.
    Lab {
        /// Number of positions of each game.
        #[arg(long, default_value_t = 1000)]
        positions: u64,
    },
}

#[derive(Subcommand)]
enum Bench {
    /// Nodes per second of perft: xiangqi against Debian's fairy-stockfish, chess against bare cozy-chess.
    ///
    /// One thread each, bulk counting on both sides, turn by turn; prints a table in Markdown.
    Perft {
        /// Number of rounds; the best of each side counts.
        #[arg(long, default_value_t = 5)]
        rounds: usize,
    },
    /// Nodes per second and depth of the engine, compared with Debian's fairy-stockfish at xiangqi.
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
    /// Nodes of minimax and of alpha-beta from the start of xiangqi, with one refinement after another.
    ///
    /// Prints a table in Markdown, with milliseconds in parentheses.
    Textbook,
    /// Late jieqi positions: how often the engine's move agrees with exhaustive expectimax.
    Late {
        /// Milliseconds for the engine's move.
        #[arg(long, default_value_t = 1000)]
        millis: u64,
        /// Milliseconds for exhaustive expectimax.
        #[arg(long, default_value_t = 10_000)]
        judge: u64,
        /// Use every N-th position only.
        #[arg(long, default_value_t = 1)]
        every: usize,
    },
    /// Load test of the server: latency of acknowledgments, processor time and memory.
    ///
    /// Two sockets in each game; every move is on disk before it is acknowledged; the server is a separate process.
    /// Prints a table in Markdown. If the system does not allow enough open files, it prints what to do.
    Load {
        /// Number of games, with two sockets each.
        #[arg(long, default_value_t = 1000)]
        games: usize,
        /// Moves per second, all games together.
        #[arg(long, default_value_t = 200)]
        rate: u64,
        /// Duration in seconds.
        #[arg(long, default_value_t = 20)]
        seconds: u64,
    },
    /// Matches of the lobby: seeks a minute while many pages of the lobby are open, and the server's memory.
    ///
    /// Fails when the 99th percentile of a match takes more than 50 ms or the server more than 250 MB. Prints a table in
    /// Markdown.
    Seeks {
        /// Pages of the lobby that are open.
        #[arg(long, default_value_t = 2000)]
        pages: usize,
        /// Seeks in a minute.
        #[arg(long, default_value_t = 1000)]
        rate: u64,
        /// Seconds of seeking.
        #[arg(long, default_value_t = 60)]
        seconds: u64,
    },
    /// Fairness of the server: a newcomer's game while greedy visitors of every kind are at work.
    ///
    /// 4 guests with 120 games against level 8, 100 solves, 40 reviews, 30 requests a second that hang up, and 200 spectators
    /// at once. Prints a table in Markdown; fails if the newcomer's opponent takes 300 ms longer than on a quiet server, or
    /// if the 99th percentile of acknowledgments is above 50 ms.
    Greedy,
    /// Acknowledgments and answers while a league of four engines, 20 games each pair, runs on the same server.
    ///
    /// Prints a table in Markdown, and fails at no figure.
    League,
    /// Start of the server over many unfinished games: time until it listens, and memory.
    ///
    /// Prints a table in Markdown.
    Start {
        /// Number of games with a running clock.
        #[arg(long, default_value_t = 10_000)]
        games: usize,
        /// Plies of each game.
        #[arg(long, default_value_t = 145)]
        plies: usize,
    },
    /// Memory of the server while it keeps six finished proofs.
    ///
    /// Prints a table in Markdown.
    Proofs,
    /// Speed of the page: input latency, first load, and layout shifts.
    ///
    /// In a real browser against a real server; prints tables in Markdown.
    Page,
    /// Cost of hostile files of 512 KiB: processor time and memory, each read in a separate process.
    ///
    /// Prints a table in Markdown.
    Hostile,
    /// Speed of the library: import of the master games and a collection of mates, search and explorer.
    ///
    /// Over HTTP, with a separate server and an empty database; prints tables in Markdown. The mates are read from
    /// ../shared/data.
    Library,
    /// Forced wins proven by the solver, for the collections of ../shared/data or the sample of testdata.
    ///
    /// Prints a table in Markdown: proven, labels refuted, and the processor time each took.
    Mates {
        /// Collection: sample (from testdata), games, compositions, batch, puzzles, hard.
        #[arg(long, default_value = "games")]
        set: String,
        /// Seconds per position.
        #[arg(long, default_value_t = 10.0)]
        time: f64,
        /// Use every N-th position only.
        #[arg(long, default_value_t = 1)]
        every: usize,
        /// Also run Debian's fairy-stockfish (xiangqi) and count the mates it announces in the same time.
        #[arg(long)]
        rival: bool,
    },
}

fn main() -> ExitCode {
    let result = match Cli::parse().command {
        Command::Test => test::run(),
        Command::NewGame { name } => new_game::run(&name),
        Command::Tidy => tidy::run(),
        Command::Portable => portable::run(),
        Command::Peers { quick, seed } => trials::peers(quick, seed),
        Command::Perft { game, own, at_most, threads } => {
            trials::perft(game.as_deref(), at_most, own, threads)
        }
        Command::Web => web::run_checks(),
        Command::Journeys { shots: true } => web::journeys(web::BrowserRun::Screenshots),
        Command::Journeys { shots: false } => web::journeys(web::BrowserRun::Journeys),
        Command::Wire => {
            shell::run(&mut shell::cargo(&["run", "--quiet", "--package", "testkit", "--bin", "wire"]))
        }
        Command::Collections { set, time } => trials::collections(&set, time),
        Command::Formats => trials::formats(),
        Command::Crash { kills, moves } => trials::crash(kills, moves),
        Command::Trial { what: Trial::NewGame } => new_game::trial(),
        Command::Trial { what: Trial::Pairings { count } } => trials::pairings(count),
        Command::Trial { what: Trial::Postgres } => postgres::trial(),
        Command::Trial { what: Trial::Fives } => trials::fives(),
        Command::Trial { what: Trial::Lab { positions } } => trials::lab(positions),
        Command::Deny => trials::deny(),
        Command::Bench { what: Bench::Start { games, plies } } => trials::bench_start(games, plies),
        Command::Bench { what: Bench::Proofs } => trials::bench_proofs(),
        Command::Bench { what: Bench::Page } => web::journeys(web::BrowserRun::Bench),
        Command::Bench { what: Bench::Hostile } => trials::bench_hostile(),
        Command::Bench { what: Bench::Library } => trials::bench_library(),
        Command::Bench { what: Bench::Seeks { pages, rate, seconds } } => {
            trials::bench_seeks(pages, rate, seconds)
        }
        Command::Bench { what: Bench::Greedy } => trials::bench_greedy(),
        Command::Bench { what: Bench::League } => trials::bench_league(),
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
    match result {
        Ok(()) => ExitCode::SUCCESS,
        Err(problem) => {
            eprintln!("xtask: {problem}");
            ExitCode::FAILURE
        }
    }
}

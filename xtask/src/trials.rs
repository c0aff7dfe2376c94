//! Long trials and benchmarks, run by the `trials` program.

use std::path::{Path, PathBuf};
use std::process::Command;

use crate::shell::{Done, cargo, root, run, succeeds};
use crate::workspace::{self, Workspace};
use crate::{python, system};

/// Returns the folder of the collections that are too large for the repository, if it exists.
fn shared_data() -> Option<PathBuf> {
    let data = root().parent()?.join("shared").join("data");
    data.is_dir().then_some(data)
}

/// Compares with independent libraries.
pub fn peers(quick: bool, seed: u64) -> Done {
    let python = python::ready()?;
    let mut command = if quick {
        let mut command = Command::new(workspace::built_by_tests("trials")?);
        command.arg("peers");
        command
    } else {
        trials("release", "peers")
    };
    command.arg("--python").arg(&python).args(["--seed", &seed.to_string()]);
    if quick {
        command.arg("--quick");
    }
    run(with_data(&mut command))?;
    play_chess(&python, quick)
}

/// Plays a game between our engine and an independent UCI client.
fn play_chess(python: &Path, quick: bool) -> Done {
    let program = if quick {
        workspace::built_by_tests("kydai")?
    } else {
        run(&mut cargo(&["build", "--quiet", "--release", "--package", "kydai"]))?;
        Workspace::load()?.target.join("release").join("kydai")
    };
    run(Command::new(python).arg(root().join("xtask").join("peers").join("play_chess.py")).arg(program))
}

/// Verifies every perft count.
pub fn perft(game: Option<&str>, at_most: Option<u64>, own: bool, threads: usize) -> Done {
    let mut command = trials("release", "perft");
    command.args(["--threads", &threads.to_string()]);
    if let Some(game) = game {
        command.args(["--game", game]);
    }
    if own {
        command.arg("--own");
    }
    if let Some(nodes) = at_most {
        command.args(["--at-most", &nodes.to_string()]);
    }
    run(with_data(&mut command))
}

/// Builds a client of the server that measures it, with the server it starts.
fn server_client(name: &str) -> Done<Command> {
    let server = ["--package", "server", "--example", "minimal_server"];
    let client = ["--package", "testkit", "--bin", name];
    run(cargo(&["build", "--quiet", "--release"]).args(server).args(client))?;
    Ok(Command::new(Workspace::load()?.target.join("release").join(name)))
}

/// Load test: the server and its clients are separate processes.
pub fn bench_load(games: usize, rate: u64, seconds: u64) -> Done {
    run(server_client("load")?.args([games.to_string(), rate.to_string(), seconds.to_string()]))
}

/// Matches of the lobby: the server and its visitors are separate processes.
pub fn bench_seeks(pages: usize, rate: u64, seconds: u64) -> Done {
    run(server_client("seeks")?.args([pages.to_string(), rate.to_string(), seconds.to_string()]))
}

/// Fairness trial: the server and its visitors are separate processes.
pub fn bench_greedy() -> Done {
    run(&mut server_client("greedy")?)
}

/// Acknowledgments while a league of the Lab runs.
pub fn bench_league() -> Done {
    run(server_client("greedy")?.arg("league"))
}

/// Start of the server over many unfinished games.
pub fn bench_start(games: usize, plies: usize) -> Done {
    run(server_client("start_bench")?.args([games.to_string(), plies.to_string()]))
}

/// Memory of the server with finished proofs.
pub fn bench_proofs() -> Done {
    run(&mut server_client("proofs_bench")?)
}

/// Crash trial: the crash test with more kills and moves.
pub fn crash(kills: u32, moves: u64) -> Done {
    // The examples hold the server process that is killed.
    run(&mut cargo(&["build", "--quiet", "--package", "server", "--example", "minimal_server"]))?;
    run(cargo(&["test", "--package", "server", "--test", "crash", "--", "--nocapture"])
        .env("KYDAI_CRASH_KILLS", kills.to_string())
        .env("KYDAI_CRASH_MOVES", moves.to_string()))
}

/// Pairings of tournaments compared with other programs.
pub fn pairings(count: u64) -> Done {
    let data = shared_data().ok_or("../shared/data is missing: the tournaments are read from there")?;
    let python = python::ready()?;
    run(Command::new(&python).args(["-m", "pip", "install", "--quiet", "caissify-pairings==0.5.0"]))?;
    run(&mut cargo(&["build", "--quiet", "--release", "--package", "tournament", "--example", "pairings"]))?;
    let program = Workspace::load()?.target.join("release").join("examples").join("pairings");
    run(Command::new(program).arg(data.join("tournaments")).arg(python).arg(count.to_string()))
}

/// Proves all published forced wins of gomoku.
pub fn fives() -> Done {
    let test = ["test", "--release", "--package", "table", "--test", "caro", "--"];
    run(cargo(&test).args(["published_wins", "--nocapture"]).env("KYDAI_ALL_WINS", "1"))
}

/// Checks recorded searches of random positions.
pub fn lab(positions: u64) -> Done {
    let test = ["test", "--release", "--package", "search", "--test", "plain_recording", "--"];
    run(cargo(&test)
        .args(["checker_confirms", "--nocapture"])
        .env("KYDAI_LAB_POSITIONS", positions.to_string()))
}

/// Checks the dependencies with cargo-deny.
pub fn deny() -> Done {
    if !succeeds(&mut cargo(&["deny", "--version"])) {
        return Err("cargo-deny is missing: run `cargo install --locked cargo-deny` first".to_owned());
    }
    run(&mut cargo(&["deny", "--workspace", "--all-features", "check"]))
}

/// Import and search of the library: the server and its client are separate processes.
pub fn bench_library() -> Done {
    let data =
        shared_data().ok_or("../shared/data is missing: the collection of mates is read from there")?;
    let mates = data.join("xiangqi").join("puzzles").join("wukong_mates_from_games.jsonl.gz");
    run(server_client("library_bench")?.arg(mates))
}

/// Reads hostile files, each in a separate process.
pub fn bench_hostile() -> Done {
    run(&mut trials("release", "hostile"))
}

/// Compares the speed of perft with other programs.
pub fn bench_perft(rounds: usize) -> Done {
    let rival = rival()?;
    run(trials("release", "bench").args(["--rounds", &rounds.to_string(), "--rival", rival]))
}

/// Proves forced wins.
pub fn bench_mates(set: &str, time: f64, every: usize, against: bool) -> Done {
    let mut command = trials("release", "mates");
    command.args(["--set", set, "--time", &time.to_string(), "--every", &every.to_string()]);
    if against {
        command.args(["--rival", rival()?]);
    }
    run(with_data(&mut command))
}

/// Reads record files of other programs.
pub fn formats() -> Done {
    run(with_data(&mut trials("release", "formats")))
}

/// Checks the collections of puzzles and writes them.
pub fn collections(set: &str, time: f64) -> Done {
    let work = Workspace::load()?.target.join("collections");
    let mut command = trials("release", "collections");
    command.args(["--set", set, "--time", &time.to_string()]).arg("--work").arg(work);
    run(with_data(&mut command))
}

/// Returns the program we compare with at xiangqi; installs it if it is missing.
fn rival() -> Done<&'static str> {
    const RIVAL: &str = "/usr/games/fairy-stockfish";
    if !Path::new(RIVAL).exists() {
        system::install(&["fairy-stockfish"], "the rival program fairy-stockfish")?;
    }
    Ok(RIVAL)
}

/// Counts the nodes that each refinement of alpha-beta saves.
pub fn bench_textbook() -> Done {
    run(&mut trials("release", "textbook"))
}

/// Compares the engine with exhaustive expectimax.
pub fn bench_late(millis: u64, judge: u64, every: usize) -> Done {
    let [millis, judge, every] = [millis, judge, every as u64].map(|number| number.to_string());
    run(trials("release", "late").args(["--millis", &millis, "--judge", &judge, "--every", &every]))
}

/// Compares the speed of the search with another program.
pub fn bench_speed(rounds: usize, millis: u64) -> Done {
    let (rounds, millis) = (rounds.to_string(), millis.to_string());
    run(trials("release", "speed").args(["--rounds", &rounds, "--millis", &millis, "--rival", rival()?]))
}

fn trials(profile: &str, what: &str) -> Command {
    cargo(&["run", "--quiet", "--profile", profile, "--package", "trials", "--", what])
}

fn with_data(command: &mut Command) -> &mut Command {
    match shared_data() {
        Some(data) => command.arg("--data").arg(data),
        None => command,
    }
}

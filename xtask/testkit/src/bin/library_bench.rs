//! Library benchmark: `library [COLLECTION]` imports the master games over HTTP and a collection from a file, then times
//! searches and the explorer. `cargo xtask bench library` runs it.

use std::io::Read;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use serde_json::Value;
use server::library::LocalFile;
use testkit::{Problem, ServerProcess, in_folder};

/// Number of repetitions of each query.
const ROUNDS: usize = 20;

fn main() -> Result<(), Problem> {
    in_folder("library", measure)
}

fn measure(folder: &Path) -> Result<(), Problem> {
    let database = folder.join("kydai.sqlite");
    let mut server = ServerProcess::start(&database)?;
    println!("| imported | games | new | faulty | time |\n|---|---:|---:|---:|---:|");
    let begun = Instant::now();
    server.ask("POST", "/api/library/masters", None)?;
    let report = loop {
        let job = server.ask("GET", "/api/library/masters", None)?;
        if job["running"] == false {
            eprintln!();
            break job["report"].clone();
        }
        eprint!("\r{} of {} games", job["games"], job["total"]);
        std::thread::sleep(Duration::from_millis(200));
    };
    let row = |name: &str, report: &Value, time: Duration| {
        println!(
            "| {name} | {} | {} | {} | {:.1} s |",
            report["games"],
            report["new"],
            report["faulty"],
            time.as_secs_f64()
        );
    };
    row("the master games, by `POST /api/library/masters`", &report, begun.elapsed());
    if let Some(file) = std::env::args_os().nth(1).map(PathBuf::from) {
        let mut bytes = Vec::new();
        flate2::read::MultiGzDecoder::new(std::fs::File::open(&file)?).read_to_end(&mut bytes)?;
        let begun = Instant::now();
        let name = file.display().to_string();
        let report =
            server::library::import_files(&database, vec![LocalFile { name, bytes }], "mates", &|_, _| {})?;
        let counted = serde_json::json!({"games": report.games, "new": report.new, "faulty": report.faulty});
        row("a collection of mates, by `kydai library import`", &counted, begun.elapsed());
    }
    println!("\n| query | found | median | worst |\n|---|---:|---:|---:|");
    let start = "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR";
    let after = "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C2C4/9/RNBAKABNR";
    for (name, path) in [
        ("games with a position: the start", format!("/api/library?position={start}%20w")),
        ("games with a position: after `h2e2`", format!("/api/library?position={after}%20b")),
        ("explorer at the start", format!("/api/library/explorer?game=xiangqi&position={start}%20w")),
        ("explorer after `h2e2`", format!("/api/library/explorer?game=xiangqi&position={after}%20b")),
        ("games of a player, `ho vinh hoa`", "/api/library?player=ho%20vinh%20hoa".to_owned()),
        ("games of an opening, `thuan phao`", "/api/library?opening=thuan%20phao".to_owned()),
    ] {
        let mut times = Vec::with_capacity(ROUNDS);
        let mut answer = Value::Null;
        for _ in 0..ROUNDS {
            let begun = Instant::now();
            answer = server.ask("GET", &path, None)?;
            times.push(begun.elapsed());
        }
        times.sort_unstable();
        let found = match answer["total"].as_u64() {
            Some(total) => format!("{total} games"),
            None => format!("{} moves", answer["moves"].as_array().map_or(0, Vec::len)),
        };
        let millis = |time: Option<&Duration>| time.map_or(f64::NAN, |time| time.as_secs_f64() * 1e3);
        println!(
            "| {name} | {found} | {:.1} ms | {:.1} ms |",
            millis(times.get(ROUNDS / 2)),
            millis(times.last())
        );
    }
    Ok(())
}

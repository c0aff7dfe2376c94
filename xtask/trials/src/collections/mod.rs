//! Shipped collections: read from their sources, checked by the solver, and written as assets.
//!
//! Results are kept in the target directory, so that an interrupted run continues, and a run with more time checks only
//! the undecided positions.

mod check;
mod output;
mod sources;

use std::fs;
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::time::Instant;

use crate::{Done, root};
use check::check;
use output::{CheckResult, Checked};
use sources::{Case, Set};

/// Checks a collection and writes its asset.
pub fn run(set: &str, seconds: f64, work: &Path, data: Option<&Path>) -> Done {
    let sets: Vec<Set> = if set == "all" { sources::ALL.to_vec() } else { vec![sources::named(set)?] };
    for set in sets {
        prepare(set, seconds, work, data)?;
    }
    Ok(())
}

fn prepare(set: Set, seconds: f64, work: &Path, data: Option<&Path>) -> Done {
    let cases = sources::read(set, data)?;
    let notes = work.join(format!("{}.tsv", set.name));
    fs::create_dir_all(work).map_err(|error| format!("{}: {error}", work.display()))?;
    let known = fs::read_to_string(&notes).unwrap_or_default();
    let mut known: Vec<Checked> = known.lines().filter_map(Checked::read).collect();
    let start = Instant::now();
    let mut file = fs::OpenOptions::new().create(true).append(true).open(&notes);
    for (index, case) in cases.iter().enumerate() {
        let is_known =
            |one: &Checked| one.id == case.id && (one.result.is_decided() || one.seconds >= seconds);
        if known.iter().any(is_known) {
            continue;
        }
        let checked = check(set.game, case, seconds)?;
        println!("{}/{} {} {:?} {} ms", index + 1, cases.len(), case.id, checked.result, checked.millis);
        known.retain(|one| one.id != case.id);
        if let Ok(file) = &mut file {
            writeln!(file, "{}", checked.write()).map_err(|error| error.to_string())?;
        }
        known.push(checked);
    }
    summarize(set, &cases, &known, start.elapsed().as_secs_f64());
    let asset = asset(set);
    let text = output::asset(set, &cases, &known);
    fs::write(&asset, text).map_err(|error| format!("{}: {error}", asset.display()))
}

fn asset(set: Set) -> PathBuf {
    root().join("assets").join("puzzles").join(format!("{}.tsv", set.name))
}

fn summarize(set: Set, cases: &[Case], known: &[Checked], seconds: f64) {
    let results: Vec<&Checked> =
        cases.iter().filter_map(|case| known.iter().rev().find(|one| one.id == case.id)).collect();
    let count = |holds: &dyn Fn(&Checked) -> bool| results.iter().filter(|one| holds(one)).count();
    let mut millis: Vec<u64> = results.iter().map(|one| one.millis).collect();
    millis.sort_unstable();
    println!(
        "{}: {} positions, {} won, {} of these shortest, {} not to be won, {} lines, {} not decided; median {} ms, \
         {} s of processor time, {seconds:.0} s for this run",
        set.name,
        results.len(),
        count(&|one| matches!(one.result, CheckResult::Win { .. })),
        count(&|one| matches!(one.result, CheckResult::Win { moves, at_least } if moves == at_least)),
        count(&|one| one.result == CheckResult::NoWin),
        count(&|one| matches!(one.result, CheckResult::Line { .. })),
        count(&|one| matches!(one.result, CheckResult::Undecided { .. })),
        millis.get(millis.len() / 2).unwrap_or(&0),
        millis.iter().sum::<u64>() / 1000,
    );
}

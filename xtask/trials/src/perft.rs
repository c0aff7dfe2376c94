//! Perft: every count of every suite, at full depth.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Instant;

use crate::{Done, book, progress, root, suite};

/// One count to verify.
struct Job {
    /// Indices of the files that contain it; the collections overlap.
    files: Vec<usize>,
    game: String,
    position: String,
    depth: u32,
    nodes: u64,
}

/// A file of counts and its game.
struct Source {
    path: PathBuf,
    game: String,
}

/// Verifies all counts; every difference is printed, and any is a failure. Without `own` the large collections are
/// counted too, and it is an error if they are missing.
pub fn run(threads: usize, only: Option<&str>, at_most: u64, own: bool, data: Option<&Path>) -> Done {
    let mut sources = own_suites()?;
    if !own {
        let data = data.ok_or("../shared/data is missing; --own counts the suites of testdata only")?;
        sources.extend(shared_suites(data)?);
    }
    if let Some(only) = only {
        let name = book(only)?.spec().name;
        sources.retain(|source| source.game == name);
    }
    let mut jobs = jobs_of(&sources)?;
    jobs.retain(|job| job.nodes <= at_most);
    // The longest first, so that all threads finish at about the same time.
    jobs.sort_by_key(|job| std::cmp::Reverse(job.nodes));
    println!("{} counts of {} files on {threads} threads", jobs.len(), sources.len());

    let (start, counted) = (Instant::now(), AtomicU64::new(0));
    let speed = || counted.load(Ordering::Relaxed) as f64 / start.elapsed().as_secs_f64() / 1e6;
    let work = |job: &Job| {
        let nodes = count(job)?;
        counted.fetch_add(nodes, Ordering::Relaxed);
        match nodes == job.nodes {
            true => Ok(()),
            false => Err(format!("{}: depth {}: {nodes}, not {}", job.position, job.depth, job.nodes)),
        }
    };
    let results = progress::run_parallel(&jobs, threads, work, || format!("{:.0} Mnodes/s", speed()));

    for (file, source) in sources.iter().enumerate() {
        let of_file = || jobs.iter().zip(&results).filter(|(job, _)| job.files.contains(&file));
        let wrong = of_file().filter(|(_, result)| result.is_err()).count();
        let nodes: u64 = of_file().map(|(job, _)| job.nodes).sum();
        let name = source.path.file_name().unwrap_or_default().to_string_lossy();
        println!("{name}: {} counts, {nodes} nodes, {wrong} wrong", of_file().count());
    }
    let wrong: Vec<&String> = results.iter().filter_map(|result| result.as_ref().err()).collect();
    let seconds = start.elapsed().as_secs_f64();
    if wrong.is_empty() {
        println!("all {} counts are right: {seconds:.1} s, {:.0} Mnodes/s", results.len(), speed());
        return Ok(());
    }
    let list: Vec<&str> = wrong.iter().take(20).map(|line| line.as_str()).collect();
    Err(format!("{} of {} counts are wrong:\n{}", wrong.len(), results.len(), list.join("\n")))
}

fn count(job: &Job) -> Done<u64> {
    let study = book(&job.game)?.open(Some(&job.position), &[]);
    let study = study.map_err(|message| format!("{}: {message}", job.position))?;
    Ok(study.perft(job.depth))
}

/// Returns the counts of all files, each once.
fn jobs_of(sources: &[Source]) -> Done<Vec<Job>> {
    let mut jobs: BTreeMap<(String, String, u32, u64), Vec<usize>> = BTreeMap::new();
    for (file, source) in sources.iter().enumerate() {
        let path = source.path.display();
        let text = std::fs::read_to_string(&source.path).map_err(|error| format!("{path}: {error}"))?;
        for case in suite::read(&text).map_err(|problem| format!("{path}: {problem}"))? {
            for (depth, nodes) in case.counts {
                jobs.entry((source.game.clone(), case.position.clone(), depth, nodes))
                    .or_default()
                    .push(file);
            }
        }
    }
    let job = |((game, position, depth, nodes), files)| Job { files, game, position, depth, nodes };
    Ok(jobs.into_iter().map(job).collect())
}

/// Returns the suites of testdata; the game is the first word of the file name (`chess-endings.epd` is chess).
fn own_suites() -> Done<Vec<Source>> {
    let directory = root().join("testdata").join("perft");
    let entries = std::fs::read_dir(&directory).map_err(|error| format!("testdata/perft: {error}"))?;
    let mut paths: Vec<PathBuf> = entries.flatten().map(|entry| entry.path()).collect();
    paths.retain(|path| path.extension().is_some_and(|extension| extension == "epd"));
    paths.sort();
    let source = |path: PathBuf| {
        let stem = path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
        let game = stem.split(|character: char| !character.is_ascii_alphabetic()).next().unwrap_or_default();
        let game =
            book(game).map_err(|problem| format!("{}: {problem}", path.display()))?.spec().name.to_owned();
        Ok(Source { path, game })
    };
    paths.into_iter().map(source).collect()
}

/// Returns the suites of the large collections; a missing file is an error.
fn shared_suites(data: &Path) -> Done<Vec<Source>> {
    let known = [
        ("xiangqi", "perft/xiangqi.perft.epd"),
        ("chess", "chess/perft/perftsuite.epd"),
        ("chess", "chess/perft/frcperftsuite.epd"),
        ("jieqi", "jieqi/bright_jieqi.perft.epd"),
    ];
    let source = |(game, path): (&str, &str)| Source { path: data.join(path), game: game.to_owned() };
    let sources = known.map(source);
    match sources.iter().find(|source| !source.path.exists()) {
        Some(missing) => Err(format!("{} is missing", missing.path.display())),
        None => Ok(sources.into()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_suite_of_testdata_has_a_game_and_its_smallest_counts_are_right() {
        assert!(own_suites().unwrap().len() >= 4);
        assert_eq!(run(2, None, 1000, true, None), Ok(()));
        assert!(run(2, None, 1000, false, None).is_err(), "the large collections are missing");
    }

    #[test]
    fn a_count_in_two_files_is_verified_once() {
        let sources = [own_suites().unwrap(), own_suites().unwrap()];
        let counts = sources.each_ref().map(|sources| jobs_of(sources).unwrap().len());
        let both: Vec<Source> = sources.into_iter().flatten().collect();
        assert_eq!(jobs_of(&both).unwrap().len(), counts[0]);
    }

    #[test]
    fn a_wrong_count_is_detected() {
        let position = table::games::by_name("toy").unwrap().open(None, &[]).unwrap().position("");
        let job = Job { files: vec![0], game: "toy".into(), position, depth: 1, nodes: 8 };
        assert_ne!(count(&job), Ok(job.nodes));
    }
}

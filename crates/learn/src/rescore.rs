//! New labels for existing games: every position gets the score of another evaluator.
//!
//! Games are expensive, labels from a better evaluator are cheap. A rescored folder has the same files with the same moves
//! and results, and can be resumed file by file.

use std::path::Path;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use eval::nnue::Features;
use game::{Game, Line, Message, Position, Score};

use crate::dataset::Dataset;
use crate::record::Record;
use crate::train::root;
use crate::workers;

/// Gives a position a score for the side to move; `None` keeps the old score.
pub type Label<'a, P> = Box<dyn FnMut(&Line<P>) -> Result<Option<Score>, Message> + 'a>;

/// Progress of rescoring.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct RescoreProgress {
    /// Files done, those of earlier runs included.
    pub files: u64,
    /// Files in all.
    pub total: u64,
    /// Positions rescored in this run.
    pub positions: u64,
}

/// Rescores the games of a folder into another one; files that are there already are kept. `labels` makes the evaluator
/// of a thread.
pub fn rescore<F: Features>(
    input: &Path,
    out: &Path,
    labels: &(dyn Fn() -> Result<Label<'static, F::Position>, Message> + Sync),
    threads: usize,
    report: &mut (dyn FnMut(&RescoreProgress) + Send),
) -> Result<RescoreProgress, Message> {
    let input = Dataset::open(input, F::Game::spec().name)?;
    let out = Dataset::create(out, F::Game::spec().name)?;
    let numbers = input.numbers()?;
    let total = numbers.len() as u64;
    let queue = Mutex::new(numbers.into_iter());
    let (files, positions, failed) = (AtomicU64::new(0), AtomicU64::new(0), AtomicBool::new(false));
    let report = Mutex::new(report);
    let progress = || RescoreProgress {
        files: files.load(Ordering::Relaxed),
        total,
        positions: positions.load(Ordering::Relaxed),
    };
    let next = || queue.lock().ok()?.next().filter(|_| !failed.load(Ordering::Relaxed));
    let work = || -> Result<(), Message> {
        let mut label = labels()?;
        while let Some(number) = next() {
            if !out.has_file(number) {
                let mut records = Vec::new();
                input.read_file(number, &mut |record| records.push(record))?;
                for record in &mut records {
                    positions.fetch_add(rescore_game::<F>(record, &mut label)?, Ordering::Relaxed);
                }
                out.write_file(number, &records)?;
            }
            files.fetch_add(1, Ordering::Relaxed);
            if let Ok(mut report) = report.lock() {
                report(&progress());
            }
        }
        Ok(())
    };
    workers::run(threads, &failed, &work)?;
    Ok(progress())
}

/// Rescores the searched plies of a game; returns their number. A game that cannot be replayed keeps its later scores.
fn rescore_game<F: Features>(
    record: &mut Record,
    label: &mut Label<'_, F::Position>,
) -> Result<u64, Message> {
    let Some(root) = root::<F>(record) else { return Ok(0) };
    let mut line = Line::new(root, <F::Position as Position>::Rules::default());
    let mut count = 0;
    for (index, ply) in record.plies.iter_mut().enumerate() {
        if index >= record.opening
            && let Some(score) = label(&line)?
        {
            ply.score = score.raw().clamp(i32::from(i16::MIN), i32::from(i16::MAX)) as i16;
            count += 1;
        }
        if !ply.play(&mut line) {
            break;
        }
    }
    Ok(count)
}

//! Late jieqi positions: the engine's move compared with exhaustive expectimax.

use std::sync::Arc;

use search::{Clock, Control, Limits};
use table::{AnyEngine, EngineResources, EngineSpec, SearchReport, Study};

use crate::stopwatch::{Stopwatch, Timed};
use crate::{Done, book, root};

/// Largest loss of expected score at which a move still agrees with the best one.
const TOLERANCE: f32 = 0.02;

/// Clock of processor time, so that other load on the machine does not count.
struct CpuClock(Stopwatch);

impl Clock for CpuClock {
    fn micros(&self) -> u64 {
        u64::try_from(self.0.stop().as_micros()).unwrap_or(u64::MAX)
    }
}

/// Prints every position that differs, and a summary.
pub fn run(millis: u64, exhaustive_millis: u64, every: usize) -> Done {
    let jieqi = book("jieqi")?;
    let path = root().join("testdata/jieqi/late.epd");
    let text = std::fs::read_to_string(&path).map_err(|error| format!("{}: {error}", path.display()))?;
    let positions: Vec<&str> = text
        .lines()
        .filter(|line| !line.is_empty() && !line.starts_with('#'))
        .step_by(every.max(1))
        .collect();
    let engine = |name: &str| {
        let spec = name.parse::<EngineSpec>().map_err(|message| message.to_string())?;
        jieqi.engine(&spec, EngineResources { hash: 64, threads: 1 }).map_err(|message| message.to_string())
    };
    let (mut engine_under_test, mut exhaustive) = (engine("champion")?, engine("exhaustive")?);
    let (mut agreed, mut lost) = (0, 0.0);
    for position in &positions {
        let study = jieqi.open(Some(position), &[]).map_err(|message| message.to_string())?;
        let engine_move = best(&think(engine_under_test.as_mut(), study.as_ref(), &Limits::time(millis))?)?;
        let report = think(exhaustive.as_mut(), study.as_ref(), &Limits::time(exhaustive_millis))?;
        let best_move = best(&report)?;
        let (mut loss, mut depth) = (0.0, report.depth);
        if engine_move != best_move {
            // Exhaustive expectimax evaluates both moves with the same time, then both at the smaller of the two depths.
            let mut evaluate_move = |mv: &String, limits: Limits<String>| {
                exhaustive.new_game();
                think(exhaustive.as_mut(), study.as_ref(), &Limits { only: vec![mv.clone()], ..limits })
            };
            let reports = [
                evaluate_move(&best_move, Limits::time(exhaustive_millis))?,
                evaluate_move(&engine_move, Limits::time(exhaustive_millis))?,
            ];
            // A search that has found a mate ends early; its depth does not count.
            let reached = reports.iter().filter(|report| !is_mate(report)).map(|report| report.depth).min();
            depth = reached.unwrap_or(depth);
            let mut worth = [0.0; 2];
            for ((worth, report), mv) in worth.iter_mut().zip(&reports).zip([&best_move, &engine_move]) {
                *worth = match report.depth > depth && !is_mate(report) {
                    true => expected_score(&evaluate_move(mv, Limits::depth(depth))?),
                    false => expected_score(report),
                };
            }
            loss = (worth[0] - worth[1]).max(0.0);
        }
        agreed += usize::from(loss <= TOLERANCE);
        lost += loss;
        if loss > TOLERANCE {
            println!("{position}: {engine_move} loses {loss:.3} against {best_move} (depth {depth})");
        }
        engine_under_test.new_game();
        exhaustive.new_game();
    }
    let count = positions.len().max(1);
    println!(
        "{agreed} of {} agree within {TOLERANCE} ({:.1} %); {:.4} lost on the average. {millis} ms of the processor against {exhaustive_millis} ms.",
        positions.len(),
        100.0 * agreed as f64 / count as f64,
        lost / count as f32
    );
    Ok(())
}

fn think(engine: &mut dyn AnyEngine, study: &dyn Study, limits: &Limits<String>) -> Done<SearchReport> {
    // With one thread the engine searches on our thread.
    let control = Control::new(Arc::new(CpuClock(Stopwatch::start(Timed::CurrentThread))));
    engine.think(study, limits, &control, &mut |_| {}).map_err(|message| message.to_string())
}

fn best(analysis: &SearchReport) -> Done<String> {
    analysis.best().map(str::to_owned).ok_or_else(|| String::from("a position without a move"))
}

/// Returns true if the best line is a mate, for either side.
fn is_mate(analysis: &SearchReport) -> bool {
    analysis.lines.first().is_some_and(|line| line.score.is_decided())
}

/// Returns the expected score of the best line, from 0 (lost) to 1 (won).
fn expected_score(analysis: &SearchReport) -> f32 {
    analysis.lines.first().map_or(0.5, |line| line.chances[0] + line.chances[1] / 2.0)
}

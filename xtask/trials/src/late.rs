//! Late positions of jieqi: whether the champion's move is as good as one chosen by expectation with nothing left out.

use std::sync::Arc;

use search::{Clock, Control, Limits};
use table::{AnyEngine, EngineResources, EngineSpec, SearchReport, Study};

use crate::stopwatch::{Runner, Stopwatch};
use crate::{Done, book, root};

/// Win chance a move may lose against the best one and still agree with it.
const AGREED: f32 = 0.02;

/// Counts processor time, so that a busy machine takes nothing away.
struct Busy(Stopwatch);

impl Clock for Busy {
    fn micros(&self) -> u64 {
        u64::try_from(self.0.stop().as_micros()).unwrap_or(u64::MAX)
    }
}

/// Prints what came of each position that differs, and of all.
pub fn run(millis: u64, judge_millis: u64, every: usize) -> Done {
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
    let (mut champion, mut judge) = (engine("champion")?, engine("exhaustive")?);
    let (mut agreed, mut lost) = (0, 0.0);
    for position in &positions {
        let study = jieqi.open(Some(position), &[]).map_err(|message| message.to_string())?;
        let chosen = best(&think(champion.as_mut(), study.as_ref(), &Limits::time(millis))?)?;
        let verdict = think(judge.as_mut(), study.as_ref(), &Limits::time(judge_millis))?;
        let wanted = best(&verdict)?;
        let (mut regret, mut depth) = (0.0, verdict.depth);
        if chosen != wanted {
            // The same judge with as much time on either move alone; then both as deep as the less deep of the two.
            let mut weigh = |mv: &String, limits: Limits<String>| {
                judge.forget();
                think(judge.as_mut(), study.as_ref(), &Limits { only: vec![mv.clone()], ..limits })
            };
            let looks =
                [weigh(&wanted, Limits::time(judge_millis))?, weigh(&chosen, Limits::time(judge_millis))?];
            // A search ends early where it has found a mate: that is as deep as one can look.
            let reached = looks.iter().filter(|look| !is_settled(look)).map(|look| look.depth).min();
            depth = reached.unwrap_or(depth);
            let mut worth = [0.0; 2];
            for ((worth, look), mv) in worth.iter_mut().zip(&looks).zip([&wanted, &chosen]) {
                *worth = match look.depth > depth && !is_settled(look) {
                    true => chance(&weigh(mv, Limits::depth(depth))?),
                    false => chance(look),
                };
            }
            regret = (worth[0] - worth[1]).max(0.0);
        }
        agreed += usize::from(regret <= AGREED);
        lost += regret;
        if regret > AGREED {
            println!("{position}: {chosen} is worth {regret:.3} less than {wanted} (depth {depth})");
        }
        champion.forget();
        judge.forget();
    }
    let count = positions.len().max(1);
    println!(
        "{agreed} of {} agree within {AGREED} ({:.1} %); {:.4} lost on the average. {millis} ms of the processor against {judge_millis} ms.",
        positions.len(),
        100.0 * agreed as f64 / count as f64,
        lost / count as f32
    );
    Ok(())
}

fn think(engine: &mut dyn AnyEngine, study: &dyn Study, limits: &Limits<String>) -> Done<SearchReport> {
    // A champion with one thread thinks on ours.
    let control = Control::new(Arc::new(Busy(Stopwatch::start(Runner::Us))));
    engine.think(study, limits, &control, &mut |_| {}).map_err(|message| message.to_string())
}

fn best(analysis: &SearchReport) -> Done<String> {
    analysis.best().map(str::to_owned).ok_or_else(|| String::from("a position without a move"))
}

/// Whether the best line is a mate, for either side.
fn is_settled(analysis: &SearchReport) -> bool {
    analysis.lines.first().is_some_and(|line| line.score.is_decided())
}

/// What the best line is worth, from 0 (lost) to 1 (won).
fn chance(analysis: &SearchReport) -> f32 {
    analysis.lines.first().map_or(0.5, |line| line.chances[0] + line.chances[1] / 2.0)
}

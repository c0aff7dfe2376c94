//! One position checked: a forced win proven and shown shortest where that can be, ruled out, or left open with an estimate.

use std::sync::Arc;

use table::{
    Clock, Control, EngineResources, EngineSpec, Limits, Rulebook, Solution, SolveRequest, Solved, Study,
};

use super::sources::Case;
use super::written::{Checked, Verdict};
use crate::stopwatch::{Runner, Stopwatch};
use crate::{Done, book};

/// Once a win is proven, the shortest one is looked for in so many times the time it took, and a little more.
const LONGER: u64 = 3;
const AT_LEAST: u64 = 2_000;
/// Nodes of the champion where a line is no forced win.
const NODES: u64 = 150_000;

/// Time spent on the processor, for a machine that does other work too.
struct Busy(Stopwatch);

impl Clock for Busy {
    fn micros(&self) -> u64 {
        u64::try_from(self.0.stop().as_micros()).unwrap_or(u64::MAX)
    }
}

fn control() -> Control {
    Control::new(Arc::new(Busy(Stopwatch::start(Runner::Us))))
}

pub fn check(game: &str, case: &Case, seconds: f64) -> Done<Checked> {
    let book = book(game)?;
    let study = book.open(Some(&case.fen), &[]).map_err(|problem| format!("{}: {problem}", case.id))?;
    if case.asks_for_line {
        return follows(book, study.as_ref(), case, seconds);
    }
    let millis = (seconds * 1000.0) as u64;
    let first = solve(book, study.as_ref(), millis, true, case)?;
    let mut checked = Checked {
        id: case.id.clone(),
        verdict: Verdict::NoWin,
        keys: Vec::new(),
        all_keys: false,
        line: Vec::new(),
        nodes: first.nodes,
        millis: first.micros / 1000,
        seconds,
    };
    match first.solved {
        Solved::NoWin { .. } => {}
        Solved::Unknown { refuted } => {
            let estimate = first.estimate.as_ref().and_then(|one| one.lines.first());
            let points = estimate.map_or(0, |line| line.score.raw());
            checked.line = estimate.map(|line| line.moves.clone()).unwrap_or_default();
            checked.verdict = Verdict::Open { refuted, points };
        }
        Solved::Win { .. } => {
            let longer = (LONGER * checked.millis + AT_LEAST).min(millis.max(AT_LEAST));
            let second = solve(book, study.as_ref(), longer, false, case)?;
            // A second run of another length may, by its order of questions, have found nothing: then the first counts.
            let best = if matches!(second.solved, Solved::Win { .. }) { second } else { first };
            if let Solved::Win { moves, at_least } = best.solved {
                checked.verdict = Verdict::Win { moves, at_least };
            }
            checked.keys = best.keys;
            checked.all_keys = best.all_keys;
            checked.line = best.line;
        }
    }
    Ok(checked)
}

fn solve(book: &dyn Rulebook, study: &dyn Study, millis: u64, any_win: bool, case: &Case) -> Done<Solution> {
    let control = control();
    let ask = SolveRequest { time: Some(millis), keys: !any_win, ..SolveRequest::default() };
    book.solve(study, &ask, &control, &mut |progress| {
        if any_win && progress.won.is_some() {
            control.stop();
        }
    })
    .map_err(|problem| format!("{}: {problem}", case.id))
}

/// A line that wins something but is no forced mate: the champion must choose its first move too.
fn follows(book: &dyn Rulebook, study: &dyn Study, case: &Case, seconds: f64) -> Done<Checked> {
    let champion: EngineSpec = "champion".parse().map_err(|problem| format!("{problem}"))?;
    let mut engine =
        book.engine(&champion, EngineResources::default()).map_err(|problem| format!("{problem}"))?;
    let analysis = engine
        .think(study, &Limits::nodes(NODES), &control(), &mut |_| {})
        .map_err(|problem| format!("{}: {problem}", case.id))?;
    let best = analysis.lines.first();
    let agrees = best.and_then(|line| line.moves.first()) == case.line.first();
    Ok(Checked {
        id: case.id.clone(),
        verdict: Verdict::Line { agrees, points: best.map_or(0, |line| line.score.raw()) },
        keys: case.line.first().cloned().into_iter().collect(),
        all_keys: agrees,
        line: case.line.clone(),
        nodes: analysis.nodes,
        millis: analysis.micros / 1000,
        seconds,
    })
}

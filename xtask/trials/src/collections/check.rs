//! Check of one position: a forced win is proven (shortest if possible), ruled out, or left undecided with an estimate.

use std::sync::Arc;

use table::{
    Clock, Control, EngineResources, EngineSpec, Limits, Rulebook, Solution, SolveRequest, Solved, Study,
};

use super::output::{CheckResult, Checked};
use super::sources::Case;
use crate::stopwatch::{Stopwatch, Timed};
use crate::{Done, book};

/// After a proof, the shortest win is searched for this many times the time of the proof, plus a minimum.
const SHORTEST_FACTOR: u64 = 3;
const MIN_MILLIS: u64 = 2_000;
/// Nodes of the engine for lines that are not forced wins.
const NODES: u64 = 150_000;

/// Clock of processor time, so that other load on the machine does not count.
struct CpuClock(Stopwatch);

impl Clock for CpuClock {
    fn micros(&self) -> u64 {
        u64::try_from(self.0.stop().as_micros()).unwrap_or(u64::MAX)
    }
}

fn control() -> Control {
    Control::new(Arc::new(CpuClock(Stopwatch::start(Timed::CurrentThread))))
}

pub fn check(game: &str, case: &Case, seconds: f64) -> Done<Checked> {
    let book = book(game)?;
    let study = book.open(Some(&case.fen), &[]).map_err(|problem| format!("{}: {problem}", case.id))?;
    if case.wants_line {
        return check_line(book, study.as_ref(), case, seconds);
    }
    let millis = (seconds * 1000.0) as u64;
    let first = solve(book, study.as_ref(), millis, true, case)?;
    let mut checked = Checked {
        id: case.id.clone(),
        result: CheckResult::NoWin,
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
            let score = estimate.map_or(0, |line| line.score.raw());
            checked.line = estimate.map(|line| line.moves.clone()).unwrap_or_default();
            checked.result = CheckResult::Undecided { refuted, score };
        }
        Solved::Win { .. } => {
            let longer = (SHORTEST_FACTOR * checked.millis + MIN_MILLIS).min(millis.max(MIN_MILLIS));
            let second = solve(book, study.as_ref(), longer, false, case)?;
            // The second run may find nothing, since its budget changes the order of the search: then the first one counts.
            let best = if matches!(second.solved, Solved::Win { .. }) { second } else { first };
            if let Solved::Win { moves, at_least } = best.solved {
                checked.result = CheckResult::Win { moves, at_least };
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

/// Checks a line that is not a forced mate: the engine must choose its first move too.
fn check_line(book: &dyn Rulebook, study: &dyn Study, case: &Case, seconds: f64) -> Done<Checked> {
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
        result: CheckResult::Line { agrees, score: best.map_or(0, |line| line.score.raw()) },
        keys: case.line.first().cloned().into_iter().collect(),
        all_keys: agrees,
        line: case.line.clone(),
        nodes: analysis.nodes,
        millis: analysis.micros / 1000,
        seconds,
    })
}

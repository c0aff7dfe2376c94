//! One analysis run: the engine on its own thread, its reports converted to views with moves in every notation.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::time::Instant;

use game::Message;
use table::{Bound, EngineResources, EngineSpec, Limits, Rulebook, SearchReport, Study};
use tokio::sync::watch;

use super::scheduler::{AnalysisTask, Bounds, HASH, SearchHandle, SessionEngine};
use crate::engine_pool::{default_engine, line_texts, score};
use crate::new_game::rulebook;
use crate::wire::{AnalysisLine, AnalysisState, AnalysisView, MessageOut, count};

/// View before the first report.
pub(super) fn initial_view(threads: usize) -> AnalysisView {
    AnalysisView {
        state: AnalysisState::Waiting,
        depth: 0,
        seldepth: 0,
        nodes: 0,
        nps: 0,
        ms: 0,
        full: 0,
        threads: count(threads),
        lines: Vec::new(),
        failure: None,
    }
}

/// Publishes the final state.
pub(super) fn publish_end(view: &watch::Sender<AnalysisView>, handle: &SearchHandle) {
    view.send_modify(|view| view.state = handle.state());
}

/// Analyzes until a limit is reached or the subscriber leaves.
pub(super) fn analyze(work: AnalysisTask) {
    let AnalysisTask { asked, bounds, handle, mut engine, view, done } = work;
    let _ = handle.began.set(Instant::now());
    view.send_modify(|view| view.state = AnalysisState::Running);
    let study = asked.study;
    let mut shown = asked.shown;
    let found = catch_unwind(AssertUnwindSafe(|| {
        let book = rulebook(study.spec().name)?;
        let mut one = take_engine(&mut engine, book, bounds)?;
        let limits = Limits {
            lines: bounds.lines,
            depth: bounds.depth,
            time: Some(bounds.millis),
            ..Limits::default()
        };
        let analysis =
            one.engine.think(study.as_ref(), &limits, handle.ticket.control(), &mut |analysis| {
                let seen = to_view(book, shown.as_mut(), analysis, bounds, AnalysisState::Running);
                view.send_replace(seen);
            })?;
        *engine = Some(one);
        Ok::<SearchReport, Message>(analysis)
    }));
    let failure = match found {
        Ok(Ok(analysis)) => {
            // The final report is deeper than the last one sent, unless the search was cut short.
            if let Ok(book) = rulebook(study.spec().name)
                && !analysis.lines.is_empty()
            {
                view.send_replace(to_view(book, shown.as_mut(), &analysis, bounds, AnalysisState::Running));
            }
            None
        }
        Ok(Err(message)) => Some(message),
        Err(_) => {
            // An engine that panicked is not reused.
            *engine = None;
            tracing::error!(game = study.spec().name, "analysis panicked");
            Some(Message::new("solve_broke"))
        }
    };
    drop(engine);
    view.send_modify(|view| {
        view.failure = failure.as_ref().map(MessageOut::from);
        view.state = handle.state();
    });
    let _ = done.send(());
}

/// Takes the player's cached engine if it fits, otherwise builds a new one.
fn take_engine(
    kept: &mut Option<SessionEngine>,
    book: &'static dyn Rulebook,
    bounds: Bounds,
) -> Result<SessionEngine, Message> {
    let game = book.spec().name;
    let fits = |engine: &SessionEngine| engine.game == game && engine.threads == bounds.threads;
    if let Some(engine) = kept.take().filter(fits) {
        return Ok(engine);
    }
    let spec: EngineSpec = default_engine(book).parse()?;
    let engine = book.engine(&spec, EngineResources { hash: HASH, threads: bounds.threads })?;
    Ok(SessionEngine { game, threads: bounds.threads, engine })
}

fn to_view(
    book: &dyn Rulebook,
    study: &mut dyn Study,
    analysis: &SearchReport,
    bounds: Bounds,
    state: AnalysisState,
) -> AnalysisView {
    let turn = study.status().turn;
    let lines = analysis.lines.iter().take(bounds.lines).map(|line| AnalysisLine {
        score: score(line, turn),
        exact: line.bound == Bound::Exact,
        text: line_texts(book, study, &line.moves),
        moves: line.moves.clone(),
    });
    AnalysisView {
        state,
        lines: lines.collect(),
        depth: analysis.depth,
        seldepth: analysis.seldepth,
        nodes: analysis.nodes,
        nps: analysis.nodes.saturating_mul(1_000_000) / analysis.micros.max(1),
        ms: analysis.micros / 1000,
        full: analysis.table_full,
        threads: count(bounds.threads),
        failure: None,
    }
}

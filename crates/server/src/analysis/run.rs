//! One analysis at work: a engine in a thread of its own, what it sees written in every notation.

use std::panic::{AssertUnwindSafe, catch_unwind};

use game::Message;
use table::{Bound, EngineResources, EngineSpec, Limits, Rulebook, SearchReport, Study};
use tokio::sync::watch;

use super::desk::{Bounds, Engine, HASH, Strings, Work};
use crate::begin::rulebook;
use crate::think::{default_engine, line_texts, worth};
use crate::wire::{AnalysisLine, AnalysisState, AnalysisView, Said, count};

/// Before anything is seen.
pub(super) fn nothing_yet(threads: usize) -> AnalysisView {
    AnalysisView {
        state: AnalysisState::Waiting,
        depth: 0,
        deepest: 0,
        nodes: 0,
        nps: 0,
        ms: 0,
        full: 0,
        threads: count(threads),
        lines: Vec::new(),
        failure: None,
    }
}

/// Says that it is over, and why.
pub(super) fn ended(view: &watch::Sender<AnalysisView>, strings: &Strings) {
    view.send_modify(|view| view.state = strings.state());
}

/// Analyzes until the bounds are reached or nobody looks any more.
pub(super) fn analyze(work: Work) {
    let Work { asked, bounds, strings, mut engine, seats, view, done } = work;
    view.send_modify(|view| view.state = AnalysisState::Running);
    let study = asked.study;
    let mut shown = asked.shown;
    let found = catch_unwind(AssertUnwindSafe(|| {
        let book = rulebook(study.spec().name)?;
        let mut one = take(&mut engine, book, bounds)?;
        let limits = Limits {
            lines: bounds.lines,
            depth: bounds.depth,
            time: Some(bounds.millis),
            ..Limits::default()
        };
        let analysis = one.engine.think(study.as_ref(), &limits, &strings.control, &mut |analysis| {
            let seen = see(book, shown.as_mut(), analysis, bounds, AnalysisState::Running);
            view.send_replace(seen);
        })?;
        *engine = Some(one);
        Ok::<SearchReport, Message>(analysis)
    }));
    let failure = match found {
        Ok(Ok(analysis)) => {
            // What is known at the end is deeper than the last report, or was cut short and is not.
            if let Ok(book) = rulebook(study.spec().name)
                && !analysis.lines.is_empty()
            {
                view.send_replace(see(book, shown.as_mut(), &analysis, bounds, AnalysisState::Running));
            }
            None
        }
        Ok(Err(message)) => Some(message),
        Err(_) => {
            // A engine that broke is not used again.
            *engine = None;
            tracing::error!(game = study.spec().name, "an analysis broke");
            Some(Message::new("solve_broke"))
        }
    };
    drop(engine);
    drop(seats);
    view.send_modify(|view| {
        view.failure = failure.as_ref().map(Said::from);
        view.state = strings.state();
    });
    let _ = done.send(());
}

/// The engine that analyzed for this person before, where it still fits; else a new one.
fn take(kept: &mut Option<Engine>, book: &'static dyn Rulebook, bounds: Bounds) -> Result<Engine, Message> {
    let game = book.spec().name;
    let fits = |engine: &Engine| engine.game == game && engine.threads == bounds.threads;
    if let Some(engine) = kept.take().filter(fits) {
        return Ok(engine);
    }
    let spec: EngineSpec = default_engine(book).parse()?;
    let engine = book.engine(&spec, EngineResources { hash: HASH, threads: bounds.threads })?;
    Ok(Engine { game, threads: bounds.threads, engine })
}

fn see(
    book: &dyn Rulebook,
    study: &mut dyn Study,
    analysis: &SearchReport,
    bounds: Bounds,
    state: AnalysisState,
) -> AnalysisView {
    let turn = study.status().turn;
    let lines = analysis.lines.iter().take(bounds.lines).map(|line| AnalysisLine {
        worth: worth(line, turn),
        exact: line.bound == Bound::Exact,
        text: line_texts(book, study, &line.moves),
        moves: line.moves.clone(),
    });
    AnalysisView {
        state,
        lines: lines.collect(),
        depth: analysis.depth,
        deepest: analysis.deepest,
        nodes: analysis.nodes,
        nps: analysis.nodes.saturating_mul(1_000_000) / analysis.micros.max(1),
        ms: analysis.micros / 1000,
        full: analysis.table_full,
        threads: count(bounds.threads),
        failure: None,
    }
}

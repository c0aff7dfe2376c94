//! One analysis at work: a brain in a thread of its own, what it sees written in every notation.

use std::panic::{AssertUnwindSafe, catch_unwind};

use game::Message;
use table::{Bound, BrainSpec, Limits, Means, Opinion, Rulebook, Study};
use tokio::sync::watch;

use super::desk::{Bounds, Brain, HASH, Strings, Work};
use crate::begin::rulebook;
use crate::think::{default_brain, line_texts, worth};
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
    let Work { asked, bounds, strings, mut brain, seats, view, done } = work;
    view.send_modify(|view| view.state = AnalysisState::Running);
    let study = asked.study;
    let mut shown = asked.shown;
    let found = catch_unwind(AssertUnwindSafe(|| {
        let book = rulebook(study.spec().name)?;
        let mut one = take(&mut brain, book, bounds)?;
        let limits = Limits {
            lines: bounds.lines,
            depth: bounds.depth,
            time: Some(bounds.millis),
            ..Limits::default()
        };
        let opinion = one.mind.think(study.as_ref(), &limits, &strings.control, &mut |opinion| {
            let seen = see(book, shown.as_mut(), opinion, bounds, AnalysisState::Running);
            view.send_replace(seen);
        })?;
        *brain = Some(one);
        Ok::<Opinion, Message>(opinion)
    }));
    let failure = match found {
        Ok(Ok(opinion)) => {
            // What is known at the end is deeper than the last report, or was cut short and is not.
            if let Ok(book) = rulebook(study.spec().name)
                && !opinion.lines.is_empty()
            {
                view.send_replace(see(book, shown.as_mut(), &opinion, bounds, AnalysisState::Running));
            }
            None
        }
        Ok(Err(message)) => Some(message),
        Err(_) => {
            // A brain that broke is not used again.
            *brain = None;
            tracing::error!(game = study.spec().name, "an analysis broke");
            Some(Message::new("solve_broke"))
        }
    };
    drop(brain);
    drop(seats);
    view.send_modify(|view| {
        view.failure = failure.as_ref().map(Said::from);
        view.state = strings.state();
    });
    let _ = done.send(());
}

/// The brain that analyzed for this person before, where it still fits; else a new one.
fn take(kept: &mut Option<Brain>, book: &'static dyn Rulebook, bounds: Bounds) -> Result<Brain, Message> {
    let game = book.spec().name;
    let fits = |brain: &Brain| brain.game == game && brain.threads == bounds.threads;
    if let Some(brain) = kept.take().filter(fits) {
        return Ok(brain);
    }
    let spec: BrainSpec = default_brain(book).parse()?;
    let mind = book.mind(&spec, Means { hash: HASH, threads: bounds.threads })?;
    Ok(Brain { game, threads: bounds.threads, mind })
}

fn see(
    book: &dyn Rulebook,
    study: &mut dyn Study,
    opinion: &Opinion,
    bounds: Bounds,
    state: AnalysisState,
) -> AnalysisView {
    let turn = study.status().turn;
    let lines = opinion.lines.iter().take(bounds.lines).map(|line| AnalysisLine {
        worth: worth(line, turn),
        exact: line.bound == Bound::Exact,
        text: line_texts(book, study, &line.moves),
        moves: line.moves.clone(),
    });
    AnalysisView {
        state,
        lines: lines.collect(),
        depth: opinion.depth,
        deepest: opinion.deepest,
        nodes: opinion.nodes,
        nps: opinion.nodes.saturating_mul(1_000_000) / opinion.micros.max(1),
        ms: opinion.micros / 1000,
        full: opinion.table_full,
        threads: count(bounds.threads),
        failure: None,
    }
}

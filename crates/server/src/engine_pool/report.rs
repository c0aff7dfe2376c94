//! Conversion of search reports to views: scores from the first side's view, lines in every notation.

use std::collections::BTreeMap;

use table::{AnyEngine, Control, Limits, Notation, ReportLine, Rulebook, SearchReport, Side, Study};

use crate::wire::{self, Purpose, Score, SearchInfo, Visit};

/// Maximum number of moves shown of a line.
const MAX_LINE_MOVES: usize = 12;
/// Maximum number of visited moves shown of a Monte-Carlo search.
const MAX_VISITED: usize = 12;

/// Score of a line from the first side's view.
pub fn score(line: &ReportLine, turn: Side) -> Score {
    let sign = if turn == Side::First { 1 } else { -1 };
    let mate = line.score.mate_plies().map(|plies| {
        let moves = (plies.abs() + 1) / 2;
        sign * if plies < 0 || line.score.raw() < 0 { -moves } else { moves }
    });
    let [win, draw, _] = line.chances;
    let chance = (win + draw / 2.0).clamp(0.0, 1.0);
    Score {
        cp: if mate.is_none() { Some(sign * line.score.raw()) } else { None },
        mate,
        chance: if turn == Side::First { chance } else { 1.0 - chance },
    }
}

/// Score in centipawns from the view of the side to move.
pub fn centipawns(analysis: &SearchReport) -> Option<i32> {
    analysis.lines.first().map(|line| line.score.raw())
}

/// Standard deviation of the best move's score over the pieces it may reveal, each searched briefly. `None` if the move
/// reveals nothing.
pub fn spread(
    engine: &mut dyn AnyEngine,
    study: &dyn Study,
    analysis: &SearchReport,
    control: &Control,
) -> Option<i32> {
    const NODES: u64 = 400;
    // Scores beyond this are won, and their size has no meaning.
    const MOST: i32 = 2_000;
    let reveals = study.reveals(analysis.best()?);
    if reveals.len() < 2 {
        return None;
    }
    let limits = Limits { nodes: Some(NODES), ..Limits::default() };
    let (mut weights, mut sum, mut squares) = (0.0, 0.0, 0.0);
    for (mv, weight) in reveals {
        let mut after = study.until(study.ply());
        after.play(&mv, Notation::Uci).ok()?;
        let reply = engine.think(after.as_ref(), &limits, control, &mut |_| {}).ok()?;
        let score = f64::from(-centipawns(&reply)?.clamp(-MOST, MOST));
        weights += f64::from(weight);
        sum += f64::from(weight) * score;
        squares += f64::from(weight) * score * score;
    }
    let mean = sum / weights;
    Some((squares / weights - mean * mean).max(0.0).sqrt().round() as i32)
}

/// Line from the current position, in every notation of the game. The study is left unchanged.
pub fn line_texts(
    book: &dyn Rulebook,
    study: &mut dyn Study,
    moves: &[String],
) -> BTreeMap<String, Vec<String>> {
    let before = study.ply();
    for mv in moves.iter().take(MAX_LINE_MOVES) {
        if study.play(mv, Notation::Uci).is_err() {
            break;
        }
    }
    let mut texts: BTreeMap<String, Vec<String>> =
        book.notations().iter().map(|notation| (notation.name().to_owned(), Vec::new())).collect();
    for ply in study.plies(before) {
        for (notation, text) in ply.texts {
            if let Some(line) = texts.get_mut(notation.name()) {
                line.push(text);
            }
        }
    }
    while study.ply() > before {
        study.pop();
    }
    texts
}

/// Search info for clients.
pub fn search_info(
    book: &dyn Rulebook,
    study: &mut dyn Study,
    analysis: &SearchReport,
    purpose: Purpose,
    turn: Side,
) -> SearchInfo {
    let best = analysis.lines.first();
    let mut visits: Vec<Visit> = analysis
        .visits
        .iter()
        .map(|visit| Visit {
            mv: visit.mv.clone(),
            count: visit.count,
            value: visit.value,
            prior: visit.prior,
        })
        .collect();
    visits.sort_by_key(|visit| std::cmp::Reverse(visit.count));
    visits.truncate(MAX_VISITED);
    SearchInfo {
        purpose,
        side: wire::Side::from(turn),
        ply: u32::try_from(study.ply()).unwrap_or(u32::MAX),
        depth: analysis.depth,
        seldepth: analysis.seldepth,
        nodes: analysis.nodes,
        nps: analysis.nodes.saturating_mul(1_000_000) / analysis.micros.max(1),
        ms: analysis.micros / 1000,
        score: best.map(|line| score(line, turn)),
        line: best.map(|line| line_texts(book, study, &line.moves)).unwrap_or_default(),
        visits,
    }
}

//! Conversion of reviews to views.

use game::{Message, Notation};
use table::{PositionValue, Review, Reviewed, ReviewedPly, Side, Study};

use crate::jobs::line::{plies_of, start_of};
use crate::wire::{
    Judgment, MatchOutcome, MessageOut, Ply, ReviewEffort, ReviewOut, ReviewPly, ReviewProgress, ReviewSide,
    ReviewTryView, ReviewView, Score, TurnCause, TurningPoint, count,
};

/// Maximum number of moves shown of a better line.
const MAX_LINE_MOVES: usize = 10;

/// Evaluation of a position. After the end no moves are left to a mate.
pub fn score(weight: &PositionValue) -> Score {
    let over = weight.score.is_none();
    let drawn = over && weight.chance == 0.5;
    Score {
        cp: if drawn { Some(0) } else { weight.centipawns() },
        mate: if over && !drawn { Some(0) } else { weight.mate() },
        chance: weight.chance,
    }
}

impl From<table::Judgment> for Judgment {
    fn from(judgment: table::Judgment) -> Self {
        match judgment {
            table::Judgment::Inaccuracy => Judgment::Inaccuracy,
            table::Judgment::Mistake => Judgment::Mistake,
            table::Judgment::Blunder => Judgment::Blunder,
        }
    }
}

/// Full view of a review.
pub fn view(
    id: &str,
    effort: ReviewEffort,
    game: &Reviewed,
    progress: ReviewProgress,
    found: Option<&Result<Review, Message>>,
) -> ReviewView {
    let spec = game.views[0].spec();
    ReviewView {
        id: id.to_owned(),
        game: spec.name.to_owned(),
        start: start_of(game.views[0].until(0).as_ref()),
        plies: plies(game),
        outcome: game.outcome.map(|outcome| MatchOutcome::of(&outcome, spec)),
        effort,
        progress,
        review: found.and_then(|found| found.as_ref().ok()).map(|found| out(game, found)),
        failure: found.and_then(|found| found.as_ref().err()).map(MessageOut::from),
    }
}

/// Moves, each as its mover knew it.
fn plies(game: &Reviewed) -> Vec<Ply> {
    let [first, second] = game.views.each_ref().map(|study| study.plies(0));
    let own = |(first, second): (table::PlyView, table::PlyView)| {
        Ply::of(if first.side == Side::First { first } else { second })
    };
    first.into_iter().zip(second).map(own).collect()
}

fn out(game: &Reviewed, found: &Review) -> ReviewOut {
    let side = |play: &table::SidePlay| ReviewSide {
        accuracy: play.accuracy,
        moves: count(play.moves),
        inaccuracies: count(play.bad[0]),
        mistakes: count(play.bad[1]),
        blunders: count(play.bad[2]),
        loss: play.loss,
        luck: play.luck,
    };
    let turn = |turn: &table::TurningPoint| TurningPoint {
        ply: count(turn.ply),
        number: count(turn.number),
        side: turn.side.into(),
        lead: turn.lead.map(Into::into),
        swing: turn.swing,
        cause: match turn.cause {
            table::TurnCause::Decision => TurnCause::Decision,
            table::TurnCause::Luck => TurnCause::Luck,
            table::TurnCause::Play => TurnCause::Play,
        },
    };
    ReviewOut {
        from: count(found.from),
        plies: found.plies.iter().map(|ply| reviewed(game, ply)).collect(),
        sides: found.sides.each_ref().map(side),
        turning: found.turning.iter().map(turn).collect(),
        summary: found.summary.iter().map(MessageOut::from).collect(),
    }
}

/// Study before a move, as its mover knew the position.
fn before(game: &Reviewed, ply: &ReviewedPly) -> Box<dyn Study> {
    game.views[ply.side.index()].until(ply.ply)
}

fn reviewed(game: &Reviewed, ply: &ReviewedPly) -> ReviewPly {
    let mut study = before(game, ply);
    let bad = ply.judgment.is_some();
    let shown = ply.line.len().min(if bad { MAX_LINE_MOVES } else { 1 });
    let mut line = plies_of(study.as_mut(), &ply.line[..shown]);
    let best = line.first().cloned();
    if !bad {
        line.clear();
    }
    ReviewPly {
        ply: count(ply.ply),
        number: count(ply.number),
        side: ply.side.into(),
        before: score(&ply.before),
        after: score(&ply.after),
        expected: ply.expected,
        best,
        line,
        legal: if bad { study.legal_moves(Notation::Uci) } else { Vec::new() },
        depth: ply.depth,
        loss: ply.loss,
        judgment: ply.judgment.map(Into::into),
        accuracy: ply.accuracy(),
        luck: ply.luck,
    }
}

/// View of a retried move.
pub fn attempt(game: &Reviewed, played: &ReviewedPly, tried: &ReviewedPly) -> ReviewTryView {
    let mut study = before(game, played);
    let line = plies_of(study.as_mut(), &tried.line[..tried.line.len().min(MAX_LINE_MOVES)]);
    let best = tried.loss == 0.0 && played.best().is_some_and(|best| is_same_move(best, &tried.mv));
    let code = match tried.judgment {
        None if best => "review_try_best",
        None => "review_try_good",
        Some(table::Judgment::Inaccuracy) => "review_try_inaccuracy",
        Some(table::Judgment::Mistake) => "review_try_mistake",
        Some(table::Judgment::Blunder) => "review_try_blunder",
    };
    let message = Message::new(code);
    let percent = (tried.loss * 100.0).round() as i64;
    let message = if tried.judgment.is_some() { message.number("percent", percent) } else { message };
    ReviewTryView {
        best,
        judgment: tried.judgment.map(Into::into),
        loss: tried.loss,
        score: score(&tried.after),
        line,
        message: MessageOut::from(&message),
    }
}

/// Returns true if two moves are equal apart from the revealed piece of one of them.
fn is_same_move(one: &str, other: &str) -> bool {
    one.starts_with(other) || other.starts_with(one)
}

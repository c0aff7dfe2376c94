//! Sources of a review: a record or a line, opened as each side knew it.

use std::fmt::Write as _;
use std::ops::ControlFlow;

use game::{Message, Notation, Outcome, Reason};
use table::{GameResult, ReadGame, ReadLimits, ReadOptions, Reviewed, games, read_file};
use tokio::sync::oneshot;

use crate::app::App;
use crate::budget::{Budget, run_within};
use crate::jobs::{JobError, open};
use crate::lobby::RoomError;
use crate::new_game::rulebook;
use crate::room::RoomMessage;
use crate::scheduler::Requester;
use crate::wire::{LineIn, RecordIn, ReviewIn};

/// Game to review: from a room, a record or a line.
pub async fn review_source(app: &App, requester: &Requester, asked: ReviewIn) -> Result<Reviewed, JobError> {
    match (asked.room, asked.record, asked.line) {
        (Some(room), None, None) => {
            let (reply, answer) = oneshot::channel();
            app.lobby.send(app, &room, RoomMessage::Review(reply)).await?;
            Ok(answer.await.map_err(|_| RoomError::NotFound)??)
        }
        (None, Some(record), None) => {
            let bounds = (Budget::FILE, app.config.limits.question_wait());
            let read =
                run_within(&app.scheduler, requester.clone(), bounds, move |stop| read_record(&record, stop));
            Ok(read.await?.ok_or_else(|| Message::new("record_empty"))??)
        }
        (None, None, Some(line)) => Ok(read_line(&line, asked.result.as_deref())?),
        _ => Err(Message::new("review_source").into()),
    }
}

/// Maximum number of plies reviewed.
const MAX_PLIES: usize = 600;

/// Reads the first game of a record as far as possible. Reading ends early when `stop` returns true.
fn read_record(asked: &RecordIn, stop: &dyn Fn() -> bool) -> Result<Reviewed, Message> {
    let ask = ReadOptions {
        game: asked.game.as_deref().filter(|name| games::by_name(name).is_some()),
        notation: asked.notation.as_deref().and_then(Notation::named),
        bounds: ReadLimits::PUBLIC,
    };
    let mut found: Option<ReadGame> = None;
    read_file(asked.text.as_bytes(), &ask, stop, &mut |game| {
        found = Some(game);
        ControlFlow::Break(())
    });
    let game = found.ok_or_else(|| Message::new("record_empty"))?;
    if game.record.plies() == 0
        && let Some(why) = game.errors.first()
    {
        return Err(why.clone());
    }
    let study = game.record.study().until(MAX_PLIES);
    let outcome = study.status().outcome.or(outcome_of(game.record.ending()));
    Ok(Reviewed { views: rulebook(study.spec().name)?.views_by_side(study.as_ref())?, outcome })
}

/// Outcome from the result of a record. If the position does not show the end, it was a resignation or an agreement.
fn outcome_of(ending: GameResult) -> Option<Outcome> {
    match ending {
        GameResult::Unknown => None,
        GameResult::Drawn => Some(Outcome::draw(Reason::Agreement)),
        GameResult::Won(side) => Some(Outcome::win(side, Reason::Resignation)),
    }
}

/// Reads a line of moves, with the result of its game if the moves do not show it.
fn read_line(asked: &LineIn, result: Option<&str>) -> Result<Reviewed, Message> {
    let unknown = |word: &str| Message::new("review_result").text("word", word);
    let ending = result.map(|word| GameResult::from_word(word).ok_or_else(|| unknown(word))).transpose()?;
    let study = open(&asked.game, asked.position.as_deref(), &asked.moves, &asked.options)?;
    let outcome = study.status().outcome.or(ending.and_then(outcome_of));
    Ok(Reviewed { views: rulebook(study.spec().name)?.views_by_side(study.as_ref())?, outcome })
}

/// Key that identifies equal games: rules, start, and every move as each side knew it.
pub fn key(game: &Reviewed) -> String {
    let mut key = format!("{} {:?}", game.views[0].spec().name, game.outcome);
    for study in &game.views {
        let moves = study.moves(Notation::Uci).join(" ");
        let _ = write!(key, "|{}|{moves}", study.until(0).position(""));
    }
    key
}

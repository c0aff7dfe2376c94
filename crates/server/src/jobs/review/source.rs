//! Sources of a review: a record or a line, opened as each side knew it.

use std::fmt::Write as _;
use std::ops::ControlFlow;

use game::{Message, Notation, Outcome, Reason};
use table::{GameResult, ReadGame, ReadLimits, ReadOptions, Reviewed, games, read_file};

use crate::jobs::open;
use crate::new_game::rulebook;
use crate::wire::{LineIn, RecordIn};

/// Maximum number of plies reviewed.
const MAX_PLIES: usize = 600;

/// Reads the first game of a record as far as possible. Reading ends early when `stop` returns true.
pub fn read_record(asked: &RecordIn, stop: &dyn Fn() -> bool) -> Result<Reviewed, Message> {
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
pub fn read_line(asked: &LineIn, result: Option<&str>) -> Result<Reviewed, Message> {
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

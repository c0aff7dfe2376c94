//! Input of the analysis: a game of a file in any format, or a typed position or moves.

use std::ops::ControlFlow;
use std::path::Path;

use table::{GameResult, Message, Outcome, ReadLimits, ReadOptions, Reason, Rulebook, Study, read_file};

use super::Analyse;
use crate::cli::Board;
use crate::commands::convert::{self, files};
use crate::failure::{Failure, print_error};
use crate::output::Output;
use crate::setup;

/// Moves to analyze and the recorded result of the game.
pub struct Source {
    /// The game.
    pub book: &'static dyn Rulebook,
    /// Position with the moves played from it.
    pub study: Box<dyn Study>,
    /// Recorded result.
    pub outcome: Option<Outcome>,
}

/// Reads the argument as a file name (`-` is standard input), else as a position, else as moves.
pub fn find(asked: &Analyse, output: &Output) -> Result<Source, Failure> {
    match &asked.what {
        Some(what) if what == "-" || Path::new(what).is_file() => {
            let bytes = files::read(Path::new(what))?;
            file(&bytes, asked, output)
        }
        Some(what) => typed(what, asked),
        None => typed(asked.moves.as_deref().unwrap_or_default(), asked),
    }
}

fn typed(text: &str, asked: &Analyse) -> Result<Source, Failure> {
    let book = setup::rulebook(&asked.board.game)?;
    let (fen, moves) = understand(text, book);
    let board = Board {
        game: asked.board.game.clone(),
        fen: asked.board.fen.clone().or(fen),
        rules: asked.board.rules.clone(),
    };
    let mut study = setup::open(&board)?.study;
    setup::play(study.as_mut(), &moves, setup::reading(&asked.notation, book)?)?;
    Ok(Source { book, study, outcome: None })
}

/// Splits a text into an optional position at its beginning and moves.
fn understand(text: &str, book: &dyn Rulebook) -> (Option<String>, String) {
    let text = text.trim();
    let (first, rest) = text.split_once('\n').unwrap_or((text, ""));
    let first = first.trim().strip_prefix("fen ").unwrap_or(first.trim());
    // A first word with slashes is meant as a position: report the position's error, not a move error.
    let board = first.split_whitespace().next().unwrap_or_default();
    let unmarked = |moves: &str| moves.replace(['!', '?', '！', '？'], "");
    if board.matches('/').count() >= 2 || table::is_list(first) || book.open(Some(first), &[]).is_ok() {
        let (fen, moves) = first.split_once(" moves ").unwrap_or((first, ""));
        return (Some(fen.to_owned()), unmarked(format!("{moves} {rest}").trim()));
    }
    (None, unmarked(text))
}

/// Reads one game of a file. Unreadable parts are reported, the rest is analyzed.
fn file(bytes: &[u8], asked: &Analyse, output: &Output) -> Result<Source, Failure> {
    // The usual game of the command line gives way to the one a file names.
    let game = Some(asked.board.game.as_str()).filter(|game| *game != table::games::usual_name());
    if let Some(name) = game {
        setup::rulebook(name)?;
    }
    let notation = match asked.notation.as_str() {
        "auto" => None,
        name => Some(convert::notation(name)?),
    };
    let ask = ReadOptions { game, notation, bounds: ReadLimits::LOCAL };
    let wanted = asked.number as usize;
    let mut found = None;
    read_file(bytes, &ask, &|| false, &mut |game| {
        let is_it = game.number >= wanted;
        found = Some(game);
        if is_it { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    });
    let game = found.filter(|game| game.number == wanted).ok_or_else(|| Message::new("convert_no_games"))?;
    let record = &game.record;
    if let Some(why) = game.errors.first() {
        if record.plies() == 0 && record.setup().is_none() {
            return Err(why.clone().into());
        }
        print_error(&output.label("cli_warning", &output.render(why)));
    }
    let study = record.study();
    let outcome = match record.ending() {
        GameResult::Unknown => None,
        GameResult::Drawn => Some(Outcome::draw(Reason::Agreement)),
        GameResult::Won(side) => Some(Outcome::win(side, Reason::Resignation)),
    };
    Ok(Source { book: setup::rulebook(record.spec().name)?, study, outcome })
}

#[cfg(test)]
mod tests {
    use table::games;

    use super::*;

    #[test]
    fn a_position_is_distinguished_from_moves() {
        let read = |text: &str| understand(text, games::by_name("xiangqi").expect("xiangqi"));
        let fen = "3k5/9/9/9/9/9/9/9/9/4K4 w - - 0 1";
        assert_eq!(read(fen), (Some(fen.to_owned()), String::new()));
        assert_eq!(read("h2e2! h9g7?").1, "h2e2 h9g7");
        for text in [format!("{fen}\nd9d8 e0e1"), format!("fen {fen} moves d9d8 e0e1")] {
            assert_eq!(read(&text), (Some(fen.to_owned()), "d9d8 e0e1".to_owned()));
        }
        assert!(read("9/9/x w").0.is_some(), "a wrong position is still one");
    }
}

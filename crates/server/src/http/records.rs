//! Records that were pasted, dropped or typed: what they say, or what is wrong with them.

use axum::Json;
use game::Message;
use table::{Notation, Rulebook, Study, games};

use super::error::Error;
use super::json::Body;
use crate::begin::rulebook;
use crate::wire::{
    ErrorOut, MatchOutcome, Ply, RecordFailure, RecordIn, RecordRead, Said, Start, count, square,
};

fn start_of(study: &dyn Study) -> Start {
    let status = study.status();
    Start {
        position: study.position(study.spec().dialects.first().unwrap_or(&"")),
        turn: status.turn.into(),
        check: status.check.map(square),
    }
}

/// Reads a record as far as it can be read.
#[utoipa::path(post, path = "/api/records", request_body = RecordIn,
    responses((status = 200, body = RecordRead), (status = 422, body = ErrorOut)))]
pub async fn read_record(Body(asked): Body<RecordIn>) -> Result<Json<RecordRead>, Error> {
    // Long texts are read beside the server's own work.
    let read = tokio::task::spawn_blocking(move || read(&asked)).await;
    match read {
        Ok(read) => Ok(Json(read?)),
        Err(_) => Err(Error::unprocessable(&Message::new("record_empty"))),
    }
}

/// The most moves a record is read for.
const MOST_MOVES: usize = 1200;

fn read(asked: &RecordIn) -> Result<RecordRead, Message> {
    let text = Text::of(&asked.text);
    if text.tag("FEN").is_none() && text.moves.trim().is_empty() {
        return Err(Message::new("record_empty"));
    }
    let named = asked.game.as_deref().or(text.tag("Game")).or(text.tag("Variant"));
    let books: Vec<&'static dyn Rulebook> = match named.and_then(games::by_name) {
        Some(book) => vec![book],
        None if asked.game.is_some() => vec![rulebook(named.unwrap_or_default())?],
        None => games::ALL.to_vec(),
    };
    let wanted = asked.notation.as_deref().or(text.tag("Notation")).and_then(Notation::named);
    let mut best: Option<Attempt> = None;
    let mut refused = None;
    for book in books {
        match attempt(book, &text, wanted) {
            Ok(attempt) => {
                if best.as_ref().is_none_or(|best| attempt.is_better_than(best)) {
                    best = Some(attempt);
                }
            }
            Err(message) => refused = refused.or(Some(message)),
        }
    }
    let best = best.ok_or_else(|| refused.unwrap_or(Message::new("record_empty")))?;
    Ok(best.told(&text))
}

/// A text taken apart: its header, and what is left of it without comments and variations.
struct Text {
    tags: Vec<[String; 2]>,
    moves: String,
}

impl Text {
    fn of(text: &str) -> Text {
        let mut tags = Vec::new();
        let mut rest = String::with_capacity(text.len());
        for line in text.trim_start_matches('\u{feff}').lines() {
            let trimmed = line.trim();
            match tag(trimmed) {
                Some(tag) => tags.push(tag),
                None if trimmed.starts_with(['#', '%', ';']) => {}
                None => {
                    rest.push_str(trimmed);
                    rest.push('\n');
                }
            }
        }
        Text { tags, moves: main_line(&rest) }
    }

    fn tag(&self, name: &str) -> Option<&str> {
        self.tags.iter().find(|[known, _]| known.eq_ignore_ascii_case(name)).map(|[_, value]| value.as_str())
    }

    /// The moves one by one, as this notation separates them.
    fn moves(&self, notation: Notation) -> Vec<&str> {
        let in_words = notation == Notation::ViWords;
        let ends = |letter: char| {
            matches!(letter, ',' | ';' | '，' | '；' | '、' | '\n') || (!in_words && letter.is_whitespace())
        };
        self.moves
            .split(ends)
            .map(|token| without_number(token.trim()))
            .map(|token| token.trim_end_matches(['!', '?']))
            .filter(|token| {
                !token.is_empty() && !matches!(*token, "1-0" | "0-1" | "1/2-1/2" | "*" | "..." | "…")
            })
            .take(MOST_MOVES)
            .collect()
    }
}

/// A line of a header: `[White "An"]`.
fn tag(line: &str) -> Option<[String; 2]> {
    let inside = line.strip_prefix('[')?.strip_suffix(']')?;
    let (name, value) = inside.split_once(char::is_whitespace)?;
    let value = value.trim().strip_prefix('"')?.strip_suffix('"')?;
    Some([name.to_owned(), value.replace("\\\"", "\"").replace("\\\\", "\\")])
}

/// A text without its comments, variations and marks.
fn main_line(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let (mut comment, mut depth) = (false, 0_usize);
    for letter in text.chars() {
        match letter {
            '}' => comment = false,
            _ if comment => {}
            '{' => comment = true,
            '(' | '（' => depth += 1,
            ')' | '）' => depth = depth.saturating_sub(1),
            _ if depth == 0 => out.push(letter),
            _ => {}
        }
    }
    let marks = |token: &&str| !token.starts_with('$');
    out.lines()
        .map(|line| line.split(' ').filter(marks).collect::<Vec<_>>().join(" "))
        .collect::<Vec<_>>()
        .join("\n")
}

/// A token without the move number before it: `1.`, `1...`, `1.e4`; in `25.6` the number is a man's.
fn without_number(token: &str) -> &str {
    let behind = token.trim_start_matches(|letter: char| letter.is_ascii_digit());
    let rest = behind.trim_start_matches(['.', '…', '。']);
    let numbered = behind.len() < token.len()
        && (rest.len() < behind.len() || rest.is_empty())
        && !rest.starts_with(|letter: char| letter.is_ascii_digit());
    if numbered { rest.trim_start() } else { token }
}

/// A text read by one game.
struct Attempt {
    book: &'static dyn Rulebook,
    study: Box<dyn Study>,
    notation: Notation,
    failure: Option<table::GameError>,
}

impl Attempt {
    fn is_better_than(&self, other: &Attempt) -> bool {
        let key = |attempt: &Attempt| (attempt.failure.is_none(), attempt.study.ply());
        key(self) > key(other)
    }

    fn told(mut self, text: &Text) -> RecordRead {
        let spec = self.book.spec();
        let plies: Vec<Ply> = self.study.plies(0).into_iter().map(Ply::of).collect();
        let outcome = self.study.status().outcome.map(|outcome| MatchOutcome::of(&outcome, spec));
        let warnings = self.study.warnings().iter().map(Said::from).collect();
        let first = self.study.first_turn();
        while self.study.pop() {}
        let setup = text.tag("FEN").map(|_| start_of(self.study.as_ref()).position);
        let failure = self.failure.map(|error| RecordFailure {
            plies: count(error.index),
            number: count((error.index + first.index()) / 2 + 1),
            text: error.text,
            why: Said::from(&error.message),
        });
        RecordRead {
            game: spec.name.to_owned(),
            notation: self.notation.name().to_owned(),
            tags: text.tags.clone(),
            setup,
            start: start_of(self.study.as_ref()),
            plies,
            outcome,
            failure,
            warnings,
        }
    }
}

/// Reads with the notation that comes furthest, the wanted one alone if it is known.
fn attempt(book: &'static dyn Rulebook, text: &Text, wanted: Option<Notation>) -> Result<Attempt, Message> {
    let wanted = wanted.filter(|notation| book.notations().contains(notation));
    let notations: Vec<Notation> = match wanted {
        Some(notation) => vec![notation],
        None => book.notations().to_vec(),
    };
    let mut best: Option<Attempt> = None;
    for notation in notations {
        let mut study = book.open(text.tag("FEN"), &[])?;
        let moves = text.moves(notation);
        let failure = study.play_game(&moves, notation).err();
        if let Some(error) = &failure {
            let read = moves.get(..error.index).unwrap_or_default();
            // What came before the move that failed was read; where it leaves something open, less of it is.
            (0..=read.len()).rev().find(|&count| study.play_game(&read[..count], notation).is_ok());
        }
        let attempt = Attempt { book, study, notation, failure };
        if best.as_ref().is_none_or(|best| attempt.is_better_than(best)) {
            best = Some(attempt);
        }
    }
    best.ok_or(Message::new("record_empty"))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn reads(text: &str) -> RecordRead {
        read(&RecordIn { text: text.to_owned(), game: None, notation: None }).expect("a record")
    }

    #[test]
    fn a_game_and_its_notation_are_told_by_what_reads() {
        for (text, game, notation) in [
            ("1. e4 e5 2. Nf3 Nc6", "chess", "san"),
            ("1. C2=5 H8+7 2. H2+3 R9=8", "xiangqi", "wxf"),
            ("P2-5 M8.7 M2.3 X9-8", "xiangqi", "vi"),
            ("炮二平五 马8进7 马二进三", "xiangqi", "zh"),
            ("1. Pháo 2 bình 5, Mã 8 tiến 7\n2. Mã 2 tiến 3", "xiangqi", "vi-words"),
        ] {
            let read = reads(text);
            assert_eq!((read.game.as_str(), read.notation.as_str()), (game, notation), "{text}");
            assert!(read.failure.is_none() && read.plies.len() >= 3, "{text}");
        }
    }

    #[test]
    fn the_move_that_fails_is_named_and_what_came_before_is_kept() {
        let read = reads("[White \"An\"]\n\n1. e4 {best} e5 (1... c5 2. Nf3) 2. Nf3 Nc6 3. Qh9 a6");
        let failure = read.failure.expect("no such square");
        assert_eq!((failure.plies, failure.number, failure.text.as_str()), (4, 3, "Qh9"));
        assert_eq!(read.plies.len(), 4);
        assert_eq!(read.tags, [["White".to_owned(), "An".to_owned()]]);
    }

    #[test]
    fn a_setup_is_taken_from_the_header() {
        let read = reads("[FEN \"4k4/9/9/9/9/9/9/9/R8/3K5 w - - 0 1\"]\na1e1");
        assert_eq!(read.game, "xiangqi");
        assert_eq!(read.plies.len(), 1);
        assert!(read.setup.is_some());
    }

    #[test]
    fn garbage_is_answered() {
        for text in ["", "   \n", "# only a comment", "\u{0}\u{1}", "]]]][[[[", "((((((((((", "{{{{{"] {
            let read = read(&RecordIn { text: text.to_owned(), game: None, notation: None });
            if let Ok(read) = read {
                assert!(read.plies.is_empty() && read.failure.is_some(), "{text:?}");
            }
        }
        let deep = "(".repeat(200_000);
        assert!(read(&RecordIn { text: deep, game: None, notation: None }).is_err());
    }
}

//! Notation detection: finds the notation in which every move of a record is legal.

use game::{Game, Line, Message, Notation, ToMessage};

use crate::{GameError, MoveText, Moves};

/// Error of notation detection.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum DetectError {
    /// A single move is not enough: its text could be a different move in another notation.
    TooShort,
    /// No notation reads all moves; holds the one that got furthest.
    NoneFits {
        /// The notation that read most moves.
        notation: Notation,
        /// The first move it could not read.
        error: GameError,
    },
    /// Two notations read the record as different games.
    Ambiguous(Notation, Notation),
}

impl ToMessage for DetectError {
    fn message(&self) -> Message {
        match self {
            DetectError::TooShort => Message::new("notation_record_too_short"),
            DetectError::NoneFits { notation, error } => Message::new("notation_none_fits")
                .text("notation", notation.name())
                .number("number", error.index + 1)
                .text("move", &error.text)
                .nest("reason", error.message.clone()),
            DetectError::Ambiguous(one, other) => {
                Message::new("notation_ambiguous").text("one", one.name()).text("other", other.name())
            }
        }
    }
}

/// Detects the notation of a record that begins at the line's current position. A single move is accepted only if it
/// has non-ASCII characters (Chinese, Vietnamese with diacritics). If several notations give the same game, the first
/// of [`MoveText::NOTATIONS`] is returned.
pub fn detect<S: MoveText>(
    line: &Line<<S::Game as Game>::Position>,
    moves: &[&str],
) -> Result<Notation, DetectError> {
    if moves.len() < 2 && moves.iter().all(|mv| mv.is_ascii()) {
        return Err(DetectError::TooShort);
    }
    let mut found: Option<(Notation, Moves<S::Game>)> = None;
    let mut furthest: Option<(Notation, GameError)> = None;
    for &notation in S::NOTATIONS {
        match (S::read_game(line, moves, notation), &found) {
            (Ok(read), None) => found = Some((notation, read)),
            (Ok(read), Some((first, same))) if read != *same => {
                return Err(DetectError::Ambiguous(*first, notation));
            }
            (Ok(_), Some(_)) => {}
            (Err(error), _) => {
                if furthest.as_ref().is_none_or(|(_, best)| error.index > best.index) {
                    furthest = Some((notation, error));
                }
            }
        }
    }
    match (found, furthest) {
        (Some((notation, _)), _) => Ok(notation),
        (None, Some((notation, error))) => Err(DetectError::NoneFits { notation, error }),
        (None, None) => Err(DetectError::TooShort),
    }
}

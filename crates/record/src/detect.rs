//! PieceSelector notation a whole record is written in: one in which every move reads legally.

use game::{Game, Line, Message, Notation, ToMessage};

use crate::{GameError, MoveText, Moves};

/// Why a record's notation cannot be told.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum DetectError {
    /// One move is not enough: its text could be another move of another notation.
    TooShort,
    /// Some move does not read, whatever the notation; here is the one that came furthest.
    NoneFits {
        /// The notation that read most moves.
        notation: Notation,
        /// The move it stopped at.
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

/// The notation of a record from where the line stands. A single move is told only by its characters (Chinese,
/// Vietnamese with its marks). Where several notations read the same game, the first of the script's is taken.
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

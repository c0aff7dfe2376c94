//! Tournament report files: TRF16 with JaVaFo's and bbpPairings' extensions, and TRF26.

mod read;
mod write;

pub use read::read;
pub use write::{Format, write};

use crate::model::Tournament;
use std::fmt;

/// A tournament with the lines of its file that the model does not interpret.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct TrfFile {
    /// The tournament.
    pub tournament: Tournament,
    /// Other header lines: code and text.
    pub headers: Vec<(String, String)>,
    /// Ranks as written in the file, by start number.
    pub ranks: Vec<(u32, u32)>,
    /// Tie-breaks of line 212 (or 202), in order.
    pub tie_breaks: Vec<String>,
    /// True if the number of rounds is written in the file (142 or XXR).
    pub rounds_given: bool,
}

/// Problem of a file, with its place.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TrfError {
    /// Line, from 1.
    pub line: usize,
    /// Column, from 1.
    pub column: usize,
    /// Problem.
    pub problem: Problem,
}

/// Kinds of problems.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Problem {
    /// The line is too short for its code.
    ShortLine,
    /// No such code.
    UnknownCode(String),
    /// A number was expected.
    NotANumber(String),
    /// Points were expected.
    NotPoints(String),
    /// Colour other than `w`, `b` or `-`.
    BadColour(char),
    /// Result other than those of TRF.
    BadResult(char),
    /// The result does not fit the opponent or colour beside it.
    Contradiction,
    /// A start number appears twice.
    RepeatedNumber(u32),
    /// A start number no player has.
    UnknownPlayer(u32),
    /// A player is their own opponent.
    OwnOpponent,
    /// The opponent's line says something else: opponent and round.
    OpponentDisagrees(u32, usize),
    /// The points do not follow from the results: written and computed.
    WrongPoints(String, String),
    /// More rounds than the tournament has.
    TooManyRounds(usize),
    /// There are no players.
    NoPlayers,
    /// Text where none is expected.
    UnexpectedText,
}

impl fmt::Display for Problem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::ShortLine => write!(f, "the line is too short"),
            Self::UnknownCode(code) => write!(f, "there is no code {code}"),
            Self::NotANumber(text) => write!(f, "`{text}` is not a number"),
            Self::NotPoints(text) => write!(f, "`{text}` are not points"),
            Self::BadColour(colour) => write!(f, "`{colour}` is not a colour (w, b or -)"),
            Self::BadResult(result) => write!(f, "`{result}` is not a result"),
            Self::Contradiction => write!(f, "the result does not fit the opponent and the colour"),
            Self::RepeatedNumber(number) => write!(f, "start number {number} appears twice"),
            Self::UnknownPlayer(number) => write!(f, "there is no player {number}"),
            Self::OwnOpponent => write!(f, "a player cannot be their own opponent"),
            Self::OpponentDisagrees(opponent, round) => {
                write!(f, "the line of player {opponent} says something else for round {round}")
            }
            Self::WrongPoints(written, computed) => {
                write!(f, "{written} points are written, the results give {computed}")
            }
            Self::TooManyRounds(rounds) => write!(f, "there are only {rounds} rounds"),
            Self::NoPlayers => write!(f, "there are no players"),
            Self::UnexpectedText => write!(f, "unexpected text"),
        }
    }
}

impl fmt::Display for TrfError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}, column {}: {}", self.line, self.column, self.problem)
    }
}

impl std::error::Error for TrfError {}

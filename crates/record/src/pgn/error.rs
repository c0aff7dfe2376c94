//! Errors of PGN reading.

use game::{Message, ToMessage};

/// An error in a text of games, with the number of the game (1 = the first).
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PgnError {
    /// The game's number in the text.
    pub game: usize,
    /// The fault.
    pub fault: PgnFault,
}

/// Fault in a record.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum PgnFault {
    /// A malformed or illegal move. The moves before it are kept, the rest of its line is dropped.
    Move {
        /// The move's number as on a score sheet.
        number: usize,
        /// Message key of the side to move.
        side: &'static str,
        /// The move as written.
        text: String,
        /// The reason.
        why: Message,
    },
    /// A fault at a place of the file: line and column, both counted from 1. The moves before it are kept.
    Place {
        /// Line.
        line: usize,
        /// Column.
        column: usize,
        /// The reason.
        why: Message,
    },
    /// Invalid position or variant in the header; the moves are dropped.
    Setup(Message),
    /// Malformed header line.
    Tag(String),
    /// A comment that is not closed before the text ends.
    UnclosedComment,
    /// A variation that is not closed before the game ends.
    UnclosedVariation,
    /// A closing parenthesis without an opening one.
    StrayClose,
    /// A variation before any move.
    StrayVariation,
    /// Variations nested too deeply.
    TooDeep,
    /// Too many moves.
    TooLarge,
    /// A line longer than the limit.
    TooLong,
    /// A comment longer than the limit.
    CommentCut,
    /// A header value longer than the limit.
    TagCut,
    /// The file is truncated.
    BrokenOff,
    /// Reading was stopped early.
    Stopped,
}

impl ToMessage for PgnError {
    fn message(&self) -> Message {
        let message = |code| Message::new(code).number("game", self.game);
        match &self.fault {
            PgnFault::Move { number, side, text, why } => message("pgn_move")
                .number("number", *number)
                .word("side", *side)
                .text("move", text)
                .nest("why", why.clone()),
            PgnFault::Place { line, column, why } => {
                message("file_place").number("line", *line).number("column", *column).nest("why", why.clone())
            }
            PgnFault::Setup(why) => message("pgn_setup").nest("why", why.clone()),
            PgnFault::Tag(text) => message("pgn_tag").text("text", text),
            PgnFault::UnclosedComment => message("pgn_unclosed_comment"),
            PgnFault::UnclosedVariation => message("pgn_unclosed_variation"),
            PgnFault::StrayClose => message("pgn_stray_close"),
            PgnFault::StrayVariation => message("pgn_stray_variation"),
            PgnFault::TooDeep => message("pgn_too_deep"),
            PgnFault::TooLarge => message("pgn_too_large"),
            PgnFault::TooLong => message("pgn_too_long"),
            PgnFault::CommentCut => message("pgn_comment_cut"),
            PgnFault::TagCut => message("pgn_tag_cut"),
            PgnFault::BrokenOff => message("pgn_broken_off"),
            PgnFault::Stopped => message("pgn_stopped"),
        }
    }
}

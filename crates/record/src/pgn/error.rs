//! What can be wrong with a text of games.

use game::{Message, ToMessage};

/// Something wrong in a text of games, and in which game (1 = the first).
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PgnError {
    /// The game's number in the text.
    pub game: usize,
    /// What is wrong.
    pub fault: PgnFault,
}

/// What is wrong in a record.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum PgnFault {
    /// A move that cannot be read or played. What came before it is kept, the rest of its line is not.
    Move {
        /// The move's number as on a score sheet.
        number: usize,
        /// The catalogues' key of the side to move.
        side: &'static str,
        /// The move as it was written.
        text: String,
        /// What is wrong with it.
        why: Message,
    },
    /// The header's position or variant cannot be read; the moves are left out.
    Setup(Message),
    /// A line of the header that does not read as name and value.
    Tag(String),
    /// A comment that is not closed before the text ends.
    UnclosedComment,
    /// A variation that is not closed before the game ends.
    UnclosedVariation,
    /// A closing parenthesis without an opening one.
    StrayClose,
    /// A variation where no move was played to vary from.
    StrayVariation,
    /// Variations inside variations past any sense.
    TooDeep,
    /// More moves than a record may have.
    TooLarge,
    /// A line with more plies than are taken.
    TooLong,
    /// A comment longer than is taken.
    CommentCut,
    /// A value of the header longer than is taken.
    TagCut,
    /// The file ends in the middle.
    BrokenOff,
    /// ParsedMove was stopped before its end.
    Stopped,
}

impl ToMessage for PgnError {
    fn message(&self) -> Message {
        let say = |code| Message::new(code).number("game", self.game);
        match &self.fault {
            PgnFault::Move { number, side, text, why } => say("pgn_move")
                .number("number", *number)
                .word("side", *side)
                .text("move", text)
                .nest("why", why.clone()),
            PgnFault::Setup(why) => say("pgn_setup").nest("why", why.clone()),
            PgnFault::Tag(text) => say("pgn_tag").text("text", text),
            PgnFault::UnclosedComment => say("pgn_unclosed_comment"),
            PgnFault::UnclosedVariation => say("pgn_unclosed_variation"),
            PgnFault::StrayClose => say("pgn_stray_close"),
            PgnFault::StrayVariation => say("pgn_stray_variation"),
            PgnFault::TooDeep => say("pgn_too_deep"),
            PgnFault::TooLarge => say("pgn_too_large"),
            PgnFault::TooLong => say("pgn_too_long"),
            PgnFault::CommentCut => say("pgn_comment_cut"),
            PgnFault::TagCut => say("pgn_tag_cut"),
            PgnFault::BrokenOff => say("pgn_broken_off"),
            PgnFault::Stopped => say("pgn_stopped"),
        }
    }
}

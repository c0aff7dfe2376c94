//! What can be wrong with a position's text, and what is only unusual.

use game::{Message, Side, ToMessage};
use xiangqi::fen::{FenError as XiangqiFenError, piece_word, side_word};
use xiangqi::{Piece, Square};

/// What is wrong with a position's text.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum FenError {
    /// What would be wrong at xiangqi too.
    Xiangqi(XiangqiFenError),
    /// A face-down piece on a point where no piece of its side begins.
    DarkAway(Side, Square),
    /// A face-down piece under another letter than its point's.
    DarkMisnamed(Piece, Square),
    /// A list of pieces that is none: letters with numbers, such as `R2A2p5`.
    Pieces(String),
    /// More pieces of a kind than a set has: on the board face up, and hidden or captured.
    TooMany {
        /// The kind.
        piece: Piece,
        /// Face up on the board.
        board: usize,
        /// Hidden or captured by the lists.
        listed: usize,
    },
    /// Fewer hidden pieces than lie on the board.
    PoolShort {
        /// Whose.
        side: Side,
        /// Pieces on the board that are face down or unrevealed.
        pieces: usize,
        /// Pieces in the pool.
        pool: usize,
    },
    /// Another number of pieces captured unseen than the rest of the text leaves.
    Unseen {
        /// Whose.
        side: Side,
        /// As the text says.
        said: usize,
        /// As the pieces add up.
        counted: usize,
    },
}

impl From<XiangqiFenError> for FenError {
    fn from(error: XiangqiFenError) -> Self {
        FenError::Xiangqi(error)
    }
}

impl ToMessage for FenError {
    fn message(&self) -> Message {
        match self {
            FenError::Xiangqi(error) => error.message(),
            FenError::DarkAway(side, square) => Message::new("fen_jieqi_dark_away")
                .word("side", side_word(*side))
                .text("square", square.to_string()),
            FenError::DarkMisnamed(piece, square) => Message::new("fen_jieqi_dark_misnamed")
                .word("piece", piece_word(*piece))
                .text("square", square.to_string()),
            FenError::Pieces(text) => Message::new("fen_jieqi_hidden_pieces").text("text", text),
            FenError::TooMany { piece, board, listed } => Message::new("fen_jieqi_too_many")
                .word("side", side_word(piece.side()))
                .word("piece", piece_word(*piece))
                .number("board", *board)
                .number("listed", *listed)
                .number("most", piece.role().per_side()),
            FenError::PoolShort { side, pieces, pool } => Message::new("fen_jieqi_pool_short")
                .word("side", side_word(*side))
                .number("pieces", *pieces)
                .number("pool", *pool),
            FenError::Unseen { side, said, counted } => Message::new("fen_jieqi_unseen")
                .word("side", side_word(*side))
                .number("stated", *said)
                .number("counted", *counted),
        }
    }
}

/// What is unusual about a position that can be played all the same.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum FenWarning {
    /// More pieces are hidden than lie on the board: so many were captured and nobody said what they were.
    CapturedUnseen(Side, usize),
    /// The side that has just moved left its general to be captured by the advisor or elephant on this point.
    GeneralHangs(Side, Square),
}

impl ToMessage for FenWarning {
    fn message(&self) -> Message {
        match self {
            FenWarning::CapturedUnseen(side, count) => Message::new("warning_jieqi_captured_unseen")
                .word("side", side_word(*side))
                .number("count", *count),
            FenWarning::GeneralHangs(side, square) => Message::new("warning_jieqi_general_hangs")
                .word("side", side_word(*side))
                .text("square", square.to_string()),
        }
    }
}

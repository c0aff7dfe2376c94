//! Errors and warnings of FEN parsing.

use game::{Message, Side, ToMessage};
use xiangqi::fen::{FenError as XiangqiFenError, piece_word, side_word};
use xiangqi::{Piece, Square};

/// Error in a FEN.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum FenError {
    /// An error that also applies to xiangqi.
    Xiangqi(XiangqiFenError),
    /// A face-down piece on a point where no piece of its side starts.
    DarkAway(Side, Square),
    /// A face-down piece with a letter other than the nominal one of its point.
    DarkMisnamed(Piece, Square),
    /// Malformed list of pieces; letters with numbers such as `R2A2p5` are expected.
    Pieces(String),
    /// More pieces of a role than a full set: face up on the board, and hidden or captured.
    TooMany {
        /// The piece.
        piece: Piece,
        /// Number face up on the board.
        board: usize,
        /// Number hidden or captured according to the lists.
        listed: usize,
    },
    /// Fewer hidden pieces in the pool than on the board.
    PoolShort {
        /// The side.
        side: Side,
        /// Number of pieces on the board that are face down or unknown.
        pieces: usize,
        /// Number of pieces in the pool.
        pool: usize,
    },
    /// The stated number of unknown captures differs from the number implied by the rest of the text.
    Unseen {
        /// The side.
        side: Side,
        /// Number stated.
        stated: usize,
        /// Number implied.
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
            FenError::Unseen { side, stated, counted } => Message::new("fen_jieqi_unseen")
                .word("side", side_word(*side))
                .number("stated", *stated)
                .number("counted", *counted),
        }
    }
}

/// Warning about an unusual but playable position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum FenWarning {
    /// More pieces are hidden than on the board: this many were captured with unknown role.
    CapturedUnseen(Side, usize),
    /// The side that has just moved left its general en prise to the advisor or elephant on this point.
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

//! Errors and warnings of FEN parsing.

use cozy_chess::Square;
use game::{Message, Side, ToMessage};

use crate::side_word;

/// Error in a FEN.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum FenError {
    /// Empty text.
    Empty,
    /// The board does not have eight ranks; holds the number found.
    Ranks(usize),
    /// A row does not have eight squares: (row from the top, squares).
    Files(usize, usize),
    /// Unknown piece letter and its position in the text (1 = the first).
    Letter(char, usize),
    /// The side to move is neither `w` nor `b`.
    Turn(String),
    /// Malformed castling rights.
    CastlingText(String),
    /// A castling right, but the king is not on its first rank.
    CastlingKing(Side),
    /// A castling right (its letter) without a rook on this square.
    CastlingRook(char, Square),
    /// A castling right (its letter) without any rook on that side.
    CastlingWing(char, Side),
    /// The en passant field does not name a square a pawn has just passed.
    EnPassant(String),
    /// A counter that is not a number in range.
    Counter(String),
    /// Extra text after the last field.
    Excess(String),
    /// A side does not have exactly one king; holds the number found.
    Kings(Side, usize),
    /// A side has more than sixteen pieces.
    Pieces(Side, usize),
    /// A side has more than eight pawns.
    Pawns(Side, usize),
    /// A side has more promoted pieces than missing pawns: (side, promoted, missing pawns).
    Promotions(Side, usize, usize),
    /// A pawn on a first or last rank.
    PawnRank(Square),
    /// The king of the side that has just moved is in check on this square.
    KingHangs(Side, Square),
    /// More pieces give check than a single move can cause.
    Checkers(usize),
}

impl ToMessage for FenError {
    fn message(&self) -> Message {
        let count_of = |code, side: Side, count: usize| {
            Message::new(code).word("side", side_word(side)).number("count", count)
        };
        match self {
            FenError::Empty => Message::new("fen_empty"),
            FenError::Ranks(count) => Message::new("fen_ranks").number("count", *count).number("wanted", 8),
            FenError::Files(row, count) => {
                Message::new("fen_files").number("rank", *row).number("count", *count).number("wanted", 8)
            }
            FenError::Letter(letter, place) => {
                Message::new("fen_letter").text("letter", *letter).number("place", *place)
            }
            FenError::Turn(text) => Message::new("fen_turn_chess").text("text", text),
            FenError::CastlingText(text) => Message::new("fen_castling_text").text("text", text),
            FenError::CastlingKing(side) => Message::new("fen_castling_king").word("side", side_word(*side)),
            FenError::CastlingRook(letter, square) => {
                Message::new("fen_castling_rook").text("letter", *letter).text("square", square.to_string())
            }
            FenError::CastlingWing(letter, side) => {
                Message::new("fen_castling_wing").text("letter", *letter).word("side", side_word(*side))
            }
            FenError::EnPassant(text) => Message::new("fen_en_passant").text("text", text),
            FenError::Counter(text) => Message::new("fen_counter").text("text", text),
            FenError::Excess(text) => Message::new("fen_excess").text("text", text),
            FenError::Kings(side, 0) => Message::new("fen_king_missing").word("side", side_word(*side)),
            FenError::Kings(side, count) => count_of("fen_kings", *side, *count),
            FenError::Pieces(side, count) => count_of("fen_pieces", *side, *count),
            FenError::Pawns(side, count) => count_of("fen_pawns", *side, *count),
            FenError::Promotions(side, promoted, missing) => Message::new("fen_promotions")
                .word("side", side_word(*side))
                .number("promoted", *promoted)
                .number("missing", *missing),
            FenError::PawnRank(square) => Message::new("fen_pawn_rank").text("square", square.to_string()),
            FenError::KingHangs(side, square) => Message::new("fen_king_hangs")
                .word("side", side_word(*side))
                .text("square", square.to_string()),
            FenError::Checkers(count) => Message::new("fen_checkers").number("count", *count),
        }
    }
}

/// Warning about an unusual but playable position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum FenWarning {
    /// No side to move was given; White is assumed.
    TurnAssumed,
    /// The castling rights are those of Chess960, though the option is off.
    Chess960,
}

impl ToMessage for FenWarning {
    fn message(&self) -> Message {
        Message::new(match self {
            FenWarning::TurnAssumed => "warning_turn_assumed",
            FenWarning::Chess960 => "warning_chess960",
        })
    }
}

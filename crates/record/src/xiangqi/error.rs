//! Errors of traditional notation.

use game::{Message, Notation, Side, ToMessage};
use xiangqi::fen::{piece_word, side_word};
use xiangqi::{Move, MoveError, Piece, Square};

use super::traditional::{PieceName, TandemPlace};

/// Error of a move in traditional notation.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum MoveTextError {
    /// Not a move of this notation.
    Misspelt {
        /// The move as written.
        text: String,
        /// The expected notation.
        notation: Notation,
    },
    /// No piece of that name on that file.
    NoPieceOnFile {
        /// The move as written.
        text: String,
        /// Side of the piece.
        side: Side,
        /// Name of the piece.
        name: PieceName,
        /// The file as that side counts.
        file: u8,
    },
    /// No piece of that name left.
    NoPiece {
        /// The move as written.
        text: String,
        /// Side of the piece.
        side: Side,
        /// Name of the piece.
        name: PieceName,
    },
    /// The text selects one of several pieces on a file, but none has that place.
    NoPieceInPlace {
        /// The move as written.
        text: String,
        /// Side of the piece.
        side: Side,
        /// Name of the piece.
        name: PieceName,
        /// The tandem place.
        place: TandemPlace,
    },
    /// The piece never moves that way, or would leave the board.
    NoWay {
        /// The move as written.
        text: String,
        /// Name of the piece.
        name: PieceName,
        /// Its point.
        from: Square,
    },
    /// The piece does not reach the point, or its general would be left en prise.
    Move(MoveError),
    /// Several legal moves match.
    Ambiguous {
        /// The move as written.
        text: String,
        /// The matching moves.
        candidates: Vec<Move>,
    },
}

impl ToMessage for MoveTextError {
    fn message(&self) -> Message {
        match self {
            MoveTextError::Misspelt { text, notation } => Message::new("move_misspelt_in")
                .text("move", text)
                .word("notation", notation_word(*notation))
                .text("example", example(*notation)),
            MoveTextError::NoPieceOnFile { text, side, name, file } => {
                let code = match name.face_down {
                    true => "move_no_face_down_piece_on_file",
                    false => "move_no_piece_on_file",
                };
                Message::new(code)
                    .text("move", text)
                    .word("piece", word(*name))
                    .word("side", side_word(*side))
                    .number("file", *file)
            }
            MoveTextError::NoPiece { text, side, name } => {
                let code = match name.face_down {
                    true => "move_no_face_down_piece_left",
                    false => "move_no_piece_left",
                };
                Message::new(code)
                    .text("move", text)
                    .word("piece", word(*name))
                    .word("side", side_word(*side))
            }
            MoveTextError::NoPieceInPlace { text, side, name, place } => {
                let message = Message::new("move_no_piece_in_place")
                    .text("move", text)
                    .word("piece", word(*name))
                    .word("side", side_word(*side));
                match place {
                    TandemPlace::Front => message.word("place", "place_front"),
                    TandemPlace::Middle => message.word("place", "place_middle"),
                    TandemPlace::Rear => message.word("place", "place_rear"),
                    TandemPlace::Nth(nth) => message.number("place", *nth),
                }
            }
            MoveTextError::NoWay { text, name, from } => Message::new("move_no_way")
                .text("move", text)
                .word("piece", word(*name))
                .text("square", from.to_string()),
            MoveTextError::Move(error) => error.message(),
            MoveTextError::Ambiguous { text, candidates } => {
                let candidates: Vec<String> = candidates.iter().map(Move::to_string).collect();
                Message::new("move_ambiguous").text("move", text).text("candidates", candidates.join(", "))
            }
        }
    }
}

fn word(name: PieceName) -> String {
    piece_word(Piece::new(Side::First, name.role))
}

/// Message key of a notation's name.
fn notation_word(notation: Notation) -> String {
    format!("notation_{}", notation.name().replace('-', "_"))
}

/// Example move of each notation.
fn example(notation: Notation) -> &'static str {
    match notation {
        Notation::Uci => "h2e2",
        Notation::Uci1 => "h3e3",
        Notation::Iccs => "H2-E2",
        Notation::Wxf => "C2=5",
        Notation::Vi => "P2-5",
        Notation::ViWords => "Pháo 2 bình 5",
        Notation::Zh | Notation::ZhHant => "炮二平五",
        Notation::San => "Nf3",
        Notation::SanVi => "Mf3",
    }
}

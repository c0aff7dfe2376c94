//! Why a move in words cannot be played.

use game::{Message, Notation, Side, Speak};
use xiangqi::fen::{piece_word, side_word};
use xiangqi::{Move, MoveError, Piece, Square};

use super::phrase::{Name, Place};

/// Why a text is no move here.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum PhraseError {
    /// Not a move of this notation.
    Misspelt {
        /// The move as it was written.
        text: String,
        /// The notation it should be in.
        notation: Notation,
    },
    /// No piece of that name stands on that file.
    NoPieceOnFile {
        /// The move as it was written.
        text: String,
        /// Whose piece it should be.
        side: Side,
        /// What it should be.
        name: Name,
        /// The file as that side counts.
        file: u8,
    },
    /// No piece of that name is left.
    NoPiece {
        /// The move as it was written.
        text: String,
        /// Whose piece it should be.
        side: Side,
        /// What it should be.
        name: Name,
    },
    /// The text tells pieces on one file apart, and none there has that place.
    NoPieceInPlace {
        /// The move as it was written.
        text: String,
        /// Whose piece it should be.
        side: Side,
        /// What it should be.
        name: Name,
        /// The place on the file it should have.
        place: Place,
    },
    /// The piece never moves that way, or would leave the board.
    NoWay {
        /// The move as it was written.
        text: String,
        /// What the piece is called.
        name: Name,
        /// Where it stands.
        from: Square,
    },
    /// The piece does not reach the point, or its general would be left to be captured.
    Move(MoveError),
    /// Several legal moves fit.
    Ambiguous {
        /// The move as it was written.
        text: String,
        /// The moves that fit.
        candidates: Vec<Move>,
    },
}

impl Speak for PhraseError {
    fn message(&self) -> Message {
        match self {
            PhraseError::Misspelt { text, notation } => Message::new("move_misspelt_in")
                .text("move", text)
                .word("notation", notation_word(*notation))
                .text("example", example(*notation)),
            PhraseError::NoPieceOnFile { text, side, name, file } => {
                let code = match name.veiled {
                    true => "move_no_face_down_piece_on_file",
                    false => "move_no_piece_on_file",
                };
                Message::new(code)
                    .text("move", text)
                    .word("piece", word(*name))
                    .word("side", side_word(*side))
                    .number("file", *file)
            }
            PhraseError::NoPiece { text, side, name } => {
                let code = match name.veiled {
                    true => "move_no_face_down_piece_left",
                    false => "move_no_piece_left",
                };
                Message::new(code)
                    .text("move", text)
                    .word("piece", word(*name))
                    .word("side", side_word(*side))
            }
            PhraseError::NoPieceInPlace { text, side, name, place } => {
                let message = Message::new("move_no_piece_in_place")
                    .text("move", text)
                    .word("piece", word(*name))
                    .word("side", side_word(*side));
                match place {
                    Place::Front => message.word("place", "place_front"),
                    Place::Middle => message.word("place", "place_middle"),
                    Place::Rear => message.word("place", "place_rear"),
                    Place::Nth(nth) => message.number("place", *nth),
                }
            }
            PhraseError::NoWay { text, name, from } => Message::new("move_no_way")
                .text("move", text)
                .word("piece", word(*name))
                .text("square", from.to_string()),
            PhraseError::Move(error) => error.message(),
            PhraseError::Ambiguous { text, candidates } => {
                let candidates: Vec<String> = candidates.iter().map(Move::to_string).collect();
                Message::new("move_ambiguous").text("move", text).text("candidates", candidates.join(", "))
            }
        }
    }
}

fn word(name: Name) -> String {
    piece_word(Piece::new(Side::First, name.role))
}

/// The catalogues' key of a notation's name.
fn notation_word(notation: Notation) -> String {
    format!("notation_{}", notation.name().replace('-', "_"))
}

/// A move as each notation writes it.
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

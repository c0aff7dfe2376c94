//! Move text of chess: standard algebraic notation with English or Vietnamese piece letters.

mod letters;
mod san;

use ::chess::{Chess, Move, Position};
use game::{Game, Message, Notation, ToMessage};
pub use san::SanError;

use crate::{MoveText, Played};

/// Move text of chess.
pub struct ChessMoveText;

impl MoveText for ChessMoveText {
    type Game = Chess;

    const NOTATIONS: &'static [Notation] = &[Notation::Uci, Notation::San, Notation::SanVi];

    fn write(here: &Position, mv: Move, (): (), notation: Notation) -> String {
        match notation {
            Notation::San => san::write(here, mv),
            Notation::SanVi => letters::to_vietnamese(&san::write(here, mv)),
            _ => Chess::write_move(here, mv, ()),
        }
    }

    fn read(here: &Position, text: &str, notation: Notation) -> Result<Played<Chess>, Message> {
        let read = match notation {
            Notation::San => san::read(here, &letters::from_english(text), text),
            Notation::SanVi => san::read(here, &letters::from_vietnamese(text), text),
            _ => return Chess::read_move(here, text),
        };
        read.map(|mv| (mv, ())).map_err(|error| error.message())
    }
}

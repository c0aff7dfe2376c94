//! The moves of xiangqi as its players write them, in eight notations.

pub(crate) mod chinese;
pub(crate) mod context;
pub(crate) mod coordinates;
mod cursor;
mod error;
pub(crate) mod notation;
pub(crate) mod traditional;
mod vietnamese;
mod vietnamese_words;
mod wxf;

use game::{Message, Notation, ToMessage};
use xiangqi::{Move, Position, Xiangqi};

use self::context::NotationContext;
use self::traditional::{ParsedMove, RevealSuffix};
use crate::MoveText;

pub use self::error::MoveTextError;
pub use self::traditional::{PieceName, TandemPlace};

/// How moves of xiangqi are written.
pub struct XiangqiMoveText;

impl MoveText for XiangqiMoveText {
    type Game = Xiangqi;

    const NOTATIONS: &'static [Notation] = &[
        Notation::Uci,
        Notation::Uci1,
        Notation::Iccs,
        Notation::Wxf,
        Notation::Vi,
        Notation::ViWords,
        Notation::Zh,
        Notation::ZhHant,
    ];

    fn write(here: &Position, mv: Move, reveal: (), notation: Notation) -> String {
        notation::of(notation)
            .and_then(|tongue| {
                let scene = NotationContext::open(here);
                let phrase = scene.phrase(mv, tongue.manner())?;
                Some(tongue.write(phrase, RevealSuffix::default(), scene.side()))
            })
            .unwrap_or_else(|| coordinates::write::<Xiangqi>(here, mv, reveal, notation))
    }

    fn read(here: &Position, text: &str, notation: Notation) -> Result<(Move, ()), Message> {
        let misspelt = || MoveTextError::Misspelt { text: text.to_owned(), notation }.message();
        let Some(tongue) = notation::of(notation) else {
            return coordinates::read::<Xiangqi>(here, text, notation, misspelt);
        };
        match tongue.read(text) {
            // Nothing lies face down here and nothing turns up.
            Some(ParsedMove { phrase, alternative_role, tail })
                if !phrase.name.veiled && tail == RevealSuffix::default() =>
            {
                let found = NotationContext::open(here).resolve(phrase, alternative_role, text);
                found.map(|mv| (mv, ())).map_err(|error| error.message())
            }
            _ => Err(misspelt()),
        }
    }
}

//! Move text of xiangqi in eight notations.

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

/// Move text of xiangqi.
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
            .and_then(|traditional| {
                let context = NotationContext::open(here);
                let description = context.describe(mv, traditional.tandem_style())?;
                Some(traditional.write(description, RevealSuffix::default(), context.side()))
            })
            .unwrap_or_else(|| coordinates::write::<Xiangqi>(here, mv, reveal, notation))
    }

    fn read(here: &Position, text: &str, notation: Notation) -> Result<(Move, ()), Message> {
        let misspelt = || MoveTextError::Misspelt { text: text.to_owned(), notation }.message();
        let Some(traditional) = notation::of(notation) else {
            return coordinates::read::<Xiangqi>(here, text, notation, misspelt);
        };
        match traditional.read(text) {
            // No piece lies face down in xiangqi and nothing is revealed.
            Some(ParsedMove { description, alternative_role, reveals })
                if !description.name.face_down && reveals == RevealSuffix::default() =>
            {
                let found = NotationContext::open(here).resolve(description, alternative_role, text);
                found.map(|mv| (mv, ())).map_err(|error| error.message())
            }
            _ => Err(misspelt()),
        }
    }
}

//! The moves of xiangqi as its players write them, in eight notations.

pub(crate) mod chinese;
pub(crate) mod coordinates;
mod cursor;
mod error;
pub(crate) mod phrase;
pub(crate) mod scene;
pub(crate) mod tongue;
mod vietnamese;
mod vietnamese_words;
mod wxf;

use game::{Message, Notation, Speak};
use xiangqi::{Move, Position, Xiangqi};

use self::phrase::{Reading, Tail};
use self::scene::Scene;
use crate::Script;

pub use self::error::PhraseError;
pub use self::phrase::{Name, Place};

/// How moves of xiangqi are written.
pub struct XiangqiScript;

impl Script for XiangqiScript {
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
        tongue::of(notation)
            .and_then(|tongue| {
                let scene = Scene::open(here);
                let phrase = scene.phrase(mv, tongue.manner())?;
                Some(tongue.write(phrase, Tail::default(), scene.side()))
            })
            .unwrap_or_else(|| coordinates::write::<Xiangqi>(here, mv, reveal, notation))
    }

    fn read(here: &Position, text: &str, notation: Notation) -> Result<(Move, ()), Message> {
        let misspelt = || PhraseError::Misspelt { text: text.to_owned(), notation }.message();
        let Some(tongue) = tongue::of(notation) else {
            return coordinates::read::<Xiangqi>(here, text, notation, misspelt);
        };
        match tongue.read(text) {
            // Nothing lies face down here and nothing turns up.
            Some(Reading { phrase, or_role, tail }) if !phrase.name.veiled && tail == Tail::default() => {
                let found = Scene::open(here).resolve(phrase, or_role, text);
                found.map(|mv| (mv, ())).map_err(|error| error.message())
            }
            _ => Err(misspelt()),
        }
    }
}

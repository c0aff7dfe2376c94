//! A game behind one door: opened by name, spoken to in text.

use std::marker::PhantomData;

use game::{Game, Line, Message, Notation, Options, Spec};
use record::Script;

use crate::Study;
use crate::study::Sheet;

/// A game without a match: what an editor, a judge, an analysis or a converter asks of it.
pub trait Rulebook: Send + Sync {
    /// Name, size, options, dialects.
    fn spec(&self) -> &'static Spec;

    /// The notations of its moves, coordinates first.
    fn notations(&self) -> &'static [Notation];

    /// Whether these rule options are known and their values allowed.
    fn check_options(&self, options: Options<'_>) -> Result<(), Message>;

    /// Opens a position to work on: the one described, else the start.
    fn open(&self, setup: Option<&str>, options: Options<'_>) -> Result<Box<dyn Study>, Message>;
}

/// The rulebook of any game that has a script.
pub struct Book<S>(PhantomData<fn() -> S>);

impl<S: Script> Book<S> {
    /// The book.
    pub const NEW: Self = Book(PhantomData);
}

impl<S: Script> Rulebook for Book<S> {
    fn spec(&self) -> &'static Spec {
        S::Game::spec()
    }

    fn notations(&self) -> &'static [Notation] {
        S::NOTATIONS
    }

    fn check_options(&self, options: Options<'_>) -> Result<(), Message> {
        S::Game::rules(options).map(|_| ())
    }

    fn open(&self, setup: Option<&str>, options: Options<'_>) -> Result<Box<dyn Study>, Message> {
        let rules = S::Game::rules(options)?;
        let (root, warnings) = match setup {
            Some(text) => {
                let read = S::Game::read_position(text, &rules)?;
                (read.position, read.warnings)
            }
            None => (S::Game::start(&rules), Vec::new()),
        };
        Ok(Box::new(Sheet::<S>::new(Line::new(root, rules), warnings)))
    }
}

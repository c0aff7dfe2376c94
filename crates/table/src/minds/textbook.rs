//! The brains every game has at once, from its rules alone.

use std::marker::PhantomData;

use game::{Game, Message};
use search::{Brain, plain};

use super::{BrainSpec, Means, Minds};

/// The brains that need nothing but a position.
pub struct Textbook<G>(PhantomData<fn() -> G>);

impl<G: Game> Minds for Textbook<G> {
    type Game = G;

    const NAMES: &'static [&'static str] = &["random"];

    fn make(spec: &BrainSpec, _means: Means) -> Result<Box<dyn Brain<G::Position>>, Message> {
        match spec.name.as_str() {
            "random" => {
                spec.allow(&[])?;
                Ok(Box::new(plain::Random))
            }
            _ => Err(spec.unknown(Self::NAMES)),
        }
    }
}

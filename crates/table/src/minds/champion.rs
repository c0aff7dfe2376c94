//! The brains of games that have an evaluation of their own.

use std::marker::PhantomData;

use game::{Eval, Game, Message, Tactics};
use search::{Brain, Champion};

use super::{BrainSpec, Means, Minds, Textbook};

/// The brains of a game whose positions know tactics and for which there is an opinion.
pub struct WithChampion<G, E>(PhantomData<fn() -> (G, E)>);

impl<G, E> Minds for WithChampion<G, E>
where
    G: Game<Position: Tactics>,
    E: Eval<G::Position> + Clone + Default + 'static,
{
    type Game = G;

    const NAMES: &'static [&'static str] = &["champion", "random"];

    fn make(spec: &BrainSpec, means: Means) -> Result<Box<dyn Brain<G::Position>>, Message> {
        match spec.name.as_str() {
            "champion" => {
                spec.allow(&[])?;
                Ok(Box::new(Champion::new(E::default(), means.hash, means.threads)))
            }
            name if Textbook::<G>::NAMES.contains(&name) => Textbook::<G>::make(spec, means),
            _ => Err(spec.unknown(Self::NAMES)),
        }
    }
}

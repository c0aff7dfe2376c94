//! The brains of a game whose men are hidden: its own, and one that guesses the deal and votes.

use std::marker::PhantomData;

use game::{Eval, Game, Message, Tactics, Veiled};
use search::Brain;
use search::plain::Determinized;

use super::champion::Capped;
use super::ladder::Standing;
use super::{BrainSpec, Means, Minds};

/// These brains, and `determinized:samples=8`: a baseline for matches, not offered to people.
pub struct WithGuesses<M, E>(Marker<M, E>);

/// Holds no value of these types.
type Marker<M, E> = PhantomData<fn() -> (M, E)>;

/// Deals imagined for a move where nothing is said.
const SAMPLES: u32 = 8;

impl<M, E> Minds for WithGuesses<M, E>
where
    M: Minds<Game: Game<Position: Veiled<Open: Tactics>>>,
    E: Eval<<<M::Game as Game>::Position as Veiled>::Open> + Clone + Default + 'static,
{
    type Game = M::Game;

    const NAMES: &'static [&'static str] = M::NAMES;

    const LEVELS: &'static [Standing] = M::LEVELS;

    fn make(
        spec: &BrainSpec,
        means: Means,
    ) -> Result<Box<dyn Brain<<Self::Game as Game>::Position>>, Message> {
        if spec.name != "determinized" {
            return M::make(spec, means);
        }
        spec.allow(&["samples", "nodes", "time"])?;
        let samples = spec.parse("samples")?.unwrap_or(SAMPLES).clamp(1, 1000);
        Ok(Box::new(Capped {
            brain: Box::new(Determinized::new(E::default(), samples, means.hash, means.threads)),
            depth: None,
            nodes: spec.parse("nodes")?,
            time: spec.parse("time")?,
        }))
    }
}

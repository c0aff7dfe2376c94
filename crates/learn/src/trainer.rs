//! Type-erased interface to data generation and training, one implementation for each game with a network.

use std::marker::PhantomData;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use eval::nnue::{Chess, Features, Jieqi, Network, NnueEval, Xiangqi};
use game::{Message, ToMessage};

use crate::datagen::{self, DatagenOptions, DatagenProgress};
use crate::train::{self, DatasetStats, TrainEvent, TrainOptions, TrainReport};

/// Data generation and training for one game.
pub trait Trainer: Sync {
    /// Plays games into a folder until it holds enough positions.
    fn generate(
        &self,
        evaluation: &EvalChoice,
        folder: &Path,
        options: &DatagenOptions,
        report: &mut (dyn FnMut(&DatagenProgress) + Send),
    ) -> Result<DatagenProgress, Message>;

    /// Counts the games and positions of a folder.
    fn count(&self, folder: &Path) -> Result<DatasetStats, Message>;

    /// Trains a network on folders of games and writes it to a file.
    fn train(
        &self,
        folders: &[PathBuf],
        out: &Path,
        options: &TrainOptions,
        report: &mut dyn FnMut(&TrainEvent),
    ) -> Result<TrainReport, Message>;
}

/// Evaluation used for self-play.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum EvalChoice {
    /// The hand-crafted evaluation.
    HandCrafted,
    /// The built-in network.
    BuiltIn,
    /// The network of these bytes.
    Network(Vec<u8>),
}

struct TrainerOf<F>(PhantomData<fn() -> F>);

/// Returns the trainer of a game, by its name.
pub fn trainer(game: &str) -> Option<Box<dyn Trainer>> {
    Some(match game {
        "xiangqi" => Box::new(TrainerOf::<Xiangqi>(PhantomData)),
        "jieqi" => Box::new(TrainerOf::<Jieqi>(PhantomData)),
        "chess" => Box::new(TrainerOf::<Chess>(PhantomData)),
        _ => return None,
    })
}

impl<F: Features> Trainer for TrainerOf<F> {
    fn generate(
        &self,
        evaluation: &EvalChoice,
        folder: &Path,
        options: &DatagenOptions,
        report: &mut (dyn FnMut(&DatagenProgress) + Send),
    ) -> Result<DatagenProgress, Message> {
        let network = match evaluation {
            EvalChoice::HandCrafted => {
                return datagen::generate::<F, F::Hce>(&F::Hce::default(), folder, options, report);
            }
            EvalChoice::BuiltIn => {
                NnueEval::<F>::built_in().ok_or_else(|| Message::new("learn_no_network"))?
            }
            EvalChoice::Network(bytes) => {
                let net = Network::from_bytes::<F>(bytes).map_err(|error| error.message())?;
                NnueEval::new(Arc::new(net))
            }
        };
        datagen::generate::<F, NnueEval<F>>(&network, folder, options, report)
    }

    fn count(&self, folder: &Path) -> Result<DatasetStats, Message> {
        train::count::<F>(folder)
    }

    fn train(
        &self,
        folders: &[PathBuf],
        out: &Path,
        options: &TrainOptions,
        report: &mut dyn FnMut(&TrainEvent),
    ) -> Result<TrainReport, Message> {
        train::train::<F>(folders, out, options, report)
    }
}

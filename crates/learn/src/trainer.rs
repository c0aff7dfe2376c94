//! Type-erased interface to data generation and training, one implementation for each game with a network.

use std::any::{Any, TypeId};
use std::marker::PhantomData;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use eval::nnue::{BuiltInNetwork, Features, Network, NnueEval};
use game::{Game, Message, Score, Tactics, ToMessage};
use search::{Limits, PvsEngine};
use table::games::{self, ChampionVisitor};
use table::{Champion, Rulebook};

use crate::datagen::{self, DatagenOptions, DatagenProgress, SamplingEval};
use crate::rescore::{self, Label, RescoreProgress};
use crate::teacher::HalfKa;
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

    /// Gives the games of a folder new scores and writes them to another folder.
    fn rescore(
        &self,
        source: &LabelSource<'_>,
        input: &Path,
        out: &Path,
        threads: usize,
        report: &mut (dyn FnMut(&RescoreProgress) + Send),
    ) -> Result<RescoreProgress, Message>;

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

/// Gives a position, as text, a score for the side to move; `None` keeps the old score.
pub type TextLabel = Box<dyn FnMut(&str) -> Result<Option<Score>, Message>>;

/// Source of new scores for existing games.
pub enum LabelSource<'a> {
    /// A search of this many nodes with an evaluation.
    Search {
        /// The evaluation.
        evaluation: EvalChoice,
        /// Nodes for each position.
        nodes: u64,
    },
    /// The static evaluation of a teacher network (chess only), given by the bytes of its file.
    Teacher(Vec<u8>),
    /// Another program; the function starts one for each thread.
    Program(&'a (dyn Fn() -> Result<TextLabel, Message> + Sync)),
}

/// Size of the transposition table for rescoring, in megabytes.
const RESCORE_HASH: usize = 8;

struct TrainerOf<C>(PhantomData<fn() -> C>);

/// Returns the trainer of a game; `None` if it has no champion.
pub fn trainer(book: &dyn Rulebook) -> Option<Box<dyn Trainer>> {
    games::visit_champion(book, MakeTrainer)
}

/// Makes the trainer of a champion's network.
struct MakeTrainer;

impl ChampionVisitor for MakeTrainer {
    type Output = Box<dyn Trainer>;

    fn visit<C: Champion>(self) -> Box<dyn Trainer> {
        Box::new(TrainerOf::<C>(PhantomData))
    }
}

/// Features of a champion's network.
type FeaturesOf<C> = <C as Champion>::Features;
/// A champion's game.
type GameOf<C> = <FeaturesOf<C> as Features>::Game;
/// Positions of a champion's game.
type PositionOf<C> = <FeaturesOf<C> as Features>::Position;

impl<C: Champion> Trainer for TrainerOf<C> {
    fn generate(
        &self,
        evaluation: &EvalChoice,
        folder: &Path,
        options: &DatagenOptions,
        report: &mut (dyn FnMut(&DatagenProgress) + Send),
    ) -> Result<DatagenProgress, Message> {
        datagen::generate(&evaluator::<C>(evaluation)?, folder, options, report)
    }

    fn rescore(
        &self,
        source: &LabelSource<'_>,
        input: &Path,
        out: &Path,
        threads: usize,
        report: &mut (dyn FnMut(&RescoreProgress) + Send),
    ) -> Result<RescoreProgress, Message> {
        let mut run = |labels: &(dyn Fn() -> Result<Label<'static, PositionOf<C>>, Message> + Sync)| {
            rescore::rescore::<FeaturesOf<C>>(input, out, labels, threads, report)
        };
        match source {
            LabelSource::Teacher(bytes) => {
                if TypeId::of::<PositionOf<C>>() != TypeId::of::<chess::Position>() {
                    return Err(Message::new("teacher_other_game"));
                }
                let network = Arc::new(HalfKa::from_bytes(bytes)?);
                run(&|| {
                    let network = Arc::clone(&network);
                    Ok(Box::new(move |line| {
                        let here = (line.here() as &dyn Any).downcast_ref::<chess::Position>();
                        // The network has never seen positions in check.
                        let here = here.filter(|here| !here.in_check());
                        Ok(here.map(|here| Score::cp(network.evaluate(here.board()))))
                    }))
                })
            }
            LabelSource::Program(start) => run(&|| {
                let mut label = start()?;
                Ok(Box::new(move |line| label(&GameOf::<C>::write_position(line.here(), ""))))
            }),
            LabelSource::Search { evaluation, nodes } => {
                let eval = evaluator::<C>(evaluation)?;
                run(&|| Ok(search_label(&eval, *nodes)))
            }
        }
    }

    fn count(&self, folder: &Path) -> Result<DatasetStats, Message> {
        train::count::<FeaturesOf<C>>(folder)
    }

    fn train(
        &self,
        folders: &[PathBuf],
        out: &Path,
        options: &TrainOptions,
        report: &mut dyn FnMut(&TrainEvent),
    ) -> Result<TrainReport, Message> {
        train::train::<FeaturesOf<C>>(folders, out, options, report)
    }
}

/// Hidden units of the network of zeros under which the hand-crafted evaluation is searched.
const ZERO_HIDDEN: usize = 16;

/// Makes an evaluation. The hand-crafted one is a network of zeros that corrects it, so that the search of each game is
/// compiled once here.
fn evaluator<C: Champion>(choice: &EvalChoice) -> Result<NnueEval<FeaturesOf<C>>, Message> {
    let network = match choice {
        EvalChoice::HandCrafted => Arc::new(Network::empty::<FeaturesOf<C>>(ZERO_HIDDEN, 1.0, true)),
        EvalChoice::BuiltIn => C::network()
            .and_then(BuiltInNetwork::get::<FeaturesOf<C>>)
            .ok_or_else(|| Message::new("learn_no_network"))?,
        EvalChoice::Network(bytes) => {
            Arc::new(Network::from_bytes::<FeaturesOf<C>>(bytes).map_err(|error| error.message())?)
        }
    };
    Ok(NnueEval::new(network))
}

/// Evaluator of a thread that searches every position with a number of nodes.
fn search_label<F: Features>(eval: &NnueEval<F>, nodes: u64) -> Label<'static, F::Position> {
    let mut engine = PvsEngine::new(SamplingEval::new(eval.clone(), 0, 0), RESCORE_HASH, 1);
    let (limits, control) = (Limits::nodes(nodes), datagen::control());
    Box::new(move |line| Ok(datagen::search(&mut engine, line, &limits, &control).map(|found| found.score)))
}

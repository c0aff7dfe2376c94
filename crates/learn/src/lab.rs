//! The laboratory of a game without its types.

use std::marker::PhantomData;
use std::path::Path;
use std::sync::Arc;

use eval::nnue::{Chess, Features, Jieqi, Net, Network, Xiangqi};
use game::{Message, ToMessage};

use crate::datagen::{self, Datagen, Progress};
use crate::train::{self, Counted, News, Train, Trained};

/// What can be done for any game that a network may learn.
pub trait Lab: Sync {
    /// Plays games into a folder until it holds enough.
    fn generate(
        &self,
        evaluation: &EvalChoice,
        folder: &Path,
        ask: &Datagen,
        report: &mut (dyn FnMut(&Progress) + Send),
    ) -> Result<Progress, Message>;

    /// Counts what a folder holds.
    fn count(&self, folder: &Path) -> Result<Counted, Message>;

    /// Trains a network on a folder of games and writes it to a file.
    fn train(
        &self,
        folder: &Path,
        out: &Path,
        ask: &Train,
        news: &mut dyn FnMut(&News),
    ) -> Result<Trained, Message>;
}

/// By which opinion games are played.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum EvalChoice {
    /// The one written by hand.
    Classic,
    /// The network the program brings along.
    Own,
    /// The network of these bytes.
    Net(Vec<u8>),
}

struct Of<F>(PhantomData<fn() -> F>);

/// The laboratory of a game, by its name.
pub fn lab(game: &str) -> Option<Box<dyn Lab>> {
    Some(match game {
        "xiangqi" => Box::new(Of::<Xiangqi>(PhantomData)),
        "jieqi" => Box::new(Of::<Jieqi>(PhantomData)),
        "chess" => Box::new(Of::<Chess>(PhantomData)),
        _ => return None,
    })
}

impl<F: Features> Lab for Of<F> {
    fn generate(
        &self,
        evaluation: &EvalChoice,
        folder: &Path,
        ask: &Datagen,
        report: &mut (dyn FnMut(&Progress) + Send),
    ) -> Result<Progress, Message> {
        let network = match evaluation {
            EvalChoice::Classic => {
                return datagen::generate::<F, F::Classic>(&F::Classic::default(), folder, ask, report);
            }
            EvalChoice::Own => Network::<F>::own().ok_or_else(|| Message::new("learn_no_network"))?,
            EvalChoice::Net(bytes) => {
                let net = Net::from_bytes::<F>(bytes).map_err(|error| error.message())?;
                Network::new(Arc::new(net))
            }
        };
        datagen::generate::<F, Network<F>>(&network, folder, ask, report)
    }

    fn count(&self, folder: &Path) -> Result<Counted, Message> {
        train::count::<F>(folder)
    }

    fn train(
        &self,
        folder: &Path,
        out: &Path,
        ask: &Train,
        news: &mut dyn FnMut(&News),
    ) -> Result<Trained, Message> {
        train::train::<F>(folder, out, ask, news)
    }
}

//! Networks loaded from files: the caller reads the bytes, and the specification hands the network to the engine.

use std::any::TypeId;
use std::io;
use std::sync::Arc;

use eval::nnue::{Features, Network, NetworkError};
use game::{Message, ToMessage};

use crate::engines::EngineSpec;
use crate::erased::rulebook::Rulebook;

/// Parsed network for the engines of one game.
#[derive(Clone)]
pub struct LoadedNetwork {
    features: TypeId,
    network: Arc<Network>,
}

impl LoadedNetwork {
    /// Parses a network with these features.
    pub(super) fn read<F: Features>(bytes: &[u8]) -> Result<Self, NetworkError> {
        let network = Arc::new(Network::from_bytes::<F>(bytes)?);
        Ok(LoadedNetwork { features: TypeId::of::<F>(), network })
    }

    /// The network, if it has these features.
    pub(super) fn of<F: Features>(&self) -> Option<Arc<Network>> {
        (self.features == TypeId::of::<F>()).then(|| Arc::clone(&self.network))
    }
}

impl PartialEq for LoadedNetwork {
    fn eq(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.network, &other.network)
    }
}

impl Eq for LoadedNetwork {}

impl std::fmt::Debug for LoadedNetwork {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("LoadedNetwork")
    }
}

/// Loads the network that an engine specification names (`net=FILE`), if any, into the specification. The caller
/// passes `read`, because only front ends may open files.
pub fn load_network(
    spec: &mut EngineSpec,
    book: &dyn Rulebook,
    read: impl FnOnce(&str) -> io::Result<Vec<u8>>,
) -> Result<(), Message> {
    let Some(name) = spec.get("net") else { return Ok(()) };
    let wrong = |why: Message| Message::new("net_unusable").text("file", name).nest("why", why);
    let bytes =
        read(name).map_err(|error| wrong(Message::new("net_unreadable").text("why", error.to_string())))?;
    let network = book.read_network(&bytes).map_err(|error| wrong(error.message()))?;
    spec.network = Some(network);
    Ok(())
}

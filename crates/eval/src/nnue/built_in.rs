//! Networks compiled into the program.

use std::sync::{Arc, OnceLock};

use super::{Features, Network};

/// Network compiled into the program: parsed when it is first asked for, and then shared by all engines.
pub struct BuiltInNetwork {
    bytes: &'static [u8],
    parsed: OnceLock<Option<Arc<Network>>>,
}

impl BuiltInNetwork {
    /// Network of these bytes.
    pub const fn new(bytes: &'static [u8]) -> Self {
        BuiltInNetwork { bytes, parsed: OnceLock::new() }
    }

    /// Size of its file.
    pub const fn size(&self) -> usize {
        self.bytes.len()
    }

    /// Returns the network. Contract: `F` are the features it was trained with, the same in every call.
    pub fn get<F: Features>(&self) -> Option<Arc<Network>> {
        self.parsed.get_or_init(|| Network::from_bytes::<F>(self.bytes).ok().map(Arc::new)).clone()
    }
}

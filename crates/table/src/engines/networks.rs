//! Networks loaded from files: the caller reads the bytes, and engines find the network by file name.

use std::io;

use game::{Message, ToMessage};

use crate::engines::EngineSpec;
use crate::erased::rulebook::Rulebook;

/// Returns true if the champion of a game uses a network by default.
pub fn uses_network_by_default(book: &dyn Rulebook) -> bool {
    eval::nnue::registry::is_preferred_for(book.spec().name)
}

/// Loads the network named by an engine specification (`net=FILE`), if any. The caller passes `read`, because only
/// front ends may open files.
pub fn load_network(
    spec: &EngineSpec,
    book: &dyn Rulebook,
    read: impl FnOnce(&str) -> io::Result<Vec<u8>>,
) -> Result<(), Message> {
    let Some(name) = spec.get("net") else { return Ok(()) };
    let wrong = |why: Message| Message::new("net_unusable").text("file", name).nest("why", why);
    let bytes =
        read(name).map_err(|error| wrong(Message::new("net_unreadable").text("why", error.to_string())))?;
    eval::nnue::registry::register_for(book.spec().name, name, &bytes).map_err(|error| wrong(error.message()))
}

//! Networks from files: a door reads the bytes, and a engine finds them under the file's name.

use std::io;

use game::{Message, ToMessage};

use crate::engines::EngineSpec;
use crate::rulebook::Rulebook;

/// Whether the champion of a game goes by a network when nobody says otherwise.
pub fn uses_network_by_default(book: &dyn Rulebook) -> bool {
    eval::nnue::registry::is_preferred_for(book.spec().name)
}

/// Makes the network a engine's description names (`net=FILE`) ready, where it names one. `read` opens files: only doors
/// may.
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

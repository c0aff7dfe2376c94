//! FEN of chess positions, with X-FEN or Shredder castling rights: strict about meaning, lenient about form.

mod error;
mod read;
mod write;

pub use error::{FenError, FenWarning};
pub(crate) use read::read;
pub(crate) use write::write;

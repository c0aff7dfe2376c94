//! Positions as text: FEN with X-FEN or Shredder castling rights, read strictly in sense and loosely in form.

mod error;
mod read;
mod write;

pub use error::{FenError, FenWarning};
pub(crate) use read::read;
pub(crate) use write::write;

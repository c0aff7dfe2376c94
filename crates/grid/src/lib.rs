//! Squares as numbers, sets of them in 128 bits, and the random keys of pieces on squares. No game lives here.

mod keys;
mod set;

pub use keys::key_table;
pub use set::{Bitboard, Squares};

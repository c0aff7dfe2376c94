//! 128-bit bitboards and Zobrist keys for boards of up to 128 squares. Independent of any game.

mod bitboard;
mod keys;

pub use bitboard::{Bitboard, Squares};
pub use keys::key_table;

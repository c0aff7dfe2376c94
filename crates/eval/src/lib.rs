//! Opinions on positions, kept apart from rules: what a man is worth, where it stands well, when a general is in
//! danger. Nothing here decides what is legal, and nothing here searches.

pub mod chess;
mod pair;
pub mod xiangqi;

pub use pair::Pair;

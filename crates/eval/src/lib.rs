//! Opinions on positions, kept apart from rules: what a piece is worth, where it stands well, when a general is in
//! danger. Nothing here decides what is legal, and nothing here searches.

mod chances;
pub mod chess;
pub mod contact;
pub mod jieqi;
mod linear;
pub mod material;
pub mod nnue;
mod pair;
mod plain;
pub mod square;
pub mod xiangqi;

pub use linear::Linear;
pub use pair::Pair;
pub use plain::{Changes, Plain};

//! Static evaluation of positions, separate from rules and search.
//!
//! - [`SimpleEval`]: material, piece-square tables and contact between pieces, for all games.
//! - [`xiangqi::Hce`], [`jieqi::Hce`], [`chess::Hce`]: hand-crafted evaluations (HCE), linear in their weights.
//! - [`caro::PatternEval`]: evaluation by patterns.
//! - [`nnue`]: evaluation by neural networks.

pub mod caro;
pub mod chess;
pub mod contact;
pub mod jieqi;
mod linear;
pub mod material;
pub mod nnue;
pub mod psqt;
mod simple;
mod tapered;
mod wdl;
pub mod xiangqi;

pub use linear::Linear;
pub use simple::{PieceChanges, SimpleEval};
pub use tapered::TaperedScore;

//! Static evaluation of positions, separate from rules and search.
//!
//! - [`SimpleEval`]: material, piece-square tables and contact between pieces, for all games.
//! - [`xiangqi::Hce`], [`jieqi::Hce`], [`chess::Hce`]: hand-crafted evaluations (HCE), linear in their weights.
//! - [`caro::PatternEval`]: evaluation by patterns.
//! - [`nnue`]: evaluation by neural networks.
//! - [`Breakdown`]: every one of them taken apart into terms.

mod breakdown;
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

pub use breakdown::{Breakdown, EvalTerm, RemovePiece, piece_worth};
pub use linear::Linear;
pub use simple::{CustomWeights, PieceChanges, SimpleEval};
pub use tapered::TaperedScore;

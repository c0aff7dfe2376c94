//! The rules of jieqi (cờ úp, 揭棋): xiangqi whose pieces start face down, and their secret deal.
//!
//! A [`Position`] holds the knowledge of one viewer only; the true roles are in a [`Deal`], which gives each viewer
//! its own [`Reveal`] of a move and nothing else. Contains no search, evaluation, file access or clocks.

mod deal;
mod deal_scheme;
pub mod fen;
mod jieqi;
mod moves;
mod perfect_info;
mod pool;
mod position;
mod reveal;
mod rules;
pub mod start_points;
mod views;

#[cfg(test)]
mod leak_tests;
#[cfg(test)]
mod uniformity_tests;
#[cfg(test)]
mod vector_tests;

pub use deal::{Deal, DealError};
pub use deal_scheme::{DEAL_SCHEME, Nonces, Seed};
pub use jieqi::Jieqi;
pub use moves::MoveError;
pub use perfect_info::PerfectInfoPosition;
pub use pool::Pool;
pub use position::{Perspective, Position};
pub use reveal::{Reveal, Reveals};
pub use rules::{CaptureVisibility, Roaming, Rules};
pub use views::Views;
pub use xiangqi::{Move, Piece, Role, Square};

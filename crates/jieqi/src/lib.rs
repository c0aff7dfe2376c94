//! The rules of jieqi (cờ úp, 揭棋): xiangqi whose pieces begin face down, and the secret deal of them.
//!
//! A [`Position`] is what one mind knows and nothing more; the truth lives in a [`Deal`], which hands each mind its
//! own [`Reveal`] of a move and nothing else. Search, evaluation, files and clocks never come here.

mod deal;
pub mod fen;
pub mod home;
mod jieqi;
mod moves;
mod open;
mod pool;
mod position;
mod reveal;
mod rules;
mod scheme;
mod views;

#[cfg(test)]
mod leaks;
#[cfg(test)]
mod uniform;
#[cfg(test)]
mod vectors;

pub use deal::{Deal, DealError};
pub use jieqi::Jieqi;
pub use moves::MoveError;
pub use open::Open;
pub use pool::Pool;
pub use position::{Perspective, Position};
pub use reveal::{Reveal, Reveals};
pub use rules::{Roaming, Rules, Sight};
pub use scheme::{Nonces, SCHEME, Seed};
pub use views::Views;
pub use xiangqi::{Move, Piece, Role, Square};

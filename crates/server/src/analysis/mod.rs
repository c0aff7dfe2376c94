//! Positions analyzed while somebody looks: for as long as they do, within the house's means, never in the way of play.

mod clock;
mod desk;
mod run;
mod tree;

pub use desk::{Analyses, Asked};
pub use tree::{read, write};

//! Puzzle collections, embedded in the program.

mod attempt;
mod choose;
mod collection;

pub use attempt::{hint, judge, solution};
pub use choose::{daily, list, row};
pub use collection::{Collection, Puzzle, PuzzleVerdict, all, named};

//! The collections of puzzles in the program: read once, looked through, tried.

mod attempt;
mod choose;
mod collection;

pub use attempt::{hint, judge, solution};
pub use choose::{daily, list, row};
pub use collection::{Collection, Puzzle, Verdict, all, named};

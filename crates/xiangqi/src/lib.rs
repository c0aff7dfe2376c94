//! The rules of xiangqi (cờ tướng, Chinese chess), and an arbiter that judges repetition.
//!
//! Contains no search, evaluation, file access or clocks. Jieqi builds on the same board, attacks and arbiter.

pub mod arbiter;
pub mod attacks;
mod board;
pub mod fen;
pub mod movegen;
mod moves;
mod piece;
mod position;
mod rules;
pub mod see;
mod small_ending;
mod square;
pub mod tactics;
mod xiangqi;

pub use board::Board;
pub use movegen::XiangqiVariant;
pub use moves::Move;
pub use piece::{Piece, Role};
pub use position::{Position, push_moves};
pub use rules::Rules;
pub use square::{FILES, RANKS, SQUARES, Square};
pub use xiangqi::{MoveError, Xiangqi, number_option, picture, wrong_option, wrong_value};

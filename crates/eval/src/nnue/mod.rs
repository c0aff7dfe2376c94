//! NNUE: evaluation by a small neural network over piece-square features, trained on self-play games.
//!
//! - [`Features`]: the input features of a game and its output buckets.
//! - [`Network`]: the quantized weights and their file format.
//! - [`NnueEval`]: the evaluator. It keeps an accumulator (the hidden layer before its activation) for each ply and
//!   updates it lazily.
//! - [`BuiltInNetwork`]: a network compiled into the program.
//!
//! Networks are trained by the `learn` crate; the shipped ones are in `nets/`.

mod accumulator;
mod built_in;
mod features;
mod kernel;
mod network;

pub use accumulator::{NnueEval, NnueStep};
pub use built_in::BuiltInNetwork;
pub use features::{Chess, Features, Jieqi, KingLayout, KingView, Xiangqi};
pub use kernel::Kernel;
pub use network::{HIDDEN_BLOCK, HIDDEN_ONE, Network, NetworkError, OUTPUT_ONE};

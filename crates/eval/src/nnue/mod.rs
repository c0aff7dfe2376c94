//! Opinions learnt from games: a small network over pieces on squares.
//!
//! [`Features`] says what a game's network sees, [`Net`] holds its numbers, [`Network`] asks it at the board. Networks
//! are made by the `learn` crate from the house's own games; those worth having come with the program.

mod features;
mod kernel;
mod net;
mod network;
mod shelf;

pub use features::{Chess, Features, Jieqi, Taught, Xiangqi};
pub use kernel::Kernel;
pub use net::{BLOCK, Net, NetError, ONE, OUT_ONE, SharedNet};
pub use network::{Heard, Network};
pub use shelf::{is_preferred, is_preferred_by, lend, lend_to, lent, own_net};

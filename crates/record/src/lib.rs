//! Games as text: moves in every notation people write, and the tree of a game with its comments.
//!
//! Nothing here decides what is legal; that is asked of the rules.

mod bounds;
mod chess;
mod decode;
mod detect;
pub mod files;
mod jieqi;
mod pgn;
mod script;
mod sketch;
mod tree;
mod xiangqi;

pub use self::chess::{ChessScript, SanError};
pub use self::jieqi::JieqiScript;
pub use self::xiangqi::{Name, PhraseError, Place, XiangqiScript};
pub use bounds::{Bounds, Stop};
pub use decode::decode;
pub use detect::{DetectError, detect};
pub use pgn::{
    Broken, ChessTree, PgnError, PgnFault, PgnGame, PgnReader, RulesFrom, header_rules, read_chess_pgn,
    write_pgn, write_txt,
};
pub use script::{Coordinates, GameError, Moves, Played, Script};
pub use sketch::{Sketch, SketchMove};
pub use tree::{Ending, NodeId, Notes, Tree, TreeError};

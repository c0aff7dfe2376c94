//! Game records as text: moves in all notations, game trees with comments, PGN and other file formats.
//!
//! Legality is decided by the rules crates only.

mod chess;
mod decode;
mod detect;
pub mod files;
mod jieqi;
mod limits;
mod move_text;
mod pgn;
mod raw_game;
mod tree;
mod xiangqi;

pub use self::chess::{ChessMoveText, SanError};
pub use self::jieqi::JieqiMoveText;
pub use self::xiangqi::{MoveTextError, PieceName, TandemPlace, XiangqiMoveText};
pub use decode::decode;
pub use detect::{DetectError, detect};
pub use limits::{ReadLimits, StopCheck};
pub use move_text::{Coordinates, GameError, MoveText, Moves, Played};
pub use pgn::{
    ChessTree, MainLineError, PgnError, PgnFault, PgnGame, PgnReader, RulesFrom, header_rules,
    read_chess_pgn, write_clock, write_pgn, write_txt,
};
pub use raw_game::{RawGame, RawMove};
pub use tree::{GameResult, NodeId, Notes, Tree, TreeError};

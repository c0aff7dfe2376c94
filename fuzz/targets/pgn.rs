//! Arbitrary text as chess games in PGN: what was parsed is written and read back the same.
#![no_main]

use libfuzzer_sys::fuzz_target;
use record::{ChessMoveText, read_chess_pgn, write_pgn};
use table::Notation;

fuzz_target!(|text: &str| {
    for game in read_chess_pgn(text, Notation::San) {
        let written = write_pgn::<ChessMoveText>(&game.tree, Notation::San);
        let again = read_chess_pgn(&written, Notation::San).next().expect("a game was written");
        assert_eq!(again.tree.len(), game.tree.len(), "{written}");
    }
});

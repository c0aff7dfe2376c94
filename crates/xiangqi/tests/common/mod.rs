//! Test helpers: positions and moves as short text.
#![allow(dead_code, reason = "each test program uses its own part")]

use game::{Game, MoveList, Position as _};
use xiangqi::{Move, Position, Rules, Xiangqi};

/// Position of a valid FEN.
pub fn read(fen: &str) -> Position {
    Xiangqi::read_position(fen, &Rules::default()).expect(fen).position
}

/// All legal moves as text, sorted.
pub fn legal(here: &Position) -> Vec<String> {
    let mut moves = MoveList::new();
    here.legal_moves(&mut moves);
    let mut texts: Vec<String> = moves.iter().map(Move::to_string).collect();
    texts.sort();
    texts
}

/// Legal targets of the piece on a point, sorted.
pub fn targets(fen: &str, from: &str) -> Vec<String> {
    let moves = legal(&read(fen));
    moves.iter().filter_map(|text| text.strip_prefix(from)).map(str::to_owned).collect()
}

/// Message code of a rejected move.
pub fn refusal(here: &Position, text: &str) -> &'static str {
    Xiangqi::read_move(here, text).expect_err(text).code
}

/// Plays legal moves.
pub fn play(here: &mut Position, moves: &str) {
    for text in moves.split_whitespace() {
        let (mv, reveal) = Xiangqi::read_move(here, text).expect(text);
        here.play(mv, reveal, &mut ());
    }
}

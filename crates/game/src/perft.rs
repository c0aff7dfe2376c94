//! Perft: counts the leaves of the tree of legal moves, the standard test of move generation.

use crate::{Move, MoveList, Position};

/// Number of legal move sequences of length `depth`; the moves of the last ply are counted, not played.
///
/// A move with several reveals counts once and is played with its reveal unknown ([`Position::unrevealed`]).
pub fn perft<P: Position>(here: &P, depth: u32) -> u64 {
    match depth {
        0 => 1,
        1 => here.count_legal() as u64,
        _ => {
            let mut moves = MoveList::new();
            here.legal_moves(&mut moves);
            let mut nodes = 0;
            for &mv in &moves {
                // Copied and played in place: a value returned from a function would be copied twice.
                let mut after = here.clone();
                after.play(mv, here.unrevealed(mv), &mut ());
                nodes += perft(&after, depth - 1);
            }
            nodes
        }
    }
}

/// Perft split by root move, in the order of the moves' bits.
pub fn divide<P: Position>(here: &P, depth: u32) -> Vec<(P::Move, u64)> {
    let mut moves = MoveList::new();
    here.legal_moves(&mut moves);
    moves.sort_unstable_by_key(|mv| mv.raw());
    moves.iter().map(|&mv| (mv, if depth <= 1 { 1 } else { perft(&after(here, mv), depth - 1) })).collect()
}

#[inline]
fn after<P: Position>(here: &P, mv: P::Move) -> P {
    let mut after = here.clone();
    after.play(mv, here.unrevealed(mv), &mut ());
    after
}
